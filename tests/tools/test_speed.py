"""The comparison of speed counts more work in one of two checkouts."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.needs import missing
from tools import speed

ROOT = Path(__file__).parent.parent.parent
SHORT = ("--games", "template", "--decisions", "40")


def test_more_instructions_a_decision_fail(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which("valgrind") is None:
        missing("valgrind", "instructions are counted with it")
    left_out = shutil.ignore_patterns("__pycache__", "static")
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "src", copy / "src", ignore=left_out)
    referee = copy / "src" / "paddock" / "core" / "referee.py"
    text = referee.read_text("utf-8")
    line = "    def play(self, seat: Seat, move: M"
    assert line in text
    body = text.index('"""\n', text.index(line))
    referee.write_text(
        text[: body + 4] + "        sum(range(20_000))\n" + text[body + 4 :], "utf-8"
    )

    assert speed.main([str(ROOT), str(copy), *SHORT]) == 1
    assert "slower: template" in capsys.readouterr().out


def test_a_missing_commit_is_an_error_of_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert speed.main(["no-such-commit", str(ROOT)]) == 2
    assert (
        capsys.readouterr().out == "no-such-commit is neither a checkout of Paddock nor a commit\n"
    )
