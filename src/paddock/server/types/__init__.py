"""TypeScript types of the browser: `wire.ts`, and one file per game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_origin

import msgspec

from paddock.core.game_spec import AnyGameSpec
from paddock.core.program_types import Program
from paddock.games import find_race
from paddock.server.api import bodies, wire
from paddock.server.types import words
from paddock.server.types.typescript import HEAD, Writer, classes_in

ALIASES: dict[str, Any] = {
    "FromClient": wire.FromClient,
    "FromServer": wire.FromServer,
    "Line": wire.Line,
    "Wish": wire.Wish,
    "Clock": wire.Clock,
    "PaceName": wire.PaceName,
    "RefusalCode": wire.RefusalCode,
}
BODIES: tuple[Any, ...] = (
    bodies.Person,
    bodies.Rename,
    bodies.Credentials,
    bodies.NewPush,
    bodies.NewMail,
    bodies.NewWebhook,
    bodies.Notices,
    bodies.NoticeChange,
    bodies.ChannelChange,
    bodies.NewPassword,
    bodies.Reset,
    bodies.Farewell,
    bodies.Session,
    wire.Problem,
    Program[wire.Move],
    bodies.Ahead,
    bodies.GameCard,
    bodies.GamePage,
    bodies.Rules,
    bodies.Primer,
    bodies.Hint,
    bodies.TrackText,
    bodies.Judged,
    bodies.StudioPage,
    bodies.TrackReport,
    bodies.OfferedTrack,
    bodies.Lobby,
    bodies.WantedPaces,
    bodies.NewTable,
    bodies.NewRecord,
    bodies.Sit,
    bodies.TableChange,
    bodies.Propose,
    bodies.TakeHoliday,
    bodies.PauseTable,
    bodies.ChangePace,
    bodies.SeatLink,
    bodies.OfferedSeat,
    bodies.TakeOver,
    bodies.Learn,
    bodies.GuideStep,
    bodies.Agree,
    bodies.Start,
    bodies.Fork,
    bodies.Replay,
    bodies.ReviewPage,
    bodies.Exercises,
    bodies.MyExercises,
    bodies.MyRaces,
    bodies.Again,
    bodies.ExerciseState,
    bodies.Reasons,
)
GAME_TYPES = ("View", "Move", "Event", "Options")
ANY_GAME = (
    "/** The types of one game: its generated file exports one. */\n"
    "export interface AnyGame {\n"
    "  View: unknown;\n"
    "  Move: { type: string };\n"
    "  Event: { type: string };\n"
    "  Options: unknown;\n"
    "}\n"
)


def wire_file() -> str:
    """Types of frames and bodies, generic over the game."""
    types = [*ALIASES.values(), *BODIES]
    roots, components = msgspec.json.schema_components(types, ref_template="{name}")
    writer = Writer(components, classes_in(types, components), program_names(components))
    parts = [HEAD, ANY_GAME, *(writer.declare(name) for name in components)]
    aliases = zip(ALIASES, roots, strict=False)
    return "\n".join([*parts, *(writer.alias(name, root) for name, root in aliases)])


def program_names(components: Iterable[str]) -> dict[str, str]:
    """Names of the types of programs. Generic ones have their parameter in the name, and some
    are called like other types: those are `ProgramRules`."""
    names = {}
    for component in components:
        if generic := re.match(r"(\w+)_typing\.", component):
            name = generic[1]
            names[component] = name if name == "Program" else f"Program{name}"
        elif component.startswith("paddock.core.program_types."):
            names[component] = f"Program{component.rpartition('.')[2]}"
        elif component.startswith("paddock.server.api."):
            names[component] = component.rpartition(".")[2]
    return names


class GameTypes:
    """Types of one game, under the names of its schema."""

    def __init__(self, spec: AnyGameSpec) -> None:
        types = [spec.view, spec.move, spec.event, spec.options]
        board = None if spec.board is None else type(spec.board())
        if board is not None and issubclass(board, msgspec.Struct):
            types.append(board)
        if spec.studio is not None:
            types.append(spec.studio.sketch_type)
        self.roots, self.components = msgspec.json.schema_components(types, ref_template="{name}")
        self.classes = classes_in(types, self.components)


def game_file(spec: AnyGameSpec, race: AnyGameSpec | None = None) -> str:
    """Types of one game. `Game` collects them for the wire types."""
    found = GameTypes(spec)
    shared = {} if race is None else shared_names(found, GameTypes(race))
    own = [name for name in found.components if name not in shared]
    names = (
        {} if race is None else distinct_names({name: found.classes[name] for name in own}, spec)
    )
    taken = {*names.values(), "Game", *GAME_TYPES}
    names |= {name: f"Race{other}" if other in taken else other for name, other in shared.items()}
    writer = Writer(found.components, found.classes, names, whole=True)
    fields = [
        f"  {room}: {writer.type(root)};\n"
        for room, root in zip(GAME_TYPES, found.roots, strict=False)
    ]
    parts = [writer.declare(name) for name in own]
    parts.append("export interface Game {\n" + "".join(fields) + "}\n")
    declared = set(map(writer.name, own))
    parts += [
        f'export type {room} = Game["{room}"];\n' for room in GAME_TYPES if room not in declared
    ]
    body = "\n".join(parts)
    if race is None:
        return f"{HEAD}\n{body}"
    called = {names[name]: other for name, other in shared.items()}
    return f"{HEAD}\n{import_lines(called, race.card.id, body)}\n{body}"


def shared_names(found: GameTypes, race: GameTypes) -> dict[str, str]:
    """Types that a mode or series shares with its race, by their names there."""
    return {
        name: other
        for name, cls in found.classes.items()
        for other, one in race.classes.items()
        if cls is one
    }


def import_lines(called: Mapping[str, str], race: str, body: str) -> str:
    """Import lines of a mode for the types of its race. If it has its own `View`, the race's is
    imported as `RaceView`."""
    used = {name for name in called if re.search(rf"\b{name}\b", body)}
    listed = [
        name if name == called[name] else f"{called[name]} as {name}" for name in sorted(used)
    ]
    lines = "".join(f"  {one},\n" for one in listed)
    return f'import type {{\n{lines}}} from "./{race}";\n\nexport * from "./{race}";\n'


def distinct_names(own: Mapping[str, Any], spec: AnyGameSpec) -> dict[str, str]:
    """Names of classes. A mode inside another has duplicates: the inner ones are prefixed
    (`MilleMigliaView`)."""
    count = Counter(class_name(cls) for cls in own.values())
    home = package_of(spec.options)
    return {
        name: class_name(cls)
        if count[class_name(cls)] == 1 or package_of(cls).startswith(home)
        else package_of(cls).rpartition(".")[2].title().replace("_", "") + class_name(cls)
        for name, cls in own.items()
    }


def package_of(cls: Any) -> str:
    """Package of the game or mode that a class belongs to."""
    module: str = (get_origin(cls) or cls).__module__
    return module.rpartition(".")[0]


def class_name(cls: Any) -> str:
    """Name of a class."""
    name: str = (get_origin(cls) or cls).__name__
    return name


def files(specs: Mapping[str, AnyGameSpec]) -> dict[str, str]:
    """Contents of `web/src/generated`."""
    found = {"wire.ts": wire_file(), **words.files(words.homes(specs))}
    for id, spec in specs.items():
        found[f"{id}.ts"] = game_file(spec, find_race(id, specs))
        if spec.board is not None:
            found |= board_files(id, spec.board())
    return found


def board_files(id: str, board: object) -> dict[str, str]:
    """Data and geometry that a game's board needs, and their type."""
    text = msgspec.json.format(msgspec.json.encode(board), indent=0).decode() + "\n"
    found = {f"{id}.board.json": text}
    if isinstance(board, msgspec.Struct):
        name = type(board).__name__
        found[f"{id}.board.d.json.ts"] = (
            f'{HEAD}\nimport type {{ {name} }} from "./{id}";\n\n'
            f"declare const board: {name};\nexport default board;\n"
        )
    return found


def write(folder: Path, specs: Mapping[str, AnyGameSpec]) -> list[Path]:
    """Write changed files, delete obsolete ones, and return their names."""
    made = {folder / name: text for name, text in files(specs).items()}
    changed = [path for path in folder.rglob("*.*") if path not in made]
    for path in changed:
        path.unlink()
    for path, text in made.items():
        if not path.exists() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            changed.append(path)
    return changed
