"""Before the race: the auction of cars, drivers, tuning, spare parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Asking
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import DRIVER_X, MODELS, WORKS_DRIVER, YEARS
from paddock.games.winds_of_war.events import (
    BidMade,
    BudgetSet,
    CarCalled,
    Dealt,
    Events,
    PassedOver,
    Unsold,
)
from paddock.games.winds_of_war.moves import (
    BID,
    BID_STEP,
    DONE,
    HIRE,
    PASS,
    STOCK,
    TAKE,
    TUNE,
    Bid,
    Done,
    Hire,
    Move,
    Stock,
    Take,
    Tune,
)
from paddock.games.winds_of_war.phases.grid import qualify
from paddock.games.winds_of_war.rules.purchases import (
    buy_car,
    buy_spare,
    buy_tuning,
    cars_on_offer,
    drivers_for,
    hire,
    spares_for,
    tuning_for,
)
from paddock.games.winds_of_war.state.pieces import Team

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

DEALT_SPARES = (1, 1, 0, 0, 0)  # by Part: spare parts that come with a dealt car
DEALT_ROAD_SPARES = (1, 1, 0, 1, 0)
Q_BID = Question("bid", R("W4.1.3"), args=("model", "lire"))
Q_TAKE = Question("take", R("Q58"))
Q_HIRE = Question("hire", R("W4.1.4"))
Q_TUNE = Question("tune", R("W4.1.5"))
Q_STOCK = Question("stock", R("W4.1.6"))


@cites(R("Q66"), R("Q105"))
def deal_cars(state: State, events: Events, chance: Chance) -> State:
    """Deal each seat a car with a works driver, a tyre and water, and lamps where night may
    fall."""
    stage = state.stage
    dealt = DEALT_SPARES if stage is None or stage.format.like_grand_prix else DEALT_ROAD_SPARES
    bag = list(cars_on_offer(state))
    teams = []
    for seat in range(len(state.teams)):
        model = bag.pop(chance.pick(bag, "car"))
        teams.append(Team(0, 0, model, WORKS_DRIVER, (), dealt))
        events.append(Dealt(seat, model))
    stock = tuple(n - len(teams) * k for n, k in zip(state.stock, dealt, strict=True))
    return qualify(replace(state, teams=tuple(teams), stock=stock), events, chance)


@cites(R("Q60"))
def open_auction(state: State, events: Events, chance: Chance) -> State:
    """Roll the tie-break once, then call the first car."""
    rest, ties = list(range(len(state.teams))), []
    while rest:
        ties.append(rest.pop(chance.pick(rest, "spending die")))
    if state.options.style == "simulation":
        budget = YEARS[state.options.year].budget
        state = replace(state, teams=tuple([replace(t, purse=budget) for t in state.teams]))
    return call_car(state, cars_on_offer(state), (), 0, tuple(ties), events, chance)


# ------------------------------------------------------------------ the auction


@cites(R("Q57"))
def call_car(
    state: State,
    bag: tuple[int, ...],
    unsold: tuple[int, ...],
    first: Seat,
    ties: tuple[Seat, ...],
    events: Events,
    chance: Chance,
) -> State:
    """Call the next car while a seat still needs one."""
    if bag and any(team.model < 0 for team in state.teams):
        cars = list(bag)
        model = cars.pop(chance.pick(cars, "called"))
        events.append(CarCalled(model, MODELS[model].price))
        seats = len(state.teams)
        bidders = tuple(
            [s for k in range(seats) if state.teams[s := (first + k) % seats].model < 0]
        )
        phase = Auction(model, tuple(cars), unsold, first, ties, bidders)
        return ask_bidder(state, phase, events, chance)
    return offer_unsold(state, tuple(sorted(bag + unsold)), ties, events)


@cites(R("Q10"))
class Auction(Asking, frozen=True, tag=True, gc=False):
    """A car is called: bid more, or pass."""

    model: int
    bag: tuple[int, ...]  # cars not called yet
    unsold: tuple[int, ...]
    first: Seat
    ties: tuple[Seat, ...]
    bidders: tuple[Seat, ...]  # still in; the next to bid first
    high: int = 0
    holder: Seat = -1
    contested: bool = False  # more than one seat has bid

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options: tuple[Move, ...] = (PASS, *[BID[lire] for lire in legal_bids(state, self)])
        lire = self.high or MODELS[self.model].price
        return (Ask(self.bidders[0], Q_BID, options, 0, (self.model, lire)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if isinstance(move, Bid):
            events.append(BidMade(seat, move.lire))
            contested = self.holder >= 0 and self.holder != seat
            phase = replace(
                self,
                bidders=(*self.bidders[1:], seat),
                high=move.lire,
                holder=seat,
                contested=self.contested or contested,
            )
        else:
            events.append(PassedOver(seat))
            phase = replace(self, bidders=self.bidders[1:])
        return ask_bidder(state, phase, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("bad-bid", R("Q57")) if isinstance(move, Bid) else None


@cites(R("Q57"), R("Q59"))
def legal_bids(state: State, auction: Auction) -> range:
    """The legal bids: steps of 25, up to the budget or twice the printed price."""
    price = MODELS[auction.model].price
    most = 2 * price
    if state.options.style == "simulation":
        most = state.teams[auction.bidders[0]].purse
    return range(auction.high + BID_STEP if auction.high else price, most + 1, BID_STEP)


def ask_bidder(state: State, auction: Auction, events: Events, chance: Chance) -> State:
    """Ask the bidders in turn who can still bid; the last one left gets the car."""
    while auction.bidders and auction.bidders != (auction.holder,):
        if legal_bids(state, auction):
            return replace(state, phase=auction)
        auction = replace(auction, bidders=auction.bidders[1:])
    return knock_down(state, auction, events, chance)


@cites(R("W4.1.3"))
def knock_down(state: State, auction: Auction, events: Events, chance: Chance) -> State:
    """Sell the car to the highest bid, or at the printed price without a rival bid; else it stays
    unsold."""
    unsold, model = auction.unsold, auction.model
    if auction.holder < 0:
        events.append(Unsold(model))
        unsold = (*unsold, model)
    else:
        price = auction.high if auction.contested else MODELS[model].price
        state = buy_car(state, auction.holder, model, price, events)
    first = (auction.first + 1) % len(state.teams)
    return call_car(state, auction.bag, unsold, first, auction.ties, events, chance)


# ------------------------------------------------------------------ who is left without a car


@cites(R("Q58"))
def offer_unsold(
    state: State, unsold: tuple[int, ...], ties: tuple[Seat, ...], events: Events
) -> State:
    for seat, team in enumerate(state.teams):
        if team.model < 0:
            return replace(state, phase=TakingUnsold(seat, unsold, ties))
    return set_budget(state, ties, events)


class TakingUnsold(Asking, frozen=True, tag=True, gc=False):
    """Without a car after the auction: one of the unsold at its printed price."""

    seat: Seat
    unsold: tuple[int, ...]
    ties: tuple[Seat, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.seat, Q_TAKE, tuple([TAKE[model] for model in self.unsold])),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        assert isinstance(move, Take)
        state = buy_car(state, seat, move.model, MODELS[move.model].price, events)
        unsold = tuple([model for model in self.unsold if model != move.model])
        return offer_unsold(state, unsold, self.ties, events)


@cites(R("Q59"))
def set_budget(state: State, ties: tuple[Seat, ...], events: Events) -> State:
    """In an arcade race the highest price paid is the budget of every team."""
    if state.options.style == "arcade":
        budget = max(team.spent for team in state.teams)
        teams = tuple([replace(team, purse=budget - team.spent) for team in state.teams])
        events.append(BudgetSet(budget, tuple([team.purse for team in teams])))
        state = replace(state, teams=teams)
    return replace(state, phase=Hiring(least_spent_first(state, ties), ties))


@cites(R("Q60"))
def least_spent_first(state: State, ties: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Seats by money spent, least first; ties by the die of the start."""
    return tuple(sorted(ties, key=lambda seat: state.teams[seat].spent))


