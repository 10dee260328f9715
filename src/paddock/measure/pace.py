"""How long a bot thinks: processor time a decision and a turn, by the fixed loop of the bench."""

from __future__ import annotations

import random
import statistics
import time

from msgspec import Struct

from paddock import bots
from paddock.bots.own import with_position
from paddock.core.chance import UnrecordedChance
from paddock.core.errors import BotFailed
from paddock.core.game_spec import AnyGameSpec
from paddock.core.referee import AnyReferee, Referee
from paddock.measure.bench import DEFAULT_SEATS, REFERENCE_ROUNDS_PER_SECOND, reference_speed

REFERENCE_EVERY_SECONDS = 0.25
"""Seconds of thought after which the reference loop runs again."""


class Thought(Struct, frozen=True):
    """Milliseconds, on a machine on which the reference loop makes QUIET rounds a second."""

    decisions: int
    turns: int  # runs of decisions of one seat
    a_decision: float
    a_turn: float
    longest_turn: float


def measure_thought(
    spec: AnyGameSpec, bot: str, races: int = 1, *, options: object = None, seats: int | None = None
) -> Thought:
    """What a bot in every seat thinks in a few races; the first of them from a cold start."""
    options = spec.options() if options is None else options
    seats = (
        min(max(DEFAULT_SEATS, spec.card.seats[0]), spec.card.seats[1]) if seats is None else seats
    )
    decisions, turns, loops = 0, [0.0], [reference_speed()]
    since = 0.0
    for race in range(races):
        referee: AnyReferee = Referee(spec.game, options, seats, random.Random(f"pace:{race}"))
        players = [bots.make_bot(bot, spec, own=True) for _ in range(seats)]
        luck, last = UnrecordedChance(random.Random(race)), -1
        while referee.asks:
            ask = referee.asks[0]
            view = spec.game.view(referee.state, ask.seat)
            start = time.thread_time()
            try:
                move = players[ask.seat].choose(view, ask, luck)
            except BotFailed as failed:
                raise with_position(spec, referee, f"race {race}", failed) from failed
            spent = time.thread_time() - start
            decisions, since = decisions + 1, since + spent
            if ask.seat == last:
                turns[-1] += spent
            else:
                turns.append(spent)
            last = ask.seat
            referee.play(ask.seat, move)
            if since > REFERENCE_EVERY_SECONDS:
                loops.append(reference_speed())
                since = 0.0
    pace = 1000 * statistics.median([*loops, reference_speed()]) / REFERENCE_ROUNDS_PER_SECOND
    whole = pace * sum(turns)
    n = len(turns) - 1
    return Thought(decisions, n, whole / decisions, whole / n, pace * max(turns))
