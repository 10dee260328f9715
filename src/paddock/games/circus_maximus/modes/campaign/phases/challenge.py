"""Private match races and duels: challenge, odds, stakes, answer and result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Pending
from paddock.core.game import Amount, Ask, AskKind, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.arena.phases import NOBODY
from paddock.games.circus_maximus.modes.campaign import events as ev
from paddock.games.circus_maximus.modes.campaign import moves as mv
from paddock.games.circus_maximus.modes.campaign.events import Events
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.phases import entries, gala, rounds
from paddock.games.circus_maximus.modes.campaign.rules import owners
from paddock.games.circus_maximus.modes.campaign.rules.owners import Match
from paddock.games.circus_maximus.ownership.events import Declined
from paddock.games.circus_maximus.ownership.moves import AGREE, DECLINE, DONE, NOTHING, Agree, Sum
from paddock.games.circus_maximus.ownership.phases import deals
from paddock.games.circus_maximus.ownership.phases.money import book
from paddock.games.circus_maximus.ownership.phases.racing import running
from paddock.games.circus_maximus.ownership.rules.ledger import MONEY_STEP, Cause
from paddock.games.circus_maximus.standings import gap_to_best

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.campaign.state import State

Q_CHALLENGE = Question("challenge", R("E1.5.2"), args=("money",))
Q_MATCH = Question("match", R("E2.5.4.1"), args=("step",))
Q_FACE = Question("face", R("E1.5.2"), AskKind.REACTION, ("match",))
MOST_SIDES, MOST_ODDS, MOST_RAISES = 3, 5, 2
LEAST_STAKE = Refusal("least-stake", R("E2.5.4.1"))
NO_MONEY = Refusal("no-stake", R("E2.5.4.2"))


def begin(state: State, queue: tuple[Seat, ...]) -> State:
    """Asks owner by owner until the next round; an owner without a possible rival is skipped."""
    while queue and not rivals(state, queue[0]) and not duellists(state, queue[0]):
        queue = queue[1:]
    return replace(state, phase=Challenging(queue) if queue else NextRound())


class NextRound(Pending, frozen=True, tag=True, gc=False):
    """All challenges are done."""

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        return rounds.begin_round(state, events, chance)


@cites(R("E1.5.2"))
def rivals(state: State, seat: Seat) -> list[Seat]:
    """Possible rivals for a race: both have a chariot and the lowest stake."""
    able = [
        s
        for s in state.active()
        if entries.count_whole(state, s) and state.players[s].cash >= MONEY_STEP
    ]
    return [s for s in able if s != seat] if seat in able else []


@cites(R("E1.5.2"), R("Q30"))
def duellists(state: State, seat: Seat) -> list[Seat]:
    """Possible rivals for a duel: both have a gladiator and the lowest stake."""
    rich = [s for s in state.active() if state.players[s].cash >= MONEY_STEP]
    able = [s for s in rich if gala.able_gladiators(state.players[s])]
    return [s for s in able if s != seat] if seat in able else []


@cites(R("E1.5.2"))
class Challenging(Asking, frozen=True, tag=True, gc=False):
    """A challenge, or none."""

    queue: tuple[Seat, ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        whom = [mv.Challenge(s) for s in rivals(state, seat)]
        arena = [mv.Duel(s) for s in duellists(state, seat)]
        return (Ask(seat, Q_CHALLENGE, (DONE, *whom, *arena), 0, (state.players[seat].cash,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if isinstance(move, mv.Challenge):
            return replace(state, phase=Matching(self.queue, move.whom))
        if isinstance(move, mv.Duel):
            return replace(state, phase=Matching(self.queue, move.whom, duel=True))
        return begin(state, self.queue[1:])


@cites(R("E2.5.4.1"), R("X70"))
class Matching(Asking, frozen=True, tag=True, gc=False):
    """The terms: chariots a side, odds, stake."""

    queue: tuple[Seat, ...]
    whom: Seat
    sides: int = 0
    odds: int = 0
    duel: bool = False

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        if not self.sides:
            most = min(MOST_SIDES, self.many(state, seat), self.many(state, self.whom))
            return (Ask(seat, Q_MATCH, mv.SIDES[:most], 0, ("sides",)),)
        if not self.odds:
            odds = [n for n in range(1, MOST_ODDS + 1) if self.most(state, n) >= least(n)]
            options = tuple([mv.ODDS[n - 1] for n in odds])
            return (Ask(seat, Q_MATCH, options, 0, ("odds",)),)
        most = self.most(state, self.odds)
        sums: Amount[Move] = Amount(NOTHING, least(self.odds), most, MONEY_STEP)
        return (Ask(seat, Q_MATCH, sums, 0, ("stake",)),)

    def many(self, state: State, seat: Seat) -> int:
        """The number of chariots or gladiators a seat could bring."""
        return (
            len(gala.able_gladiators(state.players[seat]))
            if self.duel
            else entries.count_whole(state, seat)
        )

    def most(self, state: State, odds: int) -> int:
        """The highest stake of the challenged that the challenger can match. The challenged may
        have less, but not less than the lowest stake."""
        if state.players[self.whom].cash < least(odds):
            return 0
        return state.players[self.queue[0]].cash // odds // MONEY_STEP * MONEY_STEP

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        match move:
            case mv.Sides(many=many):
                return replace(state, phase=replace(self, sides=many))
            case mv.AtOdds(times=times):
                return replace(state, phase=replace(self, odds=times))
            case Sum(amount=against):
                stake = self.odds * against
                events.append(
                    ev.Challenged(seat, self.whom, self.sides, self.odds, stake, against, self.duel)
                )
                return replace(state, phase=Facing(self, stake, against, self.whom))
            case _:
                raise RulesBug(move)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return LEAST_STAKE


least = owners.least_stake


@cites(R("E1.5.2"), R("E2.5.4.2"), R("X70"))
class Facing(Asking, frozen=True, tag=True, gc=False):
    """The answer: yes, no, or doubled stakes, to which the other must then answer. A seat without
    the money may first sell or borrow, once; if that is not enough it can only decline."""

    terms: Matching
    stake: int
    against: int
    asked: Seat
    raises: int = 0
    sought: bool = False  # the seat has tried to sell or borrow

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options: list[Move] = [DECLINE]
        if self.can_agree(state):
            options.append(AGREE)
        cash, mine = state.players[self.asked].cash, self.stake_of(self.asked)
        if cash >= 2 * mine and self.raises < MOST_RAISES:
            options.append(mv.RAISE)
        if cash < mine and not self.sought:
            options.append(mv.FIND_MONEY)
        return (Ask(self.asked, Q_FACE, tuple(options), 0, (self,)),)

    def stake_of(self, seat: Seat) -> int:
        return self.against if seat == self.terms.whom else self.stake

    def can_agree(self, state: State) -> bool:
        """Whether both have the money and the chariots or gladiators; a deal may have changed
        that."""
        return all(
            state.players[seat].cash >= self.stake_of(seat)
            and self.terms.many(state, seat) >= self.terms.sides
            for seat in (self.terms.queue[0], self.terms.whom)
        )

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        by, whom = self.terms.queue[0], self.terms.whom
        match move:
            case mv.Raise():
                stake, against = 2 * self.stake, 2 * self.against
                events.append(ev.StakesRaised(seat, stake, against))
                other = by if seat == whom else whom
                facing = Facing(self.terms, stake, against, other, self.raises + 1)
                return replace(state, phase=facing)
            case Agree():
                return start_match(state, self, events)
            case mv.FindMoney():
                state = replace(state, facing=replace(self, sought=True))
                return replace(state, phase=deals.Dealing((seat,), False))
            case _:
                events.append(Declined(seat, R("E1.5.2")))
                return begin(state, self.terms.queue[1:])

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return NO_MONEY if isinstance(move, mv.Raise | Agree | mv.FindMoney) else None


def face_again(state: State, facing: Facing) -> State:
    """The seat has sold or borrowed, or not: the same question again."""
    return replace(state, facing=None, phase=facing)


@cites(R("E2.5.4"))
def start_match(state: State, facing: Facing, events: Events) -> State:
    """Both pay their stakes, and choose their chariots or gladiators in secret."""
    terms = facing.terms
    by, whom = terms.queue[0], terms.whom
    events.append(ev.MatchAgreed(by, whom, facing.stake + facing.against, terms.duel))
    state = book(state, by, Cause.STAKES, -facing.stake)
    state = book(state, whom, Cause.STAKES, -facing.against)
    allowed = tuple([terms.sides if s in (by, whom) else 0 for s in range(state.seats)])
    state = replace(state, match=match_of(facing), allowed=allowed)
    return gala.ask_who_fights(state) if terms.duel else entries.begin_entering(state)


def match_of(facing: Facing) -> Match:
    t = facing.terms
    rest = t.queue[1:]
    return Match(
        by=t.queue[0],
        whom=t.whom,
        sides=t.sides,
        odds=t.odds,
        stake=facing.stake,
        against=facing.against,
        queue=rest,
        duel=t.duel,
    )


@cites(R("E2.5.4"), R("X70"))
def decide_match(state: State, places: tuple[int, ...], events: Events) -> State:
    """Pays both stakes to the owner of the winner; without a winner they are returned."""
    winner = state.entries[places.index(1)].seat if 1 in places else NOBODY
    return pay_stakes(state, winner, events)


@cites(R("Q30"))
def decide_duel(state: State, victories: tuple[int, ...], events: Events) -> State:
    """Pays both stakes to the winner of more bouts; a tie returns them."""
    return pay_stakes(state, victories.index(1) if 1 in victories else NOBODY, events)


def pay_stakes(state: State, winner: Seat, events: Events) -> State:
    match = state.match
    assert match is not None
    both = match.stake + match.against
    if winner != NOBODY:
        events.append(ev.MatchDecided((winner,), both))
        return book(state, winner, Cause.STAKES, both)
    events.append(ev.MatchDecided((match.by, match.whom), both))
    state = book(state, match.by, Cause.STAKES, match.stake)
    return book(state, match.whom, Cause.STAKES, match.against)


@cites(R("X70"), R("E1.10.1.1"))
def match_experience(
    state: State, places: tuple[int, ...]
) -> tuple[tuple[int, int, int, int], ...]:
    """Experience of a match: only the opponent's chariots count, ahead and behind."""
    now = running(state)
    found = []
    for i, entry in enumerate(state.entries):
        place = places[i]
        theirs = [
            (places[j], j)
            for j, other in enumerate(state.entries)
            if other.seat != entry.seat and places[j]
        ]
        gap = None
        if place:
            later = sorted([(p, j) for p, j in theirs if p > place])
            if later:
                gap = gap_to_best(now, now.chariots[later[0][1]], now.chariots[i])
            place = 1 + sum([p < place for p, _ in theirs])
        points = owners.experience(place, gap, len(state.entries))
        found.append((entry.seat, entry.slot, place, points))
    return tuple(found)
