"""Training of gladiators after a gala or a duel, owner by owner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Asking
from paddock.core.game import Ask, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.campaign import events as ev
from paddock.games.circus_maximus.modes.campaign.events import Events
from paddock.games.circus_maximus.modes.campaign.moves import Drill, Move
from paddock.games.circus_maximus.modes.campaign.phases import challenge, gala, rounds
from paddock.games.circus_maximus.modes.campaign.rules import galas
from paddock.games.circus_maximus.modes.campaign.rules.galas import DRILL_POINTS, Rating
from paddock.games.circus_maximus.ownership.moves import DONE
from paddock.games.circus_maximus.ownership.phases.money import with_player

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.campaign.state import State

Q_DRILL = Question("drill", R("E1.10.2.3"))
NOT_ENOUGH = Refusal("not-enough-points", R("E1.10.2.3"))


def next_driller(state: State, queue: tuple[Seat, ...], events: Events, chance: Chance) -> State:
    """Asks the next owner who has a gladiator with enough points; then the wounded are healed,
    except after a duel."""
    while queue and not lessons(state, queue[0]):
        queue = queue[1:]
    if queue:
        return replace(state, phase=Drilling(queue))
    if state.match is not None:
        return challenge.begin(rounds.clear_track(state, events), state.match.queue)
    return gala.heal_wounded(state, events, chance)


@cites(R("E1.10.2.3"))
def lessons(state: State, seat: Seat) -> list[Move]:
    """The training that the points of each gladiator can buy."""
    return [
        Drill(slot, rating)
        for slot, man in enumerate(state.players[seat].gladiators)
        for rating in Rating
        if man.points >= DRILL_POINTS[rating]
    ]


@cites(R("E1.10.2.3"))
class Drilling(Asking, frozen=True, tag=True, gc=False):
    """Points are spent or saved."""

    queue: tuple[Seat, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        return (Ask(seat, Q_DRILL, (DONE, *lessons(state, seat))),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Drill):
            return next_driller(state, self.queue[1:], events, chance)
        player = state.players[seat]
        man = galas.drill(player.gladiators[move.slot], move.rating)
        events.append(ev.GladiatorDrilled(seat, move.slot, move.rating, man))
        men = replace_at(player.gladiators, move.slot, man)
        state = with_player(state, seat, replace(player, gladiators=men))
        return next_driller(state, self.queue, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return NOT_ENOUGH if isinstance(move, Drill) else None
