"""Plural rules are those of CLDR for every language we ship, as Babel has them."""

from __future__ import annotations

import pytest
from babel.core import Locale
from babel.numbers import get_decimal_symbol

from paddock.core.languages import decimal_point, languages, plural_rules
from paddock.core.plurals import plural_rule

WHOLE_NUMBERS = [*range(2_050), 10_000, 999_999, 1_000_000, 1_000_001, 2_000_000, 10**9]
FRACTIONS = [0.5, 1.0, 1.5, 2.25, 3.0, 8.0, 11.5, 1_000_000.5]


@pytest.mark.parametrize("language", languages())
def test_every_language_counts_as_in_cldr(language: str) -> None:
    locale = Locale.parse(language, sep="-")
    cardinal, ordinal = plural_rules(language)
    for number in [*WHOLE_NUMBERS, *FRACTIONS]:
        assert cardinal(number) == locale.plural_form(number), number
    for number in WHOLE_NUMBERS:
        assert ordinal(number) == locale.ordinal_form(number), number
    assert decimal_point(language) == get_decimal_symbol(locale)


@pytest.mark.parametrize("language", ["cs", "pl", "ru", "ar", "fr", "lt", "cy", "sl"])
def test_rules_of_other_languages_can_be_copied_from_cldr(language: str) -> None:
    locale = Locale.parse(language)
    copied = {tag: str(rule) for tag, rule in locale.plural_form.rules.items()}
    signs = {" mod ": " % ", " not in ": " != ", " in ": " = "}  # as CLDR writes them
    for ours, theirs in signs.items():
        copied = {tag: text.replace(ours, theirs) for tag, text in copied.items()}
    rule = plural_rule(copied)
    for number in [*WHOLE_NUMBERS, *FRACTIONS]:
        assert rule(number) == locale.plural_form(number), number


@pytest.mark.parametrize(
    "conditions", [{"some": "n = 1"}, {"one": "n is 1"}, {"one": "x = 1"}, {"one": "n = one"}]
)
def test_a_rule_that_cannot_be_read_is_refused(conditions: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="plural"):
        plural_rule(conditions)
