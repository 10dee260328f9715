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
from paddock.games.circus_maximus.ownership.phases.betting import to_the_race
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
    """The places stand: bets are paid, chariots come home, everybody rests."""
    state = replace(state, results=(*state.results, home.best_places(state, places)))
    state = pay_off(state, places, events)
    state = home.settle_side_bets(state, places, events)
    points = earned(state, places)
    state = home.come_home(state, events)
    mark_secret_shown(events)
    events.append(PursesOpened(tuple([player.cash for player in state.players])))
    state = replace(state, sheets=(EMPTY_SHEET,) * state.seats)
    return recover(state, events, points)


# ---------------------------------------------------------------- bets


@cites(R("B26.4"), R("B26.41"), R("B26.42"), R("Q21"))
def pay_off(state: State, places: tuple[int, ...], events: Events) -> State:
    """Who bet on the winner is paid from the money bet; the rest is lost."""
    rows = home.all_bets(state)
    pool = sum(map(sum, rows))
    left = pool
    if 1 in places:
        due = betting.dues(rows, state.odds, places.index(1))
        for seat, amount in enumerate(betting.payoffs(due, pool)):
            state = book(state, seat, Cause.PAYOFFS, amount)
            left -= amount
            if due[seat]:
                events.append(PaidOff(seat, amount, due[seat], state.players[seat].cash))
    if left:
        events.append(ev.MoneyChangers(left))
    return state


@cites(R("B23.1"), R("B23.2"), R("X60"))
def earned(state: State, places: tuple[int, ...]) -> tuple[tuple[int, int, int, int], ...]:
    """Experience for the first four: owner, chariot of his stable, place, points."""
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
    """Everybody rests, raced or not; then experience is booked and may be spent."""
    state = home.rest(state, events)
    state = home.experienced(state, points, events)
    return next_trainer(state, state.active())


# ---------------------------------------------------------------- the end


@cites(R("B20.2"))
def end_week(state: State, events: Events, chance: Chance) -> State:
    """The next week, or the season is over."""
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
    """By seat: the richest first, equals level, a bankrupt out."""
    keys = [-1 if player.bankrupt else player.cash for player in state.players]
    return tuple([1 + sum(other > key for other in keys) if key >= 0 else 0 for key in keys])


class Over(Ended, frozen=True, tag=True, gc=False):
    """The season is over."""

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("race-over", R("B20.2"))


class SeasonSteward:
    """How the week of a season goes on."""

    def last_race(self, state: State) -> int:
        return state.options.races

    @cites(R("B26.1"))
    def must_bet(self, state: State, seat: Seat) -> bool:
        """Everybody, in the race or not."""
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
        """A part goes where something was lost, and nowhere else."""
        return bool(parts.places(state, seat, goods))

    def given_away(self, state: State, seat: Seat, piece: Piece, at: int) -> State:
        return parts.given_away(state, seat, piece, at)

    def received(
        self, state: State, seat: Seat, goods: Goods, events: Events, chance: Chance
    ) -> State:
        return parts.received(state, seat, goods, events, chance)

    def after_bets(self, state: State, events: Events, chance: Chance) -> State:
        return to_the_race(state, events)

    def after_deals(self, state: State, lined: bool) -> State:
        """After the deals the purchases, after the bets between two the secret sheets."""
        return week.to_sheets(state) if lined else week.to_market(state)

    def after_sheets(self, state: State) -> State:
        return week.to_bets(state)

    def after_race(self, state: State, places: tuple[int, ...], events: Events) -> State:
        return begin(state, places, events)

    def after_training(self, state: State) -> State:
        return replace(state, phase=Settling())

    def after_debts(self, state: State, events: Events, chance: Chance) -> State:
        return end_week(state, events, chance)

    @cites(R("B21.2"))
    def ruined(self, state: State, seat: Seat) -> State:
        """A bankrupt is out, and bets no more."""
        return with_player(state, seat, replace(state.players[seat], bankrupt=True))


STEWARD = SeasonSteward()
