"""A slow race by clicks: the clock is chosen in words, somebody goes on holiday, hands over the
seat, and another person takes it. Two plan, are called by mail, are asked, and race again."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.person import Person
from tests.server.conftest import settings_for
from tests.server.receivers import Mailbox, mail_server
from tests.server.site import Guest, Site, running, until

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]
SIZES = pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as found:
        yield found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox) -> Iterator[Site]:
    """A server that sends mails, at once."""
    db = f"sqlite:///{tmp_path_factory.mktemp('slow') / 'paddock.db'}"
    mail = {"smtp": f"smtp://127.0.0.1:{mailbox.port}", "mail_from": "races@races.example"}
    settings = settings_for(db, notice_delay=0, notice_gap=0, **mail)
    with running(settings, names_itself=True) as found:
        yield found


def picture(one: Person, name: str, width: int) -> None:
    """Keep a picture where PADDOCK_SHOTS names a folder."""
    if folder := os.environ.get("PADDOCK_SHOTS"):
        one.page.screenshot(path=Path(folder) / f"{name}-{width}.png")


def open_dialog(one: Person) -> Locator:
    one.page.get_by_role("button", name="More", exact=True).click()
    one.page.get_by_role("button", name="Holiday, clock and seats").click()
    return one.page.get_by_role("dialog")


@SIZES
def test_holiday_and_substitute(person: People, site: Site, width: int, height: int) -> None:
    ada, cleo = person(width, height), person(width, height)
    ada.go("/new/heat?with=friends")
    pace = ada.page.get_by_role("group", name="How fast?")
    pace.get_by_label(re.compile("^Over days")).check(force=True)
    ada.page.get_by_role("button", name="All options").click()
    form = ada.page.locator("form")
    expect(form).to_contain_text("21 hours each, 8 more each turn, at most 21.")
    ada.page.get_by_label("About 7 days").check()
    expect(form).to_contain_text("15 hours each, 6 more each turn, at most 15.")
    ada.page.get_by_label("About 10 days").check()
    picture(ada, "new", width)
    ada.page.get_by_role("button", name="Race!", exact=True).click()
    ada.page.wait_for_url("**/t/*")
    invitation = ada.page.locator("#share-link").input_value()
    table, _, key = invitation.rpartition("/")[2].partition("?key=")
    bob = Guest(site, "Bob")
    assert bob.join(table, 1, key=key).is_success
    ada.asked()
    expect(ada.page.locator(".standings")).to_contain_text("Bob")
    dialog = open_dialog(ada)
    expect(dialog).to_contain_text("21 h each, 8 h more each turn, at most 21 h.")
    picture(ada, "dialog", width)
    dialog.get_by_label("Days", exact=True).fill("3")
    dialog.get_by_role("button", name="Take this holiday").click()
    expect(dialog).to_contain_text("You are away from")
    picture(ada, "holiday", width)
    dialog.get_by_role("button", name="Close").click()
    expect(ada.page.locator(".standings")).to_contain_text("away until")
    expect(ada.page.get_by_role("button", name=re.compile("^Drive yourself again"))).to_be_visible()
    picture(ada, "away", width)
    dialog = open_dialog(ada)
    dialog.get_by_role("button", name="End the holiday").click()
    expect(dialog).to_contain_text("You have 9 days of holiday left")
    dialog.get_by_role("button", name="Make a link to my seat").click()
    link = dialog.locator("#share-link").input_value()
    picture(ada, "link", width)
    cleo.page.goto(link)
    expect(cleo.page.get_by_role("heading", name="Take over a seat")).to_be_visible()
    expect(cleo.page.locator("main")).to_contain_text("You have at least 24 hours")
    picture(cleo, "take", width)
    cleo.page.get_by_role("button", name=re.compile("^Drive for")).click()
    expect(cleo.page.locator(".standings .you")).to_be_attached()
    picture(cleo, "taken", width)
    late = person(width, height)
    late.page.goto(link)
    expect(late.page.get_by_role("alert")).to_contain_text("This link does not work any more")
    ada.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(ada.page.locator(".decision.turn")).to_have_count(0)
    expect(ada.page.locator(".standings .you")).to_have_count(0)


def test_a_host_stops_the_clocks_and_gives_time(person: People, site: Site) -> None:
    ada, bob = person(), Guest(site, "Bob")
    table = ada.create("me", "open", game="heat", clock={"type": "Bank"})
    assert bob.join(table, 1).is_success
    ada.asked()
    dialog = open_dialog(ada)
    dialog.get_by_role("button", name="24 hours more for Bob").click()
    dialog.get_by_role("button", name="Stop all clocks").click()
    expect(dialog).to_contain_text("All clocks stand still until")
    dialog.get_by_label("Another pace").select_option("brisk")
    dialog.get_by_role("button", name="Propose it").click()
    expect(ada.page.locator("body")).to_contain_text("proposes another pace: 8 h for each driver")
    picture(ada, "host", 1280)


def lay_all_cards(one: Person) -> None:
    """Lay the three cards of the start."""
    for n in range(3):
        expect(one.prompt).to_contain_text(("left", "middle", "right")[n])
        one.options.first.click()


def drop_tied_card(one: Person) -> None:
    """Answer which of some tied cards goes, if that is asked."""
    if one.prompt.count() and "tied cards" in one.prompt.inner_text():
        number = one.prompt.get_attribute("data-ask")
        one.options.first.click()
        expect(one.page.locator(f'.prompt[data-ask="{number}"]')).to_have_count(0)


def who_drives(ada: Person, bea: Person) -> tuple[Person, Person]:
    """Who is asked to drive, and the other one. Before that a tied card may have to go."""
    found: list[tuple[Person, Person]] = []

    def look() -> bool:
        for one, other in ((ada, bea), (bea, ada)):
            if one.prompt.count() and "Drive" in one.prompt.inner_text():
                found.append((one, other))
            drop_tied_card(one)
        return bool(found)

    until(look)
    return found[0]


def link_of(mailbox: Mailbox, address: str, number: int, page: str) -> str:
    """The link to a page in one of the mails to somebody, when it has come."""
    until(lambda: len(mailbox.to(address)) > number)
    words = mailbox.to(address)[number].get_content().split()
    return str(next(word for word in words if page in word))


def ask_for_mails(one: Person, mailbox: Mailbox, address: str, width: int) -> None:
    """At the table: ask to be told each turn by mail, confirm the address, and leave."""
    one.page.get_by_role("region", name="Notices").get_by_role("link").click()
    panel = one.page.locator("#notices")
    for end in ("#quiet-from", "#quiet-to"):  # the test may run at night
        with one.page.expect_response(lambda answer: answer.request.method == "PUT"):
            panel.locator(end).select_option("0")
    panel.get_by_label("Mail address").fill(address)
    panel.get_by_role("button", name="Add").first.click()
    expect(panel).to_contain_text("Open the link in the mail")
    picture(one, "mail-asked", width)
    one.page.goto(link_of(mailbox, address, 0, "/confirm/"))
    expect(one.page.get_by_role("status")).to_contain_text(f"{address} is confirmed.")
    picture(one, "mail-confirmed", width)
    one.page.locator("main").get_by_role("link", name="Notices").click()
    with one.page.expect_response(lambda answer: answer.request.method == "PATCH"):
        panel.get_by_role("checkbox").first.check()
    picture(one, "mail-each-turn", width)


@SIZES
def test_a_slow_race_from_the_invitation_to_the_rematch(
    person: People, mailbox: Mailbox, width: int, height: int
) -> None:
    ada, bea = person(width, height), person(width, height)
    ada.go("/new/street-illegal")
    ada.page.get_by_role("button", name="Friends").click()
    expect(ada.page.get_by_label("Over days")).to_be_checked()
    ada.page.get_by_role("button", name="Race!", exact=True).click()
    link = ada.page.locator("#share-link")
    expect(link).to_have_value(re.compile(r"[?]key=."))
    picture(ada, "invite", width)
    bea.page.goto(link.input_value())
    bea.page.get_by_label("Your name").fill("Bea")
    picture(bea, "invited", width)
    bea.page.get_by_role("button", name="Take this seat").click()
    lay_all_cards(bea)
    address = f"bea-{width}@mail.example"
    ask_for_mails(bea, mailbox, address, width)
    lay_all_cards(ada)

    def is_bea_called() -> bool:
        drop_tied_card(ada)  # before that nobody else is needed
        return len(mailbox.to(address)) > 1

    until(is_bea_called)
    told = link_of(mailbox, address, 1, "/t/")
    assert told == ada.page.url.partition("?")[0]
    bea.page.goto(told)
    expect(bea.page.locator(".standings .you")).to_be_attached()
    picture(bea, "from-the-mail", width)
    first, second = who_drives(ada, bea)
    picture(first, "asked-first", width)
    picture(second, "waits", width)

    second.page.get_by_role("button", name="Prepare the rest").click()
    sheet = second.page.get_by_role("dialog", name="Prepare the rest")
    expect(sheet.get_by_role("listitem").first).to_be_visible()
    picture(second, "rest", width)
    sheet.get_by_role("button", name="Set").click()
    expect(second.page.get_by_role("button", name="1 prepared")).to_be_visible()
    second.page.get_by_role("button", name="Plan my turn").click()
    plan = second.page.get_by_role("region", name="Plan my turn")
    expect(plan).to_contain_text("Nothing is played yet.")
    second.options.first.click()
    expect(plan.get_by_role("listitem")).to_have_count(1)
    picture(second, "plan-waiting", width)
    plan.get_by_role("button", name="Set this plan").click()
    expect(second.page.get_by_role("button", name="2 prepared")).to_be_visible()
    picture(second, "plan-set", width)
    expect(second.page.locator(".decision.turn")).to_have_count(0)

    first.page.get_by_role("button", name="Prepare the rest").click()
    sheet = first.page.get_by_role("dialog", name="Prepare the rest")
    sheet.get_by_role("button", name="Set").click()
    first.options.first.click()  # the leg goes on by itself
    log = first.page.locator(".log")
    until(lambda: second.prompt.count() or "Track card 2" in log.inner_text())
    why = ".decision.turn .called"  # no co-driver is about to answer
    until(lambda: any(one.page.locator(why).count() for one in (ada, bea)))
    picture(ada, "woken", width)
    picture(bea, "woken-other", width)

    ada.page.get_by_role("button", name="More", exact=True).click()
    ada.page.get_by_role("button", name="Propose to abandon the race").click()
    bea.page.get_by_role("button", name="Agree", exact=True).click()
    for one in (ada, bea):
        expect(one.page.locator(".result")).to_contain_text("The race was abandoned")
    picture(ada, "over", width)
    ada.page.get_by_role("button", name="Race again").click()
    expect(ada.page.locator(".gathering")).to_contain_text("reserved for Bea")
    bea.page.get_by_role("button", name="Join the next race").click()
    seat = bea.page.get_by_role("button", name="Take this seat")
    expect(seat).to_be_visible()
    picture(bea, "rematch", width)
    seat.click()
    for one in (ada, bea):
        expect(one.prompt).to_contain_text("Choose the card")
