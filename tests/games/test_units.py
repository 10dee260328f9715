"""Numbers in sentences carry the unit of their field, in every game, mode and language."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple, get_args

import pytest

from paddock import games
from paddock.core.game_spec import AnyGameSpec
from paddock.core.languages import languages, parse_sentence
from paddock.core.seats import Names
from paddock.core.words import Words
from paddock.verify import scenario
from tests.laws.specs import scenarios_of

SPECS = tuple(games.all_specs().values())
PROBE = 4321  # a number that no text has by itself
MONEY = r"(?:s|sesterces|sesterzi|Lire|lire|£|\$)\b"
"""What stands after a sum of money."""
OTHER_UNITS = {
    "en": r"speed|velocity|place|position|lap|turn|race|round|stage|die|dice|roll|lane|gear|square",
    "it": r"velocità|posto|posizione|giro|turno|corsa|tappa|dado|dadi|tiro|corsia|marcia|casella",
}
"""Nouns in front of a number that is no money."""
FROM_ONE = {
    "en": r"place|position|lap|turn|race|round|stage|row|lane|horse|chariot",
    "it": r"posto|posizione|giro|turno|corsa|tappa|fila|corsia|cavallo|carro",
}
"""What is counted from one: a 0 stands for none, and is told without a number."""


class Happened(NamedTuple):
    spec: AnyGameSpec
    names: Names
    event: Any


@cache
def happened(package: str) -> tuple[Happened, ...]:
    """Every event of the scenarios of a game."""
    found: dict[tuple[str, str], Happened] = {}
    for path in sorted(scenarios_of(package).glob("*.toml")):
        file = scenario.read_file(path)
        for one in file.scenario:
            spec = scenario.spec_of(path, one.game or file.game)
            table = scenario.Table(spec, one)
            table.set_up()
            scenario.play(table, one)
            for event in table.events:
                found[spec.card.id, repr(event)] = Happened(spec, table.names, event)
    return tuple(found.values())


def sentences(package: str, language: str) -> Iterator[tuple[str, str]]:
    for spec, names, event in happened(package):
        yield type(event).__name__, spec.words.say(event, names, language)


def event_types(spec: AnyGameSpec) -> frozenset[type]:
    return frozenset(flat(spec.event))


def flat(kind: Any) -> Iterator[type]:
    parts = get_args(kind)
    if not parts:
        yield kind
    for part in parts:
        yield from flat(part)


def package_of(spec: AnyGameSpec) -> str:
    """The folder of a game, which holds its modes too."""
    return type(spec.game).__module__.removeprefix("paddock.games.").partition(".")[0]


PACKAGES = sorted({package_of(spec) for spec in SPECS})


@pytest.mark.parametrize("package", PACKAGES)
def test_an_event_reads_the_same_in_every_mode_that_has_it(package: str) -> None:
    """A speed of a race is no money because the race is part of a season."""
    told: set[tuple[str, str, str]] = set()
    modes = {spec.card.id: spec for spec in SPECS if package_of(spec) == package}
    known = {id: event_types(mode) for id, mode in modes.items()}
    for spec, names, event in happened(package):
        for id, mode in modes.items():
            if type(event) not in known[id] or mode is spec:
                continue
            for language in languages():
                here = spec.words.say(event, names, language)
                there = mode.words.say(event, names, language)
                if here != there:
                    told.add((id, here, there))
    assert not told, sorted(told)[:5]


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_that_is_counted_from_one_is_told_as_zero(package: str) -> None:
    for language in languages():
        wrong = re.compile(rf"\b(?:{FROM_ONE[language]}) 0\b", re.IGNORECASE)
        found = {text for _, text in sentences(package, language) if wrong.search(text)}
        assert not found, sorted(found)[:5]


def probes(words: Words, id: str, language: str) -> Iterator[tuple[str, str]]:
    """Each number of a message that could be one, with the text around it."""
    pieces = list(parse_sentence(words.messages[id][language]))
    for n, (literal, field, how) in enumerate(pieces):
        if field is None:
            continue
        name = words.formatter(id, field)
        text = f"{PROBE} {how.split(':')[-1]}" if how else str(PROBE)
        if name in words.shows:
            with suppress(Exception):  # it formats no number
                text = ""
                text = words.shows[name](PROBE, language, ())
            if str(PROBE) not in re.sub(r"\D", "", text):
                continue
        after = pieces[n + 1][0] if n + 1 < len(pieces) else ""
        yield field, f"{literal}|{text}{after}"


def is_money(text: str) -> bool:
    return re.search(rf"\|[\d\s]+{MONEY}", text) is not None


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.card.id)
def test_money_is_told_as_money_and_nothing_else(spec: AnyGameSpec) -> None:
    """In every language the same fields are money, and no sum stands after another unit."""
    wrong = []
    for id, message in spec.words.messages.items():
        units = defaultdict(set)
        for language in languages():
            if language not in message:
                continue
            for field, text in probes(spec.words, id, language):
                money = is_money(text)
                units[field].add(money)
                other = rf"\b(?:{OTHER_UNITS[language]}) \|"
                if money and re.search(other, text, re.IGNORECASE):
                    wrong.append(f"{id}: {text}")
        wrong += [
            f"{id}.{field}: money in one language" for field in units if len(units[field]) > 1
        ]
    assert not wrong, wrong[:5]
