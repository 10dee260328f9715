"""Bots in seats, and bots that take over."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import Mock

import msgspec
import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from paddock import games
from paddock.core.referee import Referee
from paddock.server.store import leases
from paddock.server.store.leases import LEASE_MS
from paddock.server.workers.bot_turns import MAX_REMEMBERED_LEASES
from paddock.server.workers.jobs import BotJob, WorkerFailed
from paddock.server.workers.worker_pool import SPAWN, Worker, WorkerPool
from tests.server.site import TIMEOUT_SECONDS, Site, until


def test_a_race_among_bots_needs_nobody(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("greedy", "random")
    with ann.at(table) as viewer:
        viewer.until(lambda now: now["state"] == "over")
        assert all(seat["kind"] == "bot" for seat in viewer.now["seats"])


def test_a_game_has_bots_of_its_own(site: Site) -> None:
    ann = site.guest("Ann")
    offered = {bot["id"]: bot for bot in ann.get("/api/games/circus-maximus").json()["bots"]}
    assert offered["charioteer:6"]["title"] == "Peaceable charioteer"
    assert "charioteer" not in {bot["id"] for bot in ann.get("/api/games/heat").json()["bots"]}
    assert offered["hard:bold"]["title"] == "Hard, bold: all or nothing"
    levels = ("charioteer", "charioteer:6", "easy:spiteful")
    table = ann.open(*[{"type": "Bot", "level": level} for level in levels], game="circus-maximus")
    with ann.at(table) as viewer:
        names = [seat["name"] for seat in viewer.now["seats"]]
        assert names == ["Nino", "Greta", "Aldo"]
        viewer.until(lambda now: viewer.version > 20)


def test_bots_have_names_of_their_own(site: Site) -> None:
    ann = site.guest("Ann")
    seats = [{"type": "Me"}, {"type": "Bot", "level": "greedy"}, {"type": "Open"}]
    opened = ann.post("/api/tables?lang=it", {"game": "street-illegal", "seats": seats}).json()
    assert [seat["name"] for seat in opened["seats"]][:2] == ["Ann", "Greta"]
    start = f"/api/tables/{opened['id']}/start?lang=it"
    assert ann.post(start, {"level": "random"}).json()["seats"][2]["name"] == "Aldo"


def test_a_leavers_seat_is_driven_by_a_bot_and_taken_back(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open")
    bob.join(table, 1)
    with ann.at(table, 0) as a, bob.at(table, 1) as b:
        gone = bob.delete(f"/api/tables/{table}/seats/1?level=random").json()
        assert gone["seats"][1]["away"]
        a.until(lambda now: not now["waiting"] or now["seats"][1]["away"])
        before = b.version
        a.answer(a.until_asked())
        b.until(lambda now: b.version > before + 1)
        answer = b.do("Talk", text="I watch")
        assert answer["type"] == "Ack"
        back = bob.join(table, 1).json()
        assert not back["seats"][1]["away"]
        assert back["seats"][1]["name"] == "Bob"
        b.until(lambda now: not now["seats"][1]["away"])
        for _ in range(3):
            if b.now["asks"]:
                assert b.answer(b.now["asks"][0])["type"] == "Ack"
                break
            a.hello()
            if a.now["asks"]:
                a.answer(a.now["asks"][0])
            b.hello()


def test_a_bot_that_is_still_thinking_leaves_the_answer_to_who_is_back(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = fresh()
    bots, begun, back = site.hub.bots, threading.Event(), threading.Event()
    think = bots.pool.think

    async def think_until_back(job: bytes, limit: float) -> bytes:
        begun.set()
        await asyncio.to_thread(back.wait, TIMEOUT_SECONDS)
        found: bytes = await think(job, limit)
        return found

    ann = site.guest("Ann")
    table = ann.open("me", "random")
    with ann.at(table, 0) as a:
        mine = a.until_asked()
        until(lambda: not bots.thinking)
        monkeypatch.setattr(bots.pool, "think", think_until_back)
        ann.delete(f"/api/tables/{table}/seats/0?level=random")
        until(begun.is_set)
        ann.join(table, 0)
        back.set()
        until(lambda: not bots.thinking)
        a.hello()
        assert a.until_asked()["number"] == mine["number"]
        assert a.answer(mine)["type"] == "Ack"


def test_nobody_takes_the_seat_of_somebody_who_is_away(site: Site) -> None:
    ann, bob, mallory = site.guest("Ann"), site.guest("Bob"), site.guest("Mallory")
    table = ann.open("me", "open")
    bob.join(table, 1)
    bob.delete(f"/api/tables/{table}/seats/1")
    assert mallory.join(table, 1).json()["code"] == "forbidden"
    assert mallory.delete(f"/api/tables/{table}/seats/0").json()["code"] == "not-yours"


def test_the_host_starts_and_bots_take_the_open_seats(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open", "open")
    assert bob.post(f"/api/tables/{table}/start").json()["code"] == "forbidden"
    started = ann.post(f"/api/tables/{table}/start", {"level": "random"}).json()
    assert started["state"] == "racing"
    assert [seat["level"] for seat in started["seats"]] == [None, "easy", "easy"]
    assert ann.post(f"/api/tables/{table}/start").json()["code"] == "closed"


def test_before_the_start_a_seat_is_simply_open_again(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open", "open")
    bob.join(table, 1)
    left = bob.delete(f"/api/tables/{table}/seats/1").json()
    assert left["seats"][1]["kind"] == "open"
    assert bob.join(table, 7).json()["code"] == "unknown"
    assert bob.join(table, 0).json()["code"] == "forbidden"


def test_a_lease_is_one_processs_until_it_ends(site: Site) -> None:
    store = site.hub.store

    def take(holder: str, now: int) -> bool:
        def job(c: Connection) -> bool:
            return leases.take(c, store.insert, sa.literal(now), "lease", 0, holder, LEASE_MS)

        return bool(store.writer.submit("lease", job).result(TIMEOUT_SECONDS))

    now = 1_000_000
    assert take("a", now)
    assert not take("b", now + LEASE_MS - 1)
    assert take("a", now + LEASE_MS - 1), "the holder renews it"
    assert not take("b", now + LEASE_MS)
    assert take("b", now + 2 * LEASE_MS - 1)


def test_an_unknown_level_is_refused(site: Site) -> None:
    ann = site.guest("Ann")
    wishes = [{"type": "Me"}, {"type": "Bot", "level": "search:100000"}]
    answer = ann.post("/api/tables", {"game": "template", "seats": wishes})
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown")


def first_decision() -> bytes:
    """A decision for a bot."""
    spec = games.find_spec("template")
    race = Referee(spec.game, spec.options(), ("Ann", "Bob"), random.Random(1))
    ask = race.asks[0]
    view = msgspec.msgpack.encode(spec.game.view(race.state, ask.seat))
    return msgspec.msgpack.encode(
        BotJob("template", "random", view, msgspec.msgpack.encode(ask), 1)
    )


def test_where_no_worker_can_be_started_it_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: after a failed start the worker was in a broken state, and no bot moved until the
    server was restarted."""
    worker = Worker()
    try:
        with monkeypatch.context() as crowded:
            crowded.setattr(SPAWN.Process, "start", Mock(side_effect=BlockingIOError("no room")))
            with pytest.raises(WorkerFailed, match="no room"):
                worker.think(first_decision(), 60.0)
        assert worker.think(first_decision(), 60.0)
    finally:
        worker.kill()


