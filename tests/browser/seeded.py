"""Races that go the same way every time: the dice of the table and those that rivals throw in their
heads come from a seed."""

from __future__ import annotations

import random

import pytest

from paddock.server.tables import table
from paddock.server.workers import bot_turns


def decide(patch: pytest.MonkeyPatch, seed: int, bot: str) -> None:
    """From now on every table has dice of its own, these, and every bot is this one."""
    patch.setattr(table, "DICE", lambda: random.Random(seed))
    patch.setattr(bot_turns, "bot_for", lambda spec, level, waited: bot)
    patch.setattr(bot_turns, "new_seed", lambda: seed)
