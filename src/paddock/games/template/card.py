"""The card of the game, and its rulebook page."""

from paddock.core.citations import Rulebook
from paddock.core.game import Card

R = Rulebook("paddock.games.template")

CARD = Card(
    id="template",
    title="Three Bends",
    year=2026,
    seats=(2, 6),
    edition="1",
    most_options=4,
    most_decisions=3000,
)
