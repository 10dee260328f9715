"""Languages are data: which there are, and how each counts."""

from __future__ import annotations

import pytest

from paddock.core.languages import (
    complete_languages,
    first_language,
    languages,
    match_language,
    next_language,
    plural_form,
)


def test_the_shipped_languages_lack_nothing() -> None:
    assert set(complete_languages()) == set(languages())
    assert first_language() in complete_languages()
    assert all(spoken.name for spoken in languages().values())


@pytest.mark.parametrize(
    ("asked", "understood_as"),
    [("it", "it"), ("it-CH", "it"), ("IT_it", "it"), ("en-GB", "en"), ("item", None), ("", None)],
)
def test_who_asks_for_a_language_is_understood(asked: str, understood_as: str | None) -> None:
    assert match_language(asked) == understood_as


def test_a_key_goes_through_all_languages() -> None:
    gone = [first_language()]
    while (language := next_language(gone[-1])) != first_language():
        gone.append(language)
    assert gone == list(languages())


@pytest.mark.parametrize(
    ("spec", "category", "told"),
    [
        ("chip|chips", "one", "chip"),
        ("chip|chips", "few", "chips"),
        ("one=a|few=b|other=c", "few", "b"),
        ("one=a|few=b|other=c", "many", "c"),
        ("a=b|c=d", "one", "a=b"),
    ],
)
def test_forms(spec: str, category: str, told: str) -> None:
    assert plural_form(spec, category) == told
