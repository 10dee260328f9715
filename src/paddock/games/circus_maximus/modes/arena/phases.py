"""Phases of a gala:

    Arming → Planning ⟲ (turn after turn, bout after bout) → Tending → Over

Arming (the type) and Planning (footwork, blow and guard) are answered in secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, TypeAlias

from msgspec.structs import replace

from paddock.core.chance import Chance, shuffle
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Ended, Pending, mark_secret_shown
from paddock.core.game import Ask, AskKind, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data import gladiators as data
from paddock.games.circus_maximus.data.gladiators import Area, Shield
from paddock.games.circus_maximus.data.gladiators import Kind as Type
from paddock.games.circus_maximus.modes.arena import events as ev
from paddock.games.circus_maximus.modes.arena import moves as mv
from paddock.games.circus_maximus.modes.arena import rules
from paddock.games.circus_maximus.modes.arena.events import Events
from paddock.games.circus_maximus.modes.arena.moves import Move, Strike, Throw, Yield
from paddock.games.circus_maximus.modes.arena.rules import Fighter, Plan, Plight, Result
from paddock.games.circus_maximus.rules.dice import dice, die

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.arena.state import Arena, State

Q_TYPE = Question("gladiator", R("E1.7.1"), AskKind.SEALED)
Q_PLAN = Question("plan", R("H1"), AskKind.SEALED, ("plan", "factors"))
DISARMED = Refusal("disarmed", R("H4"))
NO_NET = Refusal("no-net", R("H7"))
NOBODY: Seat = -1


class Sealed(Asking, frozen=True, gc=False):
    """A question answered in secret: the answers so far; the last answer opens all."""

    said: tuple[tuple[Move, ...], ...]  # by seat
    asked: tuple[Seat, ...]

    def ask_of(self, state: State, seat: Seat) -> Ask[Move] | None:
        raise RulesBug(f"{type(self).__name__} does not say what it asks")

    def open_answers(self, state: State, events: Events, chance: Chance) -> State:
        raise RulesBug(f"{type(self).__name__} does not say what it opens")

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        found = [self.ask_of(state, seat) for seat in self.asked]
        return tuple([ask for ask in found if ask is not None])

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        phase = self.with_answer(seat, (*self.said[seat], move))
        if phase.ask_of(state, seat) is None:
            events.append(ev.Ready(seat))
        if phase.asks(state):
            return replace(state, phase=phase)
        mark_secret_shown(events)
        return phase.open_answers(state, events, chance)

    def with_answer(self, seat: Seat, said: tuple[Move, ...]) -> Self:
        return replace(self, said=replace_at(self.said, seat, said))


# ---------------------------------------------------------------- before the fights


@cites(R("E1.7.1"))
class Arming(Sealed, frozen=True, tag=True, gc=False):
    """The choice of a type for life: light, medium, heavy or retarius."""

    def ask_of(self, state: State, seat: Seat) -> Ask[Move] | None:
        return None if self.said[seat] else Ask(seat, Q_TYPE, mv.CHOICES, Type.MEDIUM)

    def open_answers(self, state: State, events: Events, chance: Chance) -> State:
        fighters: list[Fighter] = []
        for seat in range(state.seats):
            (choice,) = self.said[seat]
            if not isinstance(choice, mv.Choose):
                raise RulesBug(choice)
            used = tuple([one.name for one in fighters])
            fighters.append(rules.random_fighter(choice.kind, chance, used))
            events.append(ev.Recruited(seat, fighters[-1]))
        return pair_by_lot(replace(state, fighters=tuple(fighters)), events, chance)


@cites(R("X73"))
def pair_by_lot(state: State, events: Events, chance: Chance) -> State:
    """Pairs by lot; the odd gladiator waits."""
    lot = shuffle(chance, list(range(state.seats)), "pairs")
    bouts = tuple([(lot[i], lot[i + 1]) for i in range(0, len(lot) - 1, 2)])
    for by, whom in bouts:
        events.append(ev.Paired(by, whom, *fighter_names(state, by, whom)))
    if len(lot) % 2:
        events.append(ev.Waits(lot[-1], *fighter_names(state, lot[-1])))
    return begin_bout(replace(state, bouts=bouts), 0, events, chance)


def begin_bout(state: State, bout: int, events: Events, chance: Chance) -> State:
    """Starts the next bout: each fighter has the shield allowed against the other."""
    if bout == len(state.bouts):
        return replace(state, phase=Tending())
    one, other = state.bouts[bout]
    fighters = list(state.fighters)
    fighters[one] = rules.with_small_shield(fighters[one], fighters[other])
    fighters[other] = rules.with_small_shield(fighters[other], fighters[one])
    state = replace(state, fighters=tuple(fighters), bout=bout, turn=0)
    return begin_turn(state, events, chance)


# ---------------------------------------------------------------- a turn


@cites(R("H1"), R("H7"))
def begin_turn(state: State, events: Events, chance: Chance) -> State:
    """Starts a turn: a fighter in a net tries to shed it, then both plan in secret."""
    state = replace(state, turn=state.turn + 1)
    one, other = state.pair
    events.append(ev.TurnFought(state.turn, one, other, *fighter_names(state, one, other)))
    for seat in state.pair:
        man = state.fighters[seat]
        if man.netted:
            roll = dice(chance, 2, "free") + man.strength
            free = roll >= data.FREE
            events.append(ev.NetShed(seat, roll, free, man.name))
            state = put_fighter(state, seat, replace(man, netted=not free))
    return replace(state, phase=Planning(((),) * state.seats, state.pair))


def fighter_names(state: Arena, *seats: Seat) -> tuple[str, ...]:
    """The names of these gladiators."""
    return tuple([state.fighters[seat].name for seat in seats])


def put_fighter(state: State, seat: Seat, man: Fighter) -> State:
    return replace(state, fighters=replace_at(state.fighters, seat, man))


@cites(R("H1"), R("H2"), R("H4"), R("H7"))
def deeds(man: Fighter, other: Fighter) -> tuple[Move, ...]:
    """The possible moves with the weapon."""
    if man.stunned or not man.armed:
        return (mv.REST, mv.YIELD)
    if man.kind is Type.RETARIUS and not other.netted:
        return (*mv.STRIKES, mv.THROW, mv.REST, mv.YIELD)
    return (*mv.STRIKES, mv.REST, mv.YIELD)


@cites(R("H1"))
class Planning(Sealed, frozen=True, tag=True, gc=False):
    """Footwork, blow and guard of the two fighters."""

    def ask_of(self, state: State, seat: Seat) -> Ask[Move] | None:
        said = self.said[seat]
        man, other = state.fighters[seat], state.fighters[rival(state, seat)]
        factors = rules.combat_factors(man, state.turn)
        match len(said):
            case 0:
                return Ask(seat, Q_PLAN, mv.FEET, 2, ("feet", factors))
            case 1:
                options = deeds(man, other)
                usual = 5 if isinstance(options[0], Strike) else 0
                return Ask(seat, Q_PLAN, options, usual, ("blow", factors))
            case 2 if not isinstance(said[1], Yield):
                plan = Plan(mv.Step.STAND, deed_of(said[1]), mv.Ward.HEAD)
                left = rules.guard_of(man, plan, state.turn, Area.HEAD)
                return Ask(seat, Q_PLAN, mv.WARDS, 7, ("guard", left))
            case _:
                return None

    def open_answers(self, state: State, events: Events, chance: Chance) -> State:
        plans = [plan_of(self.said[seat]) for seat in state.pair]
        return fight_turn(state, plans, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if isinstance(move, Strike):
            return DISARMED
        return NO_NET if isinstance(move, Throw) else None


def rival(state: Arena, seat: Seat) -> Seat:
    one, other = state.pair
    return other if seat == one else one


def deed_of(move: Move) -> Strike | Throw | Yield | None:
    return move if isinstance(move, Strike | Throw | Yield) else None


def plan_of(said: tuple[Move, ...]) -> Plan:
    foot, deed = said[0], said[1]
    guard = said[2] if len(said) > 2 else mv.Cover(mv.Ward.ALL)
    if not isinstance(foot, mv.Foot) or not isinstance(guard, mv.Cover):
        raise RulesBug(said)
    return Plan(foot.step, deed_of(deed), guard.ward)


@cites(R("H2"), R("H6"))
def fight_turn(state: State, plans: list[Plan], events: Events, chance: Chance) -> State:
    """Plays a turn: a yield is judged at once; otherwise the better footwork strikes first."""
    for n, seat in enumerate(state.pair):
        if isinstance(plans[n].deed, Yield):
            return judge(state, seat, None, events, chance)
    both = state.pair
    for seat in both:  # a stun ends with the turn that was planned under it
        state = put_fighter(state, seat, replace(state.fighters[seat], stunned=False))
    feet = []
    for n, seat in enumerate(both):
        roll = dice(chance, 2, "feet")
        feet.append(rules.footwork_total(state.fighters[seat], plans[n].step, roll))
    bonus = []
    for n, seat in enumerate(both):
        more = rules.footwork_bonus(plans[n].step, feet[n] - feet[1 - n], plans[1 - n].step)
        bonus.append(more)
        events.append(ev.FeetMoved(seat, plans[n].step, feet[n], more, *fighter_names(state, seat)))
    for n in sorted((0, 1), key=lambda n: -feet[n]):
        seat, whom = both[n], both[1 - n]
        state, area = act(state, seat, whom, plans, n, bonus=bonus[n], events=events, chance=chance)
        if not state.fighters[whom].alive:
            return win_bout(state, seat, area, events, chance)
        if rules.is_beaten(state.fighters[whom]):
            return judge(state, whom, area, events, chance)
    return end_turn(state, events, chance)


def act(
    state: State,
    seat: Seat,
    whom: Seat,
    plans: list[Plan],
    n: int,
    bonus: int,
    events: Events,
    chance: Chance,
) -> tuple[State, Area | None]:
    """Carries out the planned move of one fighter, if he still can."""
    man, deed = state.fighters[seat], plans[n].deed
    if not man.armed:
        events.append(ev.PickedUp(seat, man.name))
        return put_fighter(state, seat, replace(man, armed=True)), None
    if isinstance(deed, Throw):
        return cast_net(state, seat, whom, events, chance), None
    if not isinstance(deed, Strike):
        spent = rules.combat_factors(man, state.turn)
        return put_fighter(state, seat, replace(man, defence=man.defence + spent)), None
    against = plans[1 - n]
    state = strike_blow(state, seat, whom, deed, against, bonus, events=events, chance=chance)
    return state, deed.area


@cites(R("H7"))
def cast_net(state: State, seat: Seat, whom: Seat, events: Events, chance: Chance) -> State:
    """Throws the net: if it lands it halves the rival's factors until it is shed."""
    man, target = state.fighters[seat], state.fighters[whom]
    roll = dice(chance, 2, "net")
    lands = rules.net_lands(man, target, roll)
    events.append(ev.NetThrown(seat, whom, roll, lands, man.name, target.name))
    state = put_fighter(state, seat, replace(man, attacked=True))
    return put_fighter(state, whom, replace(target, netted=target.netted or lands))


