"""The studio: a circuit and a track built by clicking, judged on the way, driven, shared, raced by
friends; the record replays where nobody has seen them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.test_everyone import violations
from tests.server.site import Guest, Site

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]
PLACES = re.compile(r"^  \w+: \d+(?:st|nd|rd|th)$", re.MULTILINE)


def sits_down(guest: Guest, ada: Person, site: Site) -> None:
    """The page is that of a guest who can also answer by hand."""
    cookies = [{"name": c.name, "value": c.value, "url": site.url} for c in guest.http.cookies.jar]
    ada.page.context.add_cookies(cookies)  # type: ignore[arg-type]


def table_of(page: Person) -> str:
    page.page.wait_for_url(re.compile(r"/t/"))
    return page.page.url.rpartition("/")[2]


def replayed(path: Path) -> str:
    """What a process says that has never heard of the track."""
    command = [sys.executable, "-m", "paddock.cli", "replay", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_circuit_is_built_by_clicking_and_driven(person: People, axe: str) -> None:
    ada = person(bypass_csp=True)
    ada.go("/studio/winds-of-war")
    page, verdict = ada.page, ada.page.locator(".verdict")
    expect(verdict).to_contain_text("An empty track")
    expect(verdict).not_to_contain_text("wrong")
    page.get_by_role("button", name="Straight", exact=True).click()
    expect(verdict).to_contain_text("the road must go from a start to an end (V11)")
    page.get_by_role("button", name="To the right", exact=True).click()
    for _ in range(3):
        page.get_by_role("button", name="Straight", exact=True).click()
        page.get_by_role("button", name="To the right", exact=True).click()
    expect(verdict).to_contain_text("Ready to race")
    expect(page.locator(".studio [data-hot=hexagon]")).to_have_count(9)
    expect(page.locator(".studio .title .name")).to_have_text("Paddock")

    page.locator(".studio [data-hot=hexagon]").nth(4).click()  # what is clicked is changed
    expect(page.get_by_role("heading", name="Hexagon 5")).to_be_visible()
    page.get_by_role("button", name="A", exact=True).click()
    page.get_by_role("button", name="Other way").click()
    page.get_by_label("Slope").select_option("up")
    page.get_by_label("Left of the road").select_option("walls")
    expect(page.locator(".strip li").nth(4)).to_have_text("5S2 A3l, uphill")
    page.get_by_label("Straight before").fill("9")
    page.get_by_label("Straight before").press("Tab")
    expect(verdict).to_contain_text("hexagon 5: a hexagon has two to seven spaces (V1)")
    expect(page.get_by_role("button", name="Drive it")).to_be_disabled()
    assert violations(ada, axe) == []
    page.get_by_label("Straight before").fill("2")
    page.get_by_label("Straight before").press("Tab")
    page.get_by_label("Name").fill("Valle d'Oro")
    page.get_by_label("Name").press("Tab")
    expect(page.locator(".studio .title .name")).to_have_text("Valle d'Oro")
    assert violations(ada, axe) == []

    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as a file").click()
    assert saving.value.suggested_filename == "Valle-d-Oro.toml"
    text = saving.value.path().read_text("utf-8")
    assert '"S2 A3l up left=walls",' in text
    page.get_by_role("button", name="Drive it").click()
    table_of(ada)
    expect(page.locator(".winds .title .name")).to_have_text("Valle d'Oro")
    assert violations(ada, axe) == []

    bea = person(390, 844, bypass_csp=True, color_scheme="dark", locale="it-IT")
    bea.go("/studio/winds-of-war")
    bea.page.locator("input[type=file]").set_input_files(
        {"name": "x.toml", "mimeType": "text/plain", "buffer": text.encode()}
    )
    expect(bea.page.locator(".verdict")).to_contain_text("Si può correre")
    assert not bea.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert violations(bea, axe) == []


def test_a_track_built_by_clicking_is_raced_by_two_people_and_five_bots(
    person: People, site: Site, tmp_path: Path, axe: str
) -> None:
    ada, bea = person(bypass_csp=True), person(390, 844)
    first, second = Guest(site, "Ada"), Guest(site, "Bea")
    sits_down(first, ada, site)
    ada.go("/studio/heat")
    page, verdict = ada.page, ada.page.locator(".verdict")
    expect(verdict).to_contain_text("An empty track")
    for number in (8, 20, 36):
        page.locator(".studio [data-hot=space]").nth(number).click()
        page.get_by_role("button", name="Add a corner line before it").click()
        expect(page.get_by_role("spinbutton", name="Limit")).to_have_value("4")
    page.get_by_role("spinbutton", name="Limit").fill("2")
    page.get_by_role("spinbutton", name="Limit").press("Tab")
    page.get_by_label("Direction").select_option("left")
    page.locator(".studio [data-hot=space]").nth(26).click()
    page.get_by_label("tunnel").check()
    expect(verdict).to_contain_text("Ready to race")
    expect(page.locator(".studio .sign")).to_have_count(3)
    expect(page.locator(".studio .tunnel")).to_have_count(1)
    assert violations(ada, axe) == []
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Saved", exact=True)).to_be_visible()
    (kept,) = first.get("/api/studio/heat").json()["mine"]
    options = {"own": kept["text"], "laps": 1}
    with first.at(first.open("me", game="heat", options=options), 0) as viewer:
        viewer.play_out()

    ada.go("/studio/heat")
    expect(verdict).to_contain_text("You have driven it to the end")
    link = page.locator("#share-link").input_value()
    page.get_by_role("link", name="Race on it with friends").click()
    expect(page.get_by_label("Your own track")).to_have_value(kept["text"])
    bea.page.goto(link)
    expect(bea.page.locator(".studio .sign")).to_have_count(3)

    table = first.open("me", "open", *["random"] * 5, game="heat", options=options)
    bea.page.goto(f"/t/{table}")
    expect(bea.page.locator(".gathering")).to_contain_text("Your own track: Paddock")
    second.join(table, 1)
    with first.at(table, 0) as hers, second.at(table, 1) as his, ThreadPoolExecutor(2) as both:
        list(both.map(lambda viewer: viewer.play_out(), (hers, his)))
    ada.go(f"/t/{table}")
    expect(page.locator(".result")).to_be_visible()
    path = tmp_path / "own.race"
    path.write_text(first.get(f"/api/tables/{table}/record").text, encoding="utf-8")
    assert len(PLACES.findall(replayed(path))) == 7


def test_a_road_built_by_clicking_is_raced_by_two_people_and_four_bots(
    person: People, site: Site, tmp_path: Path, axe: str
) -> None:
    """It begins and ends: a stage of a few kilometres, with mechanics in its curve."""
    ada, bea = person(bypass_csp=True), person(390, 844, color_scheme="dark", locale="it-IT")
    first, second = Guest(site, "Ada"), Guest(site, "Bea")
    sits_down(first, ada, site)
    ada.go("/studio/winds-of-war")
    page, verdict = ada.page, ada.page.locator(".verdict")
    page.get_by_role("button", name="Road with two ends").click()
    page.get_by_role("button", name="Straight", exact=True).click()
    page.get_by_role("button", name="To the right", exact=True).click()
    page.get_by_label("mechanics wait here").check()
    expect(page.locator(".strip li").last).to_have_text("3S2 C3r, mechanics")
    expect(verdict).to_contain_text("cars could not brake for the check point (V15)")
    expect(verdict).to_contain_text("too short, or too long for one session (V18)")
    page.get_by_role("button", name="Straight", exact=True).click()
    page.get_by_role("button", name="A stage of 48 km").click()
    page.get_by_label("Stage damage: Tyres").fill("3")
    page.get_by_label("Stage damage: Tyres").press("Tab")
    expect(verdict).to_contain_text("or damage, do not match (V19)")
    page.get_by_label("Stage damage: Tyres").fill("1")
    page.get_by_label("Stage damage: Tyres").press("Tab")
    page.get_by_label("It ends with").select_option("arrivo")
    expect(verdict).to_contain_text("Ready to race")
    expect(verdict).to_contain_text("no D or E corner")
    expect(page.locator(".studio .sign")).to_have_count(1)
    page.get_by_label("Name").fill("Cisa")
    page.get_by_label("Name").press("Tab")
    assert violations(ada, axe) == []
    page.get_by_role("button", name="Drive it").click()
    table = table_of(ada)
    expect(page.locator(".tour header")).to_contain_text("Cisa")
    expect(page.get_by_role("button", name="Map", exact=True)).to_have_count(0)
    assert violations(ada, axe) == []
    ada.go("/me")
    with first.at(table, 0) as viewer:
        viewer.play_out()

    ada.go("/studio/winds-of-war")
    expect(verdict).to_contain_text("You have driven it to the end")
    page.get_by_label("Show it to everyone among the races").check()
    page.get_by_role("link", name="Race on it with friends").click()
    (kept,) = first.get("/api/studio/winds-of-war").json()["mine"]
    expect(page.get_by_label("Your own circuit or road")).to_have_value(kept["text"])
    bea.go("/")
    shelf = bea.page.locator("section", has=bea.page.get_by_role("heading", name="Tracciati dei"))
    expect(shelf).to_contain_text("una strada di 18 caselle, 1 curva")
    shelf.get_by_role("link", name="Guardalo nello studio: Cisa").click()
    expect(bea.page.locator(".verdict")).to_contain_text("Si può correre")
    assert not bea.page.evaluate("document.documentElement.scrollWidth > innerWidth")

    game, options = "winds-of-war-mille-miglia", {"own": kept["text"]}
    table = first.open("me", "open", *["greedy"] * 4, game=game, options=options)
    second.join(table, 1)
    with first.at(table, 0) as hers, second.at(table, 1) as his, ThreadPoolExecutor(2) as both:
        list(both.map(lambda viewer: viewer.play_out(), (hers, his)))
    ada.go(f"/t/{table}")
    expect(page.locator(".result")).to_be_visible()
    path = tmp_path / "own.race"
    path.write_text(first.get(f"/api/tables/{table}/record").text, encoding="utf-8")
    assert len(PLACES.findall(replayed(path))) == 6


def test_the_tracks_of_two_games_do_not_mix(person: People, axe: str) -> None:
    """From one game to the other and back, as often as one likes: each keeps its own draft."""
    ada = person(bypass_csp=True)
    ada.go("/studio")
    page, verdict = ada.page, ada.page.locator(".verdict")
    other = {"winds": page.get_by_role("link", name="Winds of War: circuits and roads")}
    other["heat"] = page.get_by_role("link", name="Heat: tracks")
    expect(verdict).to_contain_text("An empty track")
    page.get_by_role("button", name="Straight", exact=True).click()
    expect(page.locator(".studio [data-hot=hexagon]")).to_have_count(2)
    for _ in range(2):
        other["heat"].click()
        expect(page.locator(".studio [data-hot=space]")).to_have_count(48)
        expect(verdict).to_contain_text("An empty track")
        page.reload()
        expect(page.locator(".studio [data-hot=space]")).to_have_count(48)
        expect(page.get_by_text("cannot be read")).to_have_count(0)
        other["winds"].click()
        expect(page.locator(".studio [data-hot=hexagon]")).to_have_count(2)
    assert violations(ada, axe) == []


def test_a_draft_that_cannot_be_read_is_said_and_can_be_saved(person: People) -> None:
    """One of another game, or of an older version: the editor starts empty and loses nothing."""
    ada = person()
    ada.go("/studio/heat")
    page, verdict = ada.page, ada.page.locator(".verdict")
    expect(verdict).to_contain_text("An empty track")
    page.evaluate("localStorage.setItem('paddock-studio-heat', 'hexagons = [\"S5\"]')")
    page.reload()
    expect(verdict).to_contain_text("Your old draft cannot be read any more")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the draft as a file").click()
    assert saving.value.path().read_text("utf-8") == 'hexagons = ["S5"]'
    page.locator("input[type=file]").set_input_files(
        {"name": "x.toml", "mimeType": "text/plain", "buffer": b"hexagons = 3"}
    )
    expect(page.get_by_role("alert")).to_contain_text("this file is not a track")
    page.locator(".studio [data-hot=space]").nth(8).click()
    page.get_by_role("button", name="Add a corner line before it").click()
    page.reload()
    expect(verdict).to_contain_text("a lap has 2 to 12 corners (T3)")
    expect(page.get_by_text("Your old draft")).to_have_count(0)
