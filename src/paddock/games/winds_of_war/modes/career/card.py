"""The name card of the career."""

from __future__ import annotations

from paddock.core.game import Card

CARD = Card(
    id="winds-of-war-career",
    title="Winds of War: the career",
    year=2016,
    seats=(1, 6),
    edition="4",
    most_options=200,
    most_decisions=2_400_000,
    designers=("Carlo Amaddeo",),
    goal="goal.career",
)
