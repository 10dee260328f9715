"""The campaign as numbers, for programs that learn: see paddock.core.layout."""

from __future__ import annotations

from operator import attrgetter

from paddock.core.layout import nested_block, nested_layout, nested_part
from paddock.games.circus_maximus import layout as race
from paddock.games.circus_maximus.modes.arena import layout as arena
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.ownership import layout as owners

CHOICES = 128
"""Options of a question between races that have an id."""
RING = attrgetter("ring")

LAYOUT = nested_layout(
    "circus-maximus-campaign-v2",
    race.LAYOUT,
    attrgetter("now"),
    moves=Move,
    questions=(
        *owners.QUESTIONS,
        *arena.LAYOUT.questions,
        "options",
        "agree",
        "fate",
        "lot",
        "raise",
        "part",
        "entries",
        "vote",
        "shop",
        "team",
        "harness",
        "send",
        "type",
        "challenge",
        "match",
        "face",
        "drill",
    ),
    parts=(*owners.PARTS, *[nested_part(part, RING) for part in arena.LAYOUT.parts]),
    blocks=tuple([nested_block(block, RING) for block in arena.LAYOUT.blocks]),
    choices=CHOICES,
)
