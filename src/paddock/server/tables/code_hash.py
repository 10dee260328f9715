"""Hashes of the source files that decide a race or a table. They invalidate snapshots.

Each is computed once per process, so it describes the code as it was first read. A compiled copy
has no sources: its build wrote the hashes down."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

import paddock

ROOT = Path(paddock.__file__).parent
RULES_PACKAGES = ("core", "games")
TABLE_MODULES = (
    "bank_clock",
    "clocks",
    "membership",
    "row_budget",
    "sittings",
    "slow_play",
    "snapshot",
    "table",
    "table_log",
)
WRITTEN_HASHES = "code_hashes.json"  # in the package's folder of a compiled copy


class Hashes(Struct, frozen=True):
    rules: str
    table_code: str


def rules_hash() -> str:
    """A hash of the code and the data of all games."""
    return hashes().rules


def table_code_hash() -> str:
    """A hash of the code that builds a table from its rows."""
    return hashes().table_code


@functools.cache
def hashes() -> Hashes:
    """The hashes that the build wrote down, else those of the sources."""
    written = ROOT / WRITTEN_HASHES
    if written.is_file():
        return msgspec.json.decode(written.read_bytes(), type=Hashes)
    return hash_sources()


def hash_sources() -> Hashes:
    return Hashes(
        hash_files(path for package in RULES_PACKAGES for path in package_files(package)),
        hash_files(ROOT / "server" / "tables" / f"{name}.py" for name in TABLE_MODULES),
    )


def encode_hashes() -> bytes:
    """The hashes of these sources, for a compiled copy of them."""
    return msgspec.json.encode(hash_sources())


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
