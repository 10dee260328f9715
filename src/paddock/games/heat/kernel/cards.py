"""Cards in the kernel: moves between deck, hand, play area and discard pile."""

from __future__ import annotations

from paddock.games.heat.data import HEAT, STRESS
from paddock.games.heat.kernel.chance import Draws, pick
from paddock.games.heat.kernel.compiler import rule
from paddock.games.heat.kernel.records import (
    CARD_KINDS,
    FIRST_SPONSOR_KIND,
    FLIP_DRAW,
    HAND_DRAW,
    MOST_OWN_CARDS,
    NO_ROOM,
    OVER,
    PLAIN_KINDS,
    SCRAP_DRAW,
    SPONSOR_DRAW,
    SPONSOR_KINDS,
    Car,
    Race,
)

# ---------------------------------------------------------------- piles


@rule
def count_playable(car: Car) -> int:  # H2.1
    return car.in_hand - car.hand[HEAT]


@rule
def count_played(car: Car, kind: int) -> int:
    """How often a card lies in the play area."""
    n = 0
    for i in range(car.played):
        if car.area[i] == kind:
            n += 1
    return n


@rule
def count_own_cards(car: Car) -> int:
    """All cards of a driver, Heat in the engine included."""
    piles = car.discards + car.hiddens + car.played + car.tops + car.engine
    return piles + car.in_hand + car.in_deck


@rule
def add_to_hand(car: Car, kind: int, n: int) -> None:
    car.hand[kind] += n
    car.in_hand += n


@rule
def add_to_deck(car: Car, kind: int, n: int) -> None:
    car.deck[kind] += n
    car.in_deck += n


@rule
def clear_cards(car: Car) -> None:
    """No cards at all."""
    car.in_hand, car.in_deck, car.discards, car.hiddens, car.played = 0, 0, 0, 0, 0
    car.shown, car.knowns, car.tops, car.secrets = 0, 0, 0, 0
    for kind in range(CARD_KINDS):
        car.hand[kind] = 0
        car.deck[kind] = 0
        car.discard_bag[kind] = 0
        car.hidden_bag[kind] = 0


@rule
def discard_card(car: Car, kind: int) -> None:
    """A card on the discard pile, where all see it."""
    car.discard[car.discards] = kind
    car.discards += 1
    car.discard_bag[kind] += 1


@rule
def hide_card(car: Car, kind: int) -> None:  # H8
    """A card from the hand under the discard pile: only the owner knows it."""
    car.hidden[car.hiddens] = kind
    car.hiddens += 1
    car.hidden_bag[kind] += 1


@rule
def lay_card(car: Car, kind: int) -> None:
    """A card into the play area."""
    car.area[car.played] = kind
    car.played += 1


@rule
def lift_card(car: Car, at: int) -> int:
    """The card at this place of the play area, taken out of it."""
    kind = int(car.area[at])
    car.played -= 1
    for i in range(at, car.played):
        car.area[i] = car.area[i + 1]
    return kind


@rule
def find_played(car: Car, kind: int) -> int:
    """Where a card lies in the play area first."""
    at = 0
    while car.area[at] != kind:
        at += 1
    return at


@rule
def pay(car: Car, heat: int) -> None:  # Q25
    """Heat from the engine to the discard pile."""
    car.engine -= heat
    for _ in range(heat):
        discard_card(car, HEAT)


@rule
def shuffle_in(car: Car) -> None:  # H9.3
    """The discard pile becomes the draw deck."""
    for kind in range(car.kinds):
        car.deck[kind] += car.discard_bag[kind] + car.hidden_bag[kind]
        car.discard_bag[kind] = 0
        car.hidden_bag[kind] = 0
    car.in_deck += car.discards + car.hiddens
    car.discards = 0
    car.hiddens = 0


@rule
def kinds_in_hand(car: Car) -> int:
    """The kinds of cards in the hand, as bits."""
    found = 0
    for kind in range(PLAIN_KINDS):  # a fixed number, and no branch
        found |= (1 if car.hand[kind] > 0 else 0) << kind
    for kind in range(PLAIN_KINDS, car.kinds):
        if car.hand[kind] > 0:
            found |= 1 << kind
    return found


@rule
def count_kinds(bits: int) -> int:
    """How many kinds these are: bits are added in pairs, fours and eights, side by side."""
    bits -= bits >> 1 & 0x555555
    bits = (bits & 0x333333) + (bits >> 2 & 0x333333)
    bits = bits + (bits >> 4) & 0x0F0F0F
    return bits * 0x010101 >> 16 & 0xFF


