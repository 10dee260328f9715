"""A drive, space by space: spaces entered, costs, and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking
from paddock.core.game import Ask, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.great_race import events as ev
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
    MOST_CHASSIS,
    MOST_ENGINE,
    NEXT,
    PARTS_PRICE,
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
from paddock.games.great_race.events import Events
from paddock.games.great_race.moves import (
    FIT_CHASSIS,
    FIT_ENGINE,
    GO,
    HALT,
    PLAY,
    TURN_BACK,
    Escort,
    Fit,
    Go,
    Halt,
    Move,
    Play,
    Sail,
    TurnBack,
    sail,
)
from paddock.games.great_race.phases.costs import (
    FacingDanger,
    LosingPoints,
    StopMet,
    cancelling_moves,
)
from paddock.games.great_race.phases.hand import check_hand
from paddock.games.great_race.rules.crew import (
    advance_marker,
    arrive,
    can_pour,
    cancel,
    draw_to_hand,
    play_card,
    points_left,
    pour_jerrycan,
    put_crew,
)
from paddock.games.great_race.rules.ground import EMPTY_SPACE_FUEL, draw_tile, fuel_cost, goal, lay

if TYPE_CHECKING:
    from paddock.games.great_race.state import Crew, State

Q_DRIVE = Question("drive", R("R5"), args=("left",))
Q_SHORT = Question("short", R("Q18"), args=("space",))


@cites(R("R5"), R("R7.7"), R("Q6"))
def set_off(
    state: State, seat: Seat, then: phases.Phase, events: Events, *, piloted: bool = False
) -> State:
    """A drive begins: its length is the engine's level now. A pilot may buy parts first."""
    crew = state.crews[seat]
    events.append(ev.SetOff(seat, crew.engine))
    sets = state.options.parts_a_repair if piloted else 0
    drive = Driving(seat, crew.engine, True, crew.space, then, sets)
    return replace(state, phase=drive)


