"""Notices reach people: by webhook, Discord, Slack, mail and push, with results in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from paddock.server.live import webhooks
from paddock.server.live.notices import push
from paddock.server.live.notices.result import seconds_of
from paddock.server.live.notices.webhook import DISCORD_HOSTS, SLACK_HOSTS, body_for
from paddock.server.people.notice import ORDER, Item, Message
from paddock.server.store import schema
from tests.server.receivers import Mailbox, Receiver, Request, mail_server, receiving
from tests.server.site import Guest, Json, Site, until

AT_ONCE: dict[str, Any] = {"private_webhooks": True, "notice_delay": 0, "notice_gap": 0}
SITE = "https://races.example"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as found:
        yield found


def add(guest: Guest, **channel: str) -> Json:
    """Add a channel; returns it."""
    answer = guest.post("/api/me/notices/channels", channel)
    assert answer.status_code == 201, answer.text
    return dict(answer.json()["channels"][-1])


def shown(guest: Guest, language: str = "en") -> Json:
    """The page of a guest's notices."""
    return dict(guest.get("/api/me/notices", lang=language).json())


def wait_for_bob(ann: Guest, bob: Guest, **more: Any) -> str:
    """A table where it is Bob's turn while he is away."""
    table = ann.open("me", "open", **more)
    bob.join(table, 1)
    return table


def rows(site: Site, table: sa.Table) -> int:
    query = sa.select(sa.func.count()).select_from(table)
    found: int = site.hub.store.read_sync(lambda c: c.execute(query).scalar_one())
    return found


# ---------------------------------------------------------------- webhooks


def test_who_is_not_here_is_told_once_a_turn(
    fresh: Callable[..., Site], receiver: Receiver
) -> None:
    site = fresh(**AT_ONCE)
    ann, bob = site.guest("Ann"), site.guest("Bob")
    add(bob, type="NewWebhook", url=receiver.url)
    table = ann.open("me", "open", clock={"type": "Slow", "hours": 48})
    with ann.at(table, 0) as viewer:
        bob.join(table, 1)
        until(lambda: receiver.requests)
        viewer.until(lambda now: now["state"] == "racing")
        viewer.answer(viewer.until_asked())
        viewer.do("Talk", text="your turn")
    until(lambda: not site.hub.notices.sending)
    [request] = receiver.requests
    body = request.json()
    assert body.pop("id") == request.headers["idempotency-key"]
    assert body.pop("deadline") > 0
    assert body == {
        "type": "your-turn",
        "table": table,
        "path": f"/t/{table}",
        "url": f"{site.url}/t/{table}",
        "game": "Three Bends",
        "seat": 1,
        "why": "Three Bends: it is your turn. 47 h left.",
        "also": [],
    }
    assert shown(bob)["channels"][0]["result"] == "The last message was accepted."


def test_links_name_the_configured_address(fresh: Callable[..., Site], receiver: Receiver) -> None:
    site = fresh(**AT_ONCE, url=f"{SITE}/")
    ann, bob = site.guest("Ann"), site.guest("Bob")
    add(bob, type="NewWebhook", url=receiver.url)
    table = wait_for_bob(ann, bob)
    until(lambda: receiver.requests)
    assert receiver.requests[0].json()["url"] == f"{SITE}/t/{table}"


def check_discord(request: Request) -> tuple[int, dict[str, str]]:
    """As Discord answers: content of 1 to 2,000 characters, known fields only."""
    body = request.json()
    known = {"content", "allowed_mentions", "username", "embeds", "tts"}
    content = body.get("content", "")
    good = set(body) <= known and isinstance(content, str) and 0 < len(content) <= 2000
    good &= body.get("allowed_mentions") == {"parse": []}
    good &= request.headers["content-type"] == "application/json"
    return (204 if good else 400), {}


def check_slack(request: Request) -> tuple[int, dict[str, str]]:
    """As Slack answers: a text, and angle brackets only around links."""
    body = request.json()
    text = body.get("text", "").replace("&lt;", "").replace("&gt;", "").replace("&amp;", "")
    good = set(body) == {"text"} and text and "&" not in text and text.count("<http") == 1
    return (200 if good else 400), {}


def test_every_kind_of_notice_has_a_body() -> None:
    for kind in ORDER:
        message = Message(
            "turns", "Heat", "why", "/t/1", items=(Item("1", 0, kind, "Heat", "why"),)
        )
        body = body_for("https://hooks.example/hook", "id", message, SITE)
        assert body["type"] == ("your-turn" if kind == "turn" else kind)


