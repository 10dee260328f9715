"""Law 1: random play ends within the number of decisions the card states.
Law 2: a seat is asked until there is an outcome, and none after.
Law 13: defaults are legal, so a race of absent players ends.
"""

from __future__ import annotations

import random

from paddock.core.referee import Referee
from paddock.verify.laws.walk import Walk


def ends_in_time(walk: Walk) -> None:
    """Law 1."""
    most = walk.game.card.most_decisions
    if len(walk.referee.rows) > most:
        walk.broken(1, f"after {most} decisions the race goes on")


def asked_until_outcome(walk: Walk) -> None:
    """Law 2."""
    with walk.law(2, "outcome"):
        outcome = walk.game.outcome(walk.state)
    if walk.asks and outcome is not None:
        walk.broken(2, f"there is an outcome ({outcome.reason}) and somebody is still asked")
    if not walk.asks and outcome is None:
        walk.broken(2, "nobody is asked and there is no outcome")
    seats = [ask.seat for ask in walk.asks]
    if len(set(seats)) != len(seats) or not all(0 <= seat < walk.seats for seat in seats):
        walk.broken(2, f"the seats asked are {seats}")


def outcome_is_whole(walk: Walk) -> None:
    """Law 2, at the end: a place for each seat, and the places add up."""
    outcome = walk.game.outcome(walk.state)
    assert outcome is not None
    if len(outcome.places) != walk.seats:
        walk.broken(2, f"{walk.seats} seats and places {outcome.places}")
    field = outcome.places + outcome.others
    placed = [place for place in field if place]
    for place in placed:
        better = sum(other < place for other in placed)
        if not 1 <= place <= better + 1:
            walk.broken(2, f"place {place} with {better} better ones: {field}")


def defaults_end(walk: Walk) -> None:
    """Law 13: the same race, and everybody absent."""
    generator = random.Random(f"{walk.seed} absent")
    with walk.law(13, "a race of defaults"):
        walk.referee = Referee(walk.game, walk.options, walk.seats, generator)
        while walk.referee.asks:
            ask = walk.asks[int(generator.random() * len(walk.asks))]
            walk.referee.play(ask.seat, ask.default_move)
            if len(walk.referee.rows) > walk.game.card.most_decisions:
                walk.broken(13, "a race of defaults does not end")


def defaults_are_offered(walk: Walk) -> None:
    """Law 13, on the way."""
    for ask in walk.asks:
        if not 0 <= ask.default < len(ask.options):
            prompt, among = ask.question.prompt, len(ask.options)
            walk.broken(13, f"{prompt}: the default is number {ask.default} of {among}")
