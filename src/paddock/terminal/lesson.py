"""A guided race: the lesson first, then a race on one's own. For the screen and for plain lines."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from paddock.core.errors import Refused
from paddock.core.game import Ask
from paddock.core.guide import Course, Moment, text_in
from paddock.core.record import AnyRecord, Play, Record
from paddock.core.referee import Referee
from paddock.core.seats import Language, Seat
from paddock.terminal.race import HUMAN, Race, option_flags

LEARNER_NAME = "Alex"  # name of the learner


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

    # ------------------------------------------------------------ what the lesson says

    def introduction(self) -> list[str]:
        return []  # the lesson has its own

    def tell(self, text: Any) -> str:
        return text_in(text, self.language)

    def greeting(self) -> list[str]:
        """What this lesson is, and how to leave it for the race."""
        guide = self.course.guide
        race = self.say("guide.race", text=LEARNER_NAME)
        return [self.tell(guide.title), self.tell(guide.pitch), race]

    def lines(self, ask: Ask[Any]) -> list[str]:
        """What the lesson says about this decision: the step and what to look at, or a tip."""
        moment, guide = self.moment, self.course.guide
        if moment is None:
            tips = [tip for tip in guide.free.tips if tip.asked == ask.question.prompt]
            return [self.tell(tip.say) for tip in tips]
        assert moment.step is not None
        number = moment.taught.step + 1
        told = [f"{number}/{len(guide.step)}  {self.tell(moment.step.say)}"]
        point = self.describe_point(moment.step.point)
        return [*told, self.say("guide.look", text=point)] if point else told

    def locked_note(self) -> str:
        """Why some options are not offered yet, and how many."""
        moment, locked = self.moment, self.count_locked()
        if moment is None or not locked:
            return ""
        why = moment.step.why if moment.step else None
        text = self.tell(why) if why else self.say("guide.not-yet")
        return self.say("guide.locked", text=text, n=locked)

    def result(self) -> list[str]:
        learnt = self.course.guide.free.learnt
        start = self.say("guide.next", text=" ".join(self.quick_race()))
        return [*super().result(), *([self.tell(learnt)] if learnt else []), start]

    def quick_race(self) -> list[str]:
        """What starts the race for beginners, after `paddock play`."""
        usual, quick = self.spec.options(), self.spec.quick
        flags = option_flags(quick.options, usual) if quick else ()
        return [self.spec.card.id, *flags]

    def describe_point(self, point: str) -> str:
        """What to look at, in words; empty if the terminal has no words for it."""
        kind, _, what = point.partition(":")
        who, _, part = what.partition("/")
        seats = self.course.guide.seats
        if who in seats:
            who = self.names[seats.index(who)]
        own = f"point.{kind}.{part or what}"
        if self.spec.words.has_message(own):
            return self.spec.words.tell(own, self.language)
        match kind:
            case "gauge":
                help = self.spec.words.explain(f"gauge.{part}", self.language)
                return self.say("point.gauge", text=help.partition(":")[0])
            case "option" | "space":
                label = self.option_label(what)
                return self.say("point.option", text=label) if label else ""
            case "slot":
                return self.say(f"point.slot.{part}")
            case "sign" if not what.isalpha():
                return self.say("point.limit")
            case "place":
                return self.say("point.place", place=int(what))
        return self.say(f"point.{kind}", text=who)

    def option_label(self, text: str) -> str:
        """The label of the option that is written so, begins so or names this; else empty."""
        ask = self.person_ask()
        choices = [] if ask is None else self.choices(ask)
        found = (c.label for c in choices if c.text.startswith(text) or text in c.text.split())
        return next(found, "")
