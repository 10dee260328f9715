"""Galas and duels: the fighters, the bouts, and the results."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from msgspec.structs import replace

from paddock.core.chance import Chance, shuffle
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Pending
from paddock.core.game import Ask, AskKind, Question, replace_at
from paddock.core.nested import InnerRace
from paddock.core.seats import Seat
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.arena import phases as arena
from paddock.games.circus_maximus.modes.arena import rules as fight
from paddock.games.circus_maximus.modes.arena.events import Events as ArenaEvents
from paddock.games.circus_maximus.modes.arena.events import Paired, Waits
from paddock.games.circus_maximus.modes.arena.rules import Fighter, FightResult, Plight
from paddock.games.circus_maximus.modes.arena.state import Options as ArenaOptions
from paddock.games.circus_maximus.modes.arena.state import State as ArenaState
from paddock.games.circus_maximus.modes.campaign import events as ev
from paddock.games.circus_maximus.modes.campaign.events import Events
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.phases import challenge, drill
from paddock.games.circus_maximus.modes.campaign.rules import galas
from paddock.games.circus_maximus.modes.campaign.rules.galas import ABSENT, Gala
from paddock.games.circus_maximus.modes.campaign.rules.owners import CHAMPION_VICTORIES, Life, Owner
from paddock.games.circus_maximus.ownership.events import PaidOff
from paddock.games.circus_maximus.ownership.moves import DONE, SendIn
from paddock.games.circus_maximus.ownership.moves import Move as StableMove
from paddock.games.circus_maximus.ownership.phases import deals, home
from paddock.games.circus_maximus.ownership.phases.debts import Settling
from paddock.games.circus_maximus.ownership.phases.money import book, with_player
from paddock.games.circus_maximus.ownership.phases.sealing import Sealing, no_answers
from paddock.games.circus_maximus.ownership.rules.ledger import Cause
from paddock.games.circus_maximus.ownership.rules.stable import Entry

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.campaign.state import State

Q_SEND = Question("send", R("X73"), AskKind.SEALED, ("many",))
TOO_HURT = Refusal("too-hurt", R("Q28"))


# ---------------------------------------------------------------- fighters


@cites(R("Q28"))
def able_gladiators(player: Owner) -> tuple[int, ...]:
    """Gladiators who can fight: not those left with useless limbs by a duel."""
    return tuple([i for i, man in enumerate(player.gladiators) if not fight.is_beaten(man)])


@cites(R("Q28"))
def begin(state: State) -> State:
    """Every owner with a gladiator may send one; a gladiator of the state always fights."""
    allowed = [
        int(s in state.active() and bool(able_gladiators(state.players[s])))
        for s in range(state.seats)
    ]
    return ask_who_fights(replace(state, allowed=tuple(allowed)))


def ask_who_fights(state: State) -> State:
    asked = tuple([s for s in range(state.seats) if state.allowed[s]])
    return replace(state, phase=Sending(no_answers(state), asked) if asked else NobodyFights())


@cites(R("X73"), R("E1.5.2"))
class Sending(Sealing, frozen=True, tag=True, gc=False):
    """The gladiators who fight: at most one in a gala, the agreed number in a duel."""

    sheet_clause: ClassVar[str] = R("Q28")

    def ask_of(self, state: State, seat: Seat) -> Ask[StableMove] | None:
        said = self.said[seat]
        taken = [move.slot for move in said if isinstance(move, SendIn)]
        many = state.allowed[seat] - len(taken)
        if len(said) > len(taken) or not many:
            return None
        free: list[StableMove] = [
            SendIn(slot) for slot in able_gladiators(state.players[seat]) if slot not in taken
        ]
        if state.match is None:
            free.append(DONE)
        return Ask(seat, Q_SEND, tuple(free), 0, (many,))

    def open_answers(self, state: State, events: Events, chance: Chance) -> State:
        named = [
            [Entry(seat, move.slot) for move in self.said[seat] if isinstance(move, SendIn)]
            for seat in range(state.seats)
        ]
        if state.match is not None:
            return pair_duel(state, named, events)
        for seat in state.fighters():
            named[seat] = [Entry(seat, slot) for slot in able_gladiators(state.players[seat])[:1]]
        return pair_by_lot(state, [entry for one in named for entry in one], events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return TOO_HURT if isinstance(move, SendIn) else None


def gladiator_name(state: State, entry: Entry) -> str:
    """The name of a gladiator in the gala."""
    return state.players[entry.seat].gladiators[entry.slot].name


@cites(R("X73"), R("Q28"))
def pair_by_lot(state: State, named: list[Entry], events: Events, chance: Chance) -> State:
    """Pairs by lot; the odd gladiator waits, and without a pair there is no gala."""
    lots = shuffle(chance, list(range(len(named))), "pairs")
    pairs = galas.pair_entries([named[i] for i in lots])
    fighting = [entry for pair in pairs for entry in pair]
    for one, other in pairs:
        events.append(
            Paired(one.seat, other.seat, gladiator_name(state, one), gladiator_name(state, other))
        )
    for entry in named:
        if entry not in fighting:
            events.append(Waits(entry.seat, gladiator_name(state, entry)))
    if not pairs:
        return replace(state, phase=NobodyFights())
    return deals.begin(line_up_bouts(state, fighting), True)


@cites(R("E2.5.4"), R("Q30"))
def pair_duel(state: State, named: list[list[Entry]], events: Events) -> State:
    """Pairs in order, first against first; there is no betting sheet, but side bets are
    possible."""
    match = state.match
    assert match is not None
    fighting = []
    for one, other in zip(named[match.by], named[match.whom], strict=True):
        events.append(
            Paired(one.seat, other.seat, gladiator_name(state, one), gladiator_name(state, other))
        )
        fighting += [one, other]
    return deals.begin(line_up_bouts(state, fighting), True)


def line_up_bouts(state: State, fighting: list[Entry]) -> State:
    """The bouts in order, without bets so far."""
    bouts = tuple([(i, i + 1) for i in range(0, len(fighting), 2)])
    none = ((0,) * len(fighting),) * state.seats
    return replace(
        state, entries=tuple(fighting), show=Gala(bouts), bets=none, later=none, odds=none[0]
    )


@cites(R("Q16"))
class NobodyFights(Pending, frozen=True, tag=True, gc=False):
    """No two gladiators can meet: the round passes without a gala."""

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        events.append(ev.NoGala(state.week))
        results = (*state.results, (0,) * state.seats)
        return replace(state, results=results, phase=Settling())


# ---------------------------------------------------------------- bets


@cites(R("Q27"), R("X73"))
def fix_bout_odds(state: State, events: Events, chance: Chance) -> State:
    """Computes the odds of each bout; then the first bout begins."""
    show = state.show
    assert show is not None
    odds = galas.bout_odds(state.bets, show.bouts, len(state.entries))
    total = sum(map(sum, state.bets))
    men = [gladiator_name(state, entry) for entry in state.entries]
    events.append(ev.GalaBets(state.bets, tuple(men), odds, total))
    return next_bout(replace(state, odds=odds), events, chance)


@cites(R("Q27"))
def pay_off(state: State, show: Gala, events: Events) -> State:
    """Pays bets on victors: odds times the stake, which is included."""
    for i in show.won:
        for seat, row in enumerate(state.bets):
            if row[i]:
                gain = state.odds[i] * row[i]
                state = book(state, seat, Cause.PAYOFFS, gain)
                events.append(PaidOff(seat, gain, gain, state.players[seat].cash))
    return state


# ---------------------------------------------------------------- the ring


class ToTheRing(Pending, frozen=True, tag=True, gc=False):
    """The bets are made: the first bout begins."""

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        return next_bout(state, events, chance)


def next_bout(state: State, events: Events, chance: Chance) -> State:
    """Starts the next bout, or ends the gala."""
    show = state.show
    assert show is not None
    if show.over:
        return finish_gala(state, show, events, chance)
    one, other = [state.entries[i] for i in show.bouts[show.bout]]
    men = [ABSENT] * state.seats
    for entry in (one, other):
        men[entry.seat] = state.players[entry.seat].gladiators[entry.slot]
    events.append(ev.BoutBegan(one.seat, other.seat, men[one.seat], men[other.seat]))
    ring = ArenaState(
        ArenaOptions(), state.seats, tuple(men), ((one.seat, other.seat),), phase=arena.Over()
    )
    ring = arena.begin_bout(ring, 0, cast("ArenaEvents", events), chance)
    return Fighting().start(replace(state, ring=ring), events, chance)


class Fighting(InnerRace, frozen=True, tag=True, gc=False):
    """A bout goes on in the ring: its asks and moves pass through."""

    over_at: ClassVar[type] = arena.Tending

    def inner(self, state: State) -> ArenaState | None:
        return state.ring

    def with_inner(self, state: State, race: ArenaState) -> State:
        return replace(state, ring=race)

    def on_over(self, state: State, events: Events, chance: Chance) -> State:
        assert state.ring is not None
        return bout_over(state, state.ring, events, chance)


@cites(R("E1.2.5"))
def bout_over(state: State, ring: ArenaState, events: Events, chance: Chance) -> State:
    """Both fighters leave the ring; the next bout begins."""
    show = state.show
    assert show is not None
    won, drawn, killed, executed = show.won, show.drawn, show.killed, show.executed
    pair = show.bouts[show.bout]
    names = {i: gladiator_name(state, state.entries[i]) for i in pair}
    winner = next((i for i in pair if has_won(state, ring, i)), None)
    for i, foe in (pair, pair[::-1]):
        entry = state.entries[i]
        player = state.players[entry.seat]
        before, after = player.gladiators[entry.slot], ring.fighters[entry.seat]
        won += (i,) * (i == winner)
        killed += (i,) * (after.fate is Plight.DEAD)
        executed += (i,) * (after.fate is Plight.EXECUTED)
        result = FightResult.DRAWN if winner is None else FightResult(2 * (i == winner))
        line = fight.Fight(state.week, names[foe], result, state.odds[i])
        man = fight.leave_ring(before, after, line)
        men = replace_at(player.gladiators, entry.slot, man)
        state = with_player(state, entry.seat, replace(player, gladiators=men))
    if not set(pair) & set(won):
        drawn += pair
    show = replace(show, bout=show.bout + 1, won=won, drawn=drawn, killed=killed, executed=executed)
    return next_bout(replace(state, show=show, ring=None), events, chance)


def has_won(state: State, ring: ArenaState, i: int) -> bool:
    """Whether a gladiator has one victory more than before the bout."""
    entry = state.entries[i]
    before = state.players[entry.seat].gladiators[entry.slot]
    return ring.fighters[entry.seat].wins > before.wins


# ---------------------------------------------------------------- afterwards


@cites(R("E1.5.1"))
def finish_gala(state: State, show: Gala, events: Events, chance: Chance) -> State:
    """Ends the gala: bets and prizes are paid, champions freed, the dead removed."""
    events.append(ev.RingCleared())
    if state.match is None:
        best = [0] * state.seats
        for i in show.won:
            best[state.entries[i].seat] = 1
        state = replace(state, results=(*state.results, tuple(best)))
        state = pay_off(state, show, events)
    state = home.settle_side_bets(state, victories(state, show), events)
    if state.match is None:
        state = pay_prizes(state, show, events)
    else:
        state = challenge.decide_duel(state, victories(state, show), events)
    state = crown_champions(state, show, events)
    state = remove_fallen(state, show, events, chance)
    return drill.next_driller(state, state.active(), events, chance)


def victories(state: State, show: Gala) -> tuple[int, ...]:
    """By seat: 1 for more bouts won than lost, 0 for fewer, -1 for neither."""
    score = [0] * state.seats
    for pair in show.bouts:
        for i, other in (pair, pair[::-1]):
            score[state.entries[i].seat] += (i in show.won) - (other in show.won)
    return tuple([1 if n > 0 else 0 if n < 0 else -1 for n in score])


@cites(R("E1.9.2"), R("Q29"), R("E1.6.6.4"))
def pay_prizes(state: State, show: Gala, events: Events) -> State:
    """Pays every survivor a share of the pot; a slave's share lapses."""
    share = galas.survivor_share(show, len(state.entries))
    for i, entry in enumerate(state.entries):
        dead = i in show.killed or i in show.executed
        if not share or dead or state.players[entry.seat].life != Life.OWNER:
            continue
        state = book(state, entry.seat, Cause.PRIZES, share)
        events.append(ev.GalaPrize(entry.seat, share))
    return state


