"""What may be chosen, as lines that can be typed: a number that is a value means that value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from paddock.core.errors import UnreadableMove
from paddock.core.game import Amount, Ask


class Choice(Struct, frozen=True):
    """An option as it is listed."""

    code: str  # what is typed to choose it
    text: str  # the move in notation, which may be typed as well
    label: str
    remark: str  # cost, risk, destination: what can be foreseen
    danger: str  # what he would regret
    final: bool
    default: bool
    move: Any


def codes(texts: Sequence[str]) -> list[str]:
    """What is typed for each option.

    Where options have values (`write 17 no`, `cool 2`), the value is typed, with its verb where it
    is not the usual one, and nothing is numbered beside it; elsewhere they are counted from 1.
    """
    split = [text.split() for text in texts]
    verbs = Counter(words[0] for words in split if has_value(words))
    if verbs.total() < 2:
        return [str(number) for number in range(1, len(texts) + 1)]
    usual = verbs.most_common(1)[0][0]
    long = {verb: shortest([words for words in split if words[0] == verb]) for verb in verbs}
    return [
        " ".join(words[words[0] == usual : 1 + long[words[0]]] if has_value(words) else words)
        for words in split
    ]


def has_value(words: Sequence[str]) -> bool:
    return len(words) > 1 and words[1].isdecimal()


def shortest(among: Sequence[Sequence[str]]) -> int:
    """How many words after the verb tell every one of its options from the others."""
    most = max(len(words) for words in among)
    told = (len({tuple(words[: 1 + length]) for words in among}) for length in range(1, most))
    return next((n for n, kinds in enumerate(told, 1) if kinds == len(among)), most)


def found(text: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices a typed text may mean: its code, its move, or words that stand in it."""
    typed = spelled(text)
    for exact in (
        [c for c in choices if spelled(c.code) == typed],
        [c for c in choices if spelled(c.text) == typed],
    ):
        if exact:
            return exact
    counted = all(c.code.isdecimal() for c in choices)
    if counted and text.isdecimal():
        return []  # a number that is not in the list is not the beginning of a move
    return [c for c in choices if stands_in(typed.split(), spelled(c.text).split())]


def spelled(text: str) -> str:
    """The same for every order of cards in a list, and for capitals."""
    words = text.casefold().replace(", ", ",").split()
    return " ".join(",".join(sorted(word.split(","))) for word in words)


def stands_in(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the typed words stand among these, in this order; a word may be cut short, a number
    may not: 1 is not the beginning of 17."""
    rest = iter(words)
    return bool(typed) and all(
        any(word == part or (not part.isdecimal() and word.startswith(part)) for word in rest)
        for part in typed
    )


def amount(text: str, ask: Ask[Any]) -> Any:
    """The move of an amount that was typed."""
    options = ask.options
    assert isinstance(options, Amount)
    number = text.rsplit(maxsplit=1)[-1].replace("'", "").replace(".", "").replace(",", "")
    if not number.isdecimal():
        raise UnreadableMove(text)
    return options.at(int(number))
