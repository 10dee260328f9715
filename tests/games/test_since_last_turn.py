"""What the others did since my last turn: the log's own sentences, from the end of my last turn."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from paddock import files, games
from paddock.core import record, turns
from paddock.core.game import Ask, AskKind
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import TakeBack
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Seat

RACES = (
    "template/replays/series-of-two.race",
    "street_illegal/replays/nitrous.race",
    "heat/replays/base-1.race",
    "heat/replays/championship-1.race",
    "winds_of_war/replays/six-at-monza.race",
    "winds_of_war/replays/mille-miglia-1938.race",
    "great_race/replays/africa-north.race",
    "great_race/replays/taken-back.race",
    "great_race/replays/taken-back-in-between.race",
    "circus_maximus/replays/everything.race",
    "circus_maximus/replays/season.race",
)


class LoggedRow(Struct, frozen=True):
    number: int
    seat: Seat | None
    events: tuple[Any, ...]
    turn_entries: tuple[int, ...]
    secret: bool = True


class Reader:
    """A seat that reads the log from its beginning, and notes where its own turns end."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.read: list[int] = []  # entries, event by event
        self.end = 0  # how much was read when its last complete turn ended
        self.is_in_turn = False
        self.has_decided = False  # since its last turn began

    def take(self, row: LoggedRow, mine: set[int]) -> None:
        if row.seat == self.seat:
            self.has_decided = True
        for id in row.turn_entries:
            if id not in mine and self.is_in_turn:
                self.end_turn()
            elif id in mine:
                self.is_in_turn = True
            self.read.append(id)

    def end_turn(self) -> None:
        self.is_in_turn = False
        if self.has_decided:
            self.end = len(self.read)
        self.has_decided = False

    def since(self, ask: Ask[Any]) -> list[int]:
        if self.is_in_turn and ask.question.kind is AskKind.SEALED and self.has_decided:
            return []
        return self.read[self.end :]


class Story:
    """A recorded race, row by row, with its log."""

    def __init__(self, path: str) -> None:
        text = files.read_text(Path(__file__).parent / path)
        self.spec: AnyGameSpec
        self.spec, self.kept, _ = record.read_record(text, games.find_spec)
        self.referee: AnyReferee = Referee.start(self.spec.game, self.kept, random.Random(1))
        self.turn_log = turns.TurnLog(self.spec)
        self.rows: list[LoggedRow] = []
        self.struck: set[int] = set()
        self.note(-1, None, self.referee.opening)

    def note(self, number: int, seat: Seat | None, events: tuple[Any, ...]) -> None:
        turn_entries = self.turn_log.add_row(number, events, self.referee.state)
        self.rows.append(LoggedRow(number, seat, events, turn_entries))

    def play(self) -> None:
        number = len(self.referee.rows)
        row = self.kept.rows[number]
        events = self.referee.repeat(row).events
        if isinstance(row, TakeBack):
            self.struck.add(row.row)
        else:
            self.note(number, row.seat, events)

    def sentence(self, id: int, seat: Seat, now: Any) -> str:
        """As the log tells it to a seat."""
        events = self.turn_log.entry_events(id, seat, self.struck)
        entry = self.turn_log.entries[id]
        return turns.summarize(self.spec, entry, events, now, self.kept.names, "en").text

    def entries_of(self, seat: Seat, now: Any) -> set[int]:
        found = set()
        for id, entry in self.turn_log.entries.items():
            one = turns.standing_of(self.spec.turns, now, entry)
            if one is not None and one.seat == seat:
                found.add(id)
        return found


def expected_entries(story: Story, ask: Ask[Any], now: Any) -> list[int]:
    mine = story.entries_of(ask.seat, now)
    reader = Reader(ask.seat)
    for row in story.rows:
        if row.number not in story.struck and row.seat is not None:
            reader.take(row, mine)
    of_cars = {id for id in reader.since(ask) if story.turn_log.entries[id].car is not None}
    return [id for id in sorted(of_cars - mine) if story.turn_log.entry_events(id, ask.seat)]


@pytest.mark.parametrize("path", RACES)
def test_since_my_last_turn_is_what_the_log_says_since_then(path: str) -> None:
    story = Story(path)
    told = 0
    every = 1 + len(story.kept.rows) // 150
    while len(story.referee.rows) < len(story.kept.rows):
        story.play()
        if len(story.referee.rows) % every:
            continue
        now = turns.standings(story.spec, story.referee.state)
        for ask in story.referee.asks:
            seat, kind = ask.seat, ask.question.kind
            found = turns.entries_since_last_turn(
                story.turn_log, story.rows, seat, kind, now, story.struck
            )
            said = [
                turns.summarize(
                    story.spec,
                    story.turn_log.entries[one.id],
                    one.events,
                    now,
                    story.kept.names,
                    "en",
                ).text
                for one in found
            ]
            expected = expected_entries(story, ask, now)
            assert said == [story.sentence(id, seat, now) for id in expected]
            assert all(said)
            told += len(said)
    assert told > 20


def test_a_heat_move_that_my_own_card_set_off_is_told_from_its_first_space() -> None:
    """The plans are shown with the last answer: the rival's move belongs to my own row."""
    story = Story("heat/replays/base-1.race")
    split = 0
    while len(story.referee.rows) < len(story.kept.rows):
        story.play()
        now = turns.standings(story.spec, story.referee.state)
        for ask in story.referee.asks:
            rows = [row.number for row in story.rows if row.seat == ask.seat]
            for one in turns.entries_since_last_turn(
                story.turn_log, story.rows, ask.seat, ask.question.kind, now
            ):
                whole = story.turn_log.entry_events(one.id, ask.seat)
                assert one.events == whole
                split += bool(rows) and story.turn_log.began[one.id] <= rows[-1]
    assert split
