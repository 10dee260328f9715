"""The championship as numbers, for programs that learn: see paddock.core.layout."""

from __future__ import annotations

from operator import attrgetter

from paddock.core.layout import nested_layout
from paddock.games.winds_of_war import layout as race
from paddock.games.winds_of_war.market import layout as market
from paddock.games.winds_of_war.market.moves import Move

LAYOUT = nested_layout(
    "winds-of-war-championship-v1",
    race.LAYOUT,
    attrgetter("now"),
    moves=Move,
    questions=market.QUESTIONS,
    parts=market.PARTS,
    choices=market.CHOICES,
)
