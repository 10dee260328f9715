"""Combat rules: characters and armour by the book, blows and footwork by our own rules."""

from __future__ import annotations

import enum
from collections.abc import Collection
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data import gladiators as data
from paddock.games.circus_maximus.data.gladiators import Area, Kind, Shield
from paddock.games.circus_maximus.modes.arena.moves import Step, Strike, Throw, Ward, Yield
from paddock.games.circus_maximus.ownership.rules.names import random_name
from paddock.games.circus_maximus.rules.dice import dice, die

Five: TypeAlias = tuple[int, int, int, int, int]
NO_WOUNDS: Five = (0, 0, 0, 0, 0)
VITAL = (Area.HEAD, Area.CHEST, Area.GROIN)
COVERED = {
    Shield.NONE: (),
    Shield.SMALL: (Area.CHEST, Area.ARMS),
    Shield.LARGE: (Area.HEAD, Area.CHEST, Area.GROIN, Area.ARMS),
}
GUARDED = (
    (Area.HEAD,), (Area.CHEST,), (Area.GROIN,), (Area.ARMS,), (Area.LEGS,),
    (Area.HEAD, Area.CHEST), (Area.GROIN, Area.LEGS), tuple(Area),
)  # fmt: skip
"""By ward."""
SLOW, FAST = (20, 15, 10, 5), (12, 9, 6, 3)
KILL, MERCY, SHOWED_MERCY = 10, 5, 15


class Plight(enum.IntEnum):
    """A gladiator's condition."""

    FIT = 0
    SPARED = 1
    DEAD = 2
    EXECUTED = 3


class FightResult(enum.IntEnum):
    """How a fight ended for a gladiator."""

    LOST = 0
    DRAWN = 1
    WON = 2


class Fight(Struct, frozen=True, gc=False):
    """A line of a gladiator's log."""

    race: int  # the round of the campaign
    foe: str
    result: FightResult
    odds: int = 0  # 0: none


MAX_FIGHTS = 20
"""Lines of a gladiator's log that are kept, the newest ones."""


class Fighter(Struct, frozen=True, gc=False):
    """A gladiator with his log sheet and his condition."""

    name: str
    kind: Kind
    training: int
    strength: int
    agility: int
    constitution: int
    most_wounds: int  # in any area
    off: Five = NO_WOUNDS  # armour
    up_to: Five = NO_WOUNDS
    shield: Shield = Shield.NONE
    shield_left: int = 0
    wounds: Five = NO_WOUNDS
    blows: Five = NO_WOUNDS  # blows that wounded him, by area
    armed: bool = True
    netted: bool = False
    stunned: bool = False
    attacked: bool = False  # has attacked at least once in this fight
    attack: int = 0  # factors used so far
    defence: int = 0
    wins: int = 0
    points: int = 0  # experience
    fate: Plight = Plight.FIT
    fights: tuple[Fight, ...] = ()  # in a campaign

    @property
    def alive(self) -> bool:
        return self.fate < Plight.DEAD

    @property
    def net_factor(self) -> int:
        return 3 + self.agility


class Plan(Struct, frozen=True, gc=False):
    """A fighter's plan for a turn."""

    step: Step
    deed: Strike | Throw | Yield | None
    ward: Ward


class Recruit(Struct, frozen=True, gc=False):
    """A gladiator without a type: his name and his character."""

    name: str
    training: int
    strength: int
    agility: int
    constitution: int
    most_wounds: int


# ---------------------------------------------------------------- fighters


@cites(R("E1.4.7"))
def character(chance: Chance) -> Five:
    """Training, strength, agility, constitution and wounds by two dice."""
    row, column = die(chance, "character") - 1, die(chance, "character") - 1
    return data.CHARACTERS[row][column]


def random_recruit(chance: Chance, used: Collection[str], invented: str = "") -> Recruit:
    """A random gladiator for sale: his character, and an invented or a random name."""
    ratings = character(chance)
    return Recruit(invented or random_name(chance, used), *ratings)


