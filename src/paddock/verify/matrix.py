"""The matrix: each clause of a rulebook page, the code that cites it, and the scenarios."""

from __future__ import annotations

import ast
import enum
from collections import defaultdict
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import NamedTuple, TypeGuard

from msgspec import Struct

from paddock.core.citations import Clause
from paddock.core.game_spec import AnyGameSpec
from paddock.verify.scenario import read_file
from paddock.verify.source import is_call_of


class CitationKind(enum.StrEnum):
    """What a piece of code has to do with the clause it cites; the first is where it is decided."""

    DECIDED = "decided"  # by what carries it out: `@cites`
    REFUSED = "refused"
    ASKED = "asked"
    TOLD = "told"
    NAMED = "named"  # a constant that others refer to
    FORESEEN = "foreseen"  # a number next to an option, or a bot: the rule is carried out elsewhere


class Citation(Struct, frozen=True):
    """Where code cites a clause."""

    how: CitationKind
    name: str  # with its module
    file: Path
    line: int
    rank: int = 0  # among the clauses that it decides: what it is about comes first

    @property
    def order(self) -> tuple[int, int]:
        return CITATION_KINDS.index(self.how), self.rank


CITATION_KINDS = tuple(CitationKind)


class MatrixRow(Struct, frozen=True):
    """One clause, and where it lives: the place that decides it first."""

    clause: str
    title: str
    code: tuple[Citation, ...]
    scenarios: tuple[str, ...]


def make_matrix(spec: AnyGameSpec, scenarios: Path | None = None) -> list[MatrixRow]:
    """All clauses of a game in the order of its page."""
    code = find_citations(package_folder(spec))
    shown = scenarios_by_clause(scenarios or scenario_folder(spec))
    return [
        MatrixRow(id, clause.title, tuple(code.get(id, ())), tuple(shown.get(id, ())))
        for id, clause in spec.rulebook.clauses.items()
    ]


def find_gaps(spec: AnyGameSpec, lines: list[MatrixRow]) -> list[str]:
    """The clauses that lack code, a place that decides them, or a scenario, and are not marked."""
    out = []
    for line in lines:
        clause: Clause = spec.rulebook.clauses[line.clause]
        if not line.code and not clause.no_code:
            out.append(f"{line.clause} {line.title}: no code cites it")
        elif line.code and not {one.how for one in line.code} & {
            CitationKind.DECIDED,
            CitationKind.NAMED,
            CitationKind.FORESEEN,  # a clause may be about a forecast, or about bots
        }:
            out.append(f"{line.clause} {line.title}: told, asked or refused, and decided nowhere")
        if not line.scenarios and not clause.not_tested:
            out.append(f"{line.clause} {line.title}: no scenario shows it")
    return out


def unknown_clauses(spec: AnyGameSpec, scenarios: Path | None = None) -> list[str]:
    """Citations in scenarios of clauses that are not on the page."""
    shown = scenarios_by_clause(scenarios or scenario_folder(spec))
    return [f"{id}: {where[0]}" for id, where in shown.items() if id not in spec.rulebook.clauses]


def package_folder(spec: AnyGameSpec) -> Path:
    return Path(str(resources.files(spec.rulebook.package)))


def scenario_folder(spec: AnyGameSpec) -> Path:
    """The scenarios of a game in a checkout; an installed package has none."""
    return tests_folder(spec) / "scenarios"


def tests_folder(spec: AnyGameSpec) -> Path:
    package = package_folder(spec)
    name = spec.rulebook.package.removeprefix("paddock.games.").replace(".", "/")
    roots = (*package.parents, Path.cwd())
    found = (root / "tests" / "games" / name for root in roots)
    return next((folder for folder in found if folder.is_dir()), Path.cwd() / "tests/games" / name)


# ---------------------------------------------------------------- code


def find_citations(folder: Path) -> dict[str, list[Citation]]:
    """Clause -> the classes, functions and constants that cite it, in the order of their weight."""
    found: dict[str, dict[str, Citation]] = defaultdict(dict)
    for path in sorted(folder.rglob("*.py")):
        module = ".".join(path.relative_to(folder).with_suffix("").parts)
        module = module.removesuffix("__init__").rstrip(".")
        for cited in iterate_citations(ast.parse(path.read_text("utf-8"))):
            name = ".".join(part for part in (module, *cited.within) if part) or folder.name
            how = CitationKind.FORESEEN if is_forecast(module) else cited.how
            one = Citation(how, name, path, cited.line, cited.rank)
            before = found[cited.clause].get(name)
            if before is None or one.order < before.order:
                found[cited.clause][name] = one
    return {
        clause: sorted(by_name.values(), key=lambda one: one.order)
        for clause, by_name in found.items()
    }


FORECAST_MODULES = {"foresee", "bots"}


def is_forecast(module: str) -> bool:
    """Whether the code of a module carries out no rule, but says what one will do."""
    return not FORECAST_MODULES.isdisjoint(module.split("."))


class Cited(NamedTuple):
    """A clause, and what cites it."""

    clause: str
    how: CitationKind
    within: tuple[str, ...]
    line: int
    rank: int = 0


Name = tuple[str, ...]


def iterate_citations(
    node: ast.AST, within: Name = (), how: CitationKind = CitationKind.NAMED, line: int = 1
) -> Iterator[Cited]:
    """The citations in a piece of code, each with the names around it."""
    for child in ast.iter_child_nodes(node):
        name = name_of(child, within)
        inner = kind_of(child) or how
        start: int = child.lineno if name and isinstance(child, ast.stmt) else line
        if (clause := cited_clause(child)) is not None:
            yield Cited(clause, inner, within, line)
        elif is_call(child, "cites"):
            for rank, decided in enumerate(filter(None, map(cited_clause, child.args))):
                yield Cited(decided, CitationKind.DECIDED, within, line, rank)
        else:
            yield from iterate_citations(child, (*within, *name), inner, start)


def kind_of(node: ast.AST) -> CitationKind | None:
    """What a citation inside this piece of code is for, where that can be seen."""
    if is_call(node, "Question"):
        return CitationKind.ASKED
    if is_call(node, "Refusal"):
        return CitationKind.REFUSED
    match node:
        case ast.AnnAssign(target=ast.Name(id="clause")):
            return CitationKind.TOLD
        case _:
            return None


def is_call(node: ast.AST, function: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and is_call_of(node, function)


def cited_clause(node: ast.AST) -> str | None:
    """The clause in `R("…")`."""
    match node:
        case ast.Call(func=ast.Name(id="R"), args=[ast.Constant(value=str(clause))]):
            return clause
        case ast.Call(func=ast.Attribute(attr="R"), args=[ast.Constant(value=str(clause))]):
            return clause
        case _:
            return None


def name_of(node: ast.AST, within: Name) -> Name:
    """What a piece of code is called, if it has a name."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return (name,)
        case ast.Assign(targets=[ast.Name(id=name), *_]) if not within:
            return (name,)
        case ast.AnnAssign(target=ast.Name(id=name)) if not within:
            return (name,)
        case _:
            return ()


# ---------------------------------------------------------------- scenarios


def scenarios_by_clause(folder: Path) -> dict[str, list[str]]:
    """Clause -> the scenarios about it, as `file: name`."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.glob("**/*.toml")):
        for scenario in read_file(path).scenario:
            for clause in scenario.rules:
                found[clause].append(f"{path.stem}: {scenario.name}")
    return found
