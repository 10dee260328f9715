"""Scenarios: a rulebook's own examples as TOML, run by one runner through a game's notation."""

from __future__ import annotations

import tomllib
import traceback
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from paddock import files, games
from paddock.core.chance import ScriptedChance
from paddock.core.errors import (
    IllegalMove,
    PaddockError,
    Refused,
    RulesBug,
    UnreadableScenario,
)
from paddock.core.game import Amount, Ask, Outcome, ask_of, next_move
from paddock.core.game_spec import AnyGameSpec
from paddock.core.notation import differences, read_facts
from paddock.core.options import convert_options
from paddock.core.position import Start, set_up_position
from paddock.core.seats import Names, numbered_names


class Position(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a scenario or a count of lines starts."""

    name: str
    game: str = ""  # if a package has several; default: its first
    seats: tuple[str, ...] = ()
    options_of_race: dict[str, Any] = field(default_factory=dict, name="with")
    given: tuple[str, ...] | None = None  # nothing: the set-up itself
    begin: str = ""
    dice: dict[str, list[str | int]] | None = None


class Scenario(Position, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One example of a rule, as it stands in the file."""

    rule: str | tuple[str, ...]
    moves: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    asked: tuple[str, ...] | None = None
    options: tuple[str, ...] | None = None
    usual: tuple[str, ...] = ()  # what the clock would play for those who are asked
    refused: str = ""
    outcome: tuple[str, ...] | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        return (self.rule,) if isinstance(self.rule, str) else self.rule


class File(Struct, frozen=True, forbid_unknown_fields=True):
    scenario: tuple[Scenario, ...]
    game: str = ""


class Result(Struct, frozen=True):
    """What came of a scenario: no problems, or each in a line, and what happened on the way."""

    file: str
    name: str
    rules: tuple[str, ...]
    problems: tuple[str, ...] = ()
    story: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.problems


Find = Callable[[str], AnyGameSpec]


# ---------------------------------------------------------------- reading


def read_file(path: Path) -> File:
    """The scenarios of a file, strictly: an unknown key is an error."""
    return parse_file(files.read_text(path), path)


def parse_file(text: str, path: Path) -> File:
    """The same from the text of a file that need not be there."""
    tree = parse_toml(text, path)
    try:
        return msgspec.convert(tree, File)
    except msgspec.ValidationError as wrong:
        raise UnreadableScenario(f"{path}: {complaint(wrong, tree)}") from None


def read_toml(path: Path) -> dict[str, Any]:
    return parse_toml(files.read_text(path), path)


def parse_toml(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as wrong:
        raise UnreadableScenario(f"{path}: {wrong}") from None


def complaint(wrong: Exception, tree: Mapping[str, Any]) -> str:
    """The complaint, with the name of the scenario instead of its number."""
    text = str(wrong)
    for table in ("scenario", "position"):
        for number, inner in enumerate(tree.get(table, ())):
            if isinstance(inner, dict) and f"$.{table}[{number}]" in text:
                text = text.replace(f"$.{table}[{number}]", repr(inner.get("name", number)))
    return text


def spec_of(path: Path, game: str, find: Find = games.find_spec) -> AnyGameSpec:
    """The game a file is about: the one it names, or that of the folder it lies in."""
    if game:
        return find(game)
    for folder in path.resolve().parents:
        if folder.name in games.PACKAGES:
            return games.load_package(folder.name)[0]
    raise UnreadableScenario(f'{path}: which game is this about? Say so: game = "…"')


# ---------------------------------------------------------------- running


def run_file(path: Path, find: Find = games.find_spec) -> list[Result]:
    """Every scenario of a file."""
    file = read_file(path)
    return [
        run(spec_of(path, scenario.game or file.game, find), scenario, str(path))
        for scenario in file.scenario
    ]


def run(spec: AnyGameSpec, scenario: Scenario, file: str = "") -> Result:
    """Play a scenario and compare."""
    table = Table(spec, scenario)
    problems = unknown_clauses(spec, scenario)
    try:
        table.set_up()
        problems += play(table, scenario)
        problems += find_problems(table, scenario)
        table.chance.check_all_used()
    except (PaddockError, RulesBug) as wrong:
        problems.append(str(wrong))
    except Exception as wrong:  # one crash must not hide the results of the other scenarios
        problems.append(describe_crash(wrong))
    return Result(file, scenario.name, scenario.rules, tuple(problems), tuple(table.story))


def describe_crash(wrong: Exception) -> str:
    """A program error in one line: its kind, its message and the line of code it comes from."""
    message = f"{type(wrong).__name__}: {wrong}" if str(wrong) else type(wrong).__name__
    frames = traceback.extract_tb(wrong.__traceback__)
    if not frames:
        return f"crash: {message}"
    return f"crash: {message} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"


class Table:
    """A position on the table, and the story since."""

    def __init__(self, spec: AnyGameSpec, position: Position) -> None:
        self.spec, self.position = spec, position
        self.names: Names = position.seats or numbered_names(spec.card.seats[0])
        self.chance = ScriptedChance(script(position), spec.notation.face)
        self.events: list[Any] = []
        self.story: list[str] = []
        self.state: Any = None

    def set_up(self) -> None:
        """Bring the table to where the scenario starts."""
        at = self.position
        options = convert_options(self.spec.options, at.options_of_race)
        if at.given is None and not at.begin:
            self.add_step(self.spec.game.setup(options, len(self.names), self.chance))
            return
        start = Start(at.given or (), at.begin)
        self.add_step(set_up_position(self.spec, options, self.names, start, self.chance))

    def add_step(self, step: Any) -> None:
        """Go on from a step, and write down what happened."""
        self.state = step.state
        for event in step.events:
            self.events.append(event)
            clause = getattr(event, "clause", "")
            text = self.spec.notation.event(event, self.names)
            self.story.append(f"  {text}" + (f"  ({clause})" if clause else ""))
        self.story += [f"  drawn for {label!r}: {face}" for label, face in self.chance.drawn]
        self.chance.drawn.clear()

    def play(self, *lines: str) -> None:
        """Play moves written as `alex: drive left 20L`. Those of a choice of several may stand in
        whatever order, a line each or as a list (`alex: discard 4,1`)."""
        waiting = deque(lines)
        while waiting:
            line = waiting.popleft()
            seat, text = self.parse_move(line)
            ask = self.find_ask(seat, line)
            named = list(self.spec.notation.moves(text, ask, self.names))
            self.story.append(line)
            while waiting and (more := self.more_moves(ask, waiting[0])):
                named += more
                self.story.append(waiting.popleft())
            while named:
                ask = self.find_ask(seat, line)
                move = next_move(ask, named)
                named.remove(move)
                if move not in ask.options:
                    raise IllegalMove(self.spec.game.why_not(self.state, seat, move))
                self.add_step(self.spec.game.play(self.state, seat, move, self.chance))

    def find_ask(self, seat: int, line: str) -> Ask[Any]:
        asks = self.spec.game.asks(self.state)
        ask = ask_of(asks, seat)
        if ask is None:
            who = ", ".join(ask_lines(asks, self.names)) or "nobody, the race is over"
            raise Refused(f"{line!r}: {self.names[seat]} is not asked; asked is {who}")
        return ask

    def more_moves(self, ask: Ask[Any], line: str) -> Sequence[Any]:
        """The moves of the next line, if they belong to the same choice of several."""
        kind, (seat, text) = ask.question.several, self.parse_move(line)
        if not kind or seat != ask.seat:
            return ()
        with suppress(Refused):
            moves = self.spec.notation.moves(text, ask, self.names)
            return moves if all(type(move).__name__ == kind for move in moves) else ()
        return ()

    def parse_move(self, line: str) -> tuple[int, str]:
        name, colon, text = line.partition(":")
        if not colon or name not in self.names:
            who = ", ".join(self.names)
            raise UnreadableScenario(f"{line!r} should begin with a seat and a colon ({who})")
        return list(self.names).index(name), text.strip()


def script(position: Position) -> dict[str, list[str]]:
    dice = position.dice or {}
    return {label: [str(face) for face in faces] for label, faces in dice.items()}


def play(table: Table, scenario: Scenario) -> list[str]:
    """The moves; the last one is refused where the scenario says so."""
    moves = list(scenario.moves)
    last = moves.pop() if scenario.refused and moves else None
    table.play(*moves)
    if not scenario.refused:
        return []
    if last is None:
        return ["refused: there is no move that could be"]
    try:
        table.play(last)
    except IllegalMove as wrong:
        clause, reason = wrong.refusal.clause, wrong.refusal.reason
        if clause == scenario.refused:
            return []
        return [f"refused: expected {scenario.refused}, found {clause} ({reason})"]
    return [f"refused: expected {scenario.refused}, but {last!r} was played"]


# ---------------------------------------------------------------- comparing


def find_problems(table: Table, scenario: Scenario) -> list[str]:
    """Everything that is not as the scenario says."""
    spec, state, names = table.spec, table.state, table.names
    asks = spec.game.asks(state)
    problems = differences(read_facts(scenario.then), spec.notation.facts(state, names))
    problems += missing_events(table, scenario.events)
    if empty := [ask for ask in asks if not len(ask.options)]:
        return [*problems, f"asked without an option: {join_lines(ask_lines(empty, names))}"]
    if scenario.asked is not None:
        problems += unequal_asks(asks, scenario.asked, names)
    if scenario.options is not None:
        problems += unequal_options(table, asks, scenario.options)
    problems += unequal_default(table, asks, scenario.usual)
    if scenario.outcome is not None:
        problems += unequal_outcome(spec.game.outcome(state), scenario.outcome, names)
    return problems


def unknown_clauses(spec: AnyGameSpec, scenario: Scenario) -> list[str]:
    cited = [*scenario.rules, *([scenario.refused] if scenario.refused else [])]
    return [
        f"rule: {spec.card.title} has no clause {clause}"
        for clause in cited
        if clause not in spec.rulebook.clauses
    ]


def missing_events(table: Table, wanted: Sequence[str]) -> list[str]:
    """The first event that did not happen after those before it."""
    happened = iter([table.spec.notation.event(event, table.names) for event in table.events])
    for line in wanted:
        if not any(is_like(line, text) for text in happened):
            return [f"events: {line!r} did not happen (in this order)"]
    return []


def is_like(wanted: str, happened: str) -> bool:
    """Whether an event is the one wanted; only the arguments named are compared."""
    kind, *arguments = wanted.split()
    known, *there = happened.split()
    return kind == known and set(arguments) <= set(there)


def ask_lines(asks: Sequence[Ask[Any]], names: Names) -> list[str]:
    return [f"{names[ask.seat]}: {ask.question.prompt}" for ask in asks]


def unequal_asks(asks: Sequence[Ask[Any]], wanted: Sequence[str], names: Names) -> list[str]:
    """Who must decide what; a name alone leaves open what."""
    found = ask_lines(asks, names)
    plain = [line if ":" in line else f"{line}:" for line in wanted]
    if len(found) == len(plain) and all(
        any(there == line or (line.endswith(":") and there.startswith(line)) for there in found)
        for line in plain
    ):
        return []
    return [f"asked: expected {join_lines(wanted)}, found {join_lines(found)}"]


def unequal_default(table: Table, asks: Sequence[Ask[Any]], wanted: Sequence[str]) -> list[str]:
    """What the clock would play for each seat named."""
    defaults = {
        table.names[ask.seat]: table.spec.notation.text(ask.default_move, table.names)
        for ask in asks
    }
    found = {f"{name}: {text}" for name, text in defaults.items()}
    return [
        f"usual: expected {text!r}, found {sorted(found) or 'nobody asked'}"
        for text in wanted
        if text not in found
    ]


def unequal_options(table: Table, asks: Sequence[Ask[Any]], wanted: Sequence[str]) -> list[str]:
    """The options of each seat named must be exactly these, in whatever order."""
    sets: dict[int, set[str]] = {}
    for line in wanted:
        seat, text = table.parse_move(line)
        sets.setdefault(seat, set()).add(text)
    problems = []
    for seat, texts in sets.items():
        ask, name = ask_of(asks, seat), table.names[seat]
        found = set() if ask is None else set(option_lines(table.spec, ask, table.names))
        problems += [f"options: {name} should have {text!r}" for text in sorted(texts - found)]
        problems += [f"options: {name} also has {text!r}" for text in sorted(found - texts)]
    return problems


def option_lines(spec: AnyGameSpec, ask: Ask[Any], names: Names) -> list[str]:
    """The options as text; an amount as its range: `bid 10..50`."""
    options = ask.options
    if isinstance(options, Amount):
        step = "" if options.step == 1 else f" by {options.step}"
        return [f"{spec.notation.text(options[0], names)}..{options.most}{step}"]
    return [spec.notation.text(move, names) for move in options]


def unequal_outcome(outcome: Outcome | None, wanted: Sequence[str], names: Names) -> list[str]:
    """The places of those named, `out` for a car out of the race, and `reason` if it is named."""
    if outcome is None:
        return ["outcome: the race is not over"]
    found = {name: str(place or "out") for name, place in zip(names, outcome.places, strict=True)}
    found["reason"] = outcome.reason
    problems = []
    for line in wanted:
        who, _, place = line.partition(" ")
        place = "out" if place == "0" else place
        if found.get(who) != place:
            problems.append(f"outcome: expected {line}, found {who} {found.get(who, 'nowhere')}")
    return problems


def join_lines(lines: Sequence[str]) -> str:
    return "; ".join(lines) or "nobody"


def explain(result: Result) -> str:
    """A failed scenario as text: what is wrong, and what happened."""
    rules = ", ".join(result.rules)
    lines = [f"{result.file}: {result.name} ({rules})"]
    lines += [f"    {problem}" for problem in result.problems]
    if result.story:
        lines += ["  what happened:", *(f"    {line}" for line in result.story)]
    return "\n".join(lines)
