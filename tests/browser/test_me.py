"""What somebody sets for themselves: an account, notices here and by webhook, answers in advance,
a bot at the wheel for a while."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Driver
from tests.browser.person import Person
from tests.browser.test_prepared import answers_by_default
from tests.server.site import Guest, Site, until

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]

LOOK_AGAIN_SECONDS = 0.2
HIDDEN = """
window.told = [];
window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (this.permission = window.grants); }
    constructor(title, more) { window.told.push(`${title}: ${more.body}`); }
};
Object.defineProperty(document, "hidden", { get: () => window.elsewhere === true });
"""


def test_an_account_goes_along_to_another_device(person: People) -> None:
    ada = person()
    ada.create("me", "random")
    table = ada.page.url
    ada.go("/me")
    page = ada.page
    page.get_by_label("Your name").fill("Ada L.")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    page.get_by_label("Login").fill("ada-at-home")
    page.get_by_label("Password").fill("analytical engine 9")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_text("Signed in as ada-at-home")).to_be_visible()

    away = person()
    away.go("/me")
    away.page.get_by_label("Login").fill("ada-at-home")
    away.page.get_by_label("Password").fill("difference engine 9")
    away.page.get_by_role("button", name="Sign in").click()
    expect(away.page.get_by_role("alert")).to_be_visible()
    away.page.get_by_label("Password").fill("analytical engine 9")
    away.page.get_by_label("Password").press("Enter")
    expect(away.page.get_by_text("Signed in as ada-at-home")).to_be_visible()
    expect(away.page.get_by_role("alert")).to_have_count(0)
    expect(away.page.locator("#name")).to_have_value("Ada L.")
    away.page.goto(table)
    expect(away.prompt).to_be_visible()

    away.go("/me")
    away.page.get_by_role("button", name="Sign out", exact=True).click()
    expect(away.page.get_by_role("status").filter(has_text="Signed out")).to_be_visible()
    expect(away.page.locator("#name")).not_to_have_value("Ada L.")
    expect(away.page.get_by_label("Password")).to_have_value("")
    away.page.goto(table)
    expect(away.page.locator(".standings")).to_be_visible()
    expect(away.prompt).to_have_count(0)


def test_a_webhook_is_kept_or_refused(person: People) -> None:
    ada = person()
    ada.go("/me")
    panel = ada.page.locator("#notices")
    field, add = panel.locator("#hook"), panel.get_by_role("button", name="Add").last
    field.fill("http://127.0.0.1:8080/turn")
    add.click()
    expect(ada.page.get_by_role("alert")).to_contain_text("public address")
    field.fill("http://8.8.8.8/turn")
    add.click()
    expect(panel.get_by_text("http://8.8.8.8/turn")).to_be_visible()
    expect(ada.page.get_by_role("alert")).to_have_count(0)
    expect(field).to_have_value("")
    ada.page.reload()
    expect(panel.get_by_text("http://8.8.8.8/turn")).to_be_visible()
    panel.get_by_role("button", name="Remove").click()
    expect(panel.get_by_text("http://8.8.8.8/turn")).to_have_count(0)


@pytest.mark.parametrize("grants", ["granted", "denied"])
def test_a_notice_when_it_is_my_turn(person: People, grants: str) -> None:
    ada, bob = person(), person()
    ada.page.add_init_script(f"window.grants = {grants!r};{HIDDEN}")
    table = ada.create("me", "open")
    bob.go(f"/t/{table}")
    bob.page.get_by_role("button", name="Take this seat").click()
    ada.page.get_by_role("button", name="Settings").click()
    wish = ada.page.get_by_label("Notify me when it is my turn")
    wish.click()
    if grants == "denied":
        expect(ada.page.get_by_text("does not allow notifications")).to_be_visible()
        expect(wish).not_to_be_checked()
    else:
        expect(wish).to_be_checked()
    ada.page.keyboard.press("Escape")
    ada.page.evaluate("window.elsewhere = true")
    for _ in range(40):  # until it is my turn again, after somebody else's
        until(lambda: any(one.page.locator(".decision.turn").count() for one in (ada, bob)))
        for one in (ada, bob):
            if one.page.locator(".decision.turn").count():
                number = one.page.locator(".prompt").get_attribute("data-ask")
                one.options.first.click()
                expect(one.page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)
        if ada.page.evaluate("told.length") or ada.log.count() > 30:
            break
    told = ada.page.evaluate("told")
    assert bool(told) == (grants == "granted"), told


def test_a_bot_drives_for_me_and_gives_the_wheel_back(person: People, site: Site) -> None:
    """The race waits for Bob, so it is not over before Ada is back, however slow her page is."""
    ada, bob = person(), Guest(site, "Bob")
    table = ada.create("me", "open", game="heat", options={"laps": 1})
    assert bob.join(table, 1).is_success
    name = ada.page.locator(".standings .mine .name").inner_text()
    expect(ada.prompt).to_be_visible()
    with bob.at(table, 1) as other:

        def answers_until(holds: Callable[[], bool]) -> None:
            while not holds():
                with suppress(TimeoutError):
                    other.answer(other.until_asked(LOOK_AGAIN_SECONDS))

        ada.page.get_by_role("button", name="More").click()
        ada.page.get_by_role("button", name=f"Let a bot drive for {name}").click()
        expect(ada.page.locator(".standings .tag")).to_have_text("a bot drives")
        expect(ada.prompt).to_have_count(0)
        answers_until(lambda: ada.log.filter(has_text=f"{name} draws").count() > 0)
        ada.page.get_by_role("button", name=f"Drive yourself again: {name}").click()
        expect(ada.page.locator(".standings .tag")).to_have_count(0)
        answers_until(lambda: ada.prompt.count() > 0)
    with answers_by_default(bob, table, 1) as begin:
        begin.set()
        assert Driver(ada).turn()
