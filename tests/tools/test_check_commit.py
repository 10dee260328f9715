"""The check of commit messages accepts what CONTRIBUTING asks for and nothing else."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from tools.check_commit import AREAS, MAX_CHARACTERS, check_message, main

from tests.needs import missing
from tests.test_repository import ROOT


@pytest.mark.parametrize(
    "message",
    [
        "[heat] Fix empty garage offer",
        "[circus] Make a wreck block its lane (B12.4)\n\nIt could be driven through.\n",
        "[great-race] Add a road to Namaqualand",
        "[web] Fix: new seat owner was refused until reload",
        "[server] Process frames in order",
        "# a comment of git\n\n[ci] Pass the seed to pytest\n# more",
        "Merge branch 'urgent-server'",
        "fixup! [heat] Fix empty garage offer",
    ],
)
def test_good_messages_pass(message: str) -> None:
    assert check_message(message) == []


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        ("", "empty"),
        ("Fix empty garage offer", "[area]"),
        ("[lab] Fix empty garage offer", "unknown area [lab]"),
        ("[heat] Fixed empty garage offer", "no imperative"),
        ("[heat] Fixes empty garage offer", "no imperative"),
        ("[heat] Fixing empty garage offer", "no imperative"),
        ("[heat] The garage is offered", "no imperative"),
        ("[web] Who sits down is known at once", "no imperative"),
        ("[heat] fix empty garage offer", "capital"),
        ("[heat] Fix empty garage offer.", "full stop"),
        ("[heat] Fix " + "x" * MAX_CHARACTERS, "characters"),
        ("[heat] Fix empty garage offer\nIt was empty.", "empty line"),
    ],
)
def test_bad_messages_are_named(message: str, complaint: str) -> None:
    assert any(complaint in line for line in check_message(message)), check_message(message)


def test_the_length_limit_is_inclusive() -> None:
    subject = "[heat] Fix "
    subject += "x" * (MAX_CHARACTERS - len(subject))
    assert check_message(subject) == []
    assert check_message(subject + "x") != []


def test_a_message_file_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "COMMIT_EDITMSG"
    file.write_text("[heat] Fix empty garage offer\n", "utf-8")
    assert main([str(file)]) == 0
    file.write_text("Fixed it\n", "utf-8")
    assert main([str(file)]) == 1
    assert "Fixed it" in capsys.readouterr().err


def test_a_range_is_checked_without_its_merges_and_older_commits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    git = shutil.which("git") or missing("git", "this test makes a repository")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))

    def run(*arguments: str) -> None:
        who = ["-c", "user.name=Ann", "-c", "user.email=ann@paddock.example"]
        subprocess.run([git, *who, *arguments], check=True, capture_output=True)

    run("init", "--quiet", "--initial-branch=main")
    run("commit", "--allow-empty", "-m", "An old commit is not checked")
    run("checkout", "--quiet", "-b", "topic")
    run("commit", "--allow-empty", "-m", "[core] Add a thing")
    run("checkout", "--quiet", "main")
    run("commit", "--allow-empty", "-m", "[docs] Describe the thing")
    run("merge", "--quiet", "--no-ff", "-m", "Topic is in", "topic")
    assert main(["--range", "main~2..main"]) == 0
    run("commit", "--allow-empty", "-m", "Things were changed")
    assert main(["--range", "main~1..main"]) == 1
    assert "Things were changed" in capsys.readouterr().err
    assert main(["--range", "main..nowhere"]) == 2


def test_contributing_names_every_area() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert [area for area in AREAS if f"`{area}`" not in text] == []
