"""The game's card (id, seats, edition), and the rulebook that the code cites."""

from __future__ import annotations

from paddock.core.citations import Rulebook
from paddock.core.game import Card

R = Rulebook("paddock.games.street_illegal")

CARD = Card(
    id="street-illegal",
    title="Street Illegal",
    year=2007,
    seats=(1, 7),
    edition="4",
    most_options=21,
    most_decisions=3000,
    designers=("Heinrich Glumpler",),
    minutes=(8, 10),
    weight=2,
)
