"""The view of a seat (what it knows), and imagined states that fit a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.street_illegal.card import R
from paddock.games.street_illegal.data import (
    CHIPS,
    COPIES,
    HIDDEN,
    NONE,
    ROW,
    TEMPOS,
    Tempo,
    Track,
)
from paddock.games.street_illegal.phases import (
    Bidding,
    Braking,
    DropOne,
    Duel,
    LineUp,
    Nitrous,
    Phase,
    ProDuel,
    Swapping,
)
from paddock.games.street_illegal.rules import most_chips, speed
from paddock.games.street_illegal.state import Car, Options, State

if TYPE_CHECKING:
    from collections.abc import Sequence


class CarSeen(Struct, frozen=True, gc=False):
    """The public part of a car."""

    hand: int  # how many cards
    up: tuple[Tempo, ...]
    speed: int  # 0 before the start
    chips: int | None  # None: secret from the viewer


class View(Struct, frozen=True, gc=False):
    """The race as one seat knows it."""

    options: Options
    track: tuple[Track, ...]
    leg: int
    order: tuple[int, ...]
    cars: tuple[CarSeen, ...]  # by seat, mine too
    hand: tuple[Tempo, ...]  # mine
    deck: int
    discards: tuple[Tempo, ...]
    pool: int
    held: tuple[Tempo, ...]  # what the others held when the discards were last reshuffled
    phase: Phase


@cites(R("Q11"))
def view(state: State, seat: Seat | None) -> View:
    """Hands are secret; chips are open unless the table agreed otherwise."""
    shown = state.options.open_chips
    cars = [
        CarSeen(
            len(car.hand),
            car.up,
            speed(car) if car.up else 0,
            car.chips if shown or s == seat else None,
        )
        for s, car in enumerate(state.cars)
    ]
    held = sorted([card for s, hand in enumerate(state.held) if s != seat for card in hand])
    return View(
        options=state.options,
        track=state.track,
        leg=state.leg,
        order=state.order,
        cars=tuple(cars),
        hand=() if seat is None else state.cars[seat].hand,
        deck=len(state.deck),
        discards=state.discards,
        pool=state.pool,
        held=tuple(held),
        phase=phase_view(state.phase, seat),
    )


def phase_view(phase: Phase, viewer: Seat | None) -> Phase:
    """The phase with placeholders for sealed answers of others."""
    if type(phase) not in SEALED:
        return phase
    match phase:
        case Duel(front=front, back=back):
            return replace(
                phase,
                front_chips=hide(phase.front_chips, front, viewer),
                back_chips=hide(phase.back_chips, back, viewer),
            )
        case Nitrous(front=front, back=back):
            return replace(
                phase,
                front_card=hide(phase.front_card, front, viewer),
                back_card=hide(phase.back_card, back, viewer),
            )
        case LineUp(laid):
            return LineUp(tuple([hide_row(cards, s, viewer) for s, cards in enumerate(laid)]))
        case Bidding() | Swapping():
            sealed = [hide(card, s, viewer) for s, card in enumerate(phase.sealed)]
            return replace(phase, sealed=tuple(sealed))
        case _:
            return phase


SEALED = frozenset({Bidding, Swapping, LineUp, Duel, Nitrous})


def hide(answer: int | None, whose: Seat, viewer: Seat | None) -> int | None:
    return answer if answer is None or whose == viewer else HIDDEN


def hide_row(cards: tuple[Tempo, ...], whose: Seat, viewer: Seat | None) -> tuple[Tempo, ...]:
    """Hide the cards of others; they count only when the answer is complete."""
    if whose == viewer:
        return cards
    return (HIDDEN,) * len(ROW) if len(cards) == len(ROW) else ()


# ---------------------------------------------------------------- imagining


def imagine(view: View, seat: Seat, chance: Chance) -> State:
    """A random state that fits the view: deals all that this seat does not know."""
    open_cards = list_open_cards(view)
    unseen = count_unseen(view, open_cards)
    others = [s for s in range(len(view.cars)) if s != seat]
    kept = take_held_cards(view, open_cards, unseen) if view.held else []
    deck = [card for card, count in enumerate(unseen) for _ in range(count)]
    hands = deal_hands(view, others, kept, deck, chance)
    chips = deal_chips(view, others, chance)
    cars = [
        Car(view.hand if s == seat else hands[s], car.up, chips[s])
        for s, car in enumerate(view.cars)
    ]
    state = State(
        options=view.options,
        track=view.track,
        leg=view.leg,
        order=view.order,
        cars=tuple(cars),
        deck=tuple(deck),
        discards=view.discards,
        pool=view.pool,
        held=held_before(view, others),
        phase=view.phase,
    )
    if type(view.phase) not in SEALED:
        return state
    return replace(state, phase=imagined_phase(state, view.phase, chance))


def list_open_cards(view: View) -> list[Tempo]:
    """All face-up cards."""
    cards = list(view.discards)
    for car in view.cars:
        cards += car.up
    match view.phase:
        case DropOne(card=card) | Braking(card=card):
            cards.append(card)
        case ProDuel(first=first, second=second):
            cards += (first, second)
        case _:
            pass
    return cards


def count_unseen(view: View, open_cards: list[Tempo]) -> list[int]:
    """How many of each card are in the stack or in the others' hands."""
    unseen = [COPIES] * len(TEMPOS)  # by card
    for card in open_cards:
        unseen[card] -= 1
    for card in view.hand:
        unseen[card] -= 1
    return unseen


