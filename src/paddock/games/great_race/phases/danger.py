"""Cards with the danger sign: targets, cancelling, effects."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, mark_secret_shown
from paddock.core.game import Ask, AskKind, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.great_race import events as ev
from paddock.games.great_race import phases
from paddock.games.great_race.card import R
from paddock.games.great_race.data import RANGER, SABOTAGE_POINTS, SPACES, Card, Space
from paddock.games.great_race.events import Events
from paddock.games.great_race.moves import (
    ALLOW,
    ESCORT,
    PICK,
    PLAY,
    Allow,
    Escort,
    Move,
    Pick,
    Play,
    Sabotage,
    sabotages,
)
from paddock.games.great_race.phases.hand import check_hand
from paddock.games.great_race.phases.work import why_not_remove
from paddock.games.great_race.rules.crew import cancel, lose_points, points_left
from paddock.games.great_race.rules.ground import (
    joined_spaces,
    lay,
    removable_tiles,
    remove,
    tiled_spaces,
)

if TYPE_CHECKING:
    from paddock.games.great_race.state import State

Q_HUNT = Question("hunt", R("R7.1"))
Q_SWINDLE = Question("swindle", R("R7.9"))
Q_SABOTAGE = Question("sabotage", R("R7.8"))
Q_CANCEL = Question("cancel", R("Q7"), AskKind.SEALED, ("card", "by"))
NONE: Final[Space] = -1


class Hunt(Struct, frozen=True, tag=True, gc=False):
    """Two joined tiles are to go, or one."""

    first: Space
    second: Space


class Swindle(Struct, frozen=True, tag=True, gc=False):
    """Two tiles are to change places."""

    first: Space
    second: Space


Deed: TypeAlias = Hunt | Swindle | Sabotage


# ------------------------------------------------------------------ targets
@cites(R("R7.1"), R("Q25"))
class Hunting(Asking, frozen=True, tag=True, gc=False):
    """Pick the hunter's tiles in any order: of two joined tiles the farther one can go first."""

    seat: Seat
    card: Card
    first: Space | None
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        spaces = removable_tiles(state, self.seat)
        return (Ask(self.seat, Q_HUNT, tuple([PICK[s] for s in spaces if s != self.first])),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Pick):
            raise RulesBug(move)
        if self.first is not None:
            deed = Hunt(self.first, move.space)
        elif len(removable_tiles(state, seat)) > 1:
            return replace(state, phase=replace(self, first=move.space))
        else:
            deed = Hunt(move.space, NONE)
        events.append(ev.HunterSent(seat, deed.first, deed.second))
        return ask_to_cancel(state, seat, self.card, deed, self.then, events)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return why_not_remove(state, seat, move)


@cites(R("R7.9"), R("Q24"))
class Swindling(Asking, frozen=True, tag=True, gc=False):
    """Pick the swindler's tiles in any order: anywhere, under vehicles too."""

    seat: Seat
    card: Card
    first: Space | None
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        spaces = tiled_spaces(state)
        return (Ask(self.seat, Q_SWINDLE, tuple([PICK[s] for s in spaces if s != self.first])),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Pick):
            raise RulesBug(move)
        if self.first is None:
            return replace(state, phase=replace(self, first=move.space))
        deed = Swindle(self.first, move.space)
        events.append(ev.SwindlerSent(seat, deed.first, deed.second))
        return ask_to_cancel(state, seat, self.card, deed, self.then, events)


@cites(R("R7.8"), R("Q8"), R("Q23"), R("Q44"))
def victims(state: State, seat: Seat) -> list[Seat]:
    """The rivals on the joined path with something to lose, in turn order; not the arrived."""
    chain, crews = joined_spaces(state.crews[seat].space, state.board), state.crews
    return [
        rival
        for rival in state.order
        if rival != seat and rival not in state.arrivals
        if points_left(crews[rival]) and crews[rival].space in chain
    ]


