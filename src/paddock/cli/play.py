"""`paddock play`: a race in the terminal."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Annotated, Any

from paddock import bots, files
from paddock.cli.command_line import Argument, Option
from paddock.cli.common import Lang, Options, language_of, options_of, split_list
from paddock.core import record
from paddock.core.errors import BadOption, BadSeats, UnknownBot
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import AnyRecord

NAME = "play"
HUMAN = "human"
PEOPLE = (
    "Robin", "Kim", "Sasha", "Toni", "Noa", "Jo", "Mika", "Luca",
    "Andrea", "Sam", "Nicola", "Vale", "Gabi", "Chris", "Dani",
)  # fmt: skip
"""Names of people after the first, where none are given."""


def command(
    game: Annotated[
        str | None, Argument(metavar="GAME", help="The game; not needed with --resume.")
    ] = None,
    seats: Annotated[str | None, Option(help="Who plays: `human` or a bot, with commas.")] = None,
    names: Annotated[str | None, Option(help="What they are called, with commas.")] = None,
    option: Options = [],  # noqa: B006  never changed
    save: Annotated[Path | None, Option(help="Keep the race in this file, move by move.")] = None,
    resume: Annotated[Path | None, Option(help="Go on with the race of this file.")] = None,
    plain: Annotated[
        bool, Option("--plain", help="Lines only: for pipes and screen readers.")
    ] = False,
    seed: Annotated[
        int | None, Option(help="The same dice and the same bots for the same number.")
    ] = None,
    lang: Lang = "en",
) -> None:
    """Play a race against bots, or several people at one screen.

    Bots: `easy`, `medium`, `hard`; `random`, `greedy`, `search:200`, `search:2s`; your own by
    `file.py:Name` or `module:Name`.

    Example: `paddock play street-illegal --seats human,medium,hard`
    """
    from paddock.games import find_spec

    language = language_of(lang)
    if resume is not None:
        if option or names:
            raise BadOption("a race that is resumed keeps its options and its names")
        spec, found = read_race(resume, game)
        called, options = found.names, found.options
        who = split_list(seats) if seats else found.players or (HUMAN,) * len(called)
    else:
        found = None
        spec = find_spec(game or "street-illegal")
        options = options_of(spec, option)
        who = split_list(seats or default_seats(spec))
        called = split_list(names) if names else default_names(who)
    check_seats(spec, who, called, own=seats is not None)
    choose_interface(plain)(
        spec,
        options=options,
        seats=who,
        names=called,
        language=language,
        save=save or resume,
        resume=found,
        seed=seed,
    )


def choose_interface(plain: bool) -> Any:
    """The interface of a race: the screen, or plain lines without a terminal."""
    screen = not plain and sys.stdin.isatty() and sys.stdout.isatty()
    return importlib.import_module(f"paddock.terminal.{'app' if screen else 'plain'}").run


def read_race(path: Path, game: str | None) -> tuple[AnyGameSpec, AnyRecord]:
    """Read the race of a file."""
    from paddock.games import find_spec

    spec, found, _ = record.read_record(files.read_text(path), find_spec)
    if game is not None and game != spec.card.id:
        raise BadOption(f"{path} is a race of {spec.card.id}, not of {game}")
    return spec, found


def default_seats(spec: AnyGameSpec) -> str:
    """The default seats: one person and greedy bots, four in all or as many as fit."""
    count = min(max(4, spec.card.seats[0]), spec.card.seats[1])
    return ",".join([HUMAN, *["greedy"] * (count - 1)])


def default_names(seats: tuple[str, ...]) -> tuple[str, ...]:
    """Default names of seats: those of people, and those of bots at tables."""
    from paddock.bots.names import DRIVER_NAMES

    people, drivers = iter(("Alex", *PEOPLE)), iter(DRIVER_NAMES)
    return tuple(next(people if who == HUMAN else drivers) for who in seats)


def check_seats(
    spec: AnyGameSpec, seats: tuple[str, ...], names: tuple[str, ...], *, own: bool
) -> None:
    """Check seats, names and bots. Own bots must be named by the user: a record that a stranger
    wrote must not run code."""
    least, most = spec.card.seats
    if not spec.card.allows_seats(len(seats)):
        raise BadSeats(f"{spec.card.title} seats {least} to {most}, not {len(seats)}")
    if len(names) != len(seats):
        raise BadSeats(f"{len(seats)} seats and {len(names)} names")
    if len(set(names)) != len(names):
        raise BadSeats("two seats have the same name")
    for who in seats:
        if who != HUMAN:
            try:
                bots.make_bot(who, spec, own=own)
            except UnknownBot as wrong:
                raise UnknownBot(f"{wrong} (or {HUMAN})") from None
