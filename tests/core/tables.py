"""Races of the template at points that tests need."""

from __future__ import annotations

import random
from typing import Any

from paddock.core.game import ask_of
from paddock.core.record import write_record
from paddock.core.referee import Referee
from paddock.games.template import RACE
from paddock.games.template.events import Event
from paddock.games.template.moves import Move
from paddock.games.template.state import Options, State
from paddock.games.template.view import View

Table = Referee[State, Move, Event, View, Options]


def start(seats: int = 3, seed: int = 1, options: Options | None = None) -> Table:
    """The beginning of a race."""
    return Referee(RACE.game, options or Options(), seats, random.Random(seed))


def usual(table: Table, seat: int) -> Any:
    """This seat plays what the clock would."""
    ask = ask_of(table.asks, seat)
    assert ask is not None
    return table.play(seat, ask.default_move)


def finish(table: Table) -> Table:
    """Everybody plays any move to the end."""
    generator = random.Random(7)
    while table.asks:
        ask = generator.choice(table.asks)
        table.play(ask.seat, ask.options[generator.randrange(len(ask.options))])
    return table


def text(table: Table) -> str:
    return write_record(RACE, table.record(), table.state, table.outcome())
