"""Names of people: cleaned, and compared by how they look."""

from __future__ import annotations

import functools
import tomllib
import unicodedata
from importlib import resources

from paddock.server.api.errors import Denied

MAX_NAME_LETTERS = 24
MAX_MARKS = 2  # accents on one letter
INVISIBLE = dict.fromkeys(map(ord, "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f"))
"""Letters and marks that show nothing. Control and format characters are found by their kind."""
SAME_SHAPE = str.maketrans({"i": "l", "1": "l", "0": "o"})
SAME_PAIRS = (("rn", "m"), ("vv", "w"))


def clean_name(name: str) -> str:
    """A name without control characters, invisible letters, piles of accents, and blanks around it;
    in the normal form NFKC, so that wide and decorated letters are plain ones."""
    plain = unicodedata.normalize("NFKC", name.translate(INVISIBLE)).translate(INVISIBLE)
    kept, marks = [], 0
    for letter in plain:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= MAX_MARKS and not is_selector(letter):
            kept.append(letter if letter.isprintable() else " ")
    found = " ".join("".join(kept).split())[:MAX_NAME_LETTERS].strip()
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in found):
        raise Denied("unreadable")
    return found


def is_selector(letter: str) -> bool:
    """Whether it only selects a variant of the letter before it."""
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


@functools.cache
def confusables() -> dict[int, str]:
    """Letters that look like Latin ones."""
    text = resources.files(__package__).joinpath("confusables.toml").read_text("utf-8")
    table: dict[str, str] = tomllib.loads(text)
    return {ord(letter): latin for latin, letters in table.items() for letter in letters}


def skeleton(name: str) -> str:
    """A name as it looks, for comparison: equal for names that are easily mistaken for each other
    (UTS 39), whatever their case, accents, blanks and scripts."""
    letters = unicodedata.normalize("NFKD", name.translate(INVISIBLE))
    latin = letters.translate(confusables()).casefold().translate(confusables())
    plain = unicodedata.normalize("NFKD", latin).translate(INVISIBLE)
    found = "".join(c for c in plain if c.isalnum()).translate(SAME_SHAPE)
    for pair, single in SAME_PAIRS:
        found = found.replace(pair, single)
    return found
