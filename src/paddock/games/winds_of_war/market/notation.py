"""Moves at the market as text."""

from __future__ import annotations

from collections.abc import Mapping

from paddock.core.notation import Word, row
from paddock.games.winds_of_war import notation as race
from paddock.games.winds_of_war.market import moves as mv

ITEM = race.enum_word(mv.Item)
VERBS: Mapping[type, str] = {
    **race.VERBS,
    mv.Sell: "sell",
    mv.Propose: "propose",
    mv.Want: "want",
    mv.Give: "give",
    mv.Pay: "pay",
    mv.Claim: "claim",
    mv.Agree: "agree",
    mv.Decline: "decline",
}
FIELDS: Mapping[str, Word] = {
    **race.FIELDS,
    "item": ITEM,
    "give": row(ITEM),
    "want": row(ITEM),
}
