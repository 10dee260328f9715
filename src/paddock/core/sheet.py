"""The sheet on which a seat plans its turn: which asks follow, from its view alone.

It begins with the seat's ask, or with the ask that it would have if it were its turn on the board
as it is. It goes on while a move draws nothing and asks no other seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from paddock.core.chance import ChanceNeeded, NoChance
from paddock.core.game import Ask, ask_of
from paddock.core.game_spec import AnyGameSpec
from paddock.core.program_rules import fixed_chance, has_danger
from paddock.core.program_turns import Turn, turn_of
from paddock.core.program_types import BadProgram, Plan, Step
from paddock.core.seats import Seat

End: TypeAlias = Literal["", "not-now", "draws", "others", "turn", "over", "full"]
"""Why nothing more can be planned: `sheet.END` in the words. Empty: there is an ask."""


MAX_SMALL_ANSWERS = 100
"""Answers of a co-driver between two planned moves."""


class Sheet(Struct, frozen=True):
    """A plan in the making: the steps so far, and the ask that follows them."""

    steps: tuple[Step[Any], ...] = ()
    ask: Ask[Any] | None = None
    view: Any = None  # the board as the seat would see it then
    turn: Turn = Turn(0)
    ended: End = ""


CoDriver: TypeAlias = Callable[[Any, Ask[Any]], Any]
"""Chooses a move from a view and an ask, as a bot does."""


def play_default(view: Any, ask: Ask[Any]) -> Any:
    return ask.default_move


def open_sheet(
    spec: AnyGameSpec,
    view: Any,
    seat: Seat,
    last_turn: int,
    moves: Iterable[Any] = (),
    co_driver: CoDriver = play_default,
) -> Sheet:
    """The sheet after these moves. A move that is not offered on it is refused. The co-driver
    answers what is not planned where a game imagines the result of a move."""
    planner = Planner(spec, view, seat, last_turn, co_driver=co_driver)
    for move in moves:
        planner.play(move)
    return planner.sheet


def plan_of(sheet: Sheet, first_turn: int, last_turn: int) -> Plan[Any]:
    """The plan of a sheet, up to the end of the sitting."""
    return Plan(first_turn, last_turn, sheet.steps)


def sheet_questions(spec: AnyGameSpec) -> frozenset[str]:
    """The questions that are planned on the sheet: the main ones, and those of the first preset."""
    programs = spec.programs
    return programs.main.union(*[preset.seals for preset in programs.presets[:1]])


class Planner:
    """A sheet that is filled in move by move. Nothing but the view is looked at."""

    __slots__ = ("_co_driver", "_state", "last_turn", "questions", "seat", "sheet", "spec")

    def __init__(
        self,
        spec: AnyGameSpec,
        view: Any,
        seat: Seat,
        last_turn: int,
        questions: frozenset[str] | None = None,
        co_driver: CoDriver = play_default,
    ) -> None:
        self.spec, self.seat, self.last_turn = spec, seat, last_turn
        self.questions = sheet_questions(spec) if questions is None else questions
        self._co_driver = co_driver
        self._state: Any = spec.game.imagine(view, seat, fixed_chance())
        self.sheet = Sheet()
        self._look("not-now")

    def play(self, move: Any) -> None:
        """Add a move to the plan."""
        sheet, ask = self.sheet, self.sheet.ask
        if ask is None:
            raise BadProgram(f"nothing more can be planned after {len(sheet.steps)} moves")
        if move not in ask.options:
            raise BadProgram(f"this move is not offered in the plan: {move}")
        self.sheet = Sheet((*sheet.steps, self._step(ask, move)), turn=sheet.turn)
        if self.spec.programs.has_imagined_result(move):
            self._play_on(move)
            self._look("others")
            return
        try:
            step = self.spec.game.play(self._state, self.seat, move, NoChance())
        except ChanceNeeded:
            self._look("draws", drawn=True)
        else:
            self._state = step.state
            self._look("others")

    def _play_on(self, move: Any) -> None:
        """Play a move with imagined draws, and what the co-driver answers after it."""
        game, chance = self.spec.game, fixed_chance(len(self.sheet.steps))
        self._state = game.play(self._state, self.seat, move, chance).state
        for _ in range(MAX_SMALL_ANSWERS):
            ask = ask_of(game.asks(self._state), self.seat)
            if ask is None or ask.question.prompt in self.questions:
                return
            answer = self._co_driver(game.view(self._state, self.seat), ask)
            self._state = game.play(self._state, self.seat, answer, chance).state

    def _step(self, ask: Ask[Any], move: Any) -> Step[Any]:
        """A step with the numbers that "as foreseen" compares; a risk or cost of 0 is left out."""
        spec, view = self.spec, self.sheet.view
        numbers = {} if spec.foresee is None else spec.foresee(view, self.seat, move)
        kept = {}
        for name, number in numbers.items():
            sense = spec.programs.senses.get(name)
            if sense == "place" or (number and sense in ("risk", "cost")):
                kept[name] = float(number)
        subject, danger = spec.programs.subject(view, ask), has_danger(spec, move, numbers)
        return Step(ask.question.prompt, move, subject, kept, danger)

    def _look(self, otherwise: End, *, drawn: bool = False) -> None:
        """Find the next ask of the seat, or say why there is none."""
        game, seat, steps = self.spec.game, self.seat, self.sheet.steps
        asks = game.asks(self._state)
        ask = None if drawn else self._wanted(asks)
        if ask is None and asks:
            ahead = self.spec.programs.ahead(self._state, seat, steps)
            if ahead is not None:
                self._state = ahead
                ask = self._wanted(game.asks(ahead))
        turn = turn_of(self.spec, self._state)
        ended: End = otherwise
        if not asks:
            ended = "over"
        elif ask is not None and turn.number > self.last_turn:
            ended = "turn"
        elif ask is not None and len(steps) >= self.spec.programs.most_steps:
            ended = "full"
        elif ask is not None:
            self.sheet = Sheet(steps, ask, game.view(self._state, seat), turn)
            return
        self.sheet = Sheet(steps, turn=turn, ended=ended)

    def _wanted(self, asks: tuple[Ask[Any], ...]) -> Ask[Any] | None:
        """The ask of the seat, if it is one that is planned."""
        ask = ask_of(asks, self.seat)
        wanted = ask is not None and ask.question.prompt in self.questions
        return ask if wanted else None
