"""Racing; between races each team visits the market, from last in the standings to first.

Racing ─ (race over) ─ Visiting ┬ Offering ─ Replying ┐ … Racing … Over
                                └─────────────────────┘
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Asking, Ended
from paddock.core.game import Ask, Kind, Question
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.championship.events import (
    Agreed,
    Champion,
    Declined,
    Events,
    NextRace,
    Offered,
)
from paddock.games.winds_of_war.championship.moves import (
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
from paddock.games.winds_of_war.championship.rules import (
    affordable_cars,
    exchange,
    fair,
    items_of,
    race_options,
    score,
    sell,
    table,
    take,
)
from paddock.games.winds_of_war.game import GAME as RACE
from paddock.games.winds_of_war.moves import (
    DONE,
    HIRE,
    STOCK,
    TAKE,
    TUNE,
    Hire,
    Stock,
    Take,
    Tune,
)
from paddock.games.winds_of_war.moves import Move as RaceMove
from paddock.games.winds_of_war.phases.grid import qualify
from paddock.games.winds_of_war.phases.turn import Over as RaceOver
from paddock.games.winds_of_war.rules.purchases import (
    buy_spare,
    buy_tuning,
    drivers_for,
    hire,
    spares_for,
    tuning_for,
)
from paddock.games.winds_of_war.state import before_start

if TYPE_CHECKING:
    from paddock.games.winds_of_war.championship.state import State

Q_VISIT = Question("visit", R("W4.3.4"), args=("lire",))
Q_OFFER = Question("offer", R("Q10"), args=("whom",))
Q_REPLY = Question("reply", R("Q10"), Kind.REACTION, ("give", "want", "lire"))


MOST_OFFERS = 3
"""In one visit to the market."""


class Stage(enum.IntEnum):
    """How far a visit to the market has come; it does not go back."""

    DEALS = 0
    CARS = 1
    DRIVERS = 2
    TUNING = 3
    PARTS = 4


class Racing(Struct, frozen=True, tag=True, gc=False):
    """A race is run: its asks and moves pass through, and after each of its phases the season
    looks whether it is over."""

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return cast("tuple[Ask[Move], ...]", state.now.phase.asks(state.now))

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        now = state.now
        return replace(state, now=now.phase.play(now, seat, cast("RaceMove", move), events, chance))

    def resume(self, state: State, events: Events, chance: Chance) -> State | None:
        now = state.now
        if isinstance(now.phase, RaceOver):
            return after_race(state, events)
        resume = now.phase.resume
        after = None if resume is None else resume(now, events, chance)
        return None if after is None else replace(state, now=after)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return state.now.phase.why_not(state.now, seat, cast("RaceMove", move))


def after_race(state: State, events: Events) -> State:
    """The race is scored; then the market opens, or the season is over."""
    outcome = RACE.outcome(state.now)
    assert outcome is not None
    state = score(state, outcome, events)
    order = table(state)
    if len(state.results) < len(state.options.circuits):
        return replace(state, phase=Visiting(tuple(reversed(order))))
    events.append(Champion(order[0], state.points[order[0]]))
    return replace(state, phase=Over())


class Over(Ended, frozen=True, tag=True, gc=False):
    """The season is over."""

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("race-over", R("W4.3.5"))


class Visiting(Asking, frozen=True, tag=True, gc=False):
    """Between races: a deal, a sale and another car, a driver, tuning, spares, in this order."""

    queue: tuple[Seat, ...]
    stage: Stage = Stage.DEALS
    last: int = -1
    offers: int = 0  # made in this visit

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat, now = self.queue[0], state.now
        team = now.teams[seat]
        lire = (team.purse,)
        if team.model < 0:
            options: list[Move] = [TAKE[model] for model in affordable_cars(now, seat)]
            if self.stage is Stage.DEALS:
                options += partners(state, seat)
            return (Ask(seat, Q_VISIT, tuple(options), 0, lire),)
        options = [DONE]
        if self.stage is Stage.DEALS:
            options += partners(state, seat)
        if self.stage <= Stage.CARS:
            options.append(SELL)
        if self.stage <= Stage.DRIVERS:
            options += [HIRE[driver] for driver in drivers_for(now, seat)]
        first = self.last + 1 if self.stage is Stage.TUNING else 0
        if self.stage <= Stage.TUNING:
            options += [TUNE[card] for card in tuning_for(now, seat, first)]
        first = self.last if self.stage is Stage.PARTS else 0
        options += [STOCK[part] for part in spares_for(now, seat, first)]
        return (Ask(seat, Q_VISIT, tuple(options), 0, lire),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        now = state.now
        match move:
            case Propose(whom=whom):
                return replace(state, phase=Offering(self.queue, whom, self.offers + 1))
            case Sell():
                now, phase = sell(now, seat, events), self
            case Take(model=model):
                now, phase = take(now, seat, model, events), replace(self, stage=Stage.DRIVERS)
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
        return replace(state, now=now, phase=phase)


def partners(state: State, seat: Seat) -> list[Move]:
    return [PROPOSE[s] for s in range(len(state.points)) if s != seat]


def next_visit(state: State, queue: tuple[Seat, ...], events: Events, chance: Chance) -> State:
    """The next team; after the last one the next race."""
    if queue:
        free = state.now.teams[queue[0]].model >= 0 or len(queue) > 1
        stage = Stage.DEALS if free else Stage.CARS
        return replace(state, phase=Visiting(queue, stage))
    return start_race(state, events, chance)


@cites(R("W4.3.1"), R("Q64"))
def start_race(state: State, events: Events, chance: Chance) -> State:
    """The next circuit of the season: cars as new, money, spares and tuning as they are."""
    race, now = len(state.results), state.now
    events.append(NextRace(race + 1, len(state.options.circuits)))
    options = race_options(state.options, race)
    now = before_start(options, now.teams, now.stock, now.shelf)
    return replace(state, now=qualify(now, events, chance), phase=Racing())


# ------------------------------------------------------------------ deals


@cites(R("Q10"))
class Offering(Asking, frozen=True, tag=True, gc=False):
    """An offer is put together: what is wanted, what is given, and money."""

    queue: tuple[Seat, ...]
    whom: Seat
    offers: int
    want: tuple[Item, ...] = ()
    give: tuple[Item, ...] = ()

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        mine, theirs = state.now.teams[seat], state.now.teams[self.whom]
        options: list[Move] = [DONE]
        if not self.give:
            options += [WANT[i] for i in left(items_of(theirs, with_car=True), self.want)]
        options += [GIVE[i] for i in left(items_of(mine, with_car=True), self.give)]
        if fair(mine, theirs, self.give, self.want):
            options += [pay for lire, pay in PAY.items() if lire <= mine.purse]
            options += [claim for lire, claim in CLAIM.items() if lire <= theirs.purse]
        return (Ask(seat, Q_OFFER, tuple(options), 0, (self.whom,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
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
    stage = Stage.DEALS if offers < MOST_OFFERS else Stage.CARS
    return Visiting(queue, stage, offers=offers)


def left(items: list[Item], named: tuple[Item, ...]) -> list[Item]:
    """What may still be named: from the last one on, each as often as it is there."""
    last = named[-1] if named else 0
    return [i for i in dict.fromkeys(items) if i >= last and named.count(i) < items.count(i)]


class Replying(Asking, frozen=True, tag=True, gc=False):
    """The other takes the offer or not."""

    offer: Offering
    lire: int

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        offer = self.offer
        args = (offer.give, offer.want, self.lire)
        return (Ask(offer.whom, Q_REPLY, (DECLINE, AGREE), 0, args),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        offer = self.offer
        queue = offer.queue
        if not isinstance(move, Agree):
            events.append(Declined(seat))
            return replace(state, phase=back_from_deal(queue, offer.offers))
        by = queue[0]
        now = exchange(state.now, by, offer.whom, offer.give, offer.want, self.lire)
        events.append(Agreed(seat, by, now.teams[seat], now.teams[by]))
        if now.teams[offer.whom].model < 0 and offer.whom not in queue:
            queue = (*queue, offer.whom)
        return replace(state, now=now, phase=back_from_deal(queue, offer.offers))


Phase: TypeAlias = Racing | Over | Visiting | Offering | Replying
