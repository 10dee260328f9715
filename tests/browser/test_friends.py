"""Friends by link: invited, named, racing; one vanishes and a bot drives on; back at the wheel, the
race abandoned by agreement, and once more from the beginning."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
import sqlalchemy as sa
from playwright.sync_api import expect

from paddock.server.store import schema
from tests.browser.person import Person
from tests.server.site import Site, until

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]


WIDTHS = (1280, 390)


def widths(person: Person) -> Iterator[int]:
    """The page once as at a desk and once as on a telephone, as it is left in the end."""
    for width in WIDTHS:
        person.page.set_viewport_size({"width": width, "height": 800})
        yield width


def menu(person: Person, item: str) -> None:
    person.page.get_by_role("button", name="More").click()
    person.page.get_by_role("button", name=item).click()


@pytest.mark.parametrize("width", WIDTHS)
def test_two_friends_from_the_invitation_to_the_rematch(person: People, width: int) -> None:
    ada, bea = person(width), person(width)
    ada.go("/new/street-illegal")
    expect(ada.page.locator("dd")).to_contain_text(["Plays what looks best right now"])
    ada.page.get_by_role("button", name="Friends").click()
    expect(ada.page.get_by_label("Over days")).to_be_checked()
    expect(ada.page.get_by_label("List this table publicly")).not_to_be_checked()
    ada.page.get_by_role("button", name="Race!", exact=True).click()
    link = ada.page.locator("#share-link")
    expect(link).to_have_value(re.compile(r"[?]key=."))
    expect(ada.page.locator(".gathering li")).to_have_count(2)

    stranger = person(width)
    stranger.go("/")
    expect(stranger.page.locator(f"a[href*='{ada.page.url.rpartition('/')[2]}']")).to_have_count(0)
    stranger.page.goto(link.input_value().partition("?")[0])
    expect(stranger.page.locator(".gathering")).to_be_visible()
    expect(stranger.page.get_by_role("button", name="Take this seat")).to_have_count(0)

    bea.page.goto(link.input_value())
    expect(bea.page.locator(".gathering")).to_contain_text("13 hours each, 5 more each turn")
    bea.page.get_by_label("Your name").fill("Bea of Bari")
    bea.page.get_by_role("button", name="Take this seat").click()
    for one in (ada, bea):
        expect(one.prompt).to_contain_text("Choose the card")
    expect(ada.page.locator(".standings")).to_contain_text("Bea of Bari")

    menu(bea, "Let a bot drive for Bea of Bari")
    expect(ada.page.locator(".standings")).to_contain_text("a bot drives")
    bea.page.get_by_role("button", name="Drive yourself again: Bea of Bari").click()
    expect(ada.page.locator(".standings")).not_to_contain_text("a bot drives")

    menu(ada, "Propose to abandon the race")
    expect(ada.page.locator(".proposal")).to_contain_text("Not agreed yet: Bea of Bari")
    bea.page.get_by_role("button", name="No, keep racing").click()
    expect(ada.page.locator(".proposal")).to_have_count(0)
    menu(bea, "Propose to abandon the race")
    ada.page.get_by_role("button", name="Agree", exact=True).click()
    for one in (ada, bea):
        expect(one.page.locator(".result")).to_contain_text("The race was abandoned")

    ada.page.get_by_role("button", name="Race again").click()
    expect(ada.page.locator(".gathering")).to_contain_text("reserved for Bea of Bari")
    bea.page.get_by_role("button", name="Join the next race").click()
    bea.page.get_by_role("button", name="Take this seat").click()
    for one in (ada, bea):
        expect(one.prompt).to_contain_text("Choose the card")
        expect(one.page.locator(".standings")).to_contain_text("Bea of Bari")
        expect(one.page.locator(".standings")).not_to_contain_text("Bea of Bari 2")


def run_out_of_time(site: Site, table: str, seat: int) -> None:
    """A seat that is asked has used up its time; it has enough for later."""
    banks, c = site.hub.open_tables[table].table.clocks.banks, schema.asked.c
    banks[seat], enough = 0, banks[seat]
    past = sa.update(schema.asked).where(c.table_id == table, c.seat == seat).values(deadline=0)
    site.hub.store.writer.submit("", lambda connection: connection.execute(past)).result()
    until(lambda: seat in site.hub.open_tables[table].table.clocks.paused)
    site.hub.open_tables[table].table.clocks.banks[seat] = enough


@pytest.mark.slow
def test_who_vanishes_is_driven_for_and_takes_the_wheel_back(person: People, site: Site) -> None:
    """One at a desk, one at a telephone that is switched off in the middle of the race. Who stays
    sees it on either, and who comes back finds the way on either."""
    ada, bea = person(1280), person(390)
    table = ada.create("me", "open", clock={"type": "Live", "bank": 600, "increment": 3})
    bea.page.goto(ada.page.locator("#share-link").input_value())
    bea.page.get_by_label("Your name").fill("Bea of Bari")
    bea.page.get_by_role("button", name="Take this seat").click()
    for one in (bea, ada):
        expect(one.prompt).to_contain_text("Choose the card")
    context = bea.page.context
    bea.page.close()

    run_out_of_time(site, table, 1)
    driven = ada.page.locator(".standings").get_by_text("a bot drives")
    expect(driven.first).to_be_attached()
    for width in widths(ada):
        told = ada.page.locator(".sheet" if width == WIDTHS[1] else ".standings")
        expect(told.get_by_text("a bot drives").first).to_be_in_viewport()
        name = ada.page.locator(".standings .name", has_text="Bea of Bari")
        expect(name).to_be_visible()
        assert name.evaluate("one => one.scrollWidth <= one.clientWidth"), "the name is cut"

    bea.page = context.new_page()
    bea.go(f"/t/{table}")
    back = bea.page.get_by_role("button", name="Drive yourself again: Bea of Bari")
    for _ in widths(bea):
        expect(back).to_be_in_viewport()
    back.click()
    expect(driven).to_have_count(0)
    bea.page.set_viewport_size({"width": 1280, "height": 800})
    menu(bea, "Propose to abandon the race")
    ada.page.get_by_role("button", name="Agree", exact=True).click()
    for one in (ada, bea):
        expect(one.page.locator(".result")).to_contain_text("The race was abandoned")
    ada.page.get_by_role("button", name="Race again").click()
    bea.page.get_by_role("button", name="Join the next race").click()
    bea.page.get_by_role("button", name="Take this seat").click()
    for one in (ada, bea):
        expect(one.prompt).to_contain_text("Choose the card")


def test_friends_from_the_first_page_race_among_themselves(person: People) -> None:
    """What was found: strangers saw and joined such a table, it had no clock, and four seats."""
    ada, eve = person(), person()
    ada.go("/")
    ada.tile("Street Illegal").get_by_role("link", name="With friends").click()
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_role("button", name="Race!", exact=True).click()
    expect(ada.page.locator(".gathering li")).to_have_count(2)
    expect(ada.page.locator(".gathering")).to_contain_text("13 hours each, 5 more each turn")
    expect(ada.page.locator("#share-link")).to_have_value(re.compile("key="))
    table = ada.page.url.rpartition("/")[2]
    eve.go("/")
    expect(eve.page.get_by_role("heading").first).to_be_visible()
    expect(eve.page.locator(f"a[href*='{table}']")).to_have_count(0)
    eve.go(f"/t/{table}")
    expect(eve.page.locator(".gathering")).to_contain_text("Ada invites you to race")
    expect(eve.page.get_by_role("button", name="Take this seat")).to_have_count(0)


def test_the_host_sends_away_and_closes(person: People) -> None:
    ada, eve = person(), person()
    table = ada.create("me", "open", "open")
    eve.go(f"/t/{table}")
    eve.page.get_by_role("button", name="Take this seat").first.click()
    ada.page.get_by_role("button", name=re.compile("Remove .*")).click()
    expect(ada.page.get_by_role("button", name=re.compile("Remove .*"))).to_have_count(0)
    gone = eve.page.get_by_text("The table is closed").or_(eve.page.locator(".gathering"))
    expect(gone.first).to_be_visible()
    ada.page.get_by_role("button", name="Close the table").click()
    expect(ada.page.get_by_text("This table is closed")).to_be_visible()


def test_a_password_is_changed_and_other_browsers_are_signed_out(person: People) -> None:
    ada, away = person(), person()
    for one in (ada, away):
        one.go("/me")
        one.page.get_by_label("Login").fill("ada-of-ely")
        one.page.get_by_label("Password").first.fill("a tyre of old cheese")
        button = "Create account" if one is ada else "Sign in"
        one.page.get_by_role("button", name=button).click()
        expect(one.page.get_by_text("Signed in as ada-of-ely")).to_be_visible()
    ada.page.reload()
    expect(ada.page.get_by_role("button", name="Sign out there")).to_have_count(1)
    ada.page.get_by_label("Current password").fill("a tyre of old cheese")
    ada.page.get_by_label("New password").fill("a wheel of new cheese")
    ada.page.get_by_role("button", name="Save").nth(1).click()
    expect(ada.page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Sign out there")).to_have_count(0)
    away.page.reload()
    expect(away.page.get_by_text("Signed in as")).to_have_count(0)
    ada.page.get_by_text("Delete account", exact=True).click()
    ada.page.locator("#farewell").fill("a wheel of new cheese")
    ada.page.get_by_role("button", name="Delete account permanently").click()
    deleted = ada.page.get_by_role("status").filter(has_text="Your account is deleted.")
    expect(deleted).to_be_visible()


def test_short_form_for_friends_asks_how_many_bots_and_pace(person: People) -> None:
    ada = person(390, 844)
    ada.go("/new/heat?with=friends")
    page = ada.page
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("group", name="How many friends?").get_by_label("2", exact=True).check(
        force=True
    )
    page.get_by_role("group", name="Bots too?").get_by_label("1", exact=True).check(force=True)
    page.get_by_role("group", name="How fast?").get_by_label("In one go").check(force=True)
    expect(page.get_by_role("heading", name="Options")).to_have_count(0)
    page.get_by_role("button", name="Race!", exact=True).click()
    seats = page.locator(".gathering li")
    expect(seats).to_have_count(4)
    expect(seats.filter(has_text="free")).to_have_count(2)
    expect(page.locator(".gathering")).to_contain_text("10 minutes")


def test_all_options_keep_what_the_short_form_says(person: People) -> None:
    ada = person()
    ada.go("/new/heat?with=friends")
    page = ada.page
    page.get_by_role("group", name="How many friends?").get_by_label("3", exact=True).check(
        force=True
    )
    page.get_by_role("button", name="All options").click()
    expect(page.get_by_role("heading", name="Options")).to_be_visible()
    page.get_by_role("button", name="Race!", exact=True).click()
    expect(page.locator(".gathering li").filter(has_text="free")).to_have_count(3)


def test_start_is_counted_down_in_front_of_everyone(person: People) -> None:
    """Both see it coming on the lobby's page; nobody is asked, and no board is there, before."""
    order = """() => {
        window.order = [];
        window.said = "";
        new MutationObserver(() => {
            for (const one of [".starts", ".stage", ".decision.turn"])
                if (document.querySelector(one) && !order.includes(one)) order.push(one);
            said ||= document.querySelector(".starts")?.textContent ?? "";
        }).observe(document, { childList: true, subtree: true });
    }"""
    ada, ben = person(), person(width=390, height=844)
    for one in (ada, ben):
        one.page.add_init_script(f"({order})()")
    table = ada.create("me", "open")
    expect(ada.page.locator(".gathering")).to_contain_text("starts when the last seat is taken")
    ben.go(f"/t/{table}")
    ben.page.get_by_role("button", name="Take this seat").click()
    for one in (ada, ben):
        expect(one.page.locator(".decision.turn")).to_be_visible()
        expect(one.page.locator(".starts")).to_have_count(0)
        assert one.page.evaluate("order") == [".starts", ".stage", ".decision.turn"]
        assert "The race is about to start" in one.page.evaluate("said")
