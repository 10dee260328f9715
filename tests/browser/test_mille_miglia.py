"""The Mille Miglia in a browser: an open road, by night with curves that nobody can read."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from paddock.games.winds_of_war.data.enums import Letter
from paddock.games.winds_of_war.state.pieces import TRACK
from tests.browser.person import Person
from tests.browser.seeded import decide
from tests.browser.test_winds_of_war import Driver
from tests.games.winds_of_war.secrets import other_letters
from tests.server.site import Guest, Site

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]
GAME = "winds-of-war-mille-miglia"
CLICKED = 8  # turns that are driven by hand


class Tourer(Driver):
    """Somebody on the open road: plans what is preselected, takes the farthest box that glows."""

    def plan(self) -> None:
        composer = self.page.locator(".composer")
        cooling = composer.locator("[data-speed='5']:not(.risky)")
        if composer.locator(".note.hot").count() and cooling.count():
            self.click("cool", cooling)
        self.click("commit", composer.locator("[data-commit]"))


STAGE = """name = "Cisa"
open = true
end = "arrivo"
km = 48
hexagons = ["S5", "S4", "S2 C3r assist", "S4"]
"""


class Manager(Tourer):
    """Somebody with a career: at the market an offer is made, a driver hired, and that is all."""

    def answer(self) -> None:
        market = self.page.locator(".market")
        offers = market.locator(".garage .act", has_text="an offer")
        if self.page.locator(".offer").count():
            items = self.page.locator(".offer [data-item]")
            sends = self.page.locator(".offer [data-commit]")
            more = items.count() and (not sends.count() or not self.clicked["item"])
            self.click("item" if more else "send", items.first if more else sends)
        elif not market.count():
            super().answer()
        elif offers.count() and not self.clicked["offer"]:
            self.click("offer", offers.first)
        elif not self.clicked["hire"]:
            self.click("hire", market.locator(".garage .ticket").first)
        else:
            self.click("leave", market.locator(".garage .act", has_text="Done"))


def picture(ada: Person, name: str) -> None:
    """For people to look at, where they ask for it."""
    folder = os.environ.get("PADDOCK_PICTURES")
    if folder:
        ada.page.screenshot(path=f"{folder}/{name}.png")


SEEN = """() => {
    const pane = document.querySelector(".course");
    const open = pane.getBoundingClientRect();
    const car = pane.querySelector("[data-guide~='car:0']").getBoundingClientRect();
    const inside = car.left >= open.left && car.right <= open.right
        && car.top >= open.top && car.bottom <= open.bottom;
    return { inside, size: Math.max(car.width, car.height),
        scrolls: pane.scrollWidth > pane.clientWidth + 1 };
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_the_road_is_shown_close_to_my_car_or_whole(person: People, width: int) -> None:
    ada = person(width, 844)
    ada.create("me", game=GAME, options={"year": 1938, "weather": "dry"})
    ada.page.locator(".composer").wait_for()
    ada.page.wait_for_function(f"() => ({SEEN})().inside")
    near = ada.page.evaluate(SEEN)
    assert near["scrolls"]
    assert near["size"] >= 20
    ada.page.locator(".course .whole").click()
    ada.page.wait_for_function(f"() => !({SEEN})().scrolls")
    whole = ada.page.evaluate(SEEN)
    assert whole["inside"]
    assert whole["size"] < near["size"]


def test_by_night_only_lit_curves_have_letters(person: People) -> None:
    """1938 starts at four: signs far ahead are blank, in the plan too, until dawn."""
    ada = person()
    options = {"year": 1938, "weather": "dry", "retire": False}
    ada.create("me", game=GAME, options=options)
    composer = ada.page.locator(".composer")
    composer.wait_for()
    expect(ada.page.locator(".tour .night").first).to_contain_text("night")
    letters = ada.page.locator(".winds .sign .letter").all_text_contents()
    assert len(letters) == 19
    assert letters.count("?") >= 17
    expect(composer.locator(".curves li").nth(1)).to_contain_text("in the dark")
    picture(ada, "night-1280")
    composer.locator("[data-commit]").click()
    ada.page.locator(".winds .far.end + .dot, .winds .target + .dot").first.click()
    ada.page.set_viewport_size({"width": 390, "height": 844})
    picture(ada, "night-390")
    ada.page.get_by_role("button", name="Time chart").click()
    expect(ada.page.locator(".chart table")).to_be_visible()
    picture(ada, "chart-390")
    ada.page.get_by_role("button", name="The year").click()
    expect(ada.page.locator(".year li.raced")).to_have_count(2)  # the one car, the one road
    picture(ada, "year-390")
    ada.page.get_by_role("button", name="Map", exact=True).click()
    expect(ada.page.locator("figure .car")).to_have_count(1)
    picture(ada, "map-390")
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    picture(ada, "map-1280")
    ada.page.emulate_media(color_scheme="dark")
    picture(ada, "map-dark-1280")


DRAWN = """() => [...document.querySelectorAll('.winds .ground, .winds .verge, .winds .sign')]
  .map((one) => [one.getAttribute('class'), one.querySelector('.letter')?.textContent,
    one.getAttribute('transform'), ...[one, ...one.querySelectorAll('path')]
      .map((path) => path.getAttribute('d'))])"""


def test_by_night_the_drawing_does_not_tell_hidden_letters(
    person: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same start on a road with other letters in the dark, and the ground that goes with them:
    the picture is the same. What the board itself has of a road is compared in `test_roads`."""
    options = {"year": 1938, "weather": "dry", "retire": False}
    true = TRACK["one-evening"]
    pictures = []
    for redealt in (False, True):
        ada = person()
        ada.create("me", game=GAME, options=options)
        ada.page.locator(".composer").wait_for()
        pictures.append(ada.page.evaluate(DRAWN))
        shown = ada.page.locator(".winds .sign .letter").all_text_contents()
        if not redealt:
            seen = [None if one == "?" else Letter[one] for one in shown]
            other = TRACK[other_letters(true, tuple(seen), random.Random(3))]
            assert sum(a != b for a, b in zip(other.letters, true.letters, strict=True)) > 4
            monkeypatch.setitem(TRACK, "one-evening", other)
    assert len(pictures[0]) > 20
    assert pictures[0] == pictures[1]


@pytest.mark.fresh
@pytest.mark.slow
def test_an_evening_against_five(
    person: People, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From Brescia to Brescia: the first hexagons by real clicks, the rest as the clock would."""
    decide(monkeypatch, 1, "greedy")
    guest = Guest(site, "Ada")
    options = {"year": 1936, "weather": "dry", "retire": False}
    table = guest.open("me", *["greedy"] * 5, game=GAME, options=options)
    ada = person()
    cookies = [{"name": c.name, "value": c.value, "url": site.url} for c in guest.http.cookies.jar]
    ada.page.context.add_cookies(cookies)  # type: ignore[arg-type]
    ada.go(f"/t/{table}")
    ada.page.locator(".decision.turn").wait_for()
    picture(ada, "road-1280")
    driver = Tourer(ada)
    driver.race(until=lambda: driver.clicked.get("commit", 0) >= CLICKED)
    ada.go("/me")
    with guest.at(table, 0) as viewer:
        viewer.play_out()
    guest.http.close()
    ada.go(f"/t/{table}")
    expect(ada.log.filter(has_text=re.compile(r"^Ada finishes the stage at"))).not_to_have_count(0)
    expect(ada.page.locator(".result h2")).to_be_visible()
    expect(ada.page.locator(".chart h2")).to_contain_text("wins the race")
    picture(ada, "end-1280")


@pytest.mark.fresh
@pytest.mark.slow
def test_a_career_of_two_years_by_clicks(person: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two editions on a short road of one's own, every decision by real clicks, the market too."""
    decide(monkeypatch, 1, "greedy")
    ada = person()
    options = {"own": STAGE, "editions": 2, "garage": "dealt", "weather": "dry", "retire": False}
    ada.create("me", "greedy", "greedy", game="winds-of-war-career", options=options)
    ada.page.locator(".decision.turn").wait_for()
    manager = Manager(ada)
    manager.race(until=lambda: ada.page.locator(".market").count() > 0)
    picture(ada, "market-1280")
    manager.race()
    assert all(manager.clicked[kind] for kind in ("commit", "offer", "item", "hire", "leave"))
    expect(ada.log.filter(has_text="hires")).not_to_have_count(0)
    expect(ada.page.locator(".result h2")).to_be_visible()
    picture(ada, "career-1280")