@rule
def kind_of_number(bits: int, number: int) -> int:
    """The kind of this number, from 1 on."""
    for _ in range(number - 1):
        bits &= bits - 1
    return count_kinds((bits & -bits) - 1)


# ---------------------------------------------------------------- what all have seen


@rule
def is_heat_or_stress(kind: int) -> bool:
    """Written so that it also compiles for GPUs, as a test for membership does not."""
    return HEAT <= kind <= STRESS


@rule
def know_card(car: Car, kind: int) -> None:
    """All have seen a card that comes into the hand; Stress is only counted."""
    car.known[car.knowns] = kind
    car.before[car.knowns] = car.shown
    car.knowns += 1


@rule
def forget_card(car: Car, kind: int) -> None:
    """One copy of a card is no longer known in the hand, if one was."""
    if kind == STRESS:
        if car.shown > 0:
            car.shown -= 1
            for i in range(car.knowns):
                if car.before[i] > 0:
                    car.before[i] -= 1
        return
    for i in range(car.knowns):
        if car.known[i] == kind:
            car.knowns -= 1
            for j in range(i, car.knowns):
                car.known[j] = car.known[j + 1]
                car.before[j] = car.before[j + 1]
            return


@rule
def forget_area(car: Car) -> None:
    """Cards of the play area are no longer cards known in the hand."""
    if car.shown + car.knowns > 0:
        for i in range(car.played):
            forget_card(car, int(car.area[i]))


@rule
def forget_after_toss(car: Car, kind: int) -> None:
    """A card discarded face down may be any of those known: only Heat and Stress stay known."""
    if is_heat_or_stress(kind):
        forget_card(car, kind)
        return
    kept = 0
    for i in range(car.knowns):
        if car.known[i] == HEAT:
            car.known[kept] = HEAT
            car.before[kept] = car.before[i]
            kept += 1
    car.knowns = kept


@rule
def count_unseen(car: Car, kind: int) -> int:
    """Copies of a card in piles that only their owner knows."""
    return car.hand[kind] + car.deck[kind] + car.hidden_bag[kind]


@rule
def unveil(car: Car) -> None:
    """Of each Sponsorship at most as many copies stay secret as lie in hidden piles."""
    kept = 0
    for i in range(car.secrets):
        kind = int(car.secret[i])
        copies = 1
        for j in range(kept):
            if car.secret[j] == kind:
                copies += 1
        if copies <= count_unseen(car, kind):
            car.secret[kept] = kind
            kept += 1
    car.secrets = kept


# ---------------------------------------------------------------- draws


@rule
def draw_card(race: Race, car: Car, chance: Draws, label: int) -> int:
    """A card out of the deck, counted in the order of the cards. Plain ones are counted without
    branches: a processor would often guess them wrong."""
    at = pick(race, chance, int(car.in_deck), label)
    kind, before = 0, 0
    for plain in range(PLAIN_KINDS):
        before += car.deck[plain]
        kind += 1 if at >= before else 0
    if kind == PLAIN_KINDS:
        at -= before
        while at >= car.deck[kind]:
            at -= car.deck[kind]
            kind += 1
    add_to_deck(car, kind, -1)
    return kind


@rule
def turn_up(race: Race, car: Car, chance: Draws, label: int) -> int:  # H9.3
    """The top card of a deck that is not empty."""
    if car.tops > 0:
        car.tops -= 1
        return int(car.top[car.tops])
    kind = draw_card(race, car, chance, label)
    unveil(car)
    return kind


@rule
def is_speed(kind: int) -> bool:
    return 1 <= kind <= 4


@rule
def has_speed_discarded(car: Car) -> bool:
    """Whether the discard pile holds a Speed card from 1 to 4."""
    found = 0
    for kind in range(1, 5):
        found += car.discard_bag[kind] + car.hidden_bag[kind]
    return found > 0


@rule
def flip(race: Race, car: Car, plus: int, chance: Draws) -> int:  # H3.1, H9.3
    """Plus symbols: cards are turned up until a Speed card from 1 to 4 joins the play area."""
    gain = 0
    while plus > 0:
        if car.in_deck + car.tops == 0:
            if not has_speed_discarded(car):
                break
            shuffle_in(car)
        kind = turn_up(race, car, chance, FLIP_DRAW)
        if is_speed(kind):
            lay_card(car, kind)
            gain += kind
            plus -= 1
        else:
            discard_card(car, kind)
    return gain


