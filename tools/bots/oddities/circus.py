"""Circus Maximus, season and campaign: trade, bets and bribes that no owner would make."""

from __future__ import annotations

from typing import Any

from paddock.games.circus_maximus.modes.campaign.bots.worth import price
from paddock.games.circus_maximus.modes.campaign.events import LotSold
from paddock.games.circus_maximus.modes.season.bots.worth import value, win_chances
from paddock.games.circus_maximus.ownership.events import BetsOpened, ChariotOffered, ChariotSold
from tools.bots.oddities import Count, PlayedRace, oddity, run_with

SEASON, CAMPAIGN = "circus-maximus-season", "circus-maximus-campaign"
BOTH = (SEASON, CAMPAIGN)
CHEAP = 0.5
"""An offer below this share of the value is odd."""

run_with(SEASON, 4, ("bribe",), races=2, betters=1, turns=4)
run_with(CAMPAIGN, 4, ("bribe",), rounds=6, turns=2)


@oddity("a chariot bought in this round is offered for less than was paid", *BOTH)
def resold_below_price(race: PlayedRace) -> Count:
    found = possible = 0
    paid: dict[tuple[int, str], tuple[int, int]] = {}
    for decision in race.decisions:
        week = decision.view.week
        for event in decision.events:
            if isinstance(event, LotSold):
                paid[event.seat, event.log.driver] = (event.amount, week)
            elif isinstance(event, ChariotSold):
                paid[event.whom, event.log.driver] = (event.amount, week)
            elif isinstance(event, ChariotOffered):
                before, when = paid.get((event.by, event.log.driver), (0, -1))
                possible += when == week
                found += when == week and event.amount < before
    return Count(found, possible)


@oddity("a chariot that can start is offered for less than half of its value to the bot", *BOTH)
def offered_below_value(race: PlayedRace) -> Count:
    worth = price if race.spec.card.id == CAMPAIGN else value
    found = possible = 0
    for decision in race.decisions:
        for event in decision.events:
            if isinstance(event, ChariotOffered) and event.log.whole:
                possible += 1
                found += event.amount < CHEAP * worth(event.log)
    return Count(found, possible)


@oddity("a bettor puts nothing on the chariot that the bot itself holds for the favourite", *BOTH)
def favourite_ignored(race: PlayedRace) -> Count:
    """Owners in the race: their own best chariot. Others: the best of the field."""
    found = possible = 0
    for decision in race.decisions:
        for event in decision.events:
            if isinstance(event, BetsOpened):
                for seat, row in enumerate(event.bets):
                    if any(row):
                        possible += 1
                        found += not row[favourite_of(decision.view, seat)]
    return Count(found, possible)


def favourite_of(view: Any, seat: int) -> int:
    likely = win_chances(view)
    field = view.own(seat) or range(len(likely))
    return max(field, key=lambda i: likely[i])


@oddity("a seat without a bribe is asked again in the same race whether it opens one", *BOTH)
def bribe_asked_again(race: PlayedRace) -> Count:
    """By a person who takes the preselected answer."""
    found = possible = 0
    asked: set[tuple[int, Any]] = set()
    for view, ask, _, _ in race.decisions:
        if ask.question.prompt != "bribe" or view.sheets[ask.seat].bribe is not None:
            continue
        key = (ask.seat, (view.week, view.entries, getattr(view, "match", None)))
        if key in asked:
            found += 1
        else:
            possible += 1
            asked.add(key)
    return Count(found, possible)
