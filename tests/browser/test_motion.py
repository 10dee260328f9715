"""With motion on and the real pause of the bots: what people see, in a short race of each game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, expect

from paddock.server.settings import Settings
from tests.browser.conftest import EXPECTED, TIMEOUT_MS
from tests.browser.driver import Driver as HeatDriver
from tests.browser.person import Person
from tests.browser.test_circus_maximus import Charioteer
from tests.browser.test_great_race import Crew
from tests.browser.test_winds_of_war import Driver as GrandPrixDriver
from tests.server.site import Site, running

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

# She has seen enough after so many milliseconds, and wants the rest at once: the chooser of the
# speed is set as a hand would set it, in the middle of whatever is being shown.
HURRY = """setTimeout(() => {
  const speed = document.querySelector('[data-playback="speed"]');
  if (!speed) return; // the race is over already
  speed.value = "once";
  speed.dispatchEvent(new Event("change", { bubbles: true }));
}, 6_000)"""


@pytest.fixture(scope="module")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server as people have it: bots wait before they move."""
    db = tmp_path_factory.mktemp("motion") / "paddock.db"
    with running(Settings(db=f"sqlite:///{db}", rate=1_000_000, frames=1_000_000)) as found:
        yield found


@pytest.fixture
def ada(browser: Browser, unhurried: Site) -> Iterator[Person]:
    """Somebody who likes motion. Nothing may go wrong on her page unnoticed."""
    wrong: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(EXPECTED):
            wrong.append(message.text)

    context = browser.new_context(
        viewport={"width": 1280, "height": 800},
        base_url=unhurried.url,
        locale="en-GB",
        reduced_motion="no-preference",
    )
    context.set_default_timeout(TIMEOUT_MS)
    context.add_init_script(HURRY)
    page = context.new_page()
    page.on("console", heard)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield Person(page)
    context.close()
    assert not wrong


def by_first_option(ada: Person) -> None:
    """Takes whatever is offered first, until the race is over."""
    while ada.asked():
        number = ada.prompt.get_attribute("data-ask")
        ada.options.first.click()
        ada.page.wait_for_function(
            """n => document.querySelector(".doubt, .result")
                || !document.querySelector(`.prompt[data-ask="${n}"]`)""",
            arg=number,
        )
        doubt = ada.page.locator(".doubt .primary")
        if doubt.count():
            doubt.click()


GAMES: dict[str, tuple[dict[str, Any], Callable[[Person], object]]] = {
    "circus-maximus": ({"field": 2, "turns": 2}, lambda ada: Charioteer(ada).race()),
    "great-race": ({"continent": "south-america", "rounds": 1}, lambda ada: Crew(ada).race()),
    "winds-of-war": (
        {"circuit": "modena", "laps": 1, "weather": "dry"},
        lambda ada: GrandPrixDriver(ada).race(),
    ),
    "heat": ({"laps": 1}, lambda ada: HeatDriver(ada).race()),
    "street-illegal": ({}, by_first_option),
}


@pytest.mark.fresh
@pytest.mark.parametrize("game", GAMES)
def test_a_race_as_people_see_it(ada: Person, game: str) -> None:
    """It comes to its end, and what stands on the board then is what the server says."""
    options, drive = GAMES[game]
    ada.create("me", "greedy", game=game, options=options)
    drive(ada)
    expect(ada.page.locator(".result h2")).to_be_visible()
    expect(ada.page.locator(".result li.mine")).to_have_count(1)
