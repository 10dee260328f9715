"""Crowded positions of Heat: two cars a space at lines and finish, engines empty, hands full of
Heat."""

from __future__ import annotations

import random
from typing import Any

from paddock.core.notation import Facts
from paddock.core.seats import Names
from paddock.games.heat.data import (
    COLOURS,
    FACES,
    HEAT,
    SPEED_CARDS,
    STARTING,
    STRESS,
    SYMBOLS,
    upgrade_deck,
)
from paddock.games.heat.modes.championship.game import GAME
from paddock.games.heat.modes.championship.notation import FirstFace
from paddock.games.heat.notation import SKY_OF, course_of
from paddock.games.heat.rules.course import COURSES, Course
from paddock.games.heat.state import MOST_CARS
from paddock.verify.positions.writing import Position, list_text, near_limit, some

MOST_GEAR = 4
BEGINS = ("", "", "turn", "turn", "end")


def write_race(options: Any, names: Names, generator: random.Random) -> Position:
    """Cars together before a line, their cards dealt again."""
    if options.garage != "none" and generator.random() < 0.1:
        return Position({}, "deal")
    table: dict[str, str] = {}
    if options.weather:
        table["weather"] = generator.choice(sorted(SKY_OF))
    upgrades = deal_upgrades(options, len(names), generator)
    facts: Facts = {name: {} for name in names}
    for name, cards in zip(names, upgrades, strict=True):
        if cards:
            facts[name]["upgrades"] = list_text(FACES[card] for card in cards)
    course = COURSES[course_of(table, facts, options)]
    legends = COLOURS[len(names) : len(names) + min(options.legends, MOST_CARS - len(names))]
    spots = crowd_before(course, len(names) + len(legends), generator)
    begin = generator.choice(BEGINS)
    for seat, name in enumerate(names):
        facts[name] |= spots.pop()
        facts[name] |= deal(course, upgrades[seat], begin, generator)
    for name in legends:
        facts[name] = spots.pop()
    table["round"] = str(generator.randint(1, 9))
    if legends:
        table["legends"] = list_text(sorted(some(generator, range(1, 11), 2)) or [1])
        table["legend"] = str(generator.randint(1, 10)) if begin == "turn" else "-"
    facts["table"] = table
    return Position(facts, begin)


def deal_upgrades(options: Any, seats: int, generator: random.Random) -> list[tuple[int, ...]]:
    """Three Upgrades each, or none."""
    if options.garage == "none":
        return [()] * seats
    deck = upgrade_deck(options.upgrades, options.boxes)
    generator.shuffle(deck)
    return [tuple(sorted(deck.pop() for _ in range(3) if deck)) for _ in range(seats)]


def crowd_before(course: Course, cars: int, generator: random.Random) -> list[dict[str, str]]:
    """Spots around a corner line, the start or the finish: two cars a space."""
    edge = generator.choice((0, course.goal, course.goal, *course.lines))
    first = min(course.goal - 1, edge + generator.randint(-2, 3))
    spots = [
        {"at": str(first - n // 2), "spot": ("line", "other")[n % 2], "gear": gear(generator)}
        for n in range(cars + 3)
    ]
    # The Race Line spot of a space is taken first where only one car stands there.
    chosen = [spot for spot in spots if generator.random() < 0.85 or spot["spot"] == "line"]
    chosen = (chosen + [spot for spot in spots if spot not in chosen])[:cars]
    generator.shuffle(chosen)
    return chosen


def gear(generator: random.Random) -> str:
    return str(near_limit(generator, MOST_GEAR, 1))


def deal(
    course: Course, upgrades: tuple[int, ...], begin: str, generator: random.Random
) -> dict[str, str]:
    """The cards of a driver: little Heat in the engine, the rest among the other cards."""
    own = upgrades if course.garage else STARTING
    heat = course.track.heat + course.effect.heat + (course.weather.heat if course.weather else 0)
    heat += sum(SYMBOLS[card].is_heat for card in own)
    engine = min(heat, generator.choice((0, 0, 1, 2, heat)))
    stress = generator.choice((course.track.stress, 3, 6))
    cards = [*SPEED_CARDS, *(card for card in own if not SYMBOLS[card].is_heat)]
    cards += [HEAT] * (heat - engine) + [STRESS] * stress
    generator.shuffle(cards)
    if generator.random() < 0.3:  # a hand that can hardly be played
        cards.sort(key=lambda card: card in (HEAT, STRESS))
    number = int(gear(generator))
    area: list[int] = []
    if begin == "turn":
        playable = [card for card in cards if card != HEAT][:number]
        for card in playable:
            cards.remove(card)
        area, number = playable, max(1, len(playable))
    hand = [cards.pop() for _ in range(min(len(cards), course.hand - len(area)))]
    left = generator.choice((0, 0, 1, len(cards) // 2, len(cards)))
    known = {
        "engine": str(engine),
        "hand": list_text(FACES[card] for card in sorted(hand)),
        "deck": list_text(FACES[card] for card in sorted(cards[:left])),
        "discard": list_text(FACES[card] for card in cards[left:]),
    }
    if area:
        known |= {"area": list_text(FACES[card] for card in area), "gear": str(number)}
    return known


def write_championship(options: Any, names: Names, generator: random.Random) -> Position:
    """Between two races, with full garages and kept Sponsorships, or a race's end."""
    state = GAME.setup(options, len(names), FirstFace()).state
    race = generator.randint(1, len(state.legs))
    market: tuple[int, ...] = getattr(state.phase, "market", ())
    deck = [*state.deck, *market]
    sponsors = list(state.sponsors)
    generator.shuffle(deck)
    generator.shuffle(sponsors)
    cars = [*names, *COLOURS[len(names) : state.cars]]
    last = generator.sample(range(1, len(cars) + 1), len(cars))
    facts: Facts = {"season": {"race": str(race)}}
    full = race > 1 or generator.random() < 0.5
    for name, place in zip(cars, last, strict=True):
        facts[name] = {"points": str(generator.randint(0, 30)), "last": str(place)}
        if name in names:
            owned = [deck.pop() for _ in range(3 if full else 0) if deck]
            kept = [sponsors.pop() for _ in range(generator.randint(0, 2)) if sponsors]
            facts[name]["garage"] = list_text(FACES[card] for card in sorted(owned))
            facts[name]["kept"] = list_text(FACES[card] for card in sorted(kept))
    ends = generator.sample(range(1, len(cars) + 1), len(cars))
    begins = ["garage"] + ([f"finish {list_text(ends)}", "race"] if full else [])
    return Position(facts, generator.choice(begins))


CROWDS = {"heat": write_race, "heat-championship": write_championship}
