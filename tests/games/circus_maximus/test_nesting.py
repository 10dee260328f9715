"""Nested decisions: found by search, saved, loaded and played on."""

from __future__ import annotations

import random

from paddock.core import record
from paddock.core.game import Ask
from paddock.core.referee import Referee
from paddock.games.circus_maximus import RACE
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.events import Event
from paddock.games.circus_maximus.game import GAME
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import Defend, Drive, NewSquare, Phase
from paddock.games.circus_maximus.state import Options, State
from paddock.games.circus_maximus.view import View

Race = Referee[State, Move, Event, View, Options]
NAMES = tuple(f"p{n}" for n in range(1, 9))
SEEDS = range(30, 60)


def brawl(ask: Ask[Move], generator: random.Random) -> Move:
    """A policy for trouble: high speeds, attacks, evasions."""
    options = ask.options
    match ask.question.prompt:
        case "write":
            return options[generator.randrange(min(6, len(options)))]
        case "drive":
            attacks = [m for m in options if isinstance(m, mv.Attack)]
            if attacks and generator.random() < 0.9:
                return generator.choice(attacks)
            inward = [m for m in options if isinstance(m, mv.Change) and m.side == 0]
            if inward and generator.random() < 0.4:
                return inward[0]
            return options[0]
        case "defend":
            return mv.CONTEST
        case _:
            return options[0]


def stack(phase: Phase) -> list[Phase]:
    """A phase and all phases below it."""
    found = [phase]
    while hasattr(found[-1], "then"):
        found.append(found[-1].then)
    return found


def ram_in_evasion_in_attack(state: State) -> bool:
    """Whether a seat must answer an involuntary ram caused by an evasion in another seat's move."""
    top, *below = stack(state.phase)
    if not isinstance(top, Defend) or not top.blow.forced or not below:
        return False
    evading = below[0]
    if not isinstance(evading, NewSquare) or evading.own:
        return False
    mover = next((frame for frame in below if isinstance(frame, Drive)), None)
    return mover is not None and evading.chariot != mover.chariot


def test_an_involuntary_ram_inside_an_evasion_inside_an_attack_is_saved_and_continued() -> None:
    options = Options("advanced", 16)
    race: Race | None = None
    for seed in SEEDS:
        generator = random.Random(seed)
        race = Referee(GAME, options, NAMES, random.Random(f"{seed} dice"))
        while race.asks and not ram_in_evasion_in_attack(race.state):
            ask = race.asks[0]
            race.play(ask.seat, brawl(ask, generator))
        if race.asks:
            break
    assert race is not None
    assert race.asks, "the search found none"

    text = record.write_record(RACE, race.record(), race.state, None)
    _, kept, _ = record.read_record(text, lambda _: RACE)
    again: Race = Referee.replay(GAME, kept, random.Random("from here on"))
    assert again.state == race.state
    assert again.asks == race.asks
    assert ram_in_evasion_in_attack(again.state)

    generator = random.Random("from here on")
    decisions = 0
    while again.asks:
        ask = again.asks[0]
        again.play(ask.seat, ask.options[generator.randrange(len(ask.options))])
        decisions += 1
    assert decisions > 10
    assert GAME.outcome(again.state) is not None


def test_a_defender_who_does_not_answer_gets_the_default_and_the_race_goes_on() -> None:
    """The timeout plays: hold; straight on; the last speed."""
    generator = random.Random(5)
    race: Race = Referee(GAME, Options("advanced", 8), NAMES, random.Random("clock"))
    held = 0
    while race.asks:
        ask = race.asks[0]
        if ask.question.prompt == "defend":
            assert ask.default_move == mv.HOLD
            held += 1
            race.play(ask.seat, ask.default_move)
        else:
            race.play(ask.seat, brawl(ask, generator))
    assert held > 3
    assert GAME.outcome(race.state) is not None


def test_with_reaction_time_nothing_that_was_moved_is_taken_back() -> None:
    for reaction in (False, True):
        options = Options("advanced", 8, reaction=reaction)
        race: Race = Referee(GAME, options, NAMES, random.Random("clock"))
        while race.asks[0].question.prompt != "drive":
            race.play(race.asks[0].seat, race.asks[0].default_move)
        seat = race.asks[0].seat
        race.play(seat, mv.FORWARD)
        assert (race.undoable_row(seat) is None) == reaction
