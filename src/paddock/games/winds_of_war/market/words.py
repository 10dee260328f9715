"""Words for the items of a deal."""

from __future__ import annotations

from paddock.core.seats import Language, Names
from paddock.core.words import Show
from paddock.games.winds_of_war.data import kebab
from paddock.games.winds_of_war.market.moves import CARD_OF, PART_OF, Item
from paddock.games.winds_of_war.words import FORMATTERS, WORDS, show_card, show_part


def item(item: Item, language: Language, names: Names) -> str:
    """What can be part of a deal; cards and parts have names."""
    if item in CARD_OF:
        return show_card(CARD_OF[item], language)
    if item in PART_OF:
        return show_part(PART_OF[item], language)
    return WORDS.tell(f"item.{kebab(item)}", language)


def items(items: tuple[Item, ...], language: Language, names: Names) -> str:
    texts = [item(each, language, names) for each in items]
    return ", ".join(texts) or WORDS.tell("item.nothing", language)


MARKET_SHOWS: dict[str, Show] = {**FORMATTERS, "item": item, "give": items, "want": items}