@cites(R("E1.7.1"))
def arm(one: Recruit, kind: Kind, roll: int) -> Fighter:
    """Gives a type, and the armour by a die: both for life."""
    outfit = data.OUTFITS[kind][roll - 1]
    return Fighter(
        name=one.name,
        kind=kind,
        training=one.training,
        strength=one.strength,
        agility=one.agility,
        constitution=one.constitution,
        most_wounds=one.most_wounds,
        off=outfit.off,
        up_to=outfit.up_to,
        shield=outfit.shield,
        shield_left=data.SHIELDS[outfit.shield],
    )


@cites(R("E1.4.7"), R("E1.7.1"))
def random_fighter(kind: Kind, chance: Chance, used: Collection[str]) -> Fighter:
    """A random gladiator: character by two dice, armour by a die, a name."""
    ratings, roll = character(chance), die(chance, "armour")
    return arm(Recruit(random_name(chance, used), *ratings), kind, roll)


@cites(R("E1.7.1"))
def with_small_shield(one: Fighter, other: Fighter) -> Fighter:
    """Against a retarius every shield counts as small."""
    if other.kind is Kind.RETARIUS and one.shield is Shield.LARGE:
        return replace(one, shield=Shield.SMALL, shield_left=data.SHIELDS[Shield.SMALL])
    return one


# ---------------------------------------------------------------- a turn


@cites(R("H1"))
def combat_factors(one: Fighter, turn: int) -> int:
    """Combat factors: training, strength and agility, less wounds and breath; half in a net."""
    factors = one.training + one.strength + one.agility - sum(one.wounds) // 4
    breath = data.BREATH[one.kind]
    if breath:
        factors -= (turn - 1) // breath
    if one.netted:
        factors //= 2
    return max(2, factors)


@cites(R("H2"))
def phases_per_turn(one: Fighter) -> int:
    """The number of phases of a turn in which he may act."""
    if one.netted:
        return 1
    lame = 2 * one.wounds[Area.LEGS] >= one.most_wounds
    return data.PHASES[one.kind] - 2 * lame


@cites(R("H2"))
def footwork_total(one: Fighter, step: Step, roll: int) -> int:
    """The total of the footwork; standing firm counts only against being got round."""
    return (
        roll
        + phases_per_turn(one)
        + one.agility
        + 2 * (step is Step.CIRCLE)
        - 2 * (step is Step.PRESS)
    )


@cites(R("H2"))
def footwork_bonus(step: Step, lead: int, other: Step) -> int:
    """The bonus of a footwork lead for a blow: from the flank, from behind, or none."""
    if step is not Step.CIRCLE:
        return 1 if step is Step.PRESS else 0
    lead -= 3 * (other is Step.STAND)
    if lead >= data.REAR_LEAD:
        return int(data.REAR_BONUS)
    return int(data.FLANK_BONUS) if lead >= data.FLANK_LEAD else 0


