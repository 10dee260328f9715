"""Bots that others wrote: a class, function or object by `module:Name`, by `file.py:Name`, or by an
entry point of the group `paddock.bots`.

A class is made once for each seat and race: with the GameSpec if it takes an argument, else with
nothing. A function is called as `choose(view, ask, chance)`.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.util
import inspect
import re
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from paddock.bots.bot import looks
from paddock.core import record
from paddock.core.chance import Chance
from paddock.core.errors import BotFailed, UnknownBot
from paddock.core.game import Ask
from paddock.core.game_spec import AnyGameSpec
from paddock.core.referee import AnyReferee

ENTRY_POINT_GROUP = "paddock.bots"
PLACE_AND_NAME = re.compile(r"(?P<place>.+):(?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)")
MODULE = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")

GIVEN_OBJECTS: dict[str, object] = {}
"""Bots that a program handed in as objects, by the name they are listed under."""


class TooSlow(BaseException):
    """The time for a decision is over. No `Exception`: a bot must not catch it by accident."""


class FunctionBot:
    """A function as a bot."""

    def __init__(self, function: Callable[[Any, Ask[Any], Chance], Any]) -> None:
        self.function = function
        self.looks = looks(function)  # type: ignore[arg-type]  # reads the attribute only

    def choose(self, view: Any, ask: Ask[Any], chance: Chance) -> Any:
        return self.function(view, ask, chance)


class CheckedBot:
    """A bot that someone else wrote. What it does wrong is reported with the decision."""

    def __init__(self, name: str, bot: Any, seconds: float | None = None) -> None:
        self.name, self.bot, self.seconds = name, bot, seconds
        self.looks = looks(bot)

    def choose(self, view: Any, ask: Ask[Any], chance: Chance) -> Any:
        try:
            with time_limit(self.seconds):
                move = self.bot.choose(view, ask, chance)
        except TooSlow:
            raise self.failure(ask, f"took longer than {self.seconds:g} s") from None
        except (Exception, SystemExit) as wrong:
            said = f"{type(wrong).__name__}: {wrong}{place_of(wrong)}"
            raise self.failure(ask, said) from wrong
        if move not in ask.options:
            offered = f"which is not one of the {len(ask.options)} options"
            raise self.failure(ask, f"answered {move!r}, {offered}")
        return move

    def failure(self, ask: Ask[Any], what: str) -> BotFailed:
        asked = f"seat {ask.seat}, asked {ask.question.prompt!r} ({ask.question.clause})"
        return BotFailed(f"{self.name}, {asked}: {what}")


def place_of(wrong: BaseException) -> str:
    """Where an exception was raised: the last line of the traceback."""
    frames = traceback.extract_tb(wrong.__traceback__)
    return (
        f" ({Path(frames[-1].filename).name} line {frames[-1].lineno})" if len(frames) > 1 else ""
    )


@contextlib.contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise TooSlow after some seconds. Where a signal cannot interrupt (in a thread, on Windows),
    it is raised when the decision is there at last."""
    if seconds is None:
        yield
        return
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        start = time.monotonic()
        yield
        if time.monotonic() - start > seconds:
            raise TooSlow
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def with_position(
    spec: AnyGameSpec, referee: AnyReferee, where: str, failed: BotFailed
) -> BotFailed:
    """The failure of a bot, with the row and the record of the race up to it."""
    text = record.write_record(spec, referee.record(), referee.state, None)
    return BotFailed(f"{where}, row {referee.count}: {failed}", text)


# ---------------------------------------------------------------- finding


def load_own_bot(name: str, spec: AnyGameSpec, seconds: float | None = None) -> CheckedBot | None:
    """The bot of this name, or None if it is no name of such a bot."""
    found = find_own_bot(name)
    return None if found is None else CheckedBot(name, start_bot(name, found, spec), seconds)


