"""Repairs by the roadside: which are possible, whose parts are used, how long they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import NO_LINE, Job, Lane, Part
from paddock.games.winds_of_war.events import Events, Fetched, PulledOver
from paddock.games.winds_of_war.rules.event_cards import put_at_edge
from paddock.games.winds_of_war.rules.pits import (
    MECHANIC,
    REPAIRS,
    can_stop,
    do_repairs,
    is_possible,
    total_time,
    without_part,
)
from paddock.games.winds_of_war.state.pieces import TRACK, Car, Team

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

MECHANICS_SPARES = (99, 99, 99, 99, 99)  # by Part: mechanics have every part
MAX_FETCHED_PARTS = 2
FETCHING_TURNS = (0, 1, 3)  # turns by number of parts


@cites(R("W4.4.9"), R("Q101"))
def has_assistance(state: State, seat: Seat) -> bool:
    """Whether a car is in the curve where mechanics wait."""
    stage = state.stage
    if stage is None or stage.marker < 0:
        return False
    return TRACK[state.road].curve[state.cars[seat].box] == stage.marker


@cites(R("Q98"))
def can_halt(state: State, seat: Seat) -> bool:
    """Whether a car may stop here: on the road, with something to repair or fetch, away from
    pits."""
    stage = state.stage
    if stage is None or stage.format.like_grand_prix:
        return False
    car = state.cars[seat]
    if car.box == TRACK[state.road].door or not can_stop(state.sheets[seat], car):
        return False
    return bool(possible_jobs_by_road(state, seat, ()) or parts_to_fetch(state, seat, ()))


def with_supplies(state: State, seat: Seat) -> Team:
    """The team with the parts it may use here: its own, or all."""
    team = state.teams[seat]
    return replace(team, spares=MECHANICS_SPARES) if has_assistance(state, seat) else team


def after_jobs_by_road(state: State, seat: Seat, jobs: tuple[Job, ...]) -> tuple[Car, Team]:
    """The car and the parts left after these repairs."""
    car, team = state.cars[seat], with_supplies(state, seat)
    for job in jobs:
        car, team = REPAIRS[job].done(car), without_part(team, job)
    return car, team


def possible_jobs_by_road(state: State, seat: Seat, jobs: tuple[Job, ...]) -> list[Job]:
    """The repairs that may be chosen next, from the last one on."""
    car, team = after_jobs_by_road(state, seat, jobs)
    first = jobs[-1] if jobs else Job.ENGINE
    sheet = state.sheets[seat]
    return [job for job in Job if job >= first and is_possible(sheet, team, car, job)]


def parts_to_fetch(state: State, seat: Seat, parts: tuple[Part, ...]) -> list[Part]:
    """The parts that may be fetched next, from the last one on: up to two that the decks have."""
    if len(parts) >= MAX_FETCHED_PARTS or not has_assistance(state, seat):
        return []
    first = parts[-1] if parts else Part.TYRE
    return [p for p in Part if p >= first and state.stock[p] > parts.count(p)]


@cites(R("W4.4.9"), R("Q43"), R("Q44"))
def halt_time(
    state: State, seat: Seat, jobs: tuple[Job, ...], parts: tuple[Part, ...]
) -> tuple[int, bool]:
    """The turns of a stop: the sum of the repairs, halved where mechanics help, plus fetching; and
    whether the riding mechanic helped."""
    time, helped = total_time(state.sheets[seat], state.cars[seat], jobs)
    if has_assistance(state, seat):
        time = (time + 1) // 2
    return time + FETCHING_TURNS[len(parts)], helped


@cites(R("W4.4.9"), R("Q45"))
def pull_over(
    state: State,
    seat: Seat,
    edge: Lane,
    jobs: tuple[Job, ...],
    parts: tuple[Part, ...],
    events: Events,
) -> State:
    """Stop at the edge of the road, repair, and continue after some turns."""
    turns, helped = halt_time(state, seat, jobs, parts)
    free = has_assistance(state, seat)
    events.append(PulledOver(seat, turns, free))
    there = TRACK[state.road].level[state.cars[seat].box][edge]
    state = put_at_edge(state, seat, there, events)
    state = do_repairs(state, seat, jobs, MECHANIC if helped else None, free, events)
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
