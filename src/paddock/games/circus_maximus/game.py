"""The race as a `Game`."""

from __future__ import annotations

from paddock.core.chance import Chance, shuffle
from paddock.core.citations import cites
from paddock.core.flow import PhasedGame, settle
from paddock.core.game import Card, Outcome, Step
from paddock.core.seats import Seat
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus.card import CARD, R
from paddock.games.circus_maximus.events import Event
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import Over, Prepare, prepare
from paddock.games.circus_maximus.state import Chariot, Options, State
from paddock.games.circus_maximus.view import View, imagine, view


class CircusMaximus(PhasedGame[State, Move, Event]):
    """A race of chariots."""

    card: Card = CARD

    @cites(R("B3.7"), R("E2.3.5.3"))
    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        events: list[Event] = []
        number = prepare.count_chariots(options, seats)
        owners = prepare.draw_owners(seats, number, chance)
        names = prepare.driver_names(options, owners, seats)
        chariots = tuple(
            Chariot(owner, name=name) for owner, name in zip(owners, names, strict=True)
        )
        for colour, c in enumerate(chariots):
            events.append(ev.Owned(c.owner, colour, c.name))
        state = State(options, seats, chariots, phase=Prepare(((),) * number))
        order = shuffle(chance, range(number), "grid")
        state = prepare.line_up(state, order, events, chance)
        if state.epic:
            state = prepare.generate_all(state, events, chance)
        elif options.ready_made:
            state = prepare.build_ready_made(state, events, chance)
        return settle(state, events, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        return imagine(view, seat, chance)

    @cites(R("Q7"))
    def outcome(self, state: State) -> Outcome | None:
        """A seat's place is that of its best chariot."""
        if not isinstance(state.phase, Over):
            return None
        best = [0] * state.seats
        others: list[int] = []
        for place, c in sorted((place, c) for place, c in enumerate_places(state) if place):
            if best[c]:
                others.append(place)
            else:
                best[c] = place
        reason = state.phase.reason
        if reason == "finish":
            return Outcome(tuple(best), "finish", tuple(others))
        if reason == "time":
            return Outcome(tuple(best), "time", tuple(others))
        if reason == "alone":
            return Outcome(tuple(best), "alone", tuple(others))
        if reason == "nobody":
            return Outcome(tuple(best), "nobody", tuple(others))
        return Outcome(tuple(best), "stalled", tuple(others))


def enumerate_places(state: State) -> list[tuple[int, Seat]]:
    """The place and the owner of every chariot, at the end."""
    assert isinstance(state.phase, Over)
    return [(p, c.owner) for p, c in zip(state.phase.places, state.chariots, strict=True)]


GAME = CircusMaximus()
