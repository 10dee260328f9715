"""The game: the methods of the `Game` protocol, each in its module."""

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.flow import PhasedGame
from paddock.core.game import Card, Outcome, Step
from paddock.core.seats import Seat
from paddock.games.template import rules, view
from paddock.games.template.card import CARD, R
from paddock.games.template.data import DECK, FUEL, SPARE
from paddock.games.template.events import Event, Events
from paddock.games.template.moves import Move
from paddock.games.template.phases import ChooseGear, Over
from paddock.games.template.state import Car, Options, State
from paddock.games.template.view import View


class ThreeBends(PhasedGame[State, Move, Event]):
    """The rules of Three Bends as a pure value machine."""

    card: Card = CARD

    @cites(R("T1"), R("T1.1"))
    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        front = [0 if options.grid == "level" else seats - 1 - seat for seat in range(seats)]
        cars = tuple(Car(at, 1, FUEL) for at in front)
        bag = DECK if options.blocking else ()
        state = State(options, cars, bag, (), SPARE * seats, ChooseGear((0,) * seats))
        events: Events = []
        for seat in range(seats):
            state = rules.draw(state, seat, events, chance)
        return Step(state, tuple(events))

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state, seat)

    def imagine(self, seen: View, seat: Seat, chance: Chance) -> State:
        return view.imagine(seen, seat, chance)

    @cites(R("T6"))
    def outcome(self, state: State) -> Outcome | None:
        if not isinstance(state.phase, Over):
            return None
        return Outcome(rules.finishing_places(state.cars), "road-ended")


GAME = ThreeBends()
