"""The turn: weather, secret speeds, the cup, and the end of the race."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Ended, Pending, mark_secret_shown
from paddock.core.game import Ask, AskKind, Question
from paddock.core.game import replace_at as put_in
from paddock.core.seats import Seat
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import (
    CLEAR,
    CLEARED,
    IN_CAR,
    RACING,
    RAIN,
    RUNAWAY,
    UNSETTLED,
)
from paddock.games.circus_maximus.events import Events
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import foot
from paddock.games.circus_maximus.phases.announce import Drawn
from paddock.games.circus_maximus.phases.wreck import EndOfMove
from paddock.games.circus_maximus.rules.dice import die
from paddock.games.circus_maximus.rules.finish import is_last_driver, last_place_seat, places
from paddock.games.circus_maximus.rules.log import has_driver, is_on_track
from paddock.games.circus_maximus.rules.speed import (
    NO_LANE,
    can_ever_move,
    can_whip,
    maximum,
    team_speed,
)
from paddock.games.circus_maximus.rules.track import NOWHERE

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, State

Q_WRITE = Question("write", R("B5.1"), AskKind.SEALED, ("chariot", "most"))
UNWRITTEN, HIDDEN, NOT_ASKED = -1, -2, -3
"""Placeholders for a sealed speed: not written yet; written by another seat; none to write."""
MAX_IDLE_TURNS = 10
"""After this many turns without an advance a race is over."""


# ---------------------------------------------------------------- the start of a turn


@cites(R("E2.6"))
def start_turn(state: State, events: Events, chance: Chance) -> State:
    """Weather changes, drivers recover, tired teams slow down; then all seats write speeds."""
    chariots = tuple([refresh(c) for c in state.chariots])
    last = last_place_seat(state)
    state = replace(
        state, turn=state.turn + 1, went_forward=False, last_seat=last, chariots=chariots
    )
    running = [ev.Refreshed(i, c.cdm, c.jostled) for i, c in enumerate(chariots) if is_on_track(c)]
    events.append(ev.TurnBegan(state.turn, tuple(running)))
    state = weather(state, events, chance)
    sealed = tuple([speed_entry(state, c) for c in state.chariots])
    if UNWRITTEN in sealed:
        return replace(state, phase=Speeds(sealed))
    return show_speeds(state, sealed, events)


@cites(R("B8.43"), R("X15"), R("E2.9.4.6"), R("E2.11.2.3"))
def refresh(c: Chariot) -> Chariot:
    """Removes the marks of the last turn."""
    if not is_on_track(c):
        return c
    cdm = min(c.dm, c.cdm + 1)
    return replace(
        c,
        cdm=cdm,
        jostled=c.jostled and cdm < 0,
        tired=c.tired + 1 if c.blown else 0,
        held_out=False,
        has_cut=False,
        moved=False,
        safe_paid=NO_LANE,
        whip_written=False,
        carcass_cut=NOWHERE,
    )


@cites(R("GO11"), R("X53"))
def weather(state: State, events: Events, chance: Chance) -> State:
    """Rain is rolled on even turns; an unsettled sky at the start of each lap."""
    wet = state.sky == RAIN and state.turn % 2 == 0
    if wet and die(chance, "weather") == data.CLEARS_ROLL:
        events.append(ev.SkyChanged(CLEARED, state.mud))
        state = replace(state, sky=CLEARED, wet_corners=0)
    lap = state.markers // 2
    if lap > state.weather_laps:
        state = replace(state, weather_laps=lap)
        if state.sky == UNSETTLED:
            return first_weather(state, events, chance)
    return state


@cites(R("E2.3.7"))
def first_weather(state: State, events: Events, chance: Chance) -> State:
    """A 1 is rain, two of them mud; a 2 stays unsettled."""
    roll = die(chance, "weather")
    sky, mud = CLEAR, False
    if roll == data.RAIN_ROLL:
        sky, mud = RAIN, die(chance, "weather") == data.RAIN_ROLL
    elif roll == data.UNSETTLED_ROLL:
        sky = UNSETTLED
    events.append(ev.SkyChanged(sky, mud))
    return replace(state, sky=sky, mud=mud, wet_corners=0)


# ---------------------------------------------------------------- speeds


def speed_entry(state: State, c: Chariot) -> int:
    """The placeholder for a chariot: whether a speed must be written."""
    asked = c.condition == RACING and c.driver == IN_CAR and not c.blind and maximum(state, c) > 0
    return UNWRITTEN if asked else NOT_ASKED


@cites(R("B5.1"), R("E2.8.2"))
class Speeds(Asking, frozen=True, tag=True, gc=False):
    """All seats write a speed for each chariot; the speeds are shown together."""

    sealed: tuple[int, ...]  # by chariot: speed and whip in one number

    def next_of(self, state: State, seat: Seat) -> int:
        """The chariot a seat writes for next, or -1."""
        for i, written in enumerate(self.sealed):
            if written == UNWRITTEN and state.chariots[i].owner == seat:
                return i
        return -1

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        first: dict[Seat, int] = {}
        for i, written in enumerate(self.sealed):
            if written == UNWRITTEN:
                first.setdefault(state.chariots[i].owner, i)
        return tuple([self.ask(state, seat, first[seat]) for seat in sorted(first)])

    @cites(R("B11.7"), R("E2.7.2.1"))
    def ask(self, state: State, seat: Seat, i: int) -> Ask[Move]:
        """The default is the last speed again, or the highest possible."""
        c = state.chariots[i]
        most = maximum(state, c)
        whip = state.options.written_whip and can_whip(state, c)
        usual = c.written if 0 < c.written <= most else most
        return write_ask(seat, i, most, whip, usual, is_last_driver(state, i))

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if isinstance(move, mv.GiveUp):
            events.append(ev.GaveUp(self.next_of(state, seat)))
            return end_race(state, "alone", events)
        if not isinstance(move, mv.Write):
            raise RulesBug(move)
        sealed = put_in(self.sealed, self.next_of(state, seat), 2 * move.speed + move.whip)
        phase = Speeds(sealed)
        if phase.next_of(state, seat) < 0:
            events.append(ev.Sealed(seat))
        if UNWRITTEN in sealed:
            return replace(state, phase=phase)
        mark_secret_shown(events)
        return show_speeds(state, sealed, events)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if isinstance(move, mv.GiveUp):
            return Refusal("others-drive", R("Q37"))
        if not isinstance(move, mv.Write):
            return None
        if move.whip and not state.options.written_whip:
            return Refusal("announced-later", R("B6.52"))
        return Refusal("too-fast", R("B6.12"))


@functools.cache
def write_ask(seat: Seat, i: int, most: int, whip: bool, usual: int, alone: bool) -> Ask[Move]:
    """Cached: the same question is asked again after each answer of another seat."""
    end = (mv.GIVE_UP,) if alone else ()
    return Ask(seat, Q_WRITE, (*mv.speed_moves(most, whip), *end), most - usual, (i, most))


@cites(R("X2"))
def show_speeds(state: State, sealed: tuple[int, ...], events: Events) -> State:
    """Shows all speeds and puts the colours into the cup: on turn 1 the first row first."""
    chariots = []
    for i, (c, written) in enumerate(zip(state.chariots, sealed, strict=True)):
        if written >= 0:
            c = replace(c, written=written // 2, whip_written=written % 2 == 1)
            events.append(ev.Showed(i, c.written, c.whip_written))
        elif is_on_track(c):
            speed = team_speed(state, c) if c.condition or c.blind else 0
            if speed != c.written:
                events.append(ev.RunsAt(i, speed))
            c = replace(c, written=speed)
        chariots.append(c)
    state = replace(state, chariots=tuple(chariots))
    running = [i for i, c in enumerate(chariots) if is_on_track(c)]
    front = tuple(i for i in running if state.turn > 1 or chariots[i].row == 0)
    later = tuple(i for i in running if i not in front)
    return replace(state, phase=Cup(front, later))


@cites(R("B5.2"), R("B18.4"))
class Cup(Pending, frozen=True, tag=True, gc=False):
    """The colours still to be drawn."""

    waiting: tuple[int, ...]
    later: tuple[int, ...]

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        waiting = tuple([i for i in self.waiting if state.chariots[i].condition <= RUNAWAY])
        if not waiting:
            if self.later:
                return replace(state, phase=Cup(self.later, ()))
            return foot.begin(state, events)
        at = chance.pick(waiting, "cup")
        i = waiting[at]
        events.append(ev.PhaseBegan(i))
        rest = Cup((*waiting[:at], *waiting[at + 1 :]), self.later)
        return replace(state, phase=Drawn(i, EndOfMove(i, rest)), mover=i)


# ---------------------------------------------------------------- the end of a turn


class EndOfTurn(Pending, frozen=True, tag=True, gc=False):
    """All chariots have moved and men have run: the moment before the end of the race is
    checked."""

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        return end_turn(state, events, chance)


def end_turn(state: State, events: Events, chance: Chance) -> State:
    """The race is over, or the next turn begins."""
    events.append(ev.TurnEnded(state.turn))
    state = replace(state, idle_turns=0 if state.went_forward else state.idle_turns + 1)
    reason = why_over(state)
    return end_race(state, reason, events) if reason else start_turn(state, events, chance)


def end_race(state: State, reason: str, events: Events) -> State:
    """Places are taken by position."""
    final = places(state)
    for place, i in sorted((place, i) for i, place in enumerate(final) if place):
        events.append(ev.Placed(i, place))
    return replace(state, phase=Over(final, reason))


@cites(R("B10.2"), R("X8"), R("E2.3.1.1"), R("E2.15.2"))
def why_over(state: State) -> str:
    """The reason why the race ends with this turn; empty if it continues."""
    if state.last_turn:
        return "finish"
    if state.options.turns and state.turn >= state.options.turns:
        return "time"
    if state.idle_turns >= MAX_IDLE_TURNS:
        return "stalled"
    alive = [c for c in state.chariots if is_on_track(c) and has_driver(c)]
    if not alive:
        return "nobody"
    return "" if any(can_ever_move(state, c) for c in alive) else "stalled"


class Over(Ended, frozen=True, tag=True, gc=False):
    """The race is over: the place of every chariot, 0 for none."""

    places: tuple[int, ...]
    reason: str

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("race-over", R("B10.2"))
