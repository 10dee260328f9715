"""How long a bot thinks: processor time a decision and a turn, by the fixed loop of the bench."""

from __future__ import annotations

import random
import statistics
import time

from msgspec import Struct

from paddock import bots
from paddock.core.chance import Fresh
from paddock.core.house import AnyHouse
from paddock.core.referee import AnyReferee, Referee
from paddock.lab.bench import QUIET, SEATS, reference

EVERY = 0.25
"""Seconds of thought after which the reference loop runs again."""


class Thought(Struct, frozen=True):
    """Milliseconds, on a machine on which the reference loop makes QUIET rounds a second."""

    decisions: int
    turns: int  # runs of decisions of one seat
    a_decision: float
    a_turn: float
    longest_turn: float


def thought(
    house: AnyHouse, bot: str, races: int = 1, *, options: object = None, seats: int | None = None
) -> Thought:
    """What a bot in every seat thinks in a few races; the first of them from a cold start."""
    options = house.options() if options is None else options
    seats = min(max(SEATS, house.card.seats[0]), house.card.seats[1]) if seats is None else seats
    decisions, turns, loops = 0, [0.0], [reference()]
    since = 0.0
    for race in range(races):
        referee: AnyReferee = Referee(house.game, options, seats, random.Random(f"pace:{race}"))
        players = [bots.make(bot, house) for _ in range(seats)]
        luck, last = Fresh(random.Random(race)), -1
        while referee.asks:
            ask = referee.asks[0]
            seen = house.game.view(referee.state, ask.seat)
            start = time.thread_time()
            move = players[ask.seat].choose(seen, ask, luck)
            spent = time.thread_time() - start
            decisions, since = decisions + 1, since + spent
            if ask.seat == last:
                turns[-1] += spent
            else:
                turns.append(spent)
            last = ask.seat
            referee.play(ask.seat, move)
            if since > EVERY:
                loops.append(reference())
                since = 0.0
    pace = 1000 * statistics.median([*loops, reference()]) / QUIET
    whole = pace * sum(turns)
    n = len(turns) - 1
    return Thought(decisions, n, whole / decisions, whole / n, pace * max(turns))
