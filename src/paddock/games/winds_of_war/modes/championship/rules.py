"""Points, prizes and standings of a season."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import CIRCUITS, POINTS, PRIZES
from paddock.games.winds_of_war.market.events import Won
from paddock.games.winds_of_war.modes.championship.events import Events, SeasonScored
from paddock.games.winds_of_war.modes.mille_miglia.events import RacingTime
from paddock.games.winds_of_war.modes.mille_miglia.rules import (
    ahead_of,
    before_first,
    final_places,
    tie_break,
)
from paddock.games.winds_of_war.modes.mille_miglia.state import Options as TourOptions
from paddock.games.winds_of_war.rules.order import places as race_places
from paddock.games.winds_of_war.state import Options as RaceOptions
from paddock.games.winds_of_war.state import State as RaceState
from paddock.games.winds_of_war.state import Team, before_start

if TYPE_CHECKING:
    from paddock.games.winds_of_war.modes.championship.state import Options, State


@cites(R("W4.3.2"), R("W4.3.3"))
def score(state: State, run: tuple[int, ...], events: Events) -> State:
    """Points and prizes by place; a retired car gets nothing."""
    points, won, teams = list(state.points), list(state.won), list(state.now.teams)
    results = (*state.results, run)
    for seat, place in sorted(enumerate(run), key=lambda row: row[1] or 99):
        worth = POINTS[place - 1] if 1 <= place <= len(POINTS) else 0
        prize = PRIZES[place - 1] if 1 <= place <= len(PRIZES) else 0
        points[seat] += worth
        events.append(SeasonScored(seat, place, worth, points[seat], results))
        if prize:
            won[seat] += prize
            teams[seat] = replace(teams[seat], purse=teams[seat].purse + prize)
            events.append(Won(seat, prize, won[seat], teams[seat].purse, R("W4.3.3")))
    return replace(
        state,
        results=results,
        points=tuple(points),
        won=tuple(won),
        now=replace(state.now, teams=tuple(teams)),
    )


@cites(R("W4.3.5"), R("Q65"))
def rank(state: State, seat: Seat) -> tuple[int, ...]:
    """What the table is sorted by: points, wins, better places, money. Smaller is better."""
    places = [result[seat] for result in state.results]
    counts = [-places.count(place) for place in range(1, len(state.points) + 1)]
    return (-state.points[seat], *counts, -state.now.teams[seat].purse)


def table(state: State) -> list[Seat]:
    """The teams, the best first."""
    return sorted(range(len(state.points)), key=lambda seat: (rank(state, seat), seat))


def places(state: State) -> tuple[int, ...]:
    """By seat; equal in everything is a tie."""
    keys = [rank(state, seat) for seat in range(len(state.points))]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def race_options(options: Options, race: int) -> RaceOptions:
    """The options of one race of the season, counted from 0."""
    road = options.calendar[race]
    return RaceOptions(
        circuit=road if road in CIRCUITS else RaceOptions().circuit,
        laps=options.laps_of(race),
        style=options.style,
        group=options.group,
        year=options.year,
        garage=options.garage,
        weather=options.weather,
        qualifying=options.qualifying,
        layout=options.layout,
        retire=options.retire,
        plot_seconds=options.plot_seconds,
        own="" if road in options.circuits else road,
    )


def tour_options(options: Options) -> TourOptions:
    """The options of the Tour of Calabria in the season."""
    return TourOptions(
        format="calabria",
        year=options.year,
        style=options.style,
        group=options.group,
        garage=options.garage,
        weather=options.weather,
        retire=options.retire,
        plot_seconds=options.plot_seconds,
    )


@cites(R("W4.3.1"), R("W4.2.3"))
def before_race(
    options: Options,
    race: int,
    teams: tuple[Team, ...],
    stock: tuple[int, ...],
    shelf: tuple[int, ...],
) -> RaceState:
    """A race of the season, counted from 0, before its start: a Grand Prix or the Tour."""
    if options.is_tour(race):
        return before_first(tour_options(options), teams, stock, shelf)
    return before_start(race_options(options, race), teams, stock, shelf)


@cites(R("W4.2.6"), R("W4.4.8"))
def places_of_race(now: RaceState, events: Events, chance: Chance) -> tuple[int, ...]:
    """The places of a race that is over, by seat: as they crossed the line, or by racing time."""
    if now.stage is None:
        return race_places(now.road, now.cars, now.home)
    stage, places = now.stage, final_places(now, chance)
    for seat in now.home:
        tie = tie_break(now, seat, ahead_of(places, seat))
        events.append(RacingTime(seat, stage.times[seat] - stage.first[seat], tie))
    return places
