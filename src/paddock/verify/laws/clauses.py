"""Law 14: every clause of the rulebook page is cited by code and by a scenario unless it is marked,
no citation is unknown, and the page in each language has the same clauses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paddock.core.game import Step
from paddock.core.game_spec import AnyGameSpec
from paddock.core.languages import complete_languages
from paddock.verify import matrix
from paddock.verify.laws.broken import BrokenLaw
from paddock.verify.laws.walk import Walk
from paddock.verify.source import first_arguments, parse_sources


def events_cite(walk: Walk, step: Step[Any, Any]) -> None:
    """Law 14, on the walk: what happens names the clause that made it happen."""
    for event in step.events:
        clause = getattr(event, "clause", None)
        ours = type(event).__module__.startswith("paddock.core")
        if not ours and not is_known(walk, clause):
            walk.broken(14, f"{type(event).__name__} cites {clause!r}, which is no clause")


def questions_cite(walk: Walk) -> None:
    for ask in walk.asks:
        if not is_known(walk, ask.question.clause):
            walk.broken(14, f"{ask.question.prompt} cites {ask.question.clause!r}: no clause")


def is_known(walk: Walk, cited: str | None) -> bool:
    """Whether there is such a clause, by its own id and by that of the book in play."""
    page = walk.spec.rulebook.clauses
    return cited in page and walk.spec.clause(cited, walk.options) in page


def clauses_are_cited(spec: AnyGameSpec, scenario_dir: Path) -> None:
    """Law 14, for the code: the matrix has no gap and no unknown clause, and all pages agree."""
    gaps = [
        *matrix.find_gaps(spec, matrix.make_matrix(spec, scenario_dir)),
        *(f"a scenario cites {unknown}" for unknown in matrix.unknown_clauses(spec, scenario_dir)),
        *strangers_in_code(spec),
        *gaps_in_translations(spec),
    ]
    if gaps:
        raise BrokenLaw(14, "; ".join(gaps))


def strangers_in_code(spec: AnyGameSpec) -> Iterator[str]:
    """Citations inside functions are not met at import: they are read from the source."""
    trees = parse_sources(spec.rulebook.package).values()
    cited = {clause for tree in trees for clause in first_arguments(tree, "R")}
    for id in sorted(cited - spec.rulebook.clauses.keys()):
        yield f"code cites {id}, which is no clause"
    for id, clause in spec.rulebook.clauses.items():
        if id in cited and clause.no_code:
            yield f"{id} is marked (no code) and cited by code"


def gaps_in_translations(spec: AnyGameSpec) -> Iterator[str]:
    """The page in each language that should lack nothing has the clauses of the first."""
    written = spec.rulebook.clauses
    for language in complete_languages():
        told = spec.rulebook.in_language(language)
        if list(written) != list(told):
            missing = [id for id in written if id not in told]
            extra = [id for id in told if id not in written]
            yield f"rulebook.{language}.md lacks {missing}, has besides {extra}, or another order"
        for id in written.keys() & told.keys():
            if bool(written[id].text) != bool(told[id].text):
                yield f"{id} is empty on one of the pages"
