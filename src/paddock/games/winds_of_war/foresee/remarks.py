"""Short remarks about an option's numbers: destination, curves and tests, costs, prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paddock.core.citations import cites
from paddock.core.words import Remark
from paddock.games.winds_of_war import moves as mv
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import DRIVERS, MODELS, SKILLS
from paddock.games.winds_of_war.data.enums import Colour
from paddock.games.winds_of_war.moves import Move
from paddock.games.winds_of_war.view import View

CURVE_KEYS = ("0", "1", "2")  # the curves shown with a plan
RESULT_KEYS = ("hold", "slide", "straight", "off")
COST_KEYS = ("tyres", "brakes", "hot")
TEST_KEYS = ("extraGood", "extraHot", "extraFail", "startGood", "startSlip", "startStall")
DANGER_CHANCE = 0.25  # chance of leaving the road from which a warning is shown


def remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """A plan, a step, a repair, a purchase or a challenge."""
    if "boxes" in numbers:
        yield from plan_remarks(view, numbers)
    elif isinstance(move, mv.Fix | mv.Done | mv.Fetch):
        yield from repair_remarks(numbers)
    else:
        yield from step_remarks(numbers)
        yield from purchase_remarks(move, numbers)
        for whose in ("mine", "theirs"):
            if whose in numbers:
                yield whose, {"n": numbers[whose]}


def plan_remarks(view: View, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """The distance of a plan, the tests of the curves on the way, and the engine."""
    yield "boxes", {"n": numbers["boxes"] + numbers.get("downhill", 0)}
    for k in CURVE_KEYS:
        if f"over{k}" in numbers or f"free{k}" in numbers:
            letter = view.letters[int(numbers[f"curve{k}"])]
            if letter is not None:
                yield from curve_remarks(letter.name, k, numbers)
    for sign in ("heat", "cool"):
        if sign in numbers:
            yield sign, {}
    for test in TEST_KEYS:
        if numbers.get(test):
            yield test, {"n": numbers[test]}
    if numbers.get("boil"):
        yield "boil", numbers


def curve_remarks(letter: str, k: str, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """A curve that the plan reaches too fast."""
    if f"over{k}" not in numbers:
        yield "curve-free", {"letter": letter}
        return
    yield "curve", {"letter": letter, "speed": int(numbers[f"over{k}"])}
    yield from result_remarks(k, numbers)
    if f"free{k}" in numbers:
        yield "free-on-line", {}
    if f"brake{k}" in numbers:
        yield "may-brake", {}


def result_remarks(k: str, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """The dice of a test and the chances of its results."""
    dice = [c for c in Colour for _ in range(int(numbers.get(f"{c.name.lower()}{k}", 0)))]
    if dice:
        yield "dice", {"dice": tuple(dice)}
        if numbers.get(f"confidence{k}"):
            yield "confidence", {"n": numbers[f"confidence{k}"]}
    for name in RESULT_KEYS:
        if numbers.get(f"{name}{k}"):
            yield name, {"n": numbers[f"{name}{k}"]}


def step_remarks(numbers: Mapping[str, float]) -> Iterator[Remark]:
    """A step of a box or a few: its test and cost. The board shows where it leads."""
    if "free" in numbers:
        yield "free-line", {}
    elif "line" in numbers:
        yield "line", {}
    if numbers.get("over"):
        yield "over", {"speed": int(numbers["over"])}
    yield from result_remarks("", numbers)
    if numbers.get("slipstream"):
        yield "slipstream", {}
    if numbers.get("drops"):
        yield "drops", {"n": numbers["drops"]}
    for cost in COST_KEYS:
        if numbers.get(cost):
            yield cost, {"n": numbers[cost]}


def repair_remarks(numbers: Mapping[str, float]) -> Iterator[Remark]:
    """A gauge before and after, and how long the stop takes."""
    if numbers.get("from") != numbers.get("to"):
        yield "mends", numbers
    if "turns" in numbers:
        yield "turns", {"n": numbers["turns"]}
    if numbers.get("unused"):
        yield "unused", {"n": numbers["unused"]}


def purchase_remarks(move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """Money gained or spent, and what is left."""
    if isinstance(move, mv.Hire):
        yield from driver_remarks(move.driver)
    if isinstance(move, mv.Take):
        yield from car_remarks(move.model)
    if "gain" in numbers:
        yield "gain", {"n": numbers["gain"]}
    if "price" not in numbers:
        return
    given = isinstance(move, mv.Take) and not numbers["price"]
    if not isinstance(move, mv.Bid):
        yield ("given" if given else "price"), {"n": numbers["price"]}
    yield "left", {"n": numbers["left"]}


@cites(R("W1.6.1"), R("W1.6.2"))
def driver_remarks(driver: int) -> Iterator[Remark]:
    """The grade of a driver, the confidence index of his rows, and his challenge die."""
    grade = DRIVERS[driver].grade
    skill = SKILLS[grade]
    yield "grade", {"grade": grade, "rows": "/".join(str(n) for n in skill.confidence)}
    again = "challenge-again" if skill.reroll else "challenge"
    yield again, {"dice": (skill.challenge,)}


def car_remarks(model: int) -> Iterator[Remark]:
    """The dice of reliability of a car, and the sizes of its gauges."""
    car = MODELS[model]
    yield "reliability", {"dice": car.reliability}
    sizes = {"engine": car.engine, "heat": car.heat, "brakes": car.brakes, "body": car.body}
    yield "gauges", sizes


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """A warning about a high chance to leave the road."""
    off = 0.0
    if isinstance(move, mv.Steer):
        off = numbers.get("off", 0)
    elif isinstance(move, mv.Plan) and numbers.get("steps0") == 0:
        off = numbers.get("off0", 0)
    return ("danger-off", {"n": off}) if off >= DANGER_CHANCE else None
