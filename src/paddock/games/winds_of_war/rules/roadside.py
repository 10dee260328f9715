"""Repairs by the roadside: what can be done, with whose parts, and how long it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import NO_LINE, Job, Lane, Part
from paddock.games.winds_of_war.events import Events, Fetched, PulledOver
from paddock.games.winds_of_war.rules.event_cards import beside_the_road
from paddock.games.winds_of_war.rules.pits import (
    MECHANIC,
    REPAIRS,
    carry_out,
    possible,
    total_time,
    used_up,
)
from paddock.games.winds_of_war.state.pieces import TRACK, Car, Team

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

PLENTY = (99, 99, 99, 99, 99)  # by Part: mechanics have every part
MOST_FETCHED = 2
FETCHING = (0, 1, 3)  # turns for so many parts


@cites(R("W4.4.9"), R("Q101"))
def assisted(state: State, seat: Seat) -> bool:
    """In the curve where mechanics wait."""
    stage = state.stage
    if stage is None or stage.marker < 0:
        return False
    return TRACK[state.road].curve[state.cars[seat].box] == stage.marker


@cites(R("Q98"))
def may_halt(state: State, seat: Seat) -> bool:
    """On the road, with something to be repaired or fetched; not where there are pits."""
    stage = state.stage
    if stage is None or stage.format.like_grand_prix:
        return False
    if state.cars[seat].box == TRACK[state.road].door:
        return False
    return bool(jobs_by_road(state, seat, ()) or parts_to_fetch(state, seat, ()))


def supplied(state: State, seat: Seat) -> Team:
    """A team with the parts it may use here: its own, or all of them."""
    team = state.teams[seat]
    return replace(team, spares=PLENTY) if assisted(state, seat) else team


def after_jobs_by_road(state: State, seat: Seat, jobs: tuple[Job, ...]) -> tuple[Car, Team]:
    """The car and what there is left for it after these repairs."""
    car, team = state.cars[seat], supplied(state, seat)
    for job in jobs:
        car, team = REPAIRS[job].done(car), used_up(team, job)
    return car, team


def jobs_by_road(state: State, seat: Seat, jobs: tuple[Job, ...]) -> list[Job]:
    """What may be named next, from the last one named on."""
    car, team = after_jobs_by_road(state, seat, jobs)
    first = jobs[-1] if jobs else Job.ENGINE
    sheet = state.sheets[seat]
    return [job for job in Job if job >= first and possible(sheet, team, car, job)]


def parts_to_fetch(state: State, seat: Seat, parts: tuple[Part, ...]) -> list[Part]:
    """What may be fetched next, from the last one on: up to two cards that the decks have."""
    if len(parts) >= MOST_FETCHED or not assisted(state, seat):
        return []
    first = parts[-1] if parts else Part.TYRE
    return [p for p in Part if p >= first and state.stock[p] > parts.count(p)]


@cites(R("W4.4.9"), R("Q43"), R("Q44"))
def halt_time(
    state: State, seat: Seat, jobs: tuple[Job, ...], parts: tuple[Part, ...]
) -> tuple[int, bool]:
    """The sum of the times, halved where mechanics help, and the turns of fetching; and whether the
    riding mechanic has helped."""
    time, helped = total_time(state.sheets[seat], state.cars[seat], jobs)
    if assisted(state, seat):
        time = (time + 1) // 2
    return time + FETCHING[len(parts)], helped


@cites(R("W4.4.9"), R("Q45"))
def pull_over(
    state: State,
    seat: Seat,
    edge: Lane,
    jobs: tuple[Job, ...],
    parts: tuple[Part, ...],
    events: Events,
) -> State:
    """The car goes to the edge, stands there, is repaired, and drives on after so many turns."""
    turns, helped = halt_time(state, seat, jobs, parts)
    free = assisted(state, seat)
    events.append(PulledOver(seat, turns, free))
    there = TRACK[state.road].level[state.cars[seat].box][edge]
    state = beside_the_road(state, seat, there, events)
    state = carry_out(state, seat, jobs, MECHANIC if helped else None, free, events)
    for part in parts:
        team = state.teams[seat]
        team = replace(team, spares=replace_at(team.spares, part, team.spares[part] + 1))
        events.append(Fetched(seat, part, team.spares))
        state = replace(
            state,
            teams=replace_at(state.teams, seat, team),
            stock=replace_at(state.stock, part, state.stock[part] - 1),
        )
    car = replace(state.cars[seat], speed=0, line=NO_LINE, until=state.turn + turns)
    return replace(state, cars=replace_at(state.cars, seat, car))
