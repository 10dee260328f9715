"""The command line: `paddock play learn serve sim replay … tables types`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from paddock import files
from paddock.cli import (
    bench,
    duration,
    exercise,
    fuzz,
    games,
    ladder,
    learn,
    people,
    play,
    replay,
    review,
    rules,
    scenario,
    serve,
    sim,
    tables,
    track,
    types,
)
from paddock.core.errors import PaddockError

app = typer.Typer(
    name="paddock",
    help="Classic racing board games: to play, to simulate, to study.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
for module in (
    play,
    learn,
    sim,
    ladder,
    replay,
    review,
    exercise,
    scenario,
    rules,
    bench,
    duration,
    fuzz,
    games,
    track,
    serve,
    types,
):
    app.command(module.NAME)(module.command)
app.add_typer(tables.app, name=tables.NAME)
app.add_typer(people.app, name=people.NAME)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; bad input gives one line of error and exit code 2."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    try:
        given = None if arguments is None else list(arguments)
        code = app(args=given, prog_name="paddock", standalone_mode=False)
    except (KeyboardInterrupt, typer.Abort):
        return complain("interrupted", 130)
    except PaddockError as wrong:
        return complain(str(wrong))
    except OSError as wrong:
        where = f"{wrong.filename}: " if wrong.filename else ""
        return complain(f"{where}{files.error_reason(wrong)}")
    except Exception as wrong:
        if not hasattr(wrong, "format_message"):
            raise
        return complain(wrong.format_message(), getattr(wrong, "exit_code", 2))
    return code if isinstance(code, int) else 0


def complain(text: str, code: int = 2) -> int:
    """Print one line of error for input that cannot be used."""
    if text:  # empty: the help was shown
        sys.stderr.write(f"paddock: {' '.join(text.split())}\n")
    return code
