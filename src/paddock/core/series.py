"""A series of races is a game too: the same contract around any race, seats kept, points added."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Generic, Protocol, TypeAlias, TypeVar, Union

from msgspec import Meta, Struct, defstruct, field
from msgspec.structs import replace
from rich.text import Text

from paddock.core.chance import Chance
from paddock.core.errors import Refusal
from paddock.core.game import Ask, Card, E, Game, M, O, Outcome, S, Step, V
from paddock.core.game_spec import BotHints, Countdown, GameSpec
from paddock.core.notation import Facts
from paddock.core.seats import Language, Names, Seat
from paddock.core.standings import Standing, Status
from paddock.core.turns import CarTurn, Summary, TurnSummaries
from paddock.core.words import Remark


class Options(Protocol):
    """The options of a series: those of each race, and how many. `series` makes the type."""

    @property
    def race(self) -> Any: ...

    @property
    def races(self) -> int: ...


P = TypeVar("P", bound=Options)


class State(Struct, Generic[S, P], frozen=True):
    """The race in progress, and what was won before it."""

    options: P
    race: int  # counted from 1
    points: tuple[int, ...]
    others: int  # the points of the competitors nobody drives, as one team
    places: tuple[int, ...]  # in the race before
    others_place: int  # the team's best there; 0: none
    now: S


class View(Struct, Generic[V, P], frozen=True):
    """The race as one seat knows it; the points everybody knows."""

    options: P
    race: int
    points: tuple[int, ...]
    others: int
    places: tuple[int, ...]
    others_place: int
    over: bool  # the last race is run
    now: V


class Scored(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    points: int
    total: int
    clause: str = ""


class OthersScored(Struct, frozen=True, tag=True, gc=False):
    points: int
    total: int
    clause: str = ""


class RaceOver(Struct, frozen=True, tag=True, gc=False):
    race: int
    races: int
    clause: str = ""


Added: TypeAlias = Scored | OthersScored | RaceOver
"""What a series tells beside its races."""


class Series(Generic[S, M, E, V, O]):
    """Any race, several times over. `points` are by place; `team`: those nobody drives score too,
    their best place, and may win."""

    def __init__(
        self,
        inner: Game[S, M, E, V, O],
        points: Sequence[int],
        *,
        team: bool = False,
        clause: str = "",
    ) -> None:
        self.inner, self.points, self.team, self.clause = inner, tuple(points), team, clause
        card = inner.card
        self.card = Card(
            card.id + "-series",
            card.title + ": a series",
            card.year,
            card.seats,
            card.edition,
            card.most_options,
            card.most_decisions * 20,
            card.designers,
        )

    def setup(
        self, options: Options, seats: int, chance: Chance
    ) -> Step[State[S, Options], E | Added]:
        step = self.inner.setup(options.race, seats, chance)
        none = (0,) * seats
        return Step(State(options, 1, none, 0, none, 0, step.state), step.events)

    def asks(self, state: State[S, Options]) -> tuple[Ask[M], ...]:
        return self.inner.asks(state.now)

    def play(
        self, state: State[S, Options], seat: Seat, move: M, chance: Chance
    ) -> Step[State[S, Options], E | Added]:
        step = self.inner.play(state.now, seat, move, chance)
        outcome = self.inner.outcome(step.state)
        if outcome is None:
            return Step(replace(state, now=step.state), step.events, step.opened)
        events: list[E | Added] = [*step.events]
        state = self.score(replace(state, now=step.state), outcome, events)
        if state.race == state.options.races:
            return Step(state, tuple(events), step.opened)
        again = self.inner.setup(state.options.race, len(state.points), chance)
        events += again.events
        return Step(
            replace(state, race=state.race + 1, now=again.state), tuple(events), step.opened
        )

    def score(
        self,
        state: State[S, Options],
        outcome: Outcome,
        events: list[E | Added],
    ) -> State[S, Options]:
        """Points by place; those nobody drives score once, for their best place."""
        events.append(RaceOver(state.race, state.options.races, self.clause))
        points = list(state.points)
        for seat, place in enumerate(outcome.places):
            won = self.worth(place)
            points[seat] += won
            events.append(Scored(seat, won, points[seat], self.clause))
        state = replace(state, points=tuple(points), places=outcome.places)
        if not self.team or not outcome.others:
            return state
        best = min((place for place in outcome.others if place), default=0)  # 0 is out of the race
        others = state.others + self.worth(best)
        events.append(OthersScored(self.worth(best), others, self.clause))
        return replace(state, others=others, others_place=best)

    def worth(self, place: int) -> int:
        return self.points[place - 1] if 1 <= place <= len(self.points) else 0

    def view(self, state: State[S, Options], seat: Seat | None) -> View[V, Options]:
        now = self.inner.view(state.now, seat)
        return View(
            state.options,
            state.race,
            state.points,
            state.others,
            state.places,
            state.others_place,
            self.over(state),
            now,
        )

    def imagine(self, view: View[V, Options], seat: Seat, chance: Chance) -> State[S, Options]:
        now = self.inner.imagine(view.now, seat, chance)
        return State(
            view.options, view.race, view.points, view.others, view.places, view.others_place, now
        )

    def why_not(self, state: State[S, Options], seat: Seat, move: M) -> Refusal:
        return self.inner.why_not(state.now, seat, move)

    def outcome(self, state: State[S, Options]) -> Outcome | None:
        """Most points; ties go to the better place in the last race, the team's best among them."""
        if not self.over(state):
            return None
        places = ranking(state, team=self.team)
        seats = len(state.points)
        return Outcome(places[:seats], "series-over", places[seats:])

    def over(self, state: State[S, Options]) -> bool:
        """Whether the last race is run: after any other the next one has begun at once."""
        return self.inner.outcome(state.now) is not None


