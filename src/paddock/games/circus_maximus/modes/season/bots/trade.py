"""Deals in parts and what becomes of debts: what a thing is worth, whom to ask for it, when to
agree. In a season as in a campaign."""

from __future__ import annotations

from typing import Any

from paddock.core.game import Amount, Ask
from paddock.core.seats import Seat
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.modes.season.bots.worth import strength, value
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.moves import DONE, Move
from paddock.games.circus_maximus.ownership.phases.debts import Bidding, Conceding, InKind, Valuing
from paddock.games.circus_maximus.ownership.rules.ledger import STEP
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

SPARE = 800
"""With less than this nobody buys parts."""
BETTER = 1.2
"""So much more one must get by an exchange."""
GLADIATOR = 700


def hundreds(amount: float) -> int:
    return int(amount) // STEP * STEP


def sum_of(ask: Ask[Move], wanted: float) -> Move:
    """The sum nearest to what is wanted that is allowed."""
    options = ask.options
    assert isinstance(options, Amount)
    return options.at(max(options.least, min(options[-1].amount, hundreds(wanted))))  # type: ignore[union-attr]


def said_last(view: Any, seat: Seat) -> Move:
    """What one has named last on a secret sheet: what an ask is about comes as a value only here,
    and not to a bot that thinks elsewhere."""
    said: tuple[Move, ...] = view.phase.said[seat]
    return said[-1]


# ---------------------------------------------------------------- what a thing is worth


def lacking(log: Log) -> Item | None:
    """The one thing that keeps a chariot from starting."""
    found = [Item.CAR] * (not log.car) + [Item.DRIVER] * (not log.hits)
    found += [Item.TEAM] * (not all(log.boxes))
    return found[0] if len(found) == 1 else None


def item_of(goods: Goods) -> Item | None:
    """Which of these a part is."""
    if goods.man is not None:
        return Item.DRIVER
    if goods.weight is not None:
        return Item.CAR
    return Item.TEAM if goods.team is not None else None


def estimate(goods: Goods) -> int:
    """What it would bring, on the scale of whole chariots."""
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
    return GLADIATOR


def pays(goods: Goods) -> int:
    """What one who lacks it pays at most: half of what the bank would take."""
    if goods.man is not None:
        return data.DRIVER_PRICES[max(0, min(2, goods.man.dm))] // 2
    if goods.weight is not None:
        return data.CAR_PRICE // 2
    return 2 * estimate(goods)


def useful(view: Any, seat: Seat, goods: Goods) -> bool:
    """Whether one of his chariots could start with it."""
    item = item_of(goods)
    if item is None or (goods.man is not None and not goods.man.hits):
        return False
    season = not hasattr(view.players[seat], "cars")
    return any(
        lacking(log) is item
        and (item is not Item.CAR or not season or log.weight == goods.weight)
        and (item is not Item.TEAM or season)
        for log in view.players[seat].stable
    )


def goods_of(view: Any, seat: Seat, picked: mv.Pick) -> Goods:
    """A thing as everybody sees it."""
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


def spares(view: Any, seat: Seat) -> list[mv.Pick]:
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


def seek(view: Any, ask: Ask[Move]) -> Move | None:
    """Who lacks one part asks whoever has it idle."""
    if view.players[ask.seat].cash < SPARE:
        return None
    for move in ask.options:
        if isinstance(move, mv.BuyFrom) and sought(view, ask.seat, move.whom):
            return move
    return None


def sought(view: Any, seat: Seat, whom: Seat) -> list[mv.Pick]:
    return [one for one in spares(view, whom) if useful(view, seat, goods_of(view, whom, one))]


def peddle(view: Any, ask: Ask[Move]) -> Move | None:
    """Who needs money offers an idle part to somebody who lacks it."""
    mine = spares(view, ask.seat)
    for move in ask.options:
        if isinstance(move, mv.SellTo):
            goods = [goods_of(view, ask.seat, one) for one in mine]
            if any(useful(view, move.whom, one) for one in goods):
                return move
    return None


