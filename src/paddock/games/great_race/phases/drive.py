"""A drive, space by space: what is entered, what it costs, what ends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.game import Ask, Question, Step
from paddock.core.seats import Seat
from paddock.games.great_race import phases
from paddock.games.great_race.card import R
from paddock.games.great_race.data import (
    BLACK_FUEL,
    CITY,
    CITY_CARDS,
    CITY_FUEL,
    DANGER,
    DANGER_POINTS,
    EMPTY,
    FUEL,
    GUIDE,
    JERRYCAN,
    NEXT,
    POINTS,
    RANGER,
    ROUTES,
    SPACES,
    STOP,
    TRANSPORT,
    TRANSPORT_SAVES,
    Space,
    Tile,
)
from paddock.games.great_race.events import (
    Drove,
    Event,
    Found,
    Reached,
    Sailed,
    SetOff,
    Told,
    WentBack,
)
from paddock.games.great_race.moves import (
    GO,
    HALT,
    PLAY,
    TURN_BACK,
    Escort,
    Go,
    Halt,
    Move,
    Play,
    Sail,
    TurnBack,
    sail,
)
from paddock.games.great_race.phases.costs import Bearing, Facing, Halting, shields
from paddock.games.great_race.phases.hand import check_hand
from paddock.games.great_race.rules.crew import (
    advance_marker,
    arrive,
    can_pour,
    cancel,
    draw_cards,
    play_card,
    pour,
    put_crew,
    receive,
    wear,
)
from paddock.games.great_race.rules.ground import PLAIN, draw_tile, fuel_cost, goal, lay

if TYPE_CHECKING:
    from paddock.games.great_race.state import Crew, State

STEP = Question("drive", R("R5"), args=("left",))
SHORT = Question("short", R("Q18"), args=("space",))


@cites(R("R5"), R("R7.7"), R("Q6"))
def set_off(state: State, seat: Seat, then: phases.Phase, told: Told) -> Step[State, Event]:
    """A drive begins: its length is the engine's level now."""
    crew = state.crews[seat]
    told.append(SetOff(seat, crew.engine))
    drive = Driving(seat, crew.engine, True, crew.space, then)
    return Step(replace(state, phase=drive), tuple(told))


