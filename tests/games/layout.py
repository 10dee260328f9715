"""Compares the modules of every game and mode, and what they export, with the template."""

from __future__ import annotations

import ast
import importlib
import inspect
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType

from paddock.core.flow import Asking, Ended, Pending
from paddock.core.game import Question
from paddock.core.nested import InnerRace
from paddock.games import PACKAGES
from paddock.verify import source

TEMPLATE = "template"
NAMES: Mapping[str, tuple[str, ...]] = {
    "card": ("CARD", "R"),
    "state": ("Options", "State"),
    "moves": ("Move",),
    "events": ("Event", "Events"),
    "phases": ("Phase", "Over"),
    "rules": (),
    "view": ("View", "view", "imagine"),
    "standings": ("standings",),
    "turns": ("TURNS",),
    "spoken": ("spoken",),
    "foresee": ("foresee", "remarks", "danger"),
    "board": ("board",),
    "help": ("detail",),
    "layout": ("LAYOUT",),
    "programs": ("MAIN", "SENSES", "PRESETS", "PROGRAMS"),
    "words": ("WORDS",),
    "notation": ("NOTATION",),
    "bots": ("evaluate",),
    "terminal": ("draw",),
    "game": ("GAME",),
    "spec": (),
    "data": (),
}
"""What each module must export."""

METHODS: Mapping[str, tuple[str, ...]] = {
    "asks": ("self", "state"),
    "play": ("self", "state", "seat", "move", "events", "chance"),
    "resume": ("self", "state", "events", "chance"),
    "why_not": ("self", "state", "seat", "move"),
}
"""The methods of a phase and their parameters."""

RULES = ("phases", "rules", "events", "game")
MAX_CLAUSES_PER_FUNCTION = 5
"""A function that cites more clauses than this is too broad for the matrix of clauses."""


MODES = "modes"
OPTIONAL = frozenset({MODES, "studio"})
"""Modules that a game has only where it needs them."""

OPTIONAL_IN_MODES = frozenset(
    {
        "board",
        "data",
        "foresee",
        "guides",
        "help",
        "moves",
        "primer.toml",
        "rulebook.md",
        "rulebook.it.md",
        "rules",
        "spoken",
        "standings",
        "words",
        "words.toml",
    }
)
"""A mode shares these with its game unless it has its own: `mode_spec` takes them from there."""

OPTIONAL_NAMES_IN_MODES = frozenset({"R", "standings"})
"""There is one rulebook per game, and `R` is exported there. A mode may have standings only for
the time between its races, under a name of their own."""


def packages() -> Iterator[str]:
    """Every game, and its modes: `heat`, `heat.modes.championship`."""
    for package in PACKAGES:
        yield package
        modes = folder(package) / MODES
        for inner in sorted(modes.iterdir()) if modes.is_dir() else ():
            if (inner / "game.py").exists() or (inner / "game").is_dir():
                yield f"{package}.{MODES}.{inner.name}"


def is_mode(package: str) -> bool:
    return f".{MODES}." in package


def folder(package: str) -> Path:
    return source.folder(f"paddock.games.{package}")


def has_content(path: Path) -> bool:
    """Whether a folder holds anything but compiled Python."""
    return path.name != "__pycache__" and any(p.name != "__pycache__" for p in path.iterdir())


def module_names(package: str) -> set[str]:
    """Files and folders of a package; a Python module by its name, whether file or folder."""
    paths = [path for path in folder(package).iterdir() if path.is_file() or has_content(path)]
    return {path.name.removesuffix(".py") for path in paths}


def differences(package: str) -> Iterator[str]:
    """How this package differs from the template."""
    here, there = module_names(package), module_names(TEMPLATE)
    missing_modules = there - here - (OPTIONAL_IN_MODES if is_mode(package) else set())
    yield from (f"no module {name}" for name in sorted(missing_modules))
    yield from (f"extra module {name}" for name in sorted(here - there - OPTIONAL))
    for name, exports in NAMES.items():
        if name in here:
            module = importlib.import_module(f"paddock.games.{package}.{name}")
            missing = [export for export in exports if not hasattr(module, export)]
            if is_mode(package):
                missing = [export for export in missing if export not in OPTIONAL_NAMES_IN_MODES]
            yield from (f"no {export} in {name}" for export in missing)
    yield from phase_differences(package)
    for module in modules(package):
        yield from question_differences(module)
        yield from source_differences(package, module)


# ---------------------------------------------------------------- phases


def phase_differences(package: str) -> Iterator[str]:
    """Phases follow the protocol, the last one is Over, and no event has the name of a phase."""
    module = importlib.import_module(f"paddock.games.{package}.phases")
    phases = typing.get_args(module.Phase)
    if not issubclass(module.Over, Ended) or module.Over not in phases:
        yield "the last phase is not Over, made of Ended"
    for phase in phases:
        yield from check_phase(phase)
    events = importlib.import_module(f"paddock.games.{package}.events")
    event_names = {event.__name__ for event in typing.get_args(events.Event)}
    for phase in phases:
        if phase.__name__ in event_names:
            yield f"event and phase {phase.__name__}"


def check_phase(phase: type) -> Iterator[str]:
    if not issubclass(phase, Asking | Pending | Ended | InnerRace):
        for name in METHODS:
            if not callable(getattr(phase, name, None)):
                yield f"phase {phase.__name__} has no {name}"
    for name, given in METHODS.items():
        method = inspect.getattr_static(phase, name, None)
        if inspect.isfunction(method) and tuple(inspect.signature(method).parameters) != given:
            yield f"phase {phase.__name__}: {name} is given something else"


# ---------------------------------------------------------------- names


def modules(package: str) -> Iterator[ModuleType]:
    """All modules of a package, without those of its modes."""
    modes = f"paddock.games.{package}.{MODES}."
    for module in source.import_modules(f"paddock.games.{package}"):
        if not module.__name__.startswith(modes):
            yield module


def question_differences(module: ModuleType) -> Iterator[str]:
    for name, value in vars(module).items():
        if isinstance(value, Question) and not name.startswith("Q_"):
            yield f"question {name}"


def source_differences(package: str, module: ModuleType) -> Iterator[str]:
    """Names that have another meaning in other games, and functions with too many citations."""
    path = module.__name__.removeprefix(f"paddock.games.{package}").lstrip(".") or "__init__"
    if path.rpartition(".")[2] in ("refusals", "told", "sayings"):
        yield f"module {path}"
    for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text("utf-8"))):
        match node:
            case ast.arg(arg="told") | ast.FunctionDef(name="told") | ast.Name(id="Told"):
                yield f"told in {path}"
            case ast.Name(id="told") if path.partition(".")[0] in RULES:
                yield f"told in {path}"
            case ast.ImportFrom(names=names):
                for alias in names:
                    shared = is_mode(package) and alias.asname == "race"
                    if alias.name == "events" and alias.asname != "ev" and not shared:
                        yield f"events as {alias.asname or 'events'} in {path}"
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                if count_citations(node) > MAX_CLAUSES_PER_FUNCTION:
                    yield f"{path}.{name} cites {count_citations(node)} clauses"
            case _:
                pass


def count_citations(node: ast.FunctionDef | ast.ClassDef) -> int:
    """How many clauses a function or class cites."""
    return sum(
        len(mark.args)
        for mark in node.decorator_list
        if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "cites"
    )


def unique_differences(package: str) -> list[str]:
    """Each difference once, in order."""
    return list(dict.fromkeys(differences(package)))
