"""Reviews: computed in the background, stored, and only visible to those who may see them."""

from __future__ import annotations

import asyncio
import threading

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from paddock.server.store import background_results, schema
from paddock.server.workers import background_queue
from paddock.server.workers.jobs import WorkerFailed
from paddock.server.workers.quotas import Requester
from tests.server.site import TIMEOUT_SECONDS, Guest, Json, Site, until

MAX_RACES = 4  # a quiet race has no moments that decided it; one of a few races has some


@pytest.fixture(autouse=True)
def not_behind(monkeypatch: pytest.MonkeyPatch, site: Site) -> None:
    """Run the worker at normal priority, because all tests run at once."""
    for worker in site.hub.background.pool.all:
        monkeypatch.setattr(worker, "niceness", 0)


def finish_race(guest: Guest, *wishes: str, **more: str) -> str:
    """A finished race."""
    table = guest.open("me", *wishes, **more)
    with guest.at(table, 0) as viewer:
        viewer.play_out()
    return table


def wait_for_review(guest: Guest, table: str, **query: str) -> Json:
    """Wait for the complete review."""
    begun = guest.post(f"/api/tables/{table}/review")
    assert begun.status_code == 200, begun.text
    page: Json = {}

    def done() -> bool:
        page.update(guest.get(f"/api/tables/{table}/review", **query).json())
        return bool(page["state"] == "done")

    until(done)
    return page


def test_nobody_else_begins_while_a_look_takes_long(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process knows of the job only by its stored claim."""
    ann, enough = site.guest("Ann"), threading.Event()
    table = finish_race(ann, "easy")

    async def long(*of: object) -> None:
        await asyncio.to_thread(enough.wait, TIMEOUT_SECONDS)
        raise WorkerFailed("enough")

    def make_stale(connection: Connection) -> None:
        changed = schema.reviews.c.changed
        connection.execute(
            sa.update(schema.reviews).values(changed=changed - background_results.STALE_MS)
        )

    monkeypatch.setattr(background_queue, "STALE_MS", 300)  # the claim is renewed every 0.1 seconds
    monkeypatch.setattr(site.hub.background, "work", long)
    ann.post(f"/api/tables/{table}/review")
    until(lambda: ann.get(f"/api/tables/{table}/review").json()["state"] == "working")
    known = dict(site.hub.reviews.working)
    site.hub.reviews.working.clear()
    for _ in range(2):
        site.hub.store.writer.submit("", make_stale).result(TIMEOUT_SECONDS)
        until(lambda: ann.get(f"/api/tables/{table}/review").json()["state"] == "working")
    site.hub.reviews.working.update(known)
    enough.set()
    until(lambda: ann.get(f"/api/tables/{table}/review").json()["state"] == "none")


def test_a_race_is_looked_back_upon_and_it_is_kept(site: Site) -> None:
    ann = site.guest("Ann")
    for _ in range(MAX_RACES):
        table = finish_race(ann, "easy", "easy", "easy")
        assert ann.get(f"/api/tables/{table}/review").json()["state"] == "none"
        page = wait_for_review(ann, table)
        review = page["review"]
        if review["moments"]:
            break
    replay = ann.get(f"/api/tables/{table}/replay").json()
    assert len(review["expected"]) == replay["of"]
    assert [row["seat"] for row in review["sums"]] == [0, 1, 2, 3]
    for one in review["sums"]:
        came_to = one["start"] - one["luck"] - one["decisions"] - one["rest"]
        assert abs(came_to - one["place"]) < 0.05
    assert all(1 <= one["without_luck"] <= 4 for one in review["sums"])
    assert 1 <= len(review["moments"]) <= 3
    for moment in (*review["moments"], *review["decisions"]):
        assert 0 <= moment["at"] < replay["of"]
        assert moment["text"]
        assert "{" not in moment["text"]
    again = ann.get(f"/api/tables/{table}/review", lang="it").json()
    assert again["state"] == "done"
    assert again["review"]["moments"][0]["text"] != review["moments"][0]["text"]
    assert site.hub.reviews.working == {}
    assert page["thresholds"]["blunder"] > page["thresholds"]["mistake"]


def test_only_who_may_see_the_race_sees_the_review_and_only_once_it_is_over(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    running = ann.open("me", "easy")
    assert ann.get(f"/api/tables/{running}/review").json()["code"] == "closed"
    assert ann.post(f"/api/tables/{running}/review").json()["code"] == "closed"
    table = finish_race(ann, "easy", watching="closed")
    for answer in (
        bob.get(f"/api/tables/{table}/review"),
        bob.post(f"/api/tables/{table}/review"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_nobody_has_more_than_two_races_looked_back_upon_at_a_time(site: Site) -> None:
    ann = site.guest("Ann")
    table = finish_race(ann, "easy")
    waiting = site.hub.reviews.working
    waiting["a"] = waiting["b"] = Requester(ann.me["id"], "elsewhere")
    answer = ann.post(f"/api/tables/{table}/review")
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
    waiting.clear()


def test_from_a_moment_one_goes_on_with_the_same_luck(site: Site) -> None:
    """The same moves get the same draws."""
    ann = site.guest("Ann")
    table = finish_race(ann, "easy")
    record = ann.get(f"/api/tables/{table}/record").text
    rows = len(record.splitlines()) - 2
    fork = {"row": rows // 2, "seat": 0, "same_luck": True}
    made = ann.post(f"/api/tables/{table}/fork", fork)
    assert made.status_code == 201, made.text
    forked = site.hub.open_tables[made.json()["id"]].table
    luck = forked.head.luck
    assert luck is not None
    assert luck.rows == rows // 2
    old = site.hub.open_tables[table].table.referee.rows
    # The bot may have moved by now, so compare only the rows before the fork.
    assert list(forked.referee.rows[: rows // 2]) == list(old[: rows // 2])
    assert list(luck.draws) == [draw for row in old[rows // 2 :] for draw in row.draws]
    running = ann.open("me", "easy")
    refused = ann.post(f"/api/tables/{running}/fork", {"row": 0, "seat": 0, "same_luck": True})
    assert refused.json()["code"] == "closed"
