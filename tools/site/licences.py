"""The licence texts of everything the site ships. A missing text fails the build."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

from tools.site import python_files
from tools.site.python_files import MissingFile

ROOT = Path(__file__).parents[2]
KEPT = Path(__file__).with_name("licences_kept")
"""Texts that come with no package."""
RUNTIME = (
    ("Pyodide", "pyodide.txt", "Unchanged files. The source: https://github.com/pyodide/pyodide"),
    ("Python", "cpython.txt", "Parts of its library, compiled."),
    ("Libraries in Pyodide's runtime", "runtime_libraries.txt", ""),
)
WEB = ROOT / "web" / "node_modules"
NAMES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "AUTHORS")
LINE = "=" * 78


def all_texts(npm_packages: Iterable[str]) -> str:
    """All texts as one page."""
    parts = [("Paddock", "", read(ROOT / "LICENSE") + "\n" + read(ROOT / "NOTICE"))]
    parts += [(title, note, read(KEPT / name)) for title, name, note in RUNTIME]
    parts += sorted((title, "", text) for title, text in python_packages())
    parts += [(*npm_package(name),) for name in npm_packages]
    return "\n".join(f"{LINE}\n{title}\n{LINE}\n{note}\n{text}" for title, note, text in parts)


def read(path: Path) -> str:
    if not path.is_file() or not path.read_text("utf-8").strip():
        raise MissingFile(f"the licence text {path} is missing")
    return path.read_text("utf-8")


def python_packages() -> Iterator[tuple[str, str]]:
    for name in (*python_files.PACKAGES, *python_files.MIGRATION_PACKAGES):
        yield of_distribution(name, distribution(name))
    for name in python_files.COMPILED_FOR_BROWSER:
        [folder] = python_files.WHEELS.glob(f"{name}-*.dist-info")
        yield of_distribution(name, PathDistribution(folder))


def npm_package(name: str) -> tuple[str, str, str]:
    """Title, no note and licence text of an npm package in the pages."""
    folder = WEB / name
    version = json.loads(read(folder / "package.json"))["version"]
    texts = [read(path) for path in sorted(folder.iterdir()) if path.name.upper().startswith(NAMES)]
    if not texts:
        raise MissingFile(f"the npm package {name} comes without a licence text")
    return f"{name} {version}", "", "\n".join(texts)


def of_distribution(name: str, found: Distribution) -> tuple[str, str]:
    """Title and licence text of a Python package."""
    texts = [
        read(Path(str(file.locate())))
        for file in found.files or ()
        if file.parts[0].endswith(".dist-info") and file.name.upper().startswith(NAMES)
    ]
    if not texts:
        raise MissingFile(f"the package {name} comes without a licence text")
    return f"{name} {found.version}", "\n".join(texts)
