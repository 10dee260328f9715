"""Somebody at a slow race is offered notices, gets them in the browser, and reads what became of
them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.server.conftest import settings_for
from tests.server.receivers import Mailbox, Receiver, mail_server, receiving
from tests.server.site import Guest, Site, running, until
from tests.server.test_notices import Browser as PushBrowser

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]
SLOW = {"type": "Slow", "hours": 24}
SIZES = pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
SUBSCRIBES = """
Object.defineProperty(Notification, "permission", { get: () => "granted" });
Notification.requestPermission = async () => "granted";
window.subscription = %s;
PushManager.prototype.subscribe = async function (options) {
    window.subscribedWith = options.applicationServerKey;
    return { endpoint: window.subscription.endpoint, toJSON: () => window.subscription };
};
"""


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as found:
        yield found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox) -> Iterator[Site]:
    db = f"sqlite:///{tmp_path_factory.mktemp('notices') / 'paddock.db'}"
    at_once: dict[str, Any] = {"private_webhooks": True, "notice_delay": 0, "notice_gap": 0}
    mail = {"smtp": f"smtp://127.0.0.1:{mailbox.port}", "mail_from": "races@races.example"}
    with running(settings_for(db, url="http://races.example", **at_once, **mail)) as found:
        yield found


def picture(one: Person, name: str, width: int) -> None:
    """Keep a picture where PADDOCK_SHOTS names a folder."""
    if folder := os.environ.get("PADDOCK_SHOTS"):
        one.page.screenshot(path=Path(folder) / f"{name}-{width}.png", full_page=True)


@SIZES
def test_a_slow_table_offers_notices_and_one_arrives(
    person: People, site: Site, receiver: Receiver, width: int, height: int
) -> None:
    browser = PushBrowser()
    keys = browser.body(f"{receiver.url}/push/{width}")
    made = {"endpoint": keys["endpoint"], "keys": {"p256dh": keys["p256dh"], "auth": keys["auth"]}}
    ada = person(width, height)
    ada.page.add_init_script(SUBSCRIBES % json.dumps(made))
    bob = Guest(site, "Bob")
    table = ada.create("me", "open", game="template", clock=SLOW)
    offer = ada.page.get_by_role("region", name="Notices")
    expect(offer).to_contain_text("This race takes days.")
    picture(ada, "offer", width)
    offer.get_by_role("button", name="Notify me in this browser").click()
    expect(offer).to_contain_text("Good: we tell you")
    key = bob.get("/api/me/notices").json()["push_key"]
    assert ada.page.evaluate("window.subscribedWith") == key
    ada.go("/me")
    panel = ada.page.locator("#notices")
    expect(panel).to_contain_text("Nothing was sent yet.")
    for end in ("#quiet-from", "#quiet-to"):  # the test may run at night
        with ada.page.expect_response(lambda answer: answer.request.method == "PUT"):
            panel.locator(end).select_option("0")
    panel.get_by_role("button", name="Test").click()
    expect(panel).to_contain_text("The last message was accepted.")
    picture(ada, "panel", width)
    assert bob.join(table, 1).is_success
    until(lambda: len(of(receiver, width)) == 2)
    told = [browser.read(one.body) for one in of(receiver, width)]
    assert [one["tag"] for one in told] == ["test", f"table-{table}"]
    assert told[1]["url"] == f"http://races.example/t/{table}"
    ada.page.reload()
    expect(ada.page).to_have_title("(1) Paddock")


def of(receiver: Receiver, width: int) -> list[Any]:
    return [one for one in receiver.requests if one.path == f"/push/{width}"]


@SIZES
def test_who_denied_permission_reads_what_to_do(person: People, width: int, height: int) -> None:
    ada = person(width, height)
    ada.page.add_init_script(
        'Object.defineProperty(Notification, "permission", { get: () => "denied" })'
    )
    ada.create("me", "open", game="template", clock=SLOW)
    offer = ada.page.get_by_role("region", name="Notices")
    expect(offer).to_contain_text("denied notifications")
    picture(ada, "denied", width)
    offer.get_by_role("link", name="Mail, Discord and more").click()
    expect(ada.page.locator("#notices")).to_contain_text("Allow them in the browser's site")
    picture(ada, "denied-panel", width)


def test_an_offer_that_was_declined_stays_away(person: People) -> None:
    ada = person()
    table = ada.create("me", "open", game="template", clock=SLOW)
    offer = ada.page.get_by_role("region", name="Notices")
    offer.get_by_role("button", name="Not now").click()
    expect(offer).to_have_count(0)
    ada.go(f"/t/{table}")
    expect(ada.page.get_by_text("Bob").or_(ada.page.locator("h1")).first).to_be_visible()
    expect(offer).to_have_count(0)


def test_a_mail_address_is_confirmed_by_its_link(person: People, mailbox: Mailbox) -> None:
    ada = person(timezone_id="Europe/Rome")
    ada.go("/me")
    panel = ada.page.locator("#notices")
    expect(panel.get_by_label("Time zone")).to_have_value("Europe/Rome")
    panel.get_by_label("Mail address").fill("ada@mail.example")
    panel.get_by_role("button", name="Add").first.click()
    expect(panel).to_contain_text("Open the link in the mail")
    until(lambda: mailbox.to("ada@mail.example"))
    [link] = [
        word
        for word in mailbox.to("ada@mail.example")[0].get_content().split()
        if "/confirm/" in word
    ]
    ada.go(link.removeprefix("http://races.example"))
    expect(ada.page.get_by_role("status")).to_contain_text("ada@mail.example is confirmed.")
    ada.go("/me")
    for label, value in (("Time zone", "Asia/Tokyo"), ("Quiet from", "22")):
        with ada.page.expect_response(lambda answer: answer.request.method != "GET"):
            panel.get_by_label(label).select_option(value)
    ada.page.reload()
    expect(panel.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    expect(panel.get_by_label("Quiet from")).to_have_value("22")
    panel.get_by_role("button", name="Test").click()
    expect(panel).to_contain_text("The last message was accepted.")
    picture(ada, "mail", 1280)
    until(lambda: len(mailbox.to("ada@mail.example")) == 2)
