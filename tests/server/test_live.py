"""Live tables in error cases."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, cast

import pytest

from paddock.core.chance import NoChance
from paddock.server import admin
from paddock.server.live.hub import plan_start
from paddock.server.sockets.table_socket import MAX_QUEUED_BYTES, MAX_QUEUED_FRAMES, Client, write
from paddock.server.tables.table import TableClosed
from tests.server.site import Site, in_a_loop, until


def test_who_cannot_keep_up_is_dropped_and_told_to_come_back(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0):
        client = Client(site.hub, site.hub.open_tables[table], None)
        for _ in range(MAX_QUEUED_FRAMES + 10):
            client.push(b"{}")
        assert client.slow
        assert client.queue.qsize() == 2, "what it has not read is not kept"
        bye = client.queue.get_nowait()
        assert bye is not None
        assert json.loads(bye) == {"type": "Bye", "code": "slow", "again": True}
        assert client.queue.get_nowait() is None


def test_who_is_behind_by_bytes_is_dropped_as_well(site: Site) -> None:
    """Regression: eight silent readers cost 716 MiB."""
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0):
        client = Client(site.hub, site.hub.open_tables[table], None)
        client.push(b"x" * (3 * MAX_QUEUED_BYTES))
        assert client.queued == 3 * MAX_QUEUED_BYTES, "a single frame may be as large as it is"
        client.push(b"x")
        assert client.slow
        assert client.queue.qsize() == 2
        small = Client(site.hub, site.hub.open_tables[table], None)
        for _ in range(8):
            small.push(b"x" * (MAX_QUEUED_BYTES // 8))
        assert small.queued == MAX_QUEUED_BYTES
        small.push(b"x")
        assert small.slow


def test_frames_come_in_the_order_they_were_sent(site: Site) -> None:
    """Directly if the queue is empty, else through the queue."""
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0):
        out, free = list[bytes](), [True]

        def at_once(frame: bytes) -> bool:
            out.extend([frame] * free[0])
            return free[0]

        client = Client(site.hub, site.hub.open_tables[table], None, at_once=at_once)
        client.push(b"1")
        free[0] = False
        client.push(b"2")
        free[0] = True
        client.push(b"3")

        class Socket:
            """Accepts one more frame while it sends."""

            async def send_data(self, frame: bytes) -> None:
                if frame == b"3":
                    client.push(b"4")
                out.append(frame)

            async def close(self, code: int) -> None:
                out.append(b"closed")

        async def sent() -> None:
            writing = asyncio.create_task(write(cast("Any", Socket()), client))
            while client.behind:
                await asyncio.sleep(0)
            client.push(b"5")
            client.push_end()
            client.push(b"after the end")
            await writing

        in_a_loop(sent())
        assert out == [b"1", b"2", b"3", b"4", b"5", b"closed"]


def test_rules_that_fail_freeze_the_table_and_keep_its_record(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = fresh()
    ann = site.guest("Ann")
    table, other = ann.open("me", "Bob"), ann.open("me", "Bob")
    with ann.at(table, 0) as viewer:
        viewer.answer(viewer.until_asked())
        game = type(site.hub.open_tables[table].table.referee.game)

        def wrong(*arguments: Any) -> None:
            raise TypeError("a planted fault")

        with monkeypatch.context() as patched:
            patched.setattr(game, "play", wrong)
            viewer.eye = 1
            viewer.now = {}
            viewer.send("Hello", eye=None)
            ask = {"seat": 1, "number": 0}
            answer = viewer.answer(ask, {"type": "Choose", "gear": 1})
        assert (answer["type"], answer["code"]) == ("Refusal", "broken")
        viewer.until(lambda now: now["state"] == "frozen")
        assert viewer.log[-1]["what"] == "frozen"
        again = viewer.do("Answer", seat=1, ask=0, moves=[{"type": "Choose", "gear": 1}])
        assert again["code"] == "closed"
    assert len(ann.get(f"/api/tables/{table}/record").text.splitlines()) == 3
    with ann.at(other, 0) as viewer:
        assert viewer.answer(viewer.until_asked())["type"] == "Ack", "other tables do not notice"


def test_a_table_put_away_and_read_again_is_the_same(fresh: Callable[..., Site]) -> None:
    site = fresh()
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0) as viewer:
        viewer.answer(viewer.until_asked())
        viewer.do("Talk", text="back in a minute")
        viewer.hello()
        before = viewer.frames[-1]
        site.hub.put_away()
        assert table in site.hub.open_tables, "somebody looks at it"
    until(lambda: not site.hub.open_tables[table].sockets)
    site.hub.open_tables[table].used -= 30
    site.hub.put_away()
    assert table in site.hub.open_tables, "it goes on"
    site.hub.open_tables[table].used = 0
    site.hub.put_away()
    assert table not in site.hub.open_tables
    with ann.at(table, 0) as viewer:
        assert viewer.frames[-1]["now"]["view"] == before["now"]["view"]
        assert viewer.frames[-1]["log"] == before["log"]
        assert viewer.frames[-1]["version"] == before["version"]


def test_a_race_that_is_over_is_put_away_sooner(fresh: Callable[..., Site]) -> None:
    site = fresh()
    ann = site.guest("Ann")
    table = ann.open("me", "easy")
    with ann.at(table, 0) as viewer:
        viewer.play_out(60.0)
    until(lambda: not site.hub.open_tables[table].sockets)
    site.hub.put_away()
    assert table in site.hub.open_tables, "somebody has just left"
    site.hub.open_tables[table].used -= 30
    site.hub.put_away()
    assert table not in site.hub.open_tables
    assert ann.get(f"/api/tables/{table}").json()["state"] == "over"


def test_a_move_is_worked_out_once_and_comes_to_the_same_as_its_row(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = fresh()
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0) as viewer:
        ask = viewer.until_asked()
        game = type(site.hub.open_tables[table].table.referee.game)
        played, inner = [], game.play

        def counting(self: Any, state: Any, seat: int, move: Any, chance: Any) -> Any:
            if not isinstance(chance, NoChance):  # whether an option is final is found by a dry run
                played.append((seat, move))
            return inner(self, state, seat, move, chance)

        monkeypatch.setattr(game, "play", counting)
        assert viewer.answer(ask)["type"] == "Ack"
        assert len(played) == 1
        here = site.hub.open_tables[table].table
        stored = admin.load_whole(site.hub.store, table)
        assert len(played) == 2, "whoever reads the row plays it"
        assert stored.referee is not None
        assert here.referee.state == stored.referee.state
        assert here.referee.rows == stored.referee.rows


def test_somebody_who_leaves_as_the_race_begins_does_not_freeze_the_table(site: Site) -> None:
    """All seats were taken, the start was being saved, and one person left first."""
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open", "open")
    bob.join(table, 1)
    with pytest.raises(TableClosed):
        plan_start(site.hub.open_tables[table].table)
    assert ann.card(table)["state"] == "gathering"


def test_who_watched_and_sat_down_is_told_to_be_connected(site: Site) -> None:
    """Regression: a friend who joined by link was marked as not connected until somebody came."""
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open", "open")
    with ann.at(table, 0) as eye, bob.at(table):
        assert bob.join(table, 1).is_success
        eye.receive(lambda frame: frame.get("connected") == [0, 1])
        assert bob.delete(f"/api/tables/{table}/seats/1").is_success
        eye.receive(lambda frame: frame.get("connected") == [0])
