"""A campaign unknown to the race can interrupt it at its named moments."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance, Dealer
from paddock.core.flow import Asking, settle
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import state as race
from paddock.games.circus_maximus.game import GAME
from paddock.games.circus_maximus.phases import Drawn, EndOfTurn, UnderAttack

Q_BRIBE = Question("bribe", "B24.2")
SEATS = 3
OPTIONS = race.Options("advanced", 6, two_laps=True)


class Bribe(Struct, frozen=True, tag=True):
    """Does nothing, or cancels the attack."""

    cancels: bool


class Racing(Struct, frozen=True, tag=True, gc=False):
    """The race; between two phases the campaign checks for its own moments."""

    now: race.State
    asked: bool = False

    def asks(self, state: State) -> tuple[Ask[Any], ...]:
        return GAME.asks(self.now)

    def play(self, state: State, seat: Seat, move: Any, events: list[Any], chance: Chance) -> State:
        return replace(
            state, phase=Racing(self.now.phase.play(self.now, seat, move, events, chance))
        )

    def resume(self, state: State, events: list[Any], chance: Chance) -> State | None:
        now = self.now
        if not self.asked and isinstance(now.phase, Drawn | UnderAttack | EndOfTurn):
            return replace(state, phase=Window(type(now.phase).__name__, Racing(now, asked=True)))
        resume = now.phase.resume
        after = None if resume is None else resume(now, events, chance)
        return None if after is None else replace(state, phase=Racing(after))

    def why_not(self, state: State, seat: Seat, move: Any) -> None:
        return None


class Window(Asking, frozen=True, tag=True, gc=False):
    """A seat is asked; an announced attack may be cancelled."""

    moment: str
    then: Racing

    def asks(self, state: State) -> tuple[Ask[Any], ...]:
        return (Ask(0, Q_BRIBE, (Bribe(False), Bribe(True))),)

    def play(self, state: State, seat: Seat, move: Any, events: list[Any], chance: Chance) -> State:
        now = self.then.now
        if move.cancels and isinstance(now.phase, UnderAttack):
            return replace(state, phase=Racing(replace(now, phase=now.phase.then)))
        return replace(state, phase=self.then)


Phase: TypeAlias = Racing | Window


class State(Struct, frozen=True, gc=False):
    phase: Phase


def answer(ask: Ask[Any], luck: random.Random) -> Any:
    return ask.options[luck.randrange(min(4, len(ask.options)))]


def race_alone() -> list[ev.Event]:
    """The events of a race without a campaign."""
    luck, chance = random.Random(4), Dealer(random.Random(8))
    state = GAME.setup(OPTIONS, SEATS, chance).state
    events: list[ev.Event] = []
    while asks := GAME.asks(state):
        step = GAME.play(state, asks[0].seat, answer(asks[0], luck), chance)
        state, events = step.state, [*events, *step.events]
    return events


def race_in_campaign(cancels: bool) -> tuple[list[ev.Event], Counter[str]]:
    """The same race in a campaign, and the count of each moment."""
    luck, chance = random.Random(4), Dealer(random.Random(8))
    state = State(Racing(GAME.setup(OPTIONS, SEATS, chance).state))
    events: list[ev.Event] = []
    met: Counter[str] = Counter()
    while asks := state.phase.asks(state):
        told: list[Any] = []
        move = answer(asks[0], luck) if isinstance(state.phase, Racing) else Bribe(cancels)
        if isinstance(state.phase, Window):
            met[state.phase.moment] += 1
            assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
        step = settle(state.phase.play(state, asks[0].seat, move, told, chance), told, chance)
        state, events = step.state, [*events, *step.events]
    return events, met


def test_windows_change_nothing_if_nobody_uses_them() -> None:
    events, met = race_in_campaign(cancels=False)
    assert events == race_alone()
    happened = Counter(type(event) for event in events)
    assert met["Drawn"] == happened[ev.PhaseBegan]
    assert met["UnderAttack"] == happened[ev.Attacked] > 0
    assert met["EndOfTurn"] == happened[ev.TurnEnded] > 5


def test_an_announced_attack_is_cancelled_before_anything_comes_of_it() -> None:
    events, met = race_in_campaign(cancels=True)
    assert met["UnderAttack"] > 0
    assert not any(isinstance(event, ev.HorsesLashed | ev.DriverLashed) for event in events)
