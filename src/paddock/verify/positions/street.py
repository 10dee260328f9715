"""Crowded positions of Street Illegal: empty stacks, empty hands, no chips, the last leg."""

from __future__ import annotations

import random
from typing import Any

from paddock.core.notation import Facts
from paddock.core.seats import Names
from paddock.games.street_illegal.data import CHIPS, DECK, HAND, LEGS, PLACES, ROW, TRACKS
from paddock.games.street_illegal.notation import face, track_face
from paddock.verify.positions.writing import Position, list_text, near_limit, series_of


def write_race(options: Any, names: Names, generator: random.Random) -> Position:
    """Cards dealt at random: each lies up, in a hand, on the discards or in the stack."""
    cards = list(DECK)
    generator.shuffle(cards)
    chips = CHIPS
    places = generator.sample(range(1, PLACES + 1), len(names))
    facts: Facts = {}
    for name, place in zip(names, places, strict=True):
        own = min(chips, near_limit(generator, 6))
        chips -= own
        hand = near_limit(generator, HAND - len(ROW))
        facts[name] = {
            "place": str(place),
            "chips": str(own),
            "up": list_text(face(cards.pop()) for _ in ROW),
            "hand": list_text(face(cards.pop()) for _ in range(hand)),
        }
    stack = generator.choice((0, 0, 1, 2, 5, len(cards)))
    facts["table"] = {
        "leg": str(near_limit(generator, LEGS, 1)),
        "road": track_face(generator.choice(TRACKS)),
        "stack": list_text(face(card) for card in cards[:stack]),
        "discards": list_text(face(card) for card in cards[stack:]),
        "pool": str(chips),
    }
    place = generator.randint(1, PLACES)
    parts = ("road", "driving", "passing", f"driving {place}", f"passing {place}")
    return Position(facts, generator.choice(parts))


CROWDS = {"street-illegal": write_race, "street-illegal-series": series_of(write_race)}
