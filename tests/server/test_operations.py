"""Operations: probes, file modes, and responses to odd requests."""

from __future__ import annotations

import contextlib
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from paddock.cli import run
from paddock.server.store import Store
from tests import plain
from tests.server.conftest import settings_for
from tests.server.site import TIMEOUT_SECONDS, Guest, Site, running, usual


@contextlib.contextmanager
def lock_database(db: str) -> Iterator[None]:
    """Another connection holds a write lock."""
    connection = sqlite3.connect(db.removeprefix("sqlite:///"), isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    yield
    connection.execute("ROLLBACK")
    connection.close()


def test_a_locked_file_is_told_at_once_and_nothing_is_lost(tmp_path: Path) -> None:
    """Regression: writers got no answer, and it ended in a 500."""
    db = f"sqlite:///{tmp_path / 'locked.db'}"
    with running(settings_for(db)) as site:
        ann = site.guest("Ann")
        table = ann.open("me", "Bob")
        with ann.at(table, 0) as viewer:
            ask = viewer.until_asked()
            answer = {"seat": 0, "ask": ask["number"], "moves": [usual(ask)], "id": "once"}
            with lock_database(db):
                began = time.monotonic()
                refused = viewer.do("Answer", **answer)
                assert (refused["type"], refused["code"]) == ("Refusal", "unavailable")
                health = plain.get(f"{site.url}/health", timeout=TIMEOUT_SECONDS)
                assert (health.status_code, health.json()["status"]) == (503, "unavailable")
                alive = plain.get(f"{site.url}/alive", timeout=TIMEOUT_SECONDS)
                assert (alive.status_code, alive.json()["status"]) == (200, "alive")
                posted = ann.http.post(
                    "/api/tables",
                    json={"game": "template", "seats": [{"type": "Me"}, {"type": "Open"}]},
                    headers=ann.headers(),
                    timeout=TIMEOUT_SECONDS,
                )
                assert (posted.status_code, posted.json()["code"]) == (503, "unavailable")
                assert posted.headers["retry-after"]
                assert ann.get("/api/games").status_code == 200, "what only reads is there"
                assert time.monotonic() - began < 120
            again = viewer.do("Answer", **answer)
            assert again["type"] == "Ack"
            assert viewer.do("Answer", **answer)["version"] == again["version"], "it counts once"
        assert plain.get(f"{site.url}/health", timeout=TIMEOUT_SECONDS).status_code == 200


def test_health_writes_only_if_nothing_was_saved_lately(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: each call wrote, and anybody may call it."""
    with running(settings_for(own_database)) as site:
        site.guest("Ann")
        beat, probes = site.hub.periodic.beat, []

        async def count_probes(*, at_once: bool = False) -> None:
            if at_once:  # the periodic job beats as well, at any time
                probes.append(at_once)
            await beat(at_once=at_once)

        monkeypatch.setattr(site.hub.periodic, "beat", count_probes)
        for recent, expected in ((True, 0), (False, 1)):
            monkeypatch.setattr(
                site.hub.store.writer, "has_saved_within", lambda _, recent=recent: recent
            )
            assert plain.get(f"{site.url}/health").status_code == 200
            assert len(probes) == expected


def test_who_is_connected_is_told_that_the_server_ends(tmp_path: Path) -> None:
    """Regression: uvicorn closed the sockets before the app could say that it comes back."""
    with contextlib.ExitStack() as stack:
        with running(settings_for(f"sqlite:///{tmp_path / 'end.db'}")) as site:
            ann = site.guest("Ann")
            viewer = stack.enter_context(ann.at(ann.open("me", "Bob"), 0))
        bye = viewer.receive(lambda frame: frame["type"] == "Bye")
        assert (bye["code"], bye["again"]) == ("shutdown", True)


def test_the_file_is_its_owners(tmp_path: Path) -> None:
    """Regression: the database was created readable by all."""
    new = tmp_path / "new.db"
    store = Store(str(new))
    names = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob("new.db*")}
    assert set(names.values()) == {0o600}
    assert "new.db-wal" in names
    store.close()
    new.chmod(0o664)
    Store(str(new)).close()
    assert stat.S_IMODE(new.stat().st_mode) == 0o660, "a group may be let in on purpose"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert run(["tables", "list", "--db", str(tmp_path / "no" / "where.db")]) == 2


# ---------------------------------------------------------------- odd requests


def test_what_is_nested_too_deeply_cannot_be_read(site: Site) -> None:
    ann = site.guest("Ann")
    headers = ann.headers() | {"content-type": "application/json"}
    for nested in (
        "[" * 30_000,
        '{"a":' * 10_000,
        '{"game":"template","options":' + '{"x":' * 9_000,
    ):
        answer = ann.http.post("/api/tables", content=nested, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/%00",
        "/api/tables/a%00b/replay",
        "/api/tables/" + "x" * 300,
        "/api/tables/%F0%9F%8F%81",
        "/api/tables/..%2f..%2fetc",
        "/api/games/%00",
        "/api/sessions/%00",
        "/%00",
    ],
)
def test_odd_paths_are_unknown_and_no_error(site: Site, path: str) -> None:
    ann = site.guest("Ann")
    answer = ann.http.get(path)
    assert answer.status_code in (200, 404, 405), (path, answer.text)
    deleted = ann.http.delete(path, headers=ann.headers())
    assert deleted.status_code in (403, 404, 405), (path, deleted.text)
    socket = ann.http.get(f"{path}/socket")
    assert socket.status_code < 500


def test_a_record_that_is_no_text_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "odd.race"
    record.write_bytes(b"\xff\xfe\x00")
    assert run(["tables", "import", str(record), "--db", str(tmp_path / "x.db")]) == 2
    told = capsys.readouterr().err
    assert "not a text in UTF-8" in told
    assert "Traceback" not in told


# ---------------------------------------------------------------- what browsers are told


def test_the_schema_is_data_and_loads_nothing(site: Site) -> None:
    """Regression: its page loaded scripts from other sites."""
    for path in ("/api/schema", "/api/schema/openapi.json"):
        answer = plain.get(site.url + path)
        assert answer.status_code == 200
        assert "<script" not in answer.text
        assert "/api/tables/{table}/fork" in answer.json()["paths"]
    for page in ("swagger", "redoc", "elements", "scalar", "rapidoc"):
        assert "<script" not in plain.get(f"{site.url}/api/schema/{page}").text


def test_where_cookies_need_https_everything_does(fresh: Callable[..., Site]) -> None:
    name = "strict-transport-security"
    site = fresh(secure=True)
    assert plain.get(f"{site.url}/api/games").headers[name].startswith("max-age=")


def test_without_https_nobody_is_sent_there(site: Site) -> None:
    assert "strict-transport-security" not in plain.get(f"{site.url}/api/games").headers
    assert Guest.here is not None
