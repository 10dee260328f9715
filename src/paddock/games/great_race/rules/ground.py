"""The ground: what is joined to what, where tiles can be laid and lifted, what a space costs."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.great_race import events as ev
from paddock.games.great_race.card import R
from paddock.games.great_race.data import (
    BLACK_FUEL,
    CITY,
    EMPTY,
    FUEL,
    JOINS,
    LANDS,
    NEXT,
    ROW,
    ROWS,
    SPACES,
    Space,
    Tile,
)
from paddock.games.great_race.events import Events

if TYPE_CHECKING:
    from paddock.games.great_race.state import Crew, Options, State

START: Final = {
    (land.id, direction): land.north if direction == "south" else land.south
    for land in LANDS.values()
    for direction in ("south", "north")
}
GOAL: Final = {
    (land.id, direction): land.south if direction == "south" else land.north
    for land in LANDS.values()
    for direction in ("south", "north")
}
PLAIN: Final = 1  # fuel for an empty space when the bag is empty


def goal(options: Options) -> Space:
    return GOAL[options.continent, options.direction]


@cites(R("R6"))
def progress(options: Options, space: Space) -> int:
    """The row of a space, counted from the starting city."""
    return ROW[space] if options.direction == "south" else ROWS + 1 - ROW[space]


@cites(R("Q3"), R("Q30"))
def joined(space: Space, board: tuple[Tile, ...]) -> tuple[Space, ...]:
    """The spaces that a chain of tiles, cities and routes connects with this one; itself first."""
    return chain(space, board)[0]


@cites(R("R4.1"), R("Q4"))
def open_spaces(space: Space, board: tuple[Tile, ...]) -> tuple[Space, ...]:
    """The empty spaces next to the chain that begins here: where a scout may lay a tile."""
    return chain(space, board)[1]


@functools.lru_cache(maxsize=1 << 14)
def chain(space: Space, board: tuple[Tile, ...]) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    """What is joined to a space, and the empty spaces beside that. A route ends in a city, so that
    whatever is empty lies there by land."""
    found, blanks = [space], []
    seen = bytearray(len(CITY))
    seen[space] = True
    for here in found:
        for beside in JOINS[here]:
            if not seen[beside]:
                seen[beside] = True
                if CITY[beside] or board[beside % SPACES] != EMPTY:
                    found.append(beside)
                else:
                    blanks.append(beside)
    return tuple(found), tuple(sorted(blanks))


@cites(R("R7.3"), R("Q26"))
def line_spaces(last: Space, board: tuple[Tile, ...]) -> tuple[Space, ...]:
    """Where the line goes on: next to its last tile, or next to a city beside that tile."""
    near = {last, *(beside for beside in NEXT[last] if CITY[beside])}
    return tuple(sorted({
        beside
        for here in near
        for beside in NEXT[here]
        if not CITY[beside] and board[beside % SPACES] == EMPTY
    }))  # fmt: skip


@cites(R("R4.3"), R("Q25"))
def removable(state: State, seat: Seat) -> tuple[Space, ...]:
    """The tiles joined to a vehicle that carry none."""
    taken = {crew.space for crew in state.crews}
    board = state.board
    return tuple(sorted([
        space
        for space in joined(state.crews[seat].space, board)
        if board[space % SPACES] != EMPTY and space not in taken
    ]))  # fmt: skip


def can_remove(state: State, seat: Seat, crew: Crew) -> bool:
    """Whether there is such a tile; next to the vehicle there usually is one."""
    board, here = state.board, crew.space
    taken = [crew.space for crew in state.crews]
    for beside in NEXT[here]:
        if board[beside % SPACES] != EMPTY and beside not in taken:
            return True
    return bool(removable(state, seat))


def can_lay(state: State, seat: Seat, crew: Crew) -> bool:
    """Whether there is a tile, and an empty space joined to the vehicle."""
    if not state.bag:
        return False
    board, here = state.board, crew.space
    for beside in NEXT[here]:
        if board[beside % SPACES] == EMPTY and not CITY[beside]:
            return True
    return bool(open_spaces(here, board))


def tiled(state: State) -> tuple[Space, ...]:
    """Every space of the board with a tile."""
    first = LANDS[state.options.continent].first
    return tuple([first + i for i, tile in enumerate(state.board) if tile != EMPTY])


@cites(R("R5.7"), R("Q24"))
def fuel_cost(space: Space, tile: Tile) -> int:
    """What a tile costs in fuel on a space: black belongs to the space."""
    return FUEL[tile] + BLACK_FUEL[space]


# ------------------------------------------------------------------ bag and board
@cites(R("Q42"))
def draw_tile(state: State, chance: Chance) -> tuple[Tile, State]:
    """A tile out of the bag, before everybody's eyes."""
    bag = state.bag
    index = chance.pick(bag, "tile")
    tile = bag[index]
    return tile, replace(state, bag=(*bag[:index], *bag[index + 1 :]))


@cites(R("Q27"))
def put_back(state: State, seat: Seat, tiles: tuple[Tile, ...], events: Events) -> State:
    """Tiles that could not be laid go back into the bag."""
    if not tiles:
        return state
    events += [ev.Returned(seat, tile) for tile in tiles]
    return replace(state, bag=tuple(sorted(state.bag + tiles)))


def lay(state: State, space: Space, tile: Tile) -> State:
    return replace(state, board=replace_at(state.board, space % SPACES, tile))


@cites(R("Q5"))
def remove(state: State, seat: Seat, space: Space, events: Events) -> State:
    """A tile leaves the game for ever."""
    events.append(ev.Removed(seat, state.board[space % SPACES], space))
    return replace(state, board=replace_at(state.board, space % SPACES, EMPTY))
