"""Faults planted one by one in Street Illegal, and the law or the scenario that finds each."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.game import Ask, Step
from paddock.core.game_spec import AnyGameSpec
from paddock.core.referee import PlayedRow
from paddock.core.seats import Seat
from paddock.games.street_illegal import RACE, rules
from paddock.games.street_illegal import view as views
from paddock.games.street_illegal.data import LIMIT, PRO
from paddock.games.street_illegal.events import Drew, Event, Events
from paddock.games.street_illegal.game import StreetIllegal
from paddock.games.street_illegal.moves import STAY, Move, Spend
from paddock.games.street_illegal.phases import Again, Bidding, Duel, driving, passing, road
from paddock.games.street_illegal.rules import pay as rules_pay
from paddock.games.street_illegal.state import Car, Options, State
from paddock.games.street_illegal.view import View
from paddock.verify import scenario
from paddock.verify.laws import BrokenLaw, check_race
from tests.games.street_illegal.counts import census
from tests.games.street_illegal.secrets import redeal

SCENARIOS = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))
SEEDS = 40
FULL = Options("tactical", "at_limit", open_chips=False, better_old_pros=True, nitrous=True)


def broken(game: StreetIllegal, options: Options = FULL) -> BrokenLaw:
    """The first broken law of a few races."""
    spec: AnyGameSpec = replace(RACE, game=game)
    for seed in range(SEEDS):
        try:
            check_race(spec, options, 3, seed, redeal, census, bots={})
        except BrokenLaw as found:
            return found
    pytest.fail(f"{SEEDS} races and no law was broken")


def failing() -> Iterator[str]:
    """The scenarios that do not come out."""
    for path in SCENARIOS:
        yield from (result.name for result in scenario.run_file(path) if not result.passed)


# ---------------------------------------------------------------- found by a law


class ShowsChips(StreetIllegal):
    """Law 6: everybody's chips are seen at a table where they are secret."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        pairs = zip(view.cars, state.cars, strict=True)
        return replace(view, cars=tuple(replace(one, chips=car.chips) for one, car in pairs))


class ShowsSpectators(StreetIllegal):
    """Law 6: who only watches sees a hand."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        return replace(view, hand=state.cars[0].hand) if seat is None else view


class ShowsBids(StreetIllegal):
    """Law 6: the sealed bids are seen before the last one is in."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        return replace(view, phase=state.phase) if isinstance(state.phase, Bidding) else view


class SkipsQuestion(StreetIllegal):
    """Law 6: who has no lower card is not asked whether to go on, and everybody sees that."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        step = super().play(state, seat, move, chance)
        if isinstance(step.state.phase, Again) and len(self.asks(step.state)[0].options) == 1:
            after = super().play(step.state, step.state.phase.seat, STAY, chance)
            return replace(after, events=step.events + after.events, opened=step.opened)
        return step


class ImaginesShownCards(StreetIllegal):
    """Law 6: an imagined world deals cards again that lie open."""

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        state = super().imagine(view, seat, chance)
        return replace(state, deck=tuple(sorted(state.deck + state.cars[seat].up)))


class FirstCome(StreetIllegal):
    """Law 8: whoever answers second in a duel has a chip more."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        phase = state.phase
        if isinstance(phase, Duel) and isinstance(move, Spend) and phase.back_chips is not None:
            state = replace(state, phase=replace(phase, back_chips=phase.back_chips + 1))
        return super().play(state, seat, move, chance)


class Restless(StreetIllegal):
    """Law 9: the options come in another order every other time."""

    turns = itertools.count()

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        found = super().asks(state)
        way = 1 if next(self.turns) % 2 else -1
        return tuple(replace(ask, options=tuple(ask.options)[::way]) for ask in found)


class NoDefault(StreetIllegal):
    """Law 13: the clock would play an option that is not there."""

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return tuple(replace(ask, default=len(ask.options)) for ask in super().asks(state))


