"""`paddock learn`: a guided race in the terminal."""

from __future__ import annotations

from typing import Annotated

from paddock.cli.command_line import Argument, Option
from paddock.cli.common import Lang, has_screen, language_of

NAME = "learn"


def command(
    game: Annotated[str, Argument(metavar="GAME", help="The game: see paddock games.")],
    guide: Annotated[str, Option(help="Which lesson.")] = "first",
    seed: Annotated[
        int | None, Option(help="The same number gives the same dice after the lesson.")
    ] = None,
    plain: Annotated[
        bool, Option("--plain", help="Lines only: for pipes and screen readers.")
    ] = False,
    lang: Lang = "en",
) -> None:
    """Learn a game by racing: a lesson first, then you are on your own.

    Example: `paddock learn heat`
    """
    from paddock.core.guide import get_course
    from paddock.games import find_spec
    from paddock.terminal.learn import run

    course = get_course(find_spec(game), guide)
    run(course, language_of(lang), seed, screen=has_screen(plain))
