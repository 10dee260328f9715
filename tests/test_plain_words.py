"""The English of the product: none of the old sentences and phrases comes back."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from paddock.cli import app

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/paddock"
LANGUAGE = "en"

BANNED = re.compile(
    r"\b(?:so many|be done|home, in place|begun|slantwise|at nought|for ever|bear it"
    r"|is turned up|looked back upon|stands here|sits here|take it away|of one's own|be content"
    r"|anew|whoever|whomever|upon|nought|secret sheet|foremost|hindmost)\b",
    re.IGNORECASE,
)
"""Phrases that no text for players may contain."""

SENTENCES = (
    "at once against rivals who never sleep",
    "Be the foremost driver when the eighth track card is turned over",
    "Second gear: 2 and 3",
    "two free spaces, and they are not speed",
    "Commit the plan",
    "Send the plan",
    "How do you react?",
    "Boost for one Heat, cool down, or be done",
    "Stress is a gamble here",
    "corner of {limit} at {speed}",
    "Every driver is home or out",
    "The line was crossed",
    "All others are home: your race ends where you stand",
    "Everybody writes a speed in secret",
    "Click a square: ahead, or a lane aside",
    "A further square gallops there",
    "strained: {result}",
    "marker {marker} falls",
    "the driver is jostled",
    "Not yet: first do what is said",
    "for the whip, corners and brakes; at nought the team tires",
    "for every 40 km/h begun",
    "ahead or slantwise",
    "Cover the last boxes to the line",
    "Cover the last spaces to the line",
    "Your car is engaged with others side by side",
    "Challenge for the right to move first?",
    "who has a warning moves last and wears his tyres",
    "Side by side, four curves to the flag",
    "nobody tells you how",
    "Lay a card face up",
    "brake in emergency",
    "an Old Pro – nobody drives it",
    "nobody drives it",
    "Slow down and attack the next car, or be content?",
    "was turned up. Which of the equal cards goes?",
    "so many spaces as your engine has levels",
    "Danger! Bear it, or cancel it?",
    "Your sequence: fuel first, then cards, then one assistant; or pass",
    "a tile joined to you is removed for ever",
    "space joined to your vehicle",
    "Last in order takes first, and gets what is left over",
    "The race looked back upon",
    "Look back on this race",
    "the place with the luck of the average",
    "Nothing that surely cost a place or was well found",
    "Since your last turn: ",
    "How fast the others' turns are shown",
    "Name at the table",
    "Stand up",
    "So many of the last seats have no stable and only bet",
    "Wealthy betters",
    "Boxes whose advanced Upgrades and Sponsorships come in too",
    "You keep none: build one in the studio",
    "None yet: what you keep or drive stands here",
    "as farther on",
    "Worth a thought",
    "Everything that is kept of me, as a file",
    "Delete me",
    "throws so many Stress out of your hand",
    "gauge: {text}",
)
"""Sentences that were replaced; a text may not contain one of them."""
OLD = re.compile("|".join(re.escape(sentence) for sentence in SENTENCES), re.IGNORECASE)

WHOLE = re.compile(
    r"(?:home|sits here|so many|the line was crossed|{name}: stands)\.?", re.IGNORECASE
)
"""Texts that are too short to be searched for inside others."""


def english(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every English text in a TOML document, with its key."""
    if isinstance(value, list):
        for at, inner in enumerate(value):
            yield from english(inner, f"{key}[{at}]")
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name == LANGUAGE and isinstance(inner, str):
                yield key, inner
            else:
                yield from english(inner, f"{key}.{name}".lstrip("."))


def documents() -> list[Path]:
    names = ("words.toml", "primer.toml", "guides/*.toml")
    return sorted(path for name in names for path in SOURCE.rglob(name))


def command_help(command: click.Command, name: str) -> Iterator[tuple[str, str]]:
    """The help of a command, of its parameters and of the commands below it."""
    yield name, command.help or ""
    for parameter in command.params:
        yield f"{name} {parameter.name}", getattr(parameter, "help", None) or ""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for below in command.list_commands(context):
            inner = command.get_command(context, below)
            assert inner is not None
            yield from command_help(inner, f"{name} {below}")


def old_words(texts: Iterator[tuple[str, str]]) -> dict[str, str]:
    return {
        key: text
        for key, text in texts
        if BANNED.search(text) or OLD.search(text) or WHOLE.fullmatch(text.strip())
    }


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_text_uses_old_words(path: Path) -> None:
    found = list(english(tomllib.loads(path.read_text("utf-8"))))
    assert found, "no English text in this file"
    assert old_words(iter(found)) == {}


def test_no_command_uses_old_words() -> None:
    found = list(command_help(app, "paddock"))
    assert ("paddock play", True) in [(name, bool(text)) for name, text in found]
    assert old_words(iter(found)) == {}


@pytest.mark.parametrize(
    "path", sorted(SOURCE.rglob("rulebook.md")), ids=lambda path: path.parent.name
)
def test_no_rulebook_uses_banned_phrases(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert [line for line in lines if BANNED.search(line)] == []


PLAYERS_PAGES = (
    "README.md",
    "docs/circus-maximus.md",
    "docs/great-race.md",
    "docs/heat.md",
    "docs/street-illegal.md",
    "docs/winds-of-war.md",
)


@pytest.mark.parametrize("page", PLAYERS_PAGES)
def test_no_page_for_players_uses_old_words(page: str) -> None:
    lines = enumerate((ROOT / page).read_text("utf-8").splitlines(), 1)
    assert old_words((f"line {n}", line) for n, line in lines) == {}


@pytest.mark.parametrize(
    "text",
    ["Stand up", "You are home, in place {place}", "So many Heat", "home", "Worth a thought."],
)
def test_an_old_text_is_found(text: str) -> None:
    assert old_words(iter([("key", text)])) == {"key": text}