def test_a_thought_that_is_held_up_is_not_given_up() -> None:
    """Regression: on a busy machine every decision exceeded its limit in wall time, and the
    replacement of the killed worker did too."""
    job, worker = first_decision(), Worker()
    try:
        first = worker.think(job, 60.0)
        assert worker.process is not None
        assert worker.process.pid is not None
        os.kill(worker.process.pid, signal.SIGSTOP)
        with ThreadPoolExecutor(1) as pool:
            second = pool.submit(worker.think, job, 0.5)
            time.sleep(0.8)
            assert not second.done()
            os.kill(worker.process.pid, signal.SIGCONT)
            assert second.result() == first
    finally:
        worker.kill()


def test_leases_of_races_that_are_over_are_forgotten(fresh: Callable[..., Site]) -> None:
    """Regression: every seat of a bot was remembered until the server stopped."""
    site = fresh()
    bots = site.hub.bots
    bots.leased = {(f"t{n}", 0): 0.0 for n in range(MAX_REMEMBERED_LEASES)}
    ann = site.guest("Ann")
    with ann.at(ann.open("greedy", "random")) as viewer:
        viewer.until(lambda now: now["state"] == "over")
    assert 0 < len(bots.leased) <= 2


def test_who_asks_while_the_server_stops_is_told_so() -> None:
    thinkers = WorkerPool(1)
    thinkers.close()
    with pytest.raises(WorkerFailed, match="sent home"):
        thinkers.think(b"", 1.0).send(None)
