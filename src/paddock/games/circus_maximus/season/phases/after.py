"""After a race: bets, wounds, rest, experience, debts; then the next week or the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Asking, Ended, Pending, reveal
from paddock.core.game import Amount, Ask, Kind, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import DEAD
from paddock.games.circus_maximus.rules.dice import dice
from paddock.games.circus_maximus.season import events as ev
from paddock.games.circus_maximus.season import moves as mv
from paddock.games.circus_maximus.season.events import Events
from paddock.games.circus_maximus.season.moves import DONE, Move
from paddock.games.circus_maximus.season.phases import week
from paddock.games.circus_maximus.season.phases.money import (
    book,
    hand_over,
    move_chariot,
    with_log,
    with_player,
)
from paddock.games.circus_maximus.season.phases.sealing import Sealing, nothing_said
from paddock.games.circus_maximus.season.rules import betting, stable
from paddock.games.circus_maximus.season.rules.intrigue import EMPTY_SHEET
from paddock.games.circus_maximus.season.rules.ledger import STEP, Cause
from paddock.games.circus_maximus.season.rules.stable import Log
from paddock.games.circus_maximus.standings import behind
from paddock.games.circus_maximus.state import State as RaceState

if TYPE_CHECKING:
    from paddock.games.circus_maximus.season.state import State

Q_TRAIN = Question("train", R("B23.3"))
Q_AUCTION = Question("auction", R("X66"), args=("owed",))
Q_BID = Question("bid", R("Q17"), Kind.SEALED, ("money",))
NOT_ENOUGH = Refusal("not-enough-points", R("B23.3"))
TOO_FAST = Refusal("horse-limit", R("B23.5"))


@cites(R("B20.4"), R("Q14"))
def begin(state: State, places: tuple[int, ...], events: Events) -> State:
    """The places stand: bets are paid, chariots come home, everybody rests."""
    best = [0] * state.seats
    for place, entry in sorted(zip(places, state.entries, strict=True), key=lambda pair: -pair[0]):
        if place:
            best[entry.seat] = place
    state = replace(state, results=(*state.results, tuple(best)))
    state = pay_off(state, places, events)
    state = settle_side_bets(state, places, events)
    points = earned(state, places)
    state = come_home(state, events)
    reveal(events)
    events.append(ev.PursesOpened(tuple([player.cash for player in state.players])))
    state = replace(state, sheets=(EMPTY_SHEET,) * state.seats)
    return recover(state, events, points)


# ---------------------------------------------------------------- bets


@cites(R("B26.4"), R("B26.41"), R("B26.42"), R("Q21"))
def pay_off(state: State, places: tuple[int, ...], events: Events) -> State:
    """Who bet on the winner is paid from the money bet; the rest is lost."""
    rows = [
        tuple([a + b for a, b in zip(first, later, strict=True)])
        for first, later in zip(state.bets, state.later, strict=True)
    ]
    pool = sum(map(sum, rows))
    left = pool
    if 1 in places:
        due = betting.dues(rows, state.odds, places.index(1))
        for seat, amount in enumerate(betting.payoffs(due, pool)):
            state = book(state, seat, Cause.PAYOFFS, amount)
            left -= amount
            if due[seat]:
                events.append(ev.PaidOff(seat, amount, due[seat], state.players[seat].cash))
    if left:
        events.append(ev.MoneyChangers(left))
    return state


@cites(R("Q18"))
def settle_side_bets(state: State, places: tuple[int, ...], events: Events) -> State:
    """The stakes of bets between two go to whoever was right."""
    for bet in state.side_bets:
        both = bet.stake + bet.against
        match betting.settled(bet, places):
            case True:
                gains = {bet.by: both}
            case False:
                gains = {bet.whom: both}
            case None:
                gains = {bet.by: bet.stake, bet.whom: bet.against}
        for seat, amount in gains.items():
            state = book(state, seat, Cause.SIDE_BETS, amount)
        events.append(ev.SideBetSettled(bet, tuple(gains), both))
    return replace(state, side_bets=())


# ---------------------------------------------------------------- chariots come home


def come_home(state: State, events: Events) -> State:
    """The sheets of the race go back into the stables."""
    now = state.now
    assert now is not None
    for i, entry in enumerate(state.entries):
        log = after_race(state.players[entry.seat].stable[entry.slot], now, i, state.drugged[i])
        state = with_log(state, entry.seat, entry.slot, log)
        events.append(ev.Returned(entry.seat, entry.slot, log))
    return state


@cites(R("B22.21"), R("B22.3"), R("B24.43"), R("Q19"))
def after_race(log: Log, now: RaceState, i: int, drugged: stable.Four) -> Log:
    """Wounds stay, drugs are gone; a wrecked car is lost, any other repaired."""
    c = now.chariots[i]
    boxes = [left + drug for left, drug in zip(c.horses, drugged, strict=True)]
    hits = 0 if c.driver == DEAD else c.hits
    return replace(log, boxes=stable.four(tuple(boxes)), hits=hits, car=log.car and not c.wrecked)


@cites(R("B23.1"), R("B23.2"), R("X60"))
def earned(state: State, places: tuple[int, ...]) -> tuple[tuple[int, int, int, int], ...]:
    """Experience for the first four: owner, chariot of his stable, place, points."""
    now = state.now
    assert now is not None
    order = sorted([(place, i) for i, place in enumerate(places) if place])
    found = []
    for n, (place, i) in enumerate(order):
        gap = None
        if n + 1 < len(order):
            gap = behind(now, now.chariots[order[n + 1][1]], now.chariots[i])
        points = stable.experience(place, gap)
        if points:
            entry = state.entries[i]
            found.append((entry.seat, entry.slot, place, points))
    return tuple(found)


@cites(R("B20.5"), R("B22.2"))
def recover(
    state: State, events: Events, points: tuple[tuple[int, int, int, int], ...] = ()
) -> State:
    """Everybody rests, raced or not; then experience is booked and may be spent."""
    for seat, player in enumerate(state.players):
        rested = tuple([stable.recovered(log) for log in player.stable])
        if rested != player.stable:
            state = with_player(state, seat, replace(player, stable=rested))
            events.append(ev.Recovered(seat, rested))
    for seat, slot, place, gained in points:
        log = state.players[seat].stable[slot]
        log = replace(
            log,
            driver_points=log.driver_points + gained,
            team_points=log.team_points + gained,
        )
        state = with_log(state, seat, slot, log)
        events.append(ev.Experienced(seat, slot, place, gained))
    return next_trainer(state, state.active())


# ---------------------------------------------------------------- experience is spent


def next_trainer(state: State, queue: tuple[Seat, ...]) -> State:
    """Whoever has enough points is asked what to do with them; then debts are settled."""
    while queue and not lessons(state, queue[0]):
        queue = queue[1:]
    return replace(state, phase=Training(queue) if queue else Settling())


@cites(R("B23.3"), R("B23.4"), R("B23.5"), R("B23.6"))
def lessons(state: State, seat: Seat) -> list[Move]:
    """What may be bought with points, each of whoever earned them."""
    found: list[Move] = []
    for slot, log in enumerate(state.players[seat].stable):
        if log.hits and log.driver_points >= stable.DRIVER_COST:
            found.append(mv.TrainDriver(slot))
        if log.team_points >= stable.TEAM_COST:
            found += [mv.TrainHorse(slot, h) for h in range(4) if stable.may_grow(log, h)]
            found.append(mv.TrainTeam(slot))
    return found


@cites(R("B23.3"))
class Training(Asking, frozen=True, tag=True, gc=False):
    """Owner by owner: points are spent or kept."""

    queue: tuple[Seat, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        return (Ask(seat, Q_TRAIN, (DONE, *lessons(state, seat))),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        logs = state.players[seat].stable
        match move:
            case mv.TrainDriver(slot=slot):
                log = stable.taught(logs[slot])
                events.append(ev.DriverTrained(seat, slot, log))
            case mv.TrainHorse(slot=slot, horse=horse):
                log = stable.grown(logs[slot], horse)
                events.append(ev.HorseTrained(seat, slot, log))
            case mv.TrainTeam(slot=slot):
                log = stable.steeled(logs[slot], dice(chance, 2, "training"))
                events.append(ev.TeamTrained(seat, slot, log))
            case _:
                return next_trainer(state, self.queue[1:])
        return next_trainer(with_log(state, seat, slot, log), self.queue)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        logs = state.players[seat].stable
        match move:
            case mv.TrainHorse(slot=slot) if slot < len(logs):
                rich = logs[slot].team_points >= stable.TEAM_COST
                return TOO_FAST if rich else NOT_ENOUGH
            case mv.TrainDriver() | mv.TrainTeam():
                return NOT_ENOUGH
            case _:
                return None


# ---------------------------------------------------------------- debts


@cites(R("B21.2"), R("Q15"))
class Settling(Pending, frozen=True, tag=True, gc=False):
    """Loans that are due are paid back, the oldest first; `unsold`: what nobody wanted."""

    unsold: tuple[Log, ...] = ()

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        due = [loan for loan in state.loans if loan.due <= state.week]
        if not due:
            return end_week(state, events, chance)
        loan = due[0]
        debtor = state.players[loan.debtor]
        if debtor.cash >= loan.repayment:
            return repay(state, events)
        wanted = [slot for slot, log in enumerate(debtor.stable) if log not in self.unsold]
        if wanted:
            events.append(ev.Defaulted(loan.debtor, loan.repayment, debtor.cash))
            return replace(state, phase=Selling(loan.debtor, loan.repayment, self.unsold))
        return go_bankrupt(state, loan.debtor, events)


def repay(state: State, events: Events) -> State:
    """The oldest loan that is due."""
    loan = next(loan for loan in state.loans if loan.due <= state.week)
    state = hand_over(state, loan.debtor, loan.lender, Cause.REPAYMENTS, loan.repayment)
    events.append(ev.Repaid(loan.debtor, loan.lender, loan.repayment))
    loans = list(state.loans)
    loans.remove(loan)
    return replace(state, loans=tuple(loans), phase=Settling())


@cites(R("X66"))
class Selling(Asking, frozen=True, tag=True, gc=False):
    """The debtor says which chariot is sold next."""

    debtor: Seat
    owed: int
    unsold: tuple[Log, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        player = state.players[self.debtor]
        slots = [slot for slot, log in enumerate(player.stable) if log not in self.unsold]
        options = tuple([mv.Auction(slot) for slot in slots])
        return (Ask(self.debtor, Q_AUCTION, options, 0, (self.owed - player.cash,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        assert isinstance(move, mv.Auction)
        others = tuple([s for s in state.active() if s != seat])
        return replace(state, phase=Bidding(nothing_said(state), others, self, move.slot))


@cites(R("X66"), R("Q17"))
class Bidding(Sealing, frozen=True, tag=True, gc=False):
    """One secret bid each for a debtor's chariot."""

    sale: Selling
    slot: int

    def ask_of(self, state: State, seat: Seat) -> Ask[Move] | None:
        if self.said[seat]:
            return None
        cash = state.players[seat].cash
        full = len(state.players[seat].stable) >= mv.MOST_STABLE
        bids: Amount[Move] = Amount(mv.NOTHING, 0, 0 if full else cash, STEP)
        return Ask(seat, Q_BID, bids, 0, (cash,))

    def opened(self, state: State, events: Events, chance: Chance) -> State:
        debtor = self.sale.debtor
        log = state.players[debtor].stable[self.slot]
        after = [(debtor + n) % state.seats for n in range(1, state.seats)]
        bids = [(bid.amount, s) for s in after for bid in self.said[s] if isinstance(bid, mv.Sum)]
        best, buyer = max(bids, key=lambda bid: bid[0], default=(0, debtor))
        if not best:
            events.append(ev.Unsold(debtor, log))
            return replace(state, phase=Settling((*self.sale.unsold, log)))
        state = hand_over(state, buyer, debtor, Cause.SALES, best)
        state = move_chariot(state, debtor, self.slot, buyer)
        events.append(ev.ChariotSold(debtor, buyer, log, best))
        return replace(state, phase=Settling(self.sale.unsold))


@cites(R("B21.2"), R("X66"))
def go_bankrupt(state: State, seat: Seat, events: Events) -> State:
    """What he has goes to his creditors, the oldest first, the rest to the bank; he is out."""
    events.append(ev.WentBankrupt(seat))
    for loan in [loan for loan in state.loans if loan.debtor == seat]:
        part = min(loan.repayment, state.players[seat].cash)
        if part:
            state = hand_over(state, seat, loan.lender, Cause.REPAYMENTS, part)
            events.append(ev.Repaid(seat, loan.lender, part))
    state = book(state, seat, Cause.TAXES, -state.players[seat].cash)
    state = with_player(state, seat, replace(state.players[seat], stable=(), bankrupt=True))
    loans = tuple([loan for loan in state.loans if seat not in (loan.debtor, loan.lender)])
    return replace(state, loans=loans, phase=Settling())


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
