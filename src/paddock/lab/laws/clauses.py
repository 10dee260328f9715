"""Law 14: every clause of the rulebook page is cited by code and by a scenario unless it is marked,
no citation is unknown, and the Italian page has the same clauses."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paddock.core.game import Step
from paddock.core.house import AnyHouse
from paddock.lab.laws.broken import BrokenLaw
from paddock.lab.laws.source import first_arguments, sources
from paddock.lab.laws.walk import Walk
from paddock.lab.laws.words import house_questions, kinds


def events_cite(walk: Walk, step: Step[Any, Any]) -> None:
    """Law 14, on the walk: what happens names the clause that made it happen."""
    for event in step.events:
        clause = getattr(event, "clause", None)
        ours = type(event).__module__.startswith("paddock.core")
        if not ours and clause not in walk.house.rulebook.clauses:
            walk.broken(14, f"{type(event).__name__} cites {clause!r}, which is no clause")


def questions_cite(walk: Walk) -> None:
    for ask in walk.asks:
        if ask.question.clause not in walk.house.rulebook.clauses:
            walk.broken(14, f"{ask.question.prompt} cites {ask.question.clause!r}: no clause")


def clauses_are_cited(house: AnyHouse, scenario_dir: Path) -> None:
    """Law 14, of the house."""
    gaps = [*gaps_in_code(house), *gaps_in_scenarios(house, scenario_dir), *gaps_in_italian(house)]
    if gaps:
        raise BrokenLaw(14, "; ".join(gaps))


def gaps_in_code(house: AnyHouse) -> Iterator[str]:
    cited = cited_by_code(house)
    for id, clause in house.rulebook.clauses.items():
        if id not in cited and not clause.no_code:
            yield f"{id} is cited by no code"
        if id in cited and clause.no_code:
            yield f"{id} is marked (no code) and cited by code"
    for id in sorted(cited - house.rulebook.clauses.keys()):
        yield f"code cites {id}, which is no clause"


def cited_by_code(house: AnyHouse) -> set[str]:
    """Citations `R("…")` in the source, and the clauses of its questions."""
    trees = sources(house.rulebook.package).values()
    cited = {clause for tree in trees for clause in first_arguments(tree, "R")}
    cited |= {question.clause for question in house_questions(house)}
    for kind in kinds(house.event):
        clause = getattr(kind, "clause", None)
        if isinstance(clause, str) and clause:
            cited.add(clause)
    return cited


def gaps_in_scenarios(house: AnyHouse, scenario_dir: Path) -> Iterator[str]:
    cited = cited_by_scenarios(scenario_dir)
    for id, clause in house.rulebook.clauses.items():
        if id not in cited and not clause.no_code and not clause.not_tested:
            yield f"{id} is shown by no scenario"
    for id in sorted(cited - house.rulebook.clauses.keys()):
        yield f"a scenario cites {id}, which is no clause"


def cited_by_scenarios(scenario_dir: Path) -> set[str]:
    """The clauses that scenarios are about, or refuse by."""
    cited: set[str] = set()
    for path in sorted(scenario_dir.glob("*.toml")):
        for scenario in tomllib.loads(path.read_text("utf-8")).get("scenario", ()):
            rule = scenario.get("rule", ())
            cited |= {rule} if isinstance(rule, str) else set(rule)
            cited |= {scenario["refused"]} if "refused" in scenario else set()
    return cited


def gaps_in_italian(house: AnyHouse) -> Iterator[str]:
    english, italian = house.rulebook.clauses, house.rulebook.italian
    if list(english) != list(italian):
        missing = [id for id in english if id not in italian]
        extra = [id for id in italian if id not in english]
        yield f"rulebook.it.md lacks {missing}, has besides {extra}, or another order"
    for id in english.keys() & italian.keys():
        if bool(english[id].text) != bool(italian[id].text):
            yield f"{id} is empty on one of the pages"
