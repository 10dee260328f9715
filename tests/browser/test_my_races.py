"""My races: found after the end, on the first page, and deleted from there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from tests.browser.person import Person
from tests.server.test_records import race_of_bots

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_home_keeps_the_start_in_view_and_races_can_go(
    person: People, width: int, height: int
) -> None:
    ada = person(width, height)
    for _ in range(5):
        ada.create("me", "easy", game="heat")
    ada.go("/")
    rows = ada.page.locator(".rows li")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("lap 1 of")
    expect(ada.page.locator("[data-race]").first).to_be_in_viewport()
    ada.page.get_by_role("link", name="All my races").click()
    mine = ada.page.locator("main li")
    expect(mine).to_have_count(5)
    mine.first.get_by_role("button", name="Delete this race").click()
    mine.first.get_by_role("button", name="Delete", exact=True).click()
    expect(mine).to_have_count(4)


def test_start_here_moves_on_when_a_game_was_raced_to_the_end(person: People) -> None:
    ada = person()
    ada.go("/")
    first = ada.page.locator("article").filter(has=ada.page.locator(".start"))
    expect(first).to_have_count(1)
    game = first.locator(".title").inner_text()
    ada.page.route(re.compile("/api/lobby"), learnt)
    ada.page.reload()
    expect(first).to_have_count(1)
    expect(first.locator(".title")).not_to_have_text(game)


def learnt(route: Route) -> None:
    """The lobby of somebody who has raced the game for beginners."""
    answer = route.fetch()
    games = route.request.frame.page.request.get("/api/games").json()
    done = [game["id"] for game in games if game["start_here"]]
    route.fulfill(response=answer, json=answer.json() | {"learnt": done})


def test_return_to_a_season_tells_what_happened(person: People) -> None:
    ada = person()
    table = ada.create(
        "me", "random", game="circus-maximus-season", options={"races": 2, "turns": 1}
    )
    expect(ada.page.locator(".steps [aria-current=step]")).to_contain_text("Stable")
    expect(ada.page.locator(".steps")).to_contain_text("The richest owner after the last race wins")
    expect(ada.page.locator(".starts")).to_have_count(0)  # nobody waited for it
    lines = ["Race 1: you 2nd, Greta 1st."]

    def season(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def tell(message: str | bytes) -> None:
            frame = json.loads(message)
            if frame["type"] == "Whole":
                frame["so_far"] = lines
            socket.send(json.dumps(frame))

        server.on_message(tell)

    later = Person(ada.page.context.new_page())
    later.page.route_web_socket("**/socket", season)
    later.go(f"/t/{table}")
    told = later.page.get_by_role("dialog")
    expect(told).to_contain_text("what happened so far")
    expect(told).to_contain_text(lines[0])
    expect(told).to_contain_text("Now: race 1 of 2")
    told.get_by_role("button", name="Race on").click()
    later.page.reload()
    later.asked()
    expect(told).to_have_count(0)  # once


def test_a_race_from_elsewhere_is_checked_and_kept(person: People, tmp_path: Path) -> None:
    ada = person(390, 844)
    race, changed = tmp_path / "race.jsonl", tmp_path / "changed.jsonl"
    race.write_text(race_of_bots(seed=5), "utf-8")
    changed.write_text(race_of_bots(seed=5).replace('"move": "gear 1"', '"move": "gear 3"', 1))
    ada.go("/me/races")  # also as the first page of all
    chooser = ada.page.get_by_label("Choose a file")
    chooser.set_input_files(changed)
    refused = ada.page.get_by_role("alert")
    expect(refused).to_contain_text("Line 2 of the record does not follow the rules")
    chooser.set_input_files(race)
    expect(ada.page.get_by_role("status").filter(has_text="every move follows")).to_be_visible()
    expect(refused).to_have_count(0)
    row = ada.page.locator("main li")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("raced elsewhere")
    ada.page.get_by_role("link", name="Watch its replay").click()
    expect(ada.page).to_have_url(re.compile("/t/r[^/]+/replay"))
    expect(ada.page.get_by_role("slider").first).to_be_visible()