@pytest.mark.parametrize(
    ("law", "fault"),
    [
        (6, ShowsChips),
        (6, ShowsSpectators),
        (6, ShowsBids),
        (6, SkipsQuestion),
        (6, ImaginesShownCards),
        (8, FirstCome),
        (9, Restless),
        (13, NoDefault),
    ],
    ids=lambda x: getattr(x, "__name__", str(x)),
)
def test_a_fault_is_found_by_its_law(law: int, fault: type[StreetIllegal]) -> None:
    found = broken(fault())
    assert found.law == law, found


def test_a_card_drawn_to_a_hand_and_told_to_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drew, "seen_by", lambda self, viewer: self)
    assert broken(StreetIllegal()).law == 6


def test_sealed_cards_left_open_in_the_line_up_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "hide_row", lambda cards, whose, viewer: cards)
    assert broken(StreetIllegal(), Options()).law == 6


def test_a_chip_lost_when_paying_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def pay(state: State, seat: Seat, chips: int, *rest: Any) -> State:
        paid = rules_pay(state, seat, chips, *rest)
        return replace(paid, pool=paid.pool - 1) if chips else paid

    monkeypatch.setattr(driving, "pay", pay)
    assert broken(StreetIllegal()).law == 10


def test_open_cards_that_are_reshuffled_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def turn(state: State, *rest: Any) -> tuple[int, State]:
        if not state.deck:
            lying = tuple(card for car in state.cars for card in car.up)
            state = replace(state, discards=state.discards + lying)
        return honest(state, *rest)

    honest = rules.turn
    monkeypatch.setattr(road, "turn", turn)
    monkeypatch.setattr(rules, "turn", turn)
    assert broken(StreetIllegal()).law == 10


def test_taking_back_across_a_draw_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlayedRow, "is_barrier", property(lambda self: self.opened))
    assert broken(StreetIllegal(), Options()).law == 11


# ---------------------------------------------------------------- found by a scenario


def test_the_scenarios_come_out_without_a_fault() -> None:
    assert list(failing()) == []


def test_braking_that_stops_at_the_limit_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def brake(state: State, seat: Seat, *rest: Any) -> State:
        after = honest(replace(state, options=at_limit), seat, *rest)
        return replace(after, options=state.options)

    honest, at_limit = driving.brake, Options(brake_to="at_limit")
    monkeypatch.setattr(driving, "brake", brake)
    name = "emergency braking goes on until the speed is below the limit, not at it"
    assert name in list(failing())


def test_a_defender_who_loses_ties_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def decide_duel(state: State, at: int, front: int, back: int, *rest: Any) -> State:
        return honest(state, at, front - (front == back), back, *rest)

    honest = passing.decide_duel
    monkeypatch.setattr(passing, "decide_duel", decide_duel)
    assert "the defender wins a tie" in list(failing())


def test_an_old_pro_that_attacks_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def decide_duel(
        state: State, at: int, front: int, back: int, events: Events, chance: Chance
    ) -> State:
        after = honest(state, at, front, back, events, chance)
        if state.order[at] == PRO and back > front and at > 1 and after.order[at - 2] != PRO:
            return passing.begin_duel(after, at - 1, events, chance)
        return after

    honest = passing.decide_duel
    monkeypatch.setattr(passing, "decide_duel", decide_duel)
    name = "an Old Pro that has passed goes no further, and Old Pros never attack each other"
    assert name in list(failing())


def test_chips_beyond_the_cards_in_hand_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def most(car: Car) -> int:
        return min(car.chips, 8)

    monkeypatch.setattr(passing, "most_chips", most)
    assert "chips of a duel may not exceed the cards in hand" in list(failing())


def test_a_limit_that_is_met_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "LIMIT", tuple(limit and limit - 10 for limit in LIMIT))
    assert "doing nothing within the limit ends the turn" in list(failing())
