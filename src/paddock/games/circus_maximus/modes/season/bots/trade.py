"""Bot trade in parts and debts, for season and campaign: values, offers, answers."""

from __future__ import annotations

from typing import Any

from paddock.core.game import Amount, Ask
from paddock.core.seats import Seat
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.modes.season.bots.worth import strength, value
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.moves import DONE, Move
from paddock.games.circus_maximus.ownership.phases.debts import Bidding, Conceding, InKind, Valuing
from paddock.games.circus_maximus.ownership.rules.ledger import MONEY_STEP
from paddock.games.circus_maximus.ownership.rules.stable import (
    Barter,
    Goods,
    Item,
    Log,
    Piece,
    PieceSale,
    part_of,
    parts,
)

MIN_TRADE_SESTERCES = 800
"""Below this the bot buys no parts."""
MIN_EXCHANGE_RATIO = 1.2
"""The least gain of an exchange, as a ratio of the values."""
GLADIATOR_SESTERCES = 700


def round_to_hundreds(amount: float) -> int:
    return int(amount) // MONEY_STEP * MONEY_STEP


def nearest_sum(ask: Ask[Move], wanted: float) -> Move:
    """The allowed sum nearest to the wanted one."""
    options = ask.options
    assert isinstance(options, Amount)
    return options.at(max(options.least, min(options[-1].amount, round_to_hundreds(wanted))))  # type: ignore[union-attr]


def last_answer(view: Any, seat: Seat) -> Move:
    """The seat's last entry on a secret sheet. The view has it as a value; the ask may have it only
    as text, when the bot runs in another process."""
    said: tuple[Move, ...] = view.phase.said[seat]
    return said[-1]


# ---------------------------------------------------------------- values


def only_missing_item(log: Log) -> Item | None:
    """The single part that a chariot needs to start."""
    found = [Item.CAR] * (not log.car) + [Item.DRIVER] * (not log.hits)
    found += [Item.TEAM] * (not all(log.boxes))
    return found[0] if len(found) == 1 else None


def item_of(goods: Goods) -> Item | None:
    """The shop item of a part."""
    if goods.man is not None:
        return Item.DRIVER
    if goods.weight is not None:
        return Item.CAR
    return Item.TEAM if goods.team is not None else None


def estimate(goods: Goods) -> int:
    """The value of goods, on the scale of whole chariots."""
    if goods.chariot is not None:
        return value(goods.chariot)
    if goods.team is not None:
        return value(goods.team)
    if goods.man is not None:
        return (1500 + 1200 * goods.man.dm) * (goods.man.hits > 0) // 4
    if goods.weight is not None:
        return data.CAR_PRICE // 4
    if goods.horse is not None:
        return 125 * max(1, goods.horse.boxes - 1)
    return GLADIATOR_SESTERCES


def max_price(goods: Goods) -> int:
    """The highest price for a missing part: half of the bank's."""
    if goods.man is not None:
        return data.DRIVER_PRICES[max(0, min(2, goods.man.dm))] // 2
    if goods.weight is not None:
        return data.CAR_PRICE // 2
    return 2 * estimate(goods)


def is_useful(view: Any, seat: Seat, goods: Goods) -> bool:
    """Whether one of the seat's chariots could start with it."""
    item = item_of(goods)
    if item is None or (goods.man is not None and not goods.man.hits):
        return False
    season = not hasattr(view.players[seat], "cars")
    return any(
        only_missing_item(log) is item
        and (item is not Item.CAR or not season or log.weight == goods.weight)
        and (item is not Item.TEAM or season)
        for log in view.players[seat].stable
    )


def goods_of(view: Any, seat: Seat, picked: mv.Pick) -> Goods:
    """Goods as all seats see them."""
    player, at = view.players[seat], picked.stored
    match picked.piece:
        case Piece.HORSE:
            return Goods(horse=player.horses[at])
        case Piece.DRIVER:
            return Goods(man=player.men[at])
        case Piece.CAR:
            return Goods(weight=at)  # type: ignore[arg-type]
        case Piece.GLADIATOR:
            return Goods(fighter=player.gladiators[at])
        case piece:
            return part_of(player.stable[at], piece)


def idle_parts(view: Any, seat: Seat) -> list[mv.Pick]:
    """Parts of chariots that cannot start, and drivers in store."""
    player = view.players[seat]
    found = [
        mv.Pick(piece, slot)
        for slot, log in enumerate(player.stable)
        if not log.whole
        for piece in parts(log)
    ]
    stored = getattr(player, "men", ())
    return found + [mv.Pick(Piece.DRIVER, at) for at, man in enumerate(stored) if man.hits]


# ---------------------------------------------------------------- offers


def ask_for_part(view: Any, ask: Ask[Move]) -> Move | None:
    """Asks a seat with an idle part for the single missing one."""
    if view.players[ask.seat].cash < MIN_TRADE_SESTERCES:
        return None
    for move in ask.options:
        if isinstance(move, mv.BuyFrom) and wanted_parts(view, ask.seat, move.whom):
            return move
    return None


