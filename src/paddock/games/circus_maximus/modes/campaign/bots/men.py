"""Gladiators of a stable: what one is worth, whom to send, what to teach him, how to bet."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.game import Amount, Ask
from paddock.core.seats import Seat
from paddock.games.circus_maximus.modes.arena.moves import CHOICES
from paddock.games.circus_maximus.modes.arena.rules import Fighter, Recruit, beaten
from paddock.games.circus_maximus.modes.campaign import moves as mv
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.rules.galas import Rating
from paddock.games.circus_maximus.modes.campaign.view import View
from paddock.games.circus_maximus.modes.season.bots import trade
from paddock.games.circus_maximus.modes.season.bots.trade import hundreds, sum_of
from paddock.games.circus_maximus.ownership.moves import DONE, BetOn, Pick, SellTo, SendIn
from paddock.games.circus_maximus.ownership.rules.stable import Piece

ENOUGH = 2
"""So many gladiators are enough."""
RESERVE = 4000
PLAIN = 9.0
"""The strength of one who wins nothing."""
WORTH = 300
"""In sesterces, of each factor beyond that."""
SOMEBODY = 700
"""What anybody is worth to whom a gala would otherwise pass by."""
NERVES = tuple(range(6))


def strength(man: Fighter | Recruit) -> float:
    """How good a gladiator is, in combat factors."""
    factors = man.training + man.strength + man.agility
    body = 0.35 * man.most_wounds + 0.2 * man.constitution
    hurt = 0.5 * sum(man.wounds) if isinstance(man, Fighter) else 0.0
    return factors + body - 4 - hurt


def best_of(view: View, seat: Seat) -> float:
    """The best of a stable who can fight."""
    men = view.players[seat].gladiators
    return max([strength(man) for man in men if not beaten(man)], default=0.0)


def limit(view: View, seat: Seat) -> int:
    """The most one would pay for the gladiator under the hammer."""
    player, offered = view.players[seat], view.recruits[0]
    value = WORTH * max(0.0, strength(offered) - PLAIN)
    if not player.gladiators:
        value = max(value, SOMEBODY)
    elif len(player.gladiators) >= ENOUGH:
        value = WORTH * max(0.0, strength(offered) - best_of(view, seat))
    return hundreds(min(value, max(0, player.cash - RESERVE) / 4))


def weakest(view: View, seat: Seat) -> Pick | None:
    """The gladiator one can do without; None: nobody is too many."""
    men = view.players[seat].gladiators
    if len(men) <= ENOUGH:
        return None
    return Pick(Piece.GLADIATOR, min(range(len(men)), key=lambda at: strength(men[at])))


def spare(view: View, ask: Ask[Move]) -> Move | None:
    """Offered to the richest who has nobody to send."""
    if weakest(view, ask.seat) is None:
        return None
    buyers = [
        move
        for move in ask.options
        if isinstance(move, SellTo) and not view.players[move.whom].gladiators
    ]
    return max(buyers, key=lambda move: view.players[move.whom].cash) if buyers else None


def kind(chance: Chance) -> Move:
    """Any type has an even chance against any other."""
    return CHOICES[chance.pick(range(len(CHOICES)), "type")]


def send(view: View, ask: Ask[Move]) -> Move:
    """The best, but nobody whom an old wound might kill."""
    men = view.players[ask.seat].gladiators
    free = [move for move in ask.options if isinstance(move, SendIn)]
    best = max(free, key=lambda move: strength(men[move.slot]))
    wounded = 3 * sum(men[best.slot].wounds) > men[best.slot].most_wounds
    return DONE if wounded and DONE in ask.options else best


def drill(view: View, ask: Ask[Move]) -> Move:
    """Training is the cheapest factor there is."""
    wanted = [m for m in ask.options if isinstance(m, mv.Drill) and m.rating is Rating.TRAINING]
    return wanted[0] if wanted else DONE


# ---------------------------------------------------------------- bets and duels


def likely(view: View, whom: Seat) -> float:
    """How likely somebody's gladiator wins his bout."""
    show = view.show
    assert show is not None
    line = view.own(whom)[0]
    pair = next(pair for pair in show.bouts if line in pair)
    other = pair[0] if pair[1] == line else pair[1]
    mine, theirs = [
        strength(view.players[view.entries[i].seat].gladiators[view.entries[i].slot])
        for i in (line, other)
    ]
    return min(0.85, max(0.15, 0.5 + 0.06 * (mine - theirs)))


def bet(view: View, ask: Ask[Move], chance: Chance) -> Move:
    """On one's own as it must be, more if he is the better man."""
    money = ask.args[1]
    assert isinstance(money, int)
    if isinstance(ask.options, Amount):
        on = trade.said_last(view, ask.seat)
        assert isinstance(on, BetOn)
        edge = likely(view, on.whom) - 0.45
        nerve = 0.3 + chance.pick(NERVES, "nerve") / 20
        return sum_of(ask, money * max(0.0, min(0.1, edge * nerve)))  # type: ignore[arg-type]
    wagers = [move for move in ask.options if isinstance(move, BetOn)]
    if DONE not in ask.options:
        return wagers[0]
    good = [move for move in wagers if likely(view, move.whom) >= 0.6]
    return good[0] if good and not view.own(ask.seat) else DONE


def weaker(view: View, ask: Ask[Move]) -> Move | None:
    """A duel against somebody whose best gladiator is clearly weaker."""
    mine = best_of(view, ask.seat)
    found = [
        move
        for move in ask.options
        if isinstance(move, mv.Duel) and best_of(view, move.whom) < mine - 3
    ]
    return min(found, key=lambda move: best_of(view, move.whom)) if found else None
