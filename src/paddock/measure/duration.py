"""Estimates how long a race takes a newcomer against bots, and how much there is to decide: from
what a bot is asked in it. The minutes on the tiles of the games come from here."""

from __future__ import annotations

import random
import statistics
from math import log2
from typing import Any

from msgspec import Struct

from paddock import bots
from paddock.core.chance import UnrecordedChance
from paddock.core.game import Ask
from paddock.core.game_spec import AnyGameSpec
from paddock.core.referee import AnyReferee, Referee

BOT = "greedy"
READ_SECONDS, SECONDS_PER_DOUBLING = 6.0, 3.0
"""Seconds to see what is asked, and for every doubling of the options (Hick's law)."""
REPEAT_SECONDS = 2.0
"""Seconds for the same question again at once: the player knows the answer."""
OTHERS_SECONDS = 4.5
"""Seconds until the others have acted, measured by `python -m tools.browser.waiting_times`."""


class Duration(Struct, frozen=True):
    """The decisions of one seat in a race, on average."""

    decisions: float  # that leave a choice
    turns: float  # between which others act
    kinds: int  # of questions
    minutes: float
    bits: float  # to decide: the information in the options of each kind of question


def measure(spec: AnyGameSpec, options: Any, seats: int, races: int, seed: int = 1) -> Duration:
    """Races between bots, as their first seat meets them."""
    met = [asks_of_first_seat(spec, options, seats, seed + race) for race in range(races)]
    sizes: dict[str, list[int]] = {}
    for race in met:
        for ask, _ in race:
            sizes.setdefault(ask.question.prompt, []).append(len(ask.options))
    return Duration(
        statistics.mean(len(race) for race in met),
        statistics.mean(sum(fresh for _, fresh in race) for race in met),
        len(sizes),
        statistics.mean(thinking_seconds(race) for race in met) / 60,
        sum(log2(statistics.mean(found)) for found in sizes.values()),
    )


def thinking_seconds(race: list[tuple[Ask[Any], bool]]) -> float:
    spent, before = 0.0, ""
    for ask, fresh in race:
        question = ask.question.prompt
        again = not fresh and question == before
        spent += (
            REPEAT_SECONDS
            if again
            else READ_SECONDS
            + SECONDS_PER_DOUBLING * log2(len(ask.options))
            + OTHERS_SECONDS * fresh
        )
        before = question
    return spent


def asks_of_first_seat(
    spec: AnyGameSpec, options: Any, seats: int, seed: int
) -> list[tuple[Ask[Any], bool]]:
    """Every choice of the first seat, and whether others acted since the one before."""
    names = tuple(f"bot {seat}" for seat in range(seats))
    referee: AnyReferee = Referee(spec.game, options, names, random.Random(seed))
    players = [bots.make_bot(BOT, spec) for _ in names]
    luck = UnrecordedChance(random.Random(f"{seed} bots"))
    found: list[tuple[Ask[Any], bool]] = []
    fresh = True
    while referee.asks:
        ask = referee.asks[0]
        if ask.seat:
            fresh = True
        elif len(ask.options) > 1:
            found.append((ask, fresh))
            fresh = False
        view = spec.game.view(referee.state, ask.seat)
        referee.play(ask.seat, players[ask.seat].choose(view, ask, luck))
    return found
