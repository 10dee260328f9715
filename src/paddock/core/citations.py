"""Rulebook pages and citations of their clauses. An unknown clause fails at import."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import resources
from typing import TypeVar

from msgspec import Struct

from paddock.core.languages import first_language
from paddock.core.seats import Language

F = TypeVar("F")
HEADING = re.compile(r"^(#{2,4}) (\S*\d\S*) (.+?)$")
MARK = re.compile(r"\s*\((no code|not tested: [^)]+)\)\s*$")


class Clause(Struct, frozen=True):
    """One numbered paragraph of a rulebook page."""

    id: str
    title: str
    text: str
    level: int
    no_code: bool = False  # it has no effect of its own
    not_tested: str = ""  # why no scenario can show it


class UnknownClause(LookupError):
    """A citation of a clause that is not on the page."""


class Rulebook:
    """The rulebook page of a game. `R("S3.2")` returns the id, or fails if the clause is
    missing."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.clauses = parse_page(load_page(package, first_language()) or "")
        self.pages: dict[Language, dict[str, Clause]] = {first_language(): self.clauses}

    def __call__(self, clause: str) -> str:
        if clause not in self.clauses:
            raise UnknownClause(f"{self.package} has no clause {clause} in its rulebook.md")
        return clause

    def in_language(self, language: Language) -> dict[str, Clause]:
        """The clauses that are translated into a language."""
        if language not in self.pages:
            self.pages[language] = parse_page(load_page(self.package, language) or "")
        return self.pages[language]

    def within(self, clause: str) -> tuple[str, ...]:
        """A clause and its subclauses."""
        ids = list(self.clauses)
        start = ids.index(self(clause))
        level = self.clauses[clause].level
        end = start + 1
        while end < len(ids) and self.clauses[ids[end]].level > level:
            end += 1
        return tuple(ids[start:end])

    def clause_in(self, clause: str, language: Language = "en") -> Clause:
        """A clause in a language, or in the first language if it is not translated."""
        self(clause)
        return self.in_language(language).get(clause) or self.clauses[clause]

    def full_text(self, language: Language = "en") -> str:
        """The page for players, without the marks that tests read."""
        written = (
            load_page(self.package, language) or load_page(self.package, first_language()) or ""
        )
        return "\n".join(strip_marks(line) for line in written.splitlines()) + "\n"


def load_page(package: str, language: Language) -> str | None:
    """The rulebook page of a package in a language, or None."""
    name = "rulebook.md" if language == first_language() else f"rulebook.{language}.md"
    found = resources.files(package).joinpath(name)
    return found.read_text("utf-8") if found.is_file() else None


def strip_marks(line: str) -> str:
    """A heading without its marks; any other line unchanged."""
    while line.startswith("#") and (mark := MARK.search(line)):
        line = line[: mark.start()]
    return line


def parse_page(text: str) -> dict[str, Clause]:
    """The clauses of a page, in order. Headings without a number are only layout."""
    found: dict[str, Clause] = {}
    current: tuple[str, str, int] | None = None
    body: list[str] = []

    def close() -> None:
        if current is not None:
            id, title, level = current
            no_code, not_tested = False, ""
            while mark := MARK.search(title):
                title = title[: mark.start()]
                if mark[1] == "no code":
                    no_code = True
                else:
                    not_tested = mark[1].removeprefix("not tested: ")
            if id in found:
                raise UnknownClause(f"clause {id} stands twice on the page")
            found[id] = Clause(id, title, "\n".join(body).strip(), level, no_code, not_tested)
        body.clear()

    for line in text.splitlines():
        if heading := HEADING.match(line):
            close()
            current = (heading[2], heading[3], len(heading[1]))
        elif line.startswith("#"):
            close()
            current = None
        else:
            body.append(line)
    close()
    return found


def cites(*clauses: str) -> Callable[[F], F]:
    """Declare which clauses a function or phase implements. `verify.matrix` reads it from the
    source."""

    def mark(thing: F) -> F:
        return thing

    return mark
