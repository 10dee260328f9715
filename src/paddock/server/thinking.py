"""What runs in a worker process: a bot is given what its seat is given, and chooses.

Nothing of the server is imported here, so that a worker is ready soon.
"""

from __future__ import annotations

import functools
import multiprocessing
import os
import secrets
import signal
import threading
from typing import Any

import msgspec

from paddock import bots, games
from paddock.core.chance import Fresh
from paddock.core.game import Ask
from paddock.core.house import AnyHouse

LEVELS: dict[str, str] = {"random": "random", "greedy": "greedy", "mc": "mc:1s"}
"""The levels a seat may be given to in every game, and the bot behind each."""


def ready() -> None:
    """Workers end with the server, however it ends, not when somebody presses a key."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@functools.cache
def seated(game: str, level: str) -> tuple[Any, Any, Any]:
    house = games.find(game)
    bot = bots.make(LEVELS.get(level, level), house)
    return bot, msgspec.msgpack.Decoder(house.view), asks_of(house)


def asks_of(house: AnyHouse) -> Any:
    return msgspec.msgpack.Decoder(Ask[house.move])  # type: ignore[name-defined]


def think(game: str, level: str, seen: bytes, ask: bytes) -> bytes:
    """What a bot chooses, given what its seat is given."""
    bot, views, asks = seated(game, level)
    chance = Fresh(secrets.SystemRandom())
    return msgspec.msgpack.encode(bot.choose(views.decode(seen), asks.decode(ask), chance))