@rule
def scrap_cards(race: Race, car: Car, n: int, chance: Draws) -> None:  # H5.10
    """The top n cards of the deck are discarded."""
    for _ in range(n):
        if car.in_deck + car.tops == 0:
            shuffle_in(car)
            if car.in_deck == 0:
                return
        discard_card(car, turn_up(race, car, chance, SCRAP_DRAW))


@rule
def discard_area(car: Car) -> None:
    """Played cards to the discard pile."""
    for i in range(car.played):
        discard_card(car, car.area[i])
    car.played = 0


@rule
def fill_hand(race: Race, car: Car, size: int, chance: Draws) -> None:  # H9, H0.3
    """Played cards to the discard pile, and the hand filled up to its size."""
    discard_area(car)
    for _ in range(size - car.in_hand):
        if car.tops > 0:
            car.tops -= 1
            kind = int(car.top[car.tops])
            know_card(car, kind)
        else:
            if car.in_deck == 0:
                shuffle_in(car)
                if car.in_deck == 0:
                    break
            kind = draw_card(race, car, chance, HAND_DRAW)
        add_to_hand(car, kind, 1)


@rule
def open_top(car: Car) -> None:  # Q50, Q28
    """The last card discarded from the hand is seen if nothing else is on the pile."""
    if car.hiddens > 0 and car.discards == 0 and car.played == 0:
        car.hiddens -= 1
        kind = int(car.hidden[car.hiddens])
        car.hidden_bag[kind] -= 1
        discard_card(car, kind)
        unveil(car)


@rule
def count_discarded(car: Car, kind: int) -> int:
    """How often all see a card in the discard pile."""
    return int(car.discard_bag[kind])


@rule
def take_discarded(car: Car, at: int) -> None:
    """The card at this place leaves the discard pile."""
    car.discard_bag[car.discard[at]] -= 1
    car.discards -= 1
    for i in range(at, car.discards):
        car.discard[i] = car.discard[i + 1]


@rule
def take_first_discarded(car: Car, kind: int) -> None:
    at = 0
    while car.discard[at] != kind:
        at += 1
    take_discarded(car, at)


@rule
def salvage_card(car: Car, kind: int) -> None:  # H5.4, Q51
    """A card of the pile is shown and shuffled into the deck, with the refreshed cards on top."""
    if count_discarded(car, kind) > 0:
        at = car.discards - 1
        while car.discard[at] != kind:
            at -= 1
        take_discarded(car, at)
    else:
        at = 0
        while car.hidden[at] != kind:
            at += 1
        car.hidden_bag[kind] -= 1
        car.hiddens -= 1
        for i in range(at, car.hiddens):
            car.hidden[i] = car.hidden[i + 1]
        unveil(car)
    for i in range(car.tops):
        add_to_deck(car, int(car.top[i]), 1)
    car.tops = 0
    add_to_deck(car, kind, 1)


# ---------------------------------------------------------------- Sponsorships


@rule
def gain_sponsor(race: Race, car: Car, chance: Draws) -> None:  # C4
    """A Sponsorship into the hand; used ones are shuffled if the deck is empty."""
    left = 0
    for i in range(SPONSOR_KINDS):
        left += race.sponsors[i]
    if left == 0:
        for i in range(race.useds):
            race.sponsors[race.used[i] - FIRST_SPONSOR_KIND] += 1
        left = int(race.useds)
        race.useds = 0
    if left == 0:
        return
    if count_own_cards(car) == MOST_OWN_CARDS:
        race.wrong = NO_ROOM
        race.phase, race.racing, race.turn = OVER, 0, 0
        return
    at = pick(race, chance, left, SPONSOR_DRAW)
    i = 0
    while at >= race.sponsors[i]:
        at -= race.sponsors[i]
        i += 1
    race.sponsors[i] -= 1
    add_to_hand(car, FIRST_SPONSOR_KIND + i, 1)
    car.secret[car.secrets] = FIRST_SPONSOR_KIND + i
    car.secrets += 1


@rule
def spend_sponsors(race: Race, car: Car) -> None:  # H9.2, Q22
    """Played Sponsorships leave the race."""
    kept = 0
    for i in range(car.played):
        kind = int(car.area[i])
        if kind >= FIRST_SPONSOR_KIND:
            race.used[race.useds] = kind
            race.useds += 1
        else:
            car.area[kept] = kind
            kept += 1
    car.played = kept
