"""Phases of the market. Between two races each team visits it, in the order of the mode.

Visiting ┬ Offering ─ Replying ┐
         └─────────────────────┘
"""

from __future__ import annotations

import enum

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Asking
from paddock.core.game import Ask, AskKind, Question
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.market.events import Agreed, Declined, Events, Offered
from paddock.games.winds_of_war.market.moves import (
    AGREE,
    CLAIM,
    DECLINE,
    GIVE,
    PAY,
    PROPOSE,
    SELL,
    WANT,
    Agree,
    Claim,
    Give,
    Item,
    Move,
    Pay,
    Propose,
    Sell,
    Want,
)
from paddock.games.winds_of_war.market.rules import (
    affordable_cars,
    exchange,
    fair,
    items_of,
    sell,
    take,
)
from paddock.games.winds_of_war.market.state import HasMarket, S
from paddock.games.winds_of_war.moves import DONE, HIRE, STOCK, TAKE, TUNE, Hire, Stock, Take, Tune
from paddock.games.winds_of_war.rules.purchases import (
    buy_spare,
    buy_tuning,
    drivers_for,
    hire,
    spares_for,
    tuning_for,
)
from paddock.games.winds_of_war.state import State as RaceState

Q_OFFER = Question("offer", R("Q10"), args=("whom",))
Q_REPLY = Question("reply", R("Q10"), AskKind.REACTION, ("give", "want", "lire"))


MAX_OFFERS_PER_VISIT = 3
"""Keeps a visit short: each offer interrupts another player."""


class Stage(enum.IntEnum):
    """How far a visit to the market has come; it does not go back."""

    DEALS = 0
    CARS = 1
    DRIVERS = 2
    TUNING = 3
    PARTS = 4


class Visiting(Asking, frozen=True, tag=True, gc=False):
    """Between races: a deal, a sale and another car, a driver, tuning, spares, in this order."""

    queue: tuple[Seat, ...]
    stage: Stage = Stage.DEALS
    last: int = -1
    offers: int = 0  # made in this visit

    def asks(self, state: HasMarket) -> tuple[Ask[Move], ...]:
        seat, now = self.queue[0], state.now
        team = now.teams[seat]
        options: list[Move] = []
        if team.model < 0:
            options += [TAKE[model] for model in affordable_cars(now, seat)]
        elif not state.hooks.may_race(now, team):
            options.append(SELL)
        else:
            options += self.purchases(now, seat)
        if self.stage is Stage.DEALS:
            at = 1 if options[0] is DONE else len(options)
            options[at:at] = partners(now, seat)
        return (Ask(seat, state.hooks.visit, tuple(options), 0, (team.purse,)),)

    def purchases(self, now: RaceState, seat: Seat) -> list[Move]:
        """What a team that can race may still do."""
        options: list[Move] = [DONE]
        if self.stage <= Stage.CARS:
            options.append(SELL)
        if self.stage <= Stage.DRIVERS:
            options += [HIRE[driver] for driver in drivers_for(now, seat)]
        first = self.last + 1 if self.stage is Stage.TUNING else 0
        if self.stage <= Stage.TUNING:
            options += [TUNE[card] for card in tuning_for(now, seat, first)]
        first = self.last if self.stage is Stage.PARTS else 0
        return options + [STOCK[part] for part in spares_for(now, seat, first)]

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        now, hooks = state.now, state.hooks
        match move:
            case Propose(whom=whom):
                return replace(state, phase=Offering(self.queue, whom, self.offers + 1))
            case Sell():
                now, phase = sell(now, seat, hooks.visit.clause, events), self
            case Take(model=model):
                now = take(now, seat, model, hooks.gift, events)
                phase = replace(self, stage=Stage.DRIVERS)
            case Hire(driver=driver):
                now, phase = hire(now, seat, driver, events), replace(self, stage=Stage.TUNING)
            case Tune(card=card):
                now = buy_tuning(now, seat, card, events)
                phase = replace(self, stage=Stage.TUNING, last=card)
            case Stock(part=part):
                now = buy_spare(now, seat, part, events)
                phase = replace(self, stage=Stage.PARTS, last=part)
            case _:
                return next_visit(state, self.queue[1:], events, chance)
        after: S = hooks.with_race(state, now)
        return replace(after, phase=phase)

    def why_not(self, state: HasMarket, seat: Seat, move: Move) -> Refusal | None:
        team, hooks = state.now.teams[seat], state.hooks
        if team.model >= 0 and not hooks.may_race(state.now, team):
            return Refusal("old-car", hooks.visit.clause)
        return None


