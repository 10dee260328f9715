"""`paddock learn`: a guided race in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from paddock.cli.common import Lang, language_of

NAME = "learn"


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game: see paddock games.")],
    guide: Annotated[str, typer.Option(help="Which of its guides.")] = "first",
    seed: Annotated[
        int | None, typer.Option(help="The same dice in the free part for the same number.")
    ] = None,
    lang: Lang = "en",
) -> None:
    """Learn a game by a race: its first part is guided, then it is yours.

    Example: `paddock learn heat`
    """
    from paddock.core.guide import get_course
    from paddock.games import find_spec
    from paddock.terminal.learn import run

    run(get_course(find_spec(game), guide), language_of(lang), seed)
