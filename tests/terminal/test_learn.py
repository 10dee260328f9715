"""`paddock learn`: played by pressing Enter only."""

from __future__ import annotations

import io

import pytest

from paddock import games
from paddock.core import guide
from paddock.terminal import learn

GAMES = [
    id for id, spec in games.all_specs().items() if guide.guide_names(spec) and id != "template"
]


def play_lesson(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    game: str,
    *lines: str,
    language: str = "en",
) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    learn.run(guide.get_course(games.find_spec(game), "first"), language, seed=1)
    return capsys.readouterr().out


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_enter_alone_leads_through_every_step(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: str, language: str
) -> None:
    own = sum(row.own for row in guide.get_course(games.find_spec(game), "first").rows)
    told = play_lesson(monkeypatch, capsys, game, *[""] * own, language=language)
    found = guide.read_guide(games.find_spec(game), "first")
    at = 0
    for number, step in enumerate(found.step):
        said = f"> {number + 1}/{len(found.step)}  {step.say[language]}"
        at = told.index(said, at)
        for wrong in step.wrong:
            assert wrong.say[language] not in told, "Enter makes no mistake"
    assert told.index(found.free.say[language]) > at


def test_a_mistake_is_told_and_taken_back_and_not_offered_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = play_lesson(
        monkeypatch, capsys, "street-illegal", *[""] * 5, "spend 1", "", "spend 1", ""
    )
    assert told.count("> 4/12") == 2
    assert "! 100 against 100: a tie" in told
    assert told.count("! 100 against 100") == 1
    assert "> 5/12" in told


def test_what_is_not_taught_is_not_played_and_race_races(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = play_lesson(monkeypatch, capsys, "heat", "plan 1 4", "race")
    assert "> 2/8" not in told
    assert "Two corners to the finish" in told
