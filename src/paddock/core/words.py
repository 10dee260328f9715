"""Texts by message id, in every language, with values filled in."""

from __future__ import annotations

import functools
import string
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import resources
from typing import Any, TypeAlias

import msgspec

from paddock.core.errors import Refusal
from paddock.core.game import Ask, Question
from paddock.core.languages import (
    complete_languages,
    first_language,
    languages,
    parse_sentence,
    sentences,
)
from paddock.core.seats import Language, Names, Seat
from paddock.core.standings import Standing

Show: TypeAlias = Callable[[Any, Language, Names], str]
"""Formats a value for a text, given the language and the names of the seats."""

Message: TypeAlias = dict[Language, str]

Draft: TypeAlias = tuple[Callable[[object, str], str], tuple[tuple[str, str | None, str, str], ...]]
"""A parsed message: the formatter, and its parts (literal, field name, format, the name of the
field's own formatter or an empty string)."""

PLAIN = (str, int)  # put into a sentence as they are

Remark: TypeAlias = tuple[str, Mapping[str, object]]
"""A remark about an option: a message id under `foresee`, and its arguments."""


class Words:
    """The texts of one game. `shows` formats fields; seats are shown by name. A field that means
    something else in one message has its formatter under the name of both: `event.Paid.total`.

    The board in the browser gets the messages under `board`, the explanations (`help`), and the
    families named in `board`: with `("card",)` also all of `card.…`.
    """

    def __init__(
        self,
        packages: str | Sequence[str],  # a mode has its own words and those of its race
        shows: Mapping[str, Show] | None = None,
        seats: Sequence[str] = ("seat", "by", "whom"),
        others: Show | None = None,
        board: Sequence[str] = (),
        cars: Sequence[str] = (),  # by which a question names the car that is decided for
    ) -> None:
        packages = (packages,) if isinstance(packages, str) else packages
        self.messages = dict(read_messages(CORE_PACKAGE))
        for package in packages:
            self.messages |= read_messages(package)
        self.shows = dict(shows or {})
        self.seats = frozenset(seats)
        self.others = others
        self.cars = tuple(cars)
        self.families = (HELP, *board)
        self.topics: dict[tuple[str, str, str], str] = {}
        self.drafts: dict[tuple[str, Language], Draft] = {}
        self.phrases: dict[tuple[str, Language, tuple[tuple[str, object], ...]], str] = {}
        self.remarked: dict[tuple[str, Language, Names, tuple[tuple[str, object], ...]], str] = {}
        self.ranks: dict[tuple[Standing, Names, Language], tuple[str, str, str]] = {}

    def tell(self, id: str, language: Language, names: Names = (), **args: object) -> str:
        """The text of a message with its arguments, in the first language if not translated."""
        draft = self.drafts.get((id, language))
        if draft is None:
            draft = self.drafts[id, language] = self.draft(id, language)
        put, pieces = draft
        said = ""
        for literal, field, how, shown in pieces:
            if field is None:
                said += literal
                continue
            value = args[field]
            if shown:
                value = self.show(shown, value, language, names)
            if not how and type(value) in PLAIN:
                said += f"{literal}{value}"
            else:
                said += literal + put(value, how)
        return said

    def draft(self, id: str, language: Language) -> Draft:
        """A message parsed for formatting."""
        message = self.messages.get(id)
        if message is None:
            raise LookupError(f"no words for {id}")
        spoken = language if message.get(language) else first_language()
        found = [
            (literal, field, how, self.formatter(id, field) if field else "")
            for literal, field, how in parse_sentence(message[spoken])
        ]
        return sentences(spoken).format_value, tuple(found)

    def formatter(self, id: str, field: str) -> str:
        """The name under which a field of a message is formatted; empty: it has no formatter."""
        own = f"{id}.{field}"
        if own in self.shows:
            return own
        return field if field in self.seats or field in self.shows else ""

    def show(self, field: str, value: object, language: Language, names: Names) -> object:
        if field in self.seats:
            if isinstance(value, int):
                return self.name(value, names, language)
            if isinstance(value, tuple):
                return ", ".join([str(self.show(field, seat, language, names)) for seat in value])
        show = self.shows.get(field)
        return value if show is None or value is None else show(value, language, names)

    def name(self, seat: Seat, names: Names, language: Language) -> str:
        """The name of a seat, or of a car without a player."""
        if seat >= 0:
            return names[seat]
        if self.others is None:
            raise LookupError(f"nobody sits at {seat}, and cars without a seat have no name")
        return self.others(seat, language, names)

    def standing(self, one: Standing, names: Names, language: Language) -> tuple[str, str, str]:
        """Name, note and score of a competitor. Cached, because most do not change in a move."""
        key = (one, names, language)
        said = self.ranks.get(key)
        if said is None:
            if len(self.ranks) >= PHRASE_CACHE_SIZE:
                self.ranks.clear()
            note, score = (
                self.tell(f"standing.{id}", language, names, **dict(one.args)) if id else ""
                for id in (one.note, one.score)
            )
            said = self.ranks[key] = self.name(one.seat, names, language), note, score
        return said

    def has_message(self, id: str) -> bool:
        return id in self.messages

    def say(self, event: msgspec.Struct, names: Names, language: Language = "en") -> str:
        """An event as a sentence."""
        told = self.tell(event_id(event), language, names, **fields(event))
        return told[:1].upper() + told[1:]

    def label(self, move: msgspec.Struct, names: Names, language: Language = "en") -> str:
        """A move as the label of a button."""
        return self.tell(f"move.{variant_id(move)}", language, names, **fields(move))

    def prompt(self, ask: Ask[Any], names: Names, language: Language = "en") -> str:
        """The question to a seat, as a sentence."""
        args = dict(zip(ask.question.args, ask.args, strict=True))
        return self.tell(f"ask.{ask.question.prompt}", language, names, **args)

    def waiting_text(self, ask: Ask[Any], names: Names, language: Language = "en") -> str:
        """What the other players read meanwhile."""
        id = f"ask.{ask.question.prompt}.waiting"
        return self.tell(id, language, names, seat=ask.seat)

    def remarks_text(self, remarks: Iterable[Remark], language: Language = "en") -> str:
        """The remarks about an option as one line: cost, risk, destination."""
        return " · ".join([self.phrase(id, language, tuple(args.items())) for id, args in remarks])

    def phrase(self, id: str, language: Language, args: tuple[tuple[str, object], ...]) -> str:
        """A remark, cached: the options of an ask share many."""
        key = (id, language, args)
        said = self.phrases.get(key)
        if said is None:
            if len(self.phrases) >= PHRASE_CACHE_SIZE:
                self.phrases.clear()
            said = self.phrases[key] = self.tell(f"foresee.{id}", language, (), **dict(args))
        return said

    def remark(
        self, id: str, language: Language, names: Names, args: tuple[tuple[str, object], ...]
    ) -> str:
        """A remark about the board, cached: most are the same after a move."""
        key = (id, language, names, args)
        said = self.remarked.get(key)
        if said is None:
            if len(self.remarked) >= PHRASE_CACHE_SIZE:
                self.remarked.clear()
            said = self.remarked[key] = self.tell(f"spoken.{id}", language, names, **dict(args))
        return said

    def topic(self, prompt: str, move: object, detail: str = "") -> str:
        """The most specific help topic of an option: its kind with a detail, or with the question,
        or its kind alone. Empty: no help text."""
        key = (type(move).__name__, prompt, detail)
        found = self.topics.get(key)
        if found is None:
            kind = key[0]
            named = [f"{kind}.{part}" for part in (detail, prompt) if part]
            wanted = (topic for topic in (*named, kind) if self.has_message(f"{HELP}.{topic}"))
            found = self.topics[key] = next(wanted, "")
        return found

    def explain(self, topic: str, language: Language, why: bool = False) -> str:
        """The help text of a topic: what it does and costs, or why to choose it. The latter may be
        the same for all moves of a kind."""
        ids = [f"{HELP}.{topic}"]
        if why:
            ids = [f"{HELP}.why.{topic}", f"{HELP}.why.{topic.partition('.')[0]}"]
        return next((self.tell(id, language) for id in ids if self.has_message(id)), "")

    def advise(self, prompt: str, language: Language) -> str:
        """What matters for a question."""
        return self.explain(f"ask.{prompt}", language)

    def refusal(self, refusal: Refusal, names: Names, language: Language = "en") -> str:
        return self.tell(f"refusal.{refusal.reason}", language, names, **dict(refusal.args))

    def reason(self, reason: str, language: Language = "en") -> str:
        return self.tell(f"reason.{reason}", language)

    def board_texts(self) -> dict[str, Message]:
        """The texts of the board in the browser, by id."""
        found = {}
        for id, message in self.messages.items():
            family, _, rest = id.partition(".")
            if family == "board" and rest:
                found[rest] = message
            elif family in self.families:
                found[id] = message
        return found

    def missing_messages(self) -> list[str]:
        """Messages that lack a complete language, or whose placeholders differ."""
        out = []
        for id, message in self.messages.items():
            lacking = [language for language in complete_languages() if not message.get(language)]
            if lacking:
                out.append(f"{id}: no words in {', '.join(lacking)}")
            elif len({frozenset(placeholders(text)) for text in message.values()}) > 1:
                out.append(f"{id}: the languages name different things")
        return out

    def kind(self, prompt: str, language: Language = "en") -> str:
        """The name of this kind of decision."""
        return self.tell(f"ask.{prompt}.kind", language)

    def car(self, ask: Ask[Any], names: Names, language: Language = "en") -> str:
        """The car that a question is about, if a seat may have several; else empty."""
        args = dict(zip(ask.question.args, ask.args, strict=True))
        named = [field for field in self.cars if field in args]
        return str(self.show(named[0], args[named[0]], language, names)) if named else ""

    def has_question_texts(self, question: Question) -> bool:
        """Whether a question has all its texts: prompt, waiting, and kind."""
        id = f"ask.{question.prompt}"
        return all(self.has_message(one) for one in (id, f"{id}.waiting", f"{id}.kind"))