def wanted_parts(view: Any, seat: Seat, whom: Seat) -> list[mv.Pick]:
    return [
        one for one in idle_parts(view, whom) if is_useful(view, seat, goods_of(view, whom, one))
    ]


def offer_part(view: Any, ask: Ask[Move]) -> Move | None:
    """Offers an idle part to a seat that lacks it, when money is needed."""
    mine = idle_parts(view, ask.seat)
    for move in ask.options:
        if isinstance(move, mv.SellTo):
            goods = [goods_of(view, ask.seat, one) for one in mine]
            if any(is_useful(view, move.whom, one) for one in goods):
                return move
    return None


def choose_part(view: Any, ask: Ask[Move]) -> Move:
    """The goods of an offer: a part that the buyer lacks; never an exchange."""
    subject = view.phase.subject
    seat, whom = ask.seat, subject.whom
    if isinstance(subject, mv.SellTo):
        good = [
            one
            for one in idle_parts(view, seat)
            if is_useful(view, whom, goods_of(view, seat, one))
        ]
    else:
        good = wanted_parts(view, seat, whom)
    for option in ask.options:
        if option in good:
            return option
    return ask.default_move


def choose_part_price(view: Any, ask: Ask[Move], picked: mv.Pick) -> Move:
    """The price asked or offered for a part."""
    subject = view.phase.subject
    if isinstance(subject, mv.BuyFrom):
        goods = goods_of(view, subject.whom, picked)
        most = view.players[ask.seat].cash / 3
        return nearest_sum(ask, min(most, max(estimate(goods), 0.8 * max_price(goods))))
    goods = goods_of(view, ask.seat, picked)
    return nearest_sum(ask, max(estimate(goods), 0.8 * max_price(goods)))


def should_accept(view: Any, seat: Seat, offer: PieceSale | Barter) -> bool:
    """Whether to accept: an idle part at its value, a missing part below the bank's price, or a
    better exchange."""
    player = view.players[seat]
    if isinstance(offer, Barter):
        gain = estimate(offer.goods) + offer.amount
        return gain >= MIN_EXCHANGE_RATIO * estimate(offer.for_goods)
    goods = offer.goods
    if offer.by != seat:
        return is_useful(view, seat, goods) and offer.amount <= min(
            max_price(goods), player.cash / 2
        )
    if goods.chariot is not None:
        ready = sum(log.whole for log in player.stable)
        return offer.amount >= 2 * value(goods.chariot) and ready > 2
    idle = mv.Pick(offer.piece, offer.stored) in idle_parts(view, seat)
    return offer.amount >= (1 if idle else 4) * max(MONEY_STEP, estimate(goods))


def choose_slot(view: Any, ask: Ask[Move]) -> Move:
    """A chariot that can start with the part."""
    logs = view.players[ask.seat].stable
    for option in ask.options:
        if isinstance(option, mv.Fit) and only_missing_item(logs[option.slot]) is not None:
            return option
    return ask.default_move


# ---------------------------------------------------------------- debts


def choose_auctioned(view: Any, ask: Ask[Move]) -> Move:
    """The least needed chariot; then the most valuable goods."""
    stable = view.players[ask.seat].stable
    slots = [move for move in ask.options if isinstance(move, mv.Auction)]
    if slots:
        return min(slots, key=lambda move: strength(stable[move.slot]))
    rest = [move for move in ask.options if isinstance(move, mv.AuctionPiece)]
    picks = {move: mv.Pick(move.piece, move.stored) for move in rest}
    return max(rest, key=lambda move: estimate(goods_of(view, ask.seat, picks[move])))


def choose_bid(view: Any, ask: Ask[Move], tail: int) -> Move:
    """A share of the value, if the seat has enough money and a use for it."""
    phase, player = view.phase, view.players[ask.seat]
    assert isinstance(phase, Bidding)
    goods = phase.goods
    wanted = goods.chariot is not None or goods.fighter is not None
    if not wanted and not is_useful(view, ask.seat, goods):
        return nearest_sum(ask, 0)
    return nearest_sum(ask, min(player.cash / tail, 0.8 * estimate(goods)))


def choose_in_kind(view: Any, ask: Ask[Move]) -> Move:
    """The most valuable goods."""
    phase = view.phase
    assert isinstance(phase, InKind)
    picks = [move for move in ask.options if isinstance(move, mv.Pick)]
    best = max(picks, key=lambda one: estimate(goods_of(view, phase.debtor, one)))
    return best if estimate(goods_of(view, phase.debtor, best)) >= MONEY_STEP else DONE


def choose_debt_value(view: Any, ask: Ask[Move]) -> Move:
    phase = view.phase
    assert isinstance(phase, Valuing)
    return nearest_sum(ask, estimate(phase.goods))


def answer_debt_value(view: Any, ask: Ask[Move]) -> Move:
    """Agrees, unless the value is nothing."""
    phase = view.phase
    assert isinstance(phase, Conceding)
    return mv.AGREE if 2 * phase.amount >= estimate(phase.terms.goods) else mv.DECLINE
