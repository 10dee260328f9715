"""Runs in Pyodide, from a built site: packs its archive again, with another edition of a game.

/out/card.py is the source of the game's card; /out/next.tar.zst is the archive.
"""

from __future__ import annotations

import importlib
import io
import json
import tarfile
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from pathlib import Path
from typing import Any

CODE = Path("/archive")


def main(game: str) -> str:
    zstd: Any = importlib.import_module("compression.zstd")  # of Python 3.14
    card = compile(Path("/out/card.py").read_text("utf-8"), "card.py", "exec")
    code = _code_to_hash_pyc(card, bytes(8), False)
    (CODE / "paddock/games" / game / "card.pyc").write_bytes(code)
    hashes = CODE / "paddock/code_hashes.json"  # by which snapshots are known to be valid
    known = json.loads(hashes.read_text("utf-8"))
    hashes.write_text(json.dumps({name: str(value)[::-1] for name, value in known.items()}))
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        archive.add(CODE, ".")
    Path("/out/next.tar.zst").write_bytes(zstd.compress(packed.getvalue(), 1))
    return "packed"
