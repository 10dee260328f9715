"""Limits on what visitors can do to a site: excess is refused, and others are not affected."""

from __future__ import annotations

import threading
from collections.abc import Callable

import httpx
import pytest

from paddock import games
from paddock.server.people.client_address import address_hash, network_of
from paddock.server.workers.bot_turns import bot_for
from tests import plain
from tests.server.site import Guest, Site, until

BOTS = [{"type": "Bot", "level": "mc"}] * 4


def opens(
    guest: Guest, seats: list[dict[str, str]] | None = None, **more: object
) -> httpx.Response:
    body = {"game": "template", "seats": seats or BOTS[:2], **more}
    return guest.post("/api/tables", body)


# ---------------------------------------------------------------- tables and seats


def test_races_of_bots_alone_are_counted_for_who_opened_them(fresh: Callable[..., Site]) -> None:
    site = fresh(bot_tables=3, bot_pause=30.0)
    mallory, ann = site.guest("Mallory"), site.guest("Ann")
    answers = [opens(mallory) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
    assert answers[-1].json()["code"] == "too-many"
    assert "3" in answers[-1].json()["text"]
    assert opens(ann).status_code == 201, "another person has a budget of their own"


def test_making_guests_does_not_help_for_ever(fresh: Callable[..., Site]) -> None:
    """One address has four times a person's quota, with any number of guests."""
    site = fresh(bot_tables=1, tables=3, bot_pause=30.0)
    codes = [opens(site.guest()).status_code for _ in range(6)]
    assert codes == [201] * 4 + [429] * 2
    people = [{"type": "Me"}, {"type": "Open"}]
    codes = [opens(site.guest(), people).status_code for _ in range(10)]
    assert codes == [201] * 8 + [429] * 2


def test_tables_opened_at_once_are_all_counted(fresh: Callable[..., Site]) -> None:
    site = fresh(tables=5)
    mallory = site.guest("Mallory")
    cookies, headers = dict(mallory.http.cookies), mallory.headers()
    codes: list[int] = []

    def open_one() -> None:
        body = {"game": "template", "seats": [{"type": "Me"}, {"type": "Open"}]}
        url = f"{site.url}/api/tables"
        codes.append(plain.post(url, json=body, headers=headers, cookies=cookies).status_code)

    threads = [threading.Thread(target=open_one) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [201] * 5 + [429] * 15


def test_nobody_sits_down_everywhere(fresh: Callable[..., Site]) -> None:
    site = fresh(seats=3)
    ann, mallory = site.guest("Ann"), site.guest("Mallory")
    tables = [ann.open("me", "open", "open") for _ in range(6)]
    codes = [mallory.join(table, 1).status_code for table in tables]
    assert codes == [200] * 3 + [429] * 3
    mallory.delete(f"/api/tables/{tables[0]}/seats/1")
    assert mallory.join(tables[4], 1).status_code == 200, "who leaves a seat may take another"


def test_an_ipv6_network_counts_as_one_address() -> None:
    assert network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9")
    assert network_of("2001:db8:1:2::1") != network_of("2001:db8:1:3::1")
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") == "192.0.2.7"
    assert address_hash("192.0.2.7", "key") != address_hash("192.0.2.8", "key")
    assert "192" not in address_hash("192.0.2.7", "key")


# ---------------------------------------------------------------- thinking


def test_who_waits_long_thinks_short() -> None:
    spec = games.find_spec("template")
    usual = spec.bot_hints.samples
    for level in ("hard", "mc"):
        assert [bot_for(spec, level, waited) for waited in (0.0, 2.0, 5.0, 60.0)] == [
            f"search:{usual}",
            f"search:{usual // 2}",
            f"search:{usual // 4}",
            f"search:{int(usual * 0.12)}",
        ]
    assert bot_for(spec, "medium", 60.0) == "medium"
    assert bot_for(spec, "hard:bold", 0.0) == f"{bot_for(spec, 'hard', 0.0)}:bold"


@pytest.mark.slow
def test_twelve_tables_of_strong_bots_play_no_default_for_want_of_time(
    fresh: Callable[..., Site],
) -> None:
    """Regression: 57 of 86 decisions failed, because the limit included the queue."""
    site = fresh(bot_limit=10.0)
    ann = site.guest("Ann")
    for _ in range(12):
        opens(ann, BOTS[:3])
    metrics = site.hub.metrics
    until(lambda: metrics.thoughts > 60, 240)
    assert metrics.given_up == 0
    assert site.hub.bots.queue.waiting > 0, "there was a queue, and it did not count"


@pytest.mark.slow
def test_a_strangers_bots_do_not_hold_up_mine(fresh: Callable[..., Site]) -> None:
    """Regression: with 60 tables of four strong bots all bots stopped for 45 s."""
    site = fresh(proxies="127.0.0.1")
    flood = [{"x-forwarded-for": f"198.51.100.{n}"} for n in range(3)]
    for n in range(60):
        mallory = Guest(site, "", **flood[n % 3])
        assert opens(mallory, BOTS).status_code == 201
    ann = Guest(site, "Ann", **{"x-forwarded-for": "203.0.113.5"})
    table = ann.open("me", "mc")
    thoughts = []  # of all bots, while Ann waits: on a slow machine they take longer, not more
    with ann.at(table, 0) as viewer:
        for _ in range(4):
            ask = viewer.until_asked()
            before = site.hub.metrics.thoughts
            viewer.answer(ask)
            viewer.until_answered(ask)
            if not viewer.until_asked():
                break
            thoughts.append(site.hub.metrics.thoughts - before)
    assert max(thoughts) < 20, thoughts
    assert site.hub.metrics.given_up == 0


def test_a_bot_that_never_ends_is_given_up_and_its_worker_replaced(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = fresh(bot_limit=2.0)
    ann = site.guest("Ann")
    monkeypatch.setattr(
        "paddock.server.workers.bot_turns.bot_for", lambda spec, level, waited: "search:99s"
    )
    table = ann.open("me", "greedy")
    with ann.at(table, 0) as viewer:
        viewer.answer(viewer.until_asked())
        until(lambda: site.hub.metrics.given_up >= 1)
        monkeypatch.undo()
        given_up = site.hub.metrics.given_up
        for _ in range(3):
            if ask := viewer.until_asked():
                viewer.answer(ask)
                viewer.until_answered(ask)
        assert site.hub.metrics.given_up == given_up, "the next worker thinks again"
