"""The name card of the Mille Miglia."""

from __future__ import annotations

from paddock.core.game import Card

CARD = Card(
    id="winds-of-war-mille-miglia",
    title="Winds of War: the Mille Miglia",
    year=2016,
    seats=(1, 6),
    edition="5",
    most_options=60,
    most_decisions=400_000,
    designers=("Carlo Amaddeo",),
    goal="goal.mille-miglia",
)
