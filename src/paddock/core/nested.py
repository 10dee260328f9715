"""Nested races: a championship, season or campaign (a mode) that runs a race inside its own state.

`InnerRace` is the phase that passes questions and moves through to the race. `mode_spec` makes the
GameSpec of a mode from that of its race, and `mode_turns` its turn summaries.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from operator import attrgetter
from typing import Any, ClassVar, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import MAX_PHASES_PER_MOVE
from paddock.core.game import Ask, E, Game, M, O, S, V
from paddock.core.game_spec import AnyGameSpec, BotHints, Countdown, Form, GameSpec, same_for_all
from paddock.core.layout import Layout
from paddock.core.notation import Facts, Notation
from paddock.core.program_types import (
    TURNS_PER_STAGE,
    CoDriver,
    GamePrograms,
    Line,
    Preset,
    Sense,
    Step,
    usual_length,
)
from paddock.core.progress import Progress, Results, no_progress, no_results
from paddock.core.seats import Language, Names, Seat
from paddock.core.sketch import Sketch
from paddock.core.spoken import Sentence, place_remarks
from paddock.core.standings import Standing
from paddock.core.styled_text import StyledText
from paddock.core.turns import CarTurn, EventTopic, Summary, TurnSummaries
from paddock.core.words import Remark, Words

St = TypeVar("St", bound=Struct)
"""The state of a mode."""

# ------------------------------------------------------------------ phases


class InnerRace(Struct, frozen=True, gc=False):
    """The phase of a mode in which a race is run, from one question to the next in one go.

    Nothing resumes it, so a race that begins between two questions goes through `start`.
    """

    over_at: ClassVar[type]
    """The race's phase at which the mode takes over."""
    resume: ClassVar[Callable[..., Any] | None] = None

    def inner(self, state: Any) -> Any:
        """The race in the state of the mode."""
        return state.now

    def with_inner(self, state: Any, race: Any) -> Any:
        """The state of the mode with another race in it."""
        return replace(state, now=race)

    def on_over(self, state: Any, events: Any, chance: Chance) -> Any:
        """The race is over: score it, then the next race, a market, or the end."""
        raise RulesBug(f"{type(self).__name__} does not say what follows the race")

    def start(self, state: St, events: Any, chance: Chance) -> St:
        """Run the race that lies in the state up to its first question."""
        state = replace(state, phase=self)
        after: St = self.run(state, self.inner(state), events, chance)
        return after

    def asks(self, state: Any) -> tuple[Ask[Any], ...]:
        race = self.inner(state)
        asks: tuple[Ask[Any], ...] = race.phase.asks(race)
        return asks

    def play(self, state: Any, seat: Seat, move: Any, events: Any, chance: Chance) -> Any:
        race = self.inner(state)
        race = race.phase.play(race, seat, move, events, chance)
        return self.run(state, race, events, chance)

    def run(self, state: Any, race: Any, events: Any, chance: Chance) -> Any:
        """Run a race until a player must decide or it is over."""
        over_at = self.over_at
        for _ in range(MAX_PHASES_PER_MOVE):
            phase = race.phase
            if type(phase) is over_at:
                return self.on_over(self.with_inner(state, race), events, chance)
            resume = phase.resume
            after = None if resume is None else resume(race, events, chance)
            if after is None:
                return self.with_inner(state, race)
            race = after
        raise RulesBug(f"no end in sight after {race.phase}")

    def why_not(self, state: Any, seat: Seat, move: Any) -> Refusal | None:
        race = self.inner(state)
        refusal: Refusal | None = race.phase.why_not(race, seat, move)
        return refusal


class SteppedRace(InnerRace, frozen=True, gc=False):
    """An inner race that runs phase by phase, so that the mode can look at it in between."""

    before_step: ClassVar[Callable[..., Any] | None] = None
    """(state, events, chance) -> state. A phase that it puts on top interrupts the race."""
    after_step: ClassVar[Callable[..., None] | None] = None
    """(race before, race after, events) -> None, after each move and each phase."""

    def start(self, state: St, events: Any, chance: Chance) -> St:
        """Put the race on top: the flow resumes it."""
        return replace(state, phase=self)

    def play(self, state: Any, seat: Seat, move: Any, events: Any, chance: Chance) -> Any:
        race = self.inner(state)
        after = race.phase.play(race, seat, move, events, chance)
        if self.after_step is not None:
            self.after_step(race, after, events)
        return self.with_inner(state, after)

    def resume(self, state: Any, events: Any, chance: Chance) -> Any:
        """One phase of the race; None where a player must decide first."""
        race = self.inner(state)
        if type(race.phase) is self.over_at:
            return self.on_over(state, events, chance)
        if self.before_step is not None:
            state = self.before_step(state, events, chance)
            if type(state.phase) is not type(self):
                return state
            race = self.inner(state)
        resume = race.phase.resume
        after = None if resume is None else resume(race, events, chance)
        if after is None:
            return None
        if self.after_step is not None:
            self.after_step(race, after, events)
        return self.with_inner(state, after)


