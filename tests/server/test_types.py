"""The browser's types are those of the server."""

from __future__ import annotations

from pathlib import Path

from paddock.games import houses
from paddock.server import types
from paddock.server.render import WORDS

FOLDER = Path(__file__).parents[2] / "web" / "src" / "generated"


def test_the_generated_types_have_not_drifted() -> None:
    """If this fails: `paddock types`, and look at what changed."""
    wanted = types.files(houses())
    kept = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.*")}
    assert sorted(kept) == sorted(wanted)
    drifted = [name for name, text in wanted.items() if kept[name] != text]
    assert drifted == []


def test_unions_are_discriminated_and_games_are_parameters() -> None:
    text = types.wire_file()
    assert 'type: "Answer";' in text
    assert 'moves: G["Move"][];' in text
    assert "export type FromServer<G extends AnyGame = AnyGame> = Whole<G> | News<G>" in text


def test_the_server_says_everything_in_both_languages() -> None:
    assert WORDS.gaps() == []
