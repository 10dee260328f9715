"""What an option about money is worth: bets and entries by the chances they open, everything else
by how far it strays from what a sound owner would do."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from paddock.core.chance import Chance
from paddock.core.game import Amount, Ask, put
from paddock.core.seats import Seat
from paddock.games.circus_maximus.season.bots.owner import Owner
from paddock.games.circus_maximus.season.bots.worth import (
    Rows,
    chances,
    hoped,
    left_of,
    pots,
    strength,
    worth,
)
from paddock.games.circus_maximus.season.view import View
from paddock.games.circus_maximus.stable import moves as mv
from paddock.games.circus_maximus.stable.moves import DONE, Move
from paddock.games.circus_maximus.stable.phases.betting import line_of, room, slip_of
from paddock.games.circus_maximus.stable.rules.betting import odds
from paddock.games.circus_maximus.stable.rules.ledger import STEP
from paddock.games.circus_maximus.stable.rules.stable import eligible

OWNER = Owner()
BY_RULE = frozenset(
    {"purchase", "harness", "plot", "bribe", "deal", "terms", "train", "fit", "in-kind", "worth"}
    | {"concede", "dose", "loosen", "side-bet", "auction", "bid"}
)
"""Questions that a sound owner answers by rules of thumb."""
STRAY = 0.05
"""What it costs to do otherwise."""
QUICK = 0.35
"""How much a point of strength says about who will win."""
WEAR = 0.03
"""What it costs to enter a chariot that could race another time, in chances to win this race."""
TRIED = (0.0, 0.05, 0.1, 0.2, 0.4)
"""Shares of one's money that are tried for a bet."""


def appraise(seen: View, ask: Ask[Move], chance: Chance) -> list[float] | None:
    """None: it is to be tried out."""
    match ask.question.prompt:
        case "enter":
            return entries(seen, ask)
        case "bet" | "bet-again":
            return bets(seen, ask)
        case "plot" if DONE in ask.options:
            return by_rule(ask, DONE)
        case "bid" if not left_of(seen):
            return by_rule(ask, ask.options[0])
        case prompt if prompt in BY_RULE:
            return by_rule(ask, OWNER.choose(seen, ask, chance))
        case _:
            return None


def by_rule(ask: Ask[Move], sound: Move) -> list[float]:
    """The worth of each option; of sums, by how far they are from a sound one."""
    options = ask.candidates
    if not isinstance(ask.options, Amount):
        return [0.5 if move == sound else 0.5 - STRAY for move in options]
    sums = [amount_of(move) for move in options]
    wanted = amount_of(sound)
    return [0.5 - STRAY * abs(amount - wanted) / max(STEP, wanted) for amount in sums]


def amount_of(move: Move) -> int:
    amount: int = getattr(move, "amount", 0)
    return amount


# ---------------------------------------------------------------- entries


def entries(seen: View, ask: Ask[Move]) -> list[float]:
    """By the chance that one's own wins; the more races are to come, the less a single one counts,
    and the more it counts what is kept for them."""
    left = left_of(seen)
    stable = seen.players[ask.seat].stable
    said = seen.phase.said[ask.seat]  # type: ignore[union-attr]  # the entries are open
    taken = [move.slot for move in said if isinstance(move, mv.Enter)]
    rivals = sum([likely_entry(seen, s) for s in seen.active() if s != ask.seat])
    wear = WEAR if left > 1 else 0.0
    found = []
    for move in ask.options:
        slots = [*taken, move.slot] if isinstance(move, mv.Enter) else taken
        own = sum([speed(strength(stable[slot])) for slot in slots])
        share = own / (own + rivals) if own else 0.0
        found.append(0.5 + (share - wear * len(slots) - 1 / seen.seats) / math.sqrt(left))
    return found


def speed(points: float) -> float:
    return math.exp(QUICK * (points - 30))


def likely_entry(seen: View, seat: Seat) -> float:
    """What a rival will bring: the best that he may enter, and half a second one."""
    stable = seen.players[seat].stable
    ready = sorted([speed(strength(stable[slot])) for slot in eligible(stable, ())], reverse=True)
    return sum(ready[:1]) + 0.5 * sum(ready[1:2])


# ---------------------------------------------------------------- bets


def bets(seen: View, ask: Ask[Move]) -> list[float]:
    """How one stands after each, in the mean over the winners, and over two ways in which the
    others may bet: the least that they must, or by their chances."""
    seat = ask.seat
    slip = slip_of(seen, seat, seen.phase.said[seat])  # type: ignore[union-attr]  # bets are taken
    likely, left = chances(seen), left_of(seen) - 1
    wealth = [worth(seen, s) for s in range(seen.seats)]
    again = bool(seen.odds)
    ways = [seen.bets] if again else [others(seen, seat, likely, nerve) for nerve in (0.0, 0.8)]

    @functools.cache
    def after(mine: tuple[int, ...]) -> float:
        total = 0.0
        for rows in ways:
            if again:
                later = put(seen.later, seat, summed(seen.later[seat], mine))
                table = pots(seen.bets, later, seen.odds)
                paid = [0.0] * seen.seats
                paid[seat] = float(sum(mine))
            else:
                full = put(rows, seat, mine)
                none = ((0,) * len(mine),) * seen.seats
                table = pots(full, none, odds(full, len(mine)))
                paid = [float(sum(row)) for row in full]
            kept = [w - p for w, p in zip(wealth, paid, strict=True)]
            total += hoped(likely, table, kept, seat, left) / len(ways)
        return total

    found = []
    for move in ask.candidates:
        match move:
            case mv.Sum(amount=amount):
                found.append(after(put(slip.bets, slip.on, amount)))
            case mv.Wager():
                on = line_of(seen, move)
                most = min(slip.money, seen.bets[seat][on]) if again else room(seen, seat, slip, on)
                sums = {max(STEP, min(most, int(slip.money * t) // STEP * STEP)) for t in TRIED}
                found.append(max([after(put(slip.bets, on, amount)) for amount in sums]))
            case _:
                found.append(after(slip.bets))
    return found


def summed(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def others(seen: View, seat: Seat, likely: Sequence[float], nerve: float) -> Rows:
    """What the others may bet, each on the best of his own."""
    rows = []
    for s, player in enumerate(seen.players):
        row = [0] * len(likely)
        own = seen.own(s)
        if s != seat and own and player.cash >= STEP:
            best = max(own, key=lambda i: likely[i])
            row[best] = max(STEP, int(player.cash * nerve * likely[best]) // STEP * STEP)
        rows.append(tuple(row))
    return tuple(rows)
