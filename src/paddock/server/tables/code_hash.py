"""Hashes of the source files that decide a race or a table. They invalidate snapshots.

Each is computed once per process, so it describes the code as it was first read."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from pathlib import Path

import paddock

ROOT = Path(paddock.__file__).parent
RULES_PACKAGES = ("core", "games")
TABLE_MODULES = ("clocks", "membership", "row_budget", "snapshot", "table", "table_log")


@functools.cache
def rules_hash() -> str:
    """A hash of the code and the data of all games."""
    return hash_files(path for package in RULES_PACKAGES for path in package_files(package))


@functools.cache
def table_code_hash() -> str:
    """A hash of the code that builds a table from its rows."""
    return hash_files(ROOT / "server" / "tables" / f"{name}.py" for name in TABLE_MODULES)


def package_files(name: str) -> list[Path]:
    """Sources and data of a package, without compiled files."""
    folder = ROOT / name
    if not folder.is_dir():
        raise FileNotFoundError(folder)
    return [p for p in sorted(folder.rglob("*")) if p.is_file() and p.suffix != ".pyc"]


def hash_files(paths: Iterable[Path]) -> str:
    """Raises FileNotFoundError for a missing file: an empty hash would trust old snapshots."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"{path.relative_to(ROOT)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
