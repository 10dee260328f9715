"""A turn of the career in one sentence: that of its edition, or what lies between two."""

from __future__ import annotations

from paddock.core.nested import mode_turns
from paddock.core.turns import TurnSummaries
from paddock.core.words import Remark
from paddock.games.winds_of_war.market.events import Own as Market
from paddock.games.winds_of_war.market.turns import CAR_FIELD, trade_parts
from paddock.games.winds_of_war.modes.career import events as ev
from paddock.games.winds_of_war.modes.mille_miglia.turns import TURNS as ROAD


def own_parts(event: ev.Event) -> list[Remark] | None:
    """Drivers who leave, titles and trades; None for an event of the edition."""
    match event:
        case ev.DriverLeft(driver=driver):
            return [("parted", {"driver": driver})]
        case ev.MostSuccessful(lire=lire):
            return [("career", {"lire": lire})]
        case ev.EditionEnded() | ev.NextEdition():
            return []
        case _:
            return trade_parts(event) if isinstance(event, Market) else None


TURNS: TurnSummaries[ev.Event] = mode_turns(
    ROAD,
    own_parts,
    turn_starts=(ev.NextEdition,),
    car_field={**CAR_FIELD, ev.DriverLeft: "seat", ev.MostSuccessful: "seat"},
)
