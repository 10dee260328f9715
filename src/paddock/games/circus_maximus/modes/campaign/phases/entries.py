"""Entries of a race: which owners take part, and with which chariots."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from paddock.core.chance import Chance, shuffle
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Asking, Pending
from paddock.core.game import Ask, AskKind, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.campaign import events as ev
from paddock.games.circus_maximus.modes.campaign import moves as mv
from paddock.games.circus_maximus.modes.campaign.events import Events
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.phases import after, agreement, auction
from paddock.games.circus_maximus.modes.campaign.rules.owners import RaceTerms
from paddock.games.circus_maximus.ownership.events import Entered, NoRace
from paddock.games.circus_maximus.ownership.moves import DONE, Done, Enter
from paddock.games.circus_maximus.ownership.moves import Move as StableMove
from paddock.games.circus_maximus.ownership.phases import deals, grid
from paddock.games.circus_maximus.ownership.phases.sealing import Sealing, no_answers
from paddock.games.circus_maximus.ownership.rules.intrigue import UNGUARDED, Sheet
from paddock.games.circus_maximus.ownership.rules.stable import Entry, eligible
from paddock.games.circus_maximus.rules.dice import die
from paddock.games.circus_maximus.state import Options as RaceOptions

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.campaign.state import Options, State

Q_PART = Question("part", R("E2.3.4"))
Q_ENTRIES = Question("entries", R("E2.3.4"), AskKind.SEALED, ("many",))
NO_HURT = Refusal("healthy-first", R("E2.3.4.2"))
ONE_AHEAD = Refusal("one-ahead", R("E2.3.3.2"))
NOT_WHOLE = Refusal("not-whole", R("E2.3.4.1"))
MIN_RACERS = 2
"""Seats with a chariot in a race, slaves of the state included."""


def count_whole(state: State, seat: Seat) -> int:
    """The number of a seat's chariots that could start."""
    return sum([log.whole for log in state.players[seat].stable])


# ---------------------------------------------------------------- owners


def begin(state: State, events: Events, chance: Chance) -> State:
    """Asks every owner with a chariot whether to take part; a slave always does."""
    able = able_owners(state)
    if not able:
        return allot_entries(state, (), events, chance)
    return replace(state, phase=TakingPart(able))


def able_owners(state: State) -> tuple[Seat, ...]:
    """Owners with a chariot that could start."""
    return tuple([s for s in state.active() if count_whole(state, s)])


