"""Files are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from paddock import files


def test_what_fails_in_the_middle_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "save.race"
    files.write_text(path, "old")
    with pytest.raises(UnicodeEncodeError):
        files.write_text(path, "new \udcff")
    assert path.read_text("utf-8") == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["save.race"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "here").symlink_to(tmp_path / "there")
    files.write_text(tmp_path / "here", "text")
    assert (tmp_path / "here").is_symlink()
    assert (tmp_path / "there").read_text("utf-8") == "text"


def test_a_directory_is_not_written_over(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        files.write_text(tmp_path, "text")
