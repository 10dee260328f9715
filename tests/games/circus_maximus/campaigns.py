"""Whole Epic campaigns between bots: how long they are, how they end, who goes bankrupt, how many
champions there are, what fortunes are made.

    python -m tests.games.circus_maximus.campaigns --campaigns 200 --owners 6 --seed 1
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter

import typer

from paddock.core.chance import Fresh
from paddock.games.circus_maximus.campaign import CAMPAIGN, bots
from paddock.games.circus_maximus.campaign.events import FateChosen, LotSold, TeamBought
from paddock.games.circus_maximus.campaign.state import Options, State
from paddock.games.circus_maximus.stable.events import LoanMade, WentBankrupt
from tests.games.circus_maximus.counts import census

GAME = CAMPAIGN.game


def played(options: Options, seats: int, seed: int) -> tuple[State, Counter[str], Counter[int]]:
    """The last position, what happened how often, and the first purchase of each seat."""
    chance = Fresh(random.Random(seed))
    step = GAME.setup(options, seats, chance)
    player, state = bots.patron(""), step.state
    counted, happened = census(state), Counter[str]()
    first: Counter[int] = Counter()
    while asks := GAME.asks(state):
        ask = asks[-1]
        move = player.choose(GAME.view(state, ask.seat), ask, chance)
        step = GAME.play(state, ask.seat, move, chance)
        state = step.state
        happened["decisions"] += 1
        for event in step.events:
            if isinstance(event, WentBankrupt | FateChosen | LoanMade | LotSold | TeamBought):
                happened[type(event).__name__] += 1
            if isinstance(event, LotSold) and event.seat not in first:
                first[event.seat] = sum(event.log.horses)
    assert census(state) == counted, f"seed {seed}: money has no cause"
    return state, happened, first


def quartiles(values: list[float]) -> str:
    """The least, the quartiles and the most."""
    values = sorted(values)
    if len(values) < 2:
        return str(values)
    low, middle, high = statistics.quantiles(values, n=4)
    return f"{values[0]:.0f} | {low:.0f} {middle:.0f} {high:.0f} | {values[-1]:.0f}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--campaigns", type=int, default=20)
    parser.add_argument("--owners", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0)
    given = parser.parse_args(arguments)
    begun = time.monotonic()
    lengths: list[float] = []
    decisions: list[float] = []
    winners: list[float] = []
    losers: list[float] = []
    reasons: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    champions: list[float] = []
    opening: Counter[int] = Counter()
    for n in range(given.campaigns):
        if time.monotonic() - begun > 60 * given.minutes:
            break
        state, counts, first = played(Options(), given.owners, given.seed + n)
        outcome = GAME.outcome(state)
        assert outcome is not None
        cash = sorted([player.cash for player in state.players])
        lengths.append(state.race)
        decisions.append(counts.pop("decisions"))
        winners.append(cash[-1])
        losers.append(cash[0])
        reasons[outcome.reason] += 1
        happened += counts
        champions.append(len(state.champions))
        best = outcome.places.index(1)
        opening[first.get(best, 0)] += 1
    many = len(lengths)
    typer.echo(f"{many} campaigns of {given.owners} owners in {time.monotonic() - begun:.0f} s")
    typer.echo(f"ends: {dict(reasons)}")
    typer.echo(f"races: {quartiles(lengths)}")
    typer.echo(f"decisions: {quartiles(decisions)}")
    typer.echo(f"richest: {quartiles(winners)}")
    typer.echo(f"poorest: {quartiles(losers)}")
    typer.echo(f"champions: {sum(champions) / many:.2f} a campaign, most {max(champions):.0f}")
    typer.echo(f"in all: {dict(happened)}")
    shares = {speed: f"{100 * n / many:.0f} %" for speed, n in sorted(opening.items())}
    typer.echo(f"the winner's first chariot, by team speed (0: none by auction): {shares}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
