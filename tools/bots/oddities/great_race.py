"""The Great Race: drives, escorts and scouts that no crew would send."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.games.great_race.bots.ways import ahead, hops, purse, way_from
from paddock.games.great_race.data import SPACES
from paddock.games.great_race.moves import Clear, Explore, Go, Halt, Pick, Recruit, Sail
from paddock.games.great_race.phases import Driving, Removing
from paddock.games.great_race.phases.work import SCOUT_TILES
from paddock.games.great_race.view import View
from tools.bots.oddities import Count, PlayedRace, oddity, run_with

GAME = "great-race"
run_with(GAME, 3)


@oddity("a drive ends where it began, at the driver's will", GAME)
def drives_of_no_step(race: PlayedRace) -> Count:
    found = possible = 0
    for view, _, move, _ in race.decisions:
        if isinstance(view.phase, Driving) and view.phase.first:
            possible += isinstance(move, Go | Sail | Halt)
            found += isinstance(move, Halt)
    return Count(found, possible)


@oddity("an escort removes a tile that all crews have passed, or none at all", GAME)
def clears_behind(race: PlayedRace) -> Count:
    found = possible = 0
    for view, _, move, events in race.decisions:
        if isinstance(move, Clear):
            possible += 1
            found += any(type(event).__name__ == "Idled" for event in events)
        elif isinstance(view.phase, Removing) and isinstance(move, Pick):
            far = hops(view.goal)
            racing = [c for seat, c in enumerate(view.crews) if seat not in view.arrivals]
            found += all(far[c.space % SPACES] < far[move.space % SPACES] for c in racing)
    return Count(found, possible)


@oddity("a scout lays tiles though fewer are missing ahead, and the hand has room", GAME)
def lays_for_nothing(race: PlayedRace) -> Count:
    found = possible = 0
    for view, ask, move, _ in race.decisions:
        if isinstance(move, Explore | Recruit) and is_better_drawing(view, ask.seat):
            possible += 1
            found += isinstance(move, Explore)
    return Count(found, possible)


@oddity("no scout of a crew draws a card in a race, though one had better", GAME)
def scouts_never_draw(race: PlayedRace) -> Count:
    could: set[Seat] = set()
    drew: set[Seat] = set()
    for view, ask, move, _ in race.decisions:
        if isinstance(move, Explore | Recruit) and is_better_drawing(view, ask.seat):
            could.add(ask.seat)
        if isinstance(move, Recruit):
            drew.add(ask.seat)
    return Count(len(could - drew), len(could))


def is_better_drawing(view: View, seat: Seat) -> bool:
    """Whether a scout would lay a tile off the way, and the hand has room for a card."""
    crew = view.crews[seat]
    far = way_from(crew.space, view.goal, view.board, purse(crew.money))
    blanks = ahead(crew.space, far, view.board).blanks
    return crew.cards < crew.chassis and blanks < SCOUT_TILES