@cites(R("H3"), R("H4"))
def strike_blow(
    state: State,
    seat: Seat,
    whom: Seat,
    strike: Strike,
    against: Plan,
    bonus: int,
    events: Events,
    chance: Chance,
) -> State:
    """Rolls a blow: three dice in the column of the difference, then shield and armour."""
    man, target, area = state.fighters[seat], state.fighters[whom], strike.area
    factors = rules.strength_of(man, strike, state.turn)
    rest = rules.combat_factors(man, state.turn) - factors
    man = replace(man, attacked=True, attack=man.attack + factors, defence=man.defence + rest)
    state = put_fighter(state, seat, man)
    guard = rules.guard_of(target, against, state.turn, area)
    difference = factors + bonus + data.STRIKE[man.kind] - guard
    roll = dice(chance, 3, "blow")
    result, points = rules.outcome_of(difference, roll)
    if result is Result.BLOCKED:
        if area in rules.COVERED[target.shield] and target.shield_left:
            left = max(0, target.shield_left - max(1, difference // 2))
            target = replace(target, shield_left=left)
        else:
            result = Result.PARRIED
    elif result is Result.WOUND:
        points = rules.by_strength(man, points) - armour_reduction(target, area, chance)
        points = max(0, points)
        if points:
            target = rules.with_wounds(target, area, points)
    blow = ev.Struck(
        seat,
        whom,
        area,
        factors=factors,
        guard=guard,
        roll=roll,
        result=result,
        points=points,
        wounds=target.wounds,
        shield=target.shield_left,
        name=man.name,
        foe=target.name,
    )
    events.append(blow)
    if points:
        target = apply_wound(target, whom, area, points, events, chance)
    return put_fighter(state, whom, target)


@cites(R("E1.7.1"), R("H4"))
def armour_reduction(target: Fighter, area: Area, chance: Chance) -> int:
    """Wounds that armour takes off; partial armour needs a roll of two dice."""
    off = target.off[area]
    if not off or target.up_to[area] == 12:
        return off
    return off if dice(chance, 2, "armour") <= target.up_to[area] else 0


@cites(R("H4"), R("H5"))
def apply_wound(
    target: Fighter, seat: Seat, area: Area, points: int, events: Events, chance: Chance
) -> Fighter:
    """Applies further effects of a wound: death, a stun, a dropped weapon or shield."""
    if rules.is_killed(target):
        events.append(ev.Killed(seat, Plight.DEAD, target.name))
        return replace(target, fate=Plight.DEAD)
    if points >= target.constitution:
        roll = dice(chance, 2, "stun")
        if 2 * roll > 14 + target.constitution:
            events.append(ev.Stunned(seat, target.name))
            target = replace(target, stunned=True)
    before = target.wounds[Area.ARMS] - points
    half = 2 * target.wounds[Area.ARMS] >= target.most_wounds > 2 * before
    if area is Area.ARMS and half:
        weapon = die(chance, "drop") <= 3 or not target.shield
        events.append(ev.Dropped(seat, weapon, target.name))
        if weapon:
            return replace(target, armed=False)
        return replace(target, shield=Shield.NONE, shield_left=0)
    return target


# ---------------------------------------------------------------- the end of a bout


@cites(R("H6"))
def judge(state: State, seat: Seat, area: Area | None, events: Events, chance: Chance) -> State:
    """The crowd spares the beaten fighter, or does not."""
    other = rival(state, seat)
    man = state.fighters[seat]
    roll = dice(chance, 2, "crowd")
    total = roll + rules.mercy_bonus(man, state.fighters[other])
    spared = total >= data.SPARED
    events.append(ev.MomentOfTruth(seat, roll, total, spared, man.name))
    fate = Plight.SPARED if spared else Plight.DEAD
    if not spared:
        events.append(ev.Killed(seat, fate, man.name))
    return win_bout(put_fighter(state, seat, replace(man, fate=fate)), other, area, events, chance)


@cites(R("X73"), R("E1.10.2"))
def win_bout(state: State, seat: Seat, area: Area | None, events: Events, chance: Chance) -> State:
    """Records a victory; survivors get experience."""
    loser = rival(state, seat)
    man = state.fighters[seat]
    events.append(ev.BoutWon(seat, state.turn, man.name))
    state = put_fighter(state, seat, replace(man, wins=man.wins + 1))
    state = add_experience(state, seat, loser, area, True, events)
    return close_bout(add_experience(state, loser, seat, None, True, events), seat, events, chance)


def add_experience(
    state: State, seat: Seat, other: Seat, area: Area | None, decided: bool, events: Events
) -> State:
    man = state.fighters[seat]
    if not man.alive:
        return state
    points = rules.experience(man, state.fighters[other], state.turn, area, decided)
    events.append(ev.PointsGained(seat, points, man.name))
    return put_fighter(state, seat, replace(man, points=man.points + points))


@cites(R("X73"))
def end_turn(state: State, events: Events, chance: Chance) -> State:
    """Begins the next turn, until the time is over."""
    if state.turn < state.options.turns:
        return begin_turn(state, events, chance)
    one, other = state.pair
    events.append(ev.BoutDrawn(one, other, *fighter_names(state, one, other)))
    state = add_experience(state, one, other, None, False, events)
    return close_bout(
        add_experience(state, other, one, None, False, events), NOBODY, events, chance
    )


@cites(R("X73"), R("Q26"))
def close_bout(state: State, winner: Seat, events: Events, chance: Chance) -> State:
    """Executes a fighter who never attacked, unless he won or was spared; then the next bout."""
    for seat in state.pair:
        man = state.fighters[seat]
        if man.fate is Plight.FIT and not man.attacked and seat != winner:
            events.append(ev.Killed(seat, Plight.EXECUTED, man.name))
            state = put_fighter(state, seat, replace(man, fate=Plight.EXECUTED))
    return begin_bout(state, state.bout + 1, events, chance)


class Tending(Pending, frozen=True, tag=True, gc=False):
    """All bouts are fought: here a campaign takes its gladiators home."""

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        return heal(state, events, chance)


@cites(R("E1.11.2"))
def heal(state: State, events: Events, chance: Chance) -> State:
    """Treats the wounded after the gala."""
    for seat, man in enumerate(state.fighters):
        if man.alive and any(man.wounds):
            man, losses = rules.heal_wounds(man, chance)
            events.append(ev.Healed(seat, losses, man, man.name))
            state = put_fighter(state, seat, man)
    return replace(state, phase=Over())


class Over(Ended, frozen=True, tag=True, gc=False):
    """The gala is over."""

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("race-over", R("X73"))


@cites(R("Q26"))
def places(state: Arena) -> tuple[int, ...]:
    """Places by seat: victors, then draws and waiting fighters, then the spared, each by
    experience; the dead are out."""
    keys = [
        (man.wins, man.fate is Plight.FIT, man.points) if man.alive else None
        for man in state.fighters
    ]
    return tuple(
        [
            0 if key is None else 1 + sum(other is not None and other > key for other in keys)
            for key in keys
        ]
    )


Phase: TypeAlias = Arming | Planning | Tending | Over
