"""Name, seats and edition of the game."""

from __future__ import annotations

from paddock.core.citations import Rulebook
from paddock.core.game import Card

R = Rulebook("paddock.games.winds_of_war")

CARD = Card(
    id="winds-of-war",
    title="Winds of War 1934–1940",
    year=2016,
    seats=(1, 6),
    edition="4",
    most_options=60,
    most_decisions=60_000,
    designers=("Carlo Amaddeo",),
    minutes=(10, 20),
    weight=4,
)
