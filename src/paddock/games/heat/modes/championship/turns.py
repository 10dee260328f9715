"""A turn of a championship in one sentence: that of its race, or what lies between two."""

from __future__ import annotations

from paddock.core.nested import mode_turns
from paddock.core.turns import TurnSummaries
from paddock.core.words import Remark
from paddock.games.heat.modes.championship import events as ev
from paddock.games.heat.turns import TURNS as RACE


def own_parts(event: ev.Event) -> list[Remark] | None:
    """Points, Upgrades and titles; None for an event of the race."""
    match event:
        case ev.PointsWon(points=points, total=total):
            return [("points", {"points": points, "total": total})]
        case ev.Swapped(card=card, other=other):
            return [("swapped", {"card": card, "other": other})]
        case ev.Kept(card=card):
            return [("kept", {"card": card})]
        case ev.Crowned(total=total):
            return [("crowned", {"total": total})]
        case ev.RaceAnnounced() | ev.YearWon():
            return []
        case _:
            return None


TURNS: TurnSummaries[ev.Event] = mode_turns(
    RACE,
    own_parts,
    turn_starts=(ev.RaceAnnounced,),
    car_field={ev.PointsWon: "seat", ev.Swapped: "seat", ev.Kept: "seat", ev.Crowned: "seat"},
)
