"""`paddock learn`: a lesson on the screen, or in plain lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddock.core.errors import Refused
from paddock.core.game import Ask
from paddock.core.guide import Course, Moment
from paddock.core.seats import Language
from paddock.terminal.choices import Choice
from paddock.terminal.lesson import Lesson
from paddock.terminal.plain import Left, Lines

SKIP_WORDS = ("x", "race")  # typed to skip the lesson


class GuideSkipped(Exception):
    """The learner skips the guide."""


class LessonLines(Lines):
    """The dialogue of one lesson."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson)
        self.lesson = lesson
        self.said = -1  # the last step explained
        self.tipped: set[str] = set()

    def race_on(self) -> None:
        lesson = self.lesson
        self.print("\n".join(lesson.greeting()) + "\n")
        while not lesson.over and (moment := lesson.moment):
            if row := moment.next_automatic_row(hurry=lesson.hurried):
                lesson.take(row)
            elif mistake := moment.mistaken:
                self.news(lesson.course.you)
                self.print(f"\n! {lesson.tell(mistake.wrong.say)}")
                self.ask_line(lesson.say("guide.back") + " ")
                lesson.rewind()
                self.read_to.clear()
                self.said = -1
            else:
                self.step(moment)
        if not lesson.over:
            self.news(lesson.course.you)
            self.print(f"\n> {lesson.tell(lesson.course.guide.free.say)}\n")
        super().race_on()

    def step(self, moment: Moment) -> None:
        """Explain a step once, then let the player move."""
        lesson, ask = self.lesson, self.lesson.person_ask()
        assert ask is not None
        if self.said != moment.taught.step:
            self.said = moment.taught.step
            self.news(ask.seat)
            self.print("\n> " + "\n  ".join(lesson.lines(ask)))
        try:
            self.decide(ask)
        except Refused as wrong:
            self.print(str(wrong))
        except GuideSkipped:
            lesson.hurried = True

    def decide(self, ask: Ask[Any]) -> None:
        asked = ask.question.prompt
        if self.lesson.moment is None and asked not in self.tipped:
            self.tipped.add(asked)
            for tip in self.lesson.lines(ask):
                self.print(f"\n> {tip}")
        super().decide(ask)

    def show(self, ask: Ask[Any], choices: Sequence[Choice]) -> None:
        super().show(ask, choices)
        if note := self.lesson.locked_note():
            self.print(f"    – {note}")

    def ask_line(self, prompt: str, until: float | None = None) -> str | None:
        line = super().ask_line(prompt, until)
        if self.lesson.moment and line is not None and line.strip() in SKIP_WORDS:
            raise GuideSkipped
        return line


def run(
    course: Course, language: Language, seed: int | None = None, *, screen: bool = False
) -> None:
    """Learn a game, then finish the race."""
    lesson = Lesson(course, language, seed)
    if screen:
        from paddock.terminal.learn_app import LessonApp  # Textual is slow to load

        LessonApp(lesson).race_on()
        return
    try:
        LessonLines(lesson).race_on()
    except Left:
        print(lesson.farewell())
