"""The colours of cars. A livery is a colour, a pattern and a number from 1."""

from __future__ import annotations

LIVERY_NAMES = (
    "blue", "orange", "green", "pink", "sky", "red", "yellow", "white",
    "purple", "lime", "brown", "cyan", "rose", "gray", "sand", "black",
)  # fmt: skip
"""The names of the liveries, by number."""


def livery_name(number: int) -> str:
    """The colour of a livery; of 0, none."""
    return LIVERY_NAMES[number - 1] if number else ""


def livery_number(name: str) -> int:
    """The livery of a colour; of none, 0."""
    return LIVERY_NAMES.index(name) + 1 if name else 0
