"""Plural rules in the syntax of Unicode CLDR, such as `i = 1 and v = 0` or `n % 10 = 2..4`.

Each language has its rules in `languages.toml`, so that nothing but data is needed to count in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
OTHER = "other"
PluralRule = Callable[[float | str], str]
"""The category of a number."""
Operands = dict[str, Decimal]
Condition = Callable[[Operands], bool]

RELATION = re.compile(
    r"(?P<operand>[nivwftce])(?:\s*%\s*(?P<modulus>\d+))?\s*(?P<sign>!?=)\s*(?P<values>[\d.,\s]+)"
)


def plural_rule(conditions: Mapping[str, str]) -> PluralRule:
    """A rule from the conditions of its categories; a number that fits none is `other`."""
    if unknown := conditions.keys() - set(CATEGORIES):
        raise ValueError(f"no plural categories: {', '.join(sorted(unknown))}")
    parsed = [(category, parse_condition(text)) for category, text in conditions.items()]

    def rule(number: float | str) -> str:
        operands = operands_of(number)
        return next((category for category, fits in parsed if fits(operands)), OTHER)

    return rule


def parse_condition(text: str) -> Condition:
    """`or` of `and` of relations, as CLDR writes them."""
    any_of = [
        [parse_relation(relation) for relation in re.split(r"\s+and\s+", part.strip())]
        for part in re.split(r"\s+or\s+", text)
    ]
    return lambda operands: any(all(fits(operands) for fits in all_of) for all_of in any_of)


def parse_relation(text: str) -> Condition:
    found = RELATION.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"no plural condition: {text!r}")
    operand, modulus = found["operand"], found["modulus"]
    ranges = [parse_range(part) for part in found["values"].split(",")]
    wanted = found["sign"] == "="

    def fits(operands: Operands) -> bool:
        value = operands[operand]
        if modulus is not None:
            value %= int(modulus)
        inside = any(low <= value <= high and value == int(value) for low, high in ranges)
        return inside is wanted

    return fits


def parse_range(text: str) -> tuple[int, int]:
    low, _, high = text.strip().partition("..")
    return int(low), int(high or low)


def operands_of(number: float | str) -> Operands:
    """The operands of CLDR: value, integer part, digits after the point; none has an exponent."""
    if isinstance(number, float) and number.is_integer():
        number = int(number)  # shown without a decimal point
    text = format(abs(Decimal(str(number))), "f")
    whole, _, fraction = text.partition(".")
    short = fraction.rstrip("0")
    return {
        "n": Decimal(text),
        "i": Decimal(whole),
        "v": Decimal(len(fraction)),
        "w": Decimal(len(short)),
        "f": Decimal(fraction or 0),
        "t": Decimal(short or 0),
        "c": Decimal(0),
        "e": Decimal(0),
    }