CORE_PACKAGE = "paddock.core"
HELP = "help"  # the family of what explains options, gauges and questions
PHRASE_CACHE_SIZE = 4096  # remarks that are kept ready


fields = msgspec.structs.asdict


def variant_id(value: msgspec.Struct) -> str:
    """The type name of a value, with its variant if it has one."""
    name = type(value).__name__
    kind: str = getattr(value, "variant", "")
    return f"{name}.{kind}" if kind else name


def event_id(event: msgspec.Struct) -> str:
    kind = type(event)
    return plain_id(kind) or f"event.{variant_id(event)}"


@functools.cache
def plain_id(kind: type) -> str:
    """The message id of all events of a type, if it has no variants."""
    return "" if hasattr(kind, "variant") else f"event.{kind.__name__}"


def placeholders(text: str) -> list[str]:
    return [name for _, name, _, _ in string.Formatter().parse(text) if name]


@functools.cache
def read_messages(package: str) -> dict[str, Message]:
    """The messages of a package: texts by language under tables such as `[event.Passed]`."""
    text = resources.files(package).joinpath("words.toml").read_text("utf-8")
    found: dict[str, Message] = {}

    def walk(prefix: str, table: dict[str, Any]) -> None:
        message: Message = {key: text for key, text in table.items() if isinstance(text, str)}
        if strange := message.keys() - languages().keys():
            raise LookupError(f"{package}: {prefix} is told in {', '.join(sorted(strange))}")
        if message:
            found[prefix] = message
        for key, value in table.items():
            if isinstance(value, dict):
                walk(f"{prefix}.{key}" if prefix else key, value)

    walk("", tomllib.loads(text))
    return found
