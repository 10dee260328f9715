"""The game card of the season."""

from __future__ import annotations

from paddock.core.game import Card

CARD = Card(
    id="circus-maximus-season",
    title="Circus Maximus: the racing season",
    year=1980,
    seats=(2, 10),
    edition="3",
    most_options=400,
    most_decisions=1_000_000,
    designers=("Michael Matheny", "Don Greenwood"),
    goal="goal.season",
)
