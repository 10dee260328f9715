"""The seed of this run: random races are other ones every time, and the same again on demand."""

from __future__ import annotations

import os
import secrets

import pytest

VARIABLE = "PADDOCK_SEED"
SEED = int(os.environ.setdefault(VARIABLE, str(secrets.randbelow(1 << 31))))
"""Drawn once a run: the processes that share the tests inherit it by the environment."""


def seeded(*fixed: int) -> pytest.MarkDecorator:
    """A test that explores: with seeds it always looks at, and with the one of this run."""
    fresh = pytest.param(SEED, id="fresh", marks=pytest.mark.fresh)
    return pytest.mark.parametrize("seed", [*fixed, fresh])


def again(nodeid: str) -> str:
    """The command that repeats what a test saw."""
    return f"{VARIABLE}={SEED} make test ARGS='\"{nodeid}\"'"


def shown(seed: int, enough: bool) -> bool:
    """Races that stay the same must show enough of what is tested; others show what they show."""
    return enough or seed == SEED
