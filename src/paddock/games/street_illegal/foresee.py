"""Forecast of an option as numbers, from the view alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from paddock.core.seats import Seat
from paddock.core.words import Remark
from paddock.games.street_illegal import moves as mv
from paddock.games.street_illegal.data import CHIP_MPH, LIMIT, MPH, PRO, ROW, Tempo
from paddock.games.street_illegal.moves import Move
from paddock.games.street_illegal.phases import Bidding, Duel, LineUp, Optimizing, Passing, ProDuel
from paddock.games.street_illegal.view import View, count_unseen, list_open_cards, take_held_cards

PRO_MPH = len(ROW) * sum(MPH) / len(MPH)
"""The mean of three cards, which an Old Pro has at most."""


def foresee(view: View, seat: Seat, move: Move) -> Mapping[str, float]:
    """The numbers of an option.

    Cards: speed and the cost of the limit. Chips: speed and a certain loss, or the chance to win.
    Attack: both speeds.
    """
    car, phase = view.cars[seat], view.phase
    match move:
        case mv.Bid(card) if isinstance(phase, Bidding):
            return {} if card == view.hand[len(view.hand) // 2] else {"rash": 1}
        case mv.Lay(card) if isinstance(phase, LineUp):
            laid = phase.laid[seat]
            led = {"speed": float(sum(MPH[one] for one in (*laid, card)))}
            return led if card in best_cards(view, laid) else led | {"rash": 1}
        case mv.Drive(slot, card):
            led = at_limit(view, seat, car.speed - MPH[car.up[slot]] + MPH[card])
            needless = "brake" in led and "brake" not in at_limit(view, seat, car.speed)
            led |= {"rash": 1} if led["speed"] != best_free_speed(view, seat) else {}
            return led | {"needless": 1} if needless else led
        case mv.Change() if not isinstance(phase, Optimizing):
            return {"slow": 1} if best_free_speed(view, seat) else {}
        case mv.Nothing():
            free = best_free_speed(view, seat)
            return at_limit(view, seat, car.speed) | ({"unused": free} if free else {})
        case mv.Enough():
            return at_limit(view, seat, car.speed)
        case mv.Spend(chips) if isinstance(phase, ProDuel):
            return {"win": win_chance(view, phase, car.speed + CHIP_MPH * chips)}
        case mv.Spend(chips) if isinstance(phase, Duel):
            theirs = view.cars[phase.back if seat == phase.front else phase.front].speed
            mine = car.speed + CHIP_MPH * chips
            return {"speed": mine, "lost": 1} if mine < theirs else {"speed": mine}
        case mv.Attack() if isinstance(phase, Passing):
            rival = view.order[phase.at - 1]
            rest = {} if rival == PRO else {"rival": view.cars[rival].speed}
            return {"speed": car.speed, **rest}
        case mv.Stay() if isinstance(phase, Passing):
            rival = view.order[phase.at - 1]
            if rival == PRO:
                return {"slow": 1} if car.speed > PRO_MPH else {}
            return {"unused": 1} if car.speed > view.cars[rival].speed else {}
        case _:
            return {}


def remarks(view: View, move: Move, numbers: Mapping[str, float]) -> Iterator[Remark]:
    """Remarks on the numbers: a speed and its price, a chance, or two speeds."""
    if "win" in numbers:
        yield "win", {"chance": numbers["win"]}
    elif isinstance(move, mv.Stay):
        if "unused" in numbers:
            yield "faster", {}
    elif isinstance(move, mv.Attack):
        yield ("against" if "rival" in numbers else "against-pro"), numbers
    elif "speed" in numbers:
        yield "speed", numbers
        if "owed" in numbers:
            yield ("brake" if "brake" in numbers else "owed"), numbers
        if "lost" in numbers:
            yield "lost", numbers
        if "unused" in numbers:
            yield "unused", {"speed": numbers["unused"]}


def danger(move: Move, numbers: Mapping[str, float]) -> Remark | None:
    """A warning for a card that forces needless braking."""
    return ("danger", numbers) if "needless" in numbers else None


def best_cards(view: View, laid: tuple[Tempo, ...]) -> tuple[Tempo, ...]:
    """The cards of the hand that complete the fastest row within the first limit; without one the
    slowest row."""
    hand, top = list(view.hand), LIMIT[view.track[0]]
    for card in laid:
        hand.remove(card)
    done = sum(MPH[card] for card in laid)

    def rank(cards: tuple[Tempo, ...]) -> tuple[bool, int]:
        speed = done + sum(MPH[card] for card in cards)
        within = not top or speed <= top
        return within, speed if within else -speed

    return max(combinations(hand, len(ROW) - len(laid)), key=rank)


def at_limit(view: View, seat: Seat, speed: int) -> dict[str, float]:
    """A speed, its excess over the limit, the chips for that, and whether braking is forced."""
    top = LIMIT[view.track[view.leg]]
    if not top or speed <= top:
        return {"speed": speed}
    cards, chips = len(view.hand), view.cars[seat].chips or 0
    if isinstance(view.phase, Optimizing):
        cards += len(view.phase.gone)  # as many are drawn before the limit is met
    owed = (speed - top) // CHIP_MPH
    led: dict[str, float] = {"speed": speed, "over": speed - top, "owed": owed}
    return led | {"brake": 1} if owed > min(chips, cards) else led


def best_free_speed(view: View, seat: Seat) -> int:
    """The highest speed that one card of the hand gives without a chip for the limit; 0: none is
    faster."""
    car, top = view.cars[seat], LIMIT[view.track[view.leg]]
    speeds = [car.speed - MPH[up] + MPH[card] for up in car.up for card in view.hand]
    free = [speed for speed in speeds if speed > car.speed and (not top or speed <= top)]
    return max(free, default=0)


def win_chance(view: View, duel: ProDuel, mine: int) -> float:
    """The chance that this speed beats the Old Pro.

    A third card may be any that the viewer has not seen and no player is known to hold.
    """
    least = duel.speed if view.order[duel.at] == PRO else duel.speed + 1  # a tie is the defender's
    if not duel.third:
        return float(mine >= least)
    if not view.deck:
        return share([MPH[card] for card in view.discards], mine - least)
    open_cards = list_open_cards(view)
    unseen = count_unseen(view, open_cards)
    take_held_cards(view, open_cards, unseen)
    return share([MPH[card] for card, n in enumerate(unseen) for _ in range(n)], mine - least)


def share(speeds: list[int], most: int) -> float:
    """The share of these speeds that are at most this."""
    return sum(speed <= most for speed in speeds) / len(speeds)
