"""The laws bite: the template is broken on purpose, and the law that should find it does."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from paddock.core.chance import Chance, Dealer, NoChance
from paddock.core.errors import Refusal
from paddock.core.game import Ask, Outcome, Step
from paddock.core.game_spec import AnyGameSpec
from paddock.core.referee import Referee
from paddock.core.seats import Language, Names, Seat
from paddock.core.standings import Standing
from paddock.core.styled_text import StyledText
from paddock.games.template import RACE
from paddock.games.template.data import NAME
from paddock.games.template.events import Arrived, Boosted, Drew, Event, Geared, Rolled
from paddock.games.template.game import ThreeBends
from paddock.games.template.moves import LET_BY, Boost, Choose, Move
from paddock.games.template.phases import Boosting, ChooseGear, Overtaken
from paddock.games.template.standings import standings
from paddock.games.template.state import Options, State
from paddock.games.template.view import Choosing, View
from paddock.verify.laws import BrokenLaw, check_race, check_spec
from tests.games.template.counts import census
from tests.games.template.secrets import redeal

SCENARIOS = Path(__file__).parent.parent / "games" / "template" / "scenarios"
SEEDS = 60


def broken(spec: AnyGameSpec, options: Options | None = None, **more: Any) -> BrokenLaw:
    """The first broken law of a few races."""
    for seed in range(SEEDS):
        try:
            check_race(spec, options or Options(), 3, seed, redeal, census, **more)
        except BrokenLaw as found:
            return found
    pytest.fail(f"{SEEDS} races and no law was broken")


def with_game(game: ThreeBends) -> AnyGameSpec:
    return replace(RACE, game=game)


def test_the_template_itself_breaks_nothing() -> None:
    for seed in range(10):
        check_race(RACE, Options(), 3, seed, redeal, census)
    check_spec(RACE, SCENARIOS)


# ---------------------------------------------------------------- faults of the rules


class TooLong(ThreeBends):
    """Law 1: the card promises a shorter race."""

    card = replace(ThreeBends.card, most_decisions=12)


class NoOutcome(ThreeBends):
    """Law 2: the race ends and nobody has won."""

    def outcome(self, state: State) -> Outcome | None:
        return None


class EarlyOutcome(ThreeBends):
    """Law 2: there is an outcome while somebody is asked."""

    def outcome(self, state: State) -> Outcome | None:
        return Outcome((1,) * len(state.cars), "road-ended")


class NoWinner(ThreeBends):
    """Law 2: nobody is first."""

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(outcome, places=tuple(p + 1 for p in outcome.places))


class Raises(ThreeBends):
    """Law 3: an option is offered that the rules cannot carry out."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if move == Boost(2):
            raise KeyError(move)
        return super().play(state, seat, move, chance)


class NoReason(ThreeBends):
    """Law 3: a refusal names a clause that is not there."""

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        return Refusal("not-offered", "T99")


class DumbRefusal(ThreeBends):
    """Law 3: asked why not, the rules fall over."""

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        raise AttributeError("card")


class NotOnRecord(ThreeBends):
    """Law 4: the rules do something that the record does not know."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        step = super().play(state, seat, move, chance)
        if isinstance(chance, Dealer) and chance.draws and chance.draws[-1][2] == 3:
            step = replace(step, events=(*step.events, Arrived(seat, 0)))
        return step


class Halves(ThreeBends):
    """Law 5: an event holds what its type does not."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        step = super().play(state, seat, move, chance)
        half: Any = 2.5
        told = (replace(e, spaces=half) if isinstance(e, Rolled) else e for e in step.events)
        return replace(step, events=tuple(told))


class ShowsCards(ThreeBends):
    """Law 6: a view shows the next seat's cards."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        if seat is None:
            return view
        other = (seat + 1) % len(state.cars)
        return replace(view, discards=view.discards + state.cars[other].hand)


class ShowsSpectators(ThreeBends):
    """Law 6: a spectator sees a hand."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        return replace(view, hand=state.cars[0].hand) if seat is None else view


class ShowsSeals(ThreeBends):
    """Law 6: who has chosen no gear yet sees the others'."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        if isinstance(state.phase, ChooseGear) and isinstance(view.phase, Choosing):
            mine = view.phase.mine or max(state.phase.sealed)
            return replace(view, phase=replace(view.phase, mine=mine))
        return view


class NamesCard(ThreeBends):
    """Law 6: what everybody is told names a card that came to a hand."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        step = super().play(state, seat, move, chance)
        told = tuple(Boosted(e.seat, e.card or 0, 0) for e in step.events if isinstance(e, Drew))
        return replace(step, events=step.events + told)


