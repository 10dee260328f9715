"""Languages are data: which there are, and how each counts."""

from __future__ import annotations

import pytest

from paddock.core.languages import after, complete, first, form, languages, understood


def test_the_shipped_languages_lack_nothing() -> None:
    assert set(complete()) == set(languages())
    assert first() in complete()
    assert all(spoken.name for spoken in languages().values())


@pytest.mark.parametrize(
    ("asked", "understood_as"),
    [("it", "it"), ("it-CH", "it"), ("IT_it", "it"), ("en-GB", "en"), ("item", None), ("", None)],
)
def test_who_asks_for_a_language_is_understood(asked: str, understood_as: str | None) -> None:
    assert understood(asked) == understood_as


def test_a_key_goes_through_all_languages() -> None:
    gone = [first()]
    while (language := after(gone[-1])) != first():
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
    assert form(spec, category) == told
