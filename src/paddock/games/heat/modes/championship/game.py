"""The championship as a Game."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.flow import PhasedGame, settle
from paddock.core.game import Card, Outcome, Step
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.data import sponsor_deck, upgrade_deck
from paddock.games.heat.modes.championship import rules
from paddock.games.heat.modes.championship.card import CARD
from paddock.games.heat.modes.championship.events import Event
from paddock.games.heat.modes.championship.moves import Move
from paddock.games.heat.modes.championship.phases import Over
from paddock.games.heat.modes.championship.state import Leg, Options, State
from paddock.games.heat.modes.championship.view import View, imagine, view
from paddock.games.heat.state import MOST_CARS


class Championship(PhasedGame[State, Move, Event]):
    """Races with points, Upgrades and Sponsorships carried over."""

    card: Card = CARD

    @cites(R("Q56"))
    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        legs = rules.season(options, Leg, chance)
        no_cards = ((),) * seats
        state = State(
            options=options,
            seats=seats,
            legs=legs,
            race=0,
            results=(),
            places=(),
            upgrades=no_cards,
            kept=no_cards,
            secret=no_cards,
            deck=tuple(upgrade_deck(options.upgrades, options.boxes)),
            sponsors=sponsor_deck(options.boxes),
            grid=tuple(range(seats + min(options.legends, MOST_CARS - seats))),
            phase=Over(),
        )
        events: list[Event] = []
        return settle(rules.next_race(state, events, chance), events, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        return imagine(view, seat, chance)

    def outcome(self, state: State) -> Outcome | None:
        if not isinstance(state.phase, Over):
            return None
        points = rules.points_won(state.results, state.cars)
        places = rules.places_by_points(points, state.places)
        return Outcome(places[: state.seats], "season-over", places[state.seats :])


GAME = Championship()
