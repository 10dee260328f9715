"""The game card, and the rulebook that all code cites."""

from __future__ import annotations

from paddock.core.citations import Rulebook
from paddock.core.game import Card

R = Rulebook("paddock.games.circus_maximus")

CARD = Card(
    id="circus-maximus",
    title="Circus Maximus",
    year=1980,
    seats=(2, 16),
    edition="2",
    most_options=150,
    most_decisions=60_000,
    designers=("Michael Matheny", "Don Greenwood"),
    minutes=(15, 40),
    weight=3,
)
