"""Options that no crew would choose, whatever they are worth: bots leave them out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paddock.core.game import Ask
from paddock.games.great_race.bots.ways import ahead, hops, purse, way_from
from paddock.games.great_race.data import (
    BLACK_FUEL,
    CITY,
    CITY_FUEL,
    EMPTY,
    FUEL,
    NEXT,
    PILOT,
    POINTS,
    ROUTES,
    SPACES,
    TRANSPORT,
    TRANSPORT_SAVES,
    Space,
)
from paddock.games.great_race.moves import (
    CLEAR,
    DRIVE,
    EXPLORE,
    PLAY,
    RECRUIT,
    Halt,
    Move,
    Pick,
)
from paddock.games.great_race.phases import Driving, Removing
from paddock.games.great_race.phases import Sequence as Turn
from paddock.games.great_race.phases.work import SCOUT_TILES
from paddock.games.great_race.rules.ground import EMPTY_SPACE_FUEL, joined_spaces
from paddock.games.great_race.view import CrewSeen, View


def sensible(view: View, ask: Ask[Move]) -> Sequence[Move]:
    """Without drives that get nowhere, tiles that all crews have passed, and scouts that lay tiles
    where fewer are missing than they bring."""
    options = tuple(ask.options)
    phase = view.phase
    if isinstance(phase, Driving):
        if phase.first and can_set_off(view, view.crews[ask.seat]):
            return [move for move in options if not isinstance(move, Halt)]
    elif isinstance(phase, Removing):
        near = set(still_ahead(view, [move.space for move in options if isinstance(move, Pick)]))
        return [move for move in options if isinstance(move, Pick) and move.space in near]
    elif isinstance(phase, Turn):
        crew = view.crews[ask.seat]
        useless: list[Move] = []
        if not can_set_off(view, crew):
            useless += [DRIVE, PLAY[PILOT]]
        if CLEAR in options and not still_ahead(view, removable(view, crew)):
            useless.append(CLEAR)
        if RECRUIT in options and crew.cards < crew.chassis and not can_lay_all(view, crew):
            useless.append(EXPLORE)
        return [move for move in options if move not in useless]
    return options


def still_ahead(view: View, spaces: Iterable[Space]) -> list[Space]:
    """The spaces that a crew still racing has not passed."""
    far = hops(view.goal)
    last = max([far[c.space % SPACES] for s, c in enumerate(view.crews) if s not in view.arrivals])
    return [space for space in spaces if far[space % SPACES] <= last]


def can_lay_all(view: View, crew: CrewSeen) -> bool:
    """Whether as many tiles are missing on the way ahead as a scout brings."""
    far = way_from(crew.space, view.goal, view.board, purse(crew.money))
    return ahead(crew.space, far, view.board).blanks >= SCOUT_TILES


def removable(view: View, crew: CrewSeen) -> list[Space]:
    """The tiles that an escort could remove."""
    taken = {other.space for other in view.crews}
    return [
        space
        for space in joined_spaces(crew.space, view.board)
        if view.board[space % SPACES] != EMPTY and space not in taken
    ]


def can_set_off(view: View, crew: CrewSeen) -> bool:
    """Whether the gauges, or the money for a route, allow a first step."""
    saved = TRANSPORT_SAVES * view.hand.count(TRANSPORT)
    sails = crew.fuel >= CITY_FUEL and any(
        route.price - saved <= crew.money for route in ROUTES[crew.space]
    )
    return sails or any(can_step(view, crew, to) for to in NEXT[crew.space])


def can_step(view: View, crew: CrewSeen, to: Space) -> bool:
    """Whether fuel and points are enough for a neighbour; an unknown one costs one fuel or more."""
    if CITY[to]:
        return crew.fuel >= CITY_FUEL
    tile = view.board[to % SPACES]
    if tile == EMPTY:
        return crew.fuel >= EMPTY_SPACE_FUEL + BLACK_FUEL[to]
    return crew.fuel >= FUEL[tile] + BLACK_FUEL[to] and crew.engine + crew.chassis >= POINTS[tile]
