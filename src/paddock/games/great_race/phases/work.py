"""Work of assistants and cards: laying tiles, repairing, removing a tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
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
from paddock.games.great_race.rules.crew import put_crew, sets_for_sale, to_discards, without
from paddock.games.great_race.rules.ground import (
    can_lay,
    draw_tile,
    joined_spaces,
    lay,
    line_spaces,
    open_spaces,
    put_back,
    removable_tiles,
    remove,
)

if TYPE_CHECKING:
    from paddock.games.great_race.state import State

Q_LAY = Question("lay", R("R4.1"))
Q_LAY_LINE = Question("lay-line", R("R7.3"))
Q_MEND = Question("mend", R("R4.2"))
Q_REMOVE = Question("lift", R("R4.3"))
SCOUT_TILES, CARTOGRAPHER_TILES = 2, 3  # tiles that a scout draws, and a cartographer


# ------------------------------------------------------------------ laying
@cites(R("Q4"))
def draw_tiles(
    state: State, seat: Seat, count: int, events: Events, chance: Chance
) -> tuple[tuple[Tile, ...], State]:
    """Draw tiles, as many as the bag holds: all are shown before the first is laid."""
    tiles: list[Tile] = []
    while state.bag and len(tiles) < count:
        tile, state = draw_tile(state, chance)
        events.append(ev.Turned(seat, tile))
        tiles.append(tile)
    return tuple(sorted(tiles)), state


def lay_options(tiles: tuple[Tile, ...], spaces: tuple[Space, ...]) -> tuple[Move, ...]:
    """Each of the tiles on each of the spaces; equal tiles are one option."""
    return tuple([LAY[tile][space] for tile in dict.fromkeys(tiles) for space in spaces])


@cites(R("R4.1"), R("Q15"))
def scout(state: State, seat: Seat, then: phases.Phase, events: Events, chance: Chance) -> State:
    """A scout draws tiles to lay; if none can be laid, the action has no effect."""
    if not can_lay(state, seat, state.crews[seat]):
        events.append(ev.Idled(seat))
        return replace(state, phase=then)
    tiles, state = draw_tiles(state, seat, SCOUT_TILES, events, chance)
    return replace(state, phase=Scouting(seat, tiles, then))


@cites(R("R4.1"), R("Q4"))
class Scouting(Struct, frozen=True, tag=True, gc=False):
    """A scout's tiles, one after the other, on empty spaces joined to the vehicle."""

    seat: Seat
    tiles: tuple[Tile, ...]
    then: phases.Phase

    def spaces(self, state: State) -> tuple[Space, ...]:
        return open_spaces(state.crews[self.seat].space, state.board)

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.seat, Q_LAY, lay_options(self.tiles, self.spaces(state))),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Lay):
            raise RulesBug(move)
        events.append(ev.Laid(seat, move.tile, move.space))
        state = lay(state, move.space, move.tile)
        return replace(state, phase=Scouting(seat, without(self.tiles, move.tile), self.then))

    def resume(self, state: State, events: Events, chance: Chance) -> State | None:
        return stop_laying(state, self, events)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return why_not_lay(state, self.tiles, move, Refusal("not-joined", R("Q3")))


@cites(R("R7.3"))
def draw_map(state: State, seat: Seat, then: phases.Phase, events: Events, chance: Chance) -> State:
    """A cartographer draws three tiles."""
    tiles, state = draw_tiles(state, seat, CARTOGRAPHER_TILES, events, chance)
    return replace(state, phase=DrawingMap(seat, tiles, None, then))


@cites(R("R7.3"), R("Q26"))
class DrawingMap(Struct, frozen=True, tag=True, gc=False):
    """A cartographer's tiles, in a line that begins at the vehicle."""

    seat: Seat
    tiles: tuple[Tile, ...]
    last: Space | None  # where the line ends by now
    then: phases.Phase

    def spaces(self, state: State) -> tuple[Space, ...]:
        if self.last is None:
            return open_spaces(state.crews[self.seat].space, state.board)
        return line_spaces(self.last, state.board)

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.seat, Q_LAY_LINE, lay_options(self.tiles, self.spaces(state))),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Lay):
            raise RulesBug(move)
        events.append(ev.Mapped(seat, move.tile, move.space))
        state = lay(state, move.space, move.tile)
        line = DrawingMap(seat, without(self.tiles, move.tile), move.space, self.then)
        return replace(state, phase=line)

    def resume(self, state: State, events: Events, chance: Chance) -> State | None:
        return stop_laying(state, self, events)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return why_not_lay(state, self.tiles, move, Refusal("not-in-line", R("Q26")))


@cites(R("Q26"), R("Q27"))
def stop_laying(state: State, at_it: Scouting | DrawingMap, events: Events) -> State | None:
    """What can be laid must be laid; then the rest goes back into the bag."""
    if at_it.tiles and at_it.spaces(state):
        return None
    return replace(put_back(state, at_it.seat, at_it.tiles, events), phase=at_it.then)


def why_not_lay(
    state: State, tiles: tuple[Tile, ...], move: Move, not_there: Refusal
) -> Refusal | None:
    """Why no such tile can be laid there: not at all, or not from where the vehicle stands."""
    if not isinstance(move, Lay):
        return None
    if move.tile not in tiles:
        return Refusal("not-drawn", R("Q4"))
    if CITY[move.space]:
        return Refusal("no-tile-on-a-city", R("R4.1"))
    if state.board[move.space % SPACES] != EMPTY:
        return Refusal("not-empty", R("R4.1"))
    return not_there


# ------------------------------------------------------------------ repairing
@cites(R("R4.2"))
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
                state = to_discards(state, seat, card)
        crew = state.crews[seat]
        paid = move.sets * PARTS_PRICE[crew.space]
        crew = replace(
            crew,
            engine=crew.engine + move.engine,
            chassis=crew.chassis + move.chassis,
            money=crew.money - paid,
        )
        events.append(
            ev.Mended(
                seat=seat,
                engine=move.engine,
                chassis=move.chassis,
                parts=move.parts,
                toolboxes=move.toolboxes,
                paid=paid,
                engine_now=crew.engine,
                chassis_now=crew.chassis,
                money_now=crew.money,
                cards_now=len(crew.hand),
                known=crew.known,
            )
        )
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
@cites(R("Q15"))
def remove_tile(state: State, seat: Seat, then: phases.Phase, events: Events) -> State:
    """An escort removes a tile, if there is one."""
    if removable_tiles(state, seat):
        return replace(state, phase=Removing(seat, then))
    events.append(ev.Idled(seat))
    return replace(state, phase=then)


@cites(R("R4.3"), R("Q5"))
class Removing(Asking, frozen=True, tag=True, gc=False):
    """Which tile the escort removes."""

    seat: Seat
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (
            Ask(self.seat, Q_REMOVE, tuple([PICK[s] for s in removable_tiles(state, self.seat)])),
        )

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Pick):
            raise RulesBug(move)
        return replace(remove(state, seat, move.space, events), phase=self.then)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return why_not_remove(state, seat, move)


def why_not_remove(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Why a tile cannot be removed."""
    if not isinstance(move, Pick):
        return None
    if not 0 <= move.space < len(CITY) or state.board[move.space % SPACES] == EMPTY:
        return Refusal("no-tile-there", R("R4.3"))
    if any(crew.space == move.space for crew in state.crews):
        return Refusal("under-a-vehicle", R("R4.3"))
    if move.space not in joined_spaces(state.crews[seat].space, state.board):
        return Refusal("not-joined", R("Q3"))
    return None