# ------------------------------------------------------------------ drivers, tuning, spares


class Hiring(Asking, frozen=True, tag=True, gc=False):
    """A driver, or the nameless driver X."""

    queue: tuple[Seat, ...]
    ties: tuple[Seat, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        options = [HIRE[driver] for driver in drivers_for(state, seat)]
        return (Ask(seat, Q_HIRE, (HIRE[DRIVER_X], *options)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        assert isinstance(move, Hire)
        state = hire(state, seat, move.driver, events)
        phase: Hiring | Tuning
        if len(self.queue) > 1:
            phase = Hiring(self.queue[1:], self.ties)
        else:
            phase = Tuning(least_spent_first(state, self.ties), self.ties)
        return replace(state, phase=phase)


class Tuning(Asking, frozen=True, tag=True, gc=False):
    """Tuning cards, one of each kind, asked in their order."""

    queue: tuple[Seat, ...]
    ties: tuple[Seat, ...]
    last: int = -1  # the card bought last

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        options = tuning_for(state, seat, self.last + 1)
        return (Ask(seat, Q_TUNE, (DONE, *[TUNE[card] for card in options])),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if isinstance(move, Tune):
            state = buy_tuning(state, seat, move.card, events)
            return replace(state, phase=replace(self, last=move.card))
        assert isinstance(move, Done)
        phase: Tuning | Stocking
        if len(self.queue) > 1:
            phase = Tuning(self.queue[1:], self.ties)
        else:
            phase = Stocking(least_spent_first(state, self.ties))
        return replace(state, phase=phase)


class Stocking(Asking, frozen=True, tag=True, gc=False):
    """Spare parts, asked in their order."""

    queue: tuple[Seat, ...]
    last: int = 0

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        options = spares_for(state, seat, self.last)
        return (Ask(seat, Q_STOCK, (DONE, *[STOCK[part] for part in options])),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if isinstance(move, Stock):
            state = buy_spare(state, seat, move.part, events)
            return replace(state, phase=replace(self, last=move.part))
        if len(self.queue) > 1:
            return replace(state, phase=Stocking(self.queue[1:]))
        return qualify(state, events, chance)
