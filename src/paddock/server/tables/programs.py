"""What a seat has prepared, as it is stored: next to the log, not in it. The log is what happened,
and everybody sees every row of it."""

from __future__ import annotations

import functools
from typing import Any, Generic, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from paddock.core.game import M
from paddock.core.game_spec import AnyGameSpec
from paddock.core.program_types import Program, Programs
from paddock.core.seats import Seat
from paddock.server.api import wire


class Line(Struct, Generic[M], frozen=True):
    """A program with its number in the list of its person."""

    id: int
    program: Program[M]
    answers: int = 0
    last_at: wire.Millis = 0  # when it answered last


class Prepared(Struct, Generic[M], frozen=True):
    """What a seat has prepared."""

    lines: tuple[Line[M], ...] = ()
    next_id: int = 1
    note: str = ""  # why something ended: `ended.NOTE` in the words
    rev: int = 0  # of its row in the database

    @property
    def programs(self) -> Programs:
        return tuple([line.program for line in self.lines])


AnyPrepared: TypeAlias = Prepared[Any]
NOTHING: AnyPrepared = Prepared()


class Change(Struct, frozen=True):
    """What a seat has prepared after a change."""

    seat: Seat
    after: AnyPrepared


# ---------------------------------------------------------------- stored


@functools.cache
def decoder(moves: Any) -> msgspec.json.Decoder[AnyPrepared]:
    return msgspec.json.Decoder(Prepared[moves])


def encode(found: AnyPrepared) -> bytes:
    return msgspec.json.encode(found)


def decode(spec: AnyGameSpec, body: bytes, rev: int) -> AnyPrepared:
    """What is stored. If it cannot be read, nothing is prepared, and its person is notified."""
    try:
        return replace(decoder(spec.move).decode(body), rev=rev)
    except (msgspec.DecodeError, RecursionError):
        return Prepared(note="unreadable", rev=rev)