class TellsSpectators(ThreeBends):
    """Law 6: only a spectator is told the card."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        step = super().play(state, seat, move, chance)
        told = (
            ToSpectators(e.seat, e.card, e.cards) if isinstance(e, Drew) else e for e in step.events
        )
        return replace(step, events=tuple(told))


class ToSpectators(Drew, frozen=True, tag=True):
    """A card that came to a hand, told to those who watch."""

    def seen_by(self, viewer: Seat | None) -> Drew:
        card = self.card if viewer in (None, self.seat) else None
        return Drew(self.seat, card, self.cards)


class TellsSeals(ThreeBends):
    """Law 6: that somebody has chosen is told with the gear."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        step = super().play(state, seat, move, chance)
        if isinstance(move, Choose):
            return replace(step, events=(Geared(seat, move.gear), *step.events))
        return step


class SkipsQuestion(ThreeBends):
    """Law 6: who holds no sheep is not asked, and everybody sees that."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        step = super().play(state, seat, move, chance)
        phase = step.state.phase
        sheep = NAME.index("sheep")
        if isinstance(phase, Overtaken) and sheep not in step.state.cars[phase.seat].hand:
            after = self.play(step.state, phase.seat, LET_BY, chance)
            return replace(after, events=step.events + after.events, opened=step.opened)
        return step


class ForgetsToDeal(ThreeBends):
    """Law 6: an imagined world lacks what the view has."""

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        state = super().imagine(view, seat, chance)
        return replace(state, pool=0)


class FirstComeFirst(ThreeBends):
    """Law 8: who answers last decides the order of driving."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        step = super().play(state, seat, move, chance)
        phase = step.state.phase
        if isinstance(move, Choose) and isinstance(phase, Boosting) and seat == 0:
            phase = replace(phase, waiting=phase.waiting[::-1])
            return replace(step, state=replace(step.state, phase=phase))
        return step


class DrawsEarly(ThreeBends):
    """Law 8: chance is drawn while others still choose."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if isinstance(move, Choose):
            chance.pick(range(2), "early")
        return super().play(state, seat, move, chance)


class NeverOpens(ThreeBends):
    """Law 8: the gears are shown and nobody is told that the seals are broken."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        return replace(super().play(state, seat, move, chance), opened=False)


class Restless(ThreeBends):
    """Law 9: the options come in another order every time."""

    turns = itertools.count()

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        found = super().asks(state)
        if next(self.turns) % 2:
            found = tuple(
                replace(a, options=a.options[::-1]) if isinstance(a.options, tuple) else a
                for a in found
            )
        return found


class Twice(ThreeBends):
    """Law 9: an option stands there twice."""

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        found = super().asks(state)
        return tuple(
            replace(a, options=(*a.options, a.options[0])) if isinstance(a.options, tuple) else a
            for a in found
        )


class TooMany(ThreeBends):
    """Law 9: the card promises fewer options."""

    card = replace(ThreeBends.card, most_options=2)


class EmptyOffer(ThreeBends):
    """Law 16: now and then nothing is left to choose from."""

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        found = super().asks(state)
        if isinstance(state.phase, Boosting):
            return tuple(replace(ask, options=()) for ask in found)
        return found


class LosesFuel(ThreeBends):
    """Law 10: a unit of fuel that is burnt is gone."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if move == Boost(1):
            state = replace(state, pool=state.pool - 1)
        return super().play(state, seat, move, chance)


class HidesFinality(ThreeBends):
    """Law 11: an option is announced as one that can be taken back, and then it draws."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if isinstance(chance, NoChance) and isinstance(move, Boost):
            return Step(state)
        return super().play(state, seat, move, chance)


class NoDefault(ThreeBends):
    """Law 13: the clock would play an option that is not there."""

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return tuple(replace(ask, default=len(ask.options)) for ask in super().asks(state))


class SlowWhenAbsent(ThreeBends):
    """Law 13: random play is in time, a race of defaults, all in first gear, is not."""

    card = replace(ThreeBends.card, most_decisions=230)


