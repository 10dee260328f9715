"""The source code of a game, parsed for citations and message ids."""

from __future__ import annotations

import ast
import functools
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType


@functools.cache
def parse_sources(package: str) -> dict[str, ast.Module]:
    """The parsed modules of a game by path, without modes that have their own rulebook."""
    root = folder(package)
    found = {}
    for path in sorted(root.rglob("*.py")):
        inner = [p for p in path.relative_to(root).parents if (root / p / "rulebook.md").exists()]
        if inner == [Path()]:
            found[path.relative_to(root).as_posix()] = ast.parse(path.read_text("utf-8"))
    return found


def folder(package: str) -> Path:
    file = importlib.import_module(package).__file__
    assert file is not None, package
    return Path(file).parent


@functools.cache
def import_modules(package: str) -> tuple[ModuleType, ...]:
    """Every module of a game, imported."""
    root = importlib.import_module(package)
    inner = pkgutil.walk_packages(root.__path__, f"{package}.")
    return (root, *(importlib.import_module(module.name) for module in inner))


def first_arguments(tree: ast.Module, function: str) -> Iterator[str]:
    """The first argument of each call of a function, where it is a plain string."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not is_call_of(node, function):
            continue
        for value in node.args[:1]:
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield value.value


def is_call_of(node: ast.Call, function: str) -> bool:
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    return name == function
