"""The game's card (id, seats, edition), and the rulebook that the code cites."""

from __future__ import annotations

from paddock.core.citations import Rulebook
from paddock.core.game import Card

R = Rulebook("paddock.games.heat")

CARD = Card(
    id="heat",
    title="Heat: Pedal to the Metal",
    year=2022,
    seats=(1, 8),
    edition="2",
    most_options=99,
    most_decisions=20_000,
    designers=("Asger Harding Granerud", "Daniel Skjold Pedersen"),
    minutes=(7, 15),
    weight=2,
    start_here=True,
)
