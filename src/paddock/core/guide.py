"""Guides: lessons that teach a game at its own table.

A guide is a file `guides/NAME.toml` in the package of its game: a position, scripted draws, what
rivals do, and steps. Each step says one thing and ends with the player's own move. `get_course`
plays it through and keeps every row. At a table the rows are only repeated, nothing is scripted.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct, field

from paddock.core.chance import Draw, ScriptedChance
from paddock.core.errors import PaddockError
from paddock.core.game import Amount, Ask, ask_of
from paddock.core.game_spec import AnyGameSpec
from paddock.core.languages import first_language
from paddock.core.options import convert_options
from paddock.core.position import Start, spec_from_position
from paddock.core.record import Play
from paddock.core.seats import Language, Seat

Translated: TypeAlias = Mapping[Language, str]
"""One text per language."""

FIRST_GUIDE = "first"
TIMES = " ×"  # "forward ×8" is eight times forward


class BrokenGuide(PaddockError):
    """A guide that cannot be played by the current rules."""


class Wrong(Struct, frozen=True, forbid_unknown_fields=True):
    """A typical mistake: it is played, its consequence explained, and taken back."""

    move: str
    say: Translated
    then: tuple[str, ...] = ()  # what follows by itself
    dice: dict[str, list[str | int]] = {}
    rule: tuple[str, ...] = ()


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One step: the rivals' moves before it, its text, and the right moves."""

    say: Translated
    point: str
    do: tuple[str, ...]
    rule: tuple[str, ...]
    before: tuple[str, ...] = ()
    why: Translated | None = None  # why all else is greyed
    wrong: tuple[Wrong, ...] = ()
    show: tuple[str, ...] = ()  # verbs that are offered from here on


class Tip(Struct, frozen=True, forbid_unknown_fields=True):
    """Shown when a question is asked for the first time in the free part."""

    asked: str
    say: Translated


class Free(Struct, frozen=True, forbid_unknown_fields=True):
    """The rest of the race, with real draws and bots."""

    say: Translated
    rivals: dict[str, str]
    before: tuple[str, ...] = ()
    tips: tuple[Tip, ...] = ()
    learnt: Translated | None = None  # said at the end: what one can do now, and what comes next


class Guide(Struct, frozen=True, forbid_unknown_fields=True):
    """A guided race, as written in its file."""

    title: Translated
    pitch: Translated
    seats: tuple[str, ...]
    you: str
    step: tuple[Step, ...]
    free: Free
    options: dict[str, Any] = field(default_factory=dict, name="with")
    given: tuple[str, ...] | None = None  # nothing: the set-up itself
    begin: str = ""
    dice: dict[str, list[str | int]] = {}
    hide: tuple[str, ...] = ()  # verbs not offered until a step shows them
    skip: tuple[str, ...] = ()  # questions answered as the clock would, until a step names them

    @property
    def start(self) -> Start | None:
        if self.given is None and not self.begin:
            return None
        return Start(self.given or (), self.begin, self.seats)


def text_in(text: Translated, language: Language) -> str:
    return text.get(language) or text[first_language()]


# ---------------------------------------------------------------- worked out


class Branch(Struct, frozen=True):
    """A mistake, played out."""

    wrong: Wrong
    rows: tuple[Play[Any], ...]


class Taught(Struct, frozen=True):
    """A row of the guided part: its step, and whether it is the player's own move."""

    play: Play[Any]
    step: int
    own: bool
    allowed: tuple[Branch, ...] = ()  # what else may be chosen here


class Course(Struct, frozen=True):
    """A guide played through by the rules: every row of its guided part."""

    guide: Guide
    spec: AnyGameSpec  # whose races start where the guide does
    options: Any
    dealt: tuple[Draw, ...]
    rows: tuple[Taught, ...]

    @property
    def you(self) -> Seat:
        return self.guide.seats.index(self.guide.you)

    def hidden_verbs(self, step: int) -> frozenset[str]:
        """The verbs that are not offered yet."""
        shown = {verb for one in self.guide.step[: step + 1] for verb in one.show}
        return frozenset(self.guide.hide) - shown

    def moment_at(self, rows: Sequence[Any]) -> Moment:
        """Where a race that started with this guide stands."""
        for n, (row, taught) in enumerate(zip(rows, self.rows, strict=False)):
            if row == taught.play:
                continue
            for branch in taught.allowed:
                played = rows[n:]
                if tuple(played) == branch.rows[: len(played)]:
                    rest = branch.rows[len(played) :]
                    return Moment(self, n, branch, rest[0] if rest else None)
            return Moment(self, len(self.rows))  # it went its own way: a free race
        return Moment(self, len(rows))


