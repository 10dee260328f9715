"""Everything that can be wrong, and whose fault it is.

PaddockError            somebody outside gave us something we cannot use: one clear line
├── UnknownGame, BadOption, BadSeats, UnknownBot, UnreadableRecord, UnreadableScenario
└── Refused             a move that was not accepted; the state is untouched
    ├── UnreadableMove, AmbiguousMove    the text says nothing, or two things
    ├── NotAsked, Stale                  another's decision, or one that has been taken
    ├── NotUndoable                      something was drawn, shown or asked since
    └── IllegalMove                      a rule forbids it: carries the clause
RulesBug (AssertionError)               we are wrong: an impossible state, an unused draw
└── WrongDraw
"""

from __future__ import annotations

from msgspec import Struct


class PaddockError(Exception):
    """Something from outside that we cannot use; its text is one line for people."""


class UnknownGame(PaddockError):
    pass


class BadOption(PaddockError):
    pass


class BadSeats(PaddockError):
    pass


class UnknownBot(PaddockError):
    pass


class UnreadableRecord(PaddockError):
    pass


class UnreadableScenario(PaddockError):
    pass


class Refused(PaddockError):
    """A move that was not accepted. The state is untouched."""


class UnreadableMove(Refused):
    pass


class AmbiguousMove(Refused):
    pass


class NotAsked(Refused):
    pass


class Stale(Refused):
    pass


class NotUndoable(Refused):
    pass


class Refusal(Struct, frozen=True):
    """Why a move is not offered: a message id, the clause, and what the message needs."""

    reason: str
    clause: str
    args: tuple[tuple[str, object], ...] = ()


class IllegalMove(Refused):
    """A rule forbids this move."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.reason} ({refusal.clause})")
        self.refusal = refusal


class RulesBug(AssertionError):
    """Our own mistake: the rules came to where they cannot be."""


class WrongDraw(RulesBug):
    """The rules asked chance for something else than what was written down."""
