"""Corner strain: its cost, and the modifiers of the roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddock.core.citations import cites
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.rules.damage import has_uneven_blades, weather_weight
from paddock.games.circus_maximus.rules.speed import NO_LANE

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, Race

RAIN_STRAIN = (3, 2, 1)
"""Rain modifier of a corner roll for light, normal and heavy cars."""
MUD_STRAIN = 1
"""Additional modifier in mud."""
UNEVEN_STRAIN = 2
"""Modifier for uneven blades."""


@cites(R("B6.511"), R("B7.31"), R("X11"), R("E2.9.1.2"), R("E2.9.2.1"))
def strain_due(chariot: Chariot, speed: int, safe: int, paid: int) -> int:
    """The endurance for a speed above the safe one, less what was paid for a lane further out."""
    paid_for = max(0, speed - paid) if paid != NO_LANE else 0
    return min(speed - safe - paid_for, chariot.endurance)


@cites(R("E2.3.7.3"), R("E2.3.7.4"))
def strain_modifier(state: Race, chariot: Chariot) -> int:
    """The modifier of wet sand and uneven blades for a corner roll."""
    worse = UNEVEN_STRAIN if has_uneven_blades(state, chariot) else 0
    if state.wet_sand:
        worse += RAIN_STRAIN[weather_weight(state, chariot)] + (MUD_STRAIN if state.mud else 0)
    return worse