def take_held_cards(view: View, open_cards: list[Tempo], unseen: list[int]) -> list[Tempo]:
    """Take out of `unseen` the cards that the others must still hold.

    They held them at the last reshuffle, and the cards were not seen since.
    """
    since = [0] * len(TEMPOS)
    for card in open_cards:
        since[card] += 1
    kept: list[Tempo] = []
    for card in view.held:
        if since[card]:
            since[card] -= 1
        elif unseen[card]:
            unseen[card] -= 1
            kept.append(card)
    return kept


def deal_hands(
    view: View, others: Sequence[Seat], kept: list[Tempo], deck: list[Tempo], chance: Chance
) -> dict[Seat, tuple[Tempo, ...]]:
    """Deal the hands of the others from cards they must hold, then from the unseen cards."""
    source, pick = deck, chance.pick
    if kept:
        room = sum([view.cars[s].hand for s in others])
        while len(kept) < room:
            kept.append(deck.pop(pick(deck, "imagined card")))
        source = kept
    hands = {}
    for s in others:
        hand = [source.pop(pick(source, "imagined hand")) for _ in range(view.cars[s].hand)]
        hand.sort()
        hands[s] = tuple(hand)
    return hands


def deal_chips(view: View, others: Sequence[Seat], chance: Chance) -> list[int]:
    """The chips of all players: shown ones, and the rest spread randomly among the others."""
    chips = [car.chips or 0 for car in view.cars]
    if view.options.open_chips:
        return chips
    for _ in range(CHIPS - view.pool - sum(chips)):
        chips[others[chance.pick(others, "imagined chip")]] += 1
    return chips


def held_before(view: View, others: Sequence[Seat]) -> tuple[tuple[Tempo, ...], ...]:
    """The hands at the last reshuffle; who held which card does not matter to the viewer."""
    if not view.held or not others:
        return ()
    first = others[0]
    return tuple([view.held if s == first else () for s in range(len(view.cars))])


def imagined_phase(state: State, phase: Phase, chance: Chance) -> Phase:
    """The phase with random answers instead of placeholders."""
    cars = state.cars

    def chips(seat: Seat, answer: int | None) -> int | None:
        most = range(most_chips(cars[seat]) + 1)
        return chance.pick(most, "imagined chips") if answer == HIDDEN else answer

    def card(seat: Seat, answer: int | None) -> int | None:
        hand = cars[seat].hand
        return hand[chance.pick(hand, "imagined card")] if answer == HIDDEN else answer

    def raised_card(seat: Seat, answer: int | None) -> int | None:
        return card(seat, answer) if cars[seat].hand or answer != HIDDEN else NONE

    match phase:
        case Duel(front=front, back=back):
            return replace(
                phase,
                front_chips=chips(front, phase.front_chips),
                back_chips=chips(back, phase.back_chips),
            )
        case Nitrous(front=front, back=back):
            return replace(
                phase,
                front_card=raised_card(front, phase.front_card),
                back_card=raised_card(back, phase.back_card),
            )
        case LineUp(laid):
            return LineUp(
                tuple([imagined_lay(cars[s].hand, row, chance) for s, row in enumerate(laid)])
            )
        case Bidding() | Swapping():
            return replace(
                phase, sealed=tuple([card(s, answer) for s, answer in enumerate(phase.sealed)])
            )
        case _:
            return phase


def imagined_lay(
    hand: tuple[Tempo, ...], row: tuple[Tempo, ...], chance: Chance
) -> tuple[Tempo, ...]:
    if HIDDEN not in row:
        return row
    left = list(hand)
    return tuple([left.pop(chance.pick(left, "imagined card")) for _ in row])
