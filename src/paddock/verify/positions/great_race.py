"""Crowded positions of The Great Race: empty tanks, worn vehicles, no money, empty bag and deck."""

from __future__ import annotations

import random
from typing import Any

from paddock.core.notation import Facts
from paddock.core.seats import Names
from paddock.games.great_race.data import (
    ASSISTANTS,
    CARD_ID,
    CITY,
    DECK,
    LANDS,
    MOST_CHASSIS,
    MOST_ENGINE,
    MOST_FUEL,
    NEXT,
    SPACE_ID,
    TILE_ID,
)
from paddock.games.great_race.rules.ground import GOAL, START
from paddock.verify.positions.writing import Position, list_text, near_limit, yes

BEGINS = ("bivouac", "planning", "convoy", "maintenance", "explore", "repair", "drive")
NEEDS = {"explore": "scouts", "repair": "mechanics", "drive": "mechanics"}


def write_race(options: Any, names: Names, generator: random.Random) -> Position:
    """Crews together on a few spaces with tiles around them."""
    land = LANDS[options.continent]
    start, goal = (
        START[options.continent, options.direction],
        GOAL[options.continent, options.direction],
    )
    middle = generator.choice((start, *land.spaces, *NEXT[goal]))
    near = [space for space in (middle, *NEXT[middle]) if space != goal]
    cards = list(DECK)
    generator.shuffle(cards)
    begin = generator.choice(BEGINS)
    # The race ends with the round of the first arrival.
    first_home = 0.0 if begin in ("bivouac", "planning") else 0.15
    home = [name for name in names[1:] if generator.random() < first_home]
    facts: Facts = {}
    for name in names:
        hand = sorted(cards.pop() for _ in range(generator.randint(0, 5)))
        assistants = 0 if name in home else generator.randint(0, ASSISTANTS)
        kinds = generator.choices(("scouts", "mechanics", "escorts", "financing"), k=assistants)
        space = goal if name in home else generator.choice(near)
        facts[name] = {
            "space": SPACE_ID[space],
            "fuel": str(near_limit(generator, MOST_FUEL)),
            "engine": str(near_limit(generator, MOST_ENGINE, 1)),
            "chassis": str(near_limit(generator, MOST_CHASSIS, 1)),
            "money": str(10 * generator.choice((0, 0, 1, 3, 20))),
            "hand": list_text(CARD_ID[card] for card in hand),
            "known": list_text(CARD_ID[card] for card in hand[:1]),
            "passed": yes(name in home),
        } | {kind: str(kinds.count(kind)) for kind in set(kinds)}
    tiles = list(land.bag)
    generator.shuffle(tiles)
    board = [
        f"{SPACE_ID[space]}:{TILE_ID[tiles.pop()]}"
        for space in sorted({*near, *(n for s in near for n in NEXT[s])})
        if not CITY[space] and generator.random() < 0.7
    ]
    bag = generator.choice((0, 0, 1, 2, len(tiles)))
    left = generator.choice((0, 0, 1, 3, len(cards)))
    market = min(3, left)
    racing = [name for name in names if name not in home]
    order = generator.sample(racing, len(racing)) + home
    if need := NEEDS.get(begin):
        facts[order[0]].setdefault(need, "0")
    facts["table"] = {
        "round": str(generator.choice((1, 2, options.rounds))),
        "order": list_text(order),
        "pile": list_text(generator.sample(names, len(names))),
        "tiles": list_text(board),
        "bag": list_text(TILE_ID[tile] for tile in sorted(tiles[:bag])),
        "market": list_text(CARD_ID[card] for card in sorted(cards[:market])),
        "deck": list_text(CARD_ID[card] for card in sorted(cards[market:left])),
        "discards": list_text(CARD_ID[card] for card in cards[left:]),
        "arrivals": list_text(home),
    }
    return Position(facts, begin)


CROWDS = {"great-race": write_race}
