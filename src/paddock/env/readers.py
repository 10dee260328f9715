"""Two scripted players with one rule: one reads the view, the other only the page of the text
environment. Where they choose differently, the words do not say what the view knows."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

from msgspec import Struct

from paddock.core.game import Ask
from paddock.core.game_spec import AnyGameSpec
from paddock.core.layout import own_rows
from paddock.core.seats import Seat
from paddock.env.text_seat import TextSeat

STANDING = re.compile(r"(\d+|-)\. (\S+)")
NUMBERED = re.compile(r"(\d+)\. ")
BESIDE = re.compile(r"\[([^\]]*)\] = ")
SHARE_OF_RESOURCES = 0.01


class Position(Struct, frozen=True):
    """What the rule looks at."""

    place: int  # of the seat; 0: none
    field: int  # competitors in the standings
    resources: Mapping[str, int]
    options: Sequence[Mapping[str, float]]  # the numbers of each option


def choose(position: Position) -> int:
    """The option to take. Behind, the rule takes the opposite of what it takes in front; its own
    numbers shift the weight of every number next to an option, and decide between equal ones."""
    bold = 1 if position.place * 2 > position.field else -1
    shift = sum(weight(name) * n for name, n in position.resources.items()) * SHARE_OF_RESOURCES
    worths = [
        sum((weight(key) * bold + shift % 1) * value for key, value in sorted(numbers.items()))
        for numbers in position.options
    ]
    best = max(worths)
    equal = [n for n, worth in enumerate(worths) if worth >= best - 1e-9]
    return equal[sum(position.resources.values()) % len(equal)]


def weight(key: str) -> float:
    """A fixed weight of a number, by its name."""
    return crc32(key.encode()) % 2_001 / 1_000 - 1


def read_view(spec: AnyGameSpec, view: Any, seat: Seat, ask: Ask[Any]) -> Position:
    """The position from the values of the game."""
    rows = spec.shown_standings(spec.standings(view))
    mine = next((row.place for row in rows if row.seat == seat), 0)
    assert spec.layout is not None, "every game has a layout"
    resources: dict[str, int] = {}
    for part, row in own_rows(spec.layout, view, seat):
        for name, number in row.items():
            key = f"{part}.{name}"
            resources[key] = resources.get(key, 0) + number
    options = [spec.foresee(view, seat, move) if spec.foresee else {} for move in ask.candidates]
    return Position(mine, len(rows), resources, options)


def read_page(page: str) -> Position:
    """The position from the words of a page alone."""
    sections: dict[str, list[str]] = {}
    title = ""
    for line in page.splitlines():
        if line.startswith("## "):
            title = line[3:]
            sections[title] = []
        elif title and line:
            sections[title].append(line)
    said = re.search(r"^You are (\S+), seat", page, re.MULTILINE)
    name = said[1] if said else ""
    standings = [match for line in sections["Position"] if (match := STANDING.match(line))]
    places = [match[1] for match in standings if match[2] == name]
    place = int(places[0]) if places and places[0] != "-" else 0
    resources: dict[str, int] = {}
    for line in sections["Your numbers"]:
        part, _, rest = line.partition(": ")
        for pair in rest.split(", ") if rest else ():
            key, _, number = pair.rpartition(" ")
            resources[f"{part}.{key}"] = resources.get(f"{part}.{key}", 0) + int(number)
    options = [read_option(line) for line in sections["Options"] if NUMBERED.match(line)]
    return Position(place, len(standings), resources, options)


def read_option(line: str) -> dict[str, float]:
    """The numbers of an option."""
    found = BESIDE.search(line)
    if found is None:
        return {}
    pairs = [pair.rpartition(" ") for pair in found[1].split(", ")]
    return {key: float(number) for key, _, number in pairs}


class Agreement(Struct):
    """How often both readers chose the same option."""

    asks: int = 0
    same: int = 0
    differing: str = ""  # the first page where they did not

    @property
    def share(self) -> float:
        return self.same / self.asks if self.asks else 1.0


def compare_readers(game: str, seats: int, asks: int, seed: int) -> Agreement:
    """Let both read the same questions of random races, whose seat follows the reader of words."""
    table = TextSeat(game, ["random"] * (seats - 1), reasons=False)
    found, race, luck = Agreement(), 0, random.Random(seed)
    while found.asks < asks:
        page, over = table.reset(seed + race), False
        race += 1
        while not over and found.asks < asks:
            ask = table.ask
            if ask is None:
                break
            by_words = choose(read_page(page))
            view = table.race.view(table.seat)
            by_view = choose(read_view(table.spec, view, table.seat, ask))
            found.asks += 1
            found.same += by_words == by_view
            if by_words != by_view and not found.differing:
                found.differing = f"{by_words + 1} by words, {by_view + 1} by view:\n{page}"
            if luck.random() < 0.5:  # else some games would never end
                by_words = luck.randrange(len(ask.candidates))
            page, _, over, _ = table.step(str(by_words + 1))
    return found
