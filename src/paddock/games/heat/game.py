"""The game protocol for Heat: set-up, view and outcome; the phases do the rest."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.chance import Chance, shuffle
from paddock.core.citations import cites
from paddock.core.flow import PhasedGame, settle
from paddock.core.game import Card, Outcome, Step
from paddock.core.seats import Seat
from paddock.games.heat import events as ev
from paddock.games.heat.card import CARD, R
from paddock.games.heat.data import (
    ROAD_TOKENS,
    WEATHERS,
    CardNo,
    Sky,
    Token,
    upgrade_deck,
)
from paddock.games.heat.data.own import track_of
from paddock.games.heat.events import Event, Events
from paddock.games.heat.moves import Move
from paddock.games.heat.phases import Over
from paddock.games.heat.phases.garage import deal, open_market
from paddock.games.heat.rules.course import spell
from paddock.games.heat.rules.driving import all_places, by_place, seat_of
from paddock.games.heat.rules.legends import WHOLE_DECK
from paddock.games.heat.state import MOST_CARS, Car, CarNo, Options, State, Supply
from paddock.games.heat.view import View, imagine, view

FIRST_GAME = Options(track="usa", laps=1, chevrons=False)
QUICK_UPGRADES = 3


class Heat(PhasedGame[State, Move, Event]):
    """Heat: Pedal to the Metal, as a game for the referee."""

    card: Card = CARD

    @cites(R("H0"), R("H0.4"), R("Q39"), R("Q27"))
    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        """Set up grid, weather, road tokens, garage and cards."""
        if options.first_game:
            options = replace(FIRST_GAME, own=options.own)
        events: list[Event] = []
        legends = min(options.legends, MOST_CARS - seats)
        order = shuffle(chance, range(seats + legends), "grid")
        events.append(ev.GridSet(tuple([seat_of(seats, car) for car in order])))
        cars = grid(order)
        sky, road = weather(options.board, chance, events) if options.weather else (None, ())
        text = spell(
            options.board,
            options.laps or track_of(options.board).laps,
            sky,
            road,
            tournament=options.tournament,
            garage=options.garage != "none",
            chevrons=options.chevrons,
            pro=options.pro,
        )
        supply = Supply(legends=WHOLE_DECK if legends else ())
        state = State(
            course=text,
            seats=seats,
            cars=cars,
            order=by_place(cars),
            turn=0,
            round=0,
            supply=supply,
            phase=Over(),
        )
        return settle(open_garage(state, options, events, chance), events, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        return imagine(view, seat, chance)

    def outcome(self, state: State) -> Outcome | None:
        """Each driver's place among all cars; Legends still racing keep their position."""
        if not isinstance(state.phase, Over):
            return None
        places = all_places(state.cars)
        return Outcome(places[: state.seats], "home", places[state.seats :])


@cites(R("H0.1"), R("Q53"))
def grid(order: tuple[CarNo, ...]) -> tuple[Car, ...]:
    """The cars on the grid: two a space, the Race Line spot first."""
    slots = {car: slot for slot, car in enumerate(order)}
    return tuple(Car(1, -1 - slots[car] // 2, slots[car] % 2 == 0) for car in range(len(order)))


@cites(R("W1"), R("W2"))
def weather(track: str, chance: Chance, events: Events) -> tuple[Sky, tuple[Token, ...]]:
    """Draw one weather token, and one road token a corner."""
    sky = Sky(chance.pick(WEATHERS, "weather"))
    events.append(ev.WeatherSet(sky))
    left = list(ROAD_TOKENS)
    road = tuple([left.pop(chance.pick(left, "road")) for _ in track_of(track).slots()])
    events.append(ev.RoadSet(road))
    return sky, road


@cites(R("G1"), R("G3"), R("E4"), R("Q52"))
def open_garage(state: State, options: Options, events: Events, chance: Chance) -> State:
    """Start the garage: none, three random cards, or the draft."""
    if options.garage == "none":
        return deal(state, events, chance)
    if options.garage == "draft":
        deck = tuple(upgrade_deck(options.upgrades, options.boxes))
        return open_market(state, 1, deck, events, chance)
    left = upgrade_deck("basic", ())
    cars = list(state.cars)
    for seat in range(state.seats):
        cards: list[CardNo] = [
            left.pop(chance.pick(left, "upgrade")) for _ in range(QUICK_UPGRADES)
        ]
        events.append(ev.UpgradesDealt(seat, tuple(cards)))
        cars[seat] = replace(cars[seat], upgrades=tuple(cards))
    return deal(replace(state, cars=tuple(cars)), events, chance)


GAME = Heat()
