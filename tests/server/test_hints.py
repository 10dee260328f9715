"""Hints: allowed and counted against bots, not among people."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from paddock.server.workers.jobs import WorkerFailed
from tests.server.site import TIMEOUT_SECONDS, Site, until


def test_a_hint_names_what_seems_best_and_counts(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", "easy")
    with ann.at(table, 0) as viewer:
        ask = viewer.until_asked()
        assert viewer.now["hints"] == 0
        hints = ann.post(f"/api/tables/{table}/seats/0/hint").json()
        assert 1 <= len(hints) <= 3
        labels = [option["label"] for option in ask["options"]]
        for hint in hints:
            assert hint["label"] in labels
            assert 1 <= hint["place"] <= 2
            assert hint["text"] in [option["text"] for option in ask["options"]]
        shown = [f"{hint['place']:.1f}" for hint in hints]
        assert len(set(shown)) == len(shown), "equal places are shown once"
        viewer.receive(lambda frame: frame["type"] == "News")
        assert ann.post(f"/api/tables/{table}/seats/0/hint").json() == hints
        assert site.hub.open_tables[table].table.hints == [1, 0]  # the same question counts once
        viewer.answer(ask)
        viewer.until_answered(ask)
        ask = viewer.until_asked()
        assert ann.post(f"/api/tables/{table}/seats/0/hint").status_code == 200
        viewer.answer(ask)
        viewer.until_answered(ask)
    with ann.at(table, 0) as viewer:
        assert viewer.now["hints"] == 2


def test_nobody_waits_for_many_hints_at_a_time(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, think = site.guest("Ann"), site.hub.bots.pool.think
    thoughts: list[bytes] = []
    others_answered = threading.Event()

    async def slowly(job: bytes, limit: float) -> bytes:
        thoughts.append(job)
        await asyncio.to_thread(others_answered.wait, TIMEOUT_SECONDS)
        found: bytes = await think(job, limit)
        return found

    table = ann.open("me", "easy")
    with ann.at(table, 0) as viewer:
        viewer.until_asked()
        until(lambda: not site.hub.bots.thinking)  # the bot has answered: only hints are thought
        monkeypatch.setattr(site.hub.bots.pool, "think", slowly)
        with ThreadPoolExecutor(8) as pool:
            path = f"/api/tables/{table}/seats/0/hint"
            asked = [pool.submit(ann.post, path) for _ in range(8)]
            until(lambda: sum(one.done() for one in asked) == 7)
            others_answered.set()
    assert sorted(one.result().status_code for one in asked) == [200] + [429] * 7
    assert len(thoughts) == 1
    assert site.hub.open_tables[table].table.hints == [1, 0]


def test_a_hint_that_cannot_be_thought_is_told_in_our_words(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dies(job: bytes, limit: float) -> bytes:
        raise WorkerFailed("a worker died: EOFError()")

    ann = site.guest("Ann")
    table = ann.open("me", "easy")
    with ann.at(table, 0) as viewer:
        viewer.until_asked()
        monkeypatch.setattr(site.hub.bots.pool, "think", dies)
        answer = ann.post(f"/api/tables/{table}/seats/0/hint?lang=it")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert "EOFError" not in answer.text
    assert site.hub.open_tables[table].table.hints == [0, 0]


def test_among_people_nobody_is_told(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open", "easy")
    bob.join(table, 1)
    with ann.at(table, 0) as viewer:
        viewer.until_asked()
        assert viewer.now.get("hints") is None
    answer = ann.post(f"/api/tables/{table}/seats/0/hint")
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    here = ann.open("me", "Bea")
    assert ann.post(f"/api/tables/{here}/seats/0/hint").json()["code"] == "forbidden"
    own = ann.open("me", "easy")
    assert bob.post(f"/api/tables/{own}/seats/0/hint").json()["code"] == "not-yours"
    assert ann.post(f"/api/tables/{own}/seats/1/hint").json()["code"] == "not-yours"
