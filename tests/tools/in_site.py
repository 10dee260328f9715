"""Runs in Pyodide, from the built site: everything in it can be imported, and older and newer
databases are met as natively."""

from __future__ import annotations

import importlib
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

CODE, LIBRARY = "/archive", "/lib/python314.zip"


def modules() -> list[str]:
    """All modules in the archives, by their files."""
    files = [path.relative_to(CODE).as_posix() for path in Path(CODE).rglob("*") if path.is_file()]
    with zipfile.ZipFile(LIBRARY) as library:
        files += library.namelist()
    found = [file.rpartition(".")[0] for file in files if file.endswith((".py", ".pyc"))]
    return sorted({name.removesuffix("/__init__").replace("/", ".") for name in found})


def import_module(name: str) -> bool:
    """Import a module; false if it needs a package that is not shipped."""
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True


def refuse(db: str) -> str:
    from paddock.server.store import BadDatabase, Store

    try:
        Store(db, inline=True).close()
    except BadDatabase as wrong:
        return str(wrong)
    return ""


async def main() -> str:
    sys.path.insert(0, "/out")
    from paddock.server.store import Store, migrate
    from paddock.server.tables import code_hash

    walk: Any = importlib.import_module("one_thread").walk
    names = modules()
    optional = [name for name in names if not import_module(name)]
    older, newer = "/out/older.db", "/out/newer.db"
    refused = [refuse(older), refuse(newer)]
    needs_alembic = [migrate.needs_alembic(db) for db in (older, newer, "/out/fresh.db")]
    load_migrations()  # type: ignore[name-defined]  # noqa: F821
    importlib.invalidate_caches()
    Store(older, inline=True).close()
    found = {
        "modules": names,
        "optional": optional,
        "refused": refused,
        "needs_alembic": needs_alembic,
        "hashes": [code_hash.rules_hash(), code_hash.table_code_hash()],
        "walk": await walk("/out/one.db", "template"),
    }
    return json.dumps(found)
