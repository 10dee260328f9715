"""Crowded positions of the template: cars on one space, no fuel, an empty bag."""

from __future__ import annotations

import random
from typing import Any

from paddock.core.notation import Facts
from paddock.core.seats import Names
from paddock.games.template.data import DECK, FUEL, GEARS, LIMIT, NAME, SPARE
from paddock.verify.positions.writing import Position, list_text, near_limit, series_of


def write_race(options: Any, names: Names, generator: random.Random) -> Position:
    cards = list(DECK) if options.blocking else []
    generator.shuffle(cards)
    middle = generator.randint(0, min(options.length, len(LIMIT)) - 1)
    facts: Facts = {}
    for name in names:
        at = max(0, middle - generator.randint(0, 2))
        hand = sorted(cards.pop() for _ in range(min(len(cards), generator.randint(0, 2))))
        facts[name] = {
            "at": str(at),
            "gear": str(generator.randint(1, GEARS)),
            "fuel": str(near_limit(generator, FUEL)),
            "hand": list_text(NAME[card] for card in hand),
        }
    left = generator.randint(0, len(cards))
    facts["table"] = {
        "bag": list_text(NAME[card] for card in sorted(cards[:left])),
        "discards": list_text(NAME[card] for card in sorted(cards[left:])),
    }
    fuel = sum(int(facts[name]["fuel"]) for name in names)
    facts["table"]["pool"] = str((FUEL + SPARE) * len(names) - fuel)
    return Position(facts, generator.choice(("driving", "end")))


CROWDS = {"template": write_race, "template-series": series_of(write_race)}
