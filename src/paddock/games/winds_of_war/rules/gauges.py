"""The dashboard: what speeds are possible, what tests are rolled, what damage does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.game import put
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import (
    CLASS_TOP,
    DIE,
    DRIVERS,
    MODELS,
    RED_BOXES,
    SECTOR,
    SIX,
    SKILLS,
    TYRES,
)
from paddock.games.winds_of_war.data.enums import (
    ASIDE,
    LAMP,
    NO_LINE,
    PLUG,
    PUNCTURE,
    RETIRED,
    Colour,
    Failure,
    Gauge,
    KindOfTest,
    TuningCard,
)
from paddock.games.winds_of_war.events import (
    BrokeDown,
    Damaged,
    DrawnAside,
    EventIgnored,
    Events,
    Retired,
    Slowed,
    Tested,
)
from paddock.games.winds_of_war.state.pieces import Car, Sheet, Team

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

COOLING = 5  # 100 km/h
LEAST_TOP = 6  # 120 km/h: above the cooling speed
LAST_ROW = 3  # of a skill card: beyond it a test fails
ENGINE, HEAT, BRAKES, BODY, TYRE = Gauge
RED_ENGINE, RED_BRAKES = RED_BOXES[ENGINE], RED_BOXES[BRAKES]
HURT = (R("W3.12.2"), R("W3.12.3"), R("W3.12.4"), R("W3.12.5"), R("W3.12.6"))  # by Gauge
OVERHEATING, EXTRA_POINT, GREAT_START, CURVE, BROKEN_PART = KindOfTest
LABELS = tuple(test.name.lower().replace("_", " ") for test in KindOfTest)  # of their dice
RED, BLACK, BLUE = Colour.RED, Colour.BLACK, Colour.BLUE
SPRINGS, TREADS = TuningCard.REINFORCED_SPRINGS, TuningCard.RAIN_TREADS
FOG_LAMPS = TuningCard.TWIN_FOG_LAMPS


@cites(R("W1.1"), R("W1.6.2"), R("Q67"))
def sheet(team: Team) -> Sheet:
    """The dashboard of a team's car with its tuning, and its driver's skill card."""
    car, driver = MODELS[team.model], DRIVERS[team.driver]
    skill = SKILLS[driver.grade]
    tuned = team.tuning
    blown, light = TuningCard.ROOTS_SUPERCHARGER in tuned, TuningCard.SUPERLEGGERA_BODY in tuned
    top = car.top
    if TuningCard.MEMINI_CARBURETTOR in tuned:
        top = min(top + 1, max(top, CLASS_TOP.get(car.group, top + 1)))
    dice = car.reliability
    if blown:
        best = dice.index(min(dice))
        dice = put(dice, best, Colour(min(dice[best] + 1, RED)))
    return Sheet(
        top=top,
        red=car.red,
        acceleration=car.acceleration + blown + light,
        braking=max(car.braking, min(4, car.braking + (TuningCard.HYDRAULIC_BRAKES in tuned))),
        turns=car.turns,
        reliability=dice,
        engine=car.engine + (TuningCard.OIL_COOLER in tuned),
        heat=car.heat,
        brakes=car.brakes + 2 * (TuningCard.FINNED_DRUMS in tuned),
        body=car.body - light,
        rows=skill.rows,
        challenge=skill.challenge,
        reroll=skill.reroll,
        skill=driver.price,
        tuned=tuned,
    )


# ------------------------------------------------------------------ limits


@cites(R("W3.12.2"))
def engine_loss(sheet: Sheet, car: Car) -> int:
    """Points of acceleration and top speed that a worn engine loses: 0 to 3."""
    loss = car.engine - sheet.engine + RED_ENGINE
    return 0 if loss < 0 else min(loss, RED_ENGINE)


@cites(R("W3.12.2"), R("W3.12.7"), R("W3.12.8"), R("Q17"), R("Q18"))
def top_speed(sheet: Sheet, car: Car) -> tuple[int, int]:
    """The highest speed that can be planned, and the lowest red box."""
    loss = car.engine - sheet.engine + RED_ENGINE
    top = sheet.top
    if loss > 0:
        top = max(LEAST_TOP, top - min(loss, RED_ENGINE))
    red = top - sheet.red + 1
    limit = top
    if PUNCTURE in car.broken:
        limit >>= 1
    if PLUG in car.broken and limit >= red:
        limit = red - 1
    return limit, red


@cites(R("W3.4"), R("W3.12.8"), R("Q19"))
def acceleration(sheet: Sheet, car: Car) -> int:
    """Acceleration on a plain road; uphill it is halved once more."""
    points = max(1, sheet.acceleration - engine_loss(sheet, car))
    if PLUG in car.broken:
        points = max(1, points >> 1)
    return points


@cites(R("W3.12.4"), R("W3.12.6"), R("Q3"))
def modifiers(sheet: Sheet, car: Car) -> int:
    """What worn brakes and tyres add to every driving test."""
    worn = car.brakes - sheet.brakes + RED_BRAKES
    return max(worn, 0) + (0 if car.tyres <= SECTOR else (car.tyres - 1) // SECTOR)


# ------------------------------------------------------------------ tests


def roll(dice: tuple[Colour, ...], label: str, chance: Chance) -> int:
    """How many warnings some dice show."""
    warnings = 0
    for colour in dice:
        faces = DIE[colour]
        if faces[chance.pick(faces, label)] == "warning":
            warnings += 1
    return warnings


@cites(R("W1.4"))
def road_die(state: State, car: Car) -> Colour:
    """Black in the dry, blue in the rain; rain treads take blue for black."""
    return BLUE if state.wet and TREADS not in car.used else BLACK


def reliability_dice(state: State, seat: Seat) -> tuple[Colour, ...]:
    return (*state.sheets[seat].reliability, road_die(state, state.cars[seat]))


def driving_dice(state: State, seat: Seat, over: int) -> tuple[int, tuple[Colour, ...]]:
    """The row of a driving test and its dice; none beyond the last row."""
    car, sheet = state.cars[seat], state.sheets[seat]
    row = over + modifiers(sheet, car)
    if row > LAST_ROW:
        return row, ()
    if PUNCTURE in car.broken:
        return row, (RED, RED, BLUE)
    return row, (*sheet.rows[row], road_die(state, car))


@cites(R("W3.2.1"), R("Q1"))
def reliability(
    state: State, seat: Seat, test: KindOfTest, clause: str, events: Events, chance: Chance
) -> int:
    """A reliability test: the dice of the label and the road die. The number of warnings."""
    warnings = roll(reliability_dice(state, seat), LABELS[test], chance)
    events.append(Tested(seat, test, 0, warnings, clause))
    return warnings


@cites(R("W3.2.2"), R("W1.6.2"), R("W3.12.7"), R("Q3"), R("Q30"))
def driving(
    state: State,
    seat: Seat,
    test: KindOfTest,
    over: int,
    clause: str,
    events: Events,
    chance: Chance,
) -> int:
    """A driving test, so many points too fast. Beyond the last row it fails with two warnings."""
    row, dice = driving_dice(state, seat, over)
    warnings = roll(dice, LABELS[test], chance) if dice else 2
    events.append(Tested(seat, test, row, warnings, clause))
    return warnings


# ------------------------------------------------------------------ damage


def change(state: State, seat: Seat, car: Car) -> State:
    return replace(state, cars=put(state.cars, seat, car))


def use(car: Car, card: TuningCard) -> Car:
    """A tuning card of this car is used."""
    return replace(car, used=tuple(sorted((*car.used, card))))


@cites(R("Q5"), R("W3.12.2"), R("W3.12.5"))
def hurt_engine(state: State, seat: Seat, points: int, events: Events) -> State:
    """Engine damage: beyond the last box the car retires; a lower top speed is felt at once."""
    car, sheet = state.cars[seat], state.sheets[seat]
    total = car.engine + points
    events.append(Damaged(seat, ENGINE, points, total, HURT[ENGINE]))
    state = change(state, seat, replace(car, engine=total))
    if total > sheet.engine:
        return give_out(state, seat, events)
    return fall_below_top(state, seat, events)


@cites(R("Q18"))
def fall_below_top(state: State, seat: Seat, events: Events) -> State:
    """After engine damage a car found faster than the new top falls to the box below it."""
    car, sheet = state.cars[seat], state.sheets[seat]
    limit, _ = top_speed(sheet, car)
    if car.speed <= limit:
        return state
    top = max(LEAST_TOP, sheet.top - engine_loss(sheet, car))
    speed = min(limit, top - 1)
    events.append(Slowed(seat, speed, R("W3.12.2")))
    return change(state, seat, replace(car, speed=speed))


@cites(R("Q5"), R("W3.12.5"))
def hurt_body(state: State, seat: Seat, points: int, events: Events) -> State:
    car = state.cars[seat]
    total = car.body + points
    events.append(Damaged(seat, BODY, points, total, HURT[BODY]))
    state = change(state, seat, replace(car, body=total))
    return give_out(state, seat, events) if total > state.sheets[seat].body else state


@cites(R("W3.12.11"), R("Q42"))
def give_out(state: State, seat: Seat, events: Events) -> State:
    """Beyond the last box: out of the race, or drawn aside until that is repaired."""
    car, sheet = state.cars[seat], state.sheets[seat]
    if state.options.retire:
        if car.stand != RETIRED:
            events.append(Retired(seat))
        return change(state, seat, replace(car, stand=RETIRED, speed=0, line=NO_LINE))
    turns = 3 * max(0, car.engine - sheet.engine) + max(0, car.body - sheet.body)
    events.append(DrawnAside(seat, turns))
    until = state.turn + 1 + turns
    return change(state, seat, replace(car, stand=ASIDE, speed=0, line=NO_LINE, until=until))


@cites(R("Q5"), R("W3.12.3"))
def heat(state: State, seat: Seat, points: int, events: Events) -> State:
    """Heat stays at the end of the thermometer."""
    car = state.cars[seat]
    total = min(state.sheets[seat].heat, car.heat + points)
    events.append(Damaged(seat, HEAT, points, total, HURT[HEAT]))
    return change(state, seat, replace(car, heat=total))


@cites(R("Q5"), R("W3.12.4"))
def hurt_brakes(state: State, seat: Seat, points: int, events: Events) -> State:
    """Brake damage stays at the end of the gauge."""
    car = state.cars[seat]
    total = min(state.sheets[seat].brakes, car.brakes + points)
    events.append(Damaged(seat, BRAKES, points, total, HURT[BRAKES]))
    return change(state, seat, replace(car, brakes=total))


@cites(R("Q5"), R("W3.12.6"), R("Q67"))
def hurt_tyres(state: State, seat: Seat, points: int, events: Events) -> State:
    """Tyre damage: beyond the last box a puncture. Springs save the first point of a lap."""
    car = state.cars[seat]
    if SPRINGS in state.sheets[seat].tuned and SPRINGS not in car.used:
        car = use(car, SPRINGS)
        state = change(state, seat, car)
        points -= 1
    if not points:
        return state
    total = car.tyres + points
    events.append(Damaged(seat, TYRE, points, min(total, TYRES), HURT[TYRE]))
    if total <= TYRES:
        return change(state, seat, replace(car, tyres=total))
    state = change(state, seat, replace(car, tyres=TYRES))
    return fail(state, seat, PUNCTURE, R("W3.12.6"), events)


@cites(R("W3.12.1"), R("W3.12.7"), R("W3.12.8"), R("W3.12.9"), R("Q8"), R("Q46"), R("W1.6"))
def fail(state: State, seat: Seat, failure: Failure, clause: str, events: Events) -> State:
    """Take a failure card, if there is one and the car has none of its kind."""
    car = state.cars[seat]
    if failure in car.broken or not state.failures[failure]:
        events.append(EventIgnored(seat, R("Q8")))
        return state
    tuned = state.sheets[seat].tuned
    if failure is LAMP and FOG_LAMPS in tuned and FOG_LAMPS not in car.used:
        events.append(EventIgnored(seat, R("Q67")))
        return change(state, seat, use(car, FOG_LAMPS))
    events.append(BrokeDown(seat, failure, clause))
    failures = put(state.failures, failure, state.failures[failure] - 1)
    car = replace(car, broken=tuple(sorted((*car.broken, failure))))
    limit, _ = top_speed(state.sheets[seat], car)
    if car.speed > limit:
        events.append(Slowed(seat, limit, R("Q18")))
        car = replace(car, speed=limit)
    return replace(state, cars=put(state.cars, seat, car), failures=failures)


@cites(R("W3.12.10"), R("W3.12.1"))
def broken_part(state: State, seat: Seat, events: Events, chance: Chance) -> State:
    """After a collision or an accident: a reliability test, and with any warning a part breaks."""
    if state.cars[seat].stand in (RETIRED, ASIDE):
        return state
    if not reliability(state, seat, BROKEN_PART, R("W3.12.10"), events, chance):
        return state
    match SIX[chance.pick(SIX, "part")]:
        case 2:
            return fail(state, seat, PUNCTURE, R("W3.12.10"), events)
        case 3:
            return fail(state, seat, PLUG, R("W3.12.10"), events)
        case 4:
            return fail(state, seat, LAMP, R("W3.12.10"), events)
        case 5:
            return hurt_brakes(state, seat, 1, events)
        case _:
            return hurt_engine(state, seat, 1, events)
