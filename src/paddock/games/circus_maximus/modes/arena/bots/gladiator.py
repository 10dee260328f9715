"""One who fights by what he sees."""

from __future__ import annotations

from collections.abc import Sequence

from paddock.core.chance import Chance
from paddock.core.game import Ask
from paddock.core.seats import Seat
from paddock.games.circus_maximus.data.gladiators import Area
from paddock.games.circus_maximus.modes.arena import moves as mv
from paddock.games.circus_maximus.modes.arena import rules
from paddock.games.circus_maximus.modes.arena.moves import Move, Step, Ward
from paddock.games.circus_maximus.modes.arena.rules import COVERED, VITAL, Fighter
from paddock.games.circus_maximus.modes.arena.view import View

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

    def choose(self, view: View, ask: Ask[Move], chance: Chance) -> Move:
        options = ask.options
        if ask.question.prompt == "gladiator":
            return options[chance.pick(range(len(options)), "type")]
        match ask.args[0]:
            case "feet":
                return mv.FEET[feet(view, ask.seat, chance)]
            case "blow":
                return blow(view, ask, chance)
            case _:
                return mv.WARDS[ward(view, ask.seat, chance)]


def both(view: View, seat: Seat) -> tuple[Fighter, Fighter]:
    one, other = view.pair
    return view.fighters[seat], view.fighters[other if seat == one else one]


def feet(view: View, seat: Seat, chance: Chance) -> Step:
    return Step(drawn(chance, footwork(*both(view, seat)), "feet"))


def footwork(man: Fighter, rival: Fighter) -> tuple[float, float, float]:
    """How often he circles, presses, stands."""
    lead = rules.pace(man) + man.agility - rules.pace(rival) - rival.agility
    if lead >= 2:
        return 8.0, 1.0, 1.0
    return (1.0, 3.0, 6.0) if lead <= -2 else (5.0, 2.0, 3.0)


def danger(man: Fighter, area: Area) -> float:
    """How much it would hurt to be hit there."""
    vital = 2.0 if area in VITAL else 1.3
    worn = 1 + 2 * man.wounds[area] / man.most_wounds
    covered = man.shield_left > 0 and area in COVERED[man.shield]
    armour = man.off[area] * min(1.0, man.up_to[area] / 9)
    return vital * worn * (0.75 if covered else 1.0) / (1 + 0.6 * armour)


def blow(view: View, ask: Ask[Move], chance: Chance) -> Move:
    man, rival = both(view, ask.seat)
    if lost(man, rival):
        return mv.YIELD
    if mv.STRIKES[0] not in ask.options:
        return mv.REST
    helpless = rival.netted or rival.stunned or not rival.armed
    if mv.THROW in ask.options and not helpless and drawn(chance, (5.0, 5.0), "net"):
        return mv.THROW
    area = Area(drawn(chance, aims(rival), "area"))
    share = 4 if helpless else SHARES[chance.pick(range(len(SHARES)), "share")]
    return mv.Strike(area, share)


def lost(man: Fighter, rival: Fighter) -> bool:
    """About to die while the other is not: better ask for mercy."""
    near = max(man.wounds[a] for a in VITAL) >= 0.75 * man.most_wounds
    return near and sum(rival.wounds) < 0.5 * rival.most_wounds


def ward(view: View, seat: Seat, chance: Chance) -> Ward:
    man, _ = both(view, seat)
    return Ward(drawn(chance, guards(man), "ward"))


def aims(man: Fighter) -> list[float]:
    """How often he is struck at, by area."""
    return [danger(man, area) ** 2 for area in Area]


def guards(man: Fighter) -> list[float]:
    """How often he takes each ward."""
    single = aims(man)
    high = (single[Area.HEAD] + single[Area.CHEST]) * 0.8
    low = (single[Area.GROIN] + single[Area.LEGS]) * 0.8
    return [*single, high, low, sum(single) * 0.5]
