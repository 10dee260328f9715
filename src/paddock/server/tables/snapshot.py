"""Snapshots: the state of a table at a row, so that earlier rows need not be replayed.

The log is authoritative. A snapshot is only valid for the rules and code that made it.
"""

from __future__ import annotations

import enum
import importlib
import zlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from paddock.core.chance import Draw
from paddock.core.errors import PaddockError
from paddock.core.game_spec import AnyGameSpec
from paddock.core.program_turns import Sitting
from paddock.core.referee import Checkpoint
from paddock.core.turns import OpenTurn
from paddock.server.tables.code_hash import rules_hash, table_code_hash
from paddock.server.tables.row_budget import RowBudget
from paddock.server.tables.table_log import Place

MAX_SNAPSHOT_BYTES = 16 << 20  # limit against decompression bombs
ALLOWED_PREFIXES = ("paddock.core.", "paddock.games.", "paddock.server.")
OPTIONS = ("", "options")  # placeholder for a game's options type: some are created dynamically


class Snapshot(Struct, frozen=True):
    """State of a table up to a row. The race has a checkpoint there: nothing before it can be
    undone."""

    n: int
    at: int
    talk: int
    budget: RowBudget
    edition: str
    places: tuple[Place, ...]
    hints: tuple[int, ...]
    prepared_in_a_row: int
    company: dict[str, Any]
    slow: dict[str, Any]
    sitting: Sitting
    clocks: dict[str, Any]
    turn_log: OpenTurn
    names: tuple[str, ...]
    dealt: tuple[Draw, ...]
    race: Checkpoint[Any]


class BadSnapshot(PaddockError):
    """Invalid snapshot data."""


def maker(spec: AnyGameSpec) -> str:
    """Version of a snapshot: rules, edition and code. Only the same version can read it."""
    return f"{spec.card.edition} {rules_hash()[:32]} {table_code_hash()[:32]}"


# ---------------------------------------------------------------- as bytes

TUPLE, LIST, DICT, SET, FIRST_KIND = range(5)
PLAIN = (type(None), bool, int, float, str)


class EncodedSnapshot(Struct, frozen=True, array_like=True):
    """Values as nested lists, each with the number of its class first."""

    kinds: list[tuple[str, str]]
    value: Any


ENCODED_SNAPSHOT = msgspec.msgpack.Decoder(EncodedSnapshot)


class Writer:
    """Encodes values by their actual classes, independent of annotations."""

    def __init__(self, spec: AnyGameSpec) -> None:
        self.kinds: dict[type, int] = {spec.options: FIRST_KIND}
        self.names: list[tuple[str, str]] = [OPTIONS]

    def kind(self, of: type) -> int:
        found = self.kinds.get(of)
        if found is None:
            found = self.kinds[of] = FIRST_KIND + len(self.names)
            self.names.append((of.__module__, of.__qualname__))
        return found

    def write(self, value: Any) -> Any:
        of, write = type(value), self.write
        if of in PLAIN:
            return value
        if of is tuple:
            return [TUPLE, *map(write, value)]
        if isinstance(value, Struct):
            return [self.kind(of), *[write(getattr(value, f)) for f in value.__struct_fields__]]
        if isinstance(value, enum.Enum):
            return [self.kind(of), value.value]
        if of is list:
            return [LIST, *map(write, value)]
        if of is dict:
            return [DICT, *[[write(key), write(one)] for key, one in value.items()]]
        if of is frozenset:
            return [SET, *map(write, value)]
        raise BadSnapshot(f"{of} cannot be kept")


class Reader:
    """Decodes only classes of this package, whatever the data names."""

    def __init__(self, spec: AnyGameSpec, names: Sequence[tuple[str, str]]) -> None:
        self.kinds = [spec.options if name == OPTIONS else find_class(*name) for name in names]

    def read(self, written: Any) -> Any:
        if type(written) is not list:
            return written
        tag, *rest = written
        read = self.read
        if tag == TUPLE:
            return tuple([read(one) for one in rest])
        if tag == LIST:
            return [read(one) for one in rest]
        if tag == DICT:
            return {read(key): read(one) for key, one in rest}
        if tag == SET:
            return frozenset([read(one) for one in rest])
        kind = self.kinds[tag - FIRST_KIND]
        if issubclass(kind, enum.Enum):
            return kind(*rest)
        return kind(**dict(zip(kind.__struct_fields__, map(read, rest), strict=True)))


def find_class(module: str, name: str) -> Any:
    """A class of this package by its name."""
    found: Any = importlib.import_module(module) if module.startswith(ALLOWED_PREFIXES) else None
    for part in name.split("."):
        found = getattr(found, part, None)
    if not (isinstance(found, type) and issubclass(found, Struct | enum.Enum)):
        raise BadSnapshot(f"a snapshot speaks of {module}.{name}")
    return found


def encode(spec: AnyGameSpec, snapshot: Snapshot) -> bytes:
    writer = Writer(spec)
    value = writer.write(snapshot)
    return zlib.compress(msgspec.msgpack.encode(EncodedSnapshot(writer.names, value)))


def decode(spec: AnyGameSpec, body: bytes) -> Snapshot:
    """Decode a snapshot of this code, or raise BadSnapshot."""
    try:
        written = ENCODED_SNAPSHOT.decode(zlib.decompressobj().decompress(body, MAX_SNAPSHOT_BYTES))
        found = Reader(spec, written.kinds).read(written.value)
    except Exception as wrong:  # damaged data of any kind
        raise BadSnapshot(f"a snapshot cannot be read: {wrong!r}") from wrong
    if not isinstance(found, Snapshot):
        raise BadSnapshot("a snapshot is something else")
    return found
