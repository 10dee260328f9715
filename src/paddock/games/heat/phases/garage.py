"""Set-up phases: draft of Upgrades, the mechanics of one Event, decks and first hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import RulesBug
from paddock.core.flow import Asking, mark_secret_shown
from paddock.core.game import Ask, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.data import (
    HEAT,
    SPEED_CARDS,
    STARTING,
    STRESS,
    SYMBOLS,
    CardNo,
)
from paddock.games.heat.events import Events, MarketOpened, Picked, Tuned
from paddock.games.heat.moves import PICK, TUNE, Move, Pick, Tune
from paddock.games.heat.phases import rounds
from paddock.games.heat.rules.cards import fill_hand, gain_sponsor
from paddock.games.heat.rules.course import COURSES, Course
from paddock.games.heat.rules.driving import by_place

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, State

Q_MARKET = Question("market", R("G2"), args=("round",))
Q_MECHANICS = Question("mechanics", R("C6.22"))
DRAFT_ROUNDS = 3


@cites(R("G2"), R("Q40"))
class Drafting(Asking, frozen=True, tag=True, gc=False):
    """One driver picks from the market; three rounds, starting at the back, front, back."""

    round: int
    waiting: tuple[Seat, ...]  # who picks, in order
    market: tuple[CardNo, ...]  # sorted
    deck: tuple[CardNo, ...]  # a bag

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options = tuple(PICK[card] for card in dict.fromkeys(self.market))
        return (Ask(self.waiting[0], Q_MARKET, options, 0, (self.round,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Pick):
            raise RulesBug(move)
        events.append(Picked(seat, move.card))
        car = state.cars[seat]
        car = replace(car, upgrades=(*car.upgrades, move.card))
        state = replace(state, cars=replace_at(state.cars, seat, car))
        left = list(self.market)
        left.remove(move.card)
        if len(self.waiting) > 1:
            phase = Drafting(self.round, self.waiting[1:], tuple(left), self.deck)
            return replace(state, phase=phase)
        return open_market(state, self.round + 1, self.deck, events, chance)


@cites(R("G2"))
def open_market(
    state: State, round: int, deck: tuple[CardNo, ...], events: Events, chance: Chance
) -> State:
    """Open a market of one card a driver and three more, or deal after the third round.

    Cards left over leave the game.
    """
    if round > DRAFT_ROUNDS:
        return deal(state, events, chance)
    order = tuple(car for car in by_place(state.cars) if car < state.seats)
    market, deck = draw_market(state.seats + 3, deck, chance)
    events.append(MarketOpened(market))
    waiting = order if round == 2 else order[::-1]
    return replace(state, phase=Drafting(round, waiting, market, deck))


def draw_market(
    n: int, deck: tuple[CardNo, ...], chance: Chance
) -> tuple[tuple[CardNo, ...], tuple[CardNo, ...]]:
    """Draw n cards of the Upgrade deck, face up."""
    left = list(deck)
    market = [left.pop(chance.pick(left, "market")) for _ in range(min(n, len(left)))]
    return tuple(sorted(market)), tuple(left)


@cites(R("C6.22"))
class Tuning(Asking, frozen=True, tag=True, gc=False):
    """Mechanics Event, in grid order: one Heat and one Stress more, or one of each less."""

    waiting: tuple[Seat, ...]
    tuned: tuple[int, ...]  # by seat, 0 is not yet

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.waiting[0], Q_MECHANICS, TUNE),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Tune):
            raise RulesBug(move)
        events.append(Tuned(seat, move.n))
        tuned = replace_at(self.tuned, seat, move.n)
        if len(self.waiting) > 1:
            return replace(state, phase=Tuning(self.waiting[1:], tuned))
        return first_hands(state, tuned, events, chance)


@cites(R("C6.22"))
def deal(state: State, events: Events, chance: Chance) -> State:
    """Deal decks, engines and first hands; the mechanics Event asks the drivers first."""
    if COURSES[state.course].effect.mechanics:
        grid = tuple(car for car in by_place(state.cars) if car < state.seats)
        return replace(state, phase=Tuning(grid, (0,) * state.seats))
    return first_hands(state, (0,) * state.seats, events, chance)


@cites(R("H0.3"), R("C4"), R("C6.5"), R("C6.7"))
def first_hands(state: State, tuned: tuple[int, ...], events: Events, chance: Chance) -> State:
    course = COURSES[state.course]
    cars, supply = list(state.cars), state.supply
    for seat in range(state.seats):
        car = fit_out(cars[seat], course, tuned[seat])
        for _ in range(course.event.sponsors):
            car, supply = gain_sponsor(car, supply, seat, events, chance)
        cars[seat] = fill_hand(car, seat, course.hand, events, chance)
    state = replace(state, cars=tuple(cars), supply=supply)
    mark_secret_shown(events)
    return rounds.start_round(state, by_place(state.cars), events)


@cites(R("H0.2"), R("G3"), R("C6.20"), R("C8"))
def fit_out(car: Car, course: Course, tuned: int) -> Car:
    """Give a car its cards: Speed, Upgrades (or the three starting ones), Stress, Heat.

    Sponsorships kept from an earlier race are already in its deck.
    """
    heat, stress = heat_and_stress(course, tuned)
    own = car.upgrades if course.garage else STARTING
    deck = [HEAT if SYMBOLS[card].is_heat else card for card in own]
    deck += [*SPEED_CARDS, *car.deck]
    discard: tuple[CardNo, ...] = ()
    if course.effect.smooth:
        discard += (STRESS,) * stress
    else:
        deck += [STRESS] * stress
    if course.weather:
        moved = min(heat, course.weather.to_deck)
        deck += [HEAT] * moved
        sunk = min(heat - moved, course.weather.to_discard)
        discard += (HEAT,) * sunk
        heat -= moved + sunk
    return replace(car, gear=1, engine=heat, deck=tuple(sorted(deck)), discard=discard)


@cites(R("W1"), R("C6.4"), R("C6.9"), R("C6.22"))
def heat_and_stress(course: Course, tuned: int) -> tuple[int, int]:
    """The Heat and Stress of a car, by board, weather, Event and mechanics."""
    effect, sky = course.effect, course.weather
    heat = course.track.heat + effect.heat + tuned + (sky.heat if sky else 0)
    stress = course.track.stress + effect.stress + tuned + (sky.stress if sky else 0)
    return heat, max(0, stress)
