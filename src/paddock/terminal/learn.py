"""A guided race in plain lines: explanations, what to look at, and the allowed options."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from paddock.core.errors import Refused
from paddock.core.game import Ask
from paddock.core.guide import Course, Moment, text_in
from paddock.core.record import AnyRecord, Play, Record
from paddock.core.referee import Referee
from paddock.core.seats import Language, Seat
from paddock.terminal.plain import Left, Lines
from paddock.terminal.race import HUMAN, Race

LEARNER_NAME = "Alex"  # name of the learner
SKIP_WORD = "race"  # typed to skip the guide


class GuideSkipped(Exception):
    """The learner skips the guide."""


class Lesson(Race):
    """A race whose first part is a guide."""

    def __init__(self, course: Course, language: Language, seed: int | None = None) -> None:
        guide, spec = course.guide, course.spec
        seats = tuple(
            HUMAN if name == guide.you else guide.free.rivals[name] for name in guide.seats
        )
        names = tuple(
            LEARNER_NAME if name == guide.you else name.capitalize() for name in guide.seats
        )
        card = spec.card
        begun: AnyRecord = Record(card.id, card.edition, course.options, names, course.dealt)
        super().__init__(spec, course.options, seats, names, language, resume=begun, seed=seed)
        self.course, self.hurried = course, False
        self.tried: set[str] = set()

    @property
    def moment(self) -> Moment | None:
        """The current moment of the guide; None after it."""
        found = self.course.moment_at(self.referee.rows)
        return None if found.free else found

    def person_ask(self) -> Ask[Any] | None:
        """The question for the player; in the guided part only taught options are offered."""
        ask, moment = super().person_ask(), self.moment
        if ask is None or moment is None:
            return ask
        shown = moment.visible_options(ask, self.tried)
        free = tuple(move for move, may in shown.items() if may)
        right = moment.taught.play.move
        return replace(ask, options=free, default=free.index(right)) if right in free else None

    def count_locked(self) -> int:
        """The number of options that are not offered yet."""
        ask, moment = super().person_ask(), self.moment
        if ask is None or moment is None:
            return 0
        return sum(not may for may in moment.visible_options(ask, self.tried).values())

    def bot_ask(self) -> Ask[Any] | None:
        return None if self.moment else super().bot_ask()

    def answer_by_itself(self, ask: Ask[Any]) -> Any | None:
        return None if self.moment else super().answer_by_itself(ask)

    def take_back(self, seat: Seat) -> bool:
        row = self.referee.undoable_row(seat)
        return row is not None and row >= len(self.course.rows) and super().take_back(seat)

    def play(self, seat: Seat, move: Any) -> None:
        moment = self.moment
        if moment is None:
            super().play(seat, move)
            return
        row = moment.row_of(seat, move, self.tried)
        if row is None:
            raise Refused(self.say("guide.not-yet"))
        self.take(row)

    def take(self, row: Play[Any]) -> None:
        """Play a row of the guide, as prepared."""
        n = len(self.referee.rows)
        self.note(n, row.seat, self.referee.repeat(row).events)

    def rewind(self) -> None:
        """Go back to before a mistake, which is not offered again."""
        moment = self.moment
        assert moment is not None
        assert moment.mistaken is not None
        self.tried.add(moment.mistaken.wrong.move)
        kept = replace(self.referee.record(), rows=tuple(self.referee.rows[: moment.number]))
        self.referee = Referee.replay(self.spec.game, kept, self.generator)
        self.happened = [logged for logged in self.happened if logged.number < moment.number]


class LessonLines(Lines):
    """The dialogue of one lesson."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson)
        self.lesson = lesson
        self.said = -1  # the last step explained
        self.tipped: set[str] = set()

    def race_on(self) -> None:
        lesson = self.lesson
        guide = lesson.course.guide
        for line in (self.tell(guide.title), self.tell(guide.pitch)):
            print(line)
        print(f"{lesson.say('guide.race', text=LEARNER_NAME)}\n")
        while not lesson.over and (moment := lesson.moment):
            if row := moment.next_automatic_row(hurry=lesson.hurried):
                lesson.take(row)
            elif mistake := moment.mistaken:
                self.news(lesson.course.you)
                print(f"\n! {self.tell(mistake.wrong.say)}")
                self.ask_line(lesson.say("guide.back") + " ")
                lesson.rewind()
                self.read_to.clear()
                self.said = -1
            else:
                self.step(moment)
        if not lesson.over:
            self.news(lesson.course.you)
            print(f"\n> {self.tell(guide.free.say)}\n")
        super().race_on()

    def step(self, moment: Moment) -> None:
        """Explain a step once, then let the player move."""
        lesson, ask = self.lesson, self.lesson.person_ask()
        assert ask is not None
        assert moment.step is not None
        if self.said != moment.taught.step:
            self.said = moment.taught.step
            self.news(ask.seat)
            steps = len(lesson.course.guide.step)
            print(f"\n> {self.said + 1}/{steps}  {self.tell(moment.step.say)}")
            print(f"  {lesson.say('guide.look', text=self.describe_point(moment.step.point))}")
        try:
            self.decide(ask)
        except Refused as wrong:
            print(wrong)
        except GuideSkipped:
            lesson.hurried = True

    def decide(self, ask: Ask[Any]) -> None:
        if self.lesson.moment is None:
            for tip in self.lesson.course.guide.free.tips:
                if tip.asked == ask.question.prompt and tip.asked not in self.tipped:
                    self.tipped.add(tip.asked)
                    print(f"\n> {self.tell(tip.say)}")
        super().decide(ask)

    def show(self, ask: Ask[Any], choices: Any) -> None:
        super().show(ask, choices)
        moment = self.lesson.moment
        greyed = self.lesson.count_locked()
        if moment is None or not greyed:
            return
        why = moment.step.why if moment.step else None
        reason = self.tell(why) if why else self.lesson.say("guide.not-yet")
        print(f"    – {reason} ({greyed})")

    def describe_point(self, point: str) -> str:
        """What to look at, in words."""
        kind, _, what = point.partition(":")
        who, _, part = what.partition("/")
        seats = self.lesson.course.guide.seats
        if who in seats:
            who = self.lesson.names[seats.index(who)]
        if kind == "gauge":
            return self.describe_gauge(who, part)
        if kind == "option":
            what = self.option_label(what)
            return self.lesson.say("point.option", text=what)
        return self.lesson.say(f"point.{kind}", text=f"{who} {part}".strip())

    def describe_gauge(self, who: str, part: str) -> str:
        """A gauge by the name that its help text begins with."""
        lesson = self.lesson
        name = lesson.spec.words.explain(f"gauge.{part}", lesson.language).partition(":")[0]
        return lesson.say("point.gauge", text=name or part, who=who)

    def option_label(self, text: str) -> str:
        """The label of the option that is written so, or begins so."""
        lesson, ask = self.lesson, self.lesson.person_ask()
        choices = [] if ask is None else lesson.choices(ask)
        return next((one.label for one in choices if one.text.startswith(text)), text)

    def tell(self, text: Any) -> str:
        return text_in(text, self.lesson.language)

    def ask_line(self, prompt: str, until: float | None = None) -> str | None:
        line = super().ask_line(prompt, until)
        if self.lesson.moment and line is not None and line.strip() == SKIP_WORD:
            raise GuideSkipped
        return line


def run(course: Course, language: Language, seed: int | None = None) -> None:
    """Learn a game, then finish the race."""
    lesson = Lesson(course, language, seed)
    try:
        LessonLines(lesson).race_on()
    except Left:
        print(lesson.say("left-unsaved"))
