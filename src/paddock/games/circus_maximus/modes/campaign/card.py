"""The game card of the Epic campaign."""

from __future__ import annotations

from paddock.core.game import Card

CARD = Card(
    id="circus-maximus-campaign",
    title="Circus Maximus: the Epic campaign",
    year=2016,
    seats=(2, 16),
    edition="7",
    most_options=400,
    most_decisions=3_000_000,
    designers=("Michael Matheny", "Don Greenwood"),
    goal="goal.campaign",
)
