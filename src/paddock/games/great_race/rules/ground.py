"""The ground: joined spaces, laying and removing tiles, cost of a space."""

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
EMPTY_SPACE_FUEL: Final = 1  # fuel for an empty space when the bag is empty


def goal(options: Options) -> Space:
    return GOAL[options.continent, options.direction]


@cites(R("R6"))
def progress(options: Options, space: Space) -> int:
    """The row of a space, counted from the starting city."""
    return ROW[space] if options.direction == "south" else ROWS + 1 - ROW[space]


@cites(R("Q3"), R("Q30"))
def joined_spaces(space: Space, board: tuple[Tile, ...]) -> tuple[Space, ...]:
    """The spaces that a chain of tiles, cities and routes connects with this one; itself first."""
    return chain(space, board)[0]


@cites(R("R4.1"), R("Q4"))
def open_spaces(space: Space, board: tuple[Tile, ...]) -> tuple[Space, ...]:
    """The empty spaces next to the chain that begins here: where a scout may lay a tile."""
    return chain(space, board)[1]


@functools.lru_cache(maxsize=1 << 14)
def chain(space: Space, board: tuple[Tile, ...]) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    """The spaces joined to a space, and the empty spaces next to them.

    Routes end in cities, so empty spaces are always reached by land.
    """
    found, blanks = [space], []
    seen = bytearray(len(CITY))
    seen[space] = True
    for here in found:
        for neighbour in JOINS[here]:
            if not seen[neighbour]:
                seen[neighbour] = True
                if CITY[neighbour] or board[neighbour % SPACES] != EMPTY:
                    found.append(neighbour)
                else:
                    blanks.append(neighbour)
    return tuple(found), tuple(sorted(blanks))


@cites(R("R7.3"), R("Q26"))
def line_spaces(last: Space, board: tuple[Tile, ...]) -> tuple[Space, ...]:
    """Spaces that continue a line: next to its last tile, or to a city next to that tile."""
    near = {last, *(neighbour for neighbour in NEXT[last] if CITY[neighbour])}
    return tuple(sorted({
        neighbour
        for here in near
        for neighbour in NEXT[here]
        if not CITY[neighbour] and board[neighbour % SPACES] == EMPTY
    }))  # fmt: skip


@cites(R("R4.3"), R("Q25"))
def removable_tiles(state: State, seat: Seat) -> tuple[Space, ...]:
    """The tiles joined to a vehicle that carry none."""
    taken = {crew.space for crew in state.crews}
    board = state.board
    return tuple(sorted([
        space
        for space in joined_spaces(state.crews[seat].space, board)
        if board[space % SPACES] != EMPTY and space not in taken
    ]))  # fmt: skip


def can_remove(state: State, seat: Seat, crew: Crew) -> bool:
    """Whether there is such a tile; next to the vehicle there usually is one."""
    board, here = state.board, crew.space
    taken = [crew.space for crew in state.crews]
    for neighbour in NEXT[here]:
        if board[neighbour % SPACES] != EMPTY and neighbour not in taken:
            return True
    return bool(removable_tiles(state, seat))


def can_lay(state: State, seat: Seat, crew: Crew) -> bool:
    """Whether there is a tile, and an empty space joined to the vehicle."""
    if not state.bag:
        return False
    board, here = state.board, crew.space
    for neighbour in NEXT[here]:
        if board[neighbour % SPACES] == EMPTY and not CITY[neighbour]:
            return True
    return bool(open_spaces(here, board))


def tiled_spaces(state: State) -> tuple[Space, ...]:
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
    """Draw a tile from the bag, publicly."""
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
    """Remove a tile from the game."""
    events.append(ev.Removed(seat, state.board[space % SPACES], space))
    return replace(state, board=replace_at(state.board, space % SPACES, EMPTY))
