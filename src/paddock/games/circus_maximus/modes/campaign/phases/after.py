"""After a race: bets, prizes, champions, experience, rest, debts; and the end of the campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Ended, Pending, mark_secret_shown
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import IN_CAR
from paddock.games.circus_maximus.modes.campaign import events as ev
from paddock.games.circus_maximus.modes.campaign import moves as mv
from paddock.games.circus_maximus.modes.campaign.events import Events
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.phases import (
    challenge,
    gala,
    generation,
    novices,
    pieces,
    rounds,
    shop,
)
from paddock.games.circus_maximus.modes.campaign.rules import owners
from paddock.games.circus_maximus.modes.campaign.rules.galas import Novice, Then
from paddock.games.circus_maximus.modes.campaign.rules.owners import CHAMPION_VICTORIES, Life
from paddock.games.circus_maximus.ownership.events import PaidOff, PursesOpened, Recovered
from paddock.games.circus_maximus.ownership.moves import BetOn, SayMan, Wager
from paddock.games.circus_maximus.ownership.moves import Move as StableMove
from paddock.games.circus_maximus.ownership.phases import betting, deals, home, plotting
from paddock.games.circus_maximus.ownership.phases.debts import Settling
from paddock.games.circus_maximus.ownership.phases.money import book, with_log, with_player
from paddock.games.circus_maximus.ownership.phases.racing import Racing, running
from paddock.games.circus_maximus.ownership.phases.training import next_trainer
from paddock.games.circus_maximus.ownership.rules.intrigue import EMPTY_SHEET
from paddock.games.circus_maximus.ownership.rules.ledger import Cause
from paddock.games.circus_maximus.ownership.rules.stable import Goods, Piece, without_driver

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.campaign.state import State

Q_FATE = Question("fate", R("E1.6.6.1"))
MIN_PLAYERS = 2


@cites(R("E1.5.1"))
def begin(state: State, places: tuple[int, ...], events: Events) -> State:
    """Starts the settlement: bets and prizes are paid, champions freed, experience booked."""
    if state.match is None:
        state = replace(state, results=(*state.results, home.best_places(state, places)))
        state = pay_off(state, places, events)
    state = home.settle_side_bets(state, places, events)
    if state.match is None:
        state = pay_prizes(state, places, events)
    else:
        state = challenge.decide_match(state, places, events)
    points = (
        experience_points(state, places)
        if state.match is None
        else challenge.match_experience(state, places)
    )
    state = home.come_home(state, places, events, repaired=state.match is None)
    mark_secret_shown(events)
    events.append(PursesOpened(tuple([player.cash for player in state.players])))
    state = replace(state, sheets=(EMPTY_SHEET,) * state.seats)
    state = home.add_experience(state, points, events)
    state = crown_champions(state, places, events)
    return next_trainer(state, state.active())


@cites(R("E2.5.3.1"), R("E2.5.3.2"))
def pay_off(state: State, places: tuple[int, ...], events: Events) -> State:
    """Pays bets on the winner: the stake is returned, and the bank adds odds times it."""
    if 1 not in places:
        return state
    winner = places.index(1)
    for seat, row in enumerate(home.all_bets(state)):
        stake = row[winner]
        if stake:
            gain = state.odds[winner] * stake
            state = book(state, seat, Cause.BETS, stake)
            state = book(state, seat, Cause.PAYOFFS, gain)
            events.append(PaidOff(seat, gain, gain, state.players[seat].cash))
    return state


@cites(R("E1.9.1"), R("X72"), R("E1.6.6.4"))
def pay_prizes(state: State, places: tuple[int, ...], events: Events) -> State:
    """Pays the first nine chariots with a living driver in the car; a slave gets nothing, and
    missed prizes lapse."""
    now = running(state)
    for place, i in sorted([(place, i) for i, place in enumerate(places) if place]):
        seat, amount = state.entries[i].seat, owners.prize(place)
        if not amount or now.chariots[i].driver != IN_CAR:
            continue
        if state.players[seat].life != Life.OWNER:
            continue
        state = book(state, seat, Cause.PRIZES, amount)
        events.append(ev.PrizeWon(seat, place, amount))
    return state


@cites(R("E1.10.1.1"), R("E1.10.1"))
def experience_points(
    state: State, places: tuple[int, ...]
) -> tuple[tuple[int, int, int, int], ...]:
    """Experience of all starters: owner, slot in the stable, place, points."""
    order = sorted([(place, i) for i, place in enumerate(places) if place])
    gaps = {i: home.gap_behind(state, order, n) for n, (_, i) in enumerate(order)}
    starters = len(state.entries)
    return tuple(
        [
            (e.seat, e.slot, places[i], owners.experience(places[i], gaps.get(i), starters))
            for i, e in enumerate(state.entries)
        ]
    )


@cites(R("E1.10.3"), R("E1.6.6.4"))
def crown_champions(state: State, places: tuple[int, ...], events: Events) -> State:
    """Adds a victory for driver and stable; the tenth makes him a free champion and brings his
    owner 10,000, while team and car stay."""
    if 1 not in places:
        return state
    entry = state.entries[places.index(1)]
    seat, player = entry.seat, state.players[entry.seat]
    log = player.stable[entry.slot]
    if not log.hits:
        return state
    wins = dict(state.wins)
    wins[log.driver] = wins.get(log.driver, 0) + 1
    state = replace(state, wins=tuple(wins.items()))
    state = with_player(state, seat, replace(player, victories=player.victories + 1))
    if wins[log.driver] < CHAMPION_VICTORIES:
        return state
    owner = player.life == Life.OWNER
    events.append(ev.ChampionMade(seat, log.driver, data.CHAMPION_PRIZE if owner else 0))
    state = replace(state, champions=(*state.champions, (seat, log.driver)))
    player = state.players[seat]
    state = with_player(state, seat, replace(player, crowned=player.crowned + 1))
    if owner:
        state = book(state, seat, Cause.CHAMPIONS, data.CHAMPION_PRIZE)
        return with_log(state, seat, entry.slot, without_driver(log))
    gone = replace(state.players[seat], life=Life.GONE, stable=())
    return with_player(state, seat, gone)


# ---------------------------------------------------------------- rest


@cites(R("E1.11.1"))
def rest(state: State, events: Events, chance: Chance) -> State:
    """All stables and stores recover after a race; the state replaces what a slave has lost."""
    for seat, player in enumerate(state.players):
        rested = owners.recover(player)
        if rested != player:
            state = with_player(state, seat, rested)
            events.append(Recovered(seat, rested.stable))
    for seat in state.slaves():
        state = repair_state_chariot(state, seat, events, chance)
    return replace(state, phase=Settling())


@cites(R("E1.6.6.2"), R("X69"))
def repair_state_chariot(state: State, seat: Seat, events: Events, chance: Chance) -> State:
    """Repairs a slave's chariot for free; a dead slave is replaced by another."""
    player = state.players[seat]
    log = player.stable[0] if player.stable else None
    if log is None or not log.hits:
        state, log = generation.make_chariot(state, chance)
    elif log.whole:
        return state
    else:
        log = replace(log, boxes=log.horses, car=True)
    events.append(ev.StateChariot(seat, log))
    return with_player(state, seat, replace(player, stable=(log,)))