@cites(R("H1"))
def strength_of(one: Fighter, strike: Strike, turn: int) -> int:
    """The factors of a blow."""
    return max(1, combat_factors(one, turn) * strike.share // 4)


@cites(R("H1"))
def guard_of(one: Fighter, plan: Plan, turn: int, area: Area) -> int:
    """The factors that guard an area."""
    left = combat_factors(one, turn)
    if isinstance(plan.deed, Strike):
        left -= strength_of(one, plan.deed, turn)
    elif isinstance(plan.deed, Throw):
        left //= 2
    areas = GUARDED[plan.ward]
    return left // len(areas) if area in areas else 0


class Result(enum.IntEnum):
    MISS = 0
    BLOCKED = 1
    PARRIED = 2
    WOUND = 3


@cites(R("H3"))
def outcome_of(difference: int, roll: int) -> tuple[Result, int]:
    """The result of three dice in the column of the difference, and the wounds."""
    column = next(c for c in data.COLUMNS if difference <= c.up_to)
    if roll <= column.miss:
        return Result.MISS, 0
    if roll <= column.shield:
        return Result.BLOCKED, 0
    if roll <= column.parry:
        return Result.PARRIED, 0
    return Result.WOUND, column.wounds[roll - column.parry - 1]


@cites(R("H4"))
def by_strength(one: Fighter, wounds: int) -> int:
    """Wounds changed by strength: strong fighters cause more, weak ones fewer."""
    return max(1, wounds + (one.strength >= 3) - (one.strength <= -2))


@cites(R("H4"))
def with_wounds(one: Fighter, area: Area, wounds: int) -> Fighter:
    after, blows = list(one.wounds), list(one.blows)
    after[area] += wounds
    blows[area] += 1
    a, b, c, d, e = after
    f, g, h, i, j = blows
    return replace(one, wounds=(a, b, c, d, e), blows=(f, g, h, i, j))


@cites(R("H5"))
def is_killed(one: Fighter) -> bool:
    """Whether head, chest or groin have all the wounds they can take."""
    return any(one.wounds[area] >= one.most_wounds for area in VITAL)


@cites(R("H5"))
def is_beaten(one: Fighter) -> bool:
    """Whether he can no longer fight: useless arms or legs, or too many wounds in all."""
    limbs = max(one.wounds[Area.ARMS], one.wounds[Area.LEGS]) >= one.most_wounds
    return limbs or 2 * sum(one.wounds) >= 3 * one.most_wounds


@cites(R("H6"))
def mercy_bonus(loser: Fighter, winner: Fighter) -> int:
    """The bonus for the crowd's roll of two dice."""
    bold = min(3, max(0, loser.attack - loser.defence) // 10)
    return bold + min(2, loser.wins) - 2 * (not any(winner.wounds))


@cites(R("H7"))
def net_lands(one: Fighter, target: Fighter, roll: int) -> bool:
    return roll + one.net_factor - 1 - target.agility >= data.NET


# ---------------------------------------------------------------- after the fight


def leave_ring(before: Fighter, after: Fighter, line: Fight) -> Fighter:
    """The fighter after a bout: wounds, victories and points stay, his gear is repaired, and his
    log has one more line."""
    return replace(
        before,
        wounds=after.wounds,
        wins=after.wins,
        points=after.points,
        fights=(*before.fights, line)[-MAX_FIGHTS:],
    )


@cites(R("E1.10.2"))
def experience(one: Fighter, other: Fighter, turn: int, killing: Area | None, decided: bool) -> int:
    """A survivor's points: for attacks, for mercy received or shown, for a kill."""
    points = max(0, (one.attack - one.defence) // 3)
    if one.fate is Plight.SPARED:
        points += MERCY
    if not decided or one.fate is Plight.SPARED:
        return points
    killed = other.fate is Plight.DEAD
    points += KILL if killed else SHOWED_MERCY
    if killing is None or turn > len(FAST):
        return points
    if other.blows[killing] == 1:  # a first wound that brings the Moment of Truth counts as well
        return points + FAST[turn - 1]
    return points + (SLOW[turn - 1] if killed else 0)


@cites(R("E1.11.2"))
def heal_wounds(one: Fighter, chance: Chance) -> tuple[Fighter, tuple[int, ...]]:
    """Two dice less the wounds of each wounded area; below two there is a permanent loss."""
    losses = []
    changes = {"constitution": 0, "most_wounds": 0, "strength": 0, "agility": 0}
    for area in Area:
        if not one.wounds[area]:
            losses.append(0)
            continue
        result = dice(chance, 2, "healing") - one.wounds[area]
        loss = max(0, 2 - result)
        losses.append(loss)
        changes[RATING_BY_AREA[area]] += loss
    healthy = replace(
        one,
        wounds=NO_WOUNDS,
        blows=NO_WOUNDS,
        constitution=max(1, one.constitution - changes["constitution"]),
        most_wounds=max(1, one.most_wounds - changes["most_wounds"]),
        strength=one.strength - changes["strength"],
        agility=one.agility - changes["agility"],
    )
    return healthy, tuple(losses)


RATING_BY_AREA = ("constitution", "most_wounds", "most_wounds", "strength", "agility")
"""By area."""
