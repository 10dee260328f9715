"""What players may prepare in a campaign: as in a season, with auctions and galas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from paddock.core.game import Ask
from paddock.core.nested import mode_programs, with_questions
from paddock.core.program_types import Sense
from paddock.games.circus_maximus import programs as race
from paddock.games.circus_maximus.modes.arena import programs as arena
from paddock.games.circus_maximus.modes.campaign.moves import Bid
from paddock.games.circus_maximus.modes.season import programs as season

MAIN = race.MAIN | {"plan"}
"""Questions that only a person or a plan answers."""

SENSES: Mapping[str, Sense] = {**season.SENSES, **arena.SENSES, "unused": "none"}
"""What each number of `foresee` means for a planned move."""

SMALL = ("vote", "part", "options", "agree", "challenge", "match", "face", "fate", "drill", "type")
MARKET = ("lot", "raise", "shop", "team", "entries", "send", *season.STABLE, "bet")
PRESETS = (
    with_questions(race.PRESETS[0], "planned", "driving-deals", (*season.DEALS, *SMALL)),
    with_questions(race.PRESETS[0], "market", "driving-market", (*season.DEALS, *SMALL, *MARKET)),
)


def price_of(ask: Ask[Any], move: Any) -> int | None:
    """The sum of a bid: the least one at first, then what the bidder names."""
    if isinstance(move, Bid):
        return int(str(ask.args[0]))
    amount: int | None = getattr(move, "amount", None)
    return amount


def count_races(state: Any) -> int:
    """A number that grows with every round and every victory: a round may have two races."""
    return int(state.race) + sum(int(many) for _, many in state.wins)


PROGRAMS = replace(
    mode_programs(
        race.PROGRAMS,
        count_races,
        senses=SENSES,
        presets=PRESETS,
        staying=(*season.STAYING, "Pass", "StayOut"),
        inner=season.race_in,
        with_inner=season.with_race,
    ),
    main=MAIN,
    price=price_of,
)
