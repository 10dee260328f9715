"""What a chariot is worth, how likely one wins, and how well a player stands."""

from __future__ import annotations

import math

from paddock.core.seats import Seat
from paddock.games.circus_maximus.bots.worth import FAR, waiting
from paddock.games.circus_maximus.bots.worth import evaluate as race_evaluate
from paddock.games.circus_maximus.season.phases import Over
from paddock.games.circus_maximus.season.view import View
from paddock.games.circus_maximus.stable.rules.stable import Log

KEEN = 0.55
"""How much a turn ahead says about who will win."""
BREAKDOWN = 0.02
"""What is left of everybody's chance, whatever the clock says."""
RACE_SHARE = 0.25


def strength(log: Log) -> float:
    """How good a chariot is, in points of speed; without a part it cannot start."""
    if not log.whole:
        return 0.0
    speed = sum(log.boxes) + 0.8 * log.dm
    return speed + 0.09 * log.endurance + 0.15 * log.hits + 0.4 * log.weight


def value(log: Log) -> int:
    """What a chariot may cost: its parts as the bank sells them, less what is missing."""
    horses = sum([500 * max(1, boxes - 1) for boxes in log.boxes if boxes])
    driver = (1500 + 1200 * log.dm) * (log.hits > 0)
    return int(horses + driver + 500 * log.car) // 4


def chances(seen: View) -> list[float]:
    """How likely each chariot of the race wins, as far as one can see."""
    now = seen.now
    assert now is not None
    times = [waiting(now, c) for c in now.chariots]
    best = min(times)
    weights = [
        0.0 if time >= FAR else math.exp(-KEEN * (time - best)) + BREAKDOWN for time in times
    ]
    total = sum(weights) or 1.0
    return [weight / total for weight in weights]


def evaluate(seen: View, seat: Seat) -> float:
    """From 0 to 1: one's money against the richest rival's, and the race while one is run."""
    if seen.players[seat].bankrupt:
        return 0.0
    wealth = [worth(seen, s) for s in range(seen.seats)]
    rival = max([w for s, w in enumerate(wealth) if s != seat], default=1.0)
    standing = wealth[seat] / (wealth[seat] + rival) if wealth[seat] + rival else 0.5
    if isinstance(seen.phase, Over) or seen.now is None or not seen.odds:
        return standing
    return (1 - RACE_SHARE) * standing + RACE_SHARE * race_evaluate(seen.now, seat)


def worth(seen: View, seat: Seat) -> float:
    """Money, what is bet at its worth, and while races are to come the stable."""
    player = seen.players[seat]
    total = float(player.cash)
    if seen.bets and seen.now is not None and seen.race < seen.options.races:
        total += 0.8 * sum(seen.bets[seat]) + 0.8 * sum(seen.later[seat])
    left = seen.options.races - seen.race
    return total + min(1.0, left / 5) * sum([value(log) for log in player.stable])
