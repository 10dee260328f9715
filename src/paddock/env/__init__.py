"""Environments for programs that learn: races as observations, masks and actions.

`aec` and `parallel` follow PettingZoo, `single` follows Gymnasium, `vector` runs many races at once
with arrays, `text` needs no array at all. See docs/environments.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from paddock.core.errors import PaddockError
from paddock.core.layout import Layout
from paddock.env.rules import IllegalAction, find_layout, is_parallel
from paddock.env.text_seat import TextSeat
from paddock.games import all_specs

if TYPE_CHECKING:
    from paddock.env.aec_race import AecRace
    from paddock.env.parallel_race import ParallelRace
    from paddock.env.single_seat import SingleSeat
    from paddock.env.vector_races import VectorRaces

__all__ = [
    "IllegalAction",
    "MissingExtra",
    "TextSeat",
    "aec",
    "layout",
    "parallel",
    "parallel_games",
    "single",
    "text",
    "vector",
]


class MissingExtra(PaddockError, ImportError):
    """A package of the extra `env` is not installed."""


def load(module: str) -> Any:
    """A module that needs the extra, or a clear error."""
    try:
        return import_module(f"paddock.env.{module}")
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("paddock"):
            raise
        raise MissingExtra(
            f"environments need {missing.name}, of the extra `env`: pip install 'paddock[env]'"
        ) from None


def layout(game: str) -> Layout:
    """The numbers of a game: parts of an observation, ids of actions. Needs no extra."""
    return find_layout(game)


def parallel_games() -> tuple[str, ...]:
    """The games that `parallel` accepts: those in which several seats decide at once, sealed."""
    return tuple(id for id, spec in all_specs().items() if is_parallel(spec))


def aec(game: str, seats: int | None = None, *, illegal: str = "raise", **options: Any) -> AecRace:
    """A race in which one agent after the other decides (PettingZoo AEC).

    `illegal` says what an action that is not offered does: `raise` raises `IllegalAction`,
    `default` plays the default of the question.
    """
    race: AecRace = load("aec_race").AecRace(game, seats, illegal=illegal, **options)
    return race


def parallel(
    game: str, seats: int | None = None, *, illegal: str = "raise", **options: Any
) -> ParallelRace:
    """A race by windows: all who are asked answer at once, the others wait (PettingZoo)."""
    race: ParallelRace = load("parallel_race").ParallelRace(game, seats, illegal=illegal, **options)
    return race


def single(
    game: str,
    rivals: Sequence[str] = ("medium", "medium", "medium"),
    seat: int | None = None,
    *,
    illegal: str = "default",
    **options: Any,
) -> SingleSeat:
    """One seat against bots (Gymnasium). Without `seat` the seed draws it for every race.

    An action that is not offered plays the default of the question, and the info says `illegal`.
    """
    race: SingleSeat = load("single_seat").SingleSeat(
        game, rivals, seat, illegal=illegal, **options
    )
    return race


def text(
    game: str,
    rivals: Sequence[str] = ("medium", "medium", "medium"),
    seat: int | None = None,
    *,
    language: str = "en",
    reasons: bool = True,
    **options: Any,
) -> TextSeat:
    """One seat against bots, in words: pages go out, lines come in. Needs no extra.

    `reasons`: pages also say what matters and why to choose what.
    """
    return TextSeat(game, rivals, seat, language=language, reasons=reasons, **options)


def vector(
    game: str,
    races: int,
    seats: int | None = None,
    *,
    seed: int | None = None,
    bots: Mapping[int, str] | None = None,
    **options: Any,
) -> VectorRaces:
    """Many races side by side, with arrays in and out. `bots` play some of the seats."""
    found: VectorRaces = load("vector_races").VectorRaces(
        game, races, seats, seed=seed, bots=bots, **options
    )
    return found
