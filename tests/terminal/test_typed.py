"""Typed lines: confirmation of dangerous moves, and runs that end before dice."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.games import find_spec
from paddock.terminal.choices import Choice
from paddock.terminal.race import Race
from paddock.terminal.typed import answer, choose


def sitting(game: str, **options: object) -> Race:
    spec = find_spec(game)
    seats = ("human", "random")
    return Race(spec, spec.options(**options), seats, ("ada", "bruno"), "en", seed=1)


def test_what_is_final_and_dangerous_is_chosen_twice() -> None:
    race = sitting("template")
    ask = race.person_ask()
    assert ask is not None
    plain = race.choices(ask)[0]
    grave: Choice = replace(plain, final=True, danger="It may end badly.")
    once = choose(race, ask, grave)
    assert (once.played, once.said) == (0, "It may end badly. Choose it again to confirm.")
    assert race.still_asked(ask)
    assert choose(race, ask, grave).played == 1


def test_another_choice_needs_its_own_second_thought() -> None:
    race = sitting("template")
    ask = race.person_ask()
    assert ask is not None
    first, second = (replace(c, final=True, danger="!") for c in race.choices(ask)[:2])
    assert not choose(race, ask, first).played
    assert not choose(race, ask, second).played
    assert choose(race, ask, second).played


def test_a_run_ends_before_a_step_that_throws_dice() -> None:
    """Straight ahead up to the corner that strains, as the browser gallops."""
    race = sitting("circus-maximus", field=2)
    for _ in range(400):
        ask = race.person_ask()
        if ask is None:
            bot = race.bot_ask()
            assert bot is not None
            race.play(bot.seat, race.think(bot))
            continue
        choices = race.choices(ask)
        ahead = next((c for c in choices if c.text == "forward"), None)
        if ahead is None or ahead.final:
            fastest = max(choices, key=lambda c: int(c.code) if c.code.isdecimal() else -1)
            race.play(
                ask.seat, fastest.move if ask.question.prompt == "write" else ask.default_move
            )
            continue
        answer(race, ask, choices, "forward 99")
        now = race.person_ask()
        if now is not None and now.question == ask.question:
            left = next((c for c in race.choices(now) if c.text == "forward"), None)
            if left is not None and left.final:
                return
    raise AssertionError("no corner was reached")


def test_a_run_along_the_best_line() -> None:
    """Up to the curve and through it, on the boxes with that remark."""
    race = sitting("winds-of-war", laps=1)
    followed = 0
    for _ in range(300):
        ask = race.person_ask()
        if ask is None:
            bot = race.bot_ask()
            if bot is None:
                break
            race.play(bot.seat, race.think(bot))
            continue
        choices = race.choices(ask)
        lined = [c for c in choices if "best line" in c.remark]
        if ask.question.prompt == "step" and lined:
            came = answer(race, ask, choices, "follow best line")
            assert came.played
            followed = max(followed, came.played)
        else:
            slow = [c for c in choices if "too fast" not in c.remark and c.code.isdecimal()]
            fast = max(slow, key=lambda c: int(c.code), default=None)
            planned = ask.question.prompt == "plan" and fast is not None
            race.play(ask.seat, fast.move if planned and fast else ask.default_move)
    assert followed > 1


def test_nothing_is_followed_where_nothing_says_so() -> None:
    race = sitting("template")
    ask = race.person_ask()
    assert ask is not None
    came = answer(race, ask, race.choices(ask), "follow the moon")
    assert (came.played, came.said) == (0, "the moon is not one of your choices.")