def partners(now: RaceState, seat: Seat) -> list[Move]:
    return [PROPOSE[s] for s in range(len(now.teams)) if s != seat]


def next_visit(state: S, queue: tuple[Seat, ...], events: Events, chance: Chance) -> S:
    """The next team; after the last one the market is closed."""
    if queue:
        now = state.now
        free = state.hooks.may_race(now, now.teams[queue[0]]) or len(queue) > 1
        stage = Stage.DEALS if free else Stage.CARS
        return replace(state, phase=Visiting(queue, stage))
    after: S = state.hooks.on_market_closed(state, events, chance)
    return after


# ------------------------------------------------------------------ deals


@cites(R("Q10"))
class Offering(Asking, frozen=True, tag=True, gc=False):
    """An offer is put together: what is wanted, what is given, and money."""

    queue: tuple[Seat, ...]
    whom: Seat
    offers: int
    want: tuple[Item, ...] = ()
    give: tuple[Item, ...] = ()

    def asks(self, state: HasMarket) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        mine, theirs = state.now.teams[seat], state.now.teams[self.whom]
        options: list[Move] = [DONE]
        if not self.give:
            options += [WANT[i] for i in items_left(items_of(theirs, with_car=True), self.want)]
        options += [GIVE[i] for i in items_left(items_of(mine, with_car=True), self.give)]
        if fair(mine, theirs, self.give, self.want):
            options += [pay for lire, pay in PAY.items() if lire <= mine.purse]
            options += [claim for lire, claim in CLAIM.items() if lire <= theirs.purse]
        return (Ask(seat, Q_OFFER, tuple(options), 0, (self.whom,)),)

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        match move:
            case Want(item=item):
                phase = replace(self, want=(*self.want, item))
                return replace(state, phase=phase)
            case Give(item=item):
                return replace(state, phase=replace(self, give=(*self.give, item)))
            case Pay(lire=lire):
                paid = lire
            case Claim(lire=lire):
                paid = -lire
            case _:
                return replace(state, phase=back_from_deal(self.queue, self.offers))
        events.append(Offered(seat, self.whom, self.give, self.want, paid))
        return replace(state, phase=Replying(self, paid))


@cites(R("W4.3.4"))
def back_from_deal(queue: tuple[Seat, ...], offers: int) -> Visiting:
    """After an offer, taken or not, further ones may follow, as many as a visit has."""
    stage = Stage.DEALS if offers < MAX_OFFERS_PER_VISIT else Stage.CARS
    return Visiting(queue, stage, offers=offers)


def items_left(items: list[Item], named: tuple[Item, ...]) -> list[Item]:
    """What may still be named: from the last one on, each as often as it is there."""
    last = named[-1] if named else 0
    return [i for i in dict.fromkeys(items) if i >= last and named.count(i) < items.count(i)]


class Replying(Asking, frozen=True, tag=True, gc=False):
    """The other takes the offer or not."""

    offer: Offering
    lire: int

    def asks(self, state: HasMarket) -> tuple[Ask[Move], ...]:
        offer = self.offer
        args = (offer.give, offer.want, self.lire)
        return (Ask(offer.whom, Q_REPLY, (DECLINE, AGREE), 0, args),)

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        offer, hooks = self.offer, state.hooks
        queue = offer.queue
        if not isinstance(move, Agree):
            events.append(Declined(seat))
            return replace(state, phase=back_from_deal(queue, offer.offers))
        by = queue[0]
        now = exchange(state.now, by, offer.whom, offer.give, offer.want, self.lire)
        events.append(Agreed(seat, by, now.teams[seat], now.teams[by]))
        if not hooks.may_race(now, now.teams[offer.whom]) and offer.whom not in queue:
            queue = (*queue, offer.whom)
        after: S = hooks.with_race(state, now)
        return replace(after, phase=back_from_deal(queue, offer.offers))
