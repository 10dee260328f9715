"""Charioteer bot: plans a lane through the corner, saves endurance, and fights when it pays."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.game import Ask
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.bots.builds import choose_level
from paddock.games.circus_maximus.bots.defence import choose_escape, defend
from paddock.games.circus_maximus.bots.pace import pace
from paddock.games.circus_maximus.bots.plan import (
    IMPOSSIBLE_TURNS,
    best_lane,
    endurance_price,
    free_squares,
    is_worth_entering,
    occupied_squares,
)
from paddock.games.circus_maximus.bots.worth import known_turns_left
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import INSIDE, LASH, OUTSIDE, Part, Weapon
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import Avoid, Defend
from paddock.games.circus_maximus.phases.underway import Blow
from paddock.games.circus_maximus.rules.dice import DIE
from paddock.games.circus_maximus.rules.log import is_on_track
from paddock.games.circus_maximus.rules.speed import weather_loss
from paddock.games.circus_maximus.state import Chariot
from paddock.games.circus_maximus.view import View

LANE_SEARCH_SQUARES = 5
"""At this distance from the corner there is still time to choose a lane."""


def charioteer(argument: str) -> Charioteer:
    """Parses the bot argument: `3` is a character, `thunderfoot` a build, `thunderfoot/3` both."""
    build, character = "", 0
    for part in argument.split("/"):
        if part.isdigit():
            character = int(part)
            if not 1 <= character <= 6:
                raise ValueError("a character is a number from 1, bloodthirsty, to 6")
        elif part in data.BUILDS:
            build = part
        elif part:
            raise ValueError(f"{part!r} is neither a number nor one of {', '.join(data.BUILDS)}")
    return Charioteer(build, character)


class Charioteer:
    """Decides by simple plans, without search."""

    def __init__(self, build: str = "", character: int = 0) -> None:
        self.build, self.character = build, character

    def choose(self, view: View, ask: Ask[Move], chance: Chance) -> Move:
        options = ask.options
        assert isinstance(options, tuple)
        if ask.question.prompt == "allot":
            return self.prepare(chance)
        if len(options) == 1:
            return options[0]
        match ask.question.prompt:
            case "buy":
                return choose_level(view, ask, chance)
            case "write":
                return choose_speed(view, asked_chariot(ask), options)
            case "announce":
                return announce(view, asked_chariot(ask), options)
            case "drive":
                return self.drive(view, asked_chariot(ask), options, chance)
            case "defend":
                return defend(view, current_blow(view))
            case "avoid":
                return choose_escape(view, current_blow(view), options)
            case "runaway-defend":
                return mv.EVADE
            case "pay":
                c = view.chariots[asked_chariot(ask)]
                return options[-1] if c.endurance > 6 else options[len(options) // 2]
            case "bear":
                c = view.chariots[asked_chariot(ask)]
                return max(
                    options, key=lambda m: c.horses[m.horse] if isinstance(m, mv.Bear) else 0
                )
            case "run":
                return choose_run(view, asked_chariot(ask), options)
            case _:
                return ask.default_move

    def prepare(self, chance: Chance) -> Move:
        names = tuple(data.BUILDS)
        name = self.build or names[chance.pick(names, "build")]
        return mv.Allot(*data.BUILDS[name])

    def drive(self, view: View, i: int, options: tuple[Move, ...], chance: Chance) -> Move:
        fights = [m for m in options if isinstance(m, mv.Attack)]
        if fights:
            attack = self.fight(view, i, fights, chance)
            if attack is not None:
                return attack
        return steer(view, i, tuple(m for m in options if not isinstance(m, mv.Attack)))

    @cites(R("B19"))
    def fight(
        self, view: View, i: int, fights: list[mv.Attack], chance: Chance
    ) -> mv.Attack | None:
        """Chooses an attack: a character rolls a die at each opportunity, others attack when it
        pays."""
        scored = sorted(((attack_gain(view, i, m), n) for n, m in enumerate(fights)), reverse=True)
        best, n = scored[0]
        if not self.character:
            return fights[n] if best > 0.12 else None
        roll = DIE[chance.pick(DIE, "character")]
        if roll < self.character:
            return None
        if roll == self.character:
            lashes = [(value, n) for value, n in scored if fights[n].weapon == LASH]
            return fights[lashes[0][1]] if lashes else None
        return fights[n]


def asked_chariot(ask: Ask[Move]) -> int:
    chariot = ask.args[0]
    assert isinstance(chariot, int)
    return chariot


def current_blow(view: View) -> Blow:
    """The attack in progress."""
    assert isinstance(view.phase, Defend | Avoid)
    return view.phase.blow


# ---------------------------------------------------------------- speed


def choose_speed(view: View, i: int, options: tuple[Move, ...]) -> Move:
    """The speed whose best lane leads furthest, counted in turns."""
    c = view.chariots[i]
    track = view.track
    best, choice = IMPOSSIBLE_TURNS * 9, options[0]
    speed = pace(c, weather_loss(view))
    blocked = occupied_squares(view, i)
    if mv.GIVE_UP in options:
        return mv.GIVE_UP  # the race is won
    for option in options:
        if not isinstance(option, mv.Write) or option.whip:
            continue
        mfs = max(0, option.speed - c.used) + c.added
        if view.turn == 1:
            mfs = max(0, mfs - 3)
        value, _ = best_lane(view, track, c, mfs + c.used, mfs, speed, blocked)
        if value < best - 1e-9:
            best, choice = value, option
    return with_whip(view, c, choice, options)


def with_whip(view: View, c: Chariot, choice: Move, options: tuple[Move, ...]) -> Move:
    assert isinstance(choice, mv.Write)
    whipped = mv.Write(choice.speed, True)
    if whipped not in options or not whip_pays(view, view.chariots.index(c), choice.speed):
        return choice
    return whipped


def announce(view: View, i: int, options: tuple[Move, ...]) -> Move:
    """Cuts a dead horse free, and whips when the MFs are worth more than the endurance."""
    c = view.chariots[i]
    for option in options:
        if isinstance(option, mv.Begin) and option.cut:
            return option
    whip = mv.Begin(True, False, 0)
    if whip in options and whip_pays(view, i, max(0, c.written - c.used) + c.added):
        return whip
    return options[0]


def whip_pays(view: View, i: int, mfs: int) -> bool:
    """Whether a die of MFs gains more, on average, than its endurance costs."""
    c = view.chariots[i]
    track = view.track
    if c.segments == view.last_segment:
        return True
    if c.endurance < 8:
        return False
    speed, blocked = pace(c, weather_loss(view)), occupied_squares(view, i)
    without, _ = best_lane(view, track, c, mfs + c.used, mfs, speed, blocked)
    price = endurance_price(view, c)
    costs = 0.0
    for more in (1, 3, 4, 6):
        value, _ = best_lane(view, track, c, mfs + more + c.used, mfs + more, speed, blocked)
        costs += value + price * more
    return costs / 4 < without


# ---------------------------------------------------------------- lanes


def steer(view: View, i: int, options: tuple[Move, ...]) -> Move:
    """The next step towards the best lane."""
    c = view.chariots[i]
    if len(options) == 1:
        return options[0]
    track = view.track
    blocked = occupied_squares(view, i)
    lane, number = track.lane[c.team], track.number[c.team]
    open_road = not track.in_corner[c.team] and number + c.mf < track.straight - LANE_SEARCH_SQUARES
    if (
        open_road
        and options[0] is mv.FORWARD
        and free_squares(track, c.team, c.mf, blocked) == c.mf
    ):
        return mv.FORWARD
    _, to = best_lane(view, track, c, c.total, c.mf, pace(c, weather_loss(view)), blocked)
    if to != lane:
        side = INSIDE if to < lane else OUTSIDE
        for aside in (mv.CHANGE[side], mv.SLIP[side]):
            if aside in options:
                return aside
    if mv.FORWARD in options and is_worth_entering(view, track, c):
        return mv.FORWARD
    for move in (mv.SLIP[INSIDE], mv.SLIP[OUTSIDE], mv.BRAKE, mv.FORWARD):
        if move in options:
            return move
    return options[0]


# ---------------------------------------------------------------- fighting


def attack_gain(view: View, i: int, attack: mv.Attack) -> float:
    """The value of an attack in turns, less its MF and its risks."""
    a, d = view.chariots[i], view.chariots[attack.target]
    if not is_on_track(d):
        return -1.0
    track = view.track
    edge = a.cdm - min(d.cdm, 0 if d.dead else d.cdm)
    rival = known_turns_left(view, d) - known_turns_left(view, a)
    weight = 1.0 if -2 < rival < 2 else 0.4 if rival <= -2 else 0.15
    price = 1 / pace(a, weather_loss(view))
    lane = track.lane[d.team]
    mine = track.lane[a.team]
    wall = (lane == 1 and mine > lane) or (lane == track.lanes and mine < lane)
    match attack.weapon, attack.part:
        case Weapon.LASH, Part.CAR:
            value = 0.25 + 0.08 * edge + (1.2 if wall else 0.0)
            if d.condition:
                value = 0.0
        case Weapon.LASH, _:
            inside = track.in_corner[d.team] and not d.moved
            value = 0.12 + 0.04 * edge + (0.25 if inside else 0.0)
        case Weapon.RAM, Part.CAR:
            value = 0.05 + 0.12 * (a.weight - d.weight) + 0.06 * edge - 0.004 * sum(a.wheels) ** 2
        case Weapon.RAM, Part.TEAM:
            value = 0.1 + 0.15 * a.weight
            if view.options.no_horse_rams:
                value = -1.0
        case _:
            value = 0.15
    return value * weight - price


# ---------------------------------------------------------------- other decisions


def choose_run(view: View, i: int, options: tuple[Move, ...]) -> Move:
    """Runs to the nearer wall, then along it."""
    track = view.track
    lane = track.lane[view.chariots[i].foot]
    out = lane > track.lanes // 2

    def better(move: Move) -> int:
        if not isinstance(move, mv.Run):
            return -1
        there = track.lane[move.square]
        if lane in (1, track.lanes):
            return 5 if there == lane else 0
        return there if out else -there + 9

    return max(options, key=better)
