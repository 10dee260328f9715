"""Winds of War: stops, bids and deals that no driver would make."""

from __future__ import annotations

from typing import Any

from paddock.games.winds_of_war.data import DRIVER_X, MODELS, TUNINGS
from paddock.games.winds_of_war.data.enums import PUNCTURE, Job, Part
from paddock.games.winds_of_war.events import Bought
from paddock.games.winds_of_war.market.events import Agreed, Offered
from paddock.games.winds_of_war.market.moves import CARD_OF
from paddock.games.winds_of_war.moves import Done, Halt, Pit
from paddock.games.winds_of_war.phases import GridRerolling, Halting, Pitting, Planning, Rerolling
from paddock.games.winds_of_war.rules.pits import stop_time
from paddock.games.winds_of_war.rules.roadside import halt_time
from paddock.games.winds_of_war.view import imagine
from tools.bots.oddities import Count, PlayedRace, oddity, run_with

GRAND_PRIX, ROAD = "winds-of-war", "winds-of-war-mille-miglia"
SEASON, CAREER = "winds-of-war-championship", "winds-of-war-career"
RACES = (GRAND_PRIX, ROAD)
MODES = (SEASON, CAREER)
RED_HEAT, RED_BODY = 3, 2  # red boxes of the thermometer and the bodywork

run_with(GRAND_PRIX, 4, garage="auction", style="simulation", laps=2)
run_with(ROAD, 4, format="one-stage", garage="auction")
run_with(SEASON, 4, circuits=("salerno", "modena"), laps=1)
run_with(CAREER, 4, editions=2)


def race_of(view: Any) -> Any:
    """The race that a view shows, also inside a mode."""
    return getattr(view, "now", view)


@oddity("a car with red heat and water, or a puncture and a tyre, is driven on by default", *RACES)
def driven_on(race: PlayedRace) -> Count:
    """By a person who takes the preselected plan where a stop is offered."""
    found = possible = 0
    for view, ask, _, _ in race.decisions:
        now = race_of(view)
        if not isinstance(now.phase, Planning):
            continue
        car, sheet, spares = now.cars[ask.seat], now.sheets[ask.seat], now.teams[ask.seat].spares
        hot = car.heat > sheet.heat - RED_HEAT and spares[Part.WATER]
        flat = PUNCTURE in car.broken and spares[Part.TYRE]
        stops = any(isinstance(move, Pit | Halt) for move in ask.options)
        if stops and (hot or flat):
            possible += 1
            found += not isinstance(ask.default_move, Pit | Halt)
    return Count(found, possible)


@oddity("a point of bodywork outside the red boxes is mended, which takes turns", *RACES)
def harmless_bodywork(race: PlayedRace) -> Count:
    found = possible = 0
    for view, ask, move, _ in race.decisions:
        now = race_of(view)
        if not isinstance(now.phase, Pitting | Halting) or not isinstance(move, Done):
            continue
        jobs = now.phase.jobs
        points = jobs.count(Job.BODY)
        red = max(0, now.cars[ask.seat].body - now.sheets[ask.seat].body + RED_BODY)
        harmless = max(0, points - red)
        rest = [job for job in jobs if job is not Job.BODY] + [Job.BODY] * (points - harmless)
        possible += points
        if stop_turns(now, ask.seat, jobs) > stop_turns(now, ask.seat, tuple(rest)):
            found += harmless
    return Count(found, possible)


def stop_turns(now: Any, seat: int, jobs: tuple[Job, ...]) -> int:
    """The turns of a stop with these repairs."""
    if isinstance(now.phase, Halting):
        return halt_time(imagine(now), seat, jobs, now.phase.parts)[0]
    return stop_time(now.sheets[seat], now.cars[seat], jobs)[0]


@oddity("a car stops and leaves with the thermometer in the red", *RACES)
def leaves_hot(race: PlayedRace) -> Count:
    found = possible = 0
    for view, ask, move, _ in race.decisions:
        now = race_of(view)
        if not isinstance(now.phase, Pitting | Halting) or not isinstance(move, Done):
            continue
        if now.cars[ask.seat].heat > now.sheets[ask.seat].heat - RED_HEAT:
            possible += 1
            found += not {Job.COOL, Job.WATER} & set(now.phase.jobs)
    return Count(found, possible)


@oddity("more than the printed price is paid for a car, and then no driver is hired", *RACES)
def no_money_for_driver(race: PlayedRace) -> Count:
    found = possible = 0
    teams = race_of(race.end).teams
    for decision in race.decisions:
        for event in decision.events:
            if isinstance(event, Bought) and event.lire > MODELS[event.model].price:
                possible += 1
                found += teams[event.seat].driver == DRIVER_X
    return Count(found, possible)


@oddity("a tuning card is given in a deal for money below half its price", *MODES)
def tuning_given_away(race: PlayedRace) -> Count:
    found = possible = 0
    last = None
    for decision in race.decisions:
        for event in decision.events:
            if isinstance(event, Offered):
                last = event
            elif isinstance(event, Agreed) and last is not None and not (last.give and last.want):
                paid = abs(last.lire)
                worth = sum(
                    TUNINGS[CARD_OF[i]].price for i in last.give + last.want if i in CARD_OF
                )
                possible += bool(worth)
                found += paid < worth / 2
    return Count(found, possible)


@oddity("a driver whose die is blank is asked whether he rolls again", *RACES)
def blank_asked_again(race: PlayedRace) -> Count:
    found = possible = 0
    for view, ask, _, _ in race.decisions:
        phase = race_of(view).phase
        if isinstance(phase, Rerolling):
            warned = phase.warned[phase.rollers.index(ask.seat)]
        elif isinstance(phase, GridRerolling):
            warned = phase.theirs if ask.seat == phase.front else phase.mine
        else:
            continue
        possible += 1
        found += not warned
    return Count(found, possible)


@oddity("a car that nothing hampers stops from a speed that its brakes cannot take away", *RACES)
def stops_to_brake(race: PlayedRace) -> Count:
    found = possible = 0
    for view, ask, move, _ in race.decisions:
        now = race_of(view)
        if isinstance(now.phase, Planning) and isinstance(move, Pit | Halt):
            car, sheet = now.cars[ask.seat], now.sheets[ask.seat]
            possible += 1
            found += car.speed > sheet.braking and not is_hampered(sheet, car)
    return Count(found, possible)


def is_hampered(sheet: Any, car: Any) -> bool:
    return bool(
        car.broken
        or car.tyres > 4
        or car.engine > sheet.engine - 3
        or car.heat > sheet.heat - RED_HEAT
        or car.brakes > sheet.brakes - 3
        or car.body > sheet.body - RED_BODY
    )
