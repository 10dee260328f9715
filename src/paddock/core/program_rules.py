"""What rules and limits choose from an ask, by the numbers that its seat sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paddock.core.chance import Chance, UnrecordedChance
from paddock.core.game import Amount, Ask
from paddock.core.game_spec import AnyGameSpec, default_option
from paddock.core.program_turns import Turn
from paddock.core.program_types import About, Is, Limit, Near, Rule, Rules
from paddock.core.referee import is_final
from paddock.core.standings import Standing


class FixedGenerator:
    """A generator with the same numbers every time: what is imagined depends on the view alone."""

    __slots__ = ("seed",)

    def __init__(self, seed: int = 1) -> None:
        self.seed = seed

    def random(self) -> float:
        self.seed = (self.seed * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.seed >> 11) / (1 << 53)


def fixed_chance(seed: int = 1) -> Chance:
    return UnrecordedChance(FixedGenerator(seed))


class Offer:
    """An ask with what its seat sees next to each option; computed when needed, once."""

    __slots__ = ("_imagined", "_numbers", "_standings", "ask", "spec", "turn", "view")

    def __init__(self, spec: AnyGameSpec, ask: Ask[Any], view: Any, turn: Turn) -> None:
        self.spec, self.ask, self.view, self.turn = spec, ask, view, turn
        self._numbers: dict[Any, Mapping[str, float]] = {}
        self._standings: tuple[Standing, ...] | None = None
        self._imagined: Any = None

    def numbers(self, move: Any) -> Mapping[str, float]:
        found = self._numbers.get(move)
        if found is None:
            foresee = self.spec.foresee
            found = {} if foresee is None else foresee(self.view, self.ask.seat, move)
            self._numbers[move] = found
        return found

    def is_dangerous(self, move: Any) -> bool:
        return has_danger(self.spec, move, self.numbers(move))

    def is_final(self, move: Any) -> bool:
        """Whether a move cannot be taken back, in a world that looks like this one."""
        if self._imagined is None:
            self._imagined = self.spec.game.imagine(self.view, self.ask.seat, fixed_chance())
        game, state = self.spec.game, self._imagined
        return is_final(game, state, game.asks(state), self.ask.seat, move)

    @property
    def subject(self) -> str:
        return self.spec.programs.subject(self.view, self.ask)

    @property
    def standings(self) -> tuple[Standing, ...]:
        if self._standings is None:
            self._standings = self.spec.standings(self.view)
        return self._standings

    def staying_option(self) -> Any | None:
        """The option that does nothing, if there is one."""
        staying = self.spec.programs.staying
        return next((m for m in self.ask.candidates if type(m).__name__ in staying), None)


def has_danger(spec: AnyGameSpec, move: Any, numbers: Mapping[str, float]) -> bool:
    """Whether a warning is shown next to a move."""
    return spec.danger is not None and bool(numbers) and spec.danger(move, numbers) is not None


def choose_by_rules(offer: Offer, body: Rules[Any]) -> Any | None:
    for rule in body.rules:
        move = choose(offer, rule)
        if move is not None:
            return move
    return None


def choose(offer: Offer, rule: Rule[Any]) -> Any | None:
    """The move that a rule picks, or None if it leaves no option."""
    ask, pick = offer.ask, rule.pick
    if pick.how == "named":  # also an amount that bots would not look at
        return next((m for m in pick.moves if m in ask.options and fits_rule(offer, rule, m)), None)
    if pick.how == "proposed":
        move = proposed_move(offer)
        return move if fits_rule(offer, rule, move) else None
    left = [move for move in ask.candidates if fits_rule(offer, rule, move)]
    if not left:
        return None
    best = max if pick.how == "most" else min
    return best(left, key=lambda move: offer.numbers(move).get(pick.number, 0))


def proposed_move(offer: Offer) -> Any:
    """The option that the page preselects."""
    ask = offer.ask
    if isinstance(ask.options, Amount):
        return ask.default_move
    beside = ((offer.numbers(move), "!" * offer.is_dangerous(move)) for move in ask.options)
    return ask.options[default_option(ask.default, beside)]


def fits_rule(offer: Offer, rule: Rule[Any], move: Any) -> bool:
    """Whether an option meets all conditions of a rule."""
    for condition in rule.when:
        match condition:
            case Near():
                if not is_near(offer, condition, move):
                    return False
            case About(topic):
                if offer.spec.topic(offer.ask, move) != topic:
                    return False
            case Is(what, yes):
                if has_mark(offer, what, move) != yes:
                    return False
    return True


def is_near(offer: Offer, near: Near, move: Any) -> bool:
    value = near.value
    if near.than == "staying":
        staying = offer.staying_option()
        if staying is None:
            return False
        value += offer.numbers(staying).get(near.number, 0)
    now = offer.numbers(move).get(near.number, 0)
    match near.op:
        case "<=":
            return now <= value
        case ">=":
            return now >= value
        case _:
            return now == value


def has_mark(offer: Offer, what: str, move: Any) -> bool:
    match what:
        case "danger":
            return offer.is_dangerous(move)
        case "final":
            return offer.is_final(move)
        case _:
            return bool(offer.numbers(move).get(what))


def choose_by_limit(offer: Offer, limit: Limit) -> Any | None:
    """The cheapest move that is enough; the move that passes where a plain limit is reached."""
    game, ask = offer.spec.programs, offer.ask
    if limit.lot and offer.subject != limit.lot:
        return None
    priced = [(price, move) for move in moves_to_price(ask) if (price := game.price(ask, move))
              is not None]  # fmt: skip
    if not priced:
        return None
    allowed = [
        (price, move)
        for price, move in priced
        if price <= limit.most
        and (not limit.number or offer.numbers(move).get(limit.number, 0) >= limit.least)
    ]
    if allowed:
        return min(allowed, key=lambda one: one[0])[1]
    return None if limit.number else offer.staying_option()


def moves_to_price(ask: Ask[Any]) -> Sequence[Any]:
    """The options, or the smallest amount: a bid goes up by the least step."""
    return (ask.options[0],) if isinstance(ask.options, Amount) else ask.options
