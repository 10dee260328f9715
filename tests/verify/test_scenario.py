"""The runner of scenarios: what passes, and what a rules expert reads when one fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from paddock.core.errors import UnreadableScenario
from paddock.files import UnreadableFile
from paddock.verify import perft, scenario
from tests.verify.sprint import Push, find

FOLDER = Path(__file__).parent / "sprint"
SCENARIOS = FOLDER / "scenarios" / "sprint.toml"


def results(tmp_path: Path, text: str) -> list[scenario.Result]:
    path = tmp_path / "some.toml"
    path.write_text(f'game = "sprint"\n[[scenario]]\nname = "so"\n{text}\n', "utf-8")
    return scenario.run_file(path, find)


def problems(tmp_path: Path, text: str) -> str:
    (result,) = results(tmp_path, f'seats = ["ann", "ben"]\nrule = "T1"\n{text}')
    return "\n".join(result.problems)


def test_good_scenarios_pass() -> None:
    found = scenario.run_file(SCENARIOS, find)
    assert [(result.name, result.problems) for result in found if not result.passed] == []
    assert len(found) == 4


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('given = ["ann at 3"]\nthen = ["ann at 4"]', "ann at: expected 4, found 3"),
        ('then = ["cat at 4"]', "cat: there is no such subject"),
        ('moves = ["ann: push 1"]\nevents = ["stalled"]', "events: 'stalled' did not happen"),
        ('asked = ["ann: push"]', "asked: expected ann: push, found ann: push; ben: push"),
        ('asked = ["ann", "ben: spend"]', "found ann: push; ben: push"),
        ('options = ["ann: push 1", "ann: push 4"]', "options: ann should have 'push 4'"),
        ('options = ["ann: push 1"]', "options: ann also has 'push 2'"),
        ('outcome = ["ann 1"]', "outcome: the race is not over"),
        ('moves = ["ann: push 1"]\nrefused = "T1"', "but 'ann: push 1' was played"),
        ('moves = ["ann: push 7"]\nrefused = "T2"', "refused: expected T2, found T1"),
        ('moves = ["ann: push 7"]', "not-offered (T1)"),
        ('moves = ["ann: spend 1"]', "not-offered (T3)"),
        ('moves = ["ann: push 1", "ann: push 1"]', "ann is not asked; asked is ben: push"),
        ('moves = ["ann: fly"]', "'fly' is not a move"),
        ('moves = ["cat: push 1"]', "should begin with a seat and a colon (ann, ben)"),
        ("dice = { engine = [1] }", "scripted and never drawn"),
        ("with = { rounds = 99 }", "options: Expected `int` <= 9"),
        ('refused = "T9"', "has no clause T9"),
        ('given = ["ann at three"]', "given: ValueError"),
        ('given = ["ann at"]', "is not a subject followed by pairs"),
    ],
)
def test_a_wrong_scenario_says_what_is_wrong(tmp_path: Path, text: str, complaint: str) -> None:
    assert complaint in problems(tmp_path, text)


def test_a_crash_fails_its_scenario_and_the_others_still_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find("sprint").game
    honest = type(game).play

    def play(self: Any, state: Any, seat: int, move: Any, chance: Any) -> Any:
        if move == Push(3):
            raise KeyError("gone")
        return honest(self, state, seat, move, chance)

    monkeypatch.setattr(type(game), "play", play)
    one = 'seats = ["ann", "ben"]\nrule = "T1"\nmoves = ["ann: push 3"]\n'
    two = '[[scenario]]\nname = "two"\nseats = ["ann", "ben"]\nrule = "T1"\nmoves = ["ann: push 1"]'
    crashed, sound = results(tmp_path, one + two)
    (problem,) = crashed.problems
    assert problem.startswith("crash: KeyError: 'gone' (test_scenario.py, line ")
    assert "ann: push 3" in scenario.explain(crashed)
    assert sound.passed


def test_a_seat_that_is_asked_without_an_option_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find("sprint").game
    honest = type(game).asks

    def asks(self: Any, state: Any) -> Any:
        return tuple(replace(ask, options=()) for ask in honest(self, state))

    monkeypatch.setattr(type(game), "asks", asks)
    assert problems(tmp_path, "") == "asked without an option: ann: push; ben: push"


def test_a_crash_in_a_count_is_its_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(self: Any, state: Any, seat: int, move: Any, chance: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(type(find("sprint").game), "play", play)
    found = perft.run_file(FOLDER / "perft.toml", find)
    assert len(found) > 1
    assert all(count.problem.startswith("crash: AssertionError (") for count in found)


def test_events_are_a_sublist_in_order(tmp_path: Path) -> None:
    moves = 'moves = ["ann: push 1", "ben: push 2"]\n'
    assert not problems(tmp_path, moves + 'events = ["sealed", "drove seat=ben"]')
    assert problems(tmp_path, moves + 'events = ["drove seat=ben", "drove seat=ann"]')


def test_what_failed_is_explained_with_what_happened(tmp_path: Path) -> None:
    text = 'seats = ["ann", "ben"]\nrule = "T2"\nmoves = ["ann: push 3", "ben: push 1"]\n'
    (result,) = results(tmp_path, text + 'dice = { engine = [1] }\nthen = ["ann at 3"]')
    told = scenario.explain(result)
    assert "so (T2)" in told
    assert "ann at: expected 3, found 0" in told
    assert "  stalled seat=ann die=1  (T2)" in told
    assert "drawn for 'engine': 1" in told


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('rule = "T1"\nmove = ["ann: push 1"]', "unknown field `move` - at `'so'`"),
        ("moves = []", "missing required field `rule`"),
        ("rule = 3", "Expected `str | array`"),
        ("rule = ", "Invalid value"),
    ],
)
def test_a_file_is_read_strictly(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(UnreadableScenario, match=complaint):
        results(tmp_path, text)


def test_a_file_that_cannot_be_read_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"# perch\xe9")
    with pytest.raises(UnreadableFile, match="not a text in UTF-8"):
        scenario.run_file(tmp_path / "latin.toml")
    with pytest.raises(UnreadableFile, match="Is a directory"):
        scenario.run_file(tmp_path)
    with pytest.raises(UnreadableFile, match="No such file"):
        scenario.run_file(tmp_path / "none.toml")


def test_a_file_that_names_no_game_and_lies_in_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text('[[scenario]]\nname = "a"\nrule = "T1"\n', "utf-8")
    with pytest.raises(UnreadableScenario, match="which game"):
        scenario.run_file(path)


def test_lines_are_counted_by_every_face_or_by_a_script() -> None:
    found = perft.run_file(FOLDER / "perft.toml", find)
    assert [(count.name, count.found) for count in found if not count.passed] == []


def test_a_wrong_count_says_both_numbers() -> None:
    assert perft.CountResult("x", 3, 4).problems == ("lines: expected 3, found 4",)


def test_equal_faces_are_one_line() -> None:
    faces = perft.AllFaces(find("sprint"))
    seen = []
    while True:
        seen.append((faces.pick("aab", "card"), faces.pick("xy", "card")))
        if not faces.next_run():
            break
    assert seen == [(0, 0), (0, 1), (2, 0), (2, 1)]
