"""Colours of cars in the terminal: chosen with the seats, kept in the record, seen in the names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.text import Text

from paddock import games
from paddock.cli.play import read_colours
from paddock.core import record
from paddock.core.errors import BadOption, BadSeats, UnreadableRecord
from paddock.terminal.race import Race
from paddock.terminal.rich_text import paint_names

HEAT = games.find_spec("heat")


def test_seats_without_a_colour_have_none_chosen() -> None:
    assert read_colours(HEAT, HEAT.options(), 3, "red,blue") == ("red", "blue", "")
    assert read_colours(HEAT, HEAT.options(), 3, None) == ()


@pytest.mark.parametrize(
    ("game", "options", "text", "why"),
    [
        ("heat", {}, "pink", "pink is not offered"),
        ("heat", {}, "red,red", "the same colour"),
        ("heat", {"legends": 3}, "green", "green is not offered"),
        ("great-race", {}, "red", "no colours"),
    ],
)
def test_a_wrong_colour_is_refused(game: str, options: dict[str, int], text: str, why: str) -> None:
    spec = games.find_spec(game)
    with pytest.raises(BadOption, match=why):
        read_colours(spec, spec.options(**options), 2, text)
    with pytest.raises(BadSeats):
        read_colours(HEAT, HEAT.options(), 2, "red,blue,green")


def test_a_record_keeps_the_colours(tmp_path: Path) -> None:
    seats, names = ("human", "greedy"), ("Ann", "Bob")
    race = Race(HEAT, HEAT.options(), seats, names, "it", seed=1, colours=("red", ""))
    assert race.colours_text() == "Ann rosso"
    race.save(tmp_path / "a.race")
    text = (tmp_path / "a.race").read_text()
    assert record.read_record(text, games.find_spec)[1].colours == ("red", "")
    head, rest = text.split("\n", 1)
    for wrong in (["red"], ["red", "no colour"]):
        forged = json.dumps({**json.loads(head), "colours": wrong})
        with pytest.raises(UnreadableRecord, match="colour"):
            record.read_record(f"{forged}\n{rest}", games.find_spec)
    plain = Race(HEAT, HEAT.options(), seats, names, "en", seed=1)
    plain.save(tmp_path / "b.race")
    assert "colours" not in (tmp_path / "b.race").read_text()


def test_names_on_the_screen_have_the_colours_of_their_cars() -> None:
    drawn = paint_names(Text("Ann Annabel Bob"), ("Ann", "Bob"), ("red", ""))
    assert [(span.start, span.end) for span in drawn.spans] == [(0, 3)]
