"""Games with several rulebooks: asks, log and refusals cite the clauses of the one in use."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.server.site import Site

MOVE = {"type": "Write", "speed": 90, "whip": False}
POINTS = {"type": "Allot", "driver": 2, "car": 2, "speed": 2, "endurance": 2}


@pytest.mark.parametrize(
    ("book", "wrong", "asked", "told", "refused"),
    [
        ("epic", MOVE, "E2.8.2", "E2.3.5", "E2.8.2.2"),
        ("basic", POINTS, "B3.6", "B3.2", "B3.6"),
    ],
)
def test_what_a_table_says_is_of_the_book_in_play(
    site: Site, book: str, wrong: dict[str, Any], asked: str, told: str, refused: str
) -> None:
    ann = site.guest("Ann")
    options = {"book": book, "field": 2}
    table = ann.open("me", "Bob", game="circus-maximus", options=options)
    with ann.at(table, 0) as viewer:
        ask = viewer.until_asked()
        assert ask["clause"] == asked
        clauses = [line["clause"] for line in viewer.log if line["type"] == "Told"]
        assert told in clauses
        assert not [c for c in clauses if re.match("B" if book == "epic" else "E", c)]
        answer = viewer.answer(ask, wrong)
        assert (answer["code"], answer["clause"]) == ("illegal", refused)
