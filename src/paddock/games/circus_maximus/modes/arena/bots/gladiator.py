"""Gladiator bot: decides by the open state only."""

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

WEIGHT_STEPS = 1000
STRIKE_QUARTERS = (2, 3, 3, 4)


def gladiator(argument: str) -> Gladiator:
    """Creates the bot; it takes no argument."""
    if argument:
        raise ValueError("it takes no number")
    return Gladiator()


def pick_weighted(chance: Chance, weights: Sequence[float], label: str) -> int:
    """A random index, by weight."""
    total = sum(weights)
    at = chance.pick(range(WEIGHT_STEPS), label) / WEIGHT_STEPS * total
    for n, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return n
    return len(weights) - 1


class Gladiator:
    """Circles if he is quicker, strikes where it hurts, guards where he has no armour."""

    def choose(self, view: View, ask: Ask[Move], chance: Chance) -> Move:
        options = ask.options
        if ask.question.prompt == "gladiator":
            return options[chance.pick(range(len(options)), "type")]
        match ask.args[0]:
            case "feet":
                return mv.FEET[choose_step(view, ask.seat, chance)]
            case "blow":
                return choose_blow(view, ask, chance)
            case _:
                return mv.WARDS[choose_ward(view, ask.seat, chance)]


def own_and_rival(view: View, seat: Seat) -> tuple[Fighter, Fighter]:
    one, other = view.pair
    return view.fighters[seat], view.fighters[other if seat == one else one]


def choose_step(view: View, seat: Seat, chance: Chance) -> Step:
    return Step(pick_weighted(chance, footwork(*own_and_rival(view, seat)), "feet"))


def footwork(man: Fighter, rival: Fighter) -> tuple[float, float, float]:
    """How often he circles, presses and stands."""
    lead = rules.phases_per_turn(man) + man.agility - rules.phases_per_turn(rival) - rival.agility
    if lead >= 2:
        return 8.0, 1.0, 1.0
    return (1.0, 3.0, 6.0) if lead <= -2 else (5.0, 2.0, 3.0)


def danger(man: Fighter, area: Area) -> float:
    """How much a hit there would hurt."""
    vital = 2.0 if area in VITAL else 1.3
    worn = 1 + 2 * man.wounds[area] / man.most_wounds
    covered = man.shield_left > 0 and area in COVERED[man.shield]
    armour = man.off[area] * min(1.0, man.up_to[area] / 9)
    return vital * worn * (0.75 if covered else 1.0) / (1 + 0.6 * armour)


def choose_blow(view: View, ask: Ask[Move], chance: Chance) -> Move:
    man, rival = own_and_rival(view, ask.seat)
    if should_yield(man, rival):
        return mv.YIELD
    if mv.STRIKES[0] not in ask.options:
        return mv.REST
    helpless = rival.netted or rival.stunned or not rival.armed
    if mv.THROW in ask.options and not helpless and pick_weighted(chance, (5.0, 5.0), "net"):
        return mv.THROW
    area = Area(pick_weighted(chance, aims(rival), "area"))
    share = 4 if helpless else STRIKE_QUARTERS[chance.pick(range(len(STRIKE_QUARTERS)), "share")]
    return mv.Strike(area, share)


def should_yield(man: Fighter, rival: Fighter) -> bool:
    """Whether to ask for mercy: about to die while the rival is not."""
    near = max(man.wounds[a] for a in VITAL) >= 0.75 * man.most_wounds
    return near and sum(rival.wounds) < 0.5 * rival.most_wounds


def choose_ward(view: View, seat: Seat, chance: Chance) -> Ward:
    man, _ = own_and_rival(view, seat)
    return Ward(pick_weighted(chance, guards(man), "ward"))


def aims(man: Fighter) -> list[float]:
    """How often the rival strikes at each area."""
    return [danger(man, area) ** 2 for area in Area]


def guards(man: Fighter) -> list[float]:
    """How often he takes each ward."""
    single = aims(man)
    high = (single[Area.HEAD] + single[Area.CHEST]) * 0.8
    low = (single[Area.GROIN] + single[Area.LEGS]) * 0.8
    return [*single, high, low, sum(single) * 0.5]
