"""Exceptions, and who is at fault.

PaddockError: input from outside that we cannot use, explained in one line. UnknownGame, BadOption,
BadSeats, BadDraw, UnknownBot, BotFailed, NoRecord, UnreadableRecord, UnreadableScenario.

Refused (a PaddockError): a move that was not accepted; the state is unchanged. UnreadableMove and
AmbiguousMove: the text matches no move, or two. NotAsked and Stale: another seat's decision, or one
already taken. NotUndoable: something was drawn, shown or asked since. IllegalMove: a rule forbids
it; carries the clause.

RulesBug (an AssertionError): our mistake, an impossible state. WrongDraw: an unexpected draw.
"""

from __future__ import annotations

from msgspec import Struct


class PaddockError(Exception):
    """Unusable input from outside. Its text is one line for people."""


class UnknownGame(PaddockError):
    pass


class BadOption(PaddockError):
    pass


class BadSeats(PaddockError):
    pass


class BadDraw(PaddockError):
    """Fixed draws that are not the ones the rules ask for."""


class UnknownBot(PaddockError):
    pass


class BotFailed(PaddockError):
    """A bot raised an exception, took too long, or answered what is not offered."""

    def __init__(self, text: str, record: str = "") -> None:
        super().__init__(text, record)

    def __str__(self) -> str:
        return str(self.args[0])

    @property
    def record(self) -> str:
        """The race up to the decision, as the text of a record; empty if unknown."""
        return str(self.args[1])


class NoRecord(PaddockError):
    """An imagined race has no record: no one played it."""


class UnreadableRecord(PaddockError):
    pass


class UnreadableScenario(PaddockError):
    pass


class Refused(PaddockError):
    """A move that was not accepted. The state is unchanged."""


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
    """A mistake of ours: the rules reached an impossible state."""


class WrongDraw(RulesBug):
    """The rules asked for another draw than the recorded one."""
