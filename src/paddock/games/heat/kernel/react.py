"""Steps 4 and 5 in the kernel: adrenaline and symbols, in any order."""

from __future__ import annotations

from paddock.games.heat.data import HEAT, STRESS
from paddock.games.heat.kernel.cards import (
    add_to_hand,
    count_discarded,
    discard_card,
    find_played,
    flip,
    forget_card,
    lay_card,
    lift_card,
    pay,
    salvage_card,
    scrap_cards,
    take_first_discarded,
    unveil,
)
from paddock.games.heat.kernel.chance import Draws
from paddock.games.heat.kernel.compiler import large_rule, rule
from paddock.games.heat.kernel.plans import (
    ACCELERATE,
    BOOST,
    CARDS_AT,
    COOL,
    DIRECT,
    DONE,
    DRAFT,
    KIND_MASK,
    PAY_HEAT,
    PUSH,
    REDUCE,
    REPLACE,
    SALVAGE,
    SCRAP,
    SUPERCOOL,
    TAKE,
    VALUE_BITS,
    VALUE_MASK,
)
from paddock.games.heat.kernel.records import (
    AFTER_REACTION,
    AT_SLIPSTREAM,
    FIRST_UPGRADE_KIND,
    MOST_SALVAGE,
    MOST_SCRAP,
    REACT,
    SALVAGING,
    Car,
    Course,
    Race,
)
from paddock.games.heat.kernel.road import FULL, draft_length, drive_on, flags_at, taken_spots
from paddock.games.heat.kernel.symbols import (
    ACCEL_SYMBOL,
    COOL_SYMBOL,
    DIRECT_SYMBOL,
    DRAFT_SYMBOL,
    HEAT_PRICE,
    REDUCE_SYMBOL,
    SCRAP_SYMBOL,
    add_piles,
    settle_due,
    symbol,
    value_of,
)
from paddock.games.heat.rules.course import COOLING, FREE_BOOST, NO_COOLING, TUNNEL

# ---------------------------------------------------------------- what is possible


@rule
def cooldown(race: Race, here: int) -> int:  # H5.1, W4
    """The cooldown available on the car's space."""
    if here & NO_COOLING != 0:
        return 0
    return race.cool + (race.chill if here & COOLING != 0 else 0)


@rule
def can_push(race: Race, car: Car) -> int:  # H4, Q12
    return 1 if race.push != 0 and taken_spots(race, car.pos + 1) != FULL else 0


@rule
def can_cool(race: Race, car: Car, course: Course) -> int:  # H5.1
    return min(cooldown(race, flags_at(race, course, car.pos)), int(car.hand[HEAT]))


@rule
def can_boost(race: Race, car: Car, course: Course) -> int:  # H5.2, W4
    free = flags_at(race, course, car.pos) & FREE_BOOST != 0
    return 1 if race.boost != 0 and (car.engine > 0 or free) else 0


@rule
def can_salvage(race: Race, car: Car) -> bool:  # H5.4
    """Whether a salvage symbol is left, and a card for it."""
    n = 0
    for i in range(MOST_SALVAGE + 1):
        n += race.salvage[i]
    return n > 0 and car.discards + car.hiddens > 0


@rule
def can_play_directly(race: Race, car: Car, course: Course, kind: int) -> bool:  # H5.5, Q8
    """Whether a card has the symbol, and its Heat can be paid, with cooldown."""
    if symbol(course, car, kind, DIRECT_SYMBOL) == 0:
        return False
    short = symbol(course, car, kind, HEAT_PRICE) - car.engine
    if short <= 0:
        return True
    here = flags_at(race, course, car.pos)
    if here & NO_COOLING != 0:
        return False
    cool = cooldown(race, here) + symbol(course, car, kind, COOL_SYMBOL)
    return min(cool, int(car.hand[HEAT])) >= short


