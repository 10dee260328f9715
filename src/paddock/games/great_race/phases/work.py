"""Assistants and cards at work: laying tiles, repairing, lifting a tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.great_race import events as ev
from paddock.games.great_race import phases
from paddock.games.great_race.card import R
from paddock.games.great_race.data import (
    CITY,
    EMPTY,
    PARTS,
    PARTS_PRICE,
    SPACES,
    TOOLBOX,
    Space,
    Tile,
)
from paddock.games.great_race.events import Events
from paddock.games.great_race.moves import LAY, PICK, Lay, Mend, Move, Pick, mends
from paddock.games.great_race.rules.crew import give_up, put_crew, sets_for_sale
from paddock.games.great_race.rules.ground import (
    draw_tile,
    joined,
    lay,
    line_spaces,
    open_spaces,
    put_back,
    removable,
    remove,
)

if TYPE_CHECKING:
    from paddock.games.great_race.state import State

Q_LAY = Question("lay", R("R4.1"))
Q_LAY_LINE = Question("lay-line", R("R7.3"))
Q_MEND = Question("mend", R("R4.2"))
Q_LIFT = Question("lift", R("R4.3"))
NOWHERE: Space = -1
SCOUTING: Space = -2


# ------------------------------------------------------------------ laying
@cites(R("R4.1"), R("R7.3"), R("Q4"), R("Q26"))
def lay_tiles(
    state: State,
    seat: Seat,
    count: int,
    last: Space,
    then: phases.Phase,
    events: Events,
    chance: Chance,
) -> State:
    """Draw so many tiles, all to be looked at before the first is laid."""
    tiles: tuple[Tile, ...] = ()
    while state.bag and len(tiles) < count:
        tile, state = draw_tile(state, chance)
        events.append(ev.Turned(seat, tile))
        tiles = (*tiles, tile)
    return replace(state, phase=Laying(seat, tuple(sorted(tiles)), last, then))


@cites(R("R4.1"), R("R7.3"), R("Q4"), R("Q15"), R("Q26"), R("Q27"))
class Laying(Struct, frozen=True, tag=True, gc=False):
    """One of the drawn tiles on a space: what can be laid must be laid, the rest goes back."""

    seat: Seat
    tiles: tuple[Tile, ...]
    last: Space  # SCOUTING: anywhere joined; NOWHERE: the line begins; else its last space
    then: phases.Phase

    def spaces(self, state: State) -> tuple[Space, ...]:
        if self.last >= 0:
            return line_spaces(self.last, state.board)
        return open_spaces(state.crews[self.seat].space, state.board)

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        spaces = self.spaces(state)
        kinds = dict.fromkeys(self.tiles)
        options = tuple([LAY[tile][space] for tile in kinds for space in spaces])
        return (Ask(self.seat, Q_LAY if self.last == SCOUTING else Q_LAY_LINE, options),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Lay):
            raise RulesBug(move)
        event = ev.Laid if self.last == SCOUTING else ev.Mapped
        events.append(event(seat, move.tile, move.space))
        at = self.tiles.index(move.tile)
        rest = (*self.tiles[:at], *self.tiles[at + 1 :])
        last = SCOUTING if self.last == SCOUTING else move.space
        state = lay(state, move.space, move.tile)
        return replace(state, phase=Laying(seat, rest, last, self.then))

    def resume(self, state: State, events: Events, chance: Chance) -> State | None:
        if self.tiles and self.spaces(state):
            return None
        return replace(put_back(state, self.seat, self.tiles, events), phase=self.then)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        match move:
            case Lay(tile, _) if tile not in self.tiles:
                return Refusal("not-drawn", R("Q4"))
            case Lay(_, space) if not 0 <= space < len(CITY) or CITY[space]:
                return Refusal("no-tile-on-a-city", R("R4.1"))
            case Lay(_, space) if state.board[space % SPACES] != EMPTY:
                return Refusal("not-empty", R("R4.1"))
            case Lay() if self.last == SCOUTING:
                return Refusal("not-joined", R("Q3"))
            case Lay():
                return Refusal("not-in-line", R("Q26"))
        return None


# ------------------------------------------------------------------ repairing
@cites(R("R4.2"), R("R7.6"), R("R7.11"), R("R7.14"), R("Q11"), R("Q34"), R("Q46"))
class Repairing(Asking, frozen=True, tag=True, gc=False):
    """What goes into the repair, and where it goes."""

    seat: Seat
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        crew = state.crews[self.seat]
        parts, boxes = crew.hand.count(PARTS), crew.hand.count(TOOLBOX)
        options = mends(parts, boxes, sets_for_sale(state, self.seat), crew.engine, crew.chassis)
        return (Ask(self.seat, Q_MEND, options),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Mend):
            raise RulesBug(move)
        for card, count in ((PARTS, move.parts), (TOOLBOX, move.toolboxes)):
            for _ in range(count):
                state = give_up(state, seat, card)
        crew = state.crews[seat]
        paid = move.sets * PARTS_PRICE[crew.space]
        crew = replace(
            crew,
            engine=crew.engine + move.engine,
            chassis=crew.chassis + move.chassis,
            money=crew.money - paid,
        )
        events.append(ev.Mended(seat, move.engine, move.chassis, move.parts, move.toolboxes, paid))
        return replace(put_crew(state, seat, crew), phase=self.then)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if not isinstance(move, Mend):
            return None
        crew = state.crews[seat]
        if move.sets > state.options.parts_a_repair:
            return Refusal("one-set-a-repair", R("R4.2"))
        if move.sets > sets_for_sale(state, seat):
            return Refusal("not-enough-money", R("R4.2"))
        if move.parts > crew.hand.count(PARTS) or move.toolboxes > crew.hand.count(TOOLBOX):
            return Refusal("not-in-hand", R("R4.2"))
        return Refusal("full-is-full", R("Q11"))


# ------------------------------------------------------------------ lifting
@cites(R("R4.3"), R("Q15"), R("Q25"))
def lift(state: State, seat: Seat, then: phases.Phase, events: Events) -> State:
    """An escort removes a tile, if there is one."""
    if removable(state, seat):
        return replace(state, phase=Lifting(seat, then))
    events.append(ev.Idled(seat))
    return replace(state, phase=then)


@cites(R("R4.3"), R("Q5"), R("Q25"))
class Lifting(Asking, frozen=True, tag=True, gc=False):
    """Which tile the escort removes."""

    seat: Seat
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.seat, Q_LIFT, tuple([PICK[s] for s in removable(state, self.seat)])),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Pick):
            raise RulesBug(move)
        return replace(remove(state, seat, move.space, events), phase=self.then)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return why_not_lifted(state, seat, move)


def why_not_lifted(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Why a tile cannot be removed."""
    if not isinstance(move, Pick):
        return None
    if not 0 <= move.space < len(CITY) or state.board[move.space % SPACES] == EMPTY:
        return Refusal("no-tile-there", R("R4.3"))
    if any(crew.space == move.space for crew in state.crews):
        return Refusal("under-a-vehicle", R("R4.3"))
    if move.space not in joined(state.crews[seat].space, state.board):
        return Refusal("not-joined", R("Q3"))
    return None
