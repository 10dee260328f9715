"""The game protocol for Street Illegal: set-up, view and outcome."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.chance import Chance, shuffle
from paddock.core.citations import cites
from paddock.core.flow import PhasedGame, settle
from paddock.core.game import Card, Outcome, Step
from paddock.core.seats import Seat
from paddock.games.street_illegal import events as ev
from paddock.games.street_illegal.card import CARD, R
from paddock.games.street_illegal.data import (
    CHIPS,
    CHIPS_EACH,
    DECK,
    HAND,
    LEGS,
    PLACES,
    PRO,
    TRACKS,
)
from paddock.games.street_illegal.events import Event, Events
from paddock.games.street_illegal.moves import Move
from paddock.games.street_illegal.phases import Bidding, Over
from paddock.games.street_illegal.phases.grid import line_up
from paddock.games.street_illegal.state import Car, Options, State
from paddock.games.street_illegal.view import View, imagine, view


class StreetIllegal(PhasedGame[State, Move, Event]):
    """Street Illegal, as a game for the referee."""

    card: Card = CARD

    @cites(R("S1"), R("X1"))
    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        tracks = list(TRACKS)
        track = [tracks.pop(chance.pick(tracks, "track card")) for _ in range(LEGS)]
        events: Events = [ev.TrackLaid(tuple(track))]
        deck, cars = list(DECK), []
        for seat in range(seats):
            hand = tuple(sorted([deck.pop(chance.pick(deck, "hand", seat)) for _ in range(HAND)]))
            events.append(ev.Dealt(seat, HAND, hand))
            cars.append(Car(hand, (), CHIPS_EACH))
        state = State(
            options=options,
            track=tuple(track),
            leg=0,
            order=(),
            cars=tuple(cars),
            deck=tuple(deck),
            discards=(),
            pool=CHIPS - CHIPS_EACH * seats,
            held=(),
            phase=Over(),
        )
        return settle(self.grid(state, events, chance), events, chance)

    @cites(R("S1.1"), R("S1.2"))
    def grid(self, state: State, events: Events, chance: Chance) -> State:
        """Place Old Pros in front of all players; the option decides the players' order."""
        seats = tuple(range(len(state.cars)))
        unsealed = (None,) * len(seats)
        if state.options.grid == "tactical" and len(seats) > 1:
            return replace(state, phase=Bidding(seats, (), (), unsealed))
        if state.options.grid == "random":
            seats = shuffle(chance, seats, "grid")
        order = (PRO,) * (PLACES - len(seats)) + seats
        events += [ev.Placed(seat, order.index(seat) + 1, order) for seat in reversed(seats)]
        return replace(state, order=order, phase=line_up(state))

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        return imagine(view, seat, chance)

    @cites(R("S5"), R("Q12"))
    def outcome(self, state: State) -> Outcome | None:
        """Each player's place among all seven; there are no ties on the road."""
        if not isinstance(state.phase, Over):
            return None
        places = tuple(state.order.index(seat) + 1 for seat in range(len(state.cars)))
        others = tuple(place for place, car in enumerate(state.order, 1) if car == PRO)
        return Outcome(places, "track-ended", others)


GAME = StreetIllegal()