@cites(R("R5"), R("Q6"), R("Q20"), R("Q28"), R("Q32"))
class Driving(Struct, frozen=True, tag=True, gc=False):
    """The next space, or enough."""

    seat: Seat
    left: int  # steps
    first: bool  # no step was made yet: a route may be taken
    start: Space
    then: phases.Phase

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        crew = state.crews[self.seat]
        options: list[Move] = [GO[to] for to in NEXT[crew.space] if enterable(state, crew, to)]
        if self.first and ROUTES[crew.space]:
            options += passages(crew)
        if can_pour(crew):
            options.append(PLAY[JERRYCAN])
        options.append(HALT)
        return (Ask(self.seat, STEP, tuple(options), len(options) - 1, (self.left,)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        told: Told = []
        match move:
            case Go():
                drive = Driving(seat, self.left - 1, False, self.start, self.then)
                return step(state, seat, move.space, drive, told, chance)
            case Sail():
                return embark(state, seat, move, self, told, chance)
            case Play():
                return Step(pour(state, seat, told), tuple(told))
            case Halt():
                return self.end(state, told, chance)
            case _:
                raise RulesBug(move)

    def resume(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        if not self.left or not state.crews[self.seat].engine:
            return self.end(state, told, chance)
        return Step(replace(state, phase=self), tuple(told))

    def end(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        """The drive is over: the marker follows the vehicle."""
        state = advance_marker(state, self.seat, self.start, told)
        return self.then.resume(state, told, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        crew = state.crews[seat]
        match move:
            case Go(to) if to not in NEXT[crew.space]:
                return Refusal("not-a-neighbour", R("R5"))
            case Go(to):
                return why_not_entered(state, crew, to)
            case Sail(to, _) if to not in [route.to for route in ROUTES[crew.space]]:
                return Refusal("no-route", R("R5.8"))
            case Sail() if not self.first:
                return Refusal("route-only-first", R("Q29"))
            case Sail(_, cards):
                if crew.fuel < CITY_FUEL:
                    return Refusal("not-enough-fuel", R("R5.6"))
                if cards > crew.hand.count(TRANSPORT):
                    return Refusal("not-in-hand", R("R7.5"))
                if any(p.space == move.space and p.transports <= cards for p in passages(crew)):
                    return Refusal("card-without-effect", R("Q44"))
                return Refusal("not-enough-money", R("Q29"))
            case Play(card) if card == JERRYCAN and card in crew.hand:
                return Refusal("full-is-full", R("Q11"))
            case Play(card):
                return Refusal("not-now", R("Q33") if card == GUIDE else R("R7"))
        return None


@cites(R("R5.1"), R("R5.2"), R("R5.6"), R("Q5"), R("Q17"))
def enterable(state: State, crew: Crew, to: Space) -> bool:
    """Whether a step there may be begun: known costs must be covered, unknown ones need not."""
    if CITY[to]:
        return crew.fuel >= CITY_FUEL
    tile = state.board[to % SPACES]
    if tile == EMPTY:
        return bool(state.bag) or crew.fuel >= PLAIN + BLACK_FUEL[to]
    if crew.fuel < FUEL[tile] + BLACK_FUEL[to]:
        return False
    points = wear(crew) - POINTS[tile]
    if not DANGER[tile] or points >= DANGER_POINTS:
        return points >= 0
    return points >= 0 and (crew.escorts > 0 or RANGER in crew.hand)


def why_not_entered(state: State, crew: Crew, to: Space) -> Refusal:
    tile = state.board[to % SPACES]
    if CITY[to]:
        return Refusal("not-enough-fuel", R("R5.6"))
    if tile == EMPTY:
        return Refusal("not-enough-fuel", R("Q5"))
    if crew.fuel < FUEL[tile] + BLACK_FUEL[to]:
        return Refusal("not-enough-fuel", R("R5.7") if crew.fuel >= FUEL[tile] else R("R5.1"))
    return Refusal("not-enough-points", R("Q17"))


@cites(R("R5.8"), R("R7.5"), R("Q29"), R("Q44"))
def passages(crew: Crew) -> list[Sail]:
    """The routes from here that can be paid, with the Transport cards that still save something."""
    if crew.fuel < CITY_FUEL:
        return []
    cards = crew.hand.count(TRANSPORT)
    return [
        sail(route.to, used)
        for route in ROUTES[crew.space]
        for used in range(cards + 1)
        if route.price > (used - 1) * TRANSPORT_SAVES or not used
        if fare(route.price, used) <= crew.money
    ]


def fare(price: int, cards: int) -> int:
    """Cards only reduce: they never pay out."""
    return max(0, price - cards * TRANSPORT_SAVES)


# ------------------------------------------------------------------ cities and routes
@cites(R("R5.8"), R("R7.5"), R("Q29"))
def embark(
    state: State, seat: Seat, move: Sail, drive: Driving, told: Told, chance: Chance
) -> Step[State, Event]:
    """A passage: a drive of one step to the city at the other end."""
    for _ in range(move.transports):
        state = play_card(state, seat, TRANSPORT, told)
    crew = state.crews[seat]
    (price,) = [route.price for route in ROUTES[crew.space] if route.to == move.space]
    paid = fare(price, move.transports)
    told.append(Sailed(seat, move.space, paid))
    state = put_crew(state, seat, replace(crew, money=crew.money - paid))
    return enter_city(state, seat, move.space, drive, told, chance)


@cites(R("R5.6"), R("Q31"), R("R8"))
def enter_city(
    state: State, seat: Seat, to: Space, drive: Driving, told: Told, chance: Chance
) -> Step[State, Event]:
    """One fuel, the end of the drive, cards; or the end of the race."""
    crew = state.crews[seat]
    state = put_crew(state, seat, replace(crew, space=to, fuel=crew.fuel - CITY_FUEL))
    told.append(Reached(seat, to))
    drive = replace(drive, left=0)
    if to == goal(state.options):
        done = drive.resume(arrive(state, seat, told), told, chance)
        return Step(done.state, done.events, opened=bool(crew.hand))  # the hand is shown
    if not CITY_CARDS[to]:
        return drive.resume(state, told, chance)
    cards, state = draw_cards(state, seat, CITY_CARDS[to], told, chance)
    return check_hand(receive(state, seat, cards), seat, drive, told, chance)


# ------------------------------------------------------------------ tiles
@cites(R("R5.1"), R("R5.2"), R("Q5"), R("Q18"))
def step(
    state: State, seat: Seat, to: Space, drive: Driving, told: Told, chance: Chance
) -> Step[State, Event]:
    """One space further: a city, a known tile, or one that is drawn now."""
    if CITY[to]:
        return enter_city(state, seat, to, drive, told, chance)
    tile = state.board[to % SPACES]
    if tile != EMPTY:
        return enter(state, seat, to, tile, DANGER[tile], drive, told, chance)
    if not state.bag:
        return roll(state, seat, to, PLAIN + BLACK_FUEL[to], drive, told, chance)
    tile, state = draw_tile(state, chance)
    told.append(Found(seat, tile, to))
    return judge(lay(state, to, tile), seat, to, DANGER[tile], drive, told, chance)


@cites(R("R5.2"), R("Q18"))
def judge(
    state: State, seat: Seat, to: Space, danger: bool, drive: Driving, told: Told, chance: Chance
) -> Step[State, Event]:
    """A tile just drawn: entered if it can be paid. Whether cards help is the driver's secret."""
    crew = state.crews[seat]
    tile = state.board[to % SPACES]
    points = wear(crew) - POINTS[tile]
    thirsty = crew.fuel < fuel_cost(to, tile)
    exposed = danger and points < DANGER_POINTS
    if points >= 0 and not thirsty and not exposed:
        return enter(state, seat, to, tile, danger, drive, told, chance)
    hopeless = points < 0 or not (crew.hand or (exposed and crew.escorts and not thirsty))
    if hopeless:
        return turn_back(state, seat, drive, told, chance)
    return Step(replace(state, phase=Unpaid(seat, to, danger, drive)), tuple(told))


@cites(R("R5.2"))
def turn_back(
    state: State, seat: Seat, drive: Driving, told: Told, chance: Chance
) -> Step[State, Event]:
    """The vehicle never left; the drive is over, the tile stays."""
    told.append(WentBack(seat, state.crews[seat].space))
    return drive.end(state, told, chance)


@cites(R("R5.2"), R("Q18"), R("Q20"))
class Unpaid(Struct, frozen=True, tag=True, gc=False):
    """A drawn tile is beyond the driver's means, unless a card or an escort helps."""

    seat: Seat
    to: Space
    danger: bool  # still to be cancelled
    then: Driving

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        crew = state.crews[self.seat]
        options: list[Move] = [TURN_BACK]
        if crew.fuel < fuel_cost(self.to, state.board[self.to % SPACES]):
            if can_pour(crew):
                options.append(PLAY[JERRYCAN])
        else:
            options += shields(crew)
        return (Ask(self.seat, SHORT, tuple(options), 0, (self.to,)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        told: Told = []
        danger = self.danger
        match move:
            case TurnBack():
                return turn_back(state, seat, self.then, told, chance)
            case Play(card) if card == JERRYCAN:
                state = pour(state, seat, told)
            case Play() | Escort():
                state, danger = cancel(state, seat, isinstance(move, Play), told), False
            case _:
                raise RulesBug(move)
        return judge(state, seat, self.to, danger, self.then, told, chance)

    def resume(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        return Step(replace(state, phase=self), tuple(told))

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return None


def roll(
    state: State, seat: Seat, to: Space, fuel: int, then: phases.Phase, told: Told, chance: Chance
) -> Step[State, Event]:
    """Fuel is paid and the vehicle is there."""
    crew = state.crews[seat]
    told.append(Drove(seat, to, fuel))
    state = put_crew(state, seat, replace(crew, space=to, fuel=crew.fuel - fuel))
    return then.resume(state, told, chance)


@cites(R("R5.1"), R("R5.4"), R("R5.5"), R("R5.7"), R("Q19"))
def enter(
    state: State,
    seat: Seat,
    to: Space,
    tile: Tile,
    danger: bool,
    drive: Driving,
    told: Told,
    chance: Chance,
) -> Step[State, Event]:
    """The costs of a tile in their order: fuel, points, danger; then its stop."""
    then: phases.Phase = drive
    if STOP[tile]:
        then = Halting(seat, drive)
    if danger:
        then = Facing(seat, then)
    if POINTS[tile]:
        then = Bearing(seat, POINTS[tile], then)
    return roll(state, seat, to, fuel_cost(to, tile), then, told, chance)
