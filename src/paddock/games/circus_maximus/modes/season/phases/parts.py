"""Parts of chariots between stables of a season: they go only where something was lost."""

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
    """The parts of every chariot; nobody has a store."""
    logs = state.players[seat].stable
    return [(piece, slot) for slot, log in enumerate(logs) for piece in stable.parts(log)]


def places(state: State, seat: Seat, goods: Goods) -> list[int]:
    """The chariots to which a part could go."""
    logs = state.players[seat].stable
    return [slot for slot, log in enumerate(logs) if stable.fits(log, goods)]


def given_away(state: State, seat: Seat, piece: Piece, slot: int) -> State:
    log = state.players[seat].stable[slot]
    return with_log(state, seat, slot, stable.without(log, piece))


@cites(R("Q33"))
def received(state: State, seat: Seat, goods: Goods, events: Events, chance: Chance) -> State:
    """It is fitted at once; where several chariots lack such a part, its owner says which."""
    slots = places(state, seat, goods)
    if len(slots) > 1:
        return replace(state, phase=Fitting(seat, goods, state.phase))  # type: ignore[arg-type]
    return fit(state, seat, slots[0], goods, events, chance)


def fit(state: State, seat: Seat, slot: int, goods: Goods, events: Events, chance: Chance) -> State:
    loss = die(chance, "breaking in") if goods.weight is None else 0
    log = stable.fitted(state.players[seat].stable[slot], goods, loss)
    events.append(PartFitted(seat, slot, goods, loss, log))
    return with_log(state, seat, slot, log)


@cites(R("Q33"))
class Fitting(Asking, frozen=True, tag=True, gc=False):
    """Somebody says to which of his chariots a part goes."""

    seat: Seat
    goods: Goods
    then: NextOffer | Settling | InKind | Fitting

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        slots = places(state, self.seat, self.goods)
        options = tuple([mv.Fit(slot) for slot in slots])
        return (Ask(self.seat, Q_FIT, options, 0, (self.goods,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, mv.Fit):
            raise RulesBug(move)
        state = fit(state, seat, move.slot, self.goods, events, chance)
        return replace(state, phase=self.then)
