"""Whole seasons and Epic campaigns between bots: faults, lengths, ends, bankruptcies, champions,
fortunes, and with which purchases those began who won.

    python -m tools.games.circus_campaigns campaign --many 200 --owners 6 --seed 1
    python -m tools.games.circus_campaigns season --many 200 --owners 8 --seed 1

With `--minutes` nothing new begins after that time.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
import traceback
from collections import Counter
from typing import Any

from msgspec import Struct
from tests.games.circus_maximus.counts import census

from paddock.core.chance import UnrecordedChance
from paddock.core.game import Outcome
from paddock.games.circus_maximus.modes.campaign import CAMPAIGN
from paddock.games.circus_maximus.modes.campaign import bots as campaign_bots
from paddock.games.circus_maximus.modes.campaign.events import (
    ChampionMade,
    FateChosen,
    GalaPrize,
    LotSold,
    MatchDecided,
    RecruitSold,
    TeamBought,
)
from paddock.games.circus_maximus.modes.campaign.state import Options as CampaignOptions
from paddock.games.circus_maximus.modes.campaign.state import State as Campaign
from paddock.games.circus_maximus.modes.season import SEASON
from paddock.games.circus_maximus.modes.season import bots as season_bots
from paddock.games.circus_maximus.modes.season.state import Options as SeasonOptions
from paddock.games.circus_maximus.ownership.events import (
    Bought,
    ChariotSold,
    LoanMade,
    PaidInKind,
    PieceSold,
    SideBetMade,
    WentBankrupt,
)

COUNTED = (
    Bought, ChampionMade, ChariotSold, FateChosen, GalaPrize, LoanMade, LotSold, MatchDecided,
    PaidInKind, PieceSold, RecruitSold, SideBetMade, TeamBought, WentBankrupt,
)  # fmt: skip
EVERY = 500
"""Decisions between two looks at the books."""


def say(*lines: str) -> None:
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


class Seen(Struct):
    """What a run has brought so far."""

    lengths: list[float] = []
    decisions: list[float] = []
    richest: list[float] = []
    poorest: list[float] = []
    bankrupt: list[float] = []
    champions: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    opening: Counter[str] = Counter()
    faults: int = 0


def played(spec: Any, bot: Any, options: Any, seats: int, seed: int, seen: Seen) -> None:
    """One of them to its end; the books balance all along."""
    game, chance = spec.game, UnrecordedChance(random.Random(seed))
    state = game.setup(options, seats, chance).state
    counted, decisions = census(state), 0
    began: dict[int, set[str]] = {seat: set() for seat in range(seats)}
    while asks := game.asks(state):
        ask = asks[-1]
        move = bot.choose(game.view(state, ask.seat), ask, chance)
        step = game.play(state, ask.seat, move, chance)
        state, decisions = step.state, decisions + 1
        for event in step.events:
            if isinstance(event, COUNTED):
                seen.happened[type(event).__name__] += 1
            if isinstance(event, ChampionMade):
                men = isinstance(state, Campaign) and state.gala
                seen.champions["gladiators" if men else "drivers"] += 1
            if state.race == 0 and isinstance(event, LotSold):
                horses = "".join(map(str, event.log.horses))
                began[event.seat].add(f"{horses} {event.log.weight.name.lower()}")
            if state.race == 0 and isinstance(event, TeamBought):
                began[event.seat].add("new team")
        if not decisions % EVERY:
            assert census(state) == counted, "money has no cause"
    assert census(state) == counted, "money has no cause"
    outcome: Outcome = game.outcome(state)
    cash = sorted(player.cash for player in state.players)
    seen.lengths.append(state.race)
    seen.decisions.append(decisions)
    seen.richest.append(cash[-1])
    seen.poorest.append(cash[0])
    seen.bankrupt.append(sum(player.bankrupt for player in state.players))
    seen.reasons[outcome.reason] += 1
    seen.opening.update(began[outcome.places.index(1)])
    say(f"seed {seed}: {state.race} rounds, {decisions} decisions, {cash[0]} to {cash[-1]}")


def quartiles(values: list[float]) -> str:
    """The least, the quartiles and the most."""
    values = sorted(values)
    if len(values) < 2:
        return str(values)
    low, middle, high = statistics.quantiles(values, n=4)
    return f"{values[0]:.0f} | {low:.0f} {middle:.0f} {high:.0f} | {values[-1]:.0f}"


def tell(seen: Seen, what: str, owners: int, seconds: float) -> None:
    many = len(seen.lengths)
    say(f"{many} of {what} with {owners} owners in {seconds:.0f} s, faults: {seen.faults}")
    if not many:
        return
    say(f"ends: {dict(seen.reasons)}")
    say(f"rounds: {quartiles(seen.lengths)}")
    say(f"decisions: {quartiles(seen.decisions)}")
    say(f"richest: {quartiles(seen.richest)}")
    say(f"poorest: {quartiles(seen.poorest)}")
    say(f"bankrupt at the end: {sum(seen.bankrupt) / many:.2f}, most {max(seen.bankrupt):.0f}")
    say(f"champions: {dict(seen.champions)}")
    say(f"in all: {dict(seen.happened)}")
    top = [f"{name} {100 * n / many:.0f} %" for name, n in seen.opening.most_common(6)]
    say(f"first purchases in most winners' books: {', '.join(top) or 'none'}")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["season", "campaign"])
    parser.add_argument("--many", type=int, default=20)
    parser.add_argument("--owners", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600.0)
    given = parser.parse_args(arguments)
    season = given.what == "season"
    spec: Any = SEASON if season else CAMPAIGN
    bot: Any = season_bots.owner("") if season else campaign_bots.patron("")
    options: Any = SeasonOptions() if season else CampaignOptions()
    owners = given.owners or (8 if season else 6)
    begun, seen = time.monotonic(), Seen()
    for n in range(given.many):
        if time.monotonic() - begun > 60 * given.minutes:
            break
        try:
            played(spec, bot, options, owners, given.seed + n, seen)
        except Exception:  # whatever it is, it is a fault of the game
            seen.faults += 1
            sys.stderr.write(f"seed {given.seed + n}\n{traceback.format_exc()}\n")
        if not (n + 1) % 25:
            tell(seen, given.what, owners, time.monotonic() - begun)
    tell(seen, given.what, owners, time.monotonic() - begun)
    return 1 if seen.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