# ------------------------------------------------------------------ the spec of a mode

NO_PROGRAMS = GamePrograms()


def in_race(view: Any) -> bool:
    """Whether a race is being run, by the phase in the view of a mode."""
    return isinstance(view.phase, InnerRace)


def no_numbers(view: Any, seat: Seat, move: Any) -> Mapping[str, float]:
    return {}


def no_remarks(view: Any, move: Any, numbers: Mapping[str, float]) -> Iterable[Remark]:
    return ()


def mode_spec(
    race: AnyGameSpec,
    *,
    game: Game[S, M, E, V, O],
    options: type[O],
    state: Any,
    event: Any,
    view: Any,
    notation: Notation[S, M, O],
    evaluate: Callable[[V, Seat], float],
    draw: Callable[[V, Seat | None, Names, Language], StyledText],
    bot_hints: BotHints[S, M, V],
    move: Any = None,
    words: Words | None = None,
    standings: Callable[[V], tuple[Standing, ...]] | None = None,
    standings_between: Callable[[V], tuple[Standing, ...]] | None = None,
    competing: Callable[[V], int] | None = None,
    own_standings: Callable[[O], bool] | None = None,
    turns: TurnSummaries[E] | None = None,
    spoken: Callable[[V, Seat], tuple[Sentence, ...]] | None = None,
    progress: Callable[[S], Progress] = no_progress,
    results: Callable[[S], Results] = no_results,
    forms: tuple[Form[O], ...] = (),
    own_moves: Collection[type] = (),
    foresee_between: Callable[[V, Seat, M], Mapping[str, float]] = no_numbers,
    remarks_between: Callable[[V, M, Mapping[str, float]], Iterable[Remark]] = no_remarks,
    board: Callable[[], object] | None = None,
    bots: Mapping[str, Callable[[str], Any]] | None = None,
    levels: tuple[str, ...] = (),
    race_options: Callable[[O], Any] | None = None,
    inner: Callable[[V], Any] = attrgetter("now"),
    running: Callable[[V], bool] = in_race,
    layout: Layout | None = None,
    programs: GamePrograms = NO_PROGRAMS,
) -> GameSpec[S, M, E, V, O]:
    """The GameSpec of a mode. What is not given is the race's while the race runs.

    `standings` always holds, `standings_between` only while no race runs. `own_moves` are types of
    moves that the race does not know. `inner` is the race's view in that of the mode, `running`
    says whether it counts. `race_options`: the options of the race, if its countdown and clauses
    hold in the mode.
    """
    own = frozenset(own_moves)
    between = standings_between or standings
    if between is None:
        raise TypeError("a mode needs standings or standings_between")

    def mode_standings(view: V) -> tuple[Standing, ...]:
        return race.standings(inner(view)) if running(view) else between(view)

    def mode_sketch(view: V) -> Sketch | None:
        return race.sketch(inner(view)) if running(view) else None

    def mode_spoken(view: V, seat: Seat) -> tuple[Sentence, ...]:
        if running(view):
            return race.spoken(inner(view), seat)
        return (tuple(place_remarks(between(view), seat)),)

    def foresee(view: V, seat: Seat, move: M) -> Mapping[str, float]:
        if type(move) not in own and race.foresee is not None and running(view):
            return race.foresee(inner(view), seat, move)
        return foresee_between(view, seat, move)

    def remarks(view: V, move: M, numbers: Mapping[str, float]) -> Iterable[Remark]:
        if type(move) not in own and race.remarks is not None and running(view):
            return race.remarks(inner(view), move, numbers)
        return remarks_between(view, move, numbers)

    def danger(move: M, numbers: Mapping[str, float]) -> Remark | None:
        return None if type(move) in own or race.danger is None else race.danger(move, numbers)

    def detail(move: M) -> str:
        return "" if type(move) in own else race.detail(move)

    spec: GameSpec[S, M, E, V, O] = GameSpec(
        game=game,
        options=options,
        state=state,
        move=race.move if move is None else move,
        event=event,
        view=view,
        rulebook=race.rulebook,
        words=race.words if words is None else words,
        notation=notation,
        evaluate=evaluate,
        draw=draw,
        standings=standings or mode_standings,
        competing=competing,
        liveries=race.liveries,
        own_standings=own_standings or same_for_all,
        progress=progress,
        results=results,
        forms=forms,
        turns=race.turns if turns is None else turns,
        spoken=spoken or mode_spoken,
        foresee=None if race.foresee is None and foresee_between is no_numbers else foresee,
        remarks=None if race.remarks is None and remarks_between is no_remarks else remarks,
        danger=None if race.danger is None else danger,
        detail=detail,
        board=board,
        sketch=mode_sketch,
        bots={} if bots is None else bots,
        levels=levels,
        bot_hints=bot_hints,
        layout=layout,
        programs=programs,
    )
    return spec if race_options is None else with_race_options(spec, race, race_options)