class CitesNothing(ThreeBends):
    """Law 14: a question cites a clause that is not there."""

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return tuple(
            replace(ask, question=replace(ask.question, clause="T99"))
            for ask in super().asks(state)
        )


FAULTS: tuple[tuple[int, type[ThreeBends]], ...] = (
    (1, TooLong),
    (2, NoOutcome),
    (2, EarlyOutcome),
    (2, NoWinner),
    (3, Raises),
    (3, NoReason),
    (3, DumbRefusal),
    (4, NotOnRecord),
    (5, Halves),
    (6, ShowsCards),
    (6, ShowsSpectators),
    (6, ShowsSeals),
    (6, NamesCard),
    (6, TellsSeals),
    (6, SkipsQuestion),
    (6, ForgetsToDeal),
    (8, FirstComeFirst),
    (8, DrawsEarly),
    (8, NeverOpens),
    (9, Restless),
    (9, Twice),
    (9, TooMany),
    (10, LosesFuel),
    (11, HidesFinality),
    (13, NoDefault),
    (14, CitesNothing),
    (16, EmptyOffer),
)


@pytest.mark.parametrize(("law", "fault"), FAULTS, ids=lambda x: getattr(x, "__name__", str(x)))
def test_a_fault_is_found_by_its_law(law: int, fault: type[ThreeBends]) -> None:
    found = broken(with_game(fault()))
    assert found.law == law, found
    assert found.record_text.startswith('{"paddock"')


def test_an_event_that_tells_spectators_a_secret_is_found() -> None:
    spec = replace(with_game(TellsSpectators()), event=Event | ToSpectators)
    assert broken(spec).law == 6


def test_a_race_of_defaults_that_does_not_end_is_found() -> None:
    assert broken(with_game(SlowWhenAbsent()), Options(length=63)).law == 13


# ---------------------------------------------------------------- faults of the other rooms


class Moody:
    """A bot that chooses otherwise every time."""

    turns = itertools.count()

    def choose(self, view: View, ask: Ask[Move], chance: Chance) -> Move:
        return ask.options[next(self.turns) % len(ask.options)]


class Cheat:
    """A bot that chooses what is not offered."""

    def choose(self, view: View, ask: Ask[Move], chance: Chance) -> Move:
        return Boost(99)


@pytest.mark.parametrize("bot", [Moody(), Cheat()], ids=["moody", "cheat"])
def test_a_bot_that_does_not_choose_by_what_it_sees_is_found(bot: Any) -> None:
    assert broken(RACE, bots={"bot": bot}).law == 7


def test_two_moves_with_the_same_text_are_found() -> None:
    verbs = {**RACE.notation.verbs, Boost: "gear"}
    assert broken(replace(RACE, notation=replace(RACE.notation, verbs=verbs))).law == 5


def test_a_position_that_is_not_placed_as_it_was_is_found() -> None:
    def facts(state: State, names: Names) -> dict[str, dict[str, str]]:
        found = RACE.notation.facts(state, names)
        return {**found, "table": {**found["table"], "phase": type(state.phase).__name__}}

    def place(given: Any, options: Options, names: Names) -> State:
        return RACE.notation.place(given, options, names)

    notation = replace(RACE.notation, facts=facts, place=place)
    assert broken(replace(RACE, notation=notation)).law == 5


def test_taking_back_that_does_not_restore_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Referee.take_back

    def forgetful(self: Any, seat: Seat) -> None:
        state = self.state
        honest(self, seat)
        self.state = state

    monkeypatch.setattr(Referee, "take_back", forgetful)
    assert broken(RACE).law == 11


def backwards(view: View) -> tuple[Standing, ...]:
    return standings(view)[::-1]


def without_the_last(view: View) -> tuple[Standing, ...]:
    return standings(view)[:-1]


def all_first(view: View) -> tuple[Standing, ...]:
    return tuple(replace(one, place=1) for one in standings(view))


def speechless(view: View) -> tuple[Standing, ...]:
    return tuple(replace(one, note="nothing") for one in standings(view))


def of_its_hand(view: View) -> tuple[Standing, ...]:
    return tuple(replace(one, gap=len(view.hand)) for one in standings(view))


@pytest.mark.parametrize("wrong", [backwards, without_the_last, all_first, speechless, of_its_hand])
def test_wrong_standings_are_found(wrong: Callable[[View], tuple[Standing, ...]]) -> None:
    assert broken(replace(RACE, standings=wrong)).law == 15


