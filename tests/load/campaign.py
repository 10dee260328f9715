"""A long campaign as a server keeps it: how long it takes to load, and what it weighs.

python -m tests.load.campaign --rows 20000
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import tracemalloc

import msgspec

from paddock.core.chance import Fresh
from paddock.core.record import Play
from paddock.core.referee import Referee
from paddock.games.circus_maximus.campaign import CAMPAIGN, bots
from paddock.games.circus_maximus.campaign.state import Options
from paddock.server import table_log, wire
from paddock.server.table import played_through

OWNERS = 6


def long_campaign(rows: int, seed: int) -> list[table_log.Row]:
    """The log of a table at which bots have played so many rows."""
    options = Options(goal=1_000_000, rounds=100)
    places = tuple(table_log.Place(f"p{n + 1}", level="charioteer") for n in range(OWNERS))
    names = tuple(place.name for place in places)
    referee = Referee(CAMPAIGN.game, options, names, random.Random(f"{seed} dice"))
    edition = CAMPAIGN.card.edition
    entries: list[table_log.Entry] = [
        table_log.Opened(
            CAMPAIGN.card.id,
            edition,
            msgspec.Raw(msgspec.json.encode(options)),
            places,
            wire.NoClock(),
            True,
            "",
        ),
        table_log.Started(places, tuple(referee.dealt), edition),
    ]
    bot, chance = bots.patron(""), Fresh(random.Random(f"{seed} bots"))
    while len(entries) < rows and referee.asks:
        ask = referee.asks[-1]
        move = bot.choose(CAMPAIGN.game.view(referee.state, ask.seat), ask, chance)
        referee.play(ask.seat, move)
        played = referee.rows[-1]
        assert isinstance(played, Play)
        raw = msgspec.Raw(msgspec.json.encode(move))
        entries.append(table_log.Played(ask.seat, raw, played.draws, "bot"))
    return [table_log.Row(n, entry, None, n) for n, entry in enumerate(entries)]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    rows = long_campaign(given.rows, given.seed)
    for part in (len(rows) // 4, len(rows) // 2, len(rows)):
        begun = time.process_time()
        table = played_through("long", CAMPAIGN, rows[:part], None)
        loading = time.process_time() - begun
        begun = time.process_time()
        table.copy()
        copying = time.process_time() - begun
        tracemalloc.start()
        again = played_through("long", CAMPAIGN, rows[:part], None)
        weight, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert again.version == table.version
        sys.stdout.write(
            f"{part} rows: loaded in {loading:.2f} s, {weight / 1e6:.1f} MB, "
            f"copied for a move in {1000 * copying:.2f} ms, {table.frozen}\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
