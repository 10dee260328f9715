"""The game: the contract's methods, each handed to its room."""

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal
from paddock.core.game import Ask, Card, Outcome, Step, ask_of
from paddock.core.seats import Seat
from paddock.games.template import rules, view
from paddock.games.template.card import CARD, R
from paddock.games.template.data import DECK, FUEL, SPARE
from paddock.games.template.events import Event, Told
from paddock.games.template.moves import Move
from paddock.games.template.phases import ChooseGear, Finished, Rolling
from paddock.games.template.state import Car, Options, State
from paddock.games.template.view import View


class ThreeBends:
    """The rules of Three Bends as a pure value machine."""

    card: Card = CARD

    @cites(R("T1"), R("T1.1"))
    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        front = [0 if options.grid == "level" else seats - 1 - seat for seat in range(seats)]
        cars = tuple(Car(at, 1, FUEL) for at in front)
        bag = DECK if options.blocking else ()
        state = State(options, cars, bag, (), SPARE * seats, ChooseGear((0,) * seats))
        told: Told = []
        for seat in range(seats):
            state = rules.draw(state, seat, told, chance)
        return Step(state, tuple(told))

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return state.phase.asks(state)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        return state.phase.play(state, seat, move, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state, seat)

    def imagine(self, seen: View, seat: Seat, chance: Chance) -> State:
        return view.imagine(seen, seat, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        """The phase says it finer where it can; otherwise the clause of its question."""
        phase = state.phase
        finer = None if isinstance(phase, Rolling) else phase.why_not(state, seat, move)
        ask = ask_of(self.asks(state), seat)
        return finer or Refusal("not-offered", ask.question.clause if ask else R("T3"))

    @cites(R("T6"))
    def outcome(self, state: State) -> Outcome | None:
        if not isinstance(state.phase, Finished):
            return None
        return Outcome(rules.places(state.cars), "road-ended")


GAME = ThreeBends()
