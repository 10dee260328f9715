"""The supported languages (`languages.toml`), and the numbers and names in their sentences."""

from __future__ import annotations

import functools
import string
import tomllib
from importlib import resources
from typing import Any, cast

import msgspec
from msgspec import Struct

from paddock.core.plurals import CATEGORIES, OTHER, PluralRule, plural_rule
from paddock.core.seats import Language


class LanguageInfo(Struct, frozen=True):
    """A language as described in `languages.toml`."""

    name: str  # what it calls itself
    draft: bool = False  # it may lack sentences
    decimal: str = "."
    plural: dict[str, str] = {}  # conditions of CLDR by category: one, few, …
    ordinal: dict[str, str] = {}
    joins: dict[str, dict[str, str]] = {}  # a preposition by the beginning of what it joins


@functools.cache
def languages() -> dict[Language, LanguageInfo]:
    """All languages, in the order they are offered."""
    text = resources.files("paddock.core").joinpath("languages.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), type=dict[str, LanguageInfo])


@functools.cache
def first_language() -> Language:
    """The source language: the fallback for missing translations."""
    return next(iter(languages()))


def complete_languages() -> tuple[Language, ...]:
    """The languages without missing texts; tests check this."""
    return tuple(id for id, spoken in languages().items() if not spoken.draft)


def match_language(wanted: str) -> Language | None:
    """The supported language for a requested tag: "it-CH" matches Italian."""
    known = {id.lower(): id for id in languages()}
    tag = wanted.strip().lower().replace("_", "-")
    while tag not in known and "-" in tag:
        tag = tag.rpartition("-")[0]
    return known.get(tag)


def next_language(language: Language) -> Language:
    """The next language, for a key that cycles through all of them."""
    all = list(languages())
    return all[(all.index(language) + 1) % len(all)]


# ---------------------------------------------------------------- counting


@functools.cache
def plural_rules(language: Language) -> tuple[PluralRule, PluralRule]:
    """The plural rule and the ordinal rule of a language; without own rules, those of the first."""
    known = languages()
    info = known.get(language) or known[first_language()]
    if not info.plural:
        info = known[first_language()]
    return plural_rule(info.plural), plural_rule(info.ordinal)


@functools.lru_cache(4096)
def plural_category(language: Language, which: int, number: int) -> str:
    return plural_rules(language)[which](number)


def format_decimal(number: float, language: Language) -> int | str:
    """A number with the decimal symbol of the language; whole numbers have none."""
    return int(number) if number.is_integer() else str(number).replace(".", decimal_point(language))


def format_tenths(number: float, language: Language) -> str:
    """A number with one decimal place, always shown."""
    return f"{number:.1f}".replace(".", decimal_point(language))


def decimal_point(language: Language) -> str:
    info = languages().get(language)
    return "." if info is None else info.decimal


@functools.cache
def plural_form(spec: str, category: str) -> str:
    """The form of a category: of `chip

    chips` (one, then all others) or `one=…

    few=…

    other=…`.
    """
    forms = spec.split("|")
    named = dict(one.split("=", 1) for one in forms if one.split("=", 1)[0] in CATEGORIES)
    if len(named) < len(forms):
        return forms[0] if category == "one" else forms[-1]
    return named.get(category, named.get(OTHER, ""))


@functools.cache
def parse_sentence(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """The parts of a text: literal, field name, format. Cached, because texts never change."""
    found = tuple(string.Formatter().parse(text))
    for _, field, how, conversion in found:
        if field is not None and (not field.isidentifier() or conversion or "{" in (how or "")):
            raise ValueError(f"a sentence names values, and nothing else: {text}")
    return tuple((literal, field, how or "") for literal, field, how, _ in found)


def percent(chance: float) -> int:
    """A probability in whole percent. Only 0 gives 0, and only 1 gives 100."""
    return min(99, max(1, round(chance * 100))) if 0 < chance < 1 else round(chance * 100)


class Named(str):
    """A name with another form in a sentence: Kalahari, the Kalahari."""

    __slots__ = ("called",)

    def __new__(cls, name: str, called: str) -> Named:
        made = super().__new__(cls, name)
        made.called = called
        return made

    called: str


def join_name(name: str, how: str, language: Language) -> str:
    """A name as used in a sentence, with the preposition of this language."""
    called = name.called if isinstance(name, Named) else name
    beginnings = languages()[language].joins.get(how, {}) if language in languages() else {}
    fitting = [beginning for beginning in beginnings if called.startswith(beginning)]
    if not fitting:
        return called
    longest = max(fitting, key=len)
    return beginnings[longest] + called[len(longest) :]


class Sentences:
    """`{n:chip|chips}` is "1 chip" or "2 chips"; `{n:#one=st|two=nd|few=rd|other=th}` is "2nd";
    `{n:%}` is a chance, "25 %"; `{seat:@to}` joins a name to what stands before it."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def format_value(self, value: object, how: str) -> str:
        """A value as text, by its format."""
        if type(value) is str and not how:
            return value
        if isinstance(value, float) and how != "%":
            value = format_decimal(value, self.language)
        if how == "%":
            return f"{percent(cast('float', value))} %"
        if how.startswith("@"):
            return join_name(
                value if isinstance(value, str) else str(value), how[1:], self.language
            )
        if how.startswith("#"):
            return f"{value}{plural_form(how[1:], self.category(value, 1))}"
        if "|" in how:
            return f"{value} {plural_form(how, self.category(value, 0))}"
        return format(value, how)

    def category(self, value: Any, which: int) -> str:
        if type(value) is int:
            return plural_category(self.language, which, value)
        try:
            number = int(value) if isinstance(value, str) else value
            return plural_rules(self.language)[which](number)
        except (TypeError, ValueError):  # no number: "a few", "?"
            return OTHER


@functools.cache
def sentences(language: Language) -> Sentences:
    return Sentences(language)
