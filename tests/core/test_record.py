"""The record as text: read back the same, and every kind of damage refused with one clear line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from paddock.core.errors import PaddockError, UnknownGame, UnreadableRecord
from paddock.core.record import fingerprint, read_record, write_record
from paddock.core.referee import Referee
from paddock.games import find_spec
from paddock.games.template import RACE
from tests.core.tables import finish, start, text, usual


def sample() -> list[str]:
    """The lines of a whole race with a taking back in it."""
    table = start(3, seed=5)
    usual(table, 1)
    table.take_back(1)
    return text(finish(table)).splitlines()


def reached(lines: list[str]) -> str:
    """Read a record, play it again and compare its hash, as a replay does."""
    spec, record, closing = read_record("\n".join(lines) + "\n", find_spec)
    state = Referee.replay(spec.game, record).state
    if fingerprint(spec, state, len(record.names)) != closing.state:
        raise UnreadableRecord("another state")
    return closing.state


def test_a_record_is_read_back_the_same() -> None:
    table = finish(start())
    spec, record, closing = read_record(text(table), find_spec)
    assert spec is RACE
    assert record == table.record()
    assert closing.outcome == table.outcome()
    assert (
        fingerprint(RACE, Referee.replay(RACE.game, record).state, len(record.names))
        == closing.state
    )


def test_a_race_in_progress_is_a_record_too() -> None:
    table = start()
    usual(table, 0)
    _, record, closing = read_record(text(table), find_spec)
    assert closing.outcome is None
    again = Referee.replay(RACE.game, record)
    assert (again.state, again.asks) == (table.state, table.asks)


def test_taking_back_is_on_record() -> None:
    lines = sample()
    assert json.loads(lines[2]) == {"n": 1, "seat": 1, "takes_back": 0}
    assert reached(lines)


def test_a_row_is_a_line_that_people_can_read() -> None:
    assert json.loads(sample()[1]) == {"n": 0, "seat": 1, "move": "gear 1"}


@pytest.mark.parametrize("name", ["Zoë", "a\u2028b", "two\nlines", "\x85", 'quo"te', "{seat}"])
def test_names_of_all_kinds_survive(name: str) -> None:
    record = Referee(RACE.game, RACE.options(), (name, "bob"), Luck()).record()
    state = Referee.replay(RACE.game, record).state
    _, back, _ = read_record(write_record(RACE, record, state, None), find_spec)
    assert back.names == (name, "bob")


class Luck:
    def random(self) -> float:
        return 0.5


def test_line_ends_of_other_systems_are_read() -> None:
    read_record("\r\n".join(sample()) + "\r\n", find_spec)


# ---------------------------------------------------------------- damage

Damage = Callable[[list[str]], list[str]]


def with_line(n: int, **changes: Any) -> Damage:
    """Change the values of a line."""

    def damage(lines: list[str]) -> list[str]:
        changed = json.loads(lines[n]) | changes
        return (
            [*lines[:n], json.dumps(changed), *lines[n + 1 :]]
            if n >= 0
            else [
                *lines[:-1],
                json.dumps(changed),
            ]
        )

    return damage


def other_draw(lines: list[str]) -> list[str]:
    """One face of a draw in the middle turned to another."""
    for n, line in enumerate(lines[1:-1], 1):
        row = json.loads(line)
        if row.get("draws"):
            label, among, index = row["draws"][0]
            row["draws"][0] = [label, among, (index + 1) % among]
            return [*lines[:n], json.dumps(row), *lines[n + 1 :]]
    raise AssertionError("nothing was drawn")


def other_label(lines: list[str]) -> list[str]:
    n = next(n for n, line in enumerate(lines) if '"gear ' in line and "draws" in line)
    return [*lines[:n], lines[n].replace('[["gear ', '[["wheel '), *lines[n + 1 :]]


def without_draws(lines: list[str]) -> list[str]:
    n = next(n for n, line in enumerate(lines[1:-1], 1) if "draws" in line)
    row = json.loads(lines[n])
    del row["draws"]
    return [*lines[:n], json.dumps(row), *lines[n + 1 :]]


DAMAGES: dict[str, tuple[Damage, str]] = {
    "empty": (lambda lines: [], "empty"),
    "cut off in a line": (lambda lines: [*lines[:5], lines[5][:9]], "breaks off"),
    "cut off between lines": (lambda lines: lines[:5], "breaks off"),
    "only a header": (lambda lines: lines[:1], "breaks off"),
    "a row is missing": (lambda lines: lines[:4] + lines[5:], r"should have \d+ rows and has \d+"),
    "rows swapped": (
        lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]],
        "line 4 should be row 2 and says 3",
    ),
    "a line of noise": (
        lambda lines: [*lines[:3], "\x00\x01 noise", *lines[4:]],
        "line 4 of the record is damaged",
    ),
    "foreign text": (lambda lines: ["Dear diary,", "today"], "not a Paddock record"),
    "foreign JSON": (lambda lines: ['{"moves": []}', "{}"], "not a Paddock record"),
    "another format": (with_line(0, paddock=9), "format 9"),
    "another edition": (with_line(0, edition="0"), "edition 0 of Three Bends, not 1"),
    "too many seats": (with_line(0, seats=["x"] * 9), "not played by 9"),
    "an unknown option": (with_line(0, options={"wings": True}), "line 1: options: .*wings"),
    "an option out of range": (with_line(0, options={"length": 3}), "line 1: options: .*length"),
    "a draw of the set-up": (with_line(0, dealt=[["hand", 12, 99]]), "set-up: "),
    "a seat that is not there": (with_line(3, seat=7), "line 4: there is no seat 7"),
    "a move nobody knows": (with_line(3, move="fly 3"), "line 4: 'fly 3' is not a move"),
    "no move at all": (with_line(3, move=None), "line 4: '' is not a move"),
    "a move that was not offered": (with_line(3, move="gear 4"), r"row 2: gear-jump \(T2.1\)"),
    "a seat that was not asked": (with_line(4, seat=json.loads(sample()[3])["seat"]), "not asked"),
    "taking back what cannot be": (
        with_line(3, takes_back=1),
        "row 2 takes back row 1, which cannot be",
    ),
    "a draw too few": (without_draws, "the record has no draw"),
    "a draw with another label": (other_label, "the rules ask for 'gear"),
    "a bit flipped in a draw": (other_draw, "."),
    "another hash": (with_line(-1, state="00"), "another state"),
    "an unknown field": (with_line(3, colour="red"), "line 4 of the record is damaged"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_refused_with_one_clear_line(damage: str) -> None:
    do, why = DAMAGES[damage]
    with pytest.raises(UnreadableRecord, match=why) as wrong:
        reached(do(sample()))
    assert "\n" not in str(wrong.value)


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'croquet'"):
        reached(with_line(0, game="croquet")(sample()))


def test_every_flipped_byte_is_noticed_or_harmless() -> None:
    """Whatever happens to a byte, nothing but our own errors comes out."""
    whole = "\n".join(sample()) + "\n"
    for at in range(0, len(whole), 7):
        flipped = whole[:at] + chr(ord(whole[at]) ^ 1) + whole[at + 1 :]
        try:
            reached(flipped.removesuffix("\n").split("\n"))
        except PaddockError:
            continue
