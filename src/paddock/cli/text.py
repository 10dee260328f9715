"""`paddock text`: a seat for a program that reads and writes lines."""

from __future__ import annotations

import sys
from typing import Annotated, Any

from paddock.cli.command_line import Option
from paddock.cli.common import Game, Lang, Options, language_of, options_of, split_list
from paddock.cli.output import say
from paddock.core.errors import BadOption, PaddockError

NAME = "text"
MAX_REFUSED = 20
"""Answers refused one after the other before the race is given up."""


class NoAnswer(PaddockError):
    """A program that does not find an answer that is allowed."""


def command(
    game: Game,
    rivals: Annotated[str, Option(help="Bots, separated by commas.")] = "medium,medium,medium",
    seat: Annotated[
        int | None, Option(min=1, max=16, help="Your seat, from 1. Default: by the seed.")
    ] = None,
    seed: Annotated[int | None, Option(help="The same seed gives the same race.")] = None,
    races: Annotated[int, Option(min=1, help="How many races.")] = 1,
    reasons: Annotated[bool, Option("--reasons", help="Say why to choose what.")] = False,
    option: Options = [],  # noqa: B006  never changed
    lang: Lang = "en",
) -> None:
    """Play a seat by lines, for programs and language models.

    Every page goes to standard output and ends with an empty line and `>`. The answer is one line
    on standard input: the number of an option, or a move in notation. At the end of a race the
    last line is `result PLACE`.

    Example: `yes 1 | paddock text street-illegal --rivals easy,easy --seed 1`
    """
    from msgspec.structs import asdict

    from paddock.env.text_seat import TextSeat
    from paddock.games import find_spec

    spec = find_spec(game)
    chosen = asdict(options_of(spec, option)) if option else {}
    bots = split_list(rivals)
    if seat is not None and seat > len(bots) + 1:
        raise BadOption(f"there is no seat {seat}: the seats are 1 to {len(bots) + 1}")
    table = TextSeat(
        game,
        bots,
        None if seat is None else seat - 1,
        language=language_of(lang),
        reasons=reasons,
        **chosen,
    )
    for race in range(races):
        page, over = table.reset(None if seed is None else seed + race), False
        info: dict[str, Any] = {}
        refused = 0
        while not over:
            if refused == MAX_REFUSED:
                raise NoAnswer(f"{refused} answers in a row were refused: {info['refused']}")
            say(f"{page}\n>")
            sys.stdout.flush()
            line = sys.stdin.readline()
            if not line:
                return
            page, _, over, info = table.step(line)
            refused = refused + 1 if "refused" in info else 0
        say(f"{page}\nresult {info['place']}")
