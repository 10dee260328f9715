"""Reaction time at one screen: after the time limit the default is played."""

from __future__ import annotations

import re
import sys
import threading
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from paddock import cli
from paddock.core.game import Ask
from paddock.core.record import Play
from paddock.games import find_spec
from paddock.games.circus_maximus.state import Options
from paddock.terminal.app import Page, RaceApp
from paddock.terminal.race import Race
from tests.terminal.test_app import prompt, screen
from tests.terminal.waiting import wait_until

HURRIED = Options("advanced", 2, reaction=True, seconds=3, turns=1)


def race(options: Options = HURRIED) -> Race:
    return Race(
        find_spec("circus-maximus"), options, ("human", "random"), ("ann", "bot"), "en", seed=4
    )


def test_nobody_is_hurried_who_prepares_or_answers_an_attack() -> None:
    table = race()
    ask = table.person_ask()
    assert ask is not None
    assert ask.question.prompt == "allot"
    assert table.countdown(ask) is None
    calm = race(Options("advanced", 2))
    answer_to(calm, "write")
    ask = calm.person_ask()
    assert ask is not None
    assert calm.countdown(ask) is None


def answer_to(table: Race, prompt: str) -> None:
    """Answer for all until a person is asked this question."""
    while not table.over:
        ask = table.person_ask()
        if ask is not None and ask.question.prompt == prompt:
            return
        if ask is not None:
            table.play(ask.seat, ask.default_move)
        elif (bot := table.bot_ask()) is not None:
            table.play(bot.seat, table.think(bot))


def test_who_is_late_in_a_move_has_lost_the_chariot_for_the_phase() -> None:
    table = race()
    answer_to(table, "drive")
    ask = table.person_ask()
    assert ask is not None
    mf = ask.args[1]
    assert isinstance(mf, int)
    assert mf > 1
    before = len(table.referee.rows)
    said = table.count_out(ask)
    assert said == "Time is up for ann: Forward."
    played = table.referee.rows[before:]
    moves = Counter(type(row.move).__name__ for row in played if isinstance(row, Play))
    assert moves == {"Forward": mf}, "straight ahead with everything it had"


class Slow:
    """A keyboard: Enter for the points, then nothing until the time is up."""

    def __init__(self) -> None:
        self.called = threading.Event()
        self.lines = iter(["\n", "q\n", ""])

    def readline(self) -> str:
        line = next(self.lines)
        if line == "q\n":
            self.called.wait(60)
        return line


def test_plain_lines_say_the_seconds_and_go_on_without_an_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keyboard = Slow()
    count_out = Race.count_out

    def called(self: Race, ask: Ask[Any]) -> str:
        keyboard.called.set()
        return count_out(self, ask)

    monkeypatch.setattr(sys, "stdin", keyboard)
    monkeypatch.setattr(Race, "count_out", called)
    options = ["field=2", "reaction=yes", "seconds=1"]
    arguments = [part for option in options for part in ("-o", option)]
    play = ["play", "circus-maximus", "--plain", "--seats", "human,random", "--seed", "4"]
    assert cli.run([*play, *arguments]) == 0
    said = capsys.readouterr().out
    assert "You have 1 second." in said
    assert "Time is up for Alex: " in said


def test_the_screen_counts_down_and_goes_on() -> None:
    table = race(replace(HURRIED, seconds=60))
    answer_to(table, "write")
    asked = table.person_ask()

    async def script(app: RaceApp, pilot: Pilot[None]) -> None:
        assert re.search(r"You have \d+ seconds\.", prompt(app))
        app.until -= 20
        app.tick()
        assert re.search(r"You have [1-4]\d seconds\.", prompt(app))
        await pilot.press("p")  # looking at the places does not stop it
        await wait_until(pilot, lambda: isinstance(app.screen, Page))
        assert isinstance(app.screen, Page)
        app.until -= 60
        app.tick()
        await wait_until(pilot, lambda: not isinstance(app.screen, Page))
        assert app.ask is not asked
        assert not isinstance(app.screen, Page)

    screen(table, script)
