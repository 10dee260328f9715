"""Remarks on the numbers of an option: speed, destination, cost, risk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from paddock.core.words import Remark
from paddock.games.heat import moves as m
from paddock.games.heat.rules.course import COURSES

if TYPE_CHECKING:
    from paddock.games.heat.moves import Move
    from paddock.games.heat.view import View

DANGEROUS_PLAN_RISK, DANGEROUS_RISK = 0.3, 0.5  # a spin-out chance that asks for confirmation


def remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """The remarks of an option: speed, destination, costs, then risks."""
    planned = isinstance(move, m.Plan | m.Add)
    if "low" in numbers:
        yield from speed_remarks(view, move, numbers)
    for name in ("shift", "must") if planned else ("shift", "heat"):
        if numbers.get(name):
            yield name, {"n": numbers[name]}
    low, high = numbers.get("owed", 0), numbers.get("most", numbers.get("owed", 0))
    spin = numbers.get("spin", 0)
    if high and spin < 1:
        yield ("corners" if low == high else "corners-between"), {"low": low, "high": high}
    if spin:
        yield ("spin-sure" if spin >= 1 else "spin"), {"n": spin}
    for name in ("adrenaline", "slipstream"):
        if numbers.get(name):
            yield name, {}
    for name in ("cool", "unused", "place"):
        if numbers.get(name):
            yield name, {"n": numbers[name]}


def speed_remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """The speed if the move changes it, and the space where the car stops."""
    low, high = numbers["low"], numbers.get("high", numbers["low"])
    if high > low:
        yield "speed-between", {"low": low, "high": high}
    elif isinstance(move, m.Plan | m.Add | m.Choose | m.Push | m.Accelerate | m.Direct):
        yield "speed", {"n": low}
    spaces = COURSES[view.course].track.spaces
    near, far = numbers["to"], numbers.get("far", numbers["to"])
    if far != near:
        yield "lands-between", {"low": near % spaces, "high": far % spaces}
    elif near != numbers["from"]:
        yield "lands", {"n": near % spaces}


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """A warning if a spin-out is likely."""
    spin = numbers.get("spin", 0)
    least = DANGEROUS_PLAN_RISK if isinstance(move, m.Plan | m.Add) else DANGEROUS_RISK
    return ("danger-spin", {"n": spin}) if spin >= least and not isinstance(move, m.Cool) else None