def ranking(of: State[Any, Any] | View[Any, Any], *, team: bool) -> tuple[int, ...]:
    """The places by points, those of the seats first and then that of the team."""
    keys = [(-p, place or LAST) for p, place in zip(of.points, of.places, strict=True)]
    if team:
        keys.append((-of.others, of.others_place or LAST))
    return tuple(1 + sum(other < key for other in keys) for key in keys)


LAST = 999  # behind every place: out of the race


def by_points(view: View[Any, Any], team: Seat | None) -> tuple[Standing, ...]:
    """How a series has ended, the best first."""
    totals = list(enumerate(view.points))
    if team is not None:
        totals.append((team, view.others))
    most = max(total for _, total in totals)
    places = ranking(view, team=team is not None)
    found = [
        Standing(
            seat,
            places[car],
            car,
            Status.HOME,
            gap=most - total,
            score="points",
            args=(("points", total),),
        )
        for car, (seat, total) in enumerate(totals)
    ]
    return tuple(sorted(found, key=lambda one: one.place))


def turns_of(race: TurnSummaries[E]) -> TurnSummaries[Any]:
    """A series is told as its races are, and who has won how many points after each."""

    def gist(done: CarTurn[Any]) -> Summary:
        driven = [event for event in done.events if not isinstance(event, Added)]
        found = race.summarize(CarTurn(done.car, driven, done.before, done.after, done.passed))
        points: list[Remark] = [
            ("points", {"points": event.points, "total": event.total})
            for event in done.events
            if isinstance(event, Scored)
        ]
        return Summary((*(found.parts if driven else ()), *points), found.point)

    whose = {**race.car_field, Scored: "seat"} if race.field == "seat" else race.car_field
    return TurnSummaries(race.turn_starts | {RaceOver}, whose, gist, race.kinds, race.field)


def series_bot_hints(
    race: BotHints[S, M, V], among: Callable[[Any, Seat, float], float]
) -> BotHints[Any, M, Any]:
    """In a series one thinks as in its races, no further than to the end of each."""
    found: dict[str, Any] = {}
    if (appraise := race.option_values) is not None:

        def appraised(view: View[V, Options], ask: Ask[M], luck: Chance) -> list[float] | None:
            worths = appraise(view.now, ask, luck)
            return None if worths is None else [among(view, ask.seat, now) for now in worths]

        found["option_values"] = appraised
    if (habit := race.rollout_policy) is not None:
        found["rollout_policy"] = lambda state, ask, luck: habit(state.now, ask, luck)
    if (pause := race.cutoff) is not None:
        found["cutoff"] = lambda begun, state: (
            begun.race != state.race or pause(begun.now, state.now)
        )
    if (worth := race.state_value) is not None:
        found["state_value"] = lambda state, seat: among(state, seat, worth(state.now, seat))
    return replace(race, **found)


