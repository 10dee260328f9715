"""Notation: moves, events and positions as text and back, for scenarios and records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeAlias

import msgspec
from msgspec import Struct

from paddock.core.chance import Chance
from paddock.core.errors import AmbiguousMove, UnreadableMove, UnreadableScenario
from paddock.core.game import Ask, M, O, S, Step
from paddock.core.seats import Names

Facts: TypeAlias = dict[str, dict[str, str]]
"""A position: for each subject its facts as text."""


class Word(Struct, frozen=True):
    """How a value is written as one word, and parsed."""

    show: Callable[[Any, Names], str]
    read: Callable[[str, Names], Any]


def word(names: Sequence[str]) -> Word:
    """A word for small numbers that have names."""
    return Word(lambda value, _: names[value], lambda text, _: tuple(names).index(text))


def flag(no: str, yes: str) -> Word:
    """A word for a boolean. Reading returns a bool, because strict decoding rejects 0 and 1."""
    names = (no, yes)
    return Word(lambda value, _: names[value], lambda text, _: bool(names.index(text)))


def read_seat(text: str, names: Names) -> int:
    return -1 if text == "nobody" else list(names).index(text)


NUMBER = Word(lambda value, _: str(value), lambda text, _: int(text))
SEAT = Word(lambda value, names: names[value] if value >= 0 else "nobody", read_seat)


def row(item: Word) -> Word:
    """A word for a list, separated by commas; an empty list is a dash."""

    def show(values: Iterable[Any], names: Names) -> str:
        return ",".join(item.show(value, names) for value in values) or "-"

    def read(text: str, names: Names) -> tuple[Any, ...]:
        return () if text == "-" else tuple(item.read(part, names) for part in text.split(","))

    return Word(show, read)


def in_one(ask: Ask[M], move: M) -> tuple[M, ...]:
    """The default of `Notation.apart`: every move is one decision."""
    return (move,)


class Notation(Struct, Generic[S, M, O], frozen=True):
    """The notation of a game.

    verbs   a move's type -> its verb; its fields follow in order, each as one word
    fields  a field's name -> how it is written (seats and numbers need no entry)
    face    what chance may turn up, given the label, as a scenario names it
    facts   a state as facts; `place` makes a state of facts, filling in what they leave out
    begin   starts an automatic part by its name, in a state that `place` made
    events  an event's type -> its name in scenarios, where that is not the name of its class
    sets    fields that hold several things whose order says nothing
    apart   a combined move -> the decisions it consists of
    """

    verbs: Mapping[type, str]
    fields: Mapping[str, Word]
    face: Callable[[str, object], str]
    facts: Callable[[S, Names], Facts]
    place: Callable[[Facts, O, Names], S]
    begin: Callable[[S, str, Chance], Step[S, Any]]
    seats: frozenset[str] = frozenset({"seat", "by", "whom"})
    events: Mapping[type, str] = {}
    sets: frozenset[str] = frozenset()
    apart: Callable[[Ask[M], M], tuple[M, ...]] = in_one

    def word(self, name: str) -> Word:
        return self.fields.get(name) or (SEAT if name in self.seats else NUMBER)

    def text(self, move: M, names: Names) -> str:
        """A move as text."""
        assert isinstance(move, msgspec.Struct)
        values = [self.word(n).show(getattr(move, n), names) for n in move.__struct_fields__]
        return " ".join([self.verbs[type(move)], *values])

    def move(self, text: str, names: Names) -> M:
        """The move that a text stands for."""
        verb, *rest = text.split() or [""]
        for kind, known in self.verbs.items():
            names_of: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]
            if known != verb or len(names_of) != len(rest):
                continue
            try:
                values = [self.word(n).read(t, names) for n, t in zip(names_of, rest, strict=True)]
                made: M = kind(*values)
            except (ValueError, KeyError, IndexError, msgspec.ValidationError):
                continue
            return made
        verbs = ", ".join(sorted(set(self.verbs.values())))
        raise UnreadableMove(f"{text!r} is not a move; moves begin with {verbs}")

    def option(self, text: str, ask: Ask[M], names: Names) -> M:
        """The one option that a text, or the beginning of its text, stands for."""
        exact = [m for m in ask.options if self.text(m, names) == text]
        found = exact or [m for m in ask.options if begins(text, self.text(m, names))]
        if len(found) > 1:
            raise AmbiguousMove(f"{text!r} could mean {len(found)} moves")
        if found:
            return found[0]
        move = self.move(text, names)
        said = self.orderless(move)
        return next((m for m in ask.options if self.orderless(m) == said), move)

    def orderless(self, move: M) -> tuple[object, ...]:
        """The contents of a move, equal for every order of its unordered fields."""
        assert isinstance(move, msgspec.Struct)
        fields = [(name, getattr(move, name)) for name in move.__struct_fields__]
        return type(move), *[tuple(sorted(v)) if n in self.sets else v for n, v in fields]

    def moves(self, text: str, ask: Ask[M], names: Names) -> tuple[M, ...]:
        """The moves that a text stands for: an option, one for each item of a list (`discard 4,1`),
        or the decisions of a combined move."""
        text = text.replace(", ", ",")
        try:
            move = self.option(text, ask, names)
        except UnreadableMove:
            verb, _, listed = text.partition(" ")
            if "," not in listed or " " in listed:
                raise
            return tuple([self.option(f"{verb} {one}", ask, names) for one in listed.split(",")])
        return (move,) if move in ask.options else self.apart(ask, move)

    def event(self, event: msgspec.Struct, names: Names) -> str:
        """An event as text: `passed by=alex whom=bob`."""
        parts = [self.events.get(type(event)) or kebab(type(event).__name__)]
        for name in event.__struct_fields__:
            if name == "clause":
                continue
            value = getattr(event, name)
            shown = "?" if value is None else self.word(name).show(value, names)
            parts.append(f"{name}={shown}")
        return " ".join(parts)


def begins(text: str, whole: str) -> bool:
    """Whether a text is a prefix of another. Numbers are not cut: 1 is no prefix of 17."""
    rest = whole.removeprefix(text) if whole.startswith(text) else ""
    return bool(rest) and not (text[-1:].isdecimal() and rest[0].isdecimal())


def kebab(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def read_facts(lines: Iterable[str]) -> Facts:
    """Parse facts: `alex place 7 chips 3` becomes alex -> place, chips."""
    facts: Facts = {}
    for line in lines:
        subject, *rest = line.split() or [""]
        if not subject or len(rest) % 2:
            raise UnreadableScenario(
                f"{line!r} is not a subject followed by pairs of key and value"
            )
        known = facts.setdefault(subject, {})
        for key, value in zip(rest[::2], rest[1::2], strict=True):
            known[key] = value
    return facts


def write_facts(facts: Facts) -> list[str]:
    return [
        " ".join([subject, *(part for pair in known.items() for part in pair)])
        for subject, known in facts.items()
    ]


def differences(expected: Facts, found: Facts) -> list[str]:
    """Expected facts that are not so, one line each."""
    out = []
    for subject, known in expected.items():
        if subject not in found:
            out.append(f"{subject}: there is no such subject ({', '.join(found)})")
            continue
        for key, value in known.items():
            there = found[subject].get(key)
            if there is None:
                out.append(f"{subject} {key}: expected {value}, but nothing is said of it")
            elif there != value:
                out.append(f"{subject} {key}: expected {value}, found {there}")
    return out
