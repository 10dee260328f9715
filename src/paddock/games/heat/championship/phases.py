"""Between the races, and the race itself.

Market      one card each, from the last on the grid
   |
Swapping    the last on the grid may swap
   |
Racing      a race of the house; its asks, moves and events pass through
   |
Keeping     between two seasons: one Upgrade each
   |
Crown       the season is run
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import RulesBug
from paddock.core.game import Ask, Question, Step, put
from paddock.core.seats import Seat
from paddock.games.heat import state as race
from paddock.games.heat.card import R
from paddock.games.heat.championship import rules
from paddock.games.heat.championship.events import Event, Kept, Swapped, Told
from paddock.games.heat.championship.moves import KEEP, Keep, Move, Swap, swap
from paddock.games.heat.data import CardNo
from paddock.games.heat.events import Picked
from paddock.games.heat.moves import DONE, PICK, Done, Pick
from paddock.games.heat.phases import Over

if TYPE_CHECKING:
    from paddock.games.heat.championship.state import State

UPGRADE = Question("upgrade", R("C3"))
SWAP = Question("swap", R("C3"))
KEEPING = Question("keep", R("C9"))


@cites(R("C3"))
class Market(Struct, frozen=True, tag=True, gc=False):
    """One card each, from the last on the grid to the first."""

    waiting: tuple[Seat, ...]
    market: tuple[CardNo, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options = tuple([PICK[card] for card in dict.fromkeys(self.market)])
        return (Ask(self.waiting[0], UPGRADE, options),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if not isinstance(move, Pick):
            raise RulesBug(move)
        told: Told = [Picked(seat, move.card)]
        upgrades = put(state.upgrades, seat, (*state.upgrades[seat], move.card))
        state = replace(state, upgrades=upgrades)
        left = list(self.market)
        left.remove(move.card)
        if len(self.waiting) > 1:
            phase: Market | Swapping = Market(self.waiting[1:], tuple(left))
        else:
            phase = Swapping(rules.last_seat(state), tuple(left))
        return Step(replace(state, phase=phase), tuple(told))


@cites(R("C3"), R("Q40"))
class Swapping(Struct, frozen=True, tag=True, gc=False):
    """The last on the grid may swap one own Upgrade for one left over."""

    seat: Seat
    market: tuple[CardNo, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        mine, others = dict.fromkeys(state.upgrades[self.seat]), dict.fromkeys(self.market)
        pairs = [swap(card, other) for card in mine for other in others if card != other]
        return (Ask(self.seat, SWAP, (DONE, *pairs)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        told: Told = []
        market = list(self.market)
        if isinstance(move, Swap):
            told.append(Swapped(seat, move.card, move.other))
            mine = list(state.upgrades[seat])
            mine[mine.index(move.card)] = move.other
            market[market.index(move.other)] = move.card
            state = replace(state, upgrades=put(state.upgrades, seat, tuple(mine)))
        elif not isinstance(move, Done):
            raise RulesBug(move)
        state = replace(state, deck=tuple(sorted((*state.deck, *market))))
        return rules.start_race(state, told, chance)


class Racing(Struct, frozen=True, tag=True, gc=False):
    """A race of the house."""

    now: race.State

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return self.now.phase.asks(self.now)  # type: ignore[return-value]  # fewer kinds of moves

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if type(move) is Swap or type(move) is Keep:  # isinstance is slow to say no of Structs
            raise RulesBug(move)
        now = self.now
        step = now.phase.play(now, seat, move, chance)  # type: ignore[arg-type]  # neither of them
        if type(step.state.phase) is not Over:
            return Step(replace(state, phase=Racing(step.state)), step.events, step.opened)
        told: Told = [*step.events]
        after = rules.finish_race(state, step.state, told, chance)
        return Step(after.state, after.events, opened=True)


@cites(R("C9"))
class Keeping(Struct, frozen=True, tag=True, gc=False):
    """Between two seasons each driver keeps one Upgrade."""

    waiting: tuple[Seat, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.waiting[0]
        cards = dict.fromkeys(state.upgrades[seat])
        return (Ask(seat, KEEPING, tuple([KEEP[card] for card in cards])),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if not isinstance(move, Keep):
            raise RulesBug(move)
        told: Told = [Kept(seat, move.card)]
        back = list(state.upgrades[seat])
        back.remove(move.card)
        state = replace(
            state,
            upgrades=put(state.upgrades, seat, (move.card,)),
            deck=tuple(sorted((*state.deck, *back))),
        )
        if len(self.waiting) > 1:
            return Step(replace(state, phase=Keeping(self.waiting[1:])), tuple(told))
        return rules.next_race(state, told, chance)


class Crown(Struct, frozen=True, tag=True, gc=False):
    """The season is run."""

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return ()

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        raise RulesBug(move)


Phase: TypeAlias = Market | Swapping | Racing | Keeping | Crown