def find_own_bot(name: str) -> Any:
    """The class, function or object of this name; None if no such bot can be meant."""
    if name in GIVEN_OBJECTS:
        return GIVEN_OBJECTS[name]
    for entry in entry_points(group=ENTRY_POINT_GROUP, name=name):
        return load(name, entry.load)
    parts = PLACE_AND_NAME.fullmatch(name)
    if parts is None:
        return None
    place = parts["place"]
    if place.endswith(".py"):
        module = load(name, lambda: import_file(Path(place)))
    elif MODULE.fullmatch(place):
        if not has_module(place):
            return None
        module = load(name, lambda: importlib.import_module(place))
    else:
        return None
    found: Any = module
    for part in parts["name"].split("."):
        found = getattr(found, part, None)
    if found is None:
        raise UnknownBot(f"{place} has no {parts['name']}")
    return found


def load(name: str, how: Callable[[], Any]) -> Any:
    """Import a bot of a user; report whatever it raises in one line."""
    try:
        return how()
    except (UnknownBot, KeyboardInterrupt):
        raise
    except BaseException as wrong:
        said = f"{type(wrong).__name__}: {wrong}{place_of(wrong)}"
        raise UnknownBot(f"{name} cannot be imported: {said}") from wrong


def has_module(name: str) -> bool:
    """Whether there is such a module, here or in the current folder, which is searched last."""
    top = name.partition(".")[0]
    if top in sys.modules or importlib.util.find_spec(top) is not None:
        return True
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
        importlib.invalidate_caches()
    return importlib.util.find_spec(top) is not None


def import_file(path: Path) -> ModuleType:
    """A file as a module, imported once. Its folder can be imported from, as of a script."""
    path = path.resolve()
    if not path.is_file():
        raise UnknownBot(f"there is no file {path}")
    digest = hashlib.sha256(str(path).encode()).hexdigest()[:12]
    name = f"paddock_bot_{path.stem}_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def start_bot(name: str, found: Any, spec: AnyGameSpec) -> Any:
    """A bot for one seat from what was found under its name."""
    if isinstance(found, type):
        try:
            found = found(spec) if takes_argument(found) else found()
        except Exception as wrong:
            said = f"{type(wrong).__name__}: {wrong}{place_of(wrong)}"
            raise UnknownBot(f"{name} cannot be made: {said}") from wrong
    if callable(getattr(found, "choose", None)):
        return found
    if callable(found):
        return FunctionBot(found)
    raise UnknownBot(f"{name} is no bot: it has no `choose(view, ask, chance)`")


def takes_argument(kind: type) -> bool:
    try:
        parameters = inspect.signature(kind).parameters.values()
    except ValueError:
        return False
    return any(one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) for one in parameters)


# ---------------------------------------------------------------- naming


def name_object(bot: object) -> str:
    """A name under which `find_own_bot` finds a class, function or object in this process."""
    name = importable_name(bot)
    if name is None:
        kind = getattr(bot, "__qualname__", type(bot).__qualname__)
        name = f"{getattr(bot, '__module__', type(bot).__module__)}:{kind}".replace("<locals>", "_")
        taken = GIVEN_OBJECTS.get(name, bot)
        name = name if taken is bot else f"{name}_{id(bot)}"
        GIVEN_OBJECTS[name] = bot
    return name


def importable_name(bot: object) -> str | None:
    """The name by which another process can import a class or function; None: it cannot."""
    name, module = getattr(bot, "__qualname__", None), getattr(bot, "__module__", None)
    if not isinstance(name, str) or not isinstance(module, str) or "<" in name:
        return None
    place = module
    if module == "__main__":
        place = getattr(sys.modules[module], "__file__", None) or ""
        if not place.endswith(".py"):
            return None
        GIVEN_OBJECTS[f"{place}:{name}"] = bot  # here it is loaded already
    elif module not in sys.modules or getattr(sys.modules[module], "__spec__", None) is None:
        return None
    return f"{place}:{name}"


def is_given_object(name: str) -> bool:
    """Whether only this process knows the bot, because it cannot be imported by its name."""
    return name in GIVEN_OBJECTS and not name.partition(":")[0].endswith(".py")
