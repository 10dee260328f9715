"""The name card of the championship."""

from __future__ import annotations

from paddock.core.game import Card

CARD = Card(
    id="winds-of-war-championship",
    title="Winds of War: the championship",
    year=2016,
    seats=(1, 6),
    edition="4",
    most_options=160,
    most_decisions=400_000,
    designers=("Carlo Amaddeo",),
    goal="goal.championship",
)
