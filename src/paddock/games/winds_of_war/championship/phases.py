"""Racing; between races each team visits the market, from last in the standings to first.

Racing ─ (race over) ─ Visiting ┬ Offering ─ Answering ┐ … Racing … Closed
                                └──────────────────────┘
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import RulesBug
from paddock.core.game import Ask, Kind, Question, Step, put
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.championship.events import (
    Agreed,
    Champion,
    Declined,
    Event,
    Given,
    NextRace,
    Offered,
    Sold,
    Told,
)
from paddock.games.winds_of_war.championship.moves import (
    AGREE,
    CLAIM,
    DECLINE,
    GIVE,
    MOST,
    PAY,
    PROPOSE,
    SELL,
    STEP,
    WANT,
    Agree,
    Claim,
    Give,
    Move,
    Pay,
    Propose,
    Sell,
    Want,
)
from paddock.games.winds_of_war.championship.rules import (
    affordable_cars,
    affordable_drivers,
    exchange,
    fair,
    half_price,
    items_of,
    next_grid,
    race_options,
    score,
    standings,
)
from paddock.games.winds_of_war.data import DRIVERS, MODELS
from paddock.games.winds_of_war.events import Bought, Hired
from paddock.games.winds_of_war.events import Event as RaceEvent
from paddock.games.winds_of_war.game import GAME as RACE
from paddock.games.winds_of_war.moves import DONE, HIRE, STOCK, TAKE, TUNE, Hire, Stock, Take, Tune
from paddock.games.winds_of_war.moves import Move as RaceMove
from paddock.games.winds_of_war.phases.garage import (
    buy_spare,
    buy_tuning,
    spares_for,
    spend,
    tuning_for,
)
from paddock.games.winds_of_war.phases.grid import qualify
from paddock.games.winds_of_war.state import State as RaceState

if TYPE_CHECKING:
    from paddock.games.winds_of_war.championship.state import State

VISIT_Q = Question("visit", R("W4.3.4"), args=("lire",))
OFFER_Q = Question("offer", R("Q10"), args=("whom",))
REPLY_Q = Question("reply", R("Q10"), Kind.REACTION, ("give", "want", "lire"))
DEALS, CARS, DRIVERS_STAGE, TUNINGS_STAGE, PARTS_STAGE = range(5)


@cites(R("W4.3.1"))
class Racing(Struct, frozen=True, tag=True, gc=False):
    """A race is run: its asks, moves and events pass through."""

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return cast("tuple[Ask[Move], ...]", RACE.asks(state.now))

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        step = RACE.play(state.now, seat, cast("RaceMove", move), chance)
        return after_race(replace(state, now=step.state), step, chance)


def after_race(
    state: State, step: Step[RaceState, RaceEvent], chance: Chance
) -> Step[State, Event]:
    """When the race is over it is scored; then the market opens, or the season is over."""
    outcome = RACE.outcome(step.state)
    if outcome is None:
        return Step(state, step.events, step.opened)
    told: Told = [*step.events]
    state = score(state, outcome, told)
    if len(state.results) == len(state.options.circuits):
        best = standings(state)[0]
        told.append(Champion(best, state.points[best]))
        return Step(replace(state, phase=Closed()), tuple(told), step.opened)
    queue = tuple(reversed(standings(state)))
    return Step(replace(state, phase=Visiting(queue)), tuple(told), step.opened)


class Closed(Struct, frozen=True, tag=True, gc=False):
    """The season is over."""

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return ()

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        raise RulesBug("the season is over")


@cites(R("W4.3.4"), R("Q64"))
class Visiting(Struct, frozen=True, tag=True, gc=False):
    """Between races: a deal, a sale and another car, a driver, tuning, spares, in this order."""

    queue: tuple[Seat, ...]
    stage: int = DEALS
    last: int = -1

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat, now = self.queue[0], state.now
        team = now.teams[seat]
        lire = (team.purse,)
        if team.model < 0:
            options: list[Move] = [TAKE[model] for model in affordable_cars(now, seat)]
            if self.stage == DEALS:
                options += partners(state, seat)
            return (Ask(seat, VISIT_Q, tuple(options), 0, lire),)
        options = [DONE]
        if self.stage == DEALS:
            options += partners(state, seat)
        if self.stage <= CARS:
            options.append(SELL)
        if self.stage <= DRIVERS_STAGE:
            options += [HIRE[driver] for driver in affordable_drivers(now, seat)]
        first = self.last + 1 if self.stage == TUNINGS_STAGE else 0
        if self.stage <= TUNINGS_STAGE:
            options += [TUNE[card] for card in tuning_for(now, seat, first)]
        first = self.last if self.stage == PARTS_STAGE else 0
        options += [STOCK[part] for part in spares_for(now, seat, first)]
        return (Ask(seat, VISIT_Q, tuple(options), 0, lire),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        told: Told = []
        now = state.now
        match move:
            case Propose(whom=whom):
                return Step(replace(state, phase=Offering(self.queue, whom)))
            case Sell():
                now, phase = sell(now, seat, told), replace(self, stage=self.stage)
            case Take(model=model):
                now, phase = take(now, seat, model, told), replace(self, stage=DRIVERS_STAGE)
            case Hire(driver=driver):
                now, phase = hire(now, seat, driver, told), replace(self, stage=TUNINGS_STAGE)
            case Tune(card=card):
                now = buy_tuning(now, seat, card, cast("list[RaceEvent]", told))
                phase = replace(self, stage=TUNINGS_STAGE, last=card)
            case Stock(part=part):
                now = buy_spare(now, seat, part, cast("list[RaceEvent]", told))
                phase = replace(self, stage=PARTS_STAGE, last=part)
            case _:
                return next_visit(state, self.queue[1:], told, chance)
        return Step(replace(state, now=now, phase=phase), tuple(told))


def partners(state: State, seat: Seat) -> list[Move]:
    return [PROPOSE[s] for s in range(len(state.points)) if s != seat]


@cites(R("W4.3.4"))
def sell(now: RaceState, seat: Seat, told: Told) -> RaceState:
    team = now.teams[seat]
    price = half_price(team)
    told.append(Sold(seat, team.model, price))
    team = replace(team, model=-1, gift=False, purse=team.purse + price)
    return replace(now, teams=put(now.teams, seat, team))


@cites(R("W4.3.4"), R("Q64"))
def take(now: RaceState, seat: Seat, model: int, told: Told) -> RaceState:
    """Another car at its printed price, or as a gift when no price can be paid."""
    team = now.teams[seat]
    price = MODELS[model].price
    if price > team.purse:
        told.append(Given(seat, model))
        team = replace(team, model=model, gift=True)
        return replace(now, teams=put(now.teams, seat, team))
    told.append(Bought(seat, model, price))
    return spend(now, seat, replace(team, model=model), price)


def hire(now: RaceState, seat: Seat, driver: int, told: Told) -> RaceState:
    price = DRIVERS[driver].price
    told.append(Hired(seat, driver, price))
    return spend(now, seat, replace(now.teams[seat], driver=driver), price)


def next_visit(
    state: State, queue: tuple[Seat, ...], told: Told, chance: Chance
) -> Step[State, Event]:
    """The next team; after the last one the next race."""
    if queue:
        stage = DEALS if state.now.teams[queue[0]].model >= 0 or len(queue) > 1 else CARS
        return Step(replace(state, phase=Visiting(queue, stage)), tuple(told))
    return start_race(state, told, chance)


@cites(R("W4.3.1"), R("Q64"))
def start_race(state: State, told: Told, chance: Chance) -> Step[State, Event]:
    """The next circuit of the season, with the teams as they are."""
    race = len(state.results)
    told.append(NextRace(race + 1, len(state.options.circuits)))
    now = next_grid(state.now, race_options(state.options, race))
    step = qualify(now, cast("list[RaceEvent]", told), chance)
    return Step(replace(state, now=step.state, phase=Racing()), step.events, step.opened)


# ------------------------------------------------------------------ deals


@cites(R("Q10"), R("W4.3.4"))
class Offering(Struct, frozen=True, tag=True, gc=False):
    """An offer is put together: what is wanted, what is given, and money."""

    queue: tuple[Seat, ...]
    whom: Seat
    want: tuple[int, ...] = ()
    give: tuple[int, ...] = ()

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        mine, theirs = state.now.teams[seat], state.now.teams[self.whom]
        options: list[Move] = [DONE]
        if not self.give:
            options += [WANT[i] for i in left(items_of(theirs, with_car=True), self.want)]
        options += [GIVE[i] for i in left(items_of(mine, with_car=True), self.give)]
        if fair(mine, theirs, self.give, self.want):
            options += [PAY[n] for n in range(0, min(mine.purse, MOST) + 1, STEP)]
            options += [CLAIM[n] for n in range(STEP, min(theirs.purse, MOST) + 1, STEP)]
        return (Ask(seat, OFFER_Q, tuple(options), 0, (self.whom,)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        match move:
            case Want(item=item):
                phase = replace(self, want=(*self.want, item))
                return Step(replace(state, phase=phase))
            case Give(item=item):
                return Step(replace(state, phase=replace(self, give=(*self.give, item))))
            case Pay(lire=lire):
                paid = lire
            case Claim(lire=lire):
                paid = -lire
            case _:
                return Step(replace(state, phase=Visiting(self.queue, CARS)))
        told = Offered(seat, self.whom, self.give, self.want, paid)
        return Step(replace(state, phase=Answering(self, paid)), (told,))


def left(items: list[int], named: tuple[int, ...]) -> list[int]:
    """What may still be named: from the last one on, each as often as it is there."""
    last = named[-1] if named else 0
    return [i for i in dict.fromkeys(items) if i >= last and named.count(i) < items.count(i)]


@cites(R("Q10"))
class Answering(Struct, frozen=True, tag="DealAnswering", gc=False):
    """The other takes the offer or not."""

    offer: Offering
    lire: int

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        offer = self.offer
        args = (offer.give, offer.want, self.lire)
        return (Ask(offer.whom, REPLY_Q, (DECLINE, AGREE), 0, args),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        offer = self.offer
        queue = offer.queue
        if not isinstance(move, Agree):
            return Step(replace(state, phase=Visiting(queue, CARS)), (Declined(seat),))
        now = exchange(state.now, queue[0], offer.whom, offer.give, offer.want, self.lire)
        if now.teams[offer.whom].model < 0 and offer.whom not in queue:
            queue = (*queue, offer.whom)
        return Step(replace(state, now=now, phase=Visiting(queue, CARS)), (Agreed(seat),))


Phase: TypeAlias = Racing | Closed | Visiting | Offering | Answering