@pytest.mark.parametrize(
    ("host", "path", "check"),
    [
        ("discord.com", "/api/webhooks/1/secret", check_discord),
        ("hooks.slack.com", "/services/T/B/secret", check_slack),
    ],
)
def test_discord_and_slack_accept_the_body(
    fresh: Callable[..., Site],
    receiver: Receiver,
    monkeypatch: pytest.MonkeyPatch,
    host: str,
    path: str,
    check: Callable[[Request], tuple[int, dict[str, str]]],
) -> None:
    async def found(url: str, *, private: bool) -> str:
        return "127.0.0.1"

    monkeypatch.setattr(webhooks, "check", found)
    monkeypatch.setattr("paddock.server.http.notices.check", found)
    receiver.answer = check
    site = fresh(**AT_ONCE)
    ann, bob = site.guest("Ann"), site.guest("Bob")
    port = receiver.url.rpartition(":")[2]
    channel = add(bob, type="NewWebhook", url=f"http://{host}:{port}{path}")
    table = wait_for_bob(ann, bob)
    until(lambda: receiver.requests)
    until(lambda: not site.hub.notices.sending)
    text = receiver.requests[0].body.decode()
    assert f"{site.url}/t/{table}" in text
    assert "it is your turn" in text
    bob.post(f"/api/me/notices/channels/{channel['id']}/test")
    page = shown(bob)["channels"][0]
    assert (page["state"], page["failed"]) == ("on", False)
    assert len(receiver.requests) == 2


def test_long_texts_and_odd_names_fit_discord_and_slack() -> None:
    item = Item("t", 0, "turn", "<!channel> & @everyone", "x" * 5000)
    message = Message("turns", item.game, item.text, "/t/t", "", False, (item,))
    discord = body_for(f"https://{DISCORD_HOSTS[0]}/api/webhooks/1/x", "id", message, SITE)
    request = Request("/", {"content-type": "application/json"}, json.dumps(discord).encode())
    assert check_discord(request)[0] == 204
    slack = body_for(f"https://{SLACK_HOSTS[0]}/services/x", "id", message, SITE)
    assert check_slack(Request("/", {}, json.dumps(slack).encode()))[0] == 200
    assert "<!channel>" not in slack["text"]


def test_a_receiver_that_asks_to_wait_is_asked_later(
    fresh: Callable[..., Site], receiver: Receiver
) -> None:
    receiver.answer = lambda request: (
        (429, {"retry-after": "1"}) if len(receiver.requests) == 1 else (204, {})
    )
    site = fresh(**AT_ONCE)
    ann, bob = site.guest("Ann"), site.guest("Bob")
    add(bob, type="NewWebhook", url=receiver.url)
    wait_for_bob(ann, bob)
    until(lambda: len(receiver.requests) == 2)
    ids = {request.headers["idempotency-key"] for request in receiver.requests}
    assert len(ids) == 1, "it is the same message"
    until(lambda: shown(bob)["channels"][0]["failed"] is False)
    assert rows(site, schema.messages) == 0


def test_times_to_wait_are_read() -> None:
    assert seconds_of("7") == 7
    assert seconds_of("Wed, 01 Jan 2020 00:00:00 GMT") == 1
    assert seconds_of("soon") == seconds_of("") == seconds_of("nan") == 60
    assert seconds_of("1e99") == 24 * 3600


def test_a_receiver_that_refuses_is_turned_off_and_its_person_reads_why(
    fresh: Callable[..., Site], receiver: Receiver
) -> None:
    receiver.answer = lambda request: (403, {})
    site = fresh(**AT_ONCE)
    ann, bob = site.guest("Ann"), site.guest("Bob")
    channel = add(bob, type="NewWebhook", url=receiver.url)
    wait_for_bob(ann, bob)
    until(lambda: shown(bob)["channels"][0]["state"] == "off")
    assert "refuses our messages" in shown(bob)["channels"][0]["result"]
    assert shown(bob, "it")["channels"][0]["result"].startswith("Spento: il destinatario rifiuta")
    receiver.answer = lambda request: (204, {})
    tested = bob.post(f"/api/me/notices/channels/{channel['id']}/test").json()["channels"][0]
    assert (tested["state"], tested["failed"]) == ("on", False)
    assert [request.json()["type"] for request in receiver.requests] == ["your-turn", "test"]


# ---------------------------------------------------------------- mail


def start_mail(fresh: Callable[..., Site], mailbox: Mailbox) -> Site:
    smtp = f"smtp://127.0.0.1:{mailbox.port}"
    return fresh(**AT_ONCE, url=SITE, smtp=smtp, mail_from="races@races.example")


def link_in(text: str, page: str) -> str:
    """The token of a link."""
    [found] = [word for word in text.replace("<", " ").replace(">", " ").split() if page in word]
    assert found.startswith(f"{SITE}{page}")
    return found.removeprefix(f"{SITE}{page}")


