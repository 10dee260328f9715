"""The event cards that may come in a Grand Prix: whom they strike, and what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import DECK, EVENTS
from paddock.games.winds_of_war.data.enums import (
    PLUG,
    PUNCTURE,
    RACING,
    Happening,
    Lane,
    Struck,
    Way,
)
from paddock.games.winds_of_war.events import (
    EventDrawn,
    EventIgnored,
    Events,
    Moved,
    Slowed,
    WeatherSet,
)
from paddock.games.winds_of_war.rules.accident import accident
from paddock.games.winds_of_war.rules.damage import (
    SPRINGS,
    break_down,
    heat_up,
    hurt_brakes,
    hurt_engine,
    hurt_tyres,
    with_car,
)
from paddock.games.winds_of_war.rules.road import drop_line, put_back, relocate, taken
from paddock.games.winds_of_war.state.pieces import TRACK, Car, progress

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

CLAUSE = {number: R(EVENTS[number].clause) for number in DECK}


@cites(R("W1.6"), R("W4.2.2"))
def draw_event(state: State, events: Events, chance: Chance) -> State:
    """An event from the bag of those not drawn yet; when it is empty all are shuffled again."""
    deck = list(state.deck or DECK)
    number = deck.pop(chance.pick(deck, "event"))
    state = replace(state, deck=tuple(deck))
    events.append(EventDrawn(number, CLAUSE[number]))
    return carry_out(state, number, events, chance)


def carry_out(state: State, number: int, events: Events, chance: Chance) -> State:
    """A card that concerns all, or one that strikes one car."""
    card, clause = EVENTS[number], CLAUSE[number]
    if card.struck is Struck.ALL:
        return FOR_ALL[card.happening](state, events)
    seat = struck(state, MOST[card.struck], chance)
    if seat is None:
        return state
    return FOR_ONE[card.happening](state, seat, clause, events, chance)


# ------------------------------------------------------------------ whom they strike


@cites(R("Q50"))
def concerned(state: State) -> list[Seat]:
    """The cars on the road, moving or stopped."""
    return [s for s, car in enumerate(state.cars) if car.stand is RACING]


MOST: dict[Struck, Callable[[Car], int]] = {
    Struck.FASTEST: lambda car: car.speed,
    Struck.LEADER: lambda car: 0,
    Struck.MOST_ENGINE_DAMAGE: lambda car: car.engine,
    Struck.LEAST_ENGINE_DAMAGE: lambda car: -car.engine,
    Struck.MOST_TYRE_DAMAGE: lambda car: car.tyres,
    Struck.LEAST_TYRE_DAMAGE: lambda car: -car.tyres,
    Struck.MOST_BRAKE_DAMAGE: lambda car: car.brakes,
    Struck.LEAST_BRAKE_DAMAGE: lambda car: -car.brakes,
    Struck.COOLEST: lambda car: -car.heat,
    Struck.HOTTEST: lambda car: car.heat,
}


@cites(R("Q11"))
def struck(state: State, most: Callable[[Car], int], chance: Chance) -> Seat | None:
    """The car with most of something; ties go to the one farthest ahead, then to a die."""
    track = TRACK[state.options.circuit]
    seats = concerned(state)
    if not seats:
        return None
    keys = {s: (most(state.cars[s]), progress(track, state.cars[s])) for s in seats}
    best = max(keys.values())
    tied = [s for s in seats if keys[s] == best]
    return tied[chance.pick(tied, "event tie")] if len(tied) > 1 else tied[0]


# ------------------------------------------------------------------ one car


@cites(R("W6.100"), R("W6.101"))
def plugs_fail(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    return break_down(state, seat, PLUG, clause, events)


@cites(R("W6.106"), R("W6.107"))
def puncture(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    return break_down(state, seat, PUNCTURE, clause, events)


@cites(R("W6.108"), R("W6.109"))
def brakes_fail(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    return hurt_brakes(state, seat, 5, events)


@cites(R("W6.116"), R("W6.117"))
def overheat(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    """The thermometer goes to its end."""
    return heat_up(state, seat, state.sheets[seat].heat - state.cars[seat].heat, events)


@cites(R("W6.118"), R("W6.119"))
def spin(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    """The car stops; it is told of a standing one too."""
    events.append(Slowed(seat, 0, clause))
    return with_car(state, seat, replace(state.cars[seat], speed=0))


@cites(R("W6.102"), R("Q41"))
def crash(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    """It leaves the road on the outer lane of its curve or the next one, level with where it was
    or on the nearest free box behind."""
    track = TRACK[state.options.circuit]
    box = state.cars[seat].box
    outer = Lane.RIGHT if track.outward[box] is Way.RIGHT else Lane.LEFT
    state = beside_the_road(state, seat, track.level[box][outer], events)
    return accident(state, seat, state.cars[seat].box, events, chance)


def beside_the_road(state: State, seat: Seat, box: int, events: Events) -> State:
    """A car is put onto a box, or the nearest free one behind in that lane."""
    if box == state.cars[seat].box:
        return state
    state = drop_line(state, seat, events)
    if box not in taken(state, seat):
        return relocate(state, seat, box, events)
    car = put_back(state, seat, box)
    events.append(Moved(seat, car.box, car.lap))
    return with_car(state, seat, car)


FOR_ONE: dict[Happening, Callable[[State, Seat, str, Events, Chance], State]] = {
    Happening.PLUG: plugs_fail,
    Happening.PUNCTURE: puncture,
    Happening.BRAKES: brakes_fail,
    Happening.OVERHEATING: overheat,
    Happening.SPIN: spin,
    Happening.CRASH: crash,
}


# ------------------------------------------------------------------ everybody


@cites(R("W6.105"), R("Q67"))
def rough_surface(state: State, events: Events) -> State:
    """Four points of tyre damage, but not for a car with reinforced springs."""
    for seat in concerned(state):
        if SPRINGS in state.sheets[seat].tuned:
            events.append(EventIgnored(seat, R("Q67")))
        else:
            state = hurt_tyres(state, seat, 4, events)
    return state


@cites(R("W6.111"))
def engine_wear(state: State, events: Events) -> State:
    for seat in concerned(state):
        state = hurt_engine(state, seat, 2, events)
    return state


@cites(R("W6.120"))
def brake_wear(state: State, events: Events) -> State:
    for seat in concerned(state):
        state = hurt_brakes(state, seat, 2, events)
    return state


@cites(R("W6.121"))
def weather_changes(state: State, events: Events) -> State:
    events.append(WeatherSet(not state.wet))
    return replace(state, wet=not state.wet)


FOR_ALL: dict[Happening, Callable[[State, Events], State]] = {
    Happening.ROUGH: rough_surface,
    Happening.ENGINE: engine_wear,
    Happening.BRAKE_WEAR: brake_wear,
    Happening.WEATHER: weather_changes,
}
