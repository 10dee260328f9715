"""A lesson on the screen: the screen of a race, with what is taught above the question."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from paddock.core.game import Ask
from paddock.terminal.app import RaceApp
from paddock.terminal.lesson import Lesson

SKIP_KEY = "x"


class LessonApp(RaceApp):
    """One lesson, then the rest of its race."""

    CSS = (
        RaceApp.CSS
        + """
    #lesson { height: auto; padding: 0 1; color: $accent; }
    """
    )

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.greeted = self.is_free = self.is_mistaken = False
        super().__init__(lesson)

    def keys(self) -> dict[str, str]:
        return {**super().keys(), SKIP_KEY: "skip"}

    def compose_question(self) -> ComposeResult:
        yield Static(id="lesson")
        yield from super().compose_question()

    def go_on(self) -> None:
        """Play what the lesson plays by itself, show a mistake, or ask."""
        lesson = self.lesson
        self.is_mistaken = False
        while not lesson.over and (moment := lesson.moment):
            if row := moment.next_automatic_row(hurry=lesson.hurried):
                lesson.take(row)
            elif mistake := moment.mistaken:
                self.show_mistake(lesson.tell(mistake.wrong.say))
                return
            else:
                break
        self.teach("")
        super().go_on()

    def show_mistake(self, text: str) -> None:
        """What came of a wrong move, and the only choice: to take it back."""
        self.is_mistaken, self.ask, self.choices = True, None, []
        self.refresh_table(self.lesson.course.you)
        self.teach(f"! {text}")
        self.prompt(self.lesson.say("guide.back"))
        choices = self.query_one("#choices", OptionList)
        choices.clear_options()
        choices.add_option(Option(self.lesson.say("key.take_back")))
        choices.highlighted = 0
        choices.focus()

    def select(self, text: str | None) -> None:
        if self.is_mistaken:
            self.lesson.rewind()
            self.go_on()
            return
        super().select(text)

    def show(self, ask: Ask[Any]) -> None:
        super().show(ask)
        lesson = self.lesson
        told = lesson.lines(ask)
        if not self.greeted:
            self.greeted = True
            told = [*lesson.greeting()[1:], *told]
        if lesson.moment is None and not self.is_free:
            self.is_free = True
            told = [lesson.tell(lesson.course.guide.free.say), *told]
        self.teach("\n".join(told))
        self.say(lesson.locked_note())

    def teach(self, text: str) -> None:
        self.query_one("#lesson", Static).update(text)

    def action_skip(self) -> None:
        """Leave the lesson for the race."""
        if self.lesson.moment is not None:
            self.lesson.hurried = True
            self.go_on()
