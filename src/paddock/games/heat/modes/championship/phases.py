"""Between the races, and the race itself.

Market      one card each, from the last on the grid
   |
Swapping    the last on the grid may swap
   |
Racing      a race; its asks, moves and events pass through
   |
Keeping     between two seasons: one Upgrade each
   |
Over        the season is run
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Ended, run_pending_phases
from paddock.core.game import Ask, Question, replace_at
from paddock.core.nested import InnerRace
from paddock.core.seats import Seat
from paddock.games.heat import phases as race
from paddock.games.heat.card import R
from paddock.games.heat.data import CardNo
from paddock.games.heat.events import Picked
from paddock.games.heat.modes.championship import rules
from paddock.games.heat.modes.championship.events import Events, Kept, Swapped
from paddock.games.heat.modes.championship.moves import KEEP, OWN_MOVES, Keep, Move, Swap, swap
from paddock.games.heat.moves import DONE, PICK, Done, Pick
from paddock.games.heat.state import State as RaceState

if TYPE_CHECKING:
    from paddock.games.heat.modes.championship.state import State

Q_UPGRADE = Question("upgrade", R("C3"))
Q_SWAP = Question("swap", R("C3"))
Q_KEEP = Question("keep", R("C9"))


@cites(R("C3"), R("Q61"))
class Market(Asking, frozen=True, tag=True, gc=False):
    """One card each, from the last on the grid to the first."""

    waiting: tuple[Seat, ...]
    market: tuple[CardNo, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options = tuple([PICK[card] for card in dict.fromkeys(self.market)])
        return (Ask(self.waiting[0], Q_UPGRADE, options),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Pick):
            raise RulesBug(move)
        events.append(Picked(seat, move.card))
        upgrades = replace_at(state.upgrades, seat, (*state.upgrades[seat], move.card))
        state = replace(state, upgrades=upgrades)
        left = list(self.market)
        left.remove(move.card)
        return rules.go_on_in_garage(state, self.waiting[1:], tuple(left), events, chance)


@cites(R("C3"), R("Q40"))
class Swapping(Asking, frozen=True, tag=True, gc=False):
    """The last on the grid may swap one own Upgrade for one left over."""

    seat: Seat
    market: tuple[CardNo, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        mine, others = dict.fromkeys(state.upgrades[self.seat]), dict.fromkeys(self.market)
        pairs = [swap(card, other) for card in mine for other in others if card != other]
        return (Ask(self.seat, Q_SWAP, (DONE, *pairs)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        market = list(self.market)
        if isinstance(move, Swap):
            events.append(Swapped(seat, move.card, move.other))
            mine = list(state.upgrades[seat])
            mine[mine.index(move.card)] = move.other
            market[market.index(move.other)] = move.card
            state = replace(state, upgrades=replace_at(state.upgrades, seat, tuple(mine)))
        elif not isinstance(move, Done):
            raise RulesBug(move)
        state = replace(state, deck=tuple(sorted((*state.deck, *market))))
        return rules.start_race(state, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("not-left-over", R("C3")) if isinstance(move, Swap) else None


class Racing(InnerRace, frozen=True, tag=True, gc=False):
    """A race is run. It is kept in this phase: between races there is none."""

    now: RaceState
    over_at: ClassVar[type] = race.Over

    def inner(self, state: State) -> RaceState:
        return self.now

    def with_inner(self, state: State, race: RaceState) -> State:
        return replace(state, phase=Racing(race))

    # `asks` and `play` are written out: the calls of InnerRace make a decision 4 % slower.

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return self.now.phase.asks(self.now)  # type: ignore[return-value]  # fewer kinds of moves

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        now = self.now
        now = now.phase.play(now, seat, move, events, chance)  # type: ignore[arg-type]  # of a race
        if now.phase.resume is not None:
            now = run_pending_phases(now, events, chance)
        if type(now.phase) is race.Over:
            return rules.finish_race(state, now, events, chance)
        return replace(state, phase=Racing(now))

    def on_over(self, state: State, events: Events, chance: Chance) -> State:
        phase = state.phase
        assert isinstance(phase, Racing)
        return rules.finish_race(state, phase.now, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return None if isinstance(move, OWN_MOVES) else super().why_not(state, seat, move)


@cites(R("C9"))
class Keeping(Asking, frozen=True, tag=True, gc=False):
    """Between two seasons each driver keeps one Upgrade."""

    waiting: tuple[Seat, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.waiting[0]
        cards = dict.fromkeys(state.upgrades[seat])
        return (Ask(seat, Q_KEEP, tuple([KEEP[card] for card in cards])),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Keep):
            raise RulesBug(move)
        events.append(Kept(seat, move.card))
        back = list(state.upgrades[seat])
        back.remove(move.card)
        state = replace(
            state,
            upgrades=replace_at(state.upgrades, seat, (move.card,)),
            deck=tuple(sorted((*state.deck, *back))),
        )
        if len(self.waiting) > 1:
            return replace(state, phase=Keeping(self.waiting[1:]))
        return rules.next_race(state, events, chance)


class Over(Ended, frozen=True, tag=True, gc=False):
    """The season is run."""

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("race-over", R("C11"))


Phase: TypeAlias = Market | Swapping | Racing | Keeping | Over
