"""The career as numbers, for programs that learn: see paddock.core.layout."""

from __future__ import annotations

from operator import attrgetter

from paddock.core.layout import nested_layout
from paddock.games.winds_of_war.market import layout as market
from paddock.games.winds_of_war.market.moves import Move
from paddock.games.winds_of_war.modes.mille_miglia import layout as edition

LAYOUT = nested_layout(
    "winds-of-war-career-v1",
    edition.LAYOUT,
    attrgetter("edition"),
    moves=Move,
    questions=market.QUESTIONS,
    parts=market.PARTS,
    choices=market.CHOICES,
)
