"""The screen, headless."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from paddock.core.record import read_record
from paddock.games import find_spec
from paddock.terminal.app import Curtain, Page, RaceApp, Rules
from paddock.terminal.race import Race
from tests.terminal.waiting import wait_until


def race(*seats: str, save: Path | None = None) -> Race:
    spec = find_spec("street-illegal")
    names = tuple(f"{who}{seat}" for seat, who in enumerate(seats))
    return Race(spec, spec.options(), seats, names, "en", save)


def screen(race: Race, script: Callable[[RaceApp, Pilot[None]], Awaitable[None]]) -> None:
    async def go() -> None:
        app = RaceApp(race)
        async with app.run_test(size=(120, 40)) as pilot:
            await script(app, pilot)

    # A thread of its own: another test's browser may hold the event loop of this one.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(lambda: asyncio.run(go())).result()


def prompt(app: RaceApp) -> str:
    return str(app.query_one("#prompt", Static).render())


def has_choices(app: RaceApp) -> bool:
    return app.query_one("#choices", OptionList).option_count > 0


def test_a_number_and_enter_play_a_move_and_u_takes_it_back() -> None:
    table = race("human", "random")

    async def script(app: RaceApp, pilot: Pilot[None]) -> None:
        assert "left" in prompt(app)
        await pilot.press("2", "enter")
        await wait_until(pilot, lambda: "middle" in prompt(app))
        assert "middle" in prompt(app)
        await pilot.press("u")
        await wait_until(pilot, lambda: "left" in prompt(app))
        assert "left" in prompt(app)

    screen(table, script)
    assert len(table.referee.rows) == 2


def test_a_choice_of_the_list_before_does_nothing() -> None:
    """A second Enter, pressed before the next question is shown, means the question before."""
    table = race("human", "random")

    async def script(app: RaceApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "enter")
        await wait_until(pilot, lambda: "middle" in prompt(app))
        app.select("start")  # of no list here: a card may be there twice
        await pilot.pause()
        assert "middle" in prompt(app)

    screen(table, script)
    assert len(table.referee.rows) == 1


def test_a_whole_race_is_played_by_enter_alone() -> None:
    table = race("human", "random")

    async def script(app: RaceApp, pilot: Pilot[None]) -> None:
        for _ in range(600):
            if table.over:
                break
            await pilot.press("enter")
            await app.workers.wait_for_complete()
            await pilot.pause()
        await wait_until(pilot, lambda: "The race is over" in prompt(app))
        assert "The race is over" in prompt(app)

    screen(table, script)
    assert table.over


def test_the_table_is_covered_before_another_person_looks() -> None:
    table = race("human", "human")

    async def script(app: RaceApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, Curtain)
        await pilot.press("enter")
        await wait_until(pilot, lambda: not isinstance(app.screen, Curtain) and has_choices(app))
        for n in (1, 2, 3):
            await pilot.press("enter")
            await wait_until(pilot, lambda n=n: len(table.referee.rows) == n)  # type: ignore[misc]
        await wait_until(pilot, lambda: isinstance(app.screen, Curtain))
        assert isinstance(app.screen, Curtain)
        below = app.screen_stack[0]
        assert str(below.query_one("#board", Static).render()) == ""
        assert below.query_one("#choices", OptionList).option_count == 0

    screen(table, script)


def test_rules_are_a_key_away_and_s_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table = race("human", "random")

    async def script(app: RaceApp, pilot: Pilot[None]) -> None:
        await pilot.press("r")
        await wait_until(pilot, lambda: isinstance(app.screen, Rules))
        assert isinstance(app.screen, Rules)
        await pilot.press("escape")
        await wait_until(pilot, lambda: not isinstance(app.screen, Rules))
        await pilot.press("1", "enter")
        await wait_until(pilot, lambda: len(table.referee.rows) == 1)
        await pilot.press("s")
        await wait_until(pilot, (tmp_path / "street-illegal.race").exists)

    screen(table, script)
    text = (tmp_path / "street-illegal.race").read_text()
    _, found, _ = read_record(text, find_spec)
    assert len(found.rows) == 1


def test_a_race_that_is_not_saved_is_left_by_pressing_q_twice() -> None:
    table = race("human", "random")

    async def script(app: RaceApp, pilot: Pilot[None]) -> None:
        def is_warned() -> bool:
            return "not saved" in str(app.query_one("#said", Static).render())

        await pilot.press("q")
        await wait_until(pilot, is_warned)
        assert is_warned()
        await pilot.press("1", "enter")
        await wait_until(pilot, lambda: not is_warned())
        await pilot.press("q")
        await wait_until(pilot, is_warned)
        assert is_warned()
        assert app.is_running
        await pilot.press("q")
        await wait_until(pilot, lambda: not app.is_running)
        assert not app.is_running

    screen(table, script)
    assert "without saving" in table.farewell()


def test_the_screen_names_the_clauses_of_the_book_in_play() -> None:
    spec = find_spec("circus-maximus")
    options = spec.options(book="epic", field=2)
    table = Race(spec, options, ("human", "random"), ("Ann", "Bob"), "en")

    async def script(app: RaceApp, pilot: Pilot[None]) -> None:
        await pilot.press("r")
        await wait_until(pilot, lambda: isinstance(app.screen, Rules))
        assert isinstance(app.screen, Rules)
        assert str(app.screen.text).startswith("> **E2.8.2 Writing speeds**")

    screen(table, script)
    clauses = {clause for _, clause in table.log(0)}
    assert "E2.3.5" in clauses
    assert not any(clause.startswith("B") for clause in clauses)


def test_who_is_where_is_a_key_away() -> None:
    async def script(app: RaceApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        await pilot.press("p")
        await wait_until(pilot, lambda: isinstance(app.screen, Page))
        assert isinstance(app.screen, Page)
        assert all(name in app.screen.text for name in app.race.names)
        assert "1  human0" in app.screen.text  # neutral cars have no place

    screen(race("human", "random"), script)
