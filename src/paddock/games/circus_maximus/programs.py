"""What players may prepare: speeds and whips of all their chariots; a co-driver drives them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from paddock.core.game import Ask, replace_at
from paddock.core.program_types import CoDriver, GamePrograms, Line, Preset, Sense, Step
from paddock.core.seats import Seat
from paddock.games.circus_maximus.moves import Write
from paddock.games.circus_maximus.phases import Announce, Cup, EndOfMove, Speeds
from paddock.games.circus_maximus.phases.announce import announcements
from paddock.games.circus_maximus.rules.track import TRACKS
from paddock.games.circus_maximus.state import Chariot, Options, State

MAIN = frozenset({"write"})
"""Questions that only a person or a plan answers."""

SENSES: Mapping[str, Sense] = {
    "to": "place",
    "mf": "cost",
    "pay": "cost",
    "points": "cost",
    "slip": "risk",
    "double": "risk",
    "jostle": "risk",
    "horse": "risk",
    "flip": "risk",
    "left": "none",
    "run": "none",
    "safe": "none",
    "low": "none",
    "high": "none",
    "escape": "none",
    "hit": "gain",
    "unharmed": "gain",
    "rash": "none",
    "slow": "none",
    "fast": "none",
    "weak": "none",
    "strong": "none",
}
"""What each number of `foresee` means for a planned move. `escape` is good or bad by the seat."""

SMALL = (
    "drive",
    "bolt",
    "defend",
    "avoid",
    "runaway-defend",
    "dodge",
    "bear",
    "pay",
    "run",
    "abandon",
)

PRESETS = (Preset("planned", (Line("driving", CoDriver(SMALL)),), seals=("announce",)),)
"""The first one is proposed."""


def ahead(state: State, seat: Seat, steps: tuple[Step[Any], ...]) -> State | None:
    """After the speeds: the announcement of each chariot that has a choice."""
    announced = {step.subject for step in steps if step.question == "announce"}
    for i, c in written_chariots(state, seat, steps):
        if str(i) not in announced and len(announcements(state, c)) > 1:
            chariots = replace_at(state.chariots, i, c)
            phase = Announce(i, EndOfMove(i, Cup((), ())))
            return replace(state, chariots=chariots, phase=phase, mover=i)
    return None


def written_chariots(
    state: State, seat: Seat, steps: tuple[Step[Any], ...]
) -> Iterator[tuple[int, Chariot]]:
    """A seat's chariots with the speeds that it has written, on the sheet or before."""
    writes = {step.subject: step.move for step in steps if isinstance(step.move, Write)}
    for i, c in enumerate(state.chariots):
        if c.owner != seat:
            continue
        if (move := writes.get(str(i))) is not None:
            yield i, replace(c, written=move.speed, whip_written=move.whip)
        elif isinstance(state.phase, Speeds) and state.phase.sealed[i] >= 0:
            speed, whip = divmod(state.phase.sealed[i], 2)
            yield i, replace(c, written=speed, whip_written=bool(whip))


def chariot_of(view: Any, ask: Ask[Any]) -> str:
    """The chariot that a question is about."""
    return str(ask.args[0]) if "chariot" in ask.question.args[:1] else ""


def count_turns(state: State) -> int:
    return state.turn


def race_length(options: Options) -> float:
    """Compared with the usual laps."""
    length = TRACKS[options.track].laps[options.two_laps] / TRACKS[Options().track].laps[False]
    return min(length, options.turns / USUAL_TURNS) if options.turns else length


USUAL_TURNS = 16

PROGRAMS = GamePrograms(
    main=MAIN,
    senses=SENSES,
    ahead=ahead,
    presets=PRESETS,
    count_turns=count_turns,
    waits=18,
    race_length=race_length,
    level="medium",
    staying=frozenset({"Hold", "Stay"}),
    subject=chariot_of,
)