def with_race_options(
    spec: GameSpec[S, M, E, V, O], race: AnyGameSpec, race_options: Callable[[O], Any]
) -> GameSpec[S, M, E, V, O]:
    """The spec of a mode with countdown, clauses and secrecy of standings as in its races."""

    def countdown(options: O, ask: Ask[M]) -> Countdown | None:
        return race.countdown(race_options(options), ask)

    def clauses(options: O) -> Mapping[str, str]:
        return race.clauses(race_options(options))

    def own_standings(options: O) -> bool:
        return race.own_standings(race_options(options))

    return replace(spec, countdown=countdown, clauses=clauses, own_standings=own_standings)


# ------------------------------------------------------------------ programs


def race_of(state: Any) -> Any | None:
    """The race that is being run in the state of a mode; None between races."""
    phase = state.phase
    return phase.inner(state) if isinstance(phase, InnerRace) else None


def put_race(state: Any, race: Any) -> Any:
    """The state of a mode with another race in it."""
    return state.phase.with_inner(state, race)


def mode_programs(
    race: GamePrograms,
    done: Callable[[Any], int],
    *,
    senses: Mapping[str, Sense] | None = None,
    presets: tuple[Preset, ...] | None = None,
    staying: Collection[str] = (),
    inner: Callable[[Any], Any | None] = race_of,
    with_inner: Callable[[Any, Any], Any] = put_race,
) -> GamePrograms:
    """What a mode says about programs: as its race, with turns numbered through the season.

    `done` counts the races that are over. `inner` is the race that is being run, if one is.
    """

    def count_turns(state: Any) -> int:
        now = inner(state)
        turn = 0 if now is None else race.count_turns(now)
        return (done(state) + 1) * TURNS_PER_STAGE + turn

    def ahead(state: Any, seat: Seat, steps: tuple[Step[Any], ...]) -> Any | None:
        now = inner(state)
        after = None if now is None else race.ahead(now, seat, steps)
        return None if after is None else with_inner(state, after)

    return replace(
        race,
        senses={**race.senses, **(senses or {})},
        presets=race.presets if presets is None else presets,
        staying=race.staying.union(staying),
        count_turns=count_turns,
        ahead=ahead,
        race_length=usual_length,
    )


def with_questions(preset: Preset, name: str, line: str, questions: Iterable[str]) -> Preset:
    """A preset whose co-driver answers more questions, in a line of its own name."""
    lines = [
        Line(line, CoDriver((*one.body.questions, *questions)), one.wake)
        if isinstance(one.body, CoDriver)
        else one
        for one in preset.lines
    ]
    return replace(preset, name=name, lines=tuple(lines))


# ------------------------------------------------------------------ turns and positions


def mode_turns(
    race: TurnSummaries[Any],
    own: Callable[[Any], list[Remark] | None],
    *,
    turn_starts: Iterable[type] = (),
    car_field: Mapping[type, str] | None = None,
    kinds: Mapping[type, EventTopic] | None = None,
) -> TurnSummaries[Any]:
    """The turn summaries of a mode: those of its race, followed by what the mode adds.

    `own` gives the parts for an event of the mode, and None for an event of the race.
    """

    def summarize(turn: CarTurn[Any]) -> Summary:
        of_race: list[Any] = []
        parts: list[Remark] = []
        for event in turn.events:
            added = own(event)
            if added is None:
                of_race.append(event)
            else:
                parts += added
        summary = race.summarize(replace(turn, events=of_race))
        return replace(summary, parts=(*summary.parts, *parts))

    return TurnSummaries(
        turn_starts=race.turn_starts | frozenset(turn_starts),
        car_field={**race.car_field, **(car_field or {})},
        summarize=summarize,
        kinds={**race.kinds, **(kinds or {})},
        field=race.field,
    )


def without(given: Facts, subject: str, keys: Collection[str]) -> Facts:
    """The facts of a position without this subject, and without these keys of all others."""
    return {
        name: {key: value for key, value in facts.items() if key not in keys}
        for name, facts in given.items()
        if name != subject
    }
