"""Prepared answers in the terminal: set, listed, given, removed."""

from __future__ import annotations

from typing import Any

from paddock import games
from paddock.core.game import Ask
from paddock.terminal.race import Race
from paddock.terminal.typed import answer


def race_alone() -> Race:
    spec = games.find_spec("template")
    return Race(
        spec=spec,
        options=spec.options(),
        seats=("human", "easy"),
        names=("Ann", "Bob"),
        language="en",
        seed=3,
    )


def next_ask(race: Race) -> Ask[Any]:
    """The next question to the person, after what bots do."""
    while (ask := race.person_ask()) is None:
        bot = race.bot_ask()
        assert bot is not None
        race.play(bot.seat, race.think(bot))
    return ask


def test_what_the_game_proposes_is_prepared_listed_given_and_removed() -> None:
    race = race_alone()
    ask = next_ask(race)
    said = answer(race, ask, race.choices(ask), "prepare")
    assert said.played == 0
    assert said.said.splitlines()[1].startswith("1  ")
    assert answer(race, ask, race.choices(ask), "prepared").said == said.said
    race.play(ask.seat, ask.default_move)
    small = next_ask(race)
    assert small.question.prompt in ("boost", "block")
    assert race.answer_by_itself(small) in small.options
    none = answer(race, small, race.choices(small), "unprepare 1").said
    assert none == "Nothing is prepared. You are asked each time."
    assert race.prepared_answer(small) is None


def test_a_main_question_cannot_be_prepared() -> None:
    race = race_alone()
    ask = next_ask(race)
    refused = answer(race, ask, race.choices(ask), "prepare 1")
    assert "main question" in refused.said
    assert not race.prepared.get(0)
    assert answer(race, ask, race.choices(ask), "unprepare 3").said.count("3")
