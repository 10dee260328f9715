"""The bot protocol: a view, an ask and chance go in, a move comes out."""

from __future__ import annotations

from typing import Protocol, TypeVar

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.game import Amount, Ask, M, Outcome, V
from paddock.core.game_spec import AnyGameSpec
from paddock.core.seats import Seat

V_contra = TypeVar("V_contra", contravariant=True)


class Bot(Protocol[V_contra, M]):
    """Plays a seat. It sees what a person in that seat would see, and nothing else.

    A bot with the attribute `looks = False` gets None as its view, which saves time.
    """

    def choose(self, seen: V_contra, ask: Ask[M], chance: Chance) -> M:
        """One of the options of the ask. Equal view, ask and draws give the same choice."""
        ...


def looks(bot: Bot[V_contra, M]) -> bool:
    """Whether a bot uses its view."""
    return bool(getattr(bot, "looks", True))


def sensible_ask(spec: AnyGameSpec, view: V, ask: Ask[M]) -> Ask[M]:
    """The ask with the options that a player would think of."""
    sensible, options = spec.bot_hints.sensible, ask.options
    if sensible is None or isinstance(options, Amount) or len(options) == 1:
        return ask
    kept = tuple(sensible(view, ask))
    if not kept or len(kept) == len(options):
        return ask
    default = kept.index(ask.default_move) if ask.default_move in kept else 0
    return replace(ask, options=kept, default=default)


def place_share(outcome: Outcome, seat: Seat) -> float:
    """The place of a seat among all competitors: 1 is first, 0 is last or out of the race."""
    place, field = outcome.places[seat], (*outcome.places, *outcome.others)
    if not place:
        return 0.0
    if len(field) == 1:
        return 1.0
    tied = field.count(place) - 1  # they share the places they take
    return 1 - (place - 1 + tied / 2) / (len(field) - 1)
