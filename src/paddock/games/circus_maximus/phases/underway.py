"""A pending attack, while other seats decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from paddock.games.circus_maximus.data.kinds import Part, Side, Weapon

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Race


class Blow(Struct, frozen=True, gc=False):
    """An attack of `by` on `whom`. `edge` is the striking car's bonus to damage; a wreck has no
    driver."""

    by: int
    weapon: Weapon
    whom: int
    part: Part
    side: Side  # the side of the defender that is hit
    mod: int = 0  # modifier of the attacker's CDM
    edge: int = 0
    forced: bool = False
    wreck: bool = False


def skill(state: Race, blow: Blow) -> int:
    """The attacker's CDM in this attack."""
    return 0 if blow.wreck else state.chariots[blow.by].cdm + blow.mod
