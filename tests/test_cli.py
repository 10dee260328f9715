"""The command line: figures under the keys it promises, and one clear line when it cannot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import click
import pytest
from msgspec.structs import replace

from paddock import __version__, cli, games
from paddock.analysis import exercises
from paddock.analysis.review import Sum
from paddock.cli.review import figures
from paddock.core import record
from paddock.core.referee import AnyReferee, Referee

GAME = "street-illegal"
COMMANDS = (
    "play",
    "sim",
    "ladder",
    "replay",
    "review",
    "exercise",
    "scenario",
    "rules",
    "bench",
    "fuzz",
    "games",
)


class Output(str):
    """The output of a command, and its exit code."""

    code: int
    err: str


@pytest.fixture
def paddock(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*arguments: str | Path) -> Output:
        code = cli.run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        said = Output(out)
        said.code, said.err = code, err
        return said

    return call


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a short race."""
    folder = tmp_path_factory.mktemp("records")
    seats = ("--seats", "random,random", "--races", "1", "--seed", "4")
    assert cli.run(["sim", GAME, *seats, "--json", "--records", str(folder)]) == 0
    (path,) = folder.iterdir()
    return path


def assert_refused(said: Output, *words: str) -> None:
    """One clear line, exit code 2."""
    assert said.code == 2
    assert said.err.count("\n") == 1
    assert said.err.startswith("paddock: ")
    for word in words:
        assert word in said.err


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_an_example(paddock: Any, command: str) -> None:
    said = paddock(command, "--help")
    assert said.code == 0
    assert f"paddock {command}" in said.split("Example", 1)[1]


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_an_argument_that_is_missing_is_named(paddock: Any, command: str) -> None:
    context = click.Context(cli.app)
    found = cli.app.get_command(context, command)
    assert found is not None
    needed = [p for p in found.params if isinstance(p, click.Argument) and p.required]
    if needed:
        assert_refused(paddock(command), "Missing argument", needed[0].make_metavar(context))


def test_the_version_is_told(paddock: Any) -> None:
    assert paddock("--version").split() == ["paddock,", "version", __version__]


def test_sim_prints_its_figures_under_the_promised_keys(paddock: Any) -> None:
    arguments = ("sim", GAME, "--races", "3", "--seats", "greedy,random,random", "--seed", "1")
    found = json.loads(paddock(*arguments, "--json"))
    assert set(found) == {"races", "seconds", "seats"}
    assert found["races"] == 3
    assert [set(seat) for seat in found["seats"]] == [
        {"bot", "wins", "mean_place", "mean_place_among_all"}
    ] * 3
    assert sum(seat["wins"] for seat in found["seats"]) == 3
    again = json.loads(paddock(*arguments, "--json"))
    assert again["seats"] == found["seats"]
    assert "mean place" in paddock(*arguments)


def test_sim_takes_options_and_writes_a_table(paddock: Any, tmp_path: Path) -> None:
    out = tmp_path / "races.csv"
    said = paddock("sim", GAME, "--races", "2", "--seats", "random,random", "-o", "grid=random",
                   "--out", out)  # fmt: skip
    assert said.code == 0
    assert len(out.read_text("utf-8").splitlines()) == 5


def test_replay_tells_a_race_and_ends_with_its_hash(paddock: Any, race: Path) -> None:
    closing = json.loads(race.read_text("utf-8").splitlines()[-1])
    said = paddock("replay", race)
    assert said.code == 0
    assert said.splitlines()[-1] == f"state {closing['state']}"
    assert json.loads(paddock("replay", race, "--json"))["hash"] == closing["state"]


def test_replay_writes_gold(paddock: Any, race: Path, tmp_path: Path) -> None:
    copy = tmp_path / "one.race"
    copy.write_bytes(race.read_bytes())
    said = paddock("replay", copy, "--gold")
    assert (tmp_path / "one.txt").read_text("utf-8") == said


def test_duration_reckons_from_what_is_asked(paddock: Any) -> None:
    found = json.loads(paddock("duration", GAME, "--races", "1", "--json"))[GAME]["usual"]
    assert set(found) == {"decisions", "turns", "kinds", "minutes", "bits"}
    assert found["decisions"] >= found["turns"] > 0
    assert found["minutes"] > 0


def test_bench_prints_its_figures_under_the_promised_keys(paddock: Any) -> None:
    found = json.loads(paddock("bench", GAME, "--slices", "2", "--json"))
    assert set(found) == {"reference", "games"}
    assert set(found["games"][GAME]) == {"decisions_per_second", "races_per_second", "ratio"}
    assert found["games"][GAME]["ratio"] > 0


def test_rules_print_a_clause_and_those_under_it(paddock: Any) -> None:
    said = paddock("rules", GAME, "S1")
    assert said.startswith("S1 ")
    assert "\nS1.1 " in said
    assert "\nS2 " not in said
    assert paddock("rules", "template", "--lang", "it") != paddock("rules", "template")


