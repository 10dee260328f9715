"""A long campaign as a server keeps it: how long it takes to load and to move on, and what it
weighs, which is all the same however long it is.

python -m tools.load.campaign --rows 20000
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path

import msgspec

from paddock.core.chance import UnrecordedChance
from paddock.core.record import Play
from paddock.core.referee import Referee
from paddock.games.circus_maximus.modes.campaign import CAMPAIGN, bots
from paddock.games.circus_maximus.modes.campaign.state import Options
from paddock.server.api import wire
from paddock.server.live.loading import load
from paddock.server.store import Store
from paddock.server.tables import actions, table_log
from paddock.server.tables.table import PlannedRow, Table

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
    bot, chance = bots.patron(""), UnrecordedChance(random.Random(f"{seed} bots"))
    while len(entries) < rows and referee.asks:
        ask = referee.asks[-1]
        move = bot.choose(CAMPAIGN.game.view(referee.state, ask.seat), ask, chance)
        referee.play(ask.seat, move)
        played = referee.rows[-1]
        assert isinstance(played, Play)
        raw = msgspec.Raw(msgspec.json.encode(move))
        entries.append(table_log.Played(ask.seat, raw, played.draws, "bot"))
    return [table_log.Row(n, entry, None, n) for n, entry in enumerate(entries)]


def moves_on(store: Store, rows: list[table_log.Row], count: int) -> tuple[float, float]:
    """Milliseconds that a move takes to be planned, saved and folded in, and that a copy takes."""
    table = opened(store, f"at{len(rows)}", rows)
    begun = time.perf_counter()
    for _ in range(count):
        ask = table.asks()[0]
        plan = actions.move(table, ask.seat, None, ask.default_move, "bot")
        table = store.writer.submit(table.id, store.append_job(table, [(plan, None)])).result()
    moved = time.perf_counter() - begun
    begun = time.perf_counter()
    for _ in range(count):
        table.copy()
    return 1000 * moved / count, 1000 * (time.perf_counter() - begun) / count


def opened(store: Store, id: str, rows: list[table_log.Row]) -> Table:
    """A table with these rows, as a server saves it."""
    entries = [(PlannedRow(row.entry), None) for row in rows]
    job = store.open_job(id, lambda first: Table(id, CAMPAIGN, first), entries)
    return store.writer.submit(id, job).result()


def read(store: Store, id: str, *, from_rows: bool = False) -> Table:
    found = store.read_sync(lambda connection: load(connection, id, from_rows=from_rows))
    assert found is not None
    return found


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    rows = long_campaign(given.rows, given.seed)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(str(Path(folder) / "long.db"))
        for part in (100, len(rows) // 4, len(rows) // 2, len(rows)):
            opened(store, f"t{part}", rows[:part])
            begun = time.perf_counter()
            table = read(store, f"t{part}")
            loading = time.perf_counter() - begun
            begun = time.perf_counter()
            read(store, f"t{part}", from_rows=True)
            through = time.perf_counter() - begun
            tracemalloc.start()
            again = read(store, f"t{part}")
            weight, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            assert again.version == table.version
            moving, copying = moves_on(store, rows[:part], 100)
            sys.stdout.write(
                f"{part} rows: loaded in {loading:.2f} s (played through in {through:.2f} s), "
                f"{weight / 1e6:.2f} MB, {len(table.history)} rows kept, a move in {moving:.2f} ms,"
                f" copied for it in {copying:.3f} ms, {table.frozen}\n"
            )
        store.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
