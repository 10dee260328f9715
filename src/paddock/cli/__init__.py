"""The command line: `paddock play learn serve sim replay … tables types`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

import click

from paddock import __version__, files
from paddock.cli.command_line import CommandGroup
from paddock.core.errors import BotFailed, PaddockError
from paddock.extras import missing_extra

COMMANDS = (
    "play",
    "learn",
    "text",
    "sim",
    "ladder",
    "replay",
    "review",
    "exercise",
    "scenario",
    "rules",
    "bench",
    "duration",
    "fuzz",
    "games",
    "track",
    "serve",
    "site",
    "types",
    "tables",
    "people",
)
"""Each is a module of this package, imported when it is used."""

app = CommandGroup(
    "paddock",
    "Classic racing board games: play, simulate and study them.",
    [f"{__name__}.{name}" for name in COMMANDS],
)
click.version_option(__version__, prog_name="paddock")(app)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; bad input gives one line of error and exit code 2."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    try:
        given = None if arguments is None else list(arguments)
        code = app.main(args=given, prog_name="paddock", standalone_mode=False)
    except (KeyboardInterrupt, click.Abort):
        return complain("interrupted", 130)
    except BotFailed as failed:
        return complain(f"{failed}{keep_record(failed)}")
    except PaddockError as wrong:
        return complain(str(wrong))
    except ImportError as wrong:
        said = missing_extra(wrong)
        if said is None:
            raise
        return complain(said)
    except OSError as wrong:
        where = f"{wrong.filename}: " if wrong.filename else ""
        return complain(f"{where}{files.error_reason(wrong)}")
    except click.exceptions.NoArgsIsHelpError as asked:
        sys.stdout.write(f"{asked.format_message()}\n")
        return asked.exit_code
    except click.ClickException as wrong:
        return complain(wrong.format_message(), wrong.exit_code)
    return code if isinstance(code, int) else 0


def keep_record(failed: BotFailed) -> str:
    """Write the race up to the failure of a bot to a file here; how to look at it."""
    if not failed.record:
        return ""
    path = Path(f"bot-failed-{crc32(failed.record.encode()):08x}.race")
    files.write_text(path, failed.record)
    return f" (the race so far: paddock replay {path})"


def complain(text: str, code: int = 2) -> int:
    """Print one line of error for input that cannot be used."""
    sys.stderr.write(f"paddock: {' '.join(text.split())}\n")
    return code
