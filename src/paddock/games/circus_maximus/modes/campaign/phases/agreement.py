"""Options of one race: an owner proposes them, and all the others who could race must agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.flow import Asking
from paddock.core.game import Ask, AskKind, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.campaign import events as ev
from paddock.games.circus_maximus.modes.campaign import moves as mv
from paddock.games.circus_maximus.modes.campaign.events import Events
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.phases import entries
from paddock.games.circus_maximus.modes.campaign.rules.owners import RaceTerms
from paddock.games.circus_maximus.ownership.events import Declined
from paddock.games.circus_maximus.ownership.moves import AGREE, DECLINE, DONE, Agree

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.campaign.state import Options, State

Q_OPTIONS = Question("options", R("E2.3.1"), args=("terms",))
Q_AGREE = Question("agree", R("E2.3.1"), AskKind.REACTION, ("terms",))
TIME_LIMITS = (0, 8, 12, 16, 20, 30)
"""Turns that may be proposed; 0 is no limit."""
TWO_LAPS = 2


def usual_terms(options: Options) -> RaceTerms:
    """The options agreed on for the whole campaign."""
    return RaceTerms(options.two_laps, options.turns, options.no_horse_rams)


def current_terms(state: State) -> RaceTerms:
    """The options of this race so far."""
    return state.terms or usual_terms(state.options)


@cites(R("E2.3.1"), R("E2.3.1.1"), R("E2.3.1.2"), R("Q35"))
class Proposing(Asking, frozen=True, tag=True, gc=False):
    """An owner changes options one by one, then proposes them; without a change no one is asked."""

    visit: entries.TakingPart
    terms: RaceTerms

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        terms = self.terms
        limits = sorted({*TIME_LIMITS, state.options.turns} - {terms.turns})
        options: tuple[Move, ...] = (
            DONE,
            mv.Laps(3 if terms.two_laps else TWO_LAPS),
            mv.HorseRams(not terms.no_horse_rams),
            *[mv.TimeLimit(turns) for turns in limits],
        )
        return (Ask(self.visit.queue[0], Q_OPTIONS, options, 0, (terms,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        terms = self.terms
        match move:
            case mv.Laps(many=many):
                terms = replace(terms, two_laps=many == TWO_LAPS)
            case mv.HorseRams(outlawed=outlawed):
                terms = replace(terms, no_horse_rams=outlawed)
            case mv.TimeLimit(turns=turns):
                terms = replace(terms, turns=turns)
            case _ if terms == current_terms(state):
                return replace(state, phase=self.visit)
            case _:
                events.append(ev.TermsProposed(seat, terms))
                others = [s for s in entries.able_owners(state) if s != seat]
                return replace(state, phase=Agreeing(self.visit, tuple(others), terms))
        return replace(state, phase=replace(self, terms=terms))


@cites(R("E2.3.1"), R("Q35"))
class Agreeing(Asking, frozen=True, tag=True, gc=False):
    """Owner by owner: one who declines ends it, and nothing changes."""

    visit: entries.TakingPart
    queue: tuple[Seat, ...]
    terms: RaceTerms

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.queue[0], Q_AGREE, (DECLINE, AGREE), 0, (self.terms,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Agree):
            events.append(Declined(seat, R("E2.3.1")))
            return replace(state, phase=self.visit)
        rest = self.queue[1:]
        if rest:
            return replace(state, phase=replace(self, queue=rest))
        events.append(ev.TermsAgreed(self.terms))
        return replace(state, terms=self.terms, phase=self.visit)
