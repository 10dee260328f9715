"""`paddock replay`: a record as sentences."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from paddock import files
from paddock.cli.command_line import Argument, Option
from paddock.cli.common import Json, Lang, language_of, print_json

NAME = "replay"


def command(
    file: Annotated[Path, Argument(metavar="FILE", help="A record (.race).")],
    lang: Lang = "en",
    gold: Annotated[
        bool, Option("--gold", help="Also write the transcript next to it (.txt).")
    ] = False,
    json: Json = False,
) -> None:
    """Print a recorded race: moves, events with their clauses, result, hash.

    A damaged record, or one of another game or edition, is refused. `--json` has `title`, `lines`,
    `ending`, `hash` and `reason`.

    Example: `paddock replay race.race --lang it`
    """
    from paddock.verify import golden
    from paddock.verify.transcript import transcribe

    transcript = transcribe(files.read_text(file), language_of(lang))
    if gold:
        golden.write_transcript(file)
    if json:
        print_json(transcript)
    else:
        sys.stdout.write(transcript.text)
