"""The words of the campaign: those of the season, and how lots, parts and matches are told."""

from __future__ import annotations

from paddock.core.seats import Language, Names
from paddock.games.circus_maximus.campaign.phases.challenge import Facing
from paddock.games.circus_maximus.campaign.rules.owners import Horse, Man
from paddock.games.circus_maximus.data.kinds import Weight, name_of
from paddock.games.circus_maximus.season.words import WORDS as SEASON_WORDS
from paddock.games.circus_maximus.season.words import SeasonWords, by_name, money, ordinal
from paddock.games.circus_maximus.words import WORDS as RACE_WORDS


def horse(one: Horse, language: Language, names: Names = ()) -> str:
    """As the book writes a horse in store."""
    return f"{one.speed}({one.boxes})"


def man(one: Man, language: Language, names: Names = ()) -> str:
    """As the book writes a driver in store."""
    return f"{one.name} {one.dm:+d}, {one.hits}({one.most_hits})"


def weight(what: Weight, language: Language, names: Names = ()) -> str:
    return RACE_WORDS.tell(f"board.weight.{name_of(what)}", language)


def match(facing: Facing, language: Language, names: Names) -> str:
    """A challenge as it stands."""
    return WORDS.tell(
        "offer.match",
        language,
        names,
        by=facing.terms.queue[0],
        whom=facing.terms.whom,
        sides=facing.terms.sides,
        times=facing.terms.odds,
        stake=facing.stake,
        against=facing.against,
    )


def step(id: str, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"term.match.{id}", language)


WORDS = SeasonWords(
    "paddock.games.circus_maximus",
    shows={
        **SEASON_WORDS.shows,
        "colt": horse,
        "man": man,
        "weight": weight,
        "match": match,
        "step": step,
        "stored": ordinal,
        "into": ordinal,
        "life": by_name("life"),
        "stake": money,
    },
    seats=("seat", "by", "whom", "winners"),
)
