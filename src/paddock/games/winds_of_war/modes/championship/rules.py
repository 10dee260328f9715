"""Points, prizes and standings of a season."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.game import Outcome
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import POINTS, PRIZES
from paddock.games.winds_of_war.market.events import Won
from paddock.games.winds_of_war.modes.championship.events import Events, SeasonScored
from paddock.games.winds_of_war.state import Options as RaceOptions

if TYPE_CHECKING:
    from paddock.games.winds_of_war.modes.championship.state import Options, State


@cites(R("W4.3.2"), R("W4.3.3"))
def score(state: State, outcome: Outcome, events: Events) -> State:
    """Points and prizes by place; a retired car gets nothing."""
    points, won, teams = list(state.points), list(state.won), list(state.now.teams)
    results = (*state.results, outcome.places)
    for seat, place in sorted(enumerate(outcome.places), key=lambda row: row[1] or 99):
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
    printed = options.circuits[race : race + 1]
    return RaceOptions(
        circuit=printed[0] if printed else RaceOptions().circuit,
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
        own="" if printed else options.calendar[race],
    )
