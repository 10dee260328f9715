"""The seed of a test run. It comes from the commit: all who test it see the same races."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from paddock import __version__

ROOT = Path(__file__).parent.parent
VARIABLE = "PADDOCK_SEED"


def find_seed(root: Path, environment: Mapping[str, str]) -> tuple[int, str]:
    """The seed of a run, and where it comes from: the environment, the commit, or the version of
    the package where there is no git."""
    if given := environment.get(VARIABLE):
        return int(given), VARIABLE
    commit = head_commit(root)
    source = f"commit {commit[:12]}" if commit else f"version {__version__}"
    digest = hashlib.sha256((commit or __version__).encode()).digest()
    return int.from_bytes(digest[:4]) >> 1, source


def head_commit(root: Path) -> str:
    """The commit that is checked out; empty outside git."""
    git = shutil.which("git")
    # An unpacked sdist may lie inside the checkout of something else: its commit is not ours.
    if git is None or not (root / ".git").exists():
        return ""
    done = subprocess.run(
        [git, "rev-parse", "--verify", "--quiet", "HEAD"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip()


SEED, SOURCE = find_seed(ROOT, os.environ)
os.environ[VARIABLE] = str(SEED)  # inherited by the processes that share the tests


def seeded(*fixed: int) -> pytest.MarkDecorator:
    """Run a test with fixed seeds, and with the seed of this run."""
    fresh = pytest.param(SEED, id="fresh", marks=pytest.mark.fresh)
    return pytest.mark.parametrize("seed", [*fixed, fresh])


def again(nodeid: str) -> str:
    """The command that repeats a test with the same races."""
    return f"{VARIABLE}={SEED} make test ARGS='\"{nodeid}\"'"


def shown(seed: int, enough: bool) -> bool:
    """Races that stay the same must show enough of what is tested; others show what they show."""
    return enough or seed == SEED
