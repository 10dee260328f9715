"""Every way to join a friend's table, each in two browsers with motion on: who joins gets the hand
and the question without a reload, drives, and has the name that was typed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Driver
from tests.browser.person import Person

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]
SIT = "Take this seat"
BOARD_LOADED = """() => performance.getEntriesByType("resource")
    .some((one) => /heat-[^/]*[.]js$/.test(one.name))"""


@pytest.fixture
def pair(person: People) -> tuple[Person, Person]:
    """A host and a friend. Motion is on: what is being shown must not hide what came after."""
    return person(reduced_motion="no-preference"), person(reduced_motion="no-preference")


def link_of(host: Person) -> str:
    return host.page.locator("#share-link").input_value()


def visit(page: Page, link: str) -> None:
    """Open a link and wait for the board's script: without it there is nothing to be shown."""
    page.goto(link)
    expect(page.get_by_role("button", name=SIT).first).to_be_visible()
    page.wait_for_function(BOARD_LOADED)


def sit(page: Page, name: str = "") -> str:
    """Take the first free seat; gives the name that stood in the field."""
    field = page.get_by_label("Your name")
    if name:
        field.fill(name)
    else:
        expect(field).not_to_have_value("")
    typed = field.input_value()
    page.get_by_role("button", name=SIT).first.click()
    return typed


def expect_hand(one: Person) -> None:
    expect(one.page.locator(".mat .hand .held")).to_have_count(7)
    expect(one.page.locator(".composer")).to_be_visible()


def expect_name(name: str, *people: Person) -> None:
    for one in people:
        row = one.page.locator(".standings").get_by_text(name, exact=True)
        expect(row.first).to_be_attached()
        expect(one.page.locator(".standings")).not_to_contain_text(f"{name} 2")
        expect(one.page.locator(".standings .off")).to_have_count(0)  # nobody is "not connected"


def drive(one: Person) -> None:
    """Play a plan; it is taken once the panel asks for it no more."""
    driver = Driver(one)
    gear, cards = driver.plans(driver.look())[0]
    driver.fill(gear, cards)
    driver.commit()
    expect(one.page.locator(".composer")).to_have_count(0)


def race(host: Person, friend: Person, name: str) -> None:
    """The friend plays first, before the host has done anything."""
    expect_hand(friend)
    expect_name(name, host, friend)
    drive(friend)
    expect_hand(host)
    drive(host)


def test_typed_name_at_the_default_table(pair: tuple[Person, Person]) -> None:
    """What was found: no hand and no question until a reload, 5 of 5 times."""
    ada, bea = pair
    ada.go("/new/heat")
    ada.page.get_by_role("button", name="Friends").click()
    ada.page.get_by_role("button", name="Race!", exact=True).click()
    expect(ada.page.locator("#share-link")).to_have_value(re.compile("key="))
    visit(bea.page, link_of(ada))
    race(ada, bea, sit(bea.page, "Marta"))


def test_default_name(pair: tuple[Person, Person]) -> None:
    ada, bea = pair
    ada.create("me", "open", game="heat")
    visit(bea.page, link_of(ada))
    race(ada, bea, sit(bea.page))


@pytest.mark.parametrize("listed", [True, False])
def test_reserved_seat(pair: tuple[Person, Person], listed: bool) -> None:
    """What was found: Marta in the seat reserved for Marta was called Marta 2."""
    ada, bea = pair
    seat = {"type": "Reserved", "name": "Marta"}
    ada.create("me", seat, game="heat", listed=listed, locked=not listed)
    visit(bea.page, link_of(ada))
    race(ada, bea, sit(bea.page, "Marta"))


def test_key(pair: tuple[Person, Person]) -> None:
    """The address alone is not enough; the key is, in the same browser."""
    ada, bea = pair
    ada.create("me", "open", game="heat", locked=True)
    link = link_of(ada)
    bea.go(link.partition("?")[0])
    expect(bea.page.locator(".gathering")).to_be_visible()
    expect(bea.page.get_by_role("button", name=SIT)).to_have_count(0)
    visit(bea.page, link)
    race(ada, bea, sit(bea.page, "Marta"))


def test_account_made_in_another_tab(pair: tuple[Person, Person]) -> None:
    """Who makes an account gets a new session: the tab at the table goes on with it."""
    ada, bea = pair
    ada.create("me", "open", game="heat")
    visit(bea.page, link_of(ada))
    other = bea.page.context.new_page()
    other.goto("/me")
    other.get_by_label("Login").fill("marta-of-ely")
    other.get_by_label("Password").first.fill("a tyre of old cheese")
    other.get_by_role("button", name="Create account").click()
    expect(other.get_by_text("Signed in as marta-of-ely")).to_be_visible()
    race(ada, bea, sit(bea.page, "Marta"))


def test_second_tab(pair: tuple[Person, Person]) -> None:
    """Who sits down in one tab sits in the other too, and may play there."""
    ada, bea = pair
    ada.create("me", "open", game="heat")
    other = Person(bea.page.context.new_page())
    for one in (bea, other):
        visit(one.page, link_of(ada))
    name = sit(bea.page, "Marta")
    for one in (bea, other):
        expect_hand(one)
    race(ada, other, name)


def test_seat_left_in_second_tab(pair: tuple[Person, Person]) -> None:
    """Who leaves in one tab may sit down again in the other."""
    ada, bea = pair
    ada.create("me", "open", "open", game="heat")
    other = Person(bea.page.context.new_page())
    for one in (bea, other):
        visit(one.page, link_of(ada))
    sit(bea.page, "Marta")
    other.page.get_by_role("button", name="Leave seat").click()
    name = sit(bea.page)
    expect(other.page.get_by_role("button", name="Leave seat")).to_be_visible()
    ada.page.get_by_role("button", name="Start now").click()
    for one in (bea, other):
        expect_hand(one)
    race(ada, other, name)


def test_hot_seat_and_friend(pair: tuple[Person, Person]) -> None:
    """Two at the host's device and a friend: each gets the own hand when it is their turn."""
    ada, bea = pair
    ada.create("me", "Cleo", "open", game="heat")
    ready = ada.page.get_by_role("button", name=re.compile("^I am"))
    ready.click()
    visit(bea.page, link_of(ada))
    race(ada, bea, sit(bea.page, "Marta"))
    expect(ready).to_contain_text("Cleo")
    ready.click()
    expect_hand(ada)
    drive(ada)


@pytest.mark.parametrize("width", [1280, 390])
def test_host_and_friend_choose_their_colours(person: People, width: int) -> None:
    host, friend = person(width), person(width)
    host.go("/new/heat")
    host.page.get_by_role("button", name="Friends").click()
    host.page.get_by_label("Colour of seat 1").select_option(label="Purple")
    expect(host.page.get_by_label("Colour of seat 2").get_by_text("Purple")).to_be_disabled()
    host.page.get_by_role("button", name="Race!", exact=True).click()
    mine = host.page.locator(".gathering li").first
    expect(mine.locator(".livery text")).to_have_text("9")
    mine.get_by_role("combobox").select_option(label="Red")
    expect(mine.locator(".livery text")).to_have_text("6")
    friend.page.goto(link_of(host))
    expect(friend.page.locator(".gathering li .livery text").first).to_have_text("6")
    friend.page.get_by_label("Your colour").select_option(label="Black")
    friend.page.get_by_role("button", name=SIT).first.click()
    for one in (host, friend):
        numbers = one.page.locator(".standings .livery text")
        expect(numbers.filter(has_text=re.compile("^6$"))).to_have_count(1)
        expect(numbers.filter(has_text=re.compile("^16$"))).to_have_count(1)
