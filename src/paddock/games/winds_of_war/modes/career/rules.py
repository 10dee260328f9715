"""Rules of the career: prizes, the order of market visits, drivers who leave, the winner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import CAREER_PRIZES, DRIVER_X, WORKS_DRIVER
from paddock.games.winds_of_war.market.events import Won
from paddock.games.winds_of_war.modes.career.events import DriverLeft, EditionEnded, Events
from paddock.games.winds_of_war.modes.mille_miglia.state import Options as EditionOptions
from paddock.games.winds_of_war.rules.purchases import cars_on_offer, drivers_on_offer
from paddock.games.winds_of_war.state import State as RaceState
from paddock.games.winds_of_war.state import Team

if TYPE_CHECKING:
    from paddock.games.winds_of_war.modes.career.state import Options, State


def edition_options(options: Options, edition: int) -> EditionOptions:
    """The options of one edition, counted from 0."""
    return EditionOptions(
        format=options.format,
        year=options.years()[edition],
        style=options.style,
        group=options.group,
        garage=options.garage,
        weather=options.weather,
        retire=options.retire,
        plot_seconds=options.plot_seconds,
        own=options.own,
    )


@cites(R("W4.6.2"), R("Q103"))
def pay_prizes(state: State, places: tuple[int, ...], events: Events) -> State:
    """Prize money for the first six; a retired car gets nothing."""
    won, teams = list(state.won), list(state.now.teams)
    results = (*state.results, places)
    events.append(EditionEnded(state.edition.options.year, results))
    for place, prize in enumerate(CAREER_PRIZES, 1):
        for seat in [seat for seat, own in enumerate(places) if own == place]:
            won[seat] += prize
            teams[seat] = replace(teams[seat], purse=teams[seat].purse + prize)
            events.append(Won(seat, prize, won[seat], teams[seat].purse, R("W4.6.2")))
    state = replace(state, results=results, won=tuple(won))
    return with_now(state, replace(state.now, teams=tuple(teams)))


def with_now(state: State, now: RaceState) -> State:
    """The same with what the teams have now."""
    return replace(state, edition=replace(state.edition, now=now))


# ------------------------------------------------------------------ between two years


@cites(R("W4.6.3"), R("Q103"))
def visiting_order(state: State, chance: Chance) -> tuple[Seat, ...]:
    """From the least prize money to the most, then the worse place in the last edition, then a
    die; a retired car has the worst."""
    places = state.results[-1]
    last = len(places) + 1
    keys: list[tuple[int, ...]]
    keys = [(won, -(place or last)) for won, place in zip(state.won, places, strict=True)]
    return by_die(keys, "visiting order", chance)


@cites(R("Q103"))
def part_with_drivers(now: RaceState, events: Events) -> RaceState:
    """Drivers who are not in the next yearbook leave, without refund; a works driver stays."""
    listed = {*drivers_on_offer(now), WORKS_DRIVER, DRIVER_X}
    for seat, team in enumerate(now.teams):
        if team.driver not in listed:
            events.append(DriverLeft(seat, team.driver, DRIVER_X))
            now = replace(now, teams=replace_at(now.teams, seat, replace(team, driver=DRIVER_X)))
    return now


@cites(R("W4.6.3"), R("Q103"))
def may_start(now: RaceState, team: Team) -> bool:
    """Whether a team has a car of the next line-up; any other must be sold or dealt."""
    return team.model in cars_on_offer(now)


# ------------------------------------------------------------------ the end


@cites(R("W4.6.4"), R("Q103"))
def rank(results: tuple[tuple[int, ...], ...], won: int, seat: Seat) -> tuple[int, ...]:
    """What teams are sorted by: prize money, wins, better places. Smaller is better."""
    places = [result[seat] for result in results]
    counts = [-places.count(place) for place in range(1, len(CAREER_PRIZES) + 1)]
    return (-won, *counts)


def ranks(state: State) -> list[tuple[int, ...]]:
    return [rank(state.results, won, seat) for seat, won in enumerate(state.won)]


def table(state: State) -> list[Seat]:
    """The teams, the best first."""
    keys = ranks(state)
    return sorted(range(len(keys)), key=lambda seat: (keys[seat], seat))


def final_places(state: State, chance: Chance) -> tuple[int, ...]:
    """By seat; equal in everything, a die decides."""
    order = by_die(ranks(state), "career", chance)
    return tuple([1 + order.index(seat) for seat in range(len(order))])


def by_die(keys: list[tuple[int, ...]], label: str, chance: Chance) -> tuple[Seat, ...]:
    """The seats by their keys, the smallest first; ties by a die."""
    order: list[Seat] = []
    for key in sorted(set(keys)):
        tied = [seat for seat, own in enumerate(keys) if own == key]
        while len(tied) > 1:
            order.append(tied.pop(chance.pick(tied, label)))
        order += tied
    return tuple(order)
