"""How well a gladiator stands, and one who fights by what he sees."""

from __future__ import annotations

from collections.abc import Sequence

from paddock.core.chance import Chance
from paddock.core.game import Ask
from paddock.core.house import Mind
from paddock.core.seats import Seat
from paddock.games.circus_maximus.arena import moves as mv
from paddock.games.circus_maximus.arena import rules
from paddock.games.circus_maximus.arena.moves import Move, Step, Ward
from paddock.games.circus_maximus.arena.phases import Over, places
from paddock.games.circus_maximus.arena.rules import COVERED, VITAL, Fighter, Plight
from paddock.games.circus_maximus.arena.state import State
from paddock.games.circus_maximus.arena.view import View
from paddock.games.circus_maximus.data.gladiators import Area, Kind

LEVELS = ("gladiator",)
MIND: Mind[State, Move, View] = Mind()
FINE = 1000
SHARES = (2, 3, 3, 4)


def gladiator(argument: str) -> Gladiator:
    """It takes no argument."""
    if argument:
        raise ValueError("it takes no number")
    return Gladiator()


def drawn(chance: Chance, weights: Sequence[float], label: str) -> int:
    """One of several by weight."""
    total = sum(weights)
    at = chance.pick(range(FINE), label) / FINE * total
    for n, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return n
    return len(weights) - 1


class Gladiator:
    """Circles if he is quicker, strikes where it hurts, guards where he is bare."""

    def choose(self, seen: View, ask: Ask[Move], chance: Chance) -> Move:
        options = ask.options
        if ask.question.prompt == "gladiator":
            return options[chance.pick(range(len(options)), "type")]
        match ask.args[0]:
            case "feet":
                return mv.FEET[feet(seen, ask.seat, chance)]
            case "blow":
                return blow(seen, ask, chance)
            case _:
                return mv.WARDS[ward(seen, ask.seat, chance)]


def both(seen: View, seat: Seat) -> tuple[Fighter, Fighter]:
    one, other = seen.pair
    return seen.fighters[seat], seen.fighters[other if seat == one else one]


def feet(seen: View, seat: Seat, chance: Chance) -> Step:
    man, rival = both(seen, seat)
    lead = rules.pace(man) + man.agility - rules.pace(rival) - rival.agility
    if lead >= 2:
        weights = (8.0, 1.0, 1.0)
    elif lead <= -2:
        weights = (1.0, 3.0, 6.0)
    else:
        weights = (5.0, 2.0, 3.0)
    return Step(drawn(chance, weights, "feet"))


def danger(man: Fighter, area: Area) -> float:
    """How much it would hurt to be hit there."""
    vital = 2.0 if area in VITAL else 1.3
    worn = 1 + 2 * man.wounds[area] / man.most_wounds
    covered = man.shield_left > 0 and area in COVERED[man.shield]
    armour = man.off[area] * min(1.0, man.up_to[area] / 9)
    return vital * worn * (0.75 if covered else 1.0) / (1 + 0.6 * armour)


def blow(seen: View, ask: Ask[Move], chance: Chance) -> Move:
    man, rival = both(seen, ask.seat)
    if lost(man, rival):
        return mv.YIELD
    if mv.STRIKES[0] not in ask.options:
        return mv.REST
    helpless = rival.netted or rival.stunned or not rival.armed
    if mv.THROW in ask.options and not helpless and drawn(chance, (5.0, 5.0), "net"):
        return mv.THROW
    area = Area(drawn(chance, [danger(rival, a) ** 2 for a in Area], "area"))
    share = 4 if helpless else SHARES[chance.pick(range(len(SHARES)), "share")]
    return mv.Strike(area, share)


def lost(man: Fighter, rival: Fighter) -> bool:
    """About to die while the other is not: better ask for mercy."""
    near = max(man.wounds[a] for a in VITAL) >= 0.75 * man.most_wounds
    return near and sum(rival.wounds) < 0.5 * rival.most_wounds


def ward(seen: View, seat: Seat, chance: Chance) -> Ward:
    man, _ = both(seen, seat)
    single = [danger(man, a) ** 2 for a in Area]
    high = (single[Area.HEAD] + single[Area.CHEST]) * 0.8
    low = (single[Area.GROIN] + single[Area.LEGS]) * 0.8
    return Ward(drawn(chance, [*single, high, low, sum(single) * 0.5], "ward"))


def evaluate(seen: View, seat: Seat) -> float:
    """From 0 to 1: alive and a victor is best; in a bout what is left of one against the other."""
    if not seen.fighters:
        return 0.5
    man = seen.fighters[seat]
    if not man.alive:
        return 0.0
    if isinstance(seen.phase, Over):
        place = places(seen)[seat]
        return 1.0 / place if place else 0.0
    if man.wins:
        return 0.9
    if man.fate is Plight.SPARED:
        return 0.3
    if seat not in seen.pair:
        return 0.5
    mine, theirs = [health(one) for one in both(seen, seat)]
    return 0.2 + 0.6 * mine / (mine + theirs)


def health(man: Fighter) -> float:
    """What is left of him, a net and a lost weapon counted."""
    left = max(0.05, 1.5 - sum(man.wounds) / man.most_wounds)
    left *= 1 - 0.5 * max(man.wounds[a] for a in VITAL) / man.most_wounds
    if man.netted or not man.armed:
        left *= 0.6
    if man.kind is not Kind.RETARIUS and not man.shield_left:
        left *= 0.9
    return max(0.01, left)


BOTS = {"gladiator": gladiator}