@rule
def has_open_symbols(race: Race, car: Car, course: Course) -> bool:  # Q32
    """Whether a symbol of a card may be possible, judged by what all know."""
    if race.due > 0 or race.scraps > 0 or (race.accel > 0 and race.plus > 0):
        return True
    if race.reduce > 0 and flags_at(race, course, car.pos) & TUNNEL == 0:
        return True
    if race.supercool > 0 and count_discarded(car, HEAT) > 0:
        return True
    if can_salvage(race, car) or draft_length(race, car, int(race.draft)) > 0:
        return True
    return car.direct != 0 and car.in_hand > 0


@large_rule
def continue_react(race: Race, car: Car, course: Course) -> None:  # Q6, Q32
    """Ask while a reaction may be possible by what all know; then the slipstream."""
    here = flags_at(race, course, car.pos)
    if can_boost(race, car, course) + can_push(race, car) + cooldown(race, here) > 0 or (
        course.garage != 0 and has_open_symbols(race, car, course)
    ):
        race.phase = REACT
    else:
        race.phase = AT_SLIPSTREAM


# ---------------------------------------------------------------- cards to be paid


@rule
def count_payable(ones: int, twos: int, engine: int) -> int:  # H5.9
    """How many of these prices, the cheapest first, the engine can pay."""
    kept = min(ones, engine)
    return kept + min(twos, (engine - kept) // 2)


@rule
def may_pay(race: Race, car: Car, course: Course, at: int) -> bool:  # H5.9, Q7, Q42
    """Whether a card may be paid now: as many cards as possible stay."""
    ones, twos = 0, 0
    for i in range(race.due):
        if symbol(course, car, int(race.due_kind[i]), HEAT_PRICE) == 1:
            ones += 1
        else:
            twos += 1
    engine = int(car.engine)
    most = count_payable(ones, twos, engine)
    price = symbol(course, car, int(race.due_kind[at]), HEAT_PRICE)
    if price > engine:
        return False
    if price == 1:
        return 1 + count_payable(ones - 1, twos, engine - 1) == most
    return 1 + count_payable(ones, twos - 1, engine - 2) == most


@rule
def is_repeated(race: Race, at: int) -> bool:
    """Whether the card before is the same, at the same value."""
    return (
        at > 0
        and race.due_kind[at - 1] == race.due_kind[at]
        and race.due_value[at - 1] == race.due_value[at]
    )


@rule
def duty_option(race: Race, car: Car, course: Course, choice: int) -> int:  # H5.9, H5.10, Q7
    """Moves that must be made: Heat paid or cards replaced, cards scrapped. The one of this
    number as a code, or how many there are (choice -1)."""
    n = 0
    payable = False
    for i in range(race.due):
        if not is_repeated(race, i) and may_pay(race, car, course, i):
            payable = True
            if n == choice:
                return due_code(race, PAY_HEAT, i)
            n += 1
    if not payable:
        for i in range(race.due):
            if not is_repeated(race, i):
                if n == choice:
                    return due_code(race, REPLACE, i)
                n += 1
    for number in range(MOST_SCRAP + 1):
        if race.scrap[number] > 0:
            if n == choice:
                return SCRAP | number << VALUE_BITS
            n += 1
    return n


@rule
def due_code(race: Race, what: int, at: int) -> int:
    return what | int(race.due_kind[at]) << VALUE_BITS | int(race.due_value[at]) << CARDS_AT


@rule
def symbol_option(race: Race, car: Car, course: Course, choice: int) -> int:  # H5, E3
    """Symbols that may be used: the one of this number as a code, or how many (choice -1)."""
    n = 0
    if race.reduce > 0 and flags_at(race, course, car.pos) & TUNNEL == 0:
        n = min(int(race.reduce), int(car.hand[STRESS]))
        if 0 <= choice < n:
            return REDUCE | choice + 1 << VALUE_BITS
    if race.supercool > 0:
        most = min(int(race.supercool), count_discarded(car, HEAT))
        if n <= choice < n + most:
            return SUPERCOOL | choice - n + 1 << VALUE_BITS
        n += most
    if can_salvage(race, car):
        for number in range(MOST_SALVAGE + 1):
            if race.salvage[number] > 0:
                if n == choice:
                    return SALVAGE | number << VALUE_BITS
                n += 1
    if race.accel > 0 and race.plus > 0:
        if n == choice:
            return ACCELERATE
        n += 1
    far = draft_length(race, car, int(race.draft))
    if far > 0:
        if n == choice:
            return DRAFT | far << VALUE_BITS
        n += 1
    for kind in range(FIRST_UPGRADE_KIND, car.kinds):
        if car.hand[kind] > 0 and can_play_directly(race, car, course, kind):
            if n == choice:
                return DIRECT | kind << VALUE_BITS
            n += 1
    return n


# ---------------------------------------------------------------- options


@rule
def count_reactions(race: Race, car: Car, course: Course) -> int:  # Q6
    plain = can_push(race, car) + can_cool(race, car, course) + can_boost(race, car, course)
    if course.garage == 0:
        return 1 + plain
    duties = duty_option(race, car, course, -1)
    return max(1, duties) + plain + symbol_option(race, car, course, -1)


@rule
def reaction_option(race: Race, car: Car, course: Course, choice: int) -> int:  # Q6, Q32
    """The reaction of this number, as a code; done is not offered while something must be done."""
    first = 1
    if course.garage != 0:
        duties = duty_option(race, car, course, -1)
        if choice < duties:
            return duty_option(race, car, course, choice)
        first = max(1, duties)
    if choice < first:
        return DONE
    pushes, cools = can_push(race, car), can_cool(race, car, course)
    choice -= first
    if choice < pushes:
        return PUSH
    if choice < pushes + cools:
        return COOL | choice - pushes + 1 << VALUE_BITS
    boosts = can_boost(race, car, course)
    if choice < pushes + cools + boosts:
        return BOOST
    return symbol_option(race, car, course, choice - pushes - cools - boosts)


# ---------------------------------------------------------------- effects


@large_rule
def react(race: Race, car: Car, course: Course, chance: Draws, code: int) -> None:  # H5, Q4
    """The effect of a reaction."""
    what, value = code & KIND_MASK, code >> VALUE_BITS & VALUE_MASK
    if what == DONE:
        race.phase = AT_SLIPSTREAM
        return
    race.phase = AFTER_REACTION
    race.push = 0
    if what == PUSH:  # H4, Q46
        gain_speed(race, car, 1)
    elif what == COOL:  # H5.1, Q47
        add_to_hand(car, HEAT, -value)
        car.engine += value
        race.cool = 0
        if flags_at(race, course, car.pos) & COOLING != 0:
            race.chill = 0
    elif what == BOOST:  # H5.2, Q5, W4
        if flags_at(race, course, car.pos) & FREE_BOOST == 0:
            pay(car, 1)
        gain_speed(race, car, flip(race, car, 1, chance))
        race.plus += 1
        race.boost = 0
    else:
        use_symbol(race, car, course, chance, code)


@rule
def gain_speed(race: Race, car: Car, n: int) -> None:
    """More speed, and as many spaces."""
    drive_on(race, car, n)
    race.speed += n


@rule
def use_symbol(race: Race, car: Car, course: Course, chance: Draws, code: int) -> None:  # H5
    """The effect of a symbol of an Upgrade or Sponsorship."""
    what, value = code & KIND_MASK, code >> VALUE_BITS & VALUE_MASK
    if what == REDUCE:  # H5.3
        add_to_hand(car, STRESS, -value)
        for _ in range(value):
            discard_card(car, STRESS)
            forget_card(car, STRESS)
        race.reduce = 0
    elif what == SUPERCOOL:  # H5.7
        for _ in range(value):
            take_first_discarded(car, HEAT)
        car.engine += value
        race.supercool = 0
    elif what == SALVAGE:  # H5.4
        race.salvage[value] -= 1
        race.phase, race.left, race.last = SALVAGING, value, 0
    elif what == ACCELERATE:  # H5.6, Q9
        race.accel -= 1
        gain_speed(race, car, int(race.plus))
    elif what == DRAFT:  # H5.8
        race.draft = 0
        drive_on(race, car, value)
    elif what == SCRAP:  # H5.10
        race.scrap[value] -= 1
        race.scraps -= 1
        scrap_cards(race, car, value, chance)
    elif what == PAY_HEAT:  # H5.9
        settle_due(race, value, code >> CARDS_AT)
        pay(car, symbol(course, car, value, HEAT_PRICE))
    elif what == REPLACE:
        replace_card(race, car, course, chance, value, code >> CARDS_AT)
    else:
        play_directly(race, car, course, value)


@rule
def replace_card(
    race: Race, car: Car, course: Course, chance: Draws, kind: int, value: int
) -> None:  # H5.9, Q7, Q9, Q48
    """A card that cannot be paid, and its unused symbols, are replaced by a Speed card of the
    deck. The car moves again from the space where its turn began."""
    discard_card(car, lift_card(car, find_played(car, kind)))
    race.speed += flip(race, car, 1, chance) - value
    car.pos, car.line = race.start, race.start_line
    drive_on(race, car, int(race.speed))
    settle_due(race, kind, value)
    race.reduce = max(0, race.reduce - symbol(course, car, kind, REDUCE_SYMBOL))
    race.draft = max(0, race.draft - symbol(course, car, kind, DRAFT_SYMBOL))
    race.cool = max(0, race.cool - symbol(course, car, kind, COOL_SYMBOL))
    scrap = symbol(course, car, kind, SCRAP_SYMBOL)
    if scrap > 0 and race.scrap[scrap] > 0:
        race.scrap[scrap] -= 1
        race.scraps -= 1


@rule
def play_directly(race: Race, car: Car, course: Course, kind: int) -> None:  # H5.5, Q8
    """A card from the hand as if it had been revealed; its Heat is paid now, and what the engine
    lacks is cooled down first."""
    add_to_hand(car, kind, -1)
    lay_card(car, kind)
    forget_card(car, kind)
    unveil(car)
    race.cool += symbol(course, car, kind, COOL_SYMBOL)
    price = symbol(course, car, kind, HEAT_PRICE)
    if price > 0:
        short = max(0, price - car.engine)
        add_to_hand(car, HEAT, -short)
        car.engine += short
        pay(car, price)
        race.cool = max(0, race.cool - short)
    gain_speed(race, car, value_of(course, car, kind, 0))
    race.reduce += symbol(course, car, kind, REDUCE_SYMBOL)
    race.draft += symbol(course, car, kind, DRAFT_SYMBOL)
    race.accel += symbol(course, car, kind, ACCEL_SYMBOL)
    add_piles(race, car, course, kind)


# ---------------------------------------------------------------- salvage


@rule
def pile_kinds(car: Car) -> int:
    """The kinds of cards in the whole discard pile, as bits."""
    found = 0
    for kind in range(car.kinds):
        if car.discard_bag[kind] + car.hidden_bag[kind] > 0:
            found |= 1 << kind
    return found


@rule
def take_option(race: Race, car: Car, choice: int) -> int:  # H5.4, Q51
    """The card to take of this number, from 1 on, as a code; or how many there are (choice -1)."""
    pile = pile_kinds(car)
    n = 0
    for kind in range(race.last, car.kinds):
        if pile >> kind & 1 != 0:
            n += 1
            if n == choice:
                return TAKE | kind << VALUE_BITS
    return n


@rule
def take_salvaged(race: Race, car: Car, code: int) -> None:  # H5.4, Q51
    """Take a card of the pile back into the deck, or no more; then the reactions continue."""
    if code != DONE:
        kind = code >> VALUE_BITS & VALUE_MASK
        salvage_card(car, kind)
        race.left -= 1
        race.last = kind
        if race.left > 0 and car.discards + car.hiddens > 0:
            return
    race.phase = AFTER_REACTION
