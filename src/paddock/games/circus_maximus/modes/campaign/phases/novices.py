"""New gladiators: type and armour, for life."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import RulesBug
from paddock.core.flow import Asking
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.gladiators import Kind
from paddock.games.circus_maximus.modes.arena import rules as arena
from paddock.games.circus_maximus.modes.arena.moves import CHOICES, Choose
from paddock.games.circus_maximus.modes.campaign import events as ev
from paddock.games.circus_maximus.modes.campaign.events import Events
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.phases import auction, rounds
from paddock.games.circus_maximus.modes.campaign.rules.galas import Novice, Then
from paddock.games.circus_maximus.ownership.phases.debts import Settling
from paddock.games.circus_maximus.ownership.phases.money import with_player
from paddock.games.circus_maximus.rules.dice import die

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.campaign.state import State

Q_TYPE = Question("type", R("E1.7.1"), args=("recruit",))


@cites(R("E1.7.1"))
class Equipping(Asking, frozen=True, tag=True, gc=False):
    """The owner chooses the type: light, medium, heavy or retarius; a die gives the armour."""

    novices: tuple[Novice, ...]
    then: Then

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        one = self.novices[0]
        return (Ask(one.seat, Q_TYPE, CHOICES, Kind.MEDIUM, (one.recruit,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Choose):
            raise RulesBug(move)
        man = arena.arm(self.novices[0].recruit, move.kind, die(chance, "armour"))
        player = state.players[seat]
        events.append(ev.GladiatorArmed(seat, len(player.gladiators), man))
        state = with_player(state, seat, replace(player, gladiators=(*player.gladiators, man)))
        return equip(state, self.novices[1:], self.then, events, chance)


def equip(
    state: State, novices: tuple[Novice, ...], then: Then, events: Events, chance: Chance
) -> State:
    """Asks for the next gladiator without a type; then the round continues."""
    if novices:
        return replace(state, phase=Equipping(novices, then))
    match then:
        case Then.LOT:
            return auction.call_recruit(state, events, chance)
        case Then.VOTE:
            return rounds.begin_vote(state, events, chance)
        case Then.DEBTS:
            return replace(state, phase=Settling())
