"""The game's card (id, seats, edition), and the rulebook that the code cites."""

from __future__ import annotations

from paddock.core.citations import Rulebook
from paddock.core.game import Card

R = Rulebook("paddock.games.great_race")

CARD = Card(
    id="great-race",
    title="The Great Race",
    year=2021,
    seats=(2, 4),
    edition="5",
    most_options=120,
    most_decisions=20_000,
    designers=("Maxence Vaché", "François-Gilles Ricard"),
    minutes=(10, 12),
    weight=4,
)
