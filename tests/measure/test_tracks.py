"""The report on a track: it agrees with what is known of the printed ones, and repeats itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paddock import cli
from paddock.games.winds_of_war.state.pieces import TRACK
from paddock.measure.tracks import report_on_track

ESTIMATED = ("1", "3", "4", "5")  # the classes of the four cars of an estimate
FAR_OFF = 0.15  # as in tools.games.winds_figures


def test_laps_of_a_printed_circuit_agree_with_its_estimates(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["track", "winds-of-war", "monza-1934", "--races", "5", "--seed", "3", "--json"]
    assert cli.run(arguments) == 0
    said = json.loads(capsys.readouterr().out)
    laps = {kind["kind"]: kind["lap"]["value"] for kind in said["report"]["kinds"]}
    for group, estimate in zip(ESTIMATED, TRACK["monza-1934"].estimate, strict=True):
        assert laps[group] == pytest.approx(estimate, rel=FAR_OFF), group
    assert laps["1"] < laps["5"]
    assert [corner["sign"] for corner in said["report"]["corners"]] == list("ABACABC")
    slots = said["report"]["slots"]
    assert len(slots) == 6
    assert abs(sum(slot["advantage"] for slot in slots)) < 1e-9


def test_the_same_seed_gives_the_same_report(tmp_path: Path) -> None:
    text = Path(__file__).with_name("kidney.toml").read_text("utf-8")
    found = report_on_track("heat", text, 1, 5)
    assert found == report_on_track("heat", text, 1, 5, workers=1)
    assert found != report_on_track("heat", text, 1, 6)
    (kind,) = found.kinds
    assert 3 < kind.lap.value < 9
    assert sum(corner.passes for corner in found.corners) > 2


def test_a_broken_track_is_told_in_both_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.toml"
    path.write_text("name = 'x'\nhexagons = ['S9', 'S1 C3r']\n", encoding="utf-8")
    assert cli.run(["track", "winds-of-war", str(path), "--races", "9"]) == 1
    assert "hexagon 1: a hexagon has two to seven spaces (V1)" in capsys.readouterr().out
    assert cli.run(["track", "winds-of-war", str(path), "--lang", "it", "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["report"] is None
    first = said["faults"][0]
    assert first == {
        "rule": "V1",
        "at": 1,
        "text": "esagono 1: un esagono contiene da due a sette caselle (V1)",
    }


def test_a_game_without_a_studio_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["track", "street-illegal", "usa"]) == 2
    assert "only its own tracks" in capsys.readouterr().err


def test_a_track_in_a_file_is_an_option_of_a_race(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(__file__).with_name("kidney.toml")
    race = ["sim", "heat", "--races", "1", "--seats", "greedy,greedy", "--seed", "1"]
    assert cli.run([*race, "-o", f"own=@{path}", "--records", str(tmp_path), "--json"]) == 0
    (kept,) = tmp_path.iterdir()
    assert "Kidney" in kept.read_text("utf-8")
    capsys.readouterr()
    assert cli.run(["replay", str(kept)]) == 0
