"""The championship by the contract: it holds a race and passes it through."""

from __future__ import annotations

from typing import cast

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal
from paddock.core.game import Ask, Card, Game, Outcome, Step, ask_of
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.championship.card import CARD
from paddock.games.winds_of_war.championship.events import Event
from paddock.games.winds_of_war.championship.moves import Move
from paddock.games.winds_of_war.championship.phases import Closed, Racing, after_race
from paddock.games.winds_of_war.championship.rules import race_options, rank
from paddock.games.winds_of_war.championship.state import Options, State
from paddock.games.winds_of_war.championship.view import View, imagine, view
from paddock.games.winds_of_war.game import GAME as RACE
from paddock.games.winds_of_war.moves import Move as RaceMove


class Championship:
    """Several Grands Prix, with prizes, purchases and deals between them."""

    card: Card = CARD

    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        step = RACE.setup(race_options(options, 0), seats, chance)
        none = (0,) * seats
        state = State(options, (), none, none, step.state, Racing())
        return after_race(state, step, chance)

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return state.phase.asks(state)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        return state.phase.play(state, seat, move, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def imagine(self, seen: View, seat: Seat, chance: Chance) -> State:
        return imagine(seen)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        if isinstance(state.phase, Racing):
            return RACE.why_not(state.now, seat, cast("RaceMove", move))
        ask = ask_of(self.asks(state), seat)
        return Refusal("not-offered", ask.question.clause if ask else R("W4.3.4"))

    @cites(R("W4.3.5"), R("Q65"))
    def outcome(self, state: State) -> Outcome | None:
        """By points, wins, better places, money; equal in all is a tie."""
        if not isinstance(state.phase, Closed):
            return None
        keys = [rank(state, seat) for seat in range(len(state.points))]
        places = tuple(1 + sum(other < key for other in keys) for key in keys)
        return Outcome(places, "season-over")


GAME: Game[State, Move, Event, View, Options] = Championship()
