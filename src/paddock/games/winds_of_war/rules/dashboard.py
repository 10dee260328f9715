"""The dashboard: what a car can do, and how wear reduces it."""

from __future__ import annotations

from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import (
    CLASS_TOP,
    DRIVERS,
    MODELS,
    RED_BOXES,
    SECTOR_BOXES,
    SKILLS,
)
from paddock.games.winds_of_war.data.enums import PLUG, PUNCTURE, Colour, Format, Gauge, TuningCard
from paddock.games.winds_of_war.state.pieces import Car, Sheet, Team

COOLING_SPEED = 5  # 100 km/h
MIN_TOP_SPEED = 6  # 120 km/h: above the cooling speed
MAX_BRAKING = 4  # with hydraulic brakes
RED_ENGINE, RED_BRAKES = RED_BOXES[Gauge.ENGINE], RED_BOXES[Gauge.BRAKES]


@cites(R("W1.1"), R("W1.6.2"), R("Q67"))
def make_sheet(team: Team) -> Sheet:
    """The dashboard of a team's car with its tuning, and its driver's skill card."""
    car, driver = MODELS[team.model], DRIVERS[team.driver]
    skill = SKILLS[driver.grade]
    tuned = team.tuning
    blown, light = TuningCard.ROOTS_SUPERCHARGER in tuned, TuningCard.SUPERLEGGERA_BODY in tuned
    top, braking, dice = car.top, car.braking, car.reliability
    if TuningCard.MEMINI_CARBURETTOR in tuned:
        top = min(top + 1, max(top, CLASS_TOP.get(car.group, top + 1)))
    if TuningCard.HYDRAULIC_BRAKES in tuned:
        braking = max(braking, min(MAX_BRAKING, braking + 1))
    if blown:
        best = dice.index(min(dice))
        dice = replace_at(dice, best, Colour(min(dice[best] + 1, Colour.RED)))
    return Sheet(
        top=top,
        red=car.red,
        acceleration=car.acceleration + blown + light,
        braking=braking,
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


@cites(R("W4.1.7"), R("W4.2.7"), R("Q98"))
def starting_engine(sheet: Sheet, format: Format) -> int:
    """The engine box of a new car: the striped one, or in races like a Grand Prix the last before
    the red ones."""
    return sheet.engine - RED_ENGINE if format.like_grand_prix else 0


@cites(R("W3.12.2"))
def engine_loss(sheet: Sheet, car: Car) -> int:
    """Points of acceleration and top speed lost to engine wear: 0 to 3."""
    loss = car.engine - sheet.engine + RED_ENGINE
    return 0 if loss < 0 else min(loss, RED_ENGINE)


@cites(R("Q17"), R("Q18"), R("W3.12.7"), R("W3.12.8"))
def top_speed(sheet: Sheet, car: Car) -> tuple[int, int]:
    """The highest speed that can be planned, and the lowest red box."""
    top = sheet.top
    loss = car.engine - sheet.engine + RED_ENGINE  # inlined `engine_loss`: called for every plan
    if loss > 0:
        top = max(MIN_TOP_SPEED, top - min(loss, RED_ENGINE))
    red = top - sheet.red + 1
    limit = top
    if PUNCTURE in car.broken:
        limit >>= 1
    if PLUG in car.broken and limit >= red:
        limit = red - 1
    return limit, red


@cites(R("Q19"), R("W3.12.8"))
def acceleration(sheet: Sheet, car: Car) -> int:
    """Acceleration on a plain road; uphill it is halved once more."""
    points = max(1, sheet.acceleration - engine_loss(sheet, car))
    if PLUG in car.broken:
        points = max(1, points >> 1)
    return points


@cites(R("Q3"), R("W3.12.4"), R("W3.12.6"))
def wear_modifier(sheet: Sheet, car: Car) -> int:
    """What worn brakes and tyres add to every driving test."""
    worn = car.brakes - sheet.brakes + RED_BRAKES
    return max(worn, 0) + (0 if car.tyres <= SECTOR_BOXES else (car.tyres - 1) // SECTOR_BOXES)
