"""Work outside of the event loop: lanes are independent, and jobs stop with their client."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paddock.server.common import offload
from paddock.server.common.fair_queue import FairQueue
from paddock.server.tables import records
from tests.server.site import TIMEOUT_SECONDS, Guest, Site, in_a_loop, until
from tests.server.test_accounts import account, sign_in
from tests.server.test_replay import race_alone

EXPORTS = 40  # more than the default executor of asyncio has threads
SERVER = Path(offload.__file__).parents[1]
SHARED_THREADS = re.compile(r"to_thread\(|run_in_executor\(\s*None|sync_to_thread=True")


class Gate:
    """A record that takes long to write: waits until it is opened."""

    def __init__(self) -> None:
        self.entered, self.opened = 0, threading.Event()

    def record_text(self, *args: Any) -> str:
        self.entered += 1
        self.opened.wait(2 * TIMEOUT_SECONDS)  # longer than a client waits
        return "a record"


def ask_and_stay(guest: Guest, path: str) -> socket.socket:
    """Send a GET request without reading the response."""
    cookies = "; ".join(f"{c.name}={c.value}" for c in guest.http.cookies.jar)
    found = socket.create_connection(("127.0.0.1", guest.site.port))
    found.sendall(f"GET {path} HTTP/1.1\r\nhost: test\r\ncookie: {cookies}\r\n\r\n".encode())
    return found


def test_nothing_that_visitors_ask_for_runs_in_the_shared_threads() -> None:
    """What was found: exports filled them, and sign-in, replays and judging waited."""
    found = {
        file.relative_to(SERVER).as_posix()
        for file in SERVER.rglob("*.py")
        if SHARED_THREADS.search(file.read_text("utf-8"))
    }
    assert found == {"live/notices/mail.py"}, "mails wait in a queue of their own"


def test_exports_hold_up_nobody_and_end_with_their_client(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    site, gate = fresh(logins=1000, rate=10_000), Gate()
    ann, login = account(site)
    races = [race_alone(ann) for _ in range(4)]
    monkeypatch.setattr(records, "record_text", gate.record_text)
    lock = site.hub.lock_of(f"export {ann.me['id']}")

    def exports_waiting() -> int:
        return len(lock._waiters or ())

    with contextlib.ExitStack() as stack:
        stack.callback(gate.opened.set)
        waiting = [stack.enter_context(ask_and_stay(ann, "/api/me/export")) for _ in range(EXPORTS)]
        until(lambda: gate.entered and exports_waiting() == EXPORTS - 1)
        assert sign_in(site.guest("Ben"), login).status_code == 200
        for one in waiting:
            one.close()
        until(lambda: not exports_waiting())
    until(lambda: not site.hub.offload.heavy.queue.root.running)
    assert gate.entered <= 2, "nothing is played for clients that are gone"
    kept = ann.get("/api/me/export").json()
    assert kept["records"] == dict.fromkeys(races, "a record"), "and who waits has everything"


def test_a_replay_ends_with_its_client(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    site, gate = fresh(), Gate()
    ann = site.guest("Ann")
    race = race_alone(ann)
    monkeypatch.setattr(records, "record_text", gate.record_text)
    with contextlib.ExitStack() as stack:
        stack.callback(gate.opened.set)
        queue = site.hub.offload.heavy.queue
        first = stack.enter_context(ask_and_stay(ann, f"/api/tables/{race}/record"))
        until(lambda: gate.entered)
        others = [ask_and_stay(ann, f"/api/tables/{race}/record") for _ in range(5)]
        until(lambda: queue.waiting == 5)
        for one in others:
            one.close()
        until(lambda: queue.waiting == 0)
        first.close()
    until(lambda: not queue.root.running)
    assert gate.entered == 1


def test_a_cancelled_job_keeps_its_slot_until_it_ends() -> None:
    async def work() -> None:
        lanes = offload.with_threads()
        began, end, order = threading.Event(), threading.Event(), list[str]()

        def long() -> None:
            began.set()
            end.wait(TIMEOUT_SECONDS)
            order.append("long")
            offload.check_cancelled()
            order.append("never")

        task = asyncio.create_task(lanes.heavy.run(("a", "ann"), long))
        while not began.is_set():
            await asyncio.sleep(0.001)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        after = asyncio.create_task(lanes.heavy.run(("b", "ben"), order.append, "next"))
        await asyncio.sleep(0.01)
        assert await lanes.passwords.run(("a", "ann"), str.upper, "x") == "X", "lanes are apart"
        assert not after.done()
        end.set()
        await after
        assert order == ["long", "next"]
        lanes.close()

    in_a_loop(work())


def test_one_person_cannot_fill_the_queue() -> None:
    async def work() -> None:
        lanes, end = offload.with_threads(), threading.Event()
        held = [
            asyncio.create_task(lanes.heavy.run(("a", "ann"), end.wait, TIMEOUT_SECONDS))
            for _ in range(offload.MAX_WAITING_PER_PERSON + 1)
        ]
        await asyncio.sleep(0.01)
        with pytest.raises(offload.QueueFull):
            await lanes.heavy.run(("a", "ann"), str, 1)
        ben = asyncio.create_task(lanes.heavy.run(("b", "ben"), str, 1))
        end.set()
        assert await ben == "1"
        await asyncio.gather(*held)
        lanes.close()

    in_a_loop(work())


def test_the_same_jobs_run_without_threads() -> None:
    async def work() -> None:
        lanes = offload.inline()
        assert await lanes.heavy.run(("a", "ann"), threading.get_ident) == threading.get_ident()
        with pytest.raises(ZeroDivisionError):
            await lanes.pages.run(("a", "ann"), lambda: 1 / 0)
        assert not lanes.heavy.queue.root.running
        lanes.close()

    in_a_loop(work())


def test_a_turn_that_ends_skips_who_was_cancelled_meanwhile() -> None:
    async def work() -> None:
        queue = FairQueue(1)
        release = await queue.take("a", "ann")
        gone = asyncio.create_task(queue.take("b", "ben"))
        stays = asyncio.create_task(queue.take("c", "cid"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)  # its future is cancelled, but it has not left the queue
        release()
        (await stays)()
        await asyncio.gather(gone, return_exceptions=True)
        assert queue.free == 1
        assert not queue.waiting
        assert not queue.root.children

    in_a_loop(work())
