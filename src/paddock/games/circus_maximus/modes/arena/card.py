"""The game card of the arena."""

from __future__ import annotations

from paddock.core.game import Card

CARD = Card(
    id="circus-maximus-arena",
    title="Circus Maximus: the arena",
    year=2016,
    seats=(2, 8),
    edition="2",
    most_options=40,
    most_decisions=2_000,
    goal="goal.arena",
)
