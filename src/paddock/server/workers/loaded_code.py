"""Code that was loaded from a file system in memory, where it would be kept twice."""

from __future__ import annotations

import sys
from pathlib import Path


def delete_loaded_code(folder: str) -> int:
    """Delete the compiled files in a folder whose modules are loaded; returns the bytes."""
    freed = 0
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None) or ""
        if file.startswith(f"{folder}/") and file.endswith(".pyc"):
            path = Path(file)
            freed += path.stat().st_size if path.exists() else 0
            path.unlink(missing_ok=True)
    return freed
