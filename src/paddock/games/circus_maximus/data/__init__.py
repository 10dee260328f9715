"""Game data: charts, track counts, builds and the shop, read and checked at import."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib import resources
from typing import Any

from paddock.games.circus_maximus.data.kinds import (
    CriticalResult,
    JumpResult,
    LashResult,
    StrainResult,
    WeaponResult,
    Weight,
)

DICE_2 = range(2, 13)


def read_toml(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))


def expand_row(least: int, most: int, table: dict[str, Any]) -> tuple[Any, ...]:
    """The results for every roll from `least` to `most` of a chart that is written in steps."""
    results = table["result"] if "result" in table else table["points"]
    out = []
    for roll in range(least, most + 1):
        reached = [r for start, r in zip(table["from"], results, strict=True) if roll >= start]
        out.append(reached[-1] if reached else None)
    return tuple(out)


def parse_digits(text: str) -> tuple[int, int, int, int]:
    one, two, three, four = (int(digit) for digit in text)
    return one, two, three, four


_tables = read_toml("tables.toml")
_builds = read_toml("builds.toml")
TRACK = read_toml("track.toml")
_clauses = read_toml("clauses.toml")

HITS: tuple[int, ...] = tuple(_tables["driver-hits"]["hits"])
"""Hits of a driver by die + modifier, from 1 up."""
TEAMS = tuple(tuple(parse_digits(t) for t in _tables["team-speed"][str(r)]) for r in range(3))
ENDURANCE = tuple(tuple(int(e) for e in _tables["endurance"][str(r)]) for r in range(3))

STRAIN_NAMES = ("-", "S", "SS", "J", "LH", "RH", "FP")
"""The names of its results on the chart."""


def parse_strain(name: str | None) -> StrainResult:
    return StrainResult(STRAIN_NAMES.index(name or "-"))


def strain_rows() -> tuple[tuple[StrainResult, ...], ...]:
    chart = _tables["corner-strain"]
    rolls = range(chart["least-roll"], chart["most-roll"] + 1)
    return tuple(
        tuple(parse_strain(expand_row(r + points, r + points, chart)[0]) for r in rolls)
        for points in range(1, chart["most-points"] + 1)
    )


STRAIN = strain_rows()
"""By strain points - 1, then by the roll clamped to 4…18, less 4."""
LASH: dict[int, tuple[LashResult, ...]] = {
    roll: tuple(LashResult(letter) for letter in _tables["lash"][str(roll)]) for roll in DICE_2
}
"""By two dice, then by lash factor + 4."""
EPIC_LASH = tuple(LashResult(letter) for letter in expand_row(-24, 24, _tables["epic-lash"]))
"""By the difference of the totals + 24."""
HORSE_INJURY: tuple[int, ...] = tuple(p or 0 for p in expand_row(-3, 15, _tables["horse-injury"]))
"""By the roll + 3."""
WHEEL_DAMAGE: tuple[int, ...] = expand_row(-3, 15, _tables["wheel-damage"])
"""By the roll + 3."""
ATTACKER_HIT, BOTH_HIT, NOBODY_HIT = (
    int(_tables["cars-hit"][k]) for k in ("attacker", "both", "nobody")
)
WRECKS = tuple(JumpResult(name or "nothing") for name in expand_row(-10, 60, _tables["wrecks"]))
"""By the roll + 10."""
FLIGHT: dict[int, tuple[int, int]] = {
    roll: (int(lanes), int(ahead))
    for roll, (lanes, ahead) in ((r, _tables["wreck-location"][str(r)]) for r in DICE_2)
}
EPIC_FLIGHT = FLIGHT | {
    int(r): (way[0], way[1]) for r, way in _tables["epic-wreck-location"].items()
}
CRITICAL = {roll: CriticalResult(_tables["critical"][str(roll)]) for roll in DICE_2}
CRITICAL_HORSE: dict[int, int] = {r: int(_tables["critical-horse"].get(str(r), 0)) for r in DICE_2}

THROW_HIT = int(_tables["dust"]["hit"])
SPEAR_HIT = int(_tables["spear"]["hit"])
GENERAL_KNIFE_HIT = int(_tables["knife"]["general-hit"])
EPIC_KNIFE_HIT = int(_tables["knife"]["epic-hit"])


def weapon_chart(weapon: str, book: str) -> tuple[WeaponResult, ...]:
    """By the roll + 20."""
    return tuple(WeaponResult(name) for name in expand_row(-20, 30, _tables[weapon][book]))


DUST, EPIC_DUST = weapon_chart("dust", "general"), weapon_chart("dust", "epic")
KNIFE, EPIC_KNIFE = weapon_chart("knife", "general"), weapon_chart("knife", "epic")
SPEAR = weapon_chart("spear", "general")

RAIN_ROLL, UNSETTLED_ROLL, CLEARS_ROLL = (
    int(_tables["weather"][k]) for k in ("rain", "unsettled", "clears")
)
RANDOM_TEAM = {
    r: (
        parse_digits(_tables["random-team"][str(r)]["team"]),
        tuple(_tables["random-team"][str(r)]["endurance"]),
    )
    for r in DICE_2
}
RANDOM_CAR = tuple(Weight(weight) for weight in _tables["random-car"]["weights"])
RANDOM_DRIVER: tuple[int, ...] = tuple(_tables["random-driver"]["modifiers"])

HORSE_PRICES: tuple[int, ...] = tuple(_tables["new-horse"]["paid"])
NEW_HORSE = {r: tuple(int(speed) for speed in _tables["new-horse"][str(r)]) for r in DICE_2}
"""The speed of a bought horse, by two dice and then by price."""
NEW_ENDURANCE = tuple(
    zip(_tables["new-endurance"]["up-to"], _tables["new-endurance"]["rows"], strict=True)
)
"""The endurance of a bought team: up to this speed, the row by a die."""
DRIVER_PRICES: tuple[int, ...] = tuple(_tables["prices"]["drivers"])
CAR_PRICE: int = _tables["prices"]["car"]
PLACE_POINTS, GAP_POINTS, WIDE_GAP_POINTS = (
    tuple(int(n) for n in _tables["experience"][key]) for key in ("places", "gap-6", "gap-11")
)
FIRST_NAMES: tuple[str, ...] = tuple(_tables["names"]["first"].split())
SECOND_NAMES: tuple[str, ...] = tuple(_tables["names"]["second"].split())
FOREIGN_NAMES: dict[str, tuple[str, ...]] = {
    nation: tuple(_tables["names"][nation].split()) for nation in ("greek", "egyptian", "gaul")
}
EPIC_CARS: tuple[int, ...] = tuple(_tables["epic"]["cars"])
PRIZES: tuple[int, ...] = tuple(_tables["epic"]["prizes"])
EPIC_PLACES: tuple[int, ...] = tuple(_tables["epic"]["places"])
STARTER_POINTS: int = _tables["epic"]["started"]
CHAMPION_PRIZE: int = _tables["epic"]["champion"]

BUILDS: dict[str, tuple[int, int, int, int]] = {
    name: (p[0], p[1], p[2], p[3]) for name, p in _builds["builds"].items()
}
PREPARATION_POINTS: int = _builds["points"]["plain"]
MAX_POINTS_PER_ITEM: int = _builds["points"]["most"]
DETAILED_POINTS: int = _builds["points"]["detailed"]
SHOP: tuple[str, ...] = tuple(_builds["shop"])
LEVELS: tuple[tuple[int, ...], ...] = tuple(tuple(i["levels"]) for i in _builds["shop"].values())
COSTS: tuple[tuple[int, ...], ...] = tuple(tuple(i["cost"]) for i in _builds["shop"].values())
COLOURS: tuple[str, ...] = tuple(_builds["colours"]["names"])
DRIVERS: tuple[str, ...] = tuple(_builds["drivers"]["names"])
MAX_NAME_LENGTH: int = _builds["drivers"]["longest"]
EPIC_CLAUSES: dict[str, str] = _clauses["epic"]
KEPT_CLAUSES: dict[str, str] = _clauses["kept"]
CAMPAIGN_CLAUSES: dict[str, str] = _clauses["campaign"]
SEASON_CLAUSES: dict[str, str] = _clauses["season"]


def require(right: bool, what: str) -> None:
    if not right:
        raise ValueError(f"the components of Circus Maximus are wrong: {what}")


def check_rows(rows: Sequence[Sequence[object]], wide: int, what: str) -> None:
    require(all(len(r) == wide for r in rows), f"{what} must have {wide} columns")


check_rows(TEAMS, 6, "team speed")
check_rows(ENDURANCE, 6, "endurance")
check_rows(STRAIN, 15, "corner strain")
check_rows(tuple(LASH.values()), 10, "the lash at the driver")
check_rows(tuple(endurance for _, endurance in RANDOM_TEAM.values()), 6, "random teams")
check_rows(tuple(NEW_HORSE.values()), len(HORSE_PRICES), "new horses")
check_rows(tuple(row for _, row in NEW_ENDURANCE), 6, "the endurance of new teams")
require(len(FIRST_NAMES) == len(SECOND_NAMES) == 36, "six by six names")
require(all(len(row) == 36 for row in FOREIGN_NAMES.values()), "six by six names of each nation")
require(len(HITS) == 8, "driver hits go from 1 to 8")
require(len(COLOURS) == 16 and len(set(COLOURS)) == 16, "sixteen colours")
require(len(DRIVERS) == len(set(DRIVERS)) == len(COLOURS), "a driver for every colour")
require(all(sum(b) == PREPARATION_POINTS for b in BUILDS.values()), "a build costs four points")
require(all(len(a) == len(b) for a, b in zip(LEVELS, COSTS, strict=True)), "a price is missing")
require(all(list(c) == sorted(c) for c in COSTS), "dearer levels come later")
