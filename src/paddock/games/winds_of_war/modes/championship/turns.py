"""A turn of the championship in one sentence: that of its race, or what lies between two."""

from __future__ import annotations

from paddock.core.nested import mode_turns
from paddock.core.turns import TurnSummaries
from paddock.core.words import Remark
from paddock.games.winds_of_war.market.events import Own as Market
from paddock.games.winds_of_war.market.turns import CAR_FIELD, trade_parts
from paddock.games.winds_of_war.modes.championship import events as ev
from paddock.games.winds_of_war.modes.mille_miglia.turns import TURNS as ROAD


def own_parts(event: ev.Event) -> list[Remark] | None:
    """Points, titles and trades; None for an event of the race."""
    match event:
        case ev.SeasonScored(points=points, total=total):
            return [("points", {"points": points, "total": total})]
        case ev.Champion(points=points):
            return [("champion", {"points": points})]
        case ev.NextRace():
            return []
        case _:
            return trade_parts(event) if isinstance(event, Market) else None


TURNS: TurnSummaries[ev.Event] = mode_turns(
    ROAD,
    own_parts,
    turn_starts=(ev.NextRace,),
    car_field={**CAR_FIELD, ev.SeasonScored: "seat", ev.Champion: "seat"},
)
