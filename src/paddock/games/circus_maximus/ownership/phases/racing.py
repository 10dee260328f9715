"""The race of the week. At some of its phases the season or campaign may interrupt it."""

from __future__ import annotations

from typing import ClassVar, cast

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.flow import Phase, Staged
from paddock.core.nested import SteppedRace
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import CARCASS
from paddock.games.circus_maximus.ownership import events as ev
from paddock.games.circus_maximus.ownership.events import Events
from paddock.games.circus_maximus.ownership.moves import Move
from paddock.games.circus_maximus.ownership.phases import betting, interruptions
from paddock.games.circus_maximus.ownership.state import S, Stables
from paddock.games.circus_maximus.phases import Drawn, EndOfTurn, Speeds, UnderAttack
from paddock.games.circus_maximus.phases import Over as RaceOver
from paddock.games.circus_maximus.phases.turn import UNWRITTEN
from paddock.games.circus_maximus.phases.underway import Blow
from paddock.games.circus_maximus.state import State as RaceState


@cites(R("B20.3"))
class Racing(SteppedRace, frozen=True, tag=True, gc=False):
    """The race goes on. `looked`: the mode has already interrupted it at this moment."""

    looked: bool = False
    over_at: ClassVar[type] = RaceOver

    def with_inner(self, state: S, race: RaceState) -> S:
        return replace(state, now=race, phase=RACING)

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        after: S = super().play(state, seat, move, events, chance)
        now = running(after)
        if now.litter and now.turn <= LEAVING and now.epic:
            return replace(after, now=lead_carcasses_away(now, events))
        return after

    def before_step(self, state: S, events: Events, chance: Chance) -> S:
        now = running(state)
        if self.looked or type(now.phase) not in MOMENTS:
            return state
        return interrupt(state, now, events, chance)

    def on_over(self, state: S, events: Events, chance: Chance) -> S:
        over = running(state).phase
        assert isinstance(over, RaceOver)
        after: S = state.hooks.after_race(state, over.places, events)
        return after


RACING = Racing()
MOMENTS = frozenset({Drawn, Speeds, UnderAttack, EndOfTurn})
"""The phases of the race at which `interrupt` may do so."""


LEAVING = 2
"""The turns in which a team may still stand on the grey squares."""


@cites(R("E2.4.3.4"), R("X64"))
def lead_carcasses_away(now: RaceState, events: Events) -> RaceState:
    """A horse that drugs have felled on the grey squares is led away once it is cut loose."""
    grey = now.track.is_grey
    left = tuple([(at, what) for at, what in now.litter if what != CARCASS or not grey[at]])
    if left == now.litter:
        return now
    events.append(ev.GreyCleared(left))
    return replace(now, litter=left)


def top(state: Stables) -> Phase:
    """The phase of a mode's state."""
    return cast("Staged", state).phase


def running(state: Stables) -> RaceState:
    """The race of this week."""
    assert isinstance(state.now, RaceState)
    return state.now


@cites(R("X65"), R("B26.3"))
def interrupt(state: S, now: RaceState, events: Events, chance: Chance) -> S:
    """Ask the seats that may act at this moment of the race."""
    match now.phase:
        case Drawn(chariot=chariot):
            if now.turn == 1:
                state = first_move(state, chariot, events, chance)
            return interruptions.ask_about_bribes(state) if type(top(state)) is Racing else state
        case Speeds(sealed=sealed) if all(written < 0 for written in sealed):
            return interruptions.ask_about_bribes(state) if UNWRITTEN in sealed else state
        case UnderAttack(blow=blow):
            return interruptions.ask_about_bribes(stand_by_it(state, now, blow, events))
        case EndOfTurn():
            laps = now.markers // 2
            if state.laps_bet < laps < now.laps and not now.last_turn:
                return betting.begin_again(state, laps)
            return state
        case _:
            return state


@cites(R("B24.4"), R("B24.5"))
def first_move(state: S, chariot: int, events: Events, chance: Chance) -> S:
    """Apply the plots against a chariot, one after another, until a seat must decide."""
    while True:
        later = interruptions.before_first_move(state, chariot, events, chance)
        if later is state or type(top(later)) is not Racing:
            return later
        state = later


@cites(R("B24.321"))
def stand_by_it(state: S, now: RaceState, blow: Blow, events: Events) -> S:
    """A player who attacks a driver they have bribed sets that driver free of the bribe."""
    pair = (blow.whom, now.chariots[blow.by].owner)
    if pair not in now.spared:
        return state
    events.append(ev.BribeEnded(pair[1], pair[0]))
    now = replace(now, spared=tuple([other for other in now.spared if other != pair]))
    return replace(state, now=now)
