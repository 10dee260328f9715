"""`paddock types`: generate the TypeScript types of the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paddock.cli.common import console

NAME = "types"


def command(
    folder: Annotated[Path, typer.Argument(help="Where they are kept.")] = Path(
        "web/src/generated"
    ),
) -> None:
    """Write the TypeScript types of the wire and of every game.

    Example: `paddock types`
    """
    from paddock.games import all_specs
    from paddock.server.types import write

    changed = write(folder, all_specs())
    console().print("\n".join(map(str, changed)) or "nothing has changed")