@cites(R("E2.3.4"), R("E1.4.5.2"), R("E2.3.1"))
class TakingPart(Asking, frozen=True, tag=True, gc=False):
    """Take part with chariots, or only bet. Before that the owner may once propose other options
    for this race."""

    queue: tuple[Seat, ...]
    taking: tuple[Seat, ...] = ()
    proposed: bool = False  # by the first of the queue

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options: tuple[Move, ...] = (mv.TAKE_PART, mv.STAY_OUT)
        if not self.proposed and len(able_owners(state)) >= MIN_RACERS:
            options = (*options, mv.PROPOSE_OPTIONS)
        return (Ask(self.queue[0], Q_PART, options),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        taking = self.taking
        if isinstance(move, mv.ProposeOptions):
            visit = replace(self, proposed=True)
            return replace(state, phase=agreement.Proposing(visit, agreement.current_terms(state)))
        if isinstance(move, mv.TakePart):
            events.append(ev.PartTaken(seat))
            taking = (*taking, seat)
        else:
            events.append(ev.StayedOut(seat))
        rest = self.queue[1:]
        if rest:
            return replace(state, phase=TakingPart(rest, taking))
        return allot_entries(state, taking, events, chance)


@cites(R("E1.4.2"))
def admit(
    state: State, taking: tuple[Seat, ...], events: Events, chance: Chance
) -> tuple[Seat, ...]:
    """The seats admitted when places are short: more victories first, ties by a die."""
    if len(taking) <= state.options.places:
        return taking
    rolls = {seat: die(chance, "priority") for seat in taking}
    won = {seat: state.players[seat].victories for seat in taking}
    order = sorted(taking, key=lambda s: (-won[s], -rolls[s], s))
    for seat in order[state.options.places :]:
        events.append(ev.Crowded(seat, won[seat], rolls[seat]))
    return tuple(sorted(order[: state.options.places]))


@cites(R("E2.3.3"), R("E2.3.3.2"), R("Q16"))
def allot_entries(state: State, taking: tuple[Seat, ...], events: Events, chance: Chance) -> State:
    """One seat alone makes no race. At least one chariot each, two as a rule; then more entries are
    auctioned."""
    owners = taking
    taking = admit(state, (*taking, *state.slaves()), events, chance)
    if len(taking) < MIN_RACERS or not set(owners) & set(taking):
        return replace(state, phase=NobodyRaces())
    base = share(state, len(taking))
    allowed = [min(base, count_whole(state, s)) if s in taking else 0 for s in range(state.seats)]
    for seat in state.slaves():
        allowed[seat] = min(1, allowed[seat])
    return auction.next_privilege(replace(state, allowed=tuple(allowed)), events, chance)


def share(state: State, taking: int) -> int:
    """The number of chariots each seat may enter before the auction."""
    return max(1, min(state.options.each, state.options.places // taking))


@cites(R("E2.3.3.2"), R("E2.3.3.3"))
def seats_with_more(state: State) -> tuple[Seat, ...]:
    """Seats that may enter no more than any other that takes part, and have one more chariot that
    could start."""
    least = min(many for many in state.allowed if many)
    return tuple([s for s in state.active() if state.allowed[s] == least < count_whole(state, s)])


@cites(R("E2.3.3.2"))
def required_entries(state: State) -> int:
    """The chariots that each seat of the race must enter, so that none is more than one ahead."""
    return max(1, max(state.allowed) - 1)


# ---------------------------------------------------------------- chariots


def begin_entering(state: State) -> State:
    """Asks every seat that takes part for its chariots, in secret."""
    asked = tuple([s for s in state.active() if state.allowed[s]])
    return replace(state, phase=Entering(no_answers(state), asked))


@cites(R("E2.3.4"), R("E2.3.4.1"), R("E2.3.4.2"), R("E2.3.4.3"))
class Entering(Sealing, frozen=True, tag=True, gc=False):
    """At least one chariot, up to the seat's limit; the healthy ones first."""

    sheet_clause: ClassVar[str] = R("E2.3.4")

    def ask_of(self, state: State, seat: Seat) -> Ask[StableMove] | None:
        said = self.said[seat]
        taken = tuple([move.slot for move in said if isinstance(move, Enter)])
        allowed = state.allowed[seat]
        if len(said) > len(taken) or len(taken) >= allowed:
            return None
        free = eligible(state.players[seat].stable, taken)
        if not free:
            return None
        options: list[StableMove] = [Enter(slot) for slot in free]
        if len(taken) >= required_entries(state) and state.match is None:
            options.insert(0, DONE)
        return Ask(seat, Q_ENTRIES, tuple(options), 0, (allowed - len(taken),))

    def open_answers(self, state: State, events: Events, chance: Chance) -> State:
        named = [
            Entry(seat, move.slot, second > 0)
            for seat in self.asked
            for second, move in enumerate(self.said[seat])
            if isinstance(move, Enter)
        ]
        if state.match is None:
            named += [Entry(seat, 0) for seat in state.slaves() if state.allowed[seat]]
        lined = tuple(sorted(named, key=lambda entry: (entry.second, entry.seat)))
        events.append(Entered(lined))
        state = line_up(replace(state, entries=lined), events, chance)
        return deals.begin(state, True)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if isinstance(move, Done):
            return ONE_AHEAD
        if not isinstance(move, Enter):
            return None
        logs = state.players[seat].stable
        there = move.slot < len(logs) and logs[move.slot].whole
        return NO_HURT if there else NOT_WHOLE


def race_options(options: Options, field: int, terms: RaceTerms | None = None) -> RaceOptions:
    """The race options of a campaign, or those agreed on for this race."""
    terms = terms or agreement.usual_terms(options)
    return RaceOptions(
        book="epic",
        field=field,
        track=options.track,
        two_laps=terms.two_laps,
        turns=terms.turns,
        no_horse_rams=terms.no_horse_rams,
    )


@cites(R("E2.3.5"))
def line_up(state: State, events: Events, chance: Chance) -> State:
    """Draws lanes by lot for all chariots; sheets are prepared, and there are no bets yet."""
    options = race_options(state.options, len(state.entries), state.terms)
    order = shuffle(chance, list(range(len(state.entries))), "grid")
    state = grid.line_up(state, options, order, events, chance)
    own = [len(state.own(seat)) for seat in range(state.seats)]
    sheets = [Sheet(guards=(UNGUARDED,) * many, shown=(0,) * many) for many in own]
    none = ((0,) * len(state.entries),) * state.seats
    return replace(state, sheets=tuple(sheets), bets=none, later=none, odds=none[0])


@cites(R("Q16"))
class NobodyRaces(Pending, frozen=True, tag=True, gc=False):
    """Fewer than two seats take part, or no owner: the round passes without a race."""

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        events.append(NoRace(state.week))
        state = replace(state, results=(*state.results, (0,) * state.seats))
        return after.rest(state, events, chance)
