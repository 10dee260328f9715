"""Races in plain lines: a whole race, resuming after a kill, covered hands, wrong input."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from paddock import cli
from paddock.cli.common import options_of
from paddock.games import all_specs, find_spec
from paddock.terminal.race import option_flags

GAME = ("play", "street-illegal", "--plain")
Play = Callable[[list[str], list[str]], str]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """A terminal: arguments and lines in, text out."""

    def go(arguments: list[str], lines: list[str]) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
        assert cli.run([*GAME, *arguments]) == 0
        return capsys.readouterr().out

    return go


def last_decision(text: str) -> str:
    """The last board, prompt and options shown."""
    board, _, _ = text[text.rindex("\ncard ") :].partition("Your choice")
    return board


def test_a_whole_race_by_numbers_ends_with_the_places(play: Play) -> None:
    said = play(["--seats", "human,random"], ["1"] * 400)
    assert "The race is over" in said
    assert re.search(r"Alex: \d(st|nd|rd|th)", said)


def test_a_race_killed_in_the_middle_goes_on_with_the_same_board_and_the_same_ask(
    play: Play, tmp_path: Path
) -> None:
    kept = tmp_path / "kept.race"
    process = subprocess.Popen(
        [sys.executable, "-m", "paddock.cli", *GAME, "--seats", "human,random"]
        + ["--save", str(kept)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("1\n" * 6 + "b\n")  # the whole board at last
    process.stdin.flush()
    seen = ""
    while seen.count("Your choice") < 8:  # it reads its eighth line
        seen += process.stdout.read(1)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdin.close()
    process.stdout.close()
    again = play(["--resume", str(kept)], ["q"])
    assert last_decision(again) == last_decision(seen)


def test_hands_are_covered_between_two_people(play: Play) -> None:
    lines = ["", "1", "1", "1", "", "q"]
    said = play(["--seats", "human,human", "--names", "anna,bea"], lines)
    first, second = said.split("Pass the screen to bea")
    assert "Pass the screen to anna" in first
    assert second.startswith(". Press Enter when only bea is looking.")
    assert second.count("\n") > 50, "the hand of anna must have left the screen"
    assert "Anna is dealt 8 cards" in second
    assert "Bea is dealt 8 cards" not in second


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("99", "99 is not one of your choices"),
        ("fly away", "fly away is not one of your choices"),
        ("pay", "cannot choose that now"),
        ("u", "Nothing to take back"),
        ("r S3.4", "Too fast: pay"),
        ("r S99", "There is no clause S99"),
        ("s /", "irectory"),
        ("p", "  1  "),
        ("?", "Enter takes the one marked with *"),
    ],
)
def test_wrong_input_is_answered_and_loses_nothing(play: Play, line: str, answer: str) -> None:
    said = play(["--seats", "human,random"], [line, "q"])
    assert answer in said
    assert "You left the race" in said


def test_a_move_can_be_taken_back_and_made_again(play: Play) -> None:
    said = play(["--seats", "human,random"], ["1", "u", "2", "q"])
    assert "Taken back." in said
    assert said.count("Choose the card for your left slot") == 2


def test_italian_is_italian(play: Play) -> None:
    assert "Scegli la carta per il posto" in play(
        ["--seats", "human,random", "--lang", "it"], ["q"]
    )


@pytest.mark.parametrize(
    ("book", "wrong", "asked", "told", "refused", "title"),
    [
        ("epic", "write 90 no", "E2.8.2", "E2.3.5", "E2.8.2.2", "Writing speeds"),
        ("basic", "allot 2 2 2 2", "B3.6", "B3.2", "B3.6", "Preparation points"),
    ],
)
def test_a_game_of_several_books_names_the_clauses_of_the_one_in_play(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    book: str,
    wrong: str,
    asked: str,
    told: str,
    refused: str,
    title: str,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{wrong}\nr\nq\n"))
    arguments = ["play", "circus-maximus", "--plain", "--seats", "human,random"]
    assert cli.run([*arguments, "-o", f"book={book}", "-o", "field=2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("  ") and line.endswith(f"[{told}]") for line in lines)
    assert any(line.startswith("Alex: ") and line.endswith(f"[{asked}]") for line in lines)
    assert any(line.endswith(f"[{refused}]") for line in lines)
    assert any(line.endswith(f"{asked} {title}") for line in lines)
    assert not any(("[B" if book == "epic" else "[E") in line for line in lines)


Speak = Callable[..., str]


@pytest.fixture
def speak(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Speak:
    """A terminal for any game, with fixed dice."""

    def go(game: str, lines: list[str], *arguments: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
        assert cli.run(["play", game, "--plain", "--seed", "1", *arguments]) == 0
        return capsys.readouterr().out

    return go


CHARIOTS = ("--seats", "human,greedy", "-o", "field=2")


def test_a_number_typed_at_the_speed_prompt_is_the_speed(speak: Speak) -> None:
    """17 once wrote speed 1, and 18 speed 0: the numbers of the list were mixed with the values."""
    for speed in ("14", "13", "1"):
        said = speak("circus-maximus", ["", speed, "q"], *CHARIOTS)
        assert f"Yellow picked speed {speed}." in said


@pytest.mark.parametrize("speed", ["17", "18"])
def test_the_traps_of_17_and_18(speak: Speak, speed: str) -> None:
    said = speak("circus-maximus", ["", "", speed, "", "q"], "--seed", "3")
    assert f"Green picked speed {speed}." in said


def test_only_what_has_changed_is_printed_again(speak: Speak) -> None:
    said = speak("circus-maximus", ["", "14", "1", "forward", "b", "q"], *CHARIOTS)
    begun, written, drawn, set_off, moved, whole = said.split("Your choice")[:6]
    assert "start straight (f)" in begun
    assert "start straight (f)" not in written + drawn + set_off, "nobody has moved"
    assert "start straight (f)" in moved
    assert "4f12: lane 4" not in moved, "the legend was read"
    assert "4f12: lane 4" in whole


def test_a_value_that_is_not_offered_is_refused_and_nothing_is_played(speak: Speak) -> None:
    said = speak("circus-maximus", ["", "99", "q"], *CHARIOTS)
    assert "99 is not one of your choices" in said


def test_enter_takes_what_is_marked(speak: Speak) -> None:
    said = speak("template", ["", "q"], "--seats", "human,greedy")
    marked = [line for line in said.splitlines() if line.startswith(" *")]
    assert marked
    assert "You left the race" in said


def test_the_same_move_several_times(speak: Speak) -> None:
    once = speak("circus-maximus", ["", "14", "1", "forward", "q"], *CHARIOTS)
    often = speak("circus-maximus", ["", "14", "1", "forward 4", "q"], *CHARIOTS)
    assert "Alex         5f1 " in once
    assert "Alex         5f4 " in often
    assert once.count("Your choice") == often.count("Your choice")


def test_a_run_to_a_place_the_board_names(speak: Speak) -> None:
    said = speak("circus-maximus", ["", "14", "1", "gallop to 6f7", "q"], *CHARIOTS)
    assert "Alex         6f7 " in said
    nowhere = speak("circus-maximus", ["", "14", "1", "to 1b3", "q"], *CHARIOTS)
    assert "You cannot get to 1b3 without dice." in nowhere


def test_the_same_seed_is_the_same_race(speak: Speak) -> None:
    lines = ["", "", "", "", "q"]
    seats = ("--seats", "human,greedy")
    assert speak("street-illegal", lines, *seats) == speak("street-illegal", lines, *seats)


def test_a_race_that_is_resumed_knows_who_was_a_bot(speak: Speak, tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.race")
    names = ("--names", "anna,greta")
    speak("street-illegal", ["1", "q"], "--seats", "human,greedy", *names, "--save", kept)
    again = speak("street-illegal", ["1"] * 5 + ["q"], "--resume", kept)
    assert "Pass the screen" not in again
    assert "anna: " in again
    assert "greta: " not in again


def test_a_hint_against_bots_is_told_and_counted(play: Play) -> None:
    said = play(["--seats", "human,easy"], ["hint", *["1"] * 400])
    assert "Recommended:" in said
    assert "expected place" in said
    assert "You asked for 1 hint." in said
    among = play(["--seats", "human,human"], ["", "hint", "q"])
    assert "Hints are available only against bots." in among


def test_every_hint_has_a_reason(play: Play) -> None:
    said = play(["--seats", "human,easy"], ["hint", "q"])
    named = [line for line in said.splitlines() if "(expected place" in line]
    assert named
    assert all(re.search(r"\): \S.*\.$", line) for line in named)


def test_to_ask_for_a_hint_changes_nothing_in_the_race(speak: Speak, tmp_path: Path) -> None:
    kept = [tmp_path / name for name in ("asked.race", "not.race")]
    for file, lines in zip(kept, (["hint"], []), strict=True):
        seats = ("--seats", "human,easy", "--save", str(file))
        speak("street-illegal", [*lines, *["1"] * 400], *seats)
    assert kept[0].read_text() == kept[1].read_text()


def test_a_season_says_what_it_is_and_tells_on_return_what_happened(
    speak: Speak, tmp_path: Path
) -> None:
    kept = str(tmp_path / "kept.race")
    seats = ("--seats", "human,random,random", "-o", "races=2", "--save", kept)
    begun = speak("street-illegal-series", ["q"], *seats)
    assert "Short series: 2 races, about 20 minutes of your time  -o races=2" in begun
    assert "So far" not in begun
    for _ in range(60):
        speak("street-illegal-series", [*["f"] * 5, "q"], "--resume", kept)
        if "So far" in (told := speak("street-illegal-series", ["q"], "--resume", kept)):
            break
    assert re.search(r"So far, race 1: 1st \w+, 2nd \w+, 3rd \w+\.", told)


@pytest.mark.parametrize("game", [id for id, spec in all_specs().items() if spec.forms])
def test_a_form_of_a_season_is_started_as_it_is_written(game: str) -> None:
    spec = find_spec(game)
    for form in spec.forms:
        flags = [flag.removeprefix("-o ") for flag in option_flags(form.options, spec.options())]
        assert options_of(spec, flags) == form.options
