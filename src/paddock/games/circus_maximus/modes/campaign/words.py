"""Words of the campaign: those of the season and the arena, and formatters for lots, parts and
matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import msgspec

from paddock.core.seats import Language, Names
from paddock.games.circus_maximus.modes.arena import words as arena
from paddock.games.circus_maximus.modes.arena.events import Event as ArenaEvent
from paddock.games.circus_maximus.modes.arena.moves import Step
from paddock.games.circus_maximus.modes.arena.rules import Fight, Recruit
from paddock.games.circus_maximus.modes.campaign.phases.challenge import Facing
from paddock.games.circus_maximus.modes.campaign.rules.owners import RaceTerms
from paddock.games.circus_maximus.modes.season.words import WORDS as SEASON_WORDS
from paddock.games.circus_maximus.modes.season.words import (
    SeasonWords,
    by_name,
    driver_sheet,
    horse,
    money,
    ordinal,
    weight,
)

ARENA_EVENTS: tuple[type, ...] = get_args(ArenaEvent)


def match(facing: Facing, language: Language, names: Names) -> str:
    """A challenge with its current terms."""
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


def recruit(one: Recruit, language: Language, names: Names = ()) -> str:
    """A gladiator without a type, in one line."""
    return WORDS.tell(
        "gladiator.recruit",
        language,
        name=one.name,
        training=one.training,
        strength=one.strength,
        agility=one.agility,
        constitution=one.constitution,
        most=one.most_wounds,
    )


def gala(held: bool, language: Language, names: Names = ()) -> str:
    return WORDS.tell("show.gala" if held else "show.race", language)


def men(each: Sequence[str], language: Language, names: Names = ()) -> str:
    return ", ".join(each)


def fight_text(line: Fight, language: Language) -> str:
    """A line of a gladiator's log, as the browser tells it too."""
    kind = line.result.name.lower()
    said = [WORDS.tell(f"board.log.{kind}", language, race=line.race, foe=line.foe)]
    if line.odds:
        said.append(WORDS.tell("board.log.odds", language, n=line.odds))
    return ", ".join(said)


def lines(each: Sequence[int], language: Language, names: Names = ()) -> str:
    """The odds of gladiators, in the order of their bouts."""
    return ", ".join([f"{n}–1" if n else "–" for n in each])


def step(id: Step | str, language: Language, names: Names = ()) -> str:
    if isinstance(id, Step):
        return arena.step(id, language)
    return WORDS.tell(f"term.match.{id}", language)


def terms(agreed: RaceTerms, language: Language, names: Names = ()) -> str:
    """The options of a race in one line."""
    parts = [
        "two-laps" if agreed.two_laps else "three-laps",
        "time-limit" if agreed.turns else "no-time-limit",
        "no-horse-rams" if agreed.no_horse_rams else "horse-rams",
    ]
    return ", ".join([WORDS.tell(f"terms.{part}", language, turns=agreed.turns) for part in parts])


class CampaignWords(SeasonWords):
    """Events of a bout use the words of the arena."""

    def say(self, event: msgspec.Struct, names: Names, language: Language = "en") -> str:
        if isinstance(event, ARENA_EVENTS):
            return arena.WORDS.say(event, names, language)
        return super().say(event, names, language)


WORDS = CampaignWords(
    "paddock.games.circus_maximus",
    shows={
        **arena.WORDS.shows,
        **SEASON_WORDS.shows,
        "rival": arena.fighter,
        "recruit": recruit,
        "rating": by_name("rating"),
        "gala": gala,
        "men": men,
        "lines": lines,
        "colt": horse,
        "man": driver_sheet,
        "weight": weight,
        "match": match,
        "step": step,
        "into": ordinal,
        "life": by_name("life"),
        "terms": terms,
        "stake": money,
    },
    seats=("seat", "by", "whom", "winners", "debtor"),
    cars=SEASON_WORDS.cars,
)
