"""A lesson on the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from textual.pilot import Pilot
from textual.widgets import Static

from paddock.core import guide
from paddock.games import find_spec
from paddock.terminal.learn_app import LessonApp
from paddock.terminal.lesson import Lesson
from tests.terminal.waiting import wait_until


def learn(game: str, script: Callable[[LessonApp, Pilot[None]], Awaitable[None]]) -> None:
    async def go() -> None:
        app = LessonApp(Lesson(guide.get_course(find_spec(game), "first"), "en", 1))
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.pause()
            await script(app, pilot)

    with ThreadPoolExecutor(1) as apart:  # another test's browser may hold this thread's loop
        apart.submit(lambda: asyncio.run(go())).result()


def taught(app: LessonApp) -> str:
    return str(app.query_one("#lesson", Static).render())


def progress(app: LessonApp) -> tuple[str, int]:
    """What an answer changes."""
    return taught(app), len(app.race.referee.rows)


def test_a_mistake_is_shown_and_taken_back() -> None:
    async def script(app: LessonApp, pilot: Pilot[None]) -> None:
        assert "1/12" in taught(app)
        for _ in range(5):
            before = progress(app)
            await pilot.press("enter")
            await wait_until(pilot, lambda before=before: progress(app) != before)  # type: ignore[misc]
        assert "4/12" in taught(app)
        await pilot.press("t", *"spend", "space", "1", "enter")
        await wait_until(pilot, lambda: taught(app).startswith("!"))
        assert taught(app).startswith("! 100 against 100: a tie")
        await pilot.press("enter")
        await wait_until(pilot, lambda: "4/12" in taught(app))
        assert "4/12" in taught(app)
        assert "spend 1" not in [choice.text for choice in app.choices]

    learn("street-illegal", script)


def test_x_leaves_the_lesson_for_the_race() -> None:
    async def script(app: LessonApp, pilot: Pilot[None]) -> None:
        assert "x skips the lesson" in taught(app)
        await pilot.press("x")
        await wait_until(pilot, lambda: app.lesson.moment is None)
        await app.workers.wait_for_complete()
        await wait_until(pilot, lambda: "your own now" in taught(app))
        assert app.lesson.moment is None
        assert "You are on your own now!" in taught(app)

    learn("heat", script)
