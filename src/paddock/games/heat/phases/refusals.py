"""Why a move is not offered: the clause and the reason, as finely as the rules tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddock.core.citing import cites
from paddock.core.errors import Refusal
from paddock.core.game import ask_of
from paddock.core.seats import Seat
from paddock.games.heat import moves as m
from paddock.games.heat.card import R
from paddock.games.heat.data import DIRECT, HEAT, STRESS, SYMBOLS
from paddock.games.heat.phases.after import Discarding, Slipping
from paddock.games.heat.phases.planning import Planning
from paddock.games.heat.phases.react import React, cooldown, room
from paddock.games.heat.rules.course import (
    COURSES,
    FREE_BOOST,
    GRID,
    NO_COOLING,
    TUNNEL,
)
from paddock.games.heat.rules.plans import price, reach

if TYPE_CHECKING:
    from paddock.games.heat.moves import Move
    from paddock.games.heat.state import State


def why_not(state: State, seat: Seat, move: Move) -> Refusal:
    """The finest reason there is; else the clause of the question."""
    match state.phase:
        case Planning():
            found = against_plan(state, seat, move)
        case React(seat=whose) as phase if whose == seat:
            found = against_reaction(state, phase, move)
        case Slipping():
            found = Refusal("slip-length", R("H6.1")) if isinstance(move, m.Slip) else None
        case Discarding():
            found = against_discard(state, seat, move)
        case _:
            found = None
    if found is not None:
        return found
    ask = ask_of(state.phase.asks(state), seat)
    return Refusal("not-offered", ask.question.clause if ask else R("H3.4"))


@cites(R("H1"), R("H1.1"), R("H2"), R("H2.1"), R("H2.2"), R("E2"))
def against_plan(state: State, seat: Seat, move: Move) -> Refusal | None:
    if isinstance(move, m.Shift):
        move = m.Plan(move.gear, (0,) * move.gear)
        counted = False
    else:
        counted = True
    if not isinstance(move, m.Plan):
        return None
    car, crs = state.cars[seat], COURSES[state.course]
    playable = sum(card != HEAT for card in car.hand)
    low, high = reach(car, crs)
    if playable < low:
        return Refusal("cluttered", R("H2.2"))
    if not 1 <= move.gear <= 4 or abs(move.gear - car.gear) > 2:
        return Refusal("gear-out-of-reach", R("H1.1"), (("gear", move.gear),))
    if not low <= move.gear <= high and not crs.tournament:
        clause = R("E2") if abs(move.gear - car.gear) == 1 else R("H1.1")
        heat = price(car, move.gear, crs)
        return Refusal("gear-too-dear", clause, (("heat", heat),))
    if not counted:
        return None
    if HEAT in move.cards:
        return Refusal("heat-not-played", R("H2.1"))
    if len(move.cards) != move.gear:
        return Refusal("cards-of-the-gear", R("H2"), (("gear", move.gear),))
    return Refusal("not-in-hand", R("H2"))


@cites(R("H4"), R("H5"), R("H5.1"), R("H5.2"), R("Q5"), R("Q12"))
def against_reaction(state: State, phase: React, move: Move) -> Refusal | None:
    car, crs = state.cars[phase.seat], COURSES[state.course]
    here = crs.flags[car.pos + GRID]
    match move:
        case m.Done():
            return Refusal("mandatory-first", R("H5"))
        case m.Push() if phase.push and not room(state.cars, car):
            return Refusal("no-room", R("Q12"))
        case m.Push():
            return Refusal("no-adrenaline", R("H4"))
        case m.Cool() if here & NO_COOLING:
            return Refusal("no-cooling-here", R("W4"))
        case m.Cool():
            cool = cooldown(phase, here)
            return Refusal("cooldown", R("H5.1"), (("cool", cool),))
        case m.Boost() if not phase.boost:
            return Refusal("boost-once", R("H5.2"))
        case m.Boost() if not car.engine and not here & FREE_BOOST:
            return Refusal("engine-empty", R("H5.2"))
        case _:
            return against_symbol(state, phase, move)


@cites(
    R("H5.3"), R("H5.4"), R("H5.5"), R("H5.6"), R("H5.7"), R("H5.8"), R("H5.9"), R("H5.10"), R("E3")
)
def against_symbol(state: State, phase: React, move: Move) -> Refusal | None:
    car, crs = state.cars[phase.seat], COURSES[state.course]
    match move:
        case m.Reduce() if crs.flags[car.pos + GRID] & TUNNEL:
            return Refusal("in-a-tunnel", R("E3"))
        case m.Reduce():
            return Refusal("no-symbol", R("H5.3"))
        case m.Salvage():
            return Refusal("no-symbol", R("H5.4"))
        case m.Direct() if move.card in car.hand and DIRECT[move.card]:
            cost = SYMBOLS[move.card].heat
            return Refusal("cannot-pay", R("Q8"), (("heat", cost),))
        case m.Direct():
            return Refusal("no-symbol", R("H5.5"))
        case m.Accelerate():
            return Refusal("no-symbol", R("H5.6"))
        case m.Supercool():
            return Refusal("no-symbol", R("H5.7"))
        case m.Draft():
            return Refusal("no-draft", R("H5.8"))
        case m.PayHeat() | m.Replace():
            return Refusal("not-so", R("H5.9"))
        case m.Scrap():
            return Refusal("no-symbol", R("H5.10"))
        case _:
            return None


@cites(R("H8"))
def against_discard(state: State, seat: Seat, move: Move) -> Refusal | None:
    if isinstance(move, m.Toss) and move.card in (HEAT, STRESS):
        return Refusal("heat-and-stress-stay", R("H8"))
    return None
