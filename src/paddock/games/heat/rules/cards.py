"""Cards: the totals of played cards, and moves between deck, hand and discard pile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.data import (
    FIRST_SPONSOR,
    HEAT,
    IS_SPEED,
    SYMBOLS,
    VALUES,
    CardNo,
)
from paddock.games.heat.events import (
    Drew,
    Events,
    Flipped,
    Reshuffled,
    Scrapped,
    SponsorGained,
    SponsorUsed,
    TopSeen,
)
from paddock.games.heat.rules.memo import Memo

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, Supply


class Total(Struct, frozen=True, gc=False):
    """The total of a set of played cards."""

    speed: int  # of the cards with one value
    plus: int
    cool: int
    reduce: int
    limit: int
    slips: tuple[int, ...]
    again: int
    supercool: int
    draft: int
    accel: int
    heat: tuple[CardNo, ...]  # the cards that cost Heat
    scrap: tuple[int, ...]
    salvage: tuple[int, ...]
    open: tuple[CardNo, ...]  # the cards with several values
    symbols: bool  # whether there are symbols for React besides cooldown


SUMMED_SYMBOLS = tuple(
    (s.plus, s.cool, s.reduce, s.limit, s.again, s.supercool, s.draft, s.accel) for s in SYMBOLS
)
"""The symbols of each card that are simply added."""
NO_SUMMED_SYMBOLS = (0,) * len(SUMMED_SYMBOLS[0])


def add_up(area: tuple[CardNo, ...]) -> Total:
    """The total of the cards of a play area."""
    rows = [SUMMED_SYMBOLS[card] for card in area]
    plus, cool, reduce, limit, again, supercool, draft, accel = map(
        sum, zip(NO_SUMMED_SYMBOLS, *rows, strict=True)
    )
    printed = [SYMBOLS[card] for card in area]
    heat = tuple([card for card in area if SYMBOLS[card].heat])
    scrap = tuple(sorted([s.scrap for s in printed if s.scrap]))
    salvage = tuple(sorted([s.salvage for s in printed if s.salvage]))
    return Total(
        speed=sum([VALUES[card][0] for card in area if len(VALUES[card]) == 1]),
        plus=plus,
        cool=cool,
        reduce=reduce,
        limit=limit,
        slips=tuple(sorted([s.slip for s in printed if s.slip])),
        again=again,
        supercool=supercool,
        draft=draft,
        accel=accel,
        heat=heat,
        scrap=scrap,
        salvage=salvage,
        open=tuple([card for card in area if len(VALUES[card]) > 1]),
        symbols=bool(reduce or supercool or draft or accel or heat or scrap or salvage),
    )


TOTALS: Memo[tuple[CardNo, ...], Total] = Memo(add_up, 1 << 12)
"""Cache of totals by play area."""


def without(hand: tuple[CardNo, ...], cards: tuple[CardNo, ...]) -> tuple[CardNo, ...]:
    """The hand without these cards."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def without_any(row: tuple[CardNo, ...], cards: tuple[CardNo, ...]) -> tuple[CardNo, ...]:
    """The row without these cards, as far as it has them."""
    left = list(row)
    for card in cards:
        if card in left:
            left.remove(card)
    return tuple(left)


def shuffle_in(car: Car, seat: Seat, events: Events) -> Car:
    """The discard pile becomes the draw deck (H9.3)."""
    events.append(Reshuffled(seat))
    deck = tuple(sorted(car.deck + car.discard + car.hidden))
    return replace(car, deck=deck, discard=(), hidden=())


def unveil(car: Car) -> Car:
    """Drop Sponsorships from `secret` that all players can see now.

    Of each kind, at most as many copies stay secret as are in hidden piles.
    """
    if not car.secret:
        return car
    unseen = list(car.hand + car.deck + car.hidden)
    secret = []
    for card in car.secret:
        if card in unseen:
            unseen.remove(card)
            secret.append(card)
    return replace(car, secret=tuple(secret))


@cites(R("H9.3"))
def turn_up(
    car: Car, seat: Seat, label: str, events: Events, chance: Chance
) -> tuple[Car, CardNo | None]:
    """Turn up the top card of the draw deck; None if no cards are left at all."""
    if car.top:
        return replace(car, top=car.top[:-1]), car.top[-1]
    if not car.deck:
        if not (car.discard or car.hidden):
            return car, None
        car = shuffle_in(car, seat, events)
    deck = car.deck
    i = chance.pick(deck, label)
    card = deck[i]
    car = replace(car, deck=deck[:i] + deck[i + 1 :])
    return (unveil(car) if car.secret else car), card


