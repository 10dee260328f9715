"""Golden races: a record and its transcript side by side, so that no change goes unnoticed."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path

from paddock import files, games
from paddock.core.game_spec import AnyGameSpec
from paddock.verify.transcript import transcribe

Find = Callable[[str], AnyGameSpec]


def find_races(folder: Path) -> list[Path]:
    """The golden races of a folder."""
    return sorted(folder.glob("*.race"))


def write_transcript(race: Path, find: Find = games.find_spec) -> Path:
    """Write the transcript next to a record."""
    page = race.with_suffix(".txt")
    files.write_text(page, transcribe(files.read_text(race), "en", find).text)
    return page


def compare(race: Path, find: Find = games.find_spec) -> list[str]:
    """The differences to the stored transcript as lines of a diff; none if equal."""
    page = race.with_suffix(".txt")
    before = files.read_text(page).splitlines()
    now = transcribe(files.read_text(race), "en", find).text.splitlines()
    return list(difflib.unified_diff(before, now, page.name, "now", lineterm="", n=1))
