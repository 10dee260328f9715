"""`paddock types`: generate the TypeScript types of the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from paddock.cli.command_line import Argument
from paddock.cli.output import say

NAME = "types"


def command(
    folder: Annotated[Path, Argument(help="Where they are kept.")] = Path("web/src/generated"),
) -> None:
    """Write the TypeScript types of the wire and of every game.

    Example: `paddock types`
    """
    from paddock.games import all_specs
    from paddock.server.types import write

    changed = write(folder, all_specs())
    say("\n".join(map(str, changed)) or "nothing has changed")