@cites(R("X70"))
class Resting(Pending, frozen=True, tag=True, gc=False):
    """Experience is spent: the chariots rest, except after a match race."""

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        if state.match is None:
            return rest(state, events, chance)
        return challenge.begin(rounds.clear_track(state, events), state.match.queue)


# ---------------------------------------------------------------- bankruptcy


@cites(R("E1.6.6"), R("E1.6.6.1"), R("E1.6.6.3"))
class Fate(Asking, frozen=True, tag=True, gc=False):
    """A bankrupt player starts over, or drives or fights as a slave of the state."""

    seat: Seat

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options = [mv.Become(Life.OWNER), mv.Become(Life.SLAVE)]
        if state.options.galas:
            options.append(mv.Become(Life.FIGHTER))
        return (Ask(self.seat, Q_FATE, tuple(options)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, mv.Become):
            raise RulesBug(move)
        events.append(ev.FateChosen(seat, move.life))
        coming: tuple[Novice, ...] = ()
        if move.life == Life.OWNER:
            state, coming = rounds.enter_late(state, seat, events, chance)
        elif move.life == Life.FIGHTER:
            state = with_player(state, seat, replace(state.players[seat], life=Life.FIGHTER))
            state, recruit = generation.make_recruit(state, chance)
            coming = (Novice(seat, recruit),)
        else:
            player = replace(state.players[seat], life=Life.SLAVE)
            state = with_player(state, seat, player)
            state = repair_state_chariot(state, seat, events, chance)
        return novices.equip(state, coming, Then.DEBTS, events, chance)


# ---------------------------------------------------------------- the end


@cites(R("E1.4.1"), R("X68"), R("Q23"))
def end_round(state: State, events: Events, chance: Chance) -> State:
    """Ends the campaign at the goal, with two owners left, or after the last round; otherwise
    challenges, then the next round."""
    if state.ending:
        return end_campaign(state, events)
    cash = [player.cash for player in state.players]
    state = replace(state, race=state.race + 1, fortunes=(*state.fortunes, tuple(cash)))
    active = state.active()
    if any(cash[s] >= state.options.goal for s in active):
        return finish(state, "fortune", events)
    began = state.seats - state.options.late
    if began > MIN_PLAYERS >= len(active):
        return finish(state, "two-left", events)
    if not active or state.race >= state.options.rounds:
        return finish(state, "rounds", events)
    return challenge.begin(rounds.clear_track(state, events), active)


@cites(R("X68"))
def finish(state: State, why: str, events: Events) -> State:
    """Ends the campaign: all loans are due now, then the fortunes are compared."""
    loans = tuple([replace(loan, due=0) for loan in state.loans])
    return replace(rounds.clear_track(state, events), loans=loans, ending=why, phase=Settling())


def end_campaign(state: State, events: Events) -> State:
    for seat, place in enumerate(places(state)):
        if place == 1:
            events.append(ev.CampaignWon(seat, state.players[seat].cash))
    return replace(state, phase=Over())


@cites(R("E1.4.1"))
def places(state: State) -> tuple[int, ...]:
    """Places by seat: the richest owner first, property does not count; a seat without a stable is
    out."""
    owner = Life.OWNER
    keys = [player.cash if player.life == owner else -1 for player in state.players]
    return tuple([1 + sum(other > key for other in keys) if key >= 0 else 0 for key in keys])


class Over(Ended, frozen=True, tag=True, gc=False):
    """The campaign is over."""

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("race-over", R("E1.4.1"))


class CampaignHooks:
    """The campaign's hooks: what follows each shared phase."""

    ends_by_bankruptcy = False

    def last_race(self, state: State) -> int:
        return state.options.rounds

    @cites(R("E2.5.1"))
    def must_bet(self, state: State, seat: Seat) -> bool:
        """Owners with chariots in the race must bet on them; for the others it is optional."""
        return bool(state.own(seat))

    def after_deals(self, state: State, lined: bool) -> State:
        """The shop after deals; the secret sheets after side bets."""
        if state.facing is not None:
            return challenge.face_again(state, state.facing)
        if not lined:
            return shop.begin(state)
        return plotting.begin(state) if state.show is None else self.after_sheets(state)

    def wager(self, state: State, line: int) -> Move:
        """A bet on a chariot, or on a seat's gladiator."""
        if state.show is None:
            return Wager(line)
        return BetOn(state.entries[line].seat)

    def claims(self, state: State) -> tuple[StableMove, ...]:
        """About gladiators the only claim is a victory."""
        if state.show is None:
            return deals.claims(len(state.entries))
        return tuple([SayMan(seat) for seat in sorted({e.seat for e in state.entries})])

    def stock(self, state: State, seat: Seat) -> list[tuple[Piece, int]]:
        return pieces.stock(state.players[seat])

    def goods(self, state: State, seat: Seat, piece: Piece, at: int) -> Goods:
        return pieces.goods(state, seat, piece, at)

    def has_room(self, state: State, seat: Seat, goods: Goods) -> bool:
        return pieces.has_room(state.players[seat], goods)

    def give_away(self, state: State, seat: Seat, piece: Piece, at: int) -> State:
        return with_player(state, seat, pieces.without(state.players[seat], piece, at))

    def receive(
        self, state: State, seat: Seat, goods: Goods, events: Events, chance: Chance
    ) -> State:
        return with_player(state, seat, pieces.with_goods(state.players[seat], goods))

    def after_bets(self, state: State, events: Events, chance: Chance) -> State:
        if state.show is None:
            return betting.begin_race(state, events)
        return gala.fix_bout_odds(state, events, chance)

    @cites(R("E2.5.4"))
    def after_sheets(self, state: State) -> State:
        """A match race or a duel has no betting sheet."""
        if state.match is None:
            return betting.begin(state)
        return replace(state, phase=Racing() if state.show is None else gala.ToTheRing())

    def after_race(self, state: State, places: tuple[int, ...], events: Events) -> State:
        return begin(state, places, events)

    def after_training(self, state: State) -> State:
        return replace(state, phase=Resting())

    def after_debts(self, state: State, events: Events, chance: Chance) -> State:
        return end_round(state, events, chance)

    @cites(R("E1.6.6"), R("Q24"))
    def declare_bankrupt(self, state: State, seat: Seat) -> State:
        """The property is gone; unless the campaign is over, the player chooses a fate."""
        player = replace(
            state.players[seat],
            bankrupt=True,
            life=Life.GONE,
            horses=(),
            men=(),
            cars=(0, 0, 0),
            gladiators=(),
        )
        state = with_player(state, seat, player)
        return state if state.ending else replace(state, phase=Fate(seat))


HOOKS = CampaignHooks()
