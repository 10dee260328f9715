"""Options as lines with codes to type. Where options have values, the value is the code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from paddock.core.errors import UnreadableMove
from paddock.core.game import Amount, Ask


class Choice(Struct, frozen=True):
    """An option in the list."""

    code: str  # code to type
    text: str  # the move in notation, which may be typed too
    label: str
    remark: str  # forecast: cost, risk, destination
    danger: str  # warning about a serious consequence
    final: bool
    default: bool
    move: Any


LETTERS = "acdegijkmnovyz"
"""Codes for options without a value; the other letters are keys."""
READABLE = re.compile(r"\d+|[A-Z]|yes|no")
"""Words of a code that need not be in the label: numbers, and cards by their letter."""


def codes(texts: Sequence[str], labels: Sequence[str] = ()) -> list[str]:
    """The code of each option.

    Where options have values (`write 17 no`, `cool 2`), the value is typed, with its verb where it
    is not the default one, and options have no numbers. Elsewhere they are numbered from 1. A code
    with words that the label does not have becomes a letter; if there are too many of these, all
    options are numbered.
    """
    numbers = [str(number) for number in range(1, len(texts) + 1)]
    split = [text.split() for text in texts]
    verbs = Counter(words[0] for words in split if has_value(words))
    if verbs.total() < 2:
        return numbers
    usual = verbs.most_common(1)[0][0]
    long = {verb: shortest_length([words for words in split if words[0] == verb]) for verb in verbs}
    found = [
        " ".join(words[words[0] == usual : 1 + long[words[0]]] if has_value(words) else words)
        for words in split
    ]
    unread = [
        n
        for n, (code, label) in enumerate(zip(found, labels, strict=False))
        if not reads(code, label)
    ]
    if len(unread) > len(LETTERS):
        return numbers
    for n, letter in zip(unread, LETTERS, strict=False):
        found[n] = letter
    return found


def reads(code: str, label: str) -> bool:
    """Whether a person finds every word of a code in the label."""
    told = label.casefold()
    return all(
        READABLE.fullmatch(word) or re.search(rf"\b{re.escape(word.casefold())}\b", told)
        for word in re.split("[ ,]", code)
    )


def has_value(words: Sequence[str]) -> bool:
    return len(words) > 1 and words[1].isdecimal()


def shortest_length(among: Sequence[Sequence[str]]) -> int:
    """The number of words after the verb that distinguish all its options."""
    most = max(len(words) for words in among)
    told = (len({tuple(words[: 1 + length]) for words in among}) for length in range(1, most))
    return next((n for n, kinds in enumerate(told, 1) if kinds == len(among)), most)


def find_choices(text: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices a typed text may mean: by code, by move, or by words in it."""
    typed = normalize(text)
    for exact in (
        [c for c in choices if normalize(c.code) == typed],
        [c for c in choices if normalize(c.text) == typed],
    ):
        if exact:
            return exact
    counted = all(c.code.isdecimal() for c in choices)
    if counted and text.isdecimal():
        return []  # a number that is not in the list is never a prefix of a move
    return [c for c in choices if is_contained(typed.split(), normalize(c.text).split())]


def normalize(text: str) -> str:
    """Normal form: card lists sorted, without capitals."""
    words = text.casefold().replace(", ", ",").split()
    return " ".join(",".join(sorted(word.split(","))) for word in words)


def is_contained(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the typed words occur in these, in this order. A word may be abbreviated, a number
    may not: 1 is no prefix of 17."""
    rest = iter(words)
    return bool(typed) and all(
        any(word == part or (not part.isdecimal() and word.startswith(part)) for word in rest)
        for part in typed
    )


def parse_amount(text: str, ask: Ask[Any]) -> Any:
    """The move for a typed amount."""
    options = ask.options
    assert isinstance(options, Amount)
    number = text.rsplit(maxsplit=1)[-1].replace("'", "").replace(".", "").replace(",", "")
    if not number.isdecimal():
        raise UnreadableMove(text)
    return options.at(int(number))
