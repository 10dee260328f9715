"""Bot decisions about gladiators: their value, whom to send, training, bets."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.game import Amount, Ask
from paddock.core.seats import Seat
from paddock.games.circus_maximus.modes.arena.moves import CHOICES
from paddock.games.circus_maximus.modes.arena.rules import Fighter, Recruit, is_beaten
from paddock.games.circus_maximus.modes.campaign import moves as mv
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.rules.galas import Rating
from paddock.games.circus_maximus.modes.campaign.view import View
from paddock.games.circus_maximus.modes.season.bots import trade
from paddock.games.circus_maximus.modes.season.bots.trade import nearest_sum, round_to_hundreds
from paddock.games.circus_maximus.ownership.moves import DONE, BetOn, Pick, SellTo, SendIn
from paddock.games.circus_maximus.ownership.rules.stable import Piece

MAX_GLADIATORS = 2
"""With this many gladiators the bot buys no more."""
RESERVE_SESTERCES = 4000
BASE_STRENGTH = 9.0
"""The strength of a gladiator who wins nothing."""
SESTERCES_PER_FACTOR = 300
"""Value of each factor above the base strength."""
FIRST_GLADIATOR_SESTERCES = 700
"""Value of any gladiator to a stable that would otherwise miss the gala."""
NERVES = tuple(range(6))


def strength(man: Fighter | Recruit) -> float:
    """A gladiator's strength, in combat factors."""
    factors = man.training + man.strength + man.agility
    body = 0.35 * man.most_wounds + 0.2 * man.constitution
    hurt = 0.5 * sum(man.wounds) if isinstance(man, Fighter) else 0.0
    return factors + body - 4 - hurt


def best_of(view: View, seat: Seat) -> float:
    """The strongest gladiator of a stable who can fight."""
    men = view.players[seat].gladiators
    return max([strength(man) for man in men if not is_beaten(man)], default=0.0)


def max_bid(view: View, seat: Seat) -> int:
    """The highest bid for the gladiator in the auction."""
    player, offered = view.players[seat], view.recruits[0]
    value = SESTERCES_PER_FACTOR * max(0.0, strength(offered) - BASE_STRENGTH)
    if not player.gladiators:
        value = max(value, FIRST_GLADIATOR_SESTERCES)
    elif len(player.gladiators) >= MAX_GLADIATORS:
        value = SESTERCES_PER_FACTOR * max(0.0, strength(offered) - best_of(view, seat))
    return round_to_hundreds(min(value, max(0, player.cash - RESERVE_SESTERCES) / 4))


def weakest_gladiator(view: View, seat: Seat) -> Pick | None:
    """The gladiator to sell; None if there are not too many."""
    men = view.players[seat].gladiators
    if len(men) <= MAX_GLADIATORS:
        return None
    return Pick(Piece.GLADIATOR, min(range(len(men)), key=lambda at: strength(men[at])))


def offer_gladiator(view: View, ask: Ask[Move]) -> Move | None:
    """Offers a gladiator to the richest owner who has none."""
    if weakest_gladiator(view, ask.seat) is None:
        return None
    buyers = [
        move
        for move in ask.options
        if isinstance(move, SellTo) and not view.players[move.whom].gladiators
    ]
    return max(buyers, key=lambda move: view.players[move.whom].cash) if buyers else None


def choose_type(chance: Chance) -> Move:
    """A random type: all have even chances against each other."""
    return CHOICES[chance.pick(range(len(CHOICES)), "type")]


def choose_sent(view: View, ask: Ask[Move]) -> Move:
    """Sends the best gladiator who is not in danger from an old wound."""
    men = view.players[ask.seat].gladiators
    free = [move for move in ask.options if isinstance(move, SendIn)]
    best = max(free, key=lambda move: strength(men[move.slot]))
    wounded = 3 * sum(men[best.slot].wounds) > men[best.slot].most_wounds
    return DONE if wounded and DONE in ask.options else best


def choose_drill(view: View, ask: Ask[Move]) -> Move:
    """Trains; training is the cheapest factor."""
    wanted = [m for m in ask.options if isinstance(m, mv.Drill) and m.rating is Rating.TRAINING]
    return wanted[0] if wanted else DONE


# ---------------------------------------------------------------- bets and duels


def win_chance(view: View, whom: Seat) -> float:
    """The chance that a seat's gladiator wins his bout."""
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


def choose_bet(view: View, ask: Ask[Move], chance: Chance) -> Move:
    """Bets the required sum on the own gladiator, more if he is the better one."""
    money = ask.args[1]
    assert isinstance(money, int)
    if isinstance(ask.options, Amount):
        on = trade.last_answer(view, ask.seat)
        assert isinstance(on, BetOn)
        edge = win_chance(view, on.whom) - 0.45
        nerve = 0.3 + chance.pick(NERVES, "nerve") / 20
        return nearest_sum(ask, money * max(0.0, min(0.1, edge * nerve)))  # type: ignore[arg-type]
    wagers = [move for move in ask.options if isinstance(move, BetOn)]
    if DONE not in ask.options:
        return wagers[0]
    good = [move for move in wagers if win_chance(view, move.whom) >= 0.6]
    return good[0] if good and not view.own(ask.seat) else DONE


def challenge_to_duel(view: View, ask: Ask[Move]) -> Move | None:
    """Challenges an owner whose best gladiator is clearly weaker."""
    mine = best_of(view, ask.seat)
    found = [
        move
        for move in ask.options
        if isinstance(move, mv.Duel) and best_of(view, move.whom) < mine - 3
    ]
    return min(found, key=lambda move: best_of(view, move.whom)) if found else None