def test_from_a_clause_to_the_code_that_decides_it_is_one_step(paddock: Any) -> None:
    said = paddock("rules", GAME, "S4.4")
    how, where, name = said.split("\n\n")[1].splitlines()[0].split()
    file, line = where.split(":")
    assert (how, name) == ("decided", "phases.passing.decide_duel")
    assert Path(file).read_text("utf-8").splitlines()[int(line) - 1] == "def decide_duel("
    (entry,) = json.loads(paddock("rules", GAME, "S4.4", "--json"))
    assert entry["code"][0]["line"] == int(line)


def test_the_matrix_has_its_keys_and_tells_gaps_by_its_exit_code(paddock: Any) -> None:
    said = paddock("rules", GAME, "--matrix", "--json")
    lines = json.loads(said)
    assert set(lines[0]) == {"clause", "title", "code", "scenarios"}
    assert (said.code == 1) == bool(said.err)


def test_games_are_listed_with_their_options(paddock: Any) -> None:
    said = paddock("games")
    assert GAME in said
    assert "-o grid=given" in said
    assert GAME in [game["id"] for game in json.loads(paddock("games", "--json"))]


def test_a_failing_scenario_is_explained_with_exit_code_1(paddock: Any, tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text(
        f'game = "{GAME}"\n[[scenario]]\nname = "so"\nrule = "S1"\n'
        'seats = ["a", "b"]\nasked = []\n',
        "utf-8",
    )
    said = paddock("scenario", path)
    assert said.code == 1
    assert "asked: expected nobody, found" in said
    assert "0 of 1 pass" in said


def test_a_scenario_that_crashes_fails_and_the_other_files_still_run(
    paddock: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_card(*_: Any) -> Any:
        raise IndexError("tuple index out of range")

    head = f'game = "{GAME}"\n[[scenario]]\nrule = "S1"\nseats = ["a", "b"]\n'
    crash, sound = tmp_path / "crash.toml", tmp_path / "sound.toml"
    crash.write_text(
        head + 'name = "lost"\ngiven = ["table road 90-right"]\nbegin = "road"\n', "utf-8"
    )
    sound.write_text(head + 'name = "found"\n', "utf-8")
    monkeypatch.setattr("paddock.games.street_illegal.phases.road.meet_obstacle", lose_card)
    said = paddock("scenario", crash, sound)
    assert said.code == 1
    assert "crash: IndexError: tuple index out of range" in said
    assert "lost (S1)" in said
    assert "1 of 2 pass" in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("sim", "ludo"), ("no game 'ludo'", GAME)),
        (("sim", GAME, "-o", "grid=oval"), ("grid", "'oval'")),
        (("sim", GAME, "-o", "wings=2"), ("no option 'wings'",)),
        (("sim", GAME, "-o", "grid"), ("write name=value",)),
        (("sim", GAME, "--seats", "clever,random"), ("no bot 'clever'", "greedy")),
        (("sim", GAME, "--seats", ",".join(["random"] * 9)), ("not 9",)),
        (("sim", GAME, "--seats", "search:2s,random", "--seed", "1"), ("by the clock",)),
        (("sim", GAME, "--races", "many"), ("--races",)),
        (("sim", GAME, "--out", "races.txt"), (".csv or .parquet",)),
        (("rules", GAME, "Z9"), ("no clause 'Z9'",)),
        (("rules", GAME, "--lang", "fr"), ("no language 'fr'",)),
        (("replay", "no-such-file.race"), ("no-such-file.race", "No such file")),
        (("play", "ludo"), ("no game 'ludo'",)),
        (("play", GAME, "--seats", "human,clever"), ("no bot 'clever'", "human")),
        (("play", GAME, "--seats", "human,greedy", "--names", "Ann"), ("2 seats and 1 names",)),
        (("bench", "ludo"), ("no game 'ludo'",)),
        (("bench", GAME, "--seats", "99"), ("seats, not 99",)),
        (("bench", "--option", "laps=1"), ("options belong to one game",)),
        (("fuzz", "ludo"), ("no game 'ludo'",)),
        (("fly",), ("fly",)),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(
    paddock: Any, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    assert_refused(paddock(*arguments), *words)


def test_play_hands_everything_to_the_room(
    paddock: Any, race: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[dict[str, Any]] = []
    room = types.ModuleType("paddock.terminal.plain")
    monkeypatch.setattr(
        room, "run", lambda spec, **rest: calls.append(rest | {"spec": spec}), raising=False
    )
    monkeypatch.setitem(sys.modules, room.__name__, room)
    assert paddock("play", GAME, "--plain", "--seats", "human,greedy,greedy").code == 0
    assert paddock("play", "--plain", "--resume", race, "--lang", "it").code == 0
    first, second = calls
    assert first["spec"].card.id == GAME
    assert first["seats"] == ("human", "greedy", "greedy")
    assert first["names"] == ("Alex", "Nino", "Greta")
    assert first["resume"] is first["save"] is None
    assert second["seats"] == ("random", "random")
    assert second["save"] == race
    assert second["resume"].names == second["names"] == ("random-1", "random-2")
    assert second["language"] == "it"


def test_unreadable_records_are_refused_in_one_line(
    paddock: Any, race: Path, tmp_path: Path
) -> None:
    assert_refused(paddock("replay", tmp_path), "directory")
    text = race.read_text("utf-8")
    damaged = {
        "empty": b"",
        "latin": "perché".encode("latin-1"),
        "foreign": b'{"hello": 1}\n',
        "short": text[: len(text) // 2].encode(),
        "other": text.replace(GAME, "ludo", 1).encode(),
        "old": text.replace('"edition": "', '"edition": "0-', 1).encode(),
        "zero": b"\0" * 100,
        "deep": b'{"paddock": 1, "options": {"a": ' + b"[" * 100_000,
    }
    for name, content in damaged.items():
        path = tmp_path / f"{name}.race"
        path.write_bytes(content)
        assert_refused(paddock("replay", path))
        assert_refused(paddock("play", "--resume", path))
    assert_refused(paddock("scenario", tmp_path), "directory")
    (tmp_path / "deep.toml").write_bytes(b"a = " + b"[" * 100_000)
    assert_refused(paddock("scenario", tmp_path / "deep.toml"))
    assert_refused(paddock("scenario", tmp_path / "latin.race"), "UTF-8")


def test_what_cannot_be_written_is_refused_in_one_line(
    paddock: Any, race: Path, tmp_path: Path
) -> None:
    sim = ("sim", GAME, "--races", "1", "--seats", "random,random")
    (tmp_path / "file").write_text("", "utf-8")
    assert_refused(paddock(*sim, "--records", tmp_path / "file"), "file")
    (tmp_path / "dir.csv").mkdir()
    assert_refused(paddock(*sim, "--out", tmp_path / "dir.csv"), "directory")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_disk_is_one_line(paddock: Any, tmp_path: Path) -> None:
    (tmp_path / "full.csv").symlink_to("/dev/full")
    sim = ("sim", GAME, "--races", "1", "--seats", "random,random")
    assert_refused(paddock(*sim, "--out", tmp_path / "full.csv"), "No space left")
    assert Path("/dev/full").is_char_device()


def test_a_reader_who_has_had_enough_is_no_error(race: Path) -> None:
    program = "import sys; from paddock.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", program, "replay", str(race)]
    env = os.environ | {"PYTHONPATH": str(Path(cli.__file__).parents[2])}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""


def test_a_review_tells_where_a_race_was_decided(
    paddock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paddock.analysis.judge.WORLDS_PER_ROUND", 6)
    monkeypatch.setattr("paddock.analysis.judge.MAX_ROUNDS", 2)
    monkeypatch.setattr("paddock.analysis.judge.SEARCH_SAMPLES", 12)
    file = "tests/games/street_illegal/replays/taken-back.race"
    told = paddock("review", file)
    assert "What decided the race:" in told
    found = json.loads(paddock("review", file, "--json"))
    assert {"expected", "decisions", "draws", "sums", "moments"} <= found.keys()
    assert "expected place" in paddock("review", file, "--why", "32")
    why = json.loads(paddock("review", file, "--why", "32", "--json"))
    assert len(why) > 1
    assert all(1 <= one["well"] <= one["place"] <= one["badly"] for one in why)


def cut_race(race: Path, folder: Path, rows: int) -> Path:
    """The same race, cut to this number of rows."""
    spec, found, _ = record.read_record(race.read_text("utf-8"), games.find_spec)
    short = replace(found, rows=found.rows[:rows])
    referee: AnyReferee = Referee.replay(spec.game, short)
    path = folder / f"{rows}.race"
    path.write_text(record.write_record(spec, short, referee.state, None), "utf-8")
    return path


@pytest.mark.parametrize("rows", [0, 20])
def test_a_race_that_is_not_over_is_not_looked_back_upon(
    paddock: Any, race: Path, tmp_path: Path, rows: int
) -> None:
    file = cut_race(race, tmp_path, rows)
    for more in ((), ("--json",), ("--why", "3")):
        said = paddock("review", file, *more)
        assert (said, said.code) == ("", 2)
        assert said.err == "paddock: You can see this after the race.\n"
    assert "sarà finita" in paddock("review", file, "--lang", "it").err


def test_a_row_that_there_is_not_is_told_with_those_there_are(paddock: Any, race: Path) -> None:
    last = len(race.read_text("utf-8").splitlines()) - 3
    said = paddock("review", race, "--why", "99999")
    assert said.code == 2
    assert said.err == f"paddock: There is no move 99999: this race has moves 0 to {last}.\n"


def test_who_raced_alone_is_compared_with_nobody(paddock: Any, tmp_path: Path) -> None:
    seats = ("--seats", "random", "--races", "1", "--seed", "3")
    paddock("sim", "heat", *seats, "--json", "--records", tmp_path)
    (file,) = tmp_path.iterdir()
    assert paddock("review", file) == "Nobody else raced, so there is nothing to compare.\n"


def test_next_to_nothing_has_no_sign_of_its_own() -> None:
    told = figures(Sum(2.0, -0.001, 0.0, 0.004, 2.0, 2.0))
    assert told == ["2.00", "+0.00", "+0.00", "+0.00", "2.00", "2.00"]


def test_an_exercise_that_was_not_found_comes_back_until_it_is(
    paddock: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Today's exercises are the same for all, and each has one answer."""
    game, day, later = "template", "2026-11-17", tmp_path / "later"
    monkeypatch.setattr("paddock.analysis.exercises.exercises_of_day.__defaults__", (1,))
    spec = games.find_spec(game)
    (its,) = exercises.exercises_of_day(spec, day)
    (told,) = json.loads(paddock("exercise", game, "--day", day, "--json"))
    assert told["row"] == len(its.record.rows)
    assert told["least"] >= 0.3
    right = its.view_and_ask(spec)[1].options.index(its.answer) + 1
    wrong = 2 if right == 1 else 1
    typed = iter((wrong, wrong, right))
    monkeypatch.setattr("click.prompt", lambda *_, **__: next(typed))
    assert "The best was" in paddock("exercise", game, "--day", day, "--keep", str(later))
    assert "The best was" in paddock("exercise", str(later))
    assert len(list(later.glob("*.race"))) == 1
    assert "Found" in paddock("exercise", str(later))
    assert not list(later.glob("*.race"))
    assert "No exercises" in paddock("exercise", str(later))


def test_an_exercise_is_put_as_what_it_is(
    paddock: Any, race: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of an unfinished race is no mistake; the exercise is for the seat to move."""
    file = cut_race(race, tmp_path, 20)
    (its,) = json.loads(paddock("exercise", file, "--json"))
    other = 1 - its["seat"]
    refused = paddock("exercise", file, "--seat", str(other))
    assert refused.code == 2
    assert "decides first here" in refused.err
    monkeypatch.setattr("click.prompt", lambda *_, **__: "1")
    for what in (file, tmp_path):
        said = paddock("exercise", what)
        assert "Find a choice as good as the best" in said
        assert "went wrong" not in said


def test_who_made_no_mistake_is_told_so(
    paddock: Any, race: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paddock.analysis.exercises.exercises_of_race", lambda *_: iter(()))
    name = json.loads(race.read_text("utf-8").splitlines()[0])["seats"][1]
    said = paddock("exercise", race, "--seat", "1")
    assert said == f"{name} made no mistake in this race that can be an exercise.\n"


def test_a_game_is_found_beside_a_folder_of_its_name(
    paddock: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paddock.analysis.exercises.exercises_of_day.__defaults__", (1,))
    monkeypatch.chdir(tmp_path)
    Path("template").mkdir()
    assert len(json.loads(paddock("exercise", "template", "--day", "2026-11-17", "--json"))) == 1
    assert json.loads(paddock("exercise", "./template", "--json")) == []


def test_an_answer_that_is_none_is_asked_for_again(
    paddock: Any, race: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = cut_race(race, tmp_path, 20)
    typed = iter(("0", "99", "-1", "", "abc", "1"))
    monkeypatch.setattr("click.prompt", lambda *_, **__: next(typed))
    said = paddock("exercise", file, "--lang", "it")
    assert said.count("Un numero da 1 a ") == 5
    assert not list(typed)


@pytest.mark.parametrize("day", ["2026-13-45", "tomorrow"])
def test_a_day_that_there_is_not_is_refused(paddock: Any, day: str) -> None:
    said = paddock("exercise", "template", "--day", day)
    assert (said, said.code) == ("", 2)
    assert said.err == f"paddock: There is no day {day}: write it as 2026-11-17.\n"


def test_a_bots_pace_and_the_ladder_have_the_promised_keys(paddock: Any) -> None:
    found = json.loads(paddock("bench", "template", "--bot", "greedy", "--json"))
    assert found["template"].keys() == {
        "decisions",
        "turns",
        "a_decision",
        "a_turn",
        "longest_turn",
    }
    found = json.loads(paddock("ladder", "template", "--least", "2", "--most", "2", "--json"))
    assert [rung["better"] for rung in found["template"]] == ["medium", "hard"]
