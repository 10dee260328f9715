"""The season as numbers, for programs that learn: see paddock.core.layout."""

from __future__ import annotations

from operator import attrgetter

from paddock.core.layout import nested_layout
from paddock.games.circus_maximus import layout as race
from paddock.games.circus_maximus.modes.season.moves import Move
from paddock.games.circus_maximus.ownership import layout as owners

CHOICES = 128
"""Options of a question between races that have an id."""

LAYOUT = nested_layout(
    "circus-maximus-season-v2",
    race.LAYOUT,
    attrgetter("now"),
    moves=Move,
    questions=(*owners.QUESTIONS, "fit", "enter", "found", "purchase", "harness"),
    parts=owners.PARTS,
    choices=CHOICES,
)