def series(
    spec: GameSpec[S, M, E, V, O],
    points: Sequence[int],
    *,
    team: Seat | None = None,
    clause: str = "",
) -> GameSpec[Any, M, Any, Any, Any]:
    """The house of a series: the rooms of the race with the points put before them. `team`: as
    which seat the words of the house name those nobody drives, where they score as one."""
    inner = spec.notation

    def facts(state: State[S, Options], names: Names) -> Facts:
        found = inner.facts(state.now, names)
        found["series"] = {"race": str(state.race), "others": str(state.others)}
        for seat, name in enumerate(names):
            found.setdefault(name, {})["points"] = str(state.points[seat])
        return found

    def place(given: Facts, options: Options, names: Names) -> State[S, Options]:
        rest = {k: {a: b for a, b in v.items() if a != "points"} for k, v in given.items()}
        table = rest.pop("series", {})
        now = inner.place(rest, options.race, names)
        points = tuple(int(given.get(name, {}).get("points", "0")) for name in names)
        others = int(table.get("others", "0"))
        race = int(table.get("race", "1"))
        return State(options, race, points, others, (0,) * len(names), 0, now)

    def begin(state: State[S, Options], part: str, chance: Chance) -> Step[State[S, Options], Any]:
        step = inner.begin(state.now, part, chance)
        return Step(replace(state, now=step.state), step.events, step.opened)

    def among(of: State[S, Options] | View[V, Options], seat: Seat, now: float) -> float:
        """The race now, and the points so far: worth more the fewer races are left."""
        rivals = [p for s, p in enumerate(of.points) if s != seat] + [of.others]
        lead = of.points[seat] - max(rivals)
        standing = 0.5 + max(-0.5, min(0.5, lead / (2 * max(points))))
        share = (of.race - 1) / max(1, of.options.races)
        return (1 - share / 2) * now + share / 2 * standing

    def evaluate(view: View[V, Options], seat: Seat) -> float:
        return among(view, seat, spec.evaluate(view.now, seat))

    def draw(view: View[V, Options], seat: Seat | None, names: Names, language: Language) -> Text:
        rows = [f"{name} {p}" for name, p in zip(names, view.points, strict=True)]
        if team is not None:
            rows.append(f"{spec.words.name(team, names, language)} {view.others}")
        head = Text(f"{view.race}/{view.options.races}   {'   '.join(rows)}\n", style="bold")
        return head + spec.draw(view.now, seat, names, language)

    def foresee(view: View[V, Options], seat: Seat, move: M) -> Mapping[str, float]:
        return spec.foresee(view.now, seat, move) if spec.foresee else {}

    def remarks(view: View[V, Options], move: M, numbers: Mapping[str, float]) -> Iterable[Remark]:
        return spec.remarks(view.now, move, numbers) if spec.remarks else ()

    def standings(view: View[V, Options]) -> tuple[Standing, ...]:
        """Those of the race; when the last one is run, by points."""
        if view.over:
            return by_points(view, team)
        return spec.standings(view.now)

    def own_standings(options: Options) -> bool:
        return spec.own_standings(options.race)

    def countdown(options: Options, ask: Ask[M]) -> Countdown | None:
        return spec.countdown(options.race, ask)

    def clauses(options: Options) -> Mapping[str, str]:
        return spec.clauses(options.race)

    options = defstruct(
        "Options",
        [
            ("race", spec.options, field(default_factory=spec.options)),
            ("races", Annotated[int, Meta(ge=1, le=20)], 3),
        ],
        frozen=True,
        forbid_unknown_fields=True,
    )
    game: Series[S, M, E, V, O] = Series(spec.game, points, team=team is not None, clause=clause)
    return GameSpec(
        game=game,
        options=options,
        state=State[spec.state, options],  # type: ignore[name-defined,valid-type]
        move=spec.move,
        event=Union[spec.event, Added],  # noqa: UP007
        view=View[spec.view, options],  # type: ignore[name-defined,valid-type]
        rulebook=spec.rulebook,
        words=spec.words,
        notation=replace(inner, facts=facts, place=place, begin=begin),
        evaluate=evaluate,
        draw=draw,
        standings=standings,
        competing=lambda view: len(view.points) + (team is not None),
        own_standings=own_standings,
        turns=turns_of(spec.turns),
        spoken=lambda view, seat: spec.spoken(view.now, seat),
        foresee=foresee if spec.foresee else None,
        remarks=remarks if spec.remarks else None,
        danger=spec.danger,
        detail=spec.detail,
        bot_hints=series_bot_hints(spec.bot_hints, among),
        countdown=countdown,
        clauses=clauses,
    )