def test_mail_goes_only_to_confirmed_addresses(
    fresh: Callable[..., Site], mailbox: Mailbox
) -> None:
    site = start_mail(fresh, mailbox)
    ann, bob = site.guest("Ann"), site.guest("Bob")
    channel = add(bob, type="NewMail", address="bob@mail.example")
    assert channel["state"] == "waiting"
    path = f"/api/me/notices/channels/{channel['id']}"
    assert bob.patch(path, {"turns": True}).json()["channels"][0]["turns"]
    wait_for_bob(ann, bob)
    until(lambda: mailbox.mails)
    until(lambda: "Open the link" in shown(bob)["channels"][0]["result"])
    [asked] = mailbox.to("bob@mail.example")
    token = link_in(asked.get_content(), "/confirm/")
    assert ann.post(f"/api/confirm/{token[:-1]}x").status_code == 404
    assert ann.post(f"/api/confirm/{token}").json() == {"address": "bob@mail.example"}
    table = wait_for_bob(ann, bob)
    until(lambda: len(mailbox.mails) == 2)
    told = mailbox.to("bob@mail.example")[1]
    assert told["subject"] == "Three Bends"
    assert f"{SITE}/t/{table}" in told.get_content()
    assert told["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    assert told["message-id"].endswith("@races.example>")
    leave = link_in(told["list-unsubscribe"], "/leave/")
    assert site.guest("A mail program").http.post(f"/leave/{leave}").status_code == 200
    page = shown(bob)["channels"][0]
    assert (page["state"], "you unsubscribed" in page["result"]) == ("off", True)


def test_a_mailbox_that_does_not_exist_is_turned_off(
    fresh: Callable[..., Site], mailbox: Mailbox
) -> None:
    mailbox.refuses.add("nobody@mail.example")
    site = start_mail(fresh, mailbox)
    bob = site.guest("Bob")
    add(bob, type="NewMail", address="nobody@mail.example")
    until(lambda: shown(bob)["channels"][0]["state"] == "off")
    assert "does not exist" in shown(bob)["channels"][0]["result"]


@pytest.mark.parametrize("address", ["bob", "bob@x", "a@b.c\nBcc: d@e.f", "a b@c.d", "@c.d"])
def test_what_is_no_address_is_refused(
    fresh: Callable[..., Site], mailbox: Mailbox, address: str
) -> None:
    bob = start_mail(fresh, mailbox).guest("Bob")
    answer = bob.post("/api/me/notices/channels", {"type": "NewMail", "address": address})
    assert answer.status_code == 400
    assert "not a mail address" in answer.json()["text"]


def test_nobody_can_flood_a_mailbox(fresh: Callable[..., Site], mailbox: Mailbox) -> None:
    site = start_mail(fresh, mailbox)
    answers = [
        site.guest().post("/api/me/notices/channels", {"type": "NewMail", "address": "a@b.example"})
        for _ in range(8)
    ]
    assert [one.status_code for one in answers] == [201] * 5 + [429] * 3


def test_a_site_without_a_mail_server_says_so(fresh: Callable[..., Site]) -> None:
    bob = fresh(**AT_ONCE).guest("Bob")
    assert shown(bob)["mail"] is False
    answer = bob.post("/api/me/notices/channels", {"type": "NewMail", "address": "a@b.example"})
    assert (answer.status_code, answer.json()["text"]) == (403, "This site does not send mail.")


# ---------------------------------------------------------------- push


class Browser:
    """A browser's push subscription: it decrypts what it is sent (RFC 8291)."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.point = push.point(self.key.public_key())
        self.auth = b"sixteen  letters"

    def body(self, endpoint: str) -> dict[str, str]:
        keys = {"p256dh": push.encode(self.point), "auth": push.encode(self.auth)}
        return {"type": "NewPush", "endpoint": endpoint, "label": "Firefox", **keys}

    def read(self, content: bytes) -> Json:
        salt, size, length = content[:16], int.from_bytes(content[16:20], "big"), content[20]
        theirs, sealed = content[21 : 21 + length], content[21 + length :]
        assert len(sealed) <= size
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), sender)
        secret = push.derive(self.auth, shared, b"WebPush: info\0" + self.point + theirs, 32)
        key = push.derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = push.derive(salt, secret, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\2")
        return dict(json.loads(plain[:-1]))


def check_vapid(header: str, public: str, audience: str) -> None:
    """As a push service checks the sender (RFC 8292)."""
    parts = dict(part.strip().split("=", 1) for part in header.removeprefix("vapid ").split(","))
    assert parts["k"] == public
    text, _, signature = parts["t"].rpartition(".")
    raw = push.decode(signature)
    number = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), push.decode(public))
    key.verify(number, text.encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        key.verify(number, text.encode() + b"x", ec.ECDSA(hashes.SHA256()))
    claims = json.loads(push.decode(text.partition(".")[2]))
    assert claims["aud"] == audience
    assert claims["sub"].startswith(("mailto:", "http"))


def test_a_push_message_can_be_read_by_its_browser_alone(
    fresh: Callable[..., Site], receiver: Receiver
) -> None:
    receiver.answer = lambda request: (201, {})
    site = fresh(**AT_ONCE)
    ann, bob = site.guest("Ann"), site.guest("Bob")
    browser = Browser()
    add(bob, **browser.body(f"{receiver.url}/push/1"))
    table = wait_for_bob(ann, bob)
    until(lambda: receiver.requests)
    [request] = receiver.requests
    assert request.headers["content-encoding"] == "aes128gcm"
    assert int(request.headers["ttl"]) > 0
    check_vapid(request.headers["authorization"], shown(bob)["push_key"], receiver.url)
    told = browser.read(request.body)
    assert told.pop("id")
    assert told == {
        "title": "Three Bends",
        "body": "Three Bends: it is your turn.",
        "url": f"{site.url}/t/{table}",
        "tag": f"table-{table}",
        "silent": False,
    }
    assert b"Three" not in request.body


def test_a_subscription_that_ended_is_turned_off(
    fresh: Callable[..., Site], receiver: Receiver
) -> None:
    receiver.answer = lambda request: (410, {})
    bob = fresh(**AT_ONCE).guest("Bob")
    channel = add(bob, **Browser().body(f"{receiver.url}/push/1"))
    page = bob.post(f"/api/me/notices/channels/{channel['id']}/test").json()["channels"][0]
    assert (page["state"], "does not exist" in page["result"]) == ("off", True)


def test_wrong_keys_are_refused(fresh: Callable[..., Site], receiver: Receiver) -> None:
    bob = fresh(**AT_ONCE).guest("Bob")
    for wrong in ({"p256dh": "AAAA"}, {"auth": "é"}, {"p256dh": push.encode(b"\4" * 65)}):
        body = Browser().body(f"{receiver.url}/push/1") | wrong
        assert bob.post("/api/me/notices/channels", body).status_code == 400, wrong


def test_long_push_messages_are_cut() -> None:
    message = Message("turns", "Heat", "è" * 9000, "/t/t")
    assert len(push.payload("id", message, SITE)) <= push.MAX_BYTES


# ---------------------------------------------------------------- one's own data


def test_settings_are_checked_and_kept(fresh: Callable[..., Site]) -> None:
    bob = fresh(**AT_ONCE).guest("Bob")
    assert (shown(bob)["zone"], shown(bob)["quiet_from"], shown(bob)["quiet_to"]) == ("", 23, 7)
    changed = bob.put("/api/me/notices", {"zone": "Europe/Rome", "quiet_from": 22}).json()
    assert (changed["zone"], changed["quiet_from"], changed["quiet_to"]) == ("Europe/Rome", 22, 7)
    assert bob.put("/api/me/notices", {"zone": "../../etc/passwd"}).status_code == 400
    assert bob.put("/api/me/notices", {"quiet_to": 24}).status_code == 400
    assert shown(bob)["zone"] == "Europe/Rome"


def test_channels_are_private_few_and_deleted_with_their_person(
    fresh: Callable[..., Site], receiver: Receiver
) -> None:
    site = fresh(**AT_ONCE)
    ann, bob = site.guest("Ann"), site.guest("Bob")
    first = add(bob, type="NewWebhook", url=f"{receiver.url}/0")
    path = f"/api/me/notices/channels/{first['id']}"
    assert ann.delete(path).status_code == 404
    assert ann.post(f"{path}/test").status_code == 404
    assert ann.patch(path, {"turns": False}).status_code == 404
    for n in range(1, 10):
        add(bob, type="NewWebhook", url=f"{receiver.url}/{n}")
    body = {"type": "NewWebhook", "url": f"{receiver.url}/10"}
    assert bob.post("/api/me/notices/channels", body).status_code == 429
    add(bob, type="NewWebhook", url=f"{receiver.url}/9")
    assert len(shown(bob)["channels"]) == 10, "the same address is one channel"
    wait_for_bob(ann, bob)
    until(lambda: len(receiver.requests) == 10)
    exported = bob.get("/api/me/export").json()
    assert len(exported["notices"]["channels"]) == 10
    assert bob.http.request("DELETE", "/api/account", json={}, headers=bob.headers()).is_success
    for table in (schema.channels, schema.notices, schema.messages, schema.notice_settings):
        assert rows(site, table) == 0, table.name
