"""`paddock learn`: a guided race in the terminal."""

from __future__ import annotations

from typing import Annotated

from paddock.cli.command_line import Argument, Option
from paddock.cli.common import Lang, language_of

NAME = "learn"


def command(
    game: Annotated[str, Argument(metavar="GAME", help="The game: see paddock games.")],
    guide: Annotated[str, Option(help="Which of its guides.")] = "first",
    seed: Annotated[
        int | None, Option(help="The same dice in the free part for the same number.")
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
