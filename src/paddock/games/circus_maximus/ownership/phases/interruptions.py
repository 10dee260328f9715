"""Interruptions of a race: bribes are opened, drugs and sabotage take effect."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import RulesBug
from paddock.core.flow import Asking, mark_secret_shown
from paddock.core.game import Ask, AskKind, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import EMPTY, IN_CAR, RACING
from paddock.games.circus_maximus.events import WheelHurt, WheelLost
from paddock.games.circus_maximus.ownership import events as ev
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.events import Events
from paddock.games.circus_maximus.ownership.moves import Move
from paddock.games.circus_maximus.ownership.phases import racing
from paddock.games.circus_maximus.ownership.rules import intrigue
from paddock.games.circus_maximus.ownership.rules.intrigue import GUARDS_AGAINST, Device, Sheet
from paddock.games.circus_maximus.ownership.rules.stable import four
from paddock.games.circus_maximus.ownership.state import S, Stables
from paddock.games.circus_maximus.phases import UnderAttack
from paddock.games.circus_maximus.phases.harm import flip, lose_horse, put_weakened, take_points
from paddock.games.circus_maximus.rules import damage
from paddock.games.circus_maximus.rules.dice import die
from paddock.games.circus_maximus.rules.log import pace, put_chariot
from paddock.games.circus_maximus.rules.speed import cap_speed
from paddock.games.circus_maximus.state import State as RaceState

Q_BRIBE = Question("bribe", R("X65"), AskKind.REACTION)
Q_DOSE = Question("dose", R("B24.42"), AskKind.REACTION, ("chariot", "left"))
Q_LOOSEN = Question("loosen", R("B24.52"), AskKind.REACTION, ("chariot", "points"))
NEVER_ASK_TURN = 1_000_000
"""A turn beyond any race: the seat is not asked about a bribe again."""


# ---------------------------------------------------------------- bribes


@cites(R("X65"), R("Q13"))
def ask_about_bribes(state: S) -> S:
    """Asks all seats that did not choose to wait."""
    turn = racing.running(state).turn
    alert = tuple([seat for seat in state.active() if state.quiet[seat] < turn])
    return replace(state, phase=Bribing(alert)) if alert else state


@cites(R("B24.32"), R("Q13"))
class Bribing(Asking, frozen=True, tag=True, gc=False):
    """Seat by seat: open a bribe, or wait."""

    queue: tuple[Seat, ...]

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        options: tuple[Move, ...] = (mv.WAIT, mv.KEEP, mv.WAIVE)
        if can_reveal(state, seat):
            options = (*options, mv.REVEAL)
        usual = mv.WAIT if has_bribe(state, seat) else mv.WAIVE
        return (Ask(seat, Q_BRIBE, options, options.index(usual)),)

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        now = racing.running(state)
        match move:
            case mv.Wait():
                state = silence_until(state, seat, now.turn)
            case mv.Waive():
                events.append(ev.Waived(seat))
                state = silence_until(state, seat, NEVER_ASK_TURN)
            case mv.Reveal():
                state = open_bribe(silence_until(state, seat, NEVER_ASK_TURN), seat, events, chance)
            case _:
                pass
        rest = self.queue[1:]
        if rest and racing.running(state).phase is now.phase:
            return replace(state, phase=Bribing(rest))
        return replace(state, phase=racing.Racing(looked=racing.running(state).phase is now.phase))


def silence_until(state: S, seat: Seat, turn: int) -> S:
    """The seat is not asked up to this turn."""
    return replace(state, quiet=replace_at(state.quiet, seat, turn))


def has_bribe(state: Stables, seat: Seat) -> bool:
    """Whether the sheet has a bribe that is not open yet."""
    sheet = state.sheets[seat]
    return sheet.bribe is not None and not sheet.is_open(sheet.bribe)


def can_reveal(state: Stables, seat: Seat) -> bool:
    """Whether the sheet has a bribe whose driver is still driving."""
    if not has_bribe(state, seat):
        return False
    c = racing.running(state).chariots[state.sheets[seat].target]
    return c.condition == RACING and c.driver == IN_CAR


@cites(R("B24.32"), R("B25.2"), R("B25.5"))
def open_device(state: S, seat: Seat, device: Device) -> tuple[S, int, int]:
    """Opens a device and shows the security against it: both sums."""
    sheet = state.sheets[seat]
    amount, target = sheet.sums[device], sheet.target
    sheets = replace_at(state.sheets, seat, replace(sheet, opened=sheet.opened | 1 << device))
    victim = state.entries[target].seat
    at, kind = state.own(victim).index(target), GUARDS_AGAINST[device]
    theirs: Sheet = sheets[victim]
    shown = replace_at(theirs.shown, at, theirs.shown[at] | 1 << kind)
    sheets = replace_at(sheets, victim, replace(theirs, shown=shown))
    return replace(state, sheets=sheets), amount, theirs.guards[at][kind]


@cites(R("B24.32"), R("B24.321"), R("B24.322"), R("E2.4.2"))
def open_bribe(state: S, seat: Seat, events: Events, chance: Chance) -> S:
    """Opens a bribe: one die decides; a slower team is slower at once."""
    mark_secret_shown(events)
    device = state.sheets[seat].bribe
    assert device is not None
    target = state.sheets[seat].target
    state, amount, security = open_device(state, seat, device)
    net = amount - security
    roll = die(chance, "bribe") if intrigue.is_bribe_enough(net) else 0
    works = bool(roll) and intrigue.bribe_works(net, roll)
    now = racing.running(state)
    c = now.chariots[target]
    if works and device is Device.SLOW:
        c = cap_speed(now, replace(c, bribed=c.bribed + intrigue.speed_loss(net)))
        now = put_chariot(now, target, c)
    left = pace(c)
    events.append(
        ev.BribeOpened(
            seat,
            target,
            device,
            amount=amount,
            security=security,
            roll=roll,
            works=works,
            bribed=c.bribed,
            pace=left,
        )
    )
    if works and device is Device.SPARE:
        now = replace(now, spared=tuple(sorted({*now.spared, (target, seat)})))
        now = call_off(now, target, seat, events)
    return replace(state, now=now)


@cites(R("B24.321"), R("E2.4.2.2.1"))
def call_off(now: RaceState, target: int, seat: Seat, events: Events) -> RaceState:
    """Cancels an attack on the briber that was just announced."""
    phase = now.phase
    if not isinstance(phase, UnderAttack) or phase.blow.by != target:
        return now
    whom = phase.blow.whom
    if now.chariots[whom].owner != seat:
        return now
    events.append(ev.AttackCalledOff(target, whom))
    return replace(now, phase=phase.then)


# ---------------------------------------------------------------- drugs and sabotage


@cites(R("B24.4"), R("B24.5"))
def before_first_move(state: S, chariot: int, events: Events, chance: Chance) -> S:
    """Applies plots against a chariot: seat by seat, drugs before sabotage."""
    for seat, sheet in enumerate(state.sheets):
        if sheet.target != chariot:
            continue
        if sheet.sums[Device.DRUGS] and not sheet.is_open(Device.DRUGS):
            return open_drugs(state, seat, events)
        if sheet.sums[Device.SABOTAGE] and not sheet.is_open(Device.SABOTAGE):
            return open_sabotage(state, seat, events, chance)
    return state


@cites(R("B24.41"), R("B25.5"), R("E2.4.3"))
def open_drugs(state: S, seat: Seat, events: Events) -> S:
    """Opens drugs; the plotter then chooses the horses."""
    mark_secret_shown(events)
    target = state.sheets[seat].target
    state, amount, security = open_device(state, seat, Device.DRUGS)
    points = intrigue.drug_points(amount - security)
    events.append(ev.DrugsOpened(seat, target, amount, security, points))
    return continue_drugging(state, seat, target, points)


def continue_drugging(state: S, seat: Seat, chariot: int, left: int) -> S:
    """Asks for the remaining points, or looks for the next plot."""
    alive = any(racing.running(state).chariots[chariot].horses)
    phase = Drugging(seat, chariot, left) if left and alive else racing.RACING
    return replace(state, phase=phase)


@cites(R("B24.42"))
class Drugging(Asking, frozen=True, tag=True, gc=False):
    """The plotter spreads the points over the horses."""

    seat: Seat
    chariot: int
    left: int

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        horses = racing.running(state).chariots[self.chariot].horses
        alive = [h for h in range(4) if horses[h]]
        fastest = alive.index(max(alive, key=lambda h: horses[h]))
        options = tuple([mv.DOSE[h] for h in alive])
        return (Ask(self.seat, Q_DOSE, options, fastest, (self.chariot, self.left)),)

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        if not isinstance(move, mv.Dose):
            raise RulesBug(move)
        state = apply_dose(state, self.chariot, move.horse, events)
        return continue_drugging(state, seat, self.chariot, self.left - 1)


@cites(R("B24.43"), R("X64"))
def apply_dose(state: S, i: int, horse: int, events: Events) -> S:
    """A point of drugs, recorded apart from wounds; a horse that collapses is dead for this
    race."""
    now = racing.running(state)
    c, died = take_points(now, i, now.chariots[i], horse, 1, events)
    now = lose_horse(now, i, c, horse, events) if died else put_weakened(now, i, c, events)
    points = four(replace_at(state.drugged[i], horse, state.drugged[i][horse] + 1))
    return replace(state, now=now, drugged=replace_at(state.drugged, i, points))


@cites(R("B24.53"), R("E2.4.4"))
def open_sabotage(state: S, seat: Seat, events: Events, chance: Chance) -> S:
    """Opens sabotage; if the die succeeds the plotter chooses the wheel."""
    mark_secret_shown(events)
    target = state.sheets[seat].target
    state, amount, security = open_device(state, seat, Device.SABOTAGE)
    net = amount - security
    roll = die(chance, "sabotage") if net > 0 else 0
    works = bool(roll) and intrigue.sabotage_works(net, roll)
    points = intrigue.wheel_points(net) if works else 0
    events.append(ev.SabotageOpened(seat, target, amount, security, roll, points))
    c = racing.running(state).chariots[target]
    if not points or c.condition not in (RACING, EMPTY):
        return replace(state, phase=racing.RACING)
    return replace(state, phase=Loosening(seat, target, points))


@cites(R("B24.52"))
class Loosening(Asking, frozen=True, tag=True, gc=False):
    """The plotter chooses the wheel."""

    seat: Seat
    chariot: int
    points: int

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        return (Ask(self.seat, Q_LOOSEN, mv.LOOSEN, 0, (self.chariot, self.points)),)

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        if not isinstance(move, mv.Loosen):
            raise RulesBug(move)
        i, wheel, now = self.chariot, move.side, racing.running(state)
        c = damage.with_wheel_hurt(now.chariots[i], wheel, self.points)
        now = put_chariot(now, i, c)
        events.append(WheelHurt(i, wheel, self.points, c.wheels[wheel]))
        if damage.has_lost_wheel(c):
            events.append(WheelLost(i, wheel))
            now = flip(now, i, events)
        return replace(state, now=now, phase=racing.RACING)
