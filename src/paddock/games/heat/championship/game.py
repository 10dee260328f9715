"""The championship by the contract."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal
from paddock.core.game import Ask, Card, Outcome, Step, ask_of
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.championship import rules
from paddock.games.heat.championship.card import CARD
from paddock.games.heat.championship.events import Event
from paddock.games.heat.championship.moves import Keep, Move, Swap
from paddock.games.heat.championship.phases import Crown, Racing, Swapping
from paddock.games.heat.championship.state import Leg, Options, State
from paddock.games.heat.championship.view import View, imagine, view
from paddock.games.heat.data import sponsor_deck, upgrade_deck
from paddock.games.heat.game import GAME as RACE
from paddock.games.heat.state import MOST_CARS


class Championship:
    """The game by the contract."""

    card: Card = CARD

    @cites(R("C1"), R("Q56"))
    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        legs = rules.season(options, Leg, chance)
        nobody = ((),) * seats
        state = State(
            options,
            seats,
            legs,
            0,
            (),
            (),
            nobody,
            nobody,
            nobody,
            tuple(upgrade_deck(options.upgrades, options.boxes)),
            sponsor_deck(options.boxes),
            tuple(range(seats + min(options.legends, MOST_CARS - seats))),
            Crown(),
        )
        return rules.next_race(state, [], chance)

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return state.phase.asks(state)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        return state.phase.play(state, seat, move, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def imagine(self, seen: View, seat: Seat, chance: Chance) -> State:
        return imagine(seen, seat, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        if isinstance(state.phase, Racing) and not isinstance(move, Swap | Keep):
            return RACE.why_not(state.phase.now, seat, move)
        if isinstance(state.phase, Swapping) and isinstance(move, Swap):
            return Refusal("not-left-over", R("C3"))
        ask = ask_of(self.asks(state), seat)
        return Refusal("not-offered", ask.question.clause if ask else R("C1"))

    def outcome(self, state: State) -> Outcome | None:
        if not isinstance(state.phase, Crown):
            return None
        places = rules.places_of(state)
        return Outcome(places[: state.seats], "season-over", places[state.seats :])


GAME = Championship()
