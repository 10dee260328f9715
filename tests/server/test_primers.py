"""Primers: computed by the rules, in every language."""

from __future__ import annotations

import pytest

from paddock.core import primer
from paddock.core.languages import complete_languages
from paddock.games import find_spec
from paddock.server.rendering import primers

GAMES = (
    "template",
    "street-illegal",
    "heat",
    "heat-championship",
    "circus-maximus",
    "circus-maximus-season",
    "circus-maximus-campaign",
    "circus-maximus-arena",
    "winds-of-war",
    "winds-of-war-championship",
    "winds-of-war-mille-miglia",
    "great-race",
)


@pytest.mark.parametrize("game", GAMES)
def test_a_primer_has_its_parts_pictures_and_clauses(game: str) -> None:
    spec = find_spec(game)
    found = primer.read_primer(spec)
    assert found is not None
    for part in found.part:
        assert set(part.rule) <= set(spec.rulebook.clauses), part.title
        for text in (part.title, part.say, *(frame.say for frame in part.frame)):
            assert set(text) >= set(complete_languages())
    kinds = [part.kind for part in found.part]
    if game != "template":
        assert kinds == ["setup", "turn", "wrong", "wrong", "wrong", "table"]
    for language in complete_languages():
        page = primers.page(spec, language)
        assert page is not None
        for part_page in page.parts:
            assert bool(part_page.frames) is (part_page.kind != "table")
            assert part_page.kind != "turn" or len(part_page.frames) > 3
            assert part_page.kind != "table" or part_page.text.count("|---") > 1


def test_a_series_and_a_mistake_that_is_not_there() -> None:
    assert primers.page(find_spec("street-illegal-series"), "en") is None
    part = primer.Part("wrong", {"en": "x"}, {"en": "x"}, mistake=1)
    with pytest.raises(primer.BrokenPrimer, match="no mistake"):
        primers.picture(find_spec("heat"), part)
