"""A view remembers the cars that did not change, and never shows an old one."""

from __future__ import annotations

import random
import threading

from paddock.core.chance import UnrecordedChance
from paddock.games.heat.game import GAME
from paddock.games.heat.state import Options
from paddock.games.heat.view import LAST_RIVALS, RivalCache, view

OPTIONS = (
    Options(legends=2),
    Options(tournament=True),
    Options(garage="quick", upgrades="both", weather=True),
)


def forget() -> None:
    LAST_RIVALS.entries = RivalCache().entries


def test_a_remembered_car_looks_like_a_new_one() -> None:
    for options in OPTIONS:
        luck, choice = UnrecordedChance(random.Random(1)), random.Random(2)
        state = GAME.setup(options, 4, luck).state
        for _ in range(250):
            viewers = (0, 1, 2, 3, None)
            kept = [view(state, viewer) for viewer in viewers]
            for viewer, seen in zip(viewers, kept, strict=True):
                forget()
                assert view(state, viewer) == seen
            asks = GAME.asks(state)
            if not asks:
                break
            ask = choice.choice(asks)
            state = GAME.play(state, ask.seat, choice.choice(ask.candidates), luck).state


def test_cars_that_did_not_change_are_the_same_value() -> None:
    luck = UnrecordedChance(random.Random(3))
    state = GAME.setup(Options(), 4, luck).state
    first = view(state, 0)
    ask = GAME.asks(state)[0]
    after = view(GAME.play(state, ask.seat, ask.options[0], luck).state, 1)
    assert all(one is other for one, other in zip(first.cars, after.cars, strict=True))


def test_threads_that_look_at_different_races_see_their_own() -> None:
    states = []
    for seed in range(4):
        luck, choice = UnrecordedChance(random.Random(seed)), random.Random(seed)
        state = GAME.setup(Options(), 4, luck).state
        for _ in range(40 + seed):
            ask = GAME.asks(state)[0]
            state = GAME.play(state, ask.seat, choice.choice(ask.options), luck).state
        states.append(state)
    wanted = [view(state, 0) for state in states]
    wrong: list[int] = []

    def look(n: int) -> None:
        wrong.extend(n for _ in range(200) if view(states[n], 0) != wanted[n])

    threads = [threading.Thread(target=look, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