class Moment(Struct, frozen=True):
    """Where a guided race stands: how many rows of the guided part are played."""

    course: Course
    number: int
    branch: Branch | None = None
    next_of_branch: Play[Any] | None = None

    @property
    def free(self) -> bool:
        """Whether the guided part is over."""
        return self.branch is None and self.number >= len(self.course.rows)

    @property
    def taught(self) -> Taught:
        return self.course.rows[self.number]

    @property
    def step(self) -> Step | None:
        return None if self.free else self.course.guide.step[self.taught.step]

    def next_automatic_row(self, *, hurry: bool = False) -> Play[Any] | None:
        """The next row that needs no player: moves of rivals, and skipped questions."""
        if self.branch is not None:
            return self.next_of_branch
        if self.free or (self.taught.own and not hurry):
            return None
        return self.taught.play

    @property
    def mistaken(self) -> Branch | None:
        """The mistake that was just played out: it is explained and then taken back."""
        return self.branch if self.next_of_branch is None else None

    def row_of(self, seat: Seat, move: object, tried: Iterable[str] = ()) -> Play[Any] | None:
        """The row that a move makes, if the guide allows the move."""
        if self.free or self.branch is not None or seat != self.course.you or not self.taught.own:
            return None
        if move == self.taught.play.move:
            return self.taught.play
        for branch in self.taught.allowed:
            if move == branch.rows[0].move and branch.wrong.move not in tried:
                return branch.rows[0]
        return None

    def visible_options(self, ask: Ask[Any], tried: Iterable[str]) -> dict[Any, bool]:
        """The options that are not hidden, and whether each may be chosen now. Of an amount only
        those that may."""
        free = {move: True for move in ask.options if self.row_of(ask.seat, move, tried)}
        if isinstance(ask.options, Amount):
            return free
        hidden = tuple(self.course.hidden_verbs(self.taught.step))
        text, names = self.course.spec.notation.text, self.course.guide.seats
        return {
            move: move in free
            for move in ask.options
            if move in free or not text(move, names).startswith(hidden)
        }


# ---------------------------------------------------------------- reading


def guides_folder(spec: AnyGameSpec) -> Traversable:
    """The guides folder of a game; a mode has its own."""
    package = type(spec.game).__module__.rpartition(".")[0]
    return resources.files(package).joinpath("guides")


def guide_names(spec: AnyGameSpec) -> tuple[str, ...]:
    """The guides of a game, the introductory one first."""
    folder = guides_folder(spec)
    if not folder.is_dir():
        return ()
    found = {file.name.removesuffix(".toml") for file in folder.iterdir()}
    return tuple(sorted(found, key=lambda name: (name != FIRST_GUIDE, name)))


def read_guide(spec: AnyGameSpec, name: str) -> Guide:
    """A guide of a game, cached."""
    key = (spec.card.id, name)
    if key not in GUIDES:
        GUIDES[key] = load_guide(spec, name)
    return GUIDES[key]


def load_guide(spec: AnyGameSpec, name: str) -> Guide:
    if name not in guide_names(spec):
        raise BrokenGuide(f"{spec.card.title} has no guide {name!r}")
    file = guides_folder(spec).joinpath(f"{name}.toml")
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Guide)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as wrong:
        raise BrokenGuide(f"{spec.card.id}, guide {name}: {wrong}") from None


def get_course(spec: AnyGameSpec, name: str) -> Course:
    """A guide of a game, played through by the rules, cached."""
    key = (spec.card.id, spec.card.edition, name)
    if key not in COURSES:
        COURSES[key] = CourseBuilder(spec, read_guide(spec, name)).build()
    return COURSES[key]


GUIDES: dict[tuple[str, str], Guide] = {}
COURSES: dict[tuple[str, str, str], Course] = {}


# ---------------------------------------------------------------- working out


class GuideChance(ScriptedChance):
    """Scripted draws that are also recorded."""

    def __init__(self, script: Mapping[str, Sequence[str | int]], spec: AnyGameSpec) -> None:
        faces = {label: [str(face) for face in some] for label, some in script.items()}
        super().__init__(faces, spec.notation.face)
        self.draws: list[Draw] = []

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        index = super().pick(faces, label, to)
        self.draws.append((label, len(faces), index))
        return index

    def take_draws(self) -> tuple[Draw, ...]:
        """The draws since the last call."""
        found = tuple(self.draws)
        self.draws.clear()
        return found


