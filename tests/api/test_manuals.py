"""The Python examples of README and manuals run as they are printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from paddock import cli
from tests.test_repository import ROOT

BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# file: (\S+)\n")


def blocks(page: str) -> list[str]:
    return BLOCK.findall((ROOT / page).read_text("utf-8"))


@pytest.mark.parametrize(
    ("page", "least"), [("README.md", 1), ("docs/python.md", 9), ("docs/environments.md", 6)]
)
def test_the_examples_of_a_page_run_in_their_order(
    page: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found, names = blocks(page), {"__name__": "example"}
    assert len(found) >= least
    for n, block in enumerate(found):
        exec(compile(block, f"{page} example {n + 1}", "exec"), names)  # noqa: S102


def test_ten_lines_are_ten_lines() -> None:
    (block,) = blocks("README.md")
    assert len(block.splitlines()) <= 10


def test_the_bots_of_the_manual_race_with_two_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for block in blocks("docs/own-bots.md"):
        named = FILE.match(block)
        assert named is not None
        Path(named[1]).write_text(block, "utf-8")
    seats = "first.py:default,lookahead.py:Lookahead"
    sim = ["sim", "template", "--seats", seats, "--races", "12", "--seed", "1"]
    assert cli.run([*sim, "--workers", "2"]) == 0
    two = capsys.readouterr().out.splitlines()
    assert cli.run(sim) == 0
    assert capsys.readouterr().out.splitlines()[:-1] == two[:-1]
