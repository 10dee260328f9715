"""Bots of a server's owner, for test_own_bots.py."""

from __future__ import annotations

from typing import Any


def last(view: Any, ask: Any, chance: Any) -> Any:
    """Always plays the last option."""
    return ask.options[-1]


def broken(view: Any, ask: Any, chance: Any) -> Any:
    raise ValueError("no idea")
