"""Every example of the texts is listed in `examples.toml`, with the scenarios that show it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from paddock.verify import scenario

HERE = Path(__file__).parent
LIST = (HERE / "examples.toml").read_text("utf-8")
EXAMPLES: list[dict[str, Any]] = tomllib.loads(LIST)["example"]
FILES = sorted(HERE.glob("scenarios/*.toml"))
NAMED = {one.name: one for path in FILES for one in scenario.read_file(path).scenario}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["clause"])
def test_an_example_is_shown_or_says_why_not(example: dict[str, Any]) -> None:
    assert set(example) - {"clause", "says"} in ({"scenarios"}, {"lost"})
    shown = [NAMED[name] for name in example.get("scenarios", ())]
    assert shown or example.get("lost")
    if shown and example["clause"].startswith("E2."):
        assert all(one.options_of_race.get("book", "epic") == "epic" for one in shown)
        assert all(any(rule.startswith(("E2.", "X70")) for rule in one.rules) for one in shown)


def test_nothing_is_named_twice() -> None:
    clauses = [example["clause"] for example in EXAMPLES]
    assert len(clauses) == len(set(clauses))
    assert len(NAMED) == sum(len(scenario.read_file(path).scenario) for path in FILES)


def test_what_stands_among_the_examples_is_listed() -> None:
    here = {one.name for one in scenario.read_file(HERE / "scenarios" / "examples.toml").scenario}
    listed = {name for example in EXAMPLES for name in example.get("scenarios", ())}
    assert here - listed == set()
