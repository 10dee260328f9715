"""The events of section 6 that may happen in a Grand Prix."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import DECK
from paddock.games.winds_of_war.data.enums import OFF, PLUG, PUNCTURE, RACING, Lane, Way
from paddock.games.winds_of_war.events import EventDrawn, EventIgnored, Events, Slowed, WeatherSet
from paddock.games.winds_of_war.rules.crash import accident, drop_line
from paddock.games.winds_of_war.rules.gauges import (
    SPRINGS,
    change,
    fail,
    heat,
    hurt_brakes,
    hurt_engine,
    hurt_tyres,
)
from paddock.games.winds_of_war.rules.road import relocate
from paddock.games.winds_of_war.state.pieces import TRACK, Car, progress

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

CLAUSE = {
    100: R("W6.100"),
    101: R("W6.101"),
    102: R("W6.102"),
    103: R("W6.102"),
    105: R("W6.105"),
    106: R("W6.106"),
    107: R("W6.107"),
    108: R("W6.108"),
    109: R("W6.109"),
    110: R("W6.105"),
    111: R("W6.111"),
    116: R("W6.116"),
    117: R("W6.117"),
    118: R("W6.118"),
    119: R("W6.119"),
    120: R("W6.120"),
    121: R("W6.121"),
    122: R("W6.121"),
    123: R("W6.121"),
}
assert tuple(sorted(CLAUSE)) == DECK


@cites(R("W4.2.2"), R("W1.6"), R("Q48"))
def draw_event(state: State, events: Events, chance: Chance) -> State:
    """An event from the bag of those not drawn yet; when it is empty all are shuffled again."""
    deck = list(state.deck or DECK)
    number = deck.pop(chance.pick(deck, "event"))
    state = replace(state, deck=tuple(deck))
    events.append(EventDrawn(number, CLAUSE[number]))
    return happen(state, number, events, chance)


@cites(R("Q50"))
def concerned(state: State) -> list[Seat]:
    """The cars on the road or just off it."""
    return [s for s, car in enumerate(state.cars) if car.stand in (RACING, OFF)]


@cites(R("Q11"), R("Q50"))
def whom(state: State, most: Callable[[Car], int], chance: Chance) -> Seat:
    """The car with most of something; ties go to the one farthest ahead, then to a die."""
    track = TRACK[state.options.circuit]
    seats = concerned(state)
    if not seats:
        return -1
    keys = {s: (most(state.cars[s]), progress(track, state.cars[s])) for s in seats}
    best = max(keys.values())
    tied = [s for s in seats if keys[s] == best]
    return tied[chance.pick(tied, "event tie")] if len(tied) > 1 else tied[0]


@cites(
    R("W6.100"),
    R("W6.101"),
    R("W6.106"),
    R("W6.107"),
    R("W6.108"),
    R("W6.109"),
    R("W6.116"),
    R("W6.117"),
    R("W6.118"),
    R("W6.119"),
)
def happen(state: State, number: int, events: Events, chance: Chance) -> State:
    """Carry out an event."""
    clause = CLAUSE[number]
    match number:
        case 105 | 110 | 111 | 120:
            return for_all(state, number, events)
        case 121 | 122 | 123:
            return change_weather(state, events)
        case 102 | 103:
            return crash(state, events, chance)
    seat = whom(state, MOST[number], chance)
    if seat < 0:
        return state
    car = state.cars[seat]
    match number:
        case 100 | 101:
            return fail(state, seat, PLUG, clause, events)
        case 106 | 107:
            return fail(state, seat, PUNCTURE, clause, events)
        case 108 | 109:
            return hurt_brakes(state, seat, 5, events)
        case 116 | 117:
            return heat(state, seat, state.sheets[seat].heat - car.heat, events)
        case _:
            events.append(Slowed(seat, 0, clause))
            return change(state, seat, replace(car, speed=0))


MOST: dict[int, Callable[[Car], int]] = {
    100: lambda car: car.engine,
    101: lambda car: -car.engine,
    102: lambda car: car.speed,
    103: lambda car: car.speed,
    106: lambda car: car.tyres,
    107: lambda car: -car.tyres,
    108: lambda car: car.brakes,
    109: lambda car: -car.brakes,
    116: lambda car: -car.heat,
    117: lambda car: car.heat,
    118: lambda car: car.speed,
    119: lambda car: 0,
}


@cites(R("W6.105"), R("W6.111"), R("W6.120"), R("Q67"))
def for_all(state: State, number: int, events: Events) -> State:
    """Rough surface, engine wear, brake wear: everybody."""
    for seat in concerned(state):
        if number == 111:
            state = hurt_engine(state, seat, 2, events)
        elif number == 120:
            state = hurt_brakes(state, seat, 2, events)
        elif SPRINGS in state.sheets[seat].tuned:
            events.append(EventIgnored(seat, R("Q67")))
        else:
            state = hurt_tyres(state, seat, 4, events)
    return state


@cites(R("W6.121"))
def change_weather(state: State, events: Events) -> State:
    events.append(WeatherSet(not state.wet))
    return replace(state, wet=not state.wet)


@cites(R("W6.102"), R("Q41"))
def crash(state: State, events: Events, chance: Chance) -> State:
    """The fastest car leaves the road on the outer lane of its curve or the next one."""
    seat = whom(state, MOST[102], chance)
    if seat < 0:
        return state
    track = TRACK[state.options.circuit]
    box = state.cars[seat].box
    outer = Lane.RIGHT if track.outward[box] is Way.RIGHT else Lane.LEFT
    there = track.level[box][outer]
    if there != box:
        state = drop_line(state, seat, events)
        state = relocate(state, seat, there, events)
    return accident(state, seat, there, events, chance)
