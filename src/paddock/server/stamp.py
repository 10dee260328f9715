"""A stamp of the rules: the same as long as nothing is changed that a race depends on."""

from __future__ import annotations

import hashlib
from pathlib import Path

import paddock

PACKAGES = ("core", "games", "tracks")


def rules_stamp() -> str:
    """A hash of the code and the data of all games."""
    root = Path(paddock.__file__).parent
    stamp = hashlib.sha256()
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                stamp.update(f"{path.relative_to(root)}\0".encode())
                stamp.update(path.read_bytes())
    return stamp.hexdigest()