@cites(R("R5"), R("Q6"), R("Q20"), R("Q28"), R("Q32"))
class Driving(Struct, frozen=True, tag=True, gc=False):
    """Choose the next space, or stop."""

    seat: Seat
    left: int  # steps
    first: bool  # no step was made yet: a route may be taken
    start: Space
    then: phases.Phase
    sets: int = 0  # sets of parts that may be bought before the first step

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        crew = state.crews[self.seat]
        options: list[Move] = [GO[to] for to in NEXT[crew.space] if can_enter(state, crew, to)]
        if self.first and ROUTES[crew.space]:
            options += passages(crew)
        if self.sets:
            options += fittings(crew)
        if can_pour(crew):
            options.append(PLAY[JERRYCAN])
        options.append(HALT)
        return (Ask(self.seat, Q_DRIVE, tuple(options), len(options) - 1, (self.left,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        match move:
            case Go():
                drive = Driving(seat, self.left - 1, False, self.start, self.then)
                return step(state, move.space, drive, events, chance)
            case Sail():
                return embark(state, move, self, events, chance)
            case Play():
                return pour_jerrycan(state, seat, events)
            case Fit():
                return fit(state, move, self, events)
            case Halt():
                return self.end(state, events)
            case _:
                raise RulesBug(move)

    def resume(self, state: State, events: Events, chance: Chance) -> State | None:
        if not self.left or not state.crews[self.seat].engine:
            return self.end(state, events)
        return None

    def end(self, state: State, events: Events) -> State:
        """The drive is over: the marker follows the vehicle."""
        state = advance_marker(state, self.seat, self.start, events)
        return replace(state, phase=self.then)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        crew = state.crews[seat]
        match move:
            case Go(to) if to not in NEXT[crew.space]:
                return Refusal("not-a-neighbour", R("R5"))
            case Go(to):
                return why_not_enter(state, crew, to)
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
            case Fit() if not self.sets:
                return Refusal("parts-with-a-pilot", R("Q50"))
            case Fit() if crew.money < PARTS_PRICE[crew.space]:
                return Refusal("not-enough-money", R("Q50"))
            case Fit(engine, chassis) if engine + chassis != 1:
                return Refusal("one-set-at-a-time", R("Q50"))
            case Fit():
                return Refusal("full-is-full", R("Q11"))
            case Play(card) if card == JERRYCAN and card in crew.hand:
                return Refusal("full-is-full", R("Q11"))
            case Play(card):
                return Refusal("not-now", R("Q33") if card == GUIDE else R("R7"))
        return None


@cites(R("R5.1"), R("R5.2"), R("R5.6"), R("Q5"), R("Q17"))
def can_enter(state: State, crew: Crew, to: Space) -> bool:
    """Whether a step there may be begun: known costs must be covered, unknown ones need not."""
    if CITY[to]:
        return crew.fuel >= CITY_FUEL
    tile = state.board[to % SPACES]
    if tile == EMPTY:
        return bool(state.bag) or crew.fuel >= EMPTY_SPACE_FUEL + BLACK_FUEL[to]
    if crew.fuel < FUEL[tile] + BLACK_FUEL[to]:
        return False
    points = points_left(crew) - POINTS[tile]
    if not DANGER[tile] or points >= DANGER_POINTS:
        return points >= 0
    return points >= 0 and (crew.escorts > 0 or RANGER in crew.hand)


def why_not_enter(state: State, crew: Crew, to: Space) -> Refusal:
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


# ------------------------------------------------------------------ parts with a pilot
def fittings(crew: Crew) -> list[Fit]:
    """The gauges that a bought set of parts can raise."""
    if crew.money < PARTS_PRICE[crew.space]:
        return []
    return [
        *([FIT_ENGINE] if crew.engine < MOST_ENGINE else []),
        *([FIT_CHASSIS] if crew.chassis < MOST_CHASSIS else []),
    ]


@cites(R("Q50"), R("R7.7"))
def fit(state: State, move: Fit, drive: Driving, events: Events) -> State:
    """A set of parts bought with a pilot: the drive is as long as the engine allows then."""
    crew = state.crews[drive.seat]
    paid = PARTS_PRICE[crew.space]
    crew = replace(
        crew,
        engine=crew.engine + move.engine,
        chassis=crew.chassis + move.chassis,
        money=crew.money - paid,
    )
    events.append(
        ev.Fitted(
            drive.seat, move.engine, move.chassis, paid, crew.engine, crew.chassis, crew.money
        )
    )
    drive = replace(drive, left=crew.engine, sets=drive.sets - 1)
    return replace(put_crew(state, drive.seat, crew), phase=drive)


# ------------------------------------------------------------------ cities and routes
@cites(R("R5.8"), R("R7.5"), R("Q29"))
def embark(state: State, move: Sail, drive: Driving, events: Events, chance: Chance) -> State:
    """A passage: a drive of one step to the city at the other end."""
    seat = drive.seat
    for _ in range(move.transports):
        state = play_card(state, seat, TRANSPORT, events)
    crew = state.crews[seat]
    (price,) = [route.price for route in ROUTES[crew.space] if route.to == move.space]
    paid = fare(price, move.transports)
    money = crew.money - paid
    events.append(ev.Sailed(seat, move.space, paid, money))
    state = put_crew(state, seat, replace(crew, money=money))
    return enter_city(state, move.space, drive, events, chance)


@cites(R("R5.6"), R("Q31"), R("R8"))
def enter_city(state: State, to: Space, drive: Driving, events: Events, chance: Chance) -> State:
    """One fuel, the end of the drive, cards; or the end of the race."""
    seat = drive.seat
    crew = state.crews[seat]
    fuel = crew.fuel - CITY_FUEL
    state = put_crew(state, seat, replace(crew, space=to, fuel=fuel))
    events.append(ev.Reached(seat, to, fuel))
    if to == goal(state.options):
        return drive.end(arrive(state, seat, events), events)
    if not CITY_CARDS[to]:
        return drive.end(state, events)
    state = draw_to_hand(state, seat, CITY_CARDS[to], events, chance)
    return check_hand(state, seat, replace(drive, left=0))


# ------------------------------------------------------------------ tiles
@cites(R("R5.1"), R("R5.2"), R("Q5"))
def step(state: State, to: Space, drive: Driving, events: Events, chance: Chance) -> State:
    """One space further: a city, a known tile, or one that is drawn now."""
    if CITY[to]:
        return enter_city(state, to, drive, events, chance)
    tile = state.board[to % SPACES]
    if tile != EMPTY:
        return enter(state, to, tile, DANGER[tile], drive, events)
    if not state.bag:
        return drive_onto(state, drive.seat, to, EMPTY_SPACE_FUEL + BLACK_FUEL[to], drive, events)
    tile, state = draw_tile(state, chance)
    events.append(ev.Found(drive.seat, tile, to))
    return judge_drawn(lay(state, to, tile), to, DANGER[tile], drive, events)


@cites(R("R5.2"), R("Q18"))
def judge_drawn(state: State, to: Space, danger: bool, drive: Driving, events: Events) -> State:
    """A tile just drawn: entered if it can be paid. Whether cards help is the driver's secret."""
    crew = state.crews[drive.seat]
    tile = state.board[to % SPACES]
    points = points_left(crew) - POINTS[tile]
    thirsty = crew.fuel < fuel_cost(to, tile)
    exposed = danger and points < DANGER_POINTS
    if points >= 0 and not thirsty and not exposed:
        return enter(state, to, tile, danger, drive, events)
    hopeless = points < 0 or not (crew.hand or (exposed and crew.escorts and not thirsty))
    if hopeless:
        return turn_back(state, drive, events)
    return replace(state, phase=Unpaid(drive.seat, to, danger, drive))


@cites(R("R5.2"))
def turn_back(state: State, drive: Driving, events: Events) -> State:
    """The vehicle never left; the drive is over, the tile stays."""
    events.append(ev.WentBack(drive.seat, state.crews[drive.seat].space))
    return drive.end(state, events)


@cites(R("Q18"), R("Q20"))
class Unpaid(Asking, frozen=True, tag=True, gc=False):
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
            options += cancelling_moves(crew)
        return (Ask(self.seat, Q_SHORT, tuple(options), 0, (self.to,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        danger = self.danger
        match move:
            case TurnBack():
                return turn_back(state, self.then, events)
            case Play(card) if card == JERRYCAN:
                state = pour_jerrycan(state, seat, events)
            case Play() | Escort():
                state, danger = cancel(state, seat, isinstance(move, Play), events), False
            case _:
                raise RulesBug(move)
        return judge_drawn(state, self.to, danger, self.then, events)


def drive_onto(
    state: State, seat: Seat, to: Space, fuel: int, then: phases.Phase, events: Events
) -> State:
    """Fuel is paid and the vehicle is there."""
    crew = state.crews[seat]
    left = crew.fuel - fuel
    events.append(ev.Drove(seat, to, fuel, left))
    crews = replace_at(state.crews, seat, replace(crew, space=to, fuel=left))
    return replace(state, crews=crews, phase=then)


@cites(R("R5.1"), R("R5.4"), R("R5.5"), R("Q19"))
def enter(
    state: State, to: Space, tile: Tile, danger: bool, drive: Driving, events: Events
) -> State:
    """The costs of a tile in their order: fuel, points, danger; then its stop."""
    seat = drive.seat
    then: phases.Phase = drive
    if STOP[tile]:
        then = StopMet(seat, drive)
    if danger:
        then = FacingDanger(seat, then)
    if POINTS[tile]:
        then = LosingPoints(seat, POINTS[tile], then)
    return drive_onto(state, seat, to, fuel_cost(to, tile), then, events)
