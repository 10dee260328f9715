"""Law 4: replaying a record gives the same states and events.
Law 5: values survive JSON and MessagePack; moves, records and positions survive as text.
"""

from __future__ import annotations

from typing import Any

import msgspec

from paddock.core import record
from paddock.core.errors import UnreadableScenario
from paddock.core.game import Step
from paddock.core.referee import Referee
from paddock.core.seats import numbered_names
from paddock.verify.laws.walk import Reader, Walk


def replays(walk: Walk) -> None:
    """Law 4: the record read back from its text is the same, and leads row by row to the same
    states and the same events."""
    kept = walk.referee.record()
    with walk.law(4, "the record as text"):
        text = record.write_record(walk.spec, kept, walk.state, walk.game.outcome(walk.state))
        _, back, closing = record.read_record(text, lambda id: walk.spec)
        if back != kept:
            walk.broken(4, "the record read back from its text is another")
    with walk.law(4, "replay"):
        again = Referee.start(walk.game, back)
        for n, row in enumerate(back.rows):
            step = again.repeat(row)
            if again.state != walk.states[n]:
                walk.broken(4, f"after row {n} the replay stands otherwise")
            if step.events != walk.events[n]:
                walk.broken(4, f"row {n} of the replay tells otherwise")
        if record.fingerprint(walk.spec, again.state, walk.seats) != closing.state:
            walk.broken(4, "the record read back leads to a state with another hash")


def states_survive(walk: Walk) -> None:
    """Law 5, for states and views."""
    if not walk.often(0.25):
        return
    survives(walk, walk.state, walk.states_read, "the state")
    with walk.law(5, "the state must have a hash"):
        hash(walk.state)
    for viewer in walk.some_viewers(1):
        survives(walk, walk.game.view(walk.state, viewer), walk.views_read, f"the view of {viewer}")


def moves_survive(walk: Walk) -> None:
    """Law 5, for moves: as values, and in the notation."""
    notation, tokens = walk.spec.notation, numbered_names(walk.seats)
    for ask in walk.asks:
        for move in walk.some(ask.options, 3):
            if not walk.first("move", move):
                continue
            survives(walk, move, walk.moves_read, "the move")
            with walk.law(5, "{!r} as text", move):
                text = notation.text(move, tokens)
                read = notation.move(text, tokens)
                if read != move or msgspec.json.encode(read) != msgspec.json.encode(move):
                    walk.broken(5, f"{move!r} is written {text!r}, which is read otherwise")
                if notation.option(text, ask, tokens) != move:
                    walk.broken(5, f"{text!r} stands for another option")


def events_survive(walk: Walk, step: Step[Any, Any]) -> None:
    """Law 5, for events."""
    for event in step.events:
        if walk.first("event", type(event)) or walk.often(0.1):
            survives(walk, event, walk.events_read, "the event")
            with walk.law(5, "{!r} as text", event):
                walk.spec.notation.event(event, walk.names)


def positions_survive(walk: Walk) -> None:
    """Law 5, for positions as facts, wherever the notation can place them."""
    if not walk.often(0.04):
        return
    notation = walk.spec.notation
    with walk.law(5, "the position as facts"):
        facts = notation.facts(walk.state, walk.names)
        try:
            placed = notation.place(facts, walk.options, walk.names)
        except UnreadableScenario:
            return
        back = notation.facts(placed, walk.names)
        if back != facts:
            walk.broken(5, f"facts {facts} are placed and then read {back}")


def survives(walk: Walk, value: Any, read: Reader, what: str) -> None:
    with walk.law(5, "{} {!r:.200}", what, value):
        text = msgspec.json.encode(value)
        packed = msgspec.msgpack.encode(value)
        if read.json(text) != value:
            walk.broken(5, f"{what} is another after JSON: {value!r:.200}")
        back = read.msgpack(packed)
        if back != value or msgspec.msgpack.encode(back) != packed:
            walk.broken(5, f"{what} is another after MessagePack: {value!r:.200}")
