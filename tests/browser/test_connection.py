"""Reloads and lost connections in the middle of a move: it counts once, and it counts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.person import Person

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]


@pytest.mark.parametrize("reaches_the_server", [True, False], ids=["ack-lost", "move-lost"])
def test_the_line_breaks_in_the_middle_of_a_move(person: People, reaches_the_server: bool) -> None:
    ada = person()
    sent: list[str] = []

    def line(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def from_page(message: str | bytes) -> None:
            frame = json.loads(message)
            if frame["type"] == "Answer":
                sent.append(frame["id"])
                if len(sent) == 1:
                    if reaches_the_server:
                        server.send(message)
                    socket.close(code=1011)
                    return
            server.send(message)

        def from_server(message: str | bytes) -> None:
            if len(sent) != 1:  # while the line is broken nothing arrives
                socket.send(message)

        socket.on_message(from_page)
        server.on_message(from_server)

    ada.page.route_web_socket("**/socket", line)
    ada.create("me", "random")
    expect(ada.prompt).to_contain_text("left")
    ada.options.first.click()
    expect(ada.prompt).to_contain_text("middle")
    assert sent == [sent[0]] * 2  # sent again, with the same id
    assert ada.cards_laid() == 1


def test_a_reload_keeps_everything(person: People) -> None:
    ada = person()
    ada.create("me", "random")
    ada.options.first.click()
    expect(ada.prompt).to_contain_text("middle")
    ada.options.first.click()
    ada.page.reload()
    expect(ada.prompt).to_contain_text("right")
    expect(ada.undo()).to_be_visible()


def test_a_lost_connection_is_told(person: People) -> None:
    ada = person()
    lines: list[WebSocketRoute] = []

    def line(socket: WebSocketRoute) -> None:
        if lines:
            socket.close(code=1011)
            return
        lines.append(socket)
        socket.connect_to_server()

    ada.page.route_web_socket("**/socket", line)
    ada.create("me", "random")
    expect(ada.prompt).to_be_visible()
    lines[0].close(code=1011)
    expect(ada.page.get_by_text("Connection lost")).to_be_visible()


def test_undo_and_its_barrier(person: People) -> None:
    ada = person()
    ada.create("me", "random")
    expect(ada.undo()).to_have_count(0)
    ada.options.first.click()
    expect(ada.prompt).to_contain_text("middle")
    ada.page.keyboard.press("u")
    expect(ada.prompt).to_contain_text("left")
    for slot in ("middle", "right"):
        ada.options.first.click()
        expect(ada.prompt).to_contain_text(slot)
    expect(ada.undo()).to_be_visible()
    ada.options.first.click()
    ada.asked()
    expect(ada.log.filter(has_text="starts with")).to_have_count(2)
    expect(ada.undo()).to_have_count(0)  # cards were shown and turned: nothing before is taken back


def test_nothing_is_offered_before_the_board_is_there(person: People) -> None:
    """No list of a hundred plans that makes room for the board while somebody aims at it."""
    ada = person()
    held: list[Route] = []
    released = False

    def hold(route: Route) -> None:
        if released:
            route.continue_()
        else:
            held.append(route)

    ada.page.route("**/assets/heat-*.js", hold)
    with ada.page.expect_request("**/assets/heat-*.js"):
        ada.create("me", "random", game="heat")
    expect(ada.page).to_have_title(re.compile("Your turn"))  # everything else has come
    expect(ada.options).to_have_count(0)
    assert held
    released = True
    for route in held:
        route.continue_()
    expect(ada.page.locator(".composer")).to_be_visible()
    expect(ada.options).to_have_count(0)


def test_a_board_that_cannot_be_fetched_does_not_stop_the_race(person: People) -> None:
    ada = person()
    ada.page.route("**/assets/street-illegal-*.js", lambda route: route.abort())
    ada.create("me", "random")
    expect(ada.page.get_by_role("alert")).to_contain_text("The board could not be loaded")
    ada.options.first.click()
    expect(ada.prompt).to_contain_text("middle")
    ada.page.unroute("**/assets/street-illegal-*.js")
    ada.page.get_by_role("button", name="Try again").click()
    expect(ada.page.locator(".street")).to_be_visible()
    expect(ada.prompt).to_contain_text("middle")


class Line:
    """The connection of a page that can be cut, and what the page sends over it."""

    def __init__(self, page: Page) -> None:
        self.cut = False
        self.answers: list[str] = []
        self.open: list[WebSocketRoute] = []
        page.route_web_socket("**/socket", self.connect)

    def connect(self, socket: WebSocketRoute) -> None:
        if self.cut:
            socket.close(code=1011)
            return
        self.open.append(socket)
        server = socket.connect_to_server()

        def from_page(message: str | bytes) -> None:
            if json.loads(message)["type"] == "Answer":
                if self.cut:
                    return
                self.answers.append(json.loads(message)["id"])
            server.send(message)

        socket.on_message(from_page)
        server.on_message(lambda message: None if self.cut else socket.send(message))

    def lose(self) -> None:
        """Nothing passes any more, and nobody says so."""
        self.cut = True

    def restore(self) -> None:
        self.cut = False


def test_a_choice_made_offline_is_kept_told_and_sent_once(person: People) -> None:
    """What was found: a tap without a connection ended in "Sending…" without a word."""
    ada = person()
    line = Line(ada.page)
    ada.create("me", "random")
    expect(ada.prompt).to_contain_text("left")
    line.lose()
    ada.page.evaluate("window.dispatchEvent(new Event('offline'))")
    ada.options.first.click()
    decision = ada.page.locator(".decision")
    expect(decision).to_contain_text("Connection lost. Your choice is kept")
    assert not line.answers
    line.restore()
    ada.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(ada.prompt).to_contain_text("middle")
    assert len(line.answers) == 1
    assert ada.cards_laid() == 1
    expect(ada.page.get_by_text("Connection lost")).to_have_count(0)


def test_a_choice_that_came_too_late_says_why(person: People) -> None:
    ada = person()
    line = Line(ada.page)
    table = ada.create("me", "random")
    expect(ada.prompt).to_contain_text("left")
    line.lose()
    ada.page.evaluate("window.dispatchEvent(new Event('offline'))")
    ada.options.first.click()
    expect(ada.page.locator(".decision")).to_contain_text("Your choice is kept")
    other = Person(ada.page.context.new_page())  # the same person in another window
    other.go(f"/t/{table}")
    other.options.first.click()
    expect(other.prompt).to_contain_text("middle")
    line.restore()
    ada.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(ada.page.get_by_role("alert")).to_contain_text("Your choice came too late")
    expect(ada.prompt).to_contain_text("middle")
    assert ada.cards_laid() == 1
