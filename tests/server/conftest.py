"""Fixtures: one server per test module on each database, and new servers with own settings."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

import pytest

from paddock.server.common import rate_limit
from paddock.server.settings import Settings
from paddock.server.store import migrate
from paddock.server.store.engine import connect
from tests.server.postgres import Cluster
from tests.server.site import Guest, Site, running

BASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.needs("postgresql"))]


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A PostgreSQL cluster of these tests."""
    with Cluster.started() as found:
        yield found


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file, copied for each test because migrations are slower."""
    path = tmp_path_factory.mktemp("migrated") / "paddock.db"
    migrate.upgrade(engine := connect(f"sqlite:///{path}"))
    engine.dispose()
    return path


@pytest.fixture(scope="module", params=BASES)
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """URL of an empty database of each kind, for all tests of a module."""
    return made(request, tmp_path_factory)


@pytest.fixture(params=BASES)
def own_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """URL of an empty database of each kind, for one test."""
    return made(request, tmp_path_factory)


def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    if request.param == "sqlite":
        path = tmp_path_factory.mktemp("db") / "paddock.db"
        shutil.copyfile(request.getfixturevalue("migrated"), path)
        return f"sqlite:///{path}"
    found: Cluster = request.getfixturevalue("cluster")
    return found.database()


def settings_for(db: str, **more: Any) -> Settings:
    usual: dict[str, Any] = {"bot_pause": 0.0, "rate": 1_000_000, "logins": 1_000_000}
    usual |= {"frames": 1_000_000, "sockets": 1000, "tables": 1000, "bot_tables": 100}
    usual |= {"guests": 1_000_000}
    return Settings(db=db, **usual | more)


@pytest.fixture(scope="module")
def site(database: str) -> Iterator[Site]:
    with running(settings_for(database)) as found:
        yield found


@pytest.fixture
def no_refill(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock of the rate limits, so that counts do not depend on the machine's speed."""
    now = time.monotonic()
    monkeypatch.setattr(rate_limit, "monotonic", lambda: now)


@pytest.fixture(autouse=True)
def everybody_goes_home() -> Iterator[None]:
    yield
    while Guest.here:
        Guest.here.pop().http.close()


@pytest.fixture
def fresh(tmp_path: Path, migrated: Path) -> Iterator[Callable[..., Site]]:
    """A server with its own settings, on a new file."""
    path = Path(shutil.copyfile(migrated, tmp_path / "fresh.db"))
    with ExitStack() as stack:

        def start(**settings: Any) -> Site:
            db = settings.pop("db", f"sqlite:///{path}")
            made: AbstractContextManager[Site] = running(settings_for(db, **settings))
            return stack.enter_context(made)

        yield start
