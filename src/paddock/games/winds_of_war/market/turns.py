"""What a team did at the market, in parts of a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from paddock.core.words import Remark
from paddock.games.winds_of_war.market import events as ev

CAR_FIELD: Mapping[type, str] = {
    ev.Won: "seat",
    ev.Sold: "seat",
    ev.Given: "seat",
    ev.Offered: "by",
}


def trade_parts(event: ev.Own) -> list[Remark]:
    """The parts of a sentence for an event of the market."""
    match event:
        case ev.Won(lire=lire):
            return [("won", {"lire": lire})]
        case ev.Sold(model=model, lire=lire):
            return [("sold", {"model": model, "lire": lire})]
        case ev.Given(model=model):
            return [("dealt", {"model": model})]
        case ev.Offered(whom=whom):
            return [("offered", {"whom": whom})]
        case ev.Agreed() | ev.Declined():
            return []
