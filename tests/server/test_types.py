"""The browser's types equal the server's."""

from __future__ import annotations

import enum
from pathlib import Path

import msgspec
from msgspec import Struct

from paddock.games import all_specs
from paddock.server import types
from paddock.server.rendering.render import WORDS
from paddock.server.types.typescript import Writer, classes_in

FOLDER = Path(__file__).parents[2] / "web" / "src" / "generated"


def test_the_generated_types_have_not_drifted() -> None:
    """If this fails: `paddock types`, and look at what changed."""
    wanted = types.files(all_specs())
    kept = {
        path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in FOLDER.rglob("*.*")
    }
    assert sorted(kept) == sorted(wanted)
    drifted = [name for name, text in wanted.items() if kept[name] != text]
    assert drifted == []


def test_unions_are_discriminated_and_games_are_parameters() -> None:
    text = types.wire_file()
    assert 'type: "Answer";' in text
    assert 'moves: G["Move"][];' in text
    assert "export type FromServer<G extends AnyGame = AnyGame> = Whole<G> | News<G>" in text


class Sky(enum.IntEnum):
    """What is above."""

    SUN = 0
    RAIN = 2


class Weather(Struct):
    skies: tuple[Sky, ...]
    by_seat: dict[str, Sky | None]


def test_enums_come_with_their_members() -> None:
    _, components = msgspec.json.schema_components([Weather], ref_template="{name}")
    writer = Writer(components, classes_in([Weather], components), whole=True)
    assert writer.declare("Sky") == (
        "/** What is above. */\n"
        "export const Sky = {\n  SUN: 0,\n  RAIN: 2,\n} as const;\n"
        "export type Sky = (typeof Sky)[keyof typeof Sky];\n"
    )
    assert "skies: Sky[];" in writer.declare("Weather")
    assert "by_seat: Record<string, Sky | null>;" in writer.declare("Weather")


def test_a_wing_has_the_types_of_its_race_from_there() -> None:
    made = types.files(all_specs())
    series = made["template-series.ts"]
    assert 'export * from "./template";' in series
    assert "  View as RaceView,\n" in series
    assert "  now: RaceView;\n" in series
    assert "interface CarSeen" not in series
    assert all("paddock_" not in text for name, text in made.items() if name.endswith(".ts"))


def test_a_board_that_is_a_struct_has_its_type() -> None:
    assert "import type { Board }" in types.files(all_specs())["template.board.d.json.ts"]


def test_the_server_says_everything_in_both_languages() -> None:
    assert WORDS.missing_messages() == []
