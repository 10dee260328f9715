"""Stamps of the code: the same as long as nothing is changed that a race, or a table, depends on.
Each is as the code was when it was first asked for."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from pathlib import Path

import paddock

ROOT = Path(paddock.__file__).parent
PACKAGES = ("core", "games", "tracks")
FOLDED = ("clocks", "company", "snapshot", "table", "table_log")


@functools.cache
def rules_stamp() -> str:
    """A hash of the code and the data of all games."""
    return stamp(path for package in PACKAGES for path in sorted((ROOT / package).rglob("*")))


@functools.cache
def table_stamp() -> str:
    """A hash of the code that makes a table of its rows."""
    return stamp(ROOT / "server" / f"{name}.py" for name in FOLDED)


def stamp(paths: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in paths:
        if path.is_file() and path.suffix != ".pyc":
            found.update(f"{path.relative_to(ROOT)}\0".encode())
            found.update(path.read_bytes())
    return found.hexdigest()
