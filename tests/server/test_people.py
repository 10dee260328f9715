"""Guests, names, accounts, webhooks."""

from __future__ import annotations

import pytest

from tests.server.site import Site


def test_a_guest_stays_who_they_are(site: Site) -> None:
    ann = site.guest()
    assert ann.get("/api/me").json() == ann.me
    assert ann.me["login"] is None
    renamed = ann.put("/api/me", {"name": "  Ann\t\x00 of  Ely "}).json()
    assert renamed["name"] == "Ann of Ely"
    assert ann.put("/api/me", {"name": "\x00"}).json()["code"] == "unreadable"
    assert ann.put("/api/me", {"name": "x" * 25}).status_code == 400


def test_the_lobby_knows_whose_turn_it_is(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open")
    hidden = ann.open("me", "open", listed=False)
    shown = bob.get("/api/lobby").json()
    assert table in [card["id"] for card in shown["open"]]
    assert hidden not in [card["id"] for card in shown["open"]]
    bob.join(table, 1)
    yours = bob.get("/api/lobby").json()["yours"]
    assert [(card["id"], card["your_turn"]) for card in yours] == [(table, True)]
    with bob.at(table, 1) as viewer:
        viewer.answer(viewer.until_asked())
    assert not bob.get("/api/lobby").json()["yours"][0]["your_turn"]


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "http://127.0.0.1:1/",
        "http://localhost/",
        "http://[::1]/",
        "http://10.1.2.3/",
        "http://169.254.169.254/latest",
        "http://ann:secret@192.0.2.1/",
        "http://[bad",
        "javascript:alert(1)",
        "http://[64:ff9b::7f00:1]/",  # the loopback through NAT64
        "http://[64:ff9b::a00:1]/",
        "http://[2002:7f00:1::1]/",  # 6to4
        "http://[::127.0.0.1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[fec0::1]/",
        "http://[ff02::1]/",
        "http://224.0.0.1/",
        "http://[2001:0:7f00:1::]/",  # Teredo
        "http://192.0.0.192/",  # metadata of clouds
        "http://168.63.129.16/",
        "http://[::ffff:168.63.129.16]/",
        "http://[fd00:ec2::254]/",
        "http://100.100.100.200/",
        "http://[::ffff:0:7f00:1]/",  # translated
        "http://[2600:1234::5efe:7f00:1]/",  # ISATAP
        "http://[2001:db8::1]/",
        "http://93.184.216.34:22/",
        "http://93.184.216.34:6379/",
    ],
)
def test_a_webhook_cannot_point_inside(site: Site, url: str) -> None:
    answer = site.guest("Ann").post("/api/me/notices/channels", {"type": "NewWebhook", "url": url})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
