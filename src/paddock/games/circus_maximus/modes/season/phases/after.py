"""After a race: bets, wounds, rest, experience, debts; then the next week or the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Ended, mark_secret_shown
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.season import events as ev
from paddock.games.circus_maximus.modes.season.events import Events
from paddock.games.circus_maximus.modes.season.moves import Move
from paddock.games.circus_maximus.modes.season.phases import parts, week
from paddock.games.circus_maximus.ownership.events import PaidOff, PursesOpened
from paddock.games.circus_maximus.ownership.moves import Wager
from paddock.games.circus_maximus.ownership.phases import deals, home
from paddock.games.circus_maximus.ownership.phases.betting import begin_race
from paddock.games.circus_maximus.ownership.phases.debts import Settling
from paddock.games.circus_maximus.ownership.phases.money import book, with_player
from paddock.games.circus_maximus.ownership.phases.training import next_trainer
from paddock.games.circus_maximus.ownership.rules import betting, stable
from paddock.games.circus_maximus.ownership.rules.intrigue import EMPTY_SHEET
from paddock.games.circus_maximus.ownership.rules.ledger import Cause
from paddock.games.circus_maximus.ownership.rules.stable import Goods, Piece, part_of

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.season.state import State


@cites(R("B20.4"), R("Q14"))
def begin(state: State, places: tuple[int, ...], events: Events) -> State:
    """Starts the settlement: bets are paid, chariots return, all stables rest."""
    state = replace(state, results=(*state.results, home.best_places(state, places)))
    state = pay_off(state, places, events)
    state = home.settle_side_bets(state, places, events)
    points = experience_points(state, places)
    state = home.come_home(state, places, events)
    mark_secret_shown(events)
    events.append(PursesOpened(tuple([player.cash for player in state.players])))
    state = replace(state, sheets=(EMPTY_SHEET,) * state.seats)
    return recover(state, events, points)


# ---------------------------------------------------------------- bets


@cites(R("B26.4"), R("B26.41"), R("B26.42"), R("Q21"))
def pay_off(state: State, places: tuple[int, ...], events: Events) -> State:
    """Pays bets on the winner from the money bet; the rest is lost."""
    rows = home.all_bets(state)
    pool = sum(map(sum, rows))
    left = pool
    if 1 in places:
        due = betting.full_payoffs(rows, state.odds, places.index(1))
        for seat, amount in enumerate(betting.payoffs(due, pool)):
            state = book(state, seat, Cause.PAYOFFS, amount)
            left -= amount
            if due[seat]:
                events.append(PaidOff(seat, amount, due[seat], state.players[seat].cash))
    if left:
        events.append(ev.MoneyChangers(left))
    return state


@cites(R("B23.1"), R("B23.2"), R("X60"))
def experience_points(
    state: State, places: tuple[int, ...]
) -> tuple[tuple[int, int, int, int], ...]:
    """Experience of the first four: owner, slot in the stable, place, points."""
    order = sorted([(place, i) for i, place in enumerate(places) if place])
    found = []
    for n, (place, i) in enumerate(order):
        points = stable.experience(place, home.gap_behind(state, order, n))
        if points:
            entry = state.entries[i]
            found.append((entry.seat, entry.slot, place, points))
    return tuple(found)


@cites(R("B20.5"))
def recover(
    state: State, events: Events, points: tuple[tuple[int, int, int, int], ...] = ()
) -> State:
    """All stables rest, raced or not; then experience is booked and may be spent."""
    state = home.rest(state, events)
    state = home.add_experience(state, points, events)
    return next_trainer(state, state.active())


# ---------------------------------------------------------------- the end


@cites(R("B20.2"))
def end_week(state: State, events: Events, chance: Chance) -> State:
    """Begins the next week, or ends the season."""
    cash = tuple([player.cash for player in state.players])
    state = replace(state, race=state.race + 1, fortunes=(*state.fortunes, cash))
    if state.race < state.options.races:
        return week.begin_week(state, events, chance)
    for seat, place in enumerate(places(state)):
        if place == 1:
            events.append(ev.SeasonWon(seat, cash[seat]))
    return replace(state, phase=Over())


@cites(R("B20.2"))
def places(state: State) -> tuple[int, ...]:
    """Places by seat: the richest first, ties share a place, bankrupts are out."""
    keys = [-1 if player.bankrupt else player.cash for player in state.players]
    return tuple([1 + sum(other > key for other in keys) if key >= 0 else 0 for key in keys])


class Over(Ended, frozen=True, tag=True, gc=False):
    """The season is over."""

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("race-over", R("B20.2"))


class SeasonHooks:
    """The season's hooks: what follows each shared phase."""

    ends_by_bankruptcy = True

    def last_race(self, state: State) -> int:
        return state.options.races

    @cites(R("B26.1"))
    def must_bet(self, state: State, seat: Seat) -> bool:
        """All seats must bet, in the race or not."""
        return True

    def wager(self, state: State, line: int) -> Move:
        return Wager(line)

    def claims(self, state: State) -> tuple[Move, ...]:
        return deals.claims(len(state.entries))

    def stock(self, state: State, seat: Seat) -> list[tuple[Piece, int]]:
        return parts.stock(state, seat)

    def goods(self, state: State, seat: Seat, piece: Piece, at: int) -> Goods:
        return part_of(state.players[seat].stable[at], piece)

    def has_room(self, state: State, seat: Seat, goods: Goods) -> bool:
        """A part fits only where something was lost."""
        return bool(parts.fitting_slots(state, seat, goods))

    def give_away(self, state: State, seat: Seat, piece: Piece, at: int) -> State:
        return parts.give_away(state, seat, piece, at)

    def receive(
        self, state: State, seat: Seat, goods: Goods, events: Events, chance: Chance
    ) -> State:
        return parts.receive(state, seat, goods, events, chance)

    def after_bets(self, state: State, events: Events, chance: Chance) -> State:
        return begin_race(state, events)

    def after_deals(self, state: State, lined: bool) -> State:
        """Purchases after deals; the secret sheets after side bets."""
        return week.begin_plotting(state) if lined else week.begin_market(state)

    def after_sheets(self, state: State) -> State:
        return week.begin_betting(state)

    def after_race(self, state: State, places: tuple[int, ...], events: Events) -> State:
        return begin(state, places, events)

    def after_training(self, state: State) -> State:
        return replace(state, phase=Settling())

    def after_debts(self, state: State, events: Events, chance: Chance) -> State:
        return end_week(state, events, chance)

    @cites(R("B21.2"))
    def declare_bankrupt(self, state: State, seat: Seat) -> State:
        """A bankrupt player is out, bets no more, and may turn up as a driver."""
        state = replace(state, enslaved=(*state.enslaved, seat))
        return with_player(state, seat, replace(state.players[seat], bankrupt=True))


HOOKS = SeasonHooks()
