"""Why a move is not offered: the finest clause that forbids it."""

from __future__ import annotations

from paddock.core.errors import Refusal
from paddock.core.game import Ask
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.track import UP
from paddock.games.winds_of_war.moves import (
    Bid,
    Brake,
    Burst,
    Dive,
    Fix,
    Launch,
    Move,
    Pit,
    Plan,
    Steer,
)
from paddock.games.winds_of_war.phases.driving import Driving
from paddock.games.winds_of_war.phases.planning import Pitting, Planning
from paddock.games.winds_of_war.rules.gauges import acceleration, top_speed
from paddock.games.winds_of_war.rules.pits import NEEDS, after_jobs
from paddock.games.winds_of_war.rules.road import standing_on
from paddock.games.winds_of_war.state import State
from paddock.games.winds_of_war.state.pieces import PUNCTURE, TRACK, allowance


def refusal(state: State, seat: Seat, move: Move, ask: Ask[Move] | None) -> Refusal:
    """The clause against a move; what the question says where nothing finer is known."""
    if ask is None:
        return Refusal("not-offered", R("W2.1"))
    car_known = bool(state.cars) and 0 <= seat < len(state.cars)
    match move:
        case Plan() | Launch() if isinstance(state.phase, Planning):
            return against_plan(state, seat, move)
        case Pit() if isinstance(state.phase, Planning):
            return Refusal("not-in-pits", R("W4.2.8"))
        case Fix() if isinstance(state.phase, Pitting):
            return against_repair(state, seat, move, state.phase.jobs)
        case Steer() if isinstance(state.phase, Driving):
            return against_step(state, seat, move)
        case Brake() if car_known:
            return against_last_resort(state, seat, R("W3.9.8"), "no-emergency")
        case Dive() if car_known:
            return against_last_resort(state, seat, R("W3.9.9"), "no-hard-braking")
        case Burst() if car_known:
            return against_last_resort(state, seat, R("W3.9.10"), "no-fast-exit")
        case Bid():
            return Refusal("bad-bid", R("Q57"))
        case _:
            return Refusal("not-offered", ask.question.clause)


def against_plan(state: State, seat: Seat, move: Plan | Launch) -> Refusal:
    car, sheet = state.cars[seat], state.sheets[seat]
    limit, _ = top_speed(sheet, car)
    if isinstance(move, Launch) and car.speed:
        return Refusal("not-standing", R("W3.6.2"))
    if move.speed > limit:
        return Refusal("above-top", R("Q18") if limit < sheet.top else R("W3.4"))
    if move.speed < car.speed:
        return Refusal("too-hard-braking", R("W3.5"))
    if move.extra:
        return Refusal("no-extra", R("W3.4.3"))
    mostly = TRACK[state.options.circuit].mostly[car.box]
    gain = move.speed - car.speed
    uphill = 0 <= move.speed < 18 and mostly[allowance(move.speed)] == UP
    if uphill and gain <= acceleration(sheet, car):
        return Refusal("uphill", R("W3.8.1"))
    return Refusal("too-much-acceleration", R("W3.4"))


def against_repair(state: State, seat: Seat, move: Fix, jobs: tuple[int, ...]) -> Refusal:
    if not 0 <= move.job < len(NEEDS):
        return Refusal("not-offered", R("W4.2.8"))
    _, team = after_jobs(state, seat, jobs)
    part = NEEDS[move.job]
    if part >= 0 and not team.spares[part]:
        return Refusal("no-part", R("W3.12.1"))
    return Refusal("nothing-to-repair", R("W4.2.8"))


def against_step(state: State, seat: Seat, move: Steer) -> Refusal:
    track = TRACK[state.options.circuit]
    there = track.beside(state.cars[seat].box, move.way)
    if there < 0:
        return Refusal("off-the-road", R("W3.1"))
    if standing_on(state, there, seat) >= 0:
        return Refusal("occupied", R("W3.11.1"))
    return Refusal("leads-to-collision", R("Q7"))


def against_last_resort(state: State, seat: Seat, clause: str, reason: str) -> Refusal:
    if state.cars[seat].broken & PUNCTURE:
        return Refusal("punctured", R("W3.12.7"))
    return Refusal(reason, clause)