@cites(R("H3.1"), R("H9.3"))
def flip(
    car: Car, seat: Seat, plus: int, events: Events, chance: Chance, heat: int = 0
) -> tuple[Car, int]:
    """Resolve plus symbols: turn up cards until a Speed card from 1 to 4 joins the play area.

    `heat` is paid from the engine first. Returns the car and the speed gained.
    """
    if car.top or car.secret:
        return flip_slowly(pay(car, heat) if heat else car, seat, plus, events, chance)
    deck, discard, hidden = list(car.deck), car.discard + (HEAT,) * heat, car.hidden
    area, gain, pick = car.area, 0, chance.pick
    while plus:
        if not deck:
            if not any(IS_SPEED[card] for card in discard + hidden):
                break
            events.append(Reshuffled(seat))
            deck, discard, hidden = sorted(discard + hidden), (), ()
        card = deck.pop(pick(deck, "flip"))
        events.append(Flipped(seat, card))
        if IS_SPEED[card]:
            area += (card,)
            gain += card
            plus -= 1
        else:
            discard += (card,)
    car = replace(
        car,
        engine=car.engine - heat,
        deck=tuple(deck),
        discard=discard,
        hidden=hidden,
        area=area,
    )
    return car, gain


def flip_slowly(car: Car, seat: Seat, plus: int, events: Events, chance: Chance) -> tuple[Car, int]:
    """`flip` for a car with refreshed cards on top of the deck or secret Sponsorships."""
    gain = 0
    while plus and (car.deck or car.top or any(IS_SPEED[c] for c in car.discard + car.hidden)):
        car, card = turn_up(car, seat, "flip", events, chance)
        if card is None:
            break
        events.append(Flipped(seat, card))
        if 1 <= card <= 4:
            car, gain, plus = replace(car, area=(*car.area, card)), gain + card, plus - 1
        else:
            car = replace(car, discard=(*car.discard, card))
    return car, gain


@cites(R("H5.10"))
def scrap(car: Car, seat: Seat, n: int, events: Events, chance: Chance) -> Car:
    """Discard the top n cards of the draw deck."""
    for _ in range(n):
        car, card = turn_up(car, seat, "scrap", events, chance)
        if card is None:
            break
        events.append(Scrapped(seat, card))
        car = replace(car, discard=(*car.discard, card))
    return car


@cites(R("H9.2"), R("Q22"))
def spend_sponsors(car: Car, supply: Supply, seat: Seat, events: Events) -> tuple[Car, Supply]:
    """Remove played Sponsorships for the rest of the race."""
    spent = tuple(card for card in car.area if card >= FIRST_SPONSOR)
    events += [SponsorUsed(seat, card) for card in spent]
    area = tuple(card for card in car.area if card < FIRST_SPONSOR)
    return replace(car, area=area), replace(supply, used=supply.used + spent)


@cites(R("Q50"), R("Q28"))
def open_top(car: Car, seat: Seat, events: Events) -> Car:
    """Show the last card discarded from the hand if nothing else is on the pile."""
    events.append(TopSeen(seat, car.hidden[-1]))
    car = replace(car, discard=car.hidden[-1:], hidden=car.hidden[:-1])
    return unveil(car)


@cites(R("H9"), R("H0.3"))
def fill_hand(car: Car, seat: Seat, size: int, events: Events, chance: Chance) -> Car:
    """Discard played cards, and fill the hand up to its size."""
    deck, hidden, top, shown = list(car.deck), car.hidden, car.top, car.shown
    discard, drawn, pick = car.discard + car.area, [], chance.pick
    for _ in range(size - len(car.hand)):
        if top:
            card, top = top[-1], top[:-1]
            shown = (*shown, card)
        else:
            if not deck:
                if not (discard or hidden):
                    break
                events.append(Reshuffled(seat))
                deck, discard, hidden = sorted(discard + hidden), (), ()
            card = deck.pop(pick(deck, "draw", seat))
        drawn.append(card)
    events.append(Drew(seat, len(drawn), tuple(drawn)))
    car = replace(
        car,
        hand=tuple(sorted([*car.hand, *drawn])),
        deck=tuple(deck),
        discard=discard,
        area=(),
        hidden=hidden,
    )
    return replace(car, top=top, shown=shown) if top is not car.top else car


@cites(R("C4"))
def gain_sponsor(
    car: Car, supply: Supply, seat: Seat, events: Events, chance: Chance
) -> tuple[Car, Supply]:
    """Draw a Sponsorship card into the hand; used ones are shuffled if the deck is empty."""
    deck, used = supply.sponsors, supply.used
    if not deck:
        deck, used = tuple(sorted(used)), ()
        if not deck:
            return car, supply
    i = chance.pick(deck, "sponsorship", seat)
    card = deck[i]
    events.append(SponsorGained(seat, card))
    car = replace(car, hand=tuple(sorted((*car.hand, card))), secret=(*car.secret, card))
    return car, replace(supply, sponsors=deck[:i] + deck[i + 1 :], used=used)


@cites(R("Q25"))
def pay(car: Car, heat: int) -> Car:
    """Pay Heat from the engine to the discard pile."""
    return replace(car, engine=car.engine - heat, discard=car.discard + (HEAT,) * heat)
