"""The rooms of a house and their names, compared with the template's: what differs, in words."""

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
from paddock.games import PACKAGES
from paddock.lab import source

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
    "words": ("WORDS",),
    "notation": ("NOTATION",),
    "bots": ("evaluate",),
    "terminal": ("draw",),
    "game": ("GAME",),
    "data": (),
}
"""What every room exports, whatever else lies in it."""

METHODS: Mapping[str, tuple[str, ...]] = {
    "asks": ("self", "state"),
    "play": ("self", "state", "seat", "move", "events", "chance"),
    "resume": ("self", "state", "events", "chance"),
    "why_not": ("self", "state", "seat", "move"),
}
"""What a phase can do, and what it is given."""

RULES = ("phases", "rules", "events", "game")
CLAUSES = 5
"""So many clauses a function may cite; more, and the matrix leads nowhere."""


def buildings() -> Iterator[str]:
    """Every house, and the wings in it: folders with a game of their own."""
    for package in PACKAGES:
        yield package
        for inner in sorted(folder(package).iterdir()):
            if (inner / "game.py").exists() or (inner / "game").is_dir():
                yield f"{package}.{inner.name}"


def folder(building: str) -> Path:
    return source.folder(f"paddock.games.{building}")


def left_in(path: Path) -> bool:
    """Whether a folder holds anything but what Python once compiled there."""
    return path.name != "__pycache__" and any(one.name != "__pycache__" for one in path.iterdir())


def rooms(building: str) -> set[str]:
    """Its files and folders; a room of Python by its name alone, whether file or folder."""
    lying = [path for path in folder(building).iterdir() if path.is_file() or left_in(path)]
    wings = {one.rpartition(".")[2] for one in buildings() if one.startswith(f"{building}.")}
    return {path.name.removesuffix(".py") for path in lying} - wings


def differences(building: str) -> Iterator[str]:
    """What is otherwise here than in the template."""
    here, there = rooms(building), rooms(TEMPLATE)
    yield from (f"no room {room}" for room in sorted(there - here))
    yield from (f"another room {room}" for room in sorted(here - there))
    for room, names in NAMES.items():
        if room in here:
            module = importlib.import_module(f"paddock.games.{building}.{room}")
            missing = [name for name in names if not hasattr(module, name)]
            yield from (f"no {name} in {room}" for name in missing)
    yield from phases_differ(building)
    for module in modules(building):
        yield from questions_differ(module)
        yield from source_differs(building, module)


# ---------------------------------------------------------------- phases


def phases_differ(building: str) -> Iterator[str]:
    """Every phase is built by the protocol; the last one is Over; no event is called like one."""
    module = importlib.import_module(f"paddock.games.{building}.phases")
    phases = typing.get_args(module.Phase)
    if not issubclass(module.Over, Ended) or module.Over not in phases:
        yield "the last phase is not Over, made of Ended"
    for phase in phases:
        yield from phase_differs(phase)
    events = importlib.import_module(f"paddock.games.{building}.events")
    told = {event.__name__ for event in typing.get_args(events.Event)}
    for phase in phases:
        if phase.__name__ in told:
            yield f"event and phase {phase.__name__}"


def phase_differs(phase: type) -> Iterator[str]:
    if not issubclass(phase, Asking | Pending | Ended):
        for name in METHODS:
            if not callable(getattr(phase, name, None)):
                yield f"phase {phase.__name__} has no {name}"
    for name, given in METHODS.items():
        method = inspect.getattr_static(phase, name, None)
        if inspect.isfunction(method) and tuple(inspect.signature(method).parameters) != given:
            yield f"phase {phase.__name__}: {name} is given something else"


# ---------------------------------------------------------------- names


def modules(building: str) -> Iterator[ModuleType]:
    """All modules of a building; a wing's are its own."""
    wings = [f"paddock.games.{one}" for one in buildings() if one.startswith(f"{building}.")]
    for module in source.modules(f"paddock.games.{building}"):
        if not any(f"{module.__name__}.".startswith(f"{wing}.") for wing in wings):
            yield module


def questions_differ(module: ModuleType) -> Iterator[str]:
    for name, value in vars(module).items():
        if isinstance(value, Question) and not name.startswith("Q_"):
            yield f"question {name}"


def source_differs(building: str, module: ModuleType) -> Iterator[str]:
    """Names that mean something else in another house, and citations that lead nowhere."""
    path = module.__name__.removeprefix(f"paddock.games.{building}").lstrip(".") or "__init__"
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
                    if alias.name == "events" and alias.asname != "ev":
                        yield f"events as {alias.asname or 'events'} in {path}"
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                if cited(node) > CLAUSES:
                    yield f"{path}.{name} cites {cited(node)} clauses"
            case _:
                pass


def cited(node: ast.FunctionDef | ast.ClassDef) -> int:
    """How many clauses stand above a function or a class."""
    return sum(
        len(mark.args)
        for mark in node.decorator_list
        if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "cites"
    )


def found(building: str) -> list[str]:
    """Each difference once, in order."""
    return list(dict.fromkeys(differences(building)))
