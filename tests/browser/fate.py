"""Races that go the same way every time: dice from a seed, rivals who need no luck."""

from __future__ import annotations

import functools
import random

import pytest

from paddock.server import bots, table, thinking


def settled(bot: str, game: str, level: str, seen: bytes, ask: bytes) -> bytes:
    """What this bot chooses, whatever level the seat was given to. Runs in a worker process."""
    return thinking.think(game, bot, seen, ask)


def decide(patch: pytest.MonkeyPatch, seed: int, bot: str) -> None:
    """From now on every table of this process has these dice, and every bot is this one."""
    patch.setattr(table, "SYSTEM", random.Random(seed))
    patch.setattr(bots, "think", functools.partial(settled, bot))
