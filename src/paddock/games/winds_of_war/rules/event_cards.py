"""Event cards: which cars they strike, and what they do."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import DECKS, EVENTS
from paddock.games.winds_of_war.data.enums import (
    LAMP,
    NO_LINE,
    OFF,
    PLUG,
    PUNCTURE,
    RACING,
    Format,
    Happening,
    Lane,
    Struck,
    TuningCard,
    Way,
)
from paddock.games.winds_of_war.events import (
    EventDrawn,
    EventIgnored,
    Events,
    LostTheWay,
    Moved,
    RefuelledByTheRoad,
    Slowed,
    WeatherSet,
)
from paddock.games.winds_of_war.rules.accident import leave_road
from paddock.games.winds_of_war.rules.damage import (
    SPRINGS,
    break_down,
    heat_up,
    hurt_brakes,
    hurt_engine,
    hurt_tyres,
    with_car,
    with_card_used,
)
from paddock.games.winds_of_war.rules.road import (
    drop_line,
    free_box_behind,
    put_back,
    relocate,
    taken_boxes,
)
from paddock.games.winds_of_war.rules.timing import mean_speed
from paddock.games.winds_of_war.state.pieces import TRACK, Car, progress

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

CLAUSE = {number: R(card.clause) for number, card in EVENTS.items()}
LOST_WAY_MINUTES = 20  # minutes
PACE_NOTES, TANK = TuningCard.PACE_NOTES, TuningCard.LONG_RANGE_TANK


@cites(R("W1.6"), R("W4.2.2"), R("W4.5.2"))
def draw_event(state: State, events: Events, chance: Chance) -> State:
    """Draw an event that has not been drawn yet; when the bag is empty all are shuffled again."""
    deck = list(state.deck or DECKS[state.stage.format if state.stage else Format.GRAND_PRIX])
    number = deck.pop(chance.pick(deck, "event"))
    state = replace(state, deck=tuple(deck))
    events.append(EventDrawn(number, CLAUSE[number]))
    return apply_event(state, number, events, chance)


@cites(R("Q95"))
def apply_event(state: State, number: int, events: Events, chance: Chance) -> State:
    """Apply a card to all cars, or to the one it strikes. Where all stand still no car is
    fastest."""
    card, clause = EVENTS[number], CLAUSE[number]
    if card.struck is Struck.ALL:
        return FOR_ALL[card.happening](state, events)
    seat = car_struck(state, STRUCK_BY_MOST[card.struck], chance)
    if seat is None:
        return state
    if card.struck is Struck.FASTEST and not state.cars[seat].speed:
        return state
    return FOR_ONE[card.happening](state, seat, clause, events, chance)


# ------------------------------------------------------------------ whom they strike


@cites(R("Q50"))
def cars_concerned(state: State) -> list[Seat]:
    """The cars on the road, moving or stopped; in a stage also those that just left it."""
    off = state.stage is not None
    return [
        s for s, car in enumerate(state.cars) if car.status is RACING or (off and car.status is OFF)
    ]


STRUCK_BY_MOST: dict[Struck, Callable[[Car], int]] = {
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
def car_struck(state: State, most: Callable[[Car], int], chance: Chance) -> Seat | None:
    """The car with most of something; ties by the best racing time, then by die."""
    seats = cars_concerned(state)
    if not seats:
        return None
    keys = {s: (most(state.cars[s]), racing_time_key(state, s)) for s in seats}
    best = max(keys.values())
    tied = [s for s in seats if keys[s] == best]
    return tied[chance.pick(tied, "event tie")] if len(tied) > 1 else tied[0]


@cites(R("Q50"))
def racing_time_key(state: State, seat: Seat) -> Fraction | int:
    """Key that compares racing times: mean speed on an open road, distance in a Grand Prix."""
    if state.stage is not None:
        return mean_speed(state, seat)
    return progress(TRACK[state.road], state.cars[seat])


# ------------------------------------------------------------------ one car


@cites(R("W6.100"), R("W6.101"))
def break_plug(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    return break_down(state, seat, PLUG, clause, events)


@cites(R("W6.106"), R("W6.107"))
def puncture(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    return break_down(state, seat, PUNCTURE, clause, events)


@cites(R("W6.108"), R("W6.109"))
def break_brakes(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    return hurt_brakes(state, seat, 5, events)


@cites(R("W6.116"), R("W6.117"))
def overheat(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    """The thermometer goes to its end."""
    return heat_up(state, seat, state.sheets[seat].heat - state.cars[seat].heat, events)


@cites(R("W6.118"), R("W6.119"))
def spin(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    """The car stops. As leader (119) a car that stands still gets the event too."""
    events.append(Slowed(seat, 0, clause))
    return with_car(state, seat, replace(state.cars[seat], speed=0))


@cites(R("W6.102"), R("Q41"))
def crash(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    """The car leaves the road on the outer lane of its curve or the next one, level with its box or
    on the nearest free box behind. If only the start line is behind, it leaves at the taken box."""
    track = TRACK[state.road]
    box = track.level[state.cars[seat].box][outer_lane(state, seat)]
    if free_box_behind(state, seat, box) == track.door:  # the start line has no ground
        return leave_road(state, seat, box, events, chance)
    state = put_at_edge(state, seat, box, events)
    return leave_road(state, seat, state.cars[seat].box, events, chance)


def outer_lane(state: State, seat: Seat) -> Lane:
    """The outer lane of the curve a car is in or comes to."""
    out = TRACK[state.road].outward[state.cars[seat].box]
    return Lane.RIGHT if out is Way.RIGHT else Lane.LEFT


def put_at_edge(state: State, seat: Seat, box: int, events: Events) -> State:
    """Put a car onto a box, or the nearest free one behind in that lane."""
    if box == state.cars[seat].box:
        return state
    state = drop_line(state, seat, events)
    if box not in taken_boxes(state, seat):
        return relocate(state, seat, box, events)
    car = put_back(state, seat, box)
    events.append(Moved(seat, car.box, car.lap))
    return with_car(state, seat, car)


@cites(R("W6.104"))
def break_lamp(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    return break_down(state, seat, LAMP, clause, events)


@cites(R("W6.112"), R("Q97"))
def lose_the_way(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    """Twenty minutes, recorded now and added when the stage closes; not for a car with pace
    notes."""
    stage, car = state.stage, state.cars[seat]
    assert stage is not None
    if PACE_NOTES in state.sheets[seat].tuned and PACE_NOTES not in car.used:
        events.append(EventIgnored(seat, R("Q67")))
        return with_car(state, seat, with_card_used(car, PACE_NOTES))
    noted = replace_at(stage.noted, seat, stage.noted[seat] + LOST_WAY_MINUTES)
    events.append(LostTheWay(seat, LOST_WAY_MINUTES, noted, clause))
    return replace(state, stage=replace(stage, noted=noted))


@cites(R("W6.114"), R("Q96"))
def refuel(state: State, seat: Seat, clause: str, events: Events, chance: Chance) -> State:
    """Move to the outer lane and lose this turn; not for a car with a long-range tank."""
    if TANK in state.sheets[seat].tuned:
        events.append(EventIgnored(seat, R("Q67")))
        return state
    car = state.cars[seat]
    stops = car.status is RACING and car.speed > 0
    events.append(RefuelledByTheRoad(seat, 0 if stops else car.speed, clause))
    if stops:
        box = TRACK[state.road].level[car.box][outer_lane(state, seat)]
        state = put_at_edge(state, seat, box, events)
        car = replace(state.cars[seat], speed=0, line=NO_LINE)
    return with_car(state, seat, replace(car, until=max(car.until, state.turn + 1)))


FOR_ONE: dict[Happening, Callable[[State, Seat, str, Events, Chance], State]] = {
    Happening.PLUG: break_plug,
    Happening.PUNCTURE: puncture,
    Happening.BRAKES: break_brakes,
    Happening.OVERHEATING: overheat,
    Happening.SPIN: spin,
    Happening.CRASH: crash,
    Happening.HEADLIGHT: break_lamp,
    Happening.NAVIGATION: lose_the_way,
    Happening.REFUELLING: refuel,
}


# ------------------------------------------------------------------ everybody


@cites(R("W6.105"), R("Q67"))
def wear_tyres(state: State, events: Events) -> State:
    """Four points of tyre damage, except for a car with reinforced springs."""
    for seat in cars_concerned(state):
        if SPRINGS in state.sheets[seat].tuned:
            events.append(EventIgnored(seat, R("Q67")))
        else:
            state = hurt_tyres(state, seat, 4, events)
    return state


@cites(R("W6.111"))
def wear_engines(state: State, events: Events) -> State:
    for seat in cars_concerned(state):
        state = hurt_engine(state, seat, 2, events)
    return state


@cites(R("W6.120"))
def wear_brakes(state: State, events: Events) -> State:
    for seat in cars_concerned(state):
        state = hurt_brakes(state, seat, 2, events)
    return state


@cites(R("W6.121"))
def change_weather(state: State, events: Events) -> State:
    events.append(WeatherSet(not state.wet))
    return replace(state, wet=not state.wet)


FOR_ALL: dict[Happening, Callable[[State, Events], State]] = {
    Happening.ROUGH: wear_tyres,
    Happening.ENGINE: wear_engines,
    Happening.BRAKE_WEAR: wear_brakes,
    Happening.WEATHER: change_weather,
}
