"""Law 11: taking back restores, also out of the middle of a sealed window; an option announced as
not final can be taken back, one announced as final cannot."""

from __future__ import annotations

import copy

from paddock.core.chance import Dealer, NoChance
from paddock.core.errors import NotUndoable
from paddock.core.record import TakeBack
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Seat
from paddock.verify.laws.walk import Walk


def taking_back_restores(walk: Walk) -> None:
    """Every seat that may take back does so, on a copy of the table."""
    if not walk.often(0.15):
        return
    for seat in range(walk.seats):
        row = walk.referee.undoable_row(seat)
        if row is None:
            is_refused(walk, seat)
            continue
        with walk.law(11, "{} takes back row {}", walk.names[seat], row):
            took = copy_referee(walk.referee)
            took.take_back(seat)
            check_restored(walk, seat, row, took)


def check_restored(walk: Walk, seat: Seat, row: int, took: AnyReferee) -> None:
    """The table stands as it did before the row, with what the others have sealed since."""
    i = next(n for n, past in enumerate(walk.referee.past) if past.row == row)
    before, later = walk.referee.past[i], walk.referee.past[i + 1 :]
    state = before.state
    for past in later:
        state = walk.game.play(state, past.entry.seat, past.entry.move, NoChance()).state
    if took.state != state or took.asks != walk.game.asks(state):
        walk.broken(11, f"after {walk.names[seat]} took back row {row} the table is another")
    if took.rows[-1] != TakeBack(seat, row):
        walk.broken(11, "taking back did not add its row")
    if all(ask.seat != seat for ask in took.asks):
        walk.broken(11, f"{walk.names[seat]} took back and is not asked again")
    if took.ask_number(seat) != len(took.rows):
        walk.broken(11, f"{walk.names[seat]} is asked again under an old number")
    if walk.often(0.2):
        again = Referee.replay(walk.game, took.record())
        if again.state != took.state or again.asks != took.asks:
            walk.broken(11, "the rows of a race with a taking back lead elsewhere")


def is_refused(walk: Walk, seat: Seat) -> None:
    try:
        walk.referee.take_back(seat)
    except NotUndoable:
        return
    walk.broken(11, f"{walk.names[seat]} has nothing to take back and yet did")


def finality_is_true(walk: Walk) -> None:
    """What was announced of an option before it was chosen turns out so."""
    if not walk.asks or not walk.often(0.1):
        return
    ask = walk.checks.choice(walk.asks)
    for move in walk.some(ask.options, 4):
        with walk.law(11, "is {!r} final", move):
            final = walk.referee.is_final(ask.seat, move)
            tried = copy_referee(walk.referee)
            tried.play(ask.seat, move)
            row = tried.undoable_row(ask.seat)
        can = row == len(walk.referee.rows)
        if final == can:
            told, found = ("final", "can") if final else ("not final", "cannot")
            walk.broken(11, f"{move!r} is announced as {told} and {found} be taken back")
        if can:
            with walk.law(11, "{!r} was to be taken back", move):
                tried.take_back(ask.seat)
            if tried.state != walk.state or tried.asks != walk.asks:
                walk.broken(11, f"{move!r} was taken back and the table is another")


def copy_referee(referee: AnyReferee) -> AnyReferee:
    """Another referee of the same race, who can go on alone. Its luck is its own."""
    other = referee.copy()
    if other._dealer is not None:
        other._dealer = Dealer(copy.copy(other._dealer.generator))
    return other
