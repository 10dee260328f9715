"""`paddock play`: a race in the terminal."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Annotated, Any

from paddock import bots, files
from paddock.cli.command_line import Argument, Option
from paddock.cli.common import Lang, Options, has_screen, language_of, options_of, split_list
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
        str | None, Argument(metavar="GAME", help="The game. Not needed with --resume.")
    ] = None,
    seats: Annotated[
        str | None, Option(help="Who plays: `human` or a bot, separated by commas.")
    ] = None,
    names: Annotated[str | None, Option(help="Their names, separated by commas.")] = None,
    colours: Annotated[
        str | None,
        Option(help="Colours of their cars, separated by commas (some games)."),
    ] = None,
    option: Options = [],  # noqa: B006  never changed
    save: Annotated[Path | None, Option(help="Save the race to this file after each move.")] = None,
    resume: Annotated[Path | None, Option(help="Continue the race in this file.")] = None,
    plain: Annotated[
        bool, Option("--plain", help="Lines only: for pipes and screen readers.")
    ] = False,
    seed: Annotated[
        int | None, Option(help="The same number gives the same dice and bots.")
    ] = None,
    lang: Lang = "en",
) -> None:
    """Play a race against bots, or with several people on one screen.

    Bots: `easy`, `medium`, `hard`; `random`, `greedy`, `search:200`, `search:2s`; your own by
    `file.py:Name` or `module:Name`.

    Example: `paddock play street-illegal --seats human,medium,hard`
    """
    from paddock.games import find_spec

    language = language_of(lang)
    if resume is not None:
        if option or names or colours:
            raise BadOption("a race that is resumed keeps its options, names and colours")
        spec, found = read_race(resume, game)
        called, options = found.names, found.options
        who = split_list(seats) if seats else found.players or (HUMAN,) * len(called)
        offered = ("", *spec.liveries(options, len(called)))
        painted = found.colours if {*found.colours} <= {*offered} else ()
    else:
        found = None
        spec = find_spec(game or "street-illegal")
        options = options_of(spec, option)
        who = split_list(seats or default_seats(spec))
        called = split_list(names) if names else default_names(who)
        painted = read_colours(spec, options, len(who), colours)
    check_seats(spec, who, called, own=seats is not None)
    choose_interface(plain)(
        spec,
        options=options,
        seats=who,
        names=called,
        colours=painted,
        language=language,
        save=save or resume,
        resume=found,
        seed=seed,
    )


def read_colours(spec: AnyGameSpec, options: Any, seats: int, text: str | None) -> tuple[str, ...]:
    """The colours of cars, by seat; seats without one have none chosen."""
    chosen = split_list(text) if text else ()
    offered = spec.liveries(options, seats)
    if chosen and not offered:
        raise BadOption(f"{spec.card.title} has no colours to choose")
    for colour in chosen:
        if colour not in offered:
            raise BadOption(f"{colour} is not offered: {', '.join(offered)}")
    if len(set(chosen)) != len(chosen):
        raise BadOption("two seats have the same colour")
    if len(chosen) > seats:
        raise BadSeats(f"{seats} seats and {len(chosen)} colours")
    return chosen + ("",) * (seats - len(chosen)) if chosen else ()


def choose_interface(plain: bool) -> Any:
    """The interface of a race: the screen, or plain lines without a terminal."""
    module = "app" if has_screen(plain) else "plain"
    return importlib.import_module(f"paddock.terminal.{module}").run


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
