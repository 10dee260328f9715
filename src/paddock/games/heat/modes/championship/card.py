"""The name card of the championship. Its clauses are in the rulebook of the game."""

from __future__ import annotations

from paddock.core.game import Card

CARD = Card(
    id="heat-championship",
    title="Heat: Championship",
    year=2022,
    seats=(1, 8),
    edition="3",
    most_options=120,
    most_decisions=100_000,
    designers=("Asger Harding Granerud", "Daniel Skjold Pedersen"),
    goal="goal.championship",
)