@cites(R("E1.10.3"), R("X73"), R("E1.6.6.4"))
def crown_champions(state: State, show: Gala, events: Events) -> State:
    """Adds a victory for the stable; a gladiator's tenth makes him a free champion, with his
    gear."""
    for i in show.won:
        entry = state.entries[i]
        player = state.players[entry.seat]
        man = player.gladiators[entry.slot]
        player = replace(player, victories=player.victories + 1)
        state = with_player(state, entry.seat, player)
        if man.wins < CHAMPION_VICTORIES:
            continue
        owner = player.life == Life.OWNER
        events.append(ev.ChampionMade(entry.seat, man.name, data.CHAMPION_PRIZE if owner else 0))
        state = replace(state, champions=(*state.champions, (entry.seat, man.name)))
        player = replace(player, crowned=player.crowned + 1)
        if owner:
            state = with_player(state, entry.seat, player)
            state = book(state, entry.seat, Cause.CHAMPIONS, data.CHAMPION_PRIZE)
        else:
            state = with_player(state, entry.seat, replace(player, life=Life.GONE))
    return state


@cites(R("X69"))
def remove_fallen(state: State, show: Gala, events: Events, chance: Chance) -> State:
    """Removes the dead and the free from their stables; the state replaces a slave's gladiator by
    one of the same type."""
    gone: dict[Seat, set[int]] = {}
    for i, entry in enumerate(state.entries):
        man = state.players[entry.seat].gladiators[entry.slot]
        if i in show.killed or i in show.executed or man.wins >= CHAMPION_VICTORIES:
            gone.setdefault(entry.seat, set()).add(entry.slot)
    for seat, slots in gone.items():
        player = state.players[seat]
        left = tuple([man for i, man in enumerate(player.gladiators) if i not in slots])
        if player.life == Life.FIGHTER:
            kind = player.gladiators[0].kind
            left = (fight.random_fighter(kind, chance, state.used_names),)
            events.append(ev.GladiatorArmed(seat, 0, left[0]))
        state = with_player(state, seat, replace(player, gladiators=left))
    return state


@cites(R("E1.11.2"), R("Q31"))
def heal_wounded(state: State, events: Events, chance: Chance) -> State:
    """Heals all wounded after a gala, including those of earlier duels."""
    for seat, player in enumerate(state.players):
        men: list[Fighter] = []
        for man in player.gladiators:
            if any(man.wounds):
                man, losses = fight.heal_wounds(man, chance)
                events.append(ev.GladiatorHealed(seat, len(men), losses, man, man.name))
            men.append(man)
        if tuple(men) != player.gladiators:
            state = with_player(state, seat, replace(player, gladiators=tuple(men)))
    return replace(state, phase=Settling())