def test_foresight_that_is_no_number_is_found() -> None:
    spec = replace(RACE, foresee=lambda view, seat, move: {"skid": float("nan")})
    assert broken(spec).law == 15


def test_a_view_that_cannot_be_drawn_is_found() -> None:
    def draw(view: View, seat: Seat | None, names: Names, language: Language) -> StyledText:
        return StyledText("") if language == "it" else StyledText("a road")

    assert broken(replace(RACE, draw=draw)).law == 12


# ---------------------------------------------------------------- words and clauses


def with_words(changes: Mapping[str, dict[Language, str] | None]) -> AnyGameSpec:
    """The template with some messages changed, or gone."""
    words = copy.copy(RACE.words)
    words.drafts = {}
    words.messages = {**words.messages, **{k: v for k, v in changes.items() if v is not None}}
    for id, message in changes.items():
        if message is None:
            del words.messages[id]
    return replace(RACE, words=words)


@pytest.mark.parametrize(
    "id",
    [
        "event.Skidded",
        "ask.gear",
        "ask.gear.waiting",
        "move.LetBy",
        "option.length",
        "option.grid.level",
        "option.blocking.help",
        "refusal.no-fuel",
        "reason.road-ended",
        "goal",
    ],
)
def test_missing_words_are_found(id: str) -> None:
    with pytest.raises(BrokenLaw) as found:
        check_spec(with_words({id: None}), SCENARIOS)
    assert found.value.law == 12
    assert id in found.value.why


@pytest.mark.parametrize(
    "id", ["event.Skidded", "event.Drew.unseen", "ask.boost", "move.LetBy", "refusal.gear-jump"]
)
def test_missing_words_are_met_on_the_walk(id: str) -> None:
    assert broken(with_words({id: None})).law == 12


@pytest.mark.parametrize(
    "message",
    [
        {"en": "{seat} skids."},
        {"en": "{seat} skids at {at}.", "it": "{seat} sbanda."},
        {"en": "{seat} skids in {pool}.", "it": "{seat} sbanda in {pool}."},
    ],
    ids=["a language is missing", "the languages differ", "an unknown name"],
)
def test_words_that_do_not_fit_are_found(message: dict[Language, str]) -> None:
    with pytest.raises(BrokenLaw) as found:
        check_spec(with_words({"event.Skidded": message}), SCENARIOS)
    assert found.value.law == 12


def with_clauses(english: Sequence[str] = (), italian: Sequence[str] = ()) -> AnyGameSpec:
    """The template with more clauses on its pages."""
    book = copy.copy(RACE.rulebook)
    some = book.clauses["T1"]
    book.clauses = {**book.clauses, **{id: replace(some, id=id) for id in english}}
    told = {**book.in_language("it"), **{id: replace(some, id=id) for id in italian}}
    book.pages = {"en": book.clauses, "it": told}
    return replace(RACE, rulebook=book)


@pytest.mark.parametrize(
    ("english", "italian", "why"),
    [
        (["T7"], ["T7"], "no code cites it"),
        (["T7"], ["T7"], "no scenario shows it"),
        (["T7"], [], "rulebook.it.md lacks"),
        ([], ["T7"], "rulebook.it.md"),
    ],
)
def test_pages_with_gaps_are_found(english: list[str], italian: list[str], why: str) -> None:
    with pytest.raises(BrokenLaw) as found:
        check_spec(with_clauses(english, italian), SCENARIOS)
    assert found.value.law == 14
    assert why in found.value.why


def test_a_scenario_that_cites_an_unknown_clause_is_found(tmp_path: Path) -> None:
    for path in SCENARIOS.glob("*.toml"):
        (tmp_path / path.name).write_text(path.read_text("utf-8").replace('"T4"', '"T44"'))
    with pytest.raises(BrokenLaw, match="T44"):
        check_spec(RACE, tmp_path)


def test_a_code_citation_of_an_unknown_clause_is_found() -> None:
    book = copy.copy(RACE.rulebook)
    book.clauses = {id: clause for id, clause in book.clauses.items() if id != "Q2"}
    with pytest.raises(BrokenLaw, match="code cites Q2"):
        check_spec(replace(RACE, rulebook=book), SCENARIOS)