class CourseBuilder:
    """Plays a guide through."""

    def __init__(self, spec: AnyGameSpec, guide: Guide) -> None:
        self.guide, self.spec = guide, spec_from_position(spec, guide.start)
        self.game, self.names = self.spec.game, guide.seats
        self.luck = GuideChance(guide.dice, spec)
        self.rows: list[Taught] = []

    def build(self) -> Course:
        guide = self.guide
        options = convert_options(self.spec.options, guide.options)
        self.state = self.game.setup(options, len(self.names), self.luck).state
        dealt = self.luck.take_draws()
        for number, step in enumerate(guide.step):
            for line in expand_repeats(step.before):
                self.play_line(number, *self.seat_and_text(line), own=False)
            you = self.names.index(guide.you)
            open_wrongs = list(step.wrong)
            for text in expand_repeats(step.do):
                self.play_line(number, you, text, own=True, wrongs=open_wrongs)
            if open_wrongs:
                raise BrokenGuide(f"step {number + 1}: {open_wrongs[0].move!r} is never offered")
        for line in expand_repeats(guide.free.before):
            self.play_line(len(guide.step) - 1, *self.seat_and_text(line), own=False)
        self.play_skipped(len(guide.step) - 1)
        return Course(guide, self.spec, options, dealt, tuple(self.rows))

    def seat_and_text(self, line: str) -> tuple[Seat, str]:
        name, colon, text = line.partition(": ")
        if not colon or name not in self.names:
            raise BrokenGuide(f"{line!r} should begin with a seat and a colon")
        return self.names.index(name), text

    def play_line(
        self, step: int, seat: Seat, text: str, *, own: bool, wrongs: list[Wrong] | None = None
    ) -> None:
        """Play a line, and before it the default answers to skipped questions."""
        while True:
            ask = ask_of(self.game.asks(self.state), seat)
            move = None if ask is None else self.find_option(text, ask)
            if move is not None:
                break
            skipped = self.next_skipped_ask()
            if skipped is None:
                raise BrokenGuide(f"step {step + 1}: {self.names[seat]} cannot {text!r} now")
            self.take(step, skipped.seat, skipped.default_move)
        allowed = []
        for wrong in list(wrongs or ()):
            assert ask is not None
            mistaken = self.find_option(wrong.move, ask)
            if mistaken is not None:
                allowed.append(self.build_branch(wrong, seat, mistaken))
                assert wrongs is not None
                wrongs.remove(wrong)
        self.take(step, seat, move, own=own, allowed=tuple(allowed))

    def find_option(self, text: str, ask: Ask[Any]) -> Any | None:
        """The option that a line means, or None."""
        try:
            move = self.spec.notation.option(text, ask, self.names)
        except PaddockError:
            return None
        return move if move in ask.options else None

    def next_skipped_ask(self) -> Ask[Any] | None:
        """An ask that the guide answers by default."""
        for ask in self.game.asks(self.state):
            if ask.question.prompt in self.guide.skip:
                return ask
        return None

    def play_skipped(self, step: int) -> None:
        """Answer skipped questions as long as draws are scripted for them."""
        while self.luck.unused and (skipped := self.next_skipped_ask()):
            self.take(step, skipped.seat, skipped.default_move)
        self.luck.check_all_used()

    def take(
        self,
        step: int,
        seat: Seat,
        move: Any,
        *,
        own: bool = False,
        allowed: tuple[Branch, ...] = (),
    ) -> None:
        self.state = self.game.play(self.state, seat, move, self.luck).state
        self.rows.append(Taught(Play(seat, move, self.luck.take_draws()), step, own, allowed))

    def build_branch(self, wrong: Wrong, seat: Seat, move: Any) -> Branch:
        """A mistake from here, played out as far as the guide describes it."""
        twin = CourseBuilder.__new__(CourseBuilder)
        twin.__dict__.update(self.__dict__)
        twin.luck, twin.rows = GuideChance(wrong.dice, self.spec), []
        twin.take(0, seat, move)
        for text in expand_repeats(wrong.then):
            named = text.partition(": ")
            if named[1] and named[0] in self.names:
                twin.play_line(0, self.names.index(named[0]), named[2], own=False)
            else:
                twin.play_line(0, seat, text, own=False)
        twin.play_skipped(0)
        return Branch(wrong, tuple(row.play for row in twin.rows))


def expand_repeats(lines: Iterable[str]) -> list[str]:
    """Every line separately: "forward ×8" becomes eight lines."""
    out: list[str] = []
    for line in lines:
        text, _, times = line.partition(TIMES)
        out += [text] * (int(times) if times else 1)
    return out
