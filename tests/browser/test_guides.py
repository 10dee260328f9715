"""The guided first races in short: how each begins, by keys and by clicks. All of them to the end,
with motion, is `python -m tools.browser.guides`."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tools.browser.guides import TAUGHT

from tests.browser.learner import Learner, Typist
from tests.browser.person import Person
from tests.browser.watched import GAMES
from tests.seeds import SEED

LEARNED = [*GAMES, *(TAUGHT[(SEED + n) % len(TAUGHT)] for n in (0, 1))]
"""Every game, and two modes, which take turns."""

pytestmark = pytest.mark.needs("chromium")
People = Callable[..., Person]


@pytest.mark.parametrize("game", LEARNED)
def test_a_game_is_learned_by_keys(person: People, game: str) -> None:
    typist = Typist(person(), game, "en")
    typist.begin()
    typist.go(2)
    assert typist.rings == 2


@pytest.mark.slow
def test_a_game_is_learned_by_clicking_to_the_end(person: People) -> None:
    """In Italian on a phone, with the mistake that it allows."""
    learner = Learner(person(390, 844, locale="it-IT"), "street-illegal", "it")
    learner.begin()
    learner.go()
    assert learner.rings == len(learner.course.guide.step)
    assert learner.mistakes == 1