def pick(view: Any, ask: Ask[Move]) -> Move:
    """What the offer is about: a part that its buyer lacks; an exchange is not sought."""
    subject = view.phase.subject
    seat, whom = ask.seat, subject.whom
    if isinstance(subject, mv.SellTo):
        good = [one for one in spares(view, seat) if useful(view, whom, goods_of(view, seat, one))]
    else:
        good = sought(view, seat, whom)
    for option in ask.options:
        if option in good:
            return option
    return ask.default_move


def price(view: Any, ask: Ask[Move], picked: mv.Pick) -> Move:
    """What is asked or offered for a part."""
    subject = view.phase.subject
    if isinstance(subject, mv.BuyFrom):
        goods = goods_of(view, subject.whom, picked)
        most = view.players[ask.seat].cash / 3
        return sum_of(ask, min(most, max(estimate(goods), 0.8 * pays(goods))))
    goods = goods_of(view, ask.seat, picked)
    return sum_of(ask, max(estimate(goods), 0.8 * pays(goods)))


def accepts(view: Any, seat: Seat, offer: PieceSale | Barter) -> bool:
    """An idle part for its worth, a part one lacks below the bank's price, a better thing for a
    worse one."""
    player = view.players[seat]
    if isinstance(offer, Barter):
        gain = estimate(offer.goods) + offer.amount
        return gain >= BETTER * estimate(offer.for_goods)
    goods = offer.goods
    if offer.by != seat:
        return useful(view, seat, goods) and offer.amount <= min(pays(goods), player.cash / 2)
    if goods.chariot is not None:
        ready = sum(log.whole for log in player.stable)
        return offer.amount >= 2 * value(goods.chariot) and ready > 2
    idle = mv.Pick(offer.piece, offer.stored) in spares(view, seat)
    return offer.amount >= (1 if idle else 4) * max(STEP, estimate(goods))


def fit(view: Any, ask: Ask[Move]) -> Move:
    """To a chariot that can start with it."""
    logs = view.players[ask.seat].stable
    for option in ask.options:
        if isinstance(option, mv.Fit) and lacking(logs[option.slot]) is not None:
            return option
    return ask.default_move


# ---------------------------------------------------------------- debts


def auction(view: Any, ask: Ask[Move]) -> Move:
    """The chariot one can do without best; then whatever is worth most."""
    stable = view.players[ask.seat].stable
    slots = [move for move in ask.options if isinstance(move, mv.Auction)]
    if slots:
        return min(slots, key=lambda move: strength(stable[move.slot]))
    rest = [move for move in ask.options if isinstance(move, mv.AuctionPiece)]
    picks = {move: mv.Pick(move.piece, move.stored) for move in rest}
    return max(rest, key=lambda move: estimate(goods_of(view, ask.seat, picks[move])))


def bid(view: Any, ask: Ask[Move], tail: int) -> Move:
    """A part of its value, if one has plenty and a use for it."""
    phase, player = view.phase, view.players[ask.seat]
    assert isinstance(phase, Bidding)
    goods = phase.goods
    wanted = goods.chariot is not None or goods.fighter is not None
    if not wanted and not useful(view, ask.seat, goods):
        return sum_of(ask, 0)
    return sum_of(ask, min(player.cash / tail, 0.8 * estimate(goods)))


def in_kind(view: Any, ask: Ask[Move]) -> Move:
    """Whatever is worth most."""
    phase = view.phase
    assert isinstance(phase, InKind)
    picks = [move for move in ask.options if isinstance(move, mv.Pick)]
    best = max(picks, key=lambda one: estimate(goods_of(view, phase.debtor, one)))
    return best if estimate(goods_of(view, phase.debtor, best)) >= STEP else DONE


def worth(view: Any, ask: Ask[Move]) -> Move:
    phase = view.phase
    assert isinstance(phase, Valuing)
    return sum_of(ask, estimate(phase.goods))


def concede(view: Any, ask: Ask[Move]) -> Move:
    """Unless it is given away for nothing."""
    phase = view.phase
    assert isinstance(phase, Conceding)
    return mv.AGREE if 2 * phase.amount >= estimate(phase.terms.goods) else mv.DECLINE
