"""Files in a browser's memory that are not needed any more."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

NEEDED_FOR_JOBS = ("paddock", "msgspec")
"""Packages of rules and bots."""


def delete_loaded_code(folder: str) -> int:
    """Delete the compiled files in a folder whose modules are loaded, which would be kept twice;
    returns the bytes."""
    freed = 0
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None) or ""
        if file.startswith(f"{folder}/") and file.endswith(".pyc"):
            path = Path(file)
            freed += path.stat().st_size if path.exists() else 0
            path.unlink(missing_ok=True)
    return freed


def delete_unneeded_packages(folder: str) -> None:
    """Delete the packages that only the app needs: this interpreter runs jobs."""
    for path in Path(folder).iterdir():
        if path.name not in NEEDED_FOR_JOBS:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
