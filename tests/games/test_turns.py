"""A race is told turn by turn and car by car: one sentence each, the rest folded under it."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from paddock import bots, files, games
from paddock.core import record, turns
from paddock.core.chance import UnrecordedChance
from paddock.core.game import seen_by
from paddock.core.game_spec import AnyGameSpec
from paddock.core.languages import languages
from paddock.core.referee import AnyReferee, Referee
from paddock.core.spoken import describe_board
from paddock.games.circus_maximus import events as circus
from paddock.games.circus_maximus import turns as circus_turns
from tests.seeds import seeded

EVERY = 25  # rows of a golden race between two looks at the board
MOST_LINES = 15  # that a folded turn may take


class Book:
    """A race as its turn log has it."""

    def __init__(self, spec: AnyGameSpec, referee: AnyReferee) -> None:
        self.spec, self.referee = spec, referee
        self.turn_log = turns.TurnLog(spec)
        self.events: dict[int, list[Any]] = {}
        self.seen: list[Any] = [referee.state]
        self.take(0, referee.opening)

    def take(self, row: int, events: tuple[Any, ...]) -> None:
        turn_entries = self.turn_log.add_row(row, events, self.referee.state)
        for id, event in zip(turn_entries, events, strict=True):
            seen = seen_by(event, None)
            if seen is not None:
                self.events.setdefault(id, []).append(seen)

    def summary(self, id: int, language: str) -> str:
        now = turns.standings(self.spec, self.referee.state)
        entry, names = self.turn_log.entries[id], self.referee.record().names
        return turns.summarize(self.spec, entry, self.events[id], now, names, language).text


def of_bots(spec: AnyGameSpec, options: Any, names: tuple[str, ...], seed: int) -> Book:
    """A race that bots drive to its end."""
    book = Book(spec, Referee(spec.game, options, names, random.Random(seed)))
    bot, luck = bots.make_bot("greedy", spec), UnrecordedChance(random.Random(f"{seed} bots"))
    while book.referee.asks:
        ask = book.referee.asks[0]
        move = bot.choose(spec.game.view(book.referee.state, ask.seat), ask, luck)
        book.take(len(book.referee.rows), book.referee.play(ask.seat, move).events)
    return book


@seeded(17)
def test_a_turn_of_a_chariot_race_against_seven_bots_folds_to_fifteen_lines(seed: int) -> None:
    spec = games.find_spec("circus-maximus")
    names = ("Ann", "Nino", "Greta", "Aldo", "Ines", "Oscar", "Livia", "Bruno")
    book = of_bots(spec, spec.options(), names, seed)
    lines = Counter(book.turn_log.entries[id].turn for id in book.events)
    assert len(lines) > 3
    assert max(lines.values()) <= MOST_LINES
    assert max(len(book.summary(id, "en")) for id in book.events) < 250


RACES = (
    "template/replays/series-of-two.race",
    "street_illegal/replays/nitrous.race",
    "heat/replays/base-1.race",
    "heat/replays/championship-1.race",
    "winds_of_war/replays/six-at-monza.race",
    "winds_of_war/replays/championship-market.race",
    "great_race/replays/africa-north.race",
    "circus_maximus/replays/everything.race",
)


def chronicle(path: str) -> Book:
    """A golden race, read again."""
    spec, kept, _ = record.read_record(
        files.read_text(Path(__file__).parent / path), games.find_spec
    )
    referee: AnyReferee = Referee.start(spec.game, kept, random.Random(1))
    book = Book(spec, referee)
    for n, row in enumerate(kept.rows):
        book.take(n, referee.repeat(row).events)
        if n % EVERY == 0:
            book.seen.append(referee.state)
    return book


@pytest.mark.parametrize("path", RACES)
def test_every_chapter_of_a_golden_race_has_a_sentence_in_every_language(path: str) -> None:
    book = chronicle(path)
    for id in book.events:
        for language in languages():
            text = book.summary(id, language)
            assert text if book.turn_log.entries[id].car is not None else not text
    spec, names = book.spec, book.referee.record().names
    for state in book.seen:
        for viewer in (None, *range(len(names))):
            for language in languages():
                assert describe_board(spec, spec.game.view(state, viewer), viewer, names, language)


def test_the_board_is_told_as_sentences() -> None:
    spec = games.find_spec("heat")
    names = ("Ann", "Nino", "Greta")
    state = Referee(spec.game, spec.options(), names, random.Random(1)).state
    told = describe_board(spec, spec.game.view(state, 0), 0, names, "en")
    assert re.fullmatch(r"\d(st|nd|rd) of 3, on the grid, \d+ spaces to a \d corner.*", told)
    assert describe_board(spec, spec.game.view(state, None), None, names, "it").startswith("1º ")


def test_a_rivals_turn_says_how_far_past_whom_and_what_it_cost() -> None:
    spec = games.find_spec("circus-maximus")
    book = of_bots(spec, spec.options(), ("Ann", "Nino", "Greta", "Aldo"), 1)
    told = [book.summary(id, "en") for id in book.events]
    assert any(
        text.startswith("Yellow: ") and " squares to " in text and ", overtakes " in text
        for text in told
    )
    assert any(text.endswith(" endurance") for text in told)


def test_what_is_told_again_after_a_taking_back_stands_under_the_same_heading() -> None:
    spec = games.find_spec("circus-maximus")
    referee: AnyReferee = Referee(spec.game, spec.options(), ("Ann", "Nino"), random.Random(3))
    turn_log = turns.TurnLog(spec)
    turn_log.add_row(0, referee.opening, referee.state)
    before = len(turn_log.heads)
    again = [event for event in referee.opening if type(event) in spec.turns.turn_starts]
    turn_log.add_row(1, again[-1:], referee.state)
    assert len(turn_log.heads) == before


def test_a_chariot_that_may_still_move_is_not_said_to_stand() -> None:
    """What was found: "does not move" in the log, while its driver was asked where to go."""

    def told(*events: circus.Event) -> list[str]:
        done = turns.CarTurn(0, events, {}, {}, ())
        return [name for name, _ in circus_turns.gist(done).parts]

    drawn = circus.PhaseBegan(0)
    assert told(drawn) == told(drawn, circus.SetOff(0, 9, 9)) == []
    assert told(drawn, circus.SetOff(0, 0, 0)) == ["stood"]
