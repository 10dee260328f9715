"""Runs in Pyodide, from archives with everything: which modules are in use?

It imports all of Paddock, races, reviews, learns, is refused in many ways and migrates a database
of the first revision. What is loaded then is what the site ships.
"""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
import sys
from typing import Any

KEPT = (
    *("encodings", "encodings.aliases", "encodings.ascii", "encodings.cp437", "encodings.idna"),
    *("encodings.latin_1", "encodings.punycode", "encodings.raw_unicode_escape"),
    *("encodings.unicode_escape", "encodings.utf_16", "encodings.utf_8", "encodings.utf_8_sig"),
    *("_strptime", "calendar", "difflib", "linecache", "locale", "pprint", "stringprep"),
    *("textwrap", "tokenize", "traceback", "zipimport"),
    *("compression", "compression.zstd", "tarfile", "zipfile", "gzip", "bz2", "lzma"),
    *(
        "litestar.plugins.attrs",
        "litestar.plugins.pydantic.dto",
    ),  # they say that a package is missing
)
"""What Python or an error path imports by itself, also if the trace did not see it."""
SENT = (
    ("GET", "/api/nowhere", b""),
    ("PUT", "/api/games", b"{}"),
    ("POST", "/api/tables", b"{"),
    ("POST", "/api/tables", b'{"game": 5}'),
    ("POST", "/api/tables", b'{"game": "monopoly", "seats": [{"type": "Me"}]}'),
    ("POST", "/api/records", b'{"record": "{}"}'),
    ("GET", "/api/me/races?which=none", b""),
    ("GET", "/api/schema", b""),
    ("GET", "/api/me/export", b""),
    ("GET", "/health", b""),
    ("GET", "/", b""),
)


class Recorder:
    """Notes every module that is looked for. An import that fails later needs its file too:
    Litestar tells a missing package from a missing module of its own."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        self.names.add(name)


def import_all() -> int:
    import paddock

    names = [module.name for module in pkgutil.walk_packages(paddock.__path__, "paddock.")]
    for name in names:
        if not name.startswith("paddock.server.store.migrations"):
            importlib.import_module(name)
    return len(names)


def migrate_old_database() -> None:
    load_migrations()  # type: ignore[name-defined]  # noqa: F821
    importlib.invalidate_caches()
    from alembic import command
    from alembic.config import Config

    from paddock.server.store import Store, migrate
    from paddock.server.store.engine import connect

    engine = connect("old.db", inline=True)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config = Config()
        config.set_main_option("script_location", str(migrate.FOLDER))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    Store("old.db", inline=True).close()


async def be_refused() -> None:
    from paddock.server.app import create
    from paddock.server.embedded import Embedded
    from paddock.server.settings import Settings
    from paddock.server.workers.runtime import ONE_THREAD

    site = Embedded(create(Settings(db="refused.db"), ONE_THREAD))
    await site.start()
    await site.request("GET", "/api/me")
    for method, path, body in SENT:
        await site.request(method, path, body, {"content-type": "application/json"})
    await site.stop()


async def main(*games: str) -> str:
    recorder = Recorder()
    sys.meta_path.insert(0, recorder)
    sys.path.insert(0, "/out")
    walk: Any = importlib.import_module("one_thread").walk
    import_all()
    await walk("walk.db", *games)
    await be_refused()
    migrate_old_database()
    await asyncio.sleep(0)
    names = {
        name
        for name in recorder.names | {*sys.modules}
        if not name.startswith(("paddock", "one_thread"))
    }
    return "\n".join(sorted(names | set(KEPT) | parents(names)))


def parents(names: set[str]) -> set[str]:
    return {name.rpartition(".")[0] for name in names if "." in name}
