"""What is said of an option's numbers: destination, curves and their tests, costs, prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paddock.core.words import Remark
from paddock.games.winds_of_war import moves as mv
from paddock.games.winds_of_war.data.enums import Colour
from paddock.games.winds_of_war.moves import Move
from paddock.games.winds_of_war.view import View

CURVES = ("0", "1", "2")  # that are told with a plan
RESULTS = ("hold", "slide", "straight", "off")
COSTS = ("tyres", "brakes", "hot")
TESTS = ("extraGood", "extraHot", "extraFail", "startGood", "startSlip", "startStall")
RECKLESS = 0.25  # so likely to leave the road is worth a second thought


def remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """A plan, a step, a repair, a purchase or a challenge."""
    if "boxes" in numbers:
        yield from planned(view, numbers)
    elif isinstance(move, mv.Fix | mv.Done | mv.Fetch):
        yield from repaired(numbers)
    else:
        yield from driven(numbers)
        yield from bought(move, numbers)
        for whose in ("mine", "theirs"):
            if whose in numbers:
                yield whose, {"n": numbers[whose]}


def planned(view: View, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """How far it goes, what the curves on the way ask, and what the engine does."""
    yield "boxes", {"n": numbers["boxes"] + numbers.get("downhill", 0)}
    for k in CURVES:
        if f"over{k}" in numbers or f"free{k}" in numbers:
            letter = view.letters[int(numbers[f"curve{k}"])]
            if letter is not None:
                yield from curve(letter.name, k, numbers)
    for sign in ("heat", "cool"):
        if sign in numbers:
            yield sign, {}
    for test in TESTS:
        if numbers.get(test):
            yield test, {"n": numbers[test]}
    if numbers.get("boil"):
        yield "boil", numbers


def curve(letter: str, k: str, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """A curve that the plan reaches too fast."""
    if f"over{k}" not in numbers:
        yield "curve-free", {"letter": letter}
        return
    yield "curve", {"letter": letter, "speed": int(numbers[f"over{k}"])}
    yield from results(k, numbers)
    if f"free{k}" in numbers:
        yield "free-on-line", {}
    if f"brake{k}" in numbers:
        yield "may-brake", {}


def results(k: str, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """The dice of a test, and what may come of it."""
    dice = [c for c in Colour for _ in range(int(numbers.get(f"{c.name.lower()}{k}", 0)))]
    if dice:
        yield "dice", {"dice": tuple(dice)}
    for name in RESULTS:
        if numbers.get(f"{name}{k}"):
            yield name, {"n": numbers[f"{name}{k}"]}


def driven(numbers: Mapping[str, float]) -> Iterator[Remark]:
    """A box on, or a few: the test it asks for, and what it costs; where it leads is seen."""
    if "free" in numbers:
        yield "free-line", {}
    elif "line" in numbers:
        yield "line", {}
    if numbers.get("over"):
        yield "over", {"speed": int(numbers["over"])}
    yield from results("", numbers)
    if numbers.get("drops"):
        yield "drops", {"n": numbers["drops"]}
    for cost in COSTS:
        if numbers.get(cost):
            yield cost, {"n": numbers[cost]}


def repaired(numbers: Mapping[str, float]) -> Iterator[Remark]:
    """A gauge before and after, and how long the stop takes."""
    if numbers.get("from") != numbers.get("to"):
        yield "mends", numbers
    if "turns" in numbers:
        yield "turns", {"n": numbers["turns"]}


def bought(move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """What comes in or goes out, and what is left of the purse."""
    if "gain" in numbers:
        yield "gain", {"n": numbers["gain"]}
    if "price" not in numbers:
        return
    given = isinstance(move, mv.Take) and not numbers["price"]
    if not isinstance(move, mv.Bid):
        yield ("given" if given else "price"), {"n": numbers["price"]}
    yield "left", {"n": numbers["left"]}


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """A good chance to end beside the road."""
    off = 0.0
    if isinstance(move, mv.Steer):
        off = numbers.get("off", 0)
    elif isinstance(move, mv.Plan) and numbers.get("steps0") == 0:
        off = numbers.get("off0", 0)
    return ("danger-off", {"n": off}) if off >= RECKLESS else None