@cites(R("R7.8"), R("Q23"))
class Sabotaging(Asking, frozen=True, tag=True, gc=False):
    """Choose the saboteur's victim, and the points it loses."""

    seat: Seat
    card: Card
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options: list[Move] = []
        for whom in victims(state, self.seat):
            crew = state.crews[whom]
            options += sabotages(whom, SABOTAGE_POINTS, crew.engine, crew.chassis)
        return (Ask(self.seat, Q_SABOTAGE, tuple(options)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Sabotage):
            raise RulesBug(move)
        events.append(ev.SaboteurSent(seat, move.whom, move.engine, move.chassis))
        return ask_to_cancel(state, seat, self.card, move, self.then, events)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if not isinstance(move, Sabotage) or not 0 <= move.whom < len(state.crews):
            return None
        if move.whom in state.arrivals:
            return Refusal("out-of-reach", R("Q8"))
        if move.whom not in victims(state, seat):
            return Refusal("not-joined", R("Q8"))
        return Refusal("two-points", R("R7.8"))


# ------------------------------------------------------------------ who cancels
class Answer(enum.IntEnum):
    """The sealed answer of a crew to a danger card."""

    NOT_ASKED = 0
    OPEN = 1  # asked, and has not answered yet
    LET = 2
    BY_ESCORT = 3
    BY_RANGER = 4
    HIDDEN = 5  # given, but secret from the viewer


@cites(R("Q7"), R("R4.6"))
def ask_to_cancel(
    state: State, by: Seat, card: Card, deed: Deed, then: phases.Phase, events: Events
) -> State:
    """Ask all others who might cancel at once: those with an escort on the board or any card."""
    sealed = tuple([
        Answer.OPEN if seat != by and (crew.escorts or crew.hand) else Answer.NOT_ASKED
        for seat, crew in enumerate(state.crews)
    ])  # fmt: skip
    window = Cancelling(by, card, deed, sealed, then)
    if Answer.OPEN in sealed:
        return replace(state, phase=window)
    return window.decide(state, events)


@cites(R("Q7"), R("Q16"))
class Cancelling(Asking, frozen=True, tag=True, gc=False):
    """A danger card lies on the table: sealed answers, the first in turn order cancels and pays."""

    by: Seat
    card: Card
    deed: Deed
    sealed: tuple[Answer, ...]  # by seat
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        args = (self.card, self.by)
        return tuple([
            Ask(seat, Q_CANCEL, answers(state, seat), 0, args)
            for seat, answer in enumerate(self.sealed)
            if answer == Answer.OPEN
        ])  # fmt: skip

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        match move:
            case Allow():
                answer = Answer.LET
            case Escort():
                answer = Answer.BY_ESCORT
            case Play():
                answer = Answer.BY_RANGER
            case _:
                raise RulesBug(move)
        window = replace(self, sealed=replace_at(self.sealed, seat, answer))
        events.append(ev.Answered(seat))
        if Answer.OPEN in window.sealed:
            return replace(state, phase=window)
        mark_secret_shown(events)
        return window.decide(state, events)

    def decide(self, state: State, events: Events) -> State:
        """The seals are broken: cancelled by the first in turn order, or carried out."""
        for seat in state.order:
            if self.sealed[seat] in (Answer.BY_ESCORT, Answer.BY_RANGER):
                state = cancel(state, seat, self.sealed[seat] == Answer.BY_RANGER, events)
                return replace(state, phase=self.then)
        return carry_out(state, self.by, self.deed, self.then, events)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if isinstance(move, Escort):
            return Refusal("no-escort", R("R4.3"))
        if isinstance(move, Play):
            return Refusal("only-a-ranger", R("R7.2"))
        return None


def answers(state: State, seat: Seat) -> tuple[Move, ...]:
    crew = state.crews[seat]
    if RANGER in crew.hand:
        return (ALLOW, ESCORT, PLAY[RANGER]) if crew.escorts else (ALLOW, PLAY[RANGER])
    return (ALLOW, ESCORT) if crew.escorts else (ALLOW,)


@cites(R("R7.1"), R("R7.8"), R("R7.9"), R("Q24"))
def carry_out(state: State, by: Seat, deed: Deed, then: phases.Phase, events: Events) -> State:
    """Carry out a danger card that was not cancelled."""
    match deed:
        case Hunt():
            state = remove(state, by, deed.first, events)
            if deed.second != NONE:
                state = remove(state, by, deed.second, events)
        case Swindle():
            first, second = state.board[deed.first % SPACES], state.board[deed.second % SPACES]
            state = lay(lay(state, deed.first, second), deed.second, first)
            events.append(ev.Swapped(by, deed.first, deed.second, second, first))
        case Sabotage():
            state = lose_points(state, deed.whom, deed, events)
            return check_hand(state, deed.whom, then)
    return replace(state, phase=then)
