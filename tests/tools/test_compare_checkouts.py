"""The comparison of two checkouts finds a change, and finds none where there is none."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.needs import missing
from tools import checkout_api, compare_checkouts

ROOT = Path(__file__).parent.parent.parent
SHORT = ("--games", "template", "--seeds", "2", "--rows", "30")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A checkout with the sources of this one."""
    left_out = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(ROOT / "src", tmp_path / "copy" / "src", ignore=left_out)
    return tmp_path / "copy"


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def compare(
    copy: Path, capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[int, list[str]]:
    code = compare_checkouts.main([str(ROOT), str(copy), *(arguments or SHORT)])
    return code, capsys.readouterr().out.splitlines()


def test_a_copy_is_the_same_and_a_new_name_is_no_difference(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(copy / "src/paddock/core/game_spec.py", "option_info_parts", "told_beside")
    code, lines = compare(copy, capsys)
    assert code == 0, lines
    assert lines[-1] == "no difference"
    kinds = int(lines[-2].removesuffix(" kinds").rpartition(" ")[2])
    assert kinds > 30, lines[-2]


PLANTED = (
    ("standings.py", "gap=best - ", "gap=best + 1 - ", "standings"),
    ("rulebook.md", "fuel", "petrol", "rules"),
)


@pytest.mark.parametrize(("file", "old", "new", "kind"), PLANTED)
def test_a_planted_change_is_found(
    file: str, old: str, new: str, kind: str, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(copy / "src/paddock/games/template" / file, old, new)
    code, lines = compare(copy, capsys)
    assert code == 1
    assert any(line.startswith("first difference: template, ") for line in lines), lines
    assert any(line.startswith("races that differ") and kind in line for line in lines), lines
    shown = [line for line in lines if line.startswith(("  old: ", "  new: "))]
    assert len({line[7:] for line in shown}) == 2


def test_a_race_that_ends_earlier_is_a_difference() -> None:
    rows = [f'["template", 0, {row}, {{"state": "{row}"}}]' for row in range(5)]
    for before, after in ((rows, rows[:3]), (rows[:3], rows)):
        first = compare_checkouts.compare_lines("template", before, after).first
        assert first == compare_checkouts.Difference("template", 0, 3, ("state",))


def test_a_checkout_that_fails_is_told_with_its_error(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(copy / "src/paddock/core/turns.py", "def heading", "def headline")
    code, lines = compare(copy, capsys)
    assert code == 2
    assert "heading: add its name to tools.checkout_api.NAMES" in lines[-1]


def test_an_unknown_game_or_commit_is_refused(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, lines = compare(copy, capsys, "--games", "monopoly")
    assert (code, lines[0].partition(";")[0]) == (2, "no game monopoly")
    code, lines = compare(copy / "nowhere", capsys)
    assert code == 2
    assert lines[0].endswith("is neither a checkout of Paddock nor a commit")


def test_a_commit_is_checked_out_and_removed_again() -> None:
    if not (ROOT / ".git").exists():
        missing("git", "this test checks out a commit")
    with compare_checkouts.open_checkout("HEAD") as tree:
        assert tree != ROOT
        assert (tree / "src/paddock/games/__init__.py").is_file()
    assert not tree.exists()
    listed = subprocess.run(
        ["git", "worktree", "list"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert str(tree) not in listed.stdout


def test_a_module_that_cannot_import_is_not_taken_for_a_renamed_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checkout_api, "MODULES", {"broken": ("tests.tools.broken",)})
    with pytest.raises(checkout_api.MissingName, match="add its name"):
        checkout_api.module("broken")
