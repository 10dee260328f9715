"""What commands print: aligned tables, progress on a terminal only, and missing extras by name."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest

from paddock import cli
from paddock.cli import output
from paddock.cli.output import Progress, table_lines
from paddock.extras import missing_extra


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_columns_are_aligned_left_or_right() -> None:
    rows = [("easy", "3", "12.0%"), ("medium:bold", "10", "5.5%")]
    assert table_lines(("bot", "wins", "share"), rows, 1, 80) == [
        "bot          wins  share",
        "easy            3  12.0%",
        "medium:bold    10   5.5%",
    ]


def test_a_table_without_titles_or_rows_has_no_lines_for_them() -> None:
    assert table_lines(("", ""), [("a", "b")], 2, 80, indent="  ") == ["  a  b"]
    assert table_lines(("one", "two"), [], 2, 80) == ["one  two"]
    assert table_lines(("", ""), [], 2, 80) == []


def test_a_long_last_column_is_wrapped_and_lines_in_cells_stay_together() -> None:
    text = "words that do not fit into the line"
    assert table_lines(("id", "help"), [("a\nb", text)], 2, 25) == [
        "id  help",
        "a   words that do not fit",
        "b   into the line",
    ]


def test_progress_is_shown_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "REFRESH_SECONDS", 0.0)
    for error, quiet, shown in (
        (Terminal(), False, True),
        (Terminal(), True, False),
        (io.StringIO(), False, False),
    ):
        monkeypatch.setattr(sys, "stderr", error)
        with Progress(quiet=quiet) as progress:
            progress.update("race 10 of 12")
            progress.update("race 9")
        written = error.getvalue()
        assert ("race 10 of 12" in written) == shown
        if shown:
            assert written.endswith("\r")
            assert "\rrace 9       " in written


def test_a_missing_module_is_explained_by_its_extra() -> None:
    said = missing_extra(ModuleNotFoundError("no", name="litestar.di"))
    assert said == "this needs the extra `server`: pip install 'paddock[server]'"
    assert missing_extra(ModuleNotFoundError("no", name="paddock.nothing")) is None


def test_a_command_whose_extra_is_missing_says_which() -> None:
    """In a process of its own: modules that other tests hold are not loaded again."""
    program = (
        "import sys; sys.modules['sqlalchemy'] = None; "
        "from paddock.cli import run; sys.exit(run(['tables', 'list']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == (
        "paddock: this needs the extra `server`: pip install 'paddock[server]'\n"
    )


def test_no_arguments_show_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([]) == 2
    listed = capsys.readouterr().out
    assert all(name in listed for name in cli.COMMANDS)
