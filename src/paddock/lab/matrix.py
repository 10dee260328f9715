"""The matrix: each clause of a rulebook page, the code that cites it, and the scenarios."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from msgspec import Struct

from paddock.core.citing import Clause
from paddock.core.house import AnyHouse
from paddock.lab.scenario import read_file


class Line(Struct, frozen=True):
    """One clause, and where it lives."""

    clause: str
    title: str
    code: tuple[str, ...]
    scenarios: tuple[str, ...]


def matrix(house: AnyHouse, scenarios: Path | None = None) -> list[Line]:
    """All clauses of a house in the order of its page."""
    code = citations(package_folder(house))
    shown = shown_by(scenarios or scenario_folder(house))
    return [
        Line(id, clause.title, tuple(code.get(id, ())), tuple(shown.get(id, ())))
        for id, clause in house.rulebook.clauses.items()
    ]


def gaps(house: AnyHouse, lines: list[Line]) -> list[str]:
    """The clauses that lack code or a scenario and are not marked so on the page."""
    out = []
    for line in lines:
        clause: Clause = house.rulebook.clauses[line.clause]
        if not line.code and not clause.no_code:
            out.append(f"{line.clause} {line.title}: no code cites it")
        if not line.scenarios and not clause.not_tested:
            out.append(f"{line.clause} {line.title}: no scenario shows it")
    return out


def unknown(house: AnyHouse, scenarios: Path | None = None) -> list[str]:
    """Citations in scenarios of clauses that are not on the page."""
    shown = shown_by(scenarios or scenario_folder(house))
    return [f"{id}: {where[0]}" for id, where in shown.items() if id not in house.rulebook.clauses]


def package_folder(house: AnyHouse) -> Path:
    return Path(str(resources.files(house.rulebook.package)))


def scenario_folder(house: AnyHouse) -> Path:
    """Where the scenarios of a house lie in a checkout; an installed package has none."""
    return tests_folder(house) / "scenarios"


def tests_folder(house: AnyHouse) -> Path:
    package = package_folder(house)
    name = house.rulebook.package.removeprefix("paddock.games.").replace(".", "/")
    roots = (*package.parents, Path.cwd())
    found = (root / "tests" / "games" / name for root in roots)
    return next((folder for folder in found if folder.is_dir()), Path.cwd() / "tests/games" / name)


# ---------------------------------------------------------------- code


def citations(folder: Path) -> dict[str, list[str]]:
    """Clause -> the classes, functions and constants that cite it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        module = ".".join(path.relative_to(folder).with_suffix("").parts)
        module = module.removesuffix("__init__").rstrip(".")
        for clause, name in cited(ast.parse(path.read_text("utf-8")), ()):
            where = ".".join(part for part in (module, *name) if part) or folder.name
            if where not in found[clause]:
                found[clause].append(where)
    return found


Name = tuple[str, ...]


def cited(node: ast.AST, within: Name) -> Iterator[tuple[str, Name]]:
    """The citations in a piece of code, each with the names around it."""
    for child in ast.iter_child_nodes(node):
        if (clause := citation(child)) is not None:
            yield clause, within
        yield from cited(child, (*within, *name_of(child, within)))


def citation(node: ast.AST) -> str | None:
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


def shown_by(folder: Path) -> dict[str, list[str]]:
    """Clause -> the scenarios about it, as `file: name`."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.glob("**/*.toml")):
        for scenario in read_file(path).scenario:
            for clause in scenario.rules:
                found[clause].append(f"{path.stem}: {scenario.name}")
    return found
