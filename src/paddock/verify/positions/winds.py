"""Crowded positions of Winds of War: cars side by side at lines and curves, full gauges."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from typing import Any

from paddock.core.notation import Facts
from paddock.core.seats import Names
from paddock.games.winds_of_war.data import (
    CLASSES,
    DECKS,
    DRIVERS,
    FAILURE_CARD_COUNTS,
    KMH_PER_BOX,
    MODELS,
    SPARES,
    TUNINGS,
    TYRE_BOXES,
    cars_of_year,
    hireable_drivers,
    kebab,
    line_up_of,
)
from paddock.games.winds_of_war.data.enums import Failure, Format
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.modes.career.rules import edition_options
from paddock.games.winds_of_war.modes.championship.rules import race_options
from paddock.games.winds_of_war.modes.mille_miglia.rules import format_of, roads
from paddock.games.winds_of_war.notation import clock_time, read_team
from paddock.games.winds_of_war.rules.dashboard import make_sheet
from paddock.games.winds_of_war.state import Sheet
from paddock.games.winds_of_war.state.pieces import TRACK, laps_of
from paddock.verify.positions.writing import Position, list_text, near_limit, some, yes

Known = dict[str, str]
BY_ROAD = [Format.STAGES, Format.ONE_STAGE]


def write_race(options: Any, names: Names, generator: random.Random) -> Position:
    """A Grand Prix: the garage, the grid, or cars in a crowd."""
    dice = generator.random()
    offered = cars_raced(options, Format.GRAND_PRIX)
    if dice < 0.1:
        return write_garage(offered, names, generator)
    track, laps = TRACK[options.road], laps_of(options)
    facts = write_teams(offered, names, generator, by_road=False)
    if dice < 0.2:
        order = list_text(generator.sample(names, len(names)))
        facts["table"] = {"grid": order, "turn": "0"}
        begin = "grid" if len(names) < 2 or generator.random() < 0.5 else "challenges"
        return Position(facts, begin)
    place_cars(facts, track, laps, names, generator, door=False)
    turn = str(generator.choice((1, 2, 14, 29, 44, 100 * laps - 1)))
    facts["table"] = write_table(facts, names, generator, Format.GRAND_PRIX) | {"turn": turn}
    return Position(facts, begin_part(names, generator))


def cars_raced(options: Any, format: Format) -> Sequence[int]:
    """The cars that a race of these options may have."""
    if options.style != "simulation":
        return CLASSES[options.group]
    by_class = format in (Format.GRAND_PRIX, Format.CALABRIA)
    return cars_of_year(options.year) if by_class else line_up_of(options.year)


def write_garage(offered: Sequence[int], names: Names, generator: random.Random) -> Position:
    """Before the race, with little money."""
    bought = generator.random() < 0.5
    cars = generator.sample(sorted(set(offered)), len(names))
    facts: Facts = {
        name: {
            "car": MODELS[car].id if bought else "-",
            "driver": "-",
            "purse": str(25 * generator.randint(0, 80)),
        }
        for name, car in zip(names, cars, strict=True)
    }
    return Position(facts, "hiring" if bought else "garage")


def write_teams(
    offered: Sequence[int], names: Names, generator: random.Random, *, by_road: bool
) -> Facts:
    """Cars, drivers, tuning and spare parts: no more than there are cards."""
    cars = generator.sample(sorted(set(offered)), len(names))
    drivers = generator.sample(hireable_drivers(None), len(names))
    shelf = [card.cards if by_road or not card.road else 0 for card in TUNINGS]
    stock = [part.cards for part in SPARES]
    facts: Facts = {}
    for name, car, driver in zip(names, cars, drivers, strict=True):
        tuning, spares = [], []
        for card in some(generator, range(len(shelf)), 4):
            if shelf[card]:
                shelf[card] -= 1
                tuning.append(TUNINGS[card].id)
        for part in generator.choices(range(len(stock)), k=generator.randint(0, 3)):
            if stock[part]:
                stock[part] -= 1
                spares.append(SPARES[part].id)
        facts[name] = {
            "car": MODELS[car].id,
            "driver": DRIVERS[driver].id,
            "tuning": list_text(tuning),
            "spares": list_text(spares),
        }
    return facts


def place_cars(
    facts: Facts,
    track: Track,
    laps: int,
    names: Names,
    generator: random.Random,
    *,
    door: bool,
) -> None:
    """Put the cars on boxes that lie together, each with its gauges. On an open road some wait."""
    road = range(len(track.name_of) - (4 if track.open else 0))
    curves = [edge for curve in track.curves for edge in (curve.start, curve.end)]
    edge = generator.choice(generator.choice(([0], [0], [track.length], curves, curves)))
    middle = min(road, key=lambda box: (abs(track.end[box] - edge), generator.random()))
    boxes = crowd_around(track, middle, len(names) + 2, set(road))
    generator.shuffle(boxes)
    lap = generator.choice((1, laps)) if not track.open else 1
    failures = list(FAILURE_CARD_COUNTS)
    for name in names:
        sheet = make_sheet(read_team(facts[name], names))
        if door and generator.random() < 0.3:
            facts[name] |= write_gauges(sheet, generator, failures) | {"speed": "0"}
            continue
        box = boxes.pop()
        before_line = not track.open and track.end[box] > track.length // 2 and lap == 1
        own = 0 if before_line and track.end[middle] < track.length // 2 else lap
        top = sheet.top * KMH_PER_BOX
        facts[name] |= write_gauges(sheet, generator, failures) | {
            "at": track.name_of[box],
            "lap": str(own),
            "speed": str(generator.choice((0, 20, 40, top // 40 * 20, top - 20, top))),
            "line": generator.choice(("no", "on", "used")) if track.curve[box] >= 0 else "no",
        }
        if not track.open:
            facts[name]["splits"] = list_text(range(1, own + 1))


def crowd_around(track: Track, middle: int, number: int, road: set[int]) -> list[int]:
    """The boxes around one, nearest first."""
    found, edge = [middle], deque([middle])
    while edge and len(found) < number:
        box = edge.popleft()
        for other in (*track.level[box], track.ahead[box], track.behind[box]):
            if other in road and other not in found:
                found.append(other)
                edge.append(other)
    return found[:number]


def write_gauges(sheet: Sheet, generator: random.Random, failures: list[int]) -> Known:
    broken = []
    for kind in some(generator, list(Failure), 2):
        if failures[kind]:
            failures[kind] -= 1
            broken.append(kebab(kind))
    return {
        "engine": str(near_limit(generator, sheet.engine)),
        "heat": str(near_limit(generator, sheet.heat)),
        "brakes": str(near_limit(generator, sheet.brakes)),
        "body": str(near_limit(generator, sheet.body)),
        "tyres": str(near_limit(generator, TYRE_BOXES)),
        "broken": list_text(broken),
    }


def write_table(facts: Facts, names: Names, generator: random.Random, format: Format) -> Known:
    """Weather, and a deck of events that is nearly or quite empty."""
    deck = DECKS[format]
    left = generator.choice((0, 1, 2, len(deck)))
    known = {"wet": yes(generator.random() < 0.4)}
    known["deck"] = list_text(sorted(generator.sample(deck, left)))
    return known


def begin_part(names: Names, generator: random.Random) -> str:
    car = f"car {generator.randint(1, len(names))}"
    return generator.choice(("turn", "due", "event", "event", car, car))


def write_road(options: Any, names: Names, generator: random.Random) -> Position:
    """A Mille Miglia: a stage about to begin, to end, or with cars in a crowd."""
    format = format_of(options)
    offered = cars_raced(options, format)
    if generator.random() < 0.08:
        return write_garage(offered, names, generator)
    stages = roads(options)
    number = generator.choice((1, len(stages), generator.randint(1, len(stages))))
    track = TRACK[stages[number - 1]]
    facts = write_teams(offered, names, generator, by_road=format in BY_ROAD)
    hour = generator.choice((4, 6, 10, 19, 20, 23))
    begins = 60 * hour + 4 * generator.randint(0, 14)
    stage = {"number": str(number), "begins": clock_time(begins), "hour": str(hour)}
    dice = generator.random()
    if dice < 0.15:
        return Position({**facts, "stage": stage}, "start" if number == 1 else "stage")
    if dice < 0.25:
        for name in names:
            finish = begins + 4 * generator.randint(20, 60)
            facts[name] |= {"time": clock_time(finish), "left": str(generator.randint(0, 3))}
        return Position({**facts, "stage": stage}, "closing")
    place_cars(facts, track, track.laps, names, generator, door=track.door >= 0)
    for name in names:
        first = begins - 60 * (number - 1) - 4 * generator.randint(0, 10)
        facts[name] |= {"start": clock_time(begins), "first": clock_time(max(4, first))}
        if "at" not in facts[name] and number > 1:
            facts[name]["points"] = str(generator.randint(0, 4))
    if track.assistance:
        stage["marker"] = str(generator.choice((-1, *track.assistance)))
    turn = str(generator.randint(1, 60))
    facts["table"] = write_table(facts, names, generator, format) | {"turn": turn}
    facts["stage"] = stage
    begin = begin_part(names, generator)
    waits = any("at" not in facts[name] for name in names)
    return Position(facts, "turn" if waits and begin.startswith("car") else begin)


def results_of(names: Names, races: int, generator: random.Random) -> str:
    rows = [generator.sample(range(1, len(names) + 1), len(names)) for _ in range(races)]
    return ";".join(list_text(row) for row in rows) or "-"


def write_championship(options: Any, names: Names, generator: random.Random) -> Position:
    """A season in the middle: a race, or the market."""
    run = generator.randint(0, len(options.calendar) - 1)
    race = write_race(race_options(options, run), names, generator)
    season = {"results": results_of(names, run, generator)}
    return write_season(race, "season", season, names, generator, bool(run))


def write_career(options: Any, names: Names, generator: random.Random) -> Position:
    """A career in the middle: a Mille Miglia, or the market."""
    run = generator.randint(0, len(options.years()) - 1)
    race = write_road(edition_options(options, run), names, generator)
    career = {"results": results_of(names, run, generator)}
    return write_season(race, "career", career, names, generator, bool(run))


def write_season(
    race: Position,
    subject: str,
    known: Known,
    names: Sequence[str],
    generator: random.Random,
    between: bool,
) -> Position:
    facts = {name: dict(own) for name, own in race.facts.items()}
    for name in names:
        facts[name]["won"] = str(100 * generator.randint(0, 9))
        if subject == "season":
            facts[name]["points"] = str(generator.randint(0, 20))
        facts[name].setdefault("purse", str(25 * generator.choice((0, 1, 4, 40))))
    facts[subject] = known
    owned = all(facts[name].get("driver", "-") != "-" for name in names)
    if between and owned and generator.random() < 0.4:
        return Position(facts, generator.choice(("market", "next")))
    return Position(facts, race.begin)


CROWDS = {
    "winds-of-war": write_race,
    "winds-of-war-championship": write_championship,
    "winds-of-war-mille-miglia": write_road,
    "winds-of-war-career": write_career,
}
