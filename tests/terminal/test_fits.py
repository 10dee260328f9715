"""At 100x30 nothing is cut off, and no name from the code is on the screen."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from rich.cells import cell_len
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Footer, Input, OptionList, RichLog, Static
from textual.widgets._footer import FooterKey

from paddock import games
from paddock.core import guide
from paddock.terminal.app import EDGE_COLUMNS, Page, RaceApp
from paddock.terminal.fit import fold
from paddock.terminal.learn_app import LessonApp
from paddock.terminal.lesson import Lesson
from paddock.terminal.plain import Left, Lines
from paddock.terminal.race import Race
from tests.terminal.waiting import wait_until

COLUMNS, ROWS = 100, 30
"""A busy machine lays a screen out late."""
ASKS = 6
"""Decisions looked at in each game and lesson."""
PAGES = ("question_mark", "b", "p", "w")
NAMES = (
    "Maximiliane von Hohenberg",
    "Bartholomew Featherstone",
    "Alessandra Montefeltro",
    "Friedrich-Wilhelm Lange",
)
GAMES = list(games.all_specs())
LESSONS = [id for id, spec in games.all_specs().items() if guide.guide_names(spec)]

INTERNAL = re.compile(
    r"\b[a-z]+_\w+"  # a field or a value of an enum
    r"|\b[A-Z]\w*\(\w+="  # a value of the code
    r"|<\w+\.|[{}]|\bFalse\b|\bTrue\b"
    r"|\b(?:greedy|random|easy|medium|hard)-?\d|\bplayer \d"
    r"|\bgauge:|\b(?:sign|curve|row|post|card|space) [a-z]?\d+\b"
    r"|\bcorner [A-Z]{2}\b"
)
ALLOWED = re.compile(
    r"-o \S+|\bspace \d+|\bcard \d/8|\btrack card \d|\brow +\d+|\blane \d+, row \d+", re.IGNORECASE
)
"""What people count too: spaces of a road, track cards, rows of a map and of a grid; and options
of the command line, which people type."""


def internal_names(texts: Iterator[str]) -> list[str]:
    return [text for text in texts if INTERNAL.search(ALLOWED.sub("", text))]


def shown_in(app: RaceApp, region: Region) -> str:
    """The characters of a part of the screen, with single spaces."""
    strips = app.screen._compositor.render_strips()
    rows = strips[region.y : region.bottom]
    text = " ".join(strip.crop(region.x, region.right).text for strip in rows)
    return " ".join(text.split())


def cut_widgets(app: RaceApp) -> Iterator[str]:
    """What does not fit on the screen of a race."""
    whole = Region(0, 0, COLUMNS, ROWS)
    for widget in app.screen.query(Static):
        text = str(widget.render())
        if widget.id in ("board", None):
            continue
        if shown_in(app, widget.region.intersection(whole)) != " ".join(text.split()):
            yield f"#{widget.id}: {text!r}"
    for line in str(app.query_one("#board", Static).render()).splitlines():
        if cell_len(line) > app.query_one("#view").scrollable_content_region.width:
            yield f"board: {line!r}"
    focus = app.drawn(app.looking).focus
    if focus is not None and app.ask is not None:
        view, width = app.query_one("#view"), app.size.width - EDGE_COLUMNS
        plain = app.drawn(app.looking).plain
        first, last = (fold(plain[:at], width).count("\n") for at in focus)
        if not view.scroll_offset.y <= first < last <= view.scroll_offset.y + view.size.height:
            yield f"lines {first} to {last} of the board, where the player is"
    yield from wide(app.query_one("#choices", OptionList))
    yield from wide(app.query_one("#log", RichLog))
    choices = app.query_one("#choices", OptionList)
    if choices.size.height < min(3, choices.virtual_size.height):
        yield f"{choices.size.height} lines of choices"
    for key in app.query_one(Footer).query(FooterKey):
        if not whole.contains_region(key.region) or key.region.width < cell_len(key.description):
            yield f"key: {key.description}"


def wide(widget: Widget) -> Iterator[str]:
    if widget.max_scroll_x:
        yield f"#{widget.id} is {widget.max_scroll_x} columns too wide"


def texts_of(app: RaceApp) -> Iterator[str]:
    yield from (str(widget.render()) for widget in app.screen.query(Static))
    for number in range(app.query_one("#choices", OptionList).option_count):
        yield str(app.query_one("#choices", OptionList).get_option_at_index(number).prompt)
    yield from (strip.text for strip in app.query_one("#log", RichLog).lines)


async def settle(app: RaceApp, pilot: Pilot[None]) -> None:
    """Wait until the screen is laid out and everything fits; if it never does, say what is cut."""
    await wait_until(pilot, lambda: not list(cut_widgets(app)))
    assert list(cut_widgets(app)) == []


def has_page(app: RaceApp) -> bool:
    """Whether a page is laid out, down to its button."""
    if not isinstance(app.screen, Page):
        return False
    return shown_in(app, app.screen.query_one("#close").region) == app.race.say("close")


async def look(app: RaceApp, pilot: Pilot[None]) -> None:
    """Check the screen, then each page that a key opens."""
    await settle(app, pilot)
    assert internal_names(texts_of(app)) == []
    for key in PAGES:
        typing = isinstance(app.focused, Input)  # an amount is typed, and so are the keys
        await pilot.press(key, *(["enter"] if typing else []))
        await wait_until(pilot, lambda: has_page(app))
        assert isinstance(app.screen, Page), key
        lines = str(app.screen.query_one("#page Static", Static).render()).splitlines()
        room = app.screen.query_one("#page").scrollable_content_region.width
        assert [line for line in lines if cell_len(line) > room] == []
        assert has_page(app)
        if key != "question_mark":  # it quotes the rulebook, and shows what can be typed
            assert internal_names(iter(lines)) == []
        await pilot.press("escape")
        await wait_until(pilot, lambda: not isinstance(app.screen, Page))


def look_through(app: RaceApp, asks: int = ASKS) -> None:
    """Look at the first decisions; Enter answers them."""

    async def go() -> None:
        async with app.run_test(size=(COLUMNS, ROWS)) as pilot:
            for number in range(asks):
                await app.workers.wait_for_complete()
                await pilot.pause()
                if app.race.over:
                    break
                if isinstance(app.screen, Page):  # what a season is
                    assert shown_in(app, app.screen.query_one("#close").region)
                    await pilot.press("escape")
                    await pilot.pause()
                if not number:
                    await look(app, pilot)
                else:
                    await settle(app, pilot)
                    assert internal_names(texts_of(app)) == []
                await pilot.press("enter")

    with ThreadPoolExecutor(1) as apart:  # another test's browser may hold this thread's loop
        apart.submit(lambda: asyncio.run(go())).result()


def race(id: str, language: str, *, humans: int = 1) -> Race:
    spec = games.find_spec(id)
    count = min(max(len(NAMES), spec.card.seats[0]), spec.card.seats[1])
    who = ("human",) * humans + ("random",) * (count - humans)
    return Race(spec, spec.options(), who, NAMES[:count], language, seed=1)


@pytest.mark.parametrize(("language", "asks"), [("en", ASKS), ("it", 1)])
@pytest.mark.parametrize("id", GAMES)
def test_a_race_fits_on_the_screen(id: str, language: str, asks: int) -> None:
    look_through(RaceApp(race(id, language)), asks)


@pytest.mark.parametrize("id", LESSONS)
def test_a_lesson_fits_on_the_screen(id: str) -> None:
    look_through(LessonApp(Lesson(guide.get_course(games.find_spec(id), "first"), "en", 1)))


@pytest.mark.parametrize("id", GAMES)
def test_plain_lines_are_folded_and_plain(
    id: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("p\nw\nb\n" + "\n" * ASKS))
    lines = Lines(race(id, "en"))
    lines.columns = COLUMNS
    with pytest.raises(Left):
        lines.race_on()
    prompt = lines.race.say("choose")  # a person's Enter ends this line
    told = capsys.readouterr().out.replace(prompt, f"{prompt}\n").splitlines()
    assert [line for line in told if cell_len(line) > COLUMNS] == []
    assert internal_names(iter(told)) == []


def test_a_long_line_is_folded_at_a_gap_or_a_word() -> None:
    row = "    engine 6/9  heat 0/8  brakes 0/8"
    assert fold(row, 26).splitlines() == ["    engine 6/9  heat 0/8", "      brakes 0/8"]
    assert fold("one two three", 8).splitlines() == ["one two", "  three"]
    assert fold("x" * 10, 8).splitlines() == ["x" * 8, "  xx"]
    assert fold("short\n\nlines\n", 8) == "short\n\nlines\n"


@pytest.mark.parametrize(
    "text",
    ["off_road", "gauge: Alex gear", "corner AE", "sign 1", "greedy-1", "<Phase.X", "Bid(price=3)"],
)
def test_an_internal_name_is_found(text: str) -> None:
    assert internal_names(iter([text])) == [text]


@pytest.mark.parametrize("text", ["space 41", "card 1/8", "Row 3", "corner 1, limit 7", "row  1"])
def test_what_people_count_is_no_internal_name(text: str) -> None:
    assert internal_names(iter([text])) == []
