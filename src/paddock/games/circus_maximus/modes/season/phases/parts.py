"""Trade in parts of chariots: they fit only where something was lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import RulesBug
from paddock.core.flow import Asking
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.season.events import Events
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.events import PartFitted
from paddock.games.circus_maximus.ownership.moves import Move
from paddock.games.circus_maximus.ownership.phases.deals import NextOffer
from paddock.games.circus_maximus.ownership.phases.debts import InKind, Settling
from paddock.games.circus_maximus.ownership.phases.money import with_log
from paddock.games.circus_maximus.ownership.rules import stable
from paddock.games.circus_maximus.ownership.rules.stable import Goods, Piece
from paddock.games.circus_maximus.rules.dice import die

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.season.state import State

Q_FIT = Question("fit", R("Q33"), args=("goods",))


def stock(state: State, seat: Seat) -> list[tuple[Piece, int]]:
    """The parts of every chariot; the season has no store."""
    logs = state.players[seat].stable
    return [(piece, slot) for slot, log in enumerate(logs) for piece in stable.parts(log)]


def fitting_slots(state: State, seat: Seat, goods: Goods) -> list[int]:
    """The chariots that a part would fit."""
    logs = state.players[seat].stable
    return [slot for slot, log in enumerate(logs) if stable.can_fit(log, goods)]


def give_away(state: State, seat: Seat, piece: Piece, slot: int) -> State:
    log = state.players[seat].stable[slot]
    return with_log(state, seat, slot, stable.without_part(log, piece))


@cites(R("Q33"))
def receive(state: State, seat: Seat, goods: Goods, events: Events, chance: Chance) -> State:
    """Fits the part at once; if several chariots lack it, the owner chooses."""
    slots = fitting_slots(state, seat, goods)
    if len(slots) > 1:
        return replace(state, phase=Fitting(seat, goods, state.phase))  # type: ignore[arg-type]
    return fit(state, seat, slots[0], goods, events, chance)


def fit(state: State, seat: Seat, slot: int, goods: Goods, events: Events, chance: Chance) -> State:
    loss = die(chance, "breaking in") if goods.weight is None else 0
    before = state.players[seat].stable[slot]
    log = stable.with_changes_noted(before, stable.with_part(before, goods, loss), state.week)
    events.append(PartFitted(seat, slot, goods, loss, log))
    return with_log(state, seat, slot, log)


@cites(R("Q33"))
class Fitting(Asking, frozen=True, tag=True, gc=False):
    """The owner chooses the chariot for a part."""

    seat: Seat
    goods: Goods
    then: NextOffer | Settling | InKind | Fitting

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        slots = fitting_slots(state, self.seat, self.goods)
        options = tuple([mv.Fit(slot) for slot in slots])
        return (Ask(self.seat, Q_FIT, options, 0, (self.goods,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, mv.Fit):
            raise RulesBug(move)
        state = fit(state, seat, move.slot, self.goods, events, chance)
        return replace(state, phase=self.then)
