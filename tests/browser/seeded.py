"""Races that go the same way every time: dice from a seed, rivals who need no luck."""

from __future__ import annotations

import random

import pytest

from paddock.server import bots, table


def decide(patch: pytest.MonkeyPatch, seed: int, bot: str) -> None:
    """From now on every table has dice of its own, these, and every bot is this one."""
    patch.setattr(table, "DICE", lambda: random.Random(seed))
    patch.setattr(bots, "bot_for", lambda level, waited: bot)
