"""A series: any race several times in a row, with points by place. It is a game itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Annotated, Any, Generic, Protocol, TypeAlias, TypeVar, Union

from msgspec import Meta, Struct, defstruct, field
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.errors import Refusal
from paddock.core.game import Ask, Card, E, Game, M, O, Outcome, S, Step, V
from paddock.core.game_spec import BotHints, Form, GameSpec
from paddock.core.layout import Layout, nested_layout, part, seats_from, table
from paddock.core.nested import mode_programs, mode_spec, without
from paddock.core.notation import Facts
from paddock.core.progress import Results, Stage, in_stage
from paddock.core.seats import Language, Names, Seat
from paddock.core.standings import Standing, Status
from paddock.core.styled_text import StyledText
from paddock.core.turns import CarTurn, Summary, TurnSummaries
from paddock.core.words import Remark


class Options(Protocol):
    """The options of a series: those of each race, and how many races. `series` makes the type."""

    @property
    def race(self) -> Any: ...

    @property
    def races(self) -> int: ...


P = TypeVar("P", bound=Options)


class State(Struct, Generic[S, P], frozen=True):
    """The race in progress, and the points won before it."""

    options: P
    race: int  # counted from 1
    points: tuple[int, ...]
    others: int  # the points of the competitors without a player, as one team
    places: tuple[int, ...]  # in the race before
    others_place: int  # the team's best there; 0: none
    now: S
    results: Results = ()  # the places in every race before


class View(Struct, Generic[V, P], frozen=True):
    """The race as one seat knows it, and the points, which are public."""

    options: P
    race: int
    points: tuple[int, ...]
    others: int
    places: tuple[int, ...]
    others_place: int
    over: bool  # the last race is run
    now: V
    results: Results = ()


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
"""The events of a series itself."""


class Series(Generic[S, M, E, V, O]):
    """The game of a series. `points` are by place. `team`: competitors without a player score as
    one, by their best place, and may win."""

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
            id=card.id + "-series",
            title=card.title + ": a series",
            year=card.year,
            seats=card.seats,
            edition=card.edition,
            most_options=card.most_options,
            most_decisions=card.most_decisions * 20,
            designers=card.designers,
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
        """Points by place; competitors without a player score once, for their best place."""
        events.append(RaceOver(state.race, state.options.races, self.clause))
        points = list(state.points)
        for seat, place in enumerate(outcome.places):
            won = self.worth(place)
            points[seat] += won
            events.append(Scored(seat, won, points[seat], self.clause))
        results = (*state.results, outcome.places)
        state = replace(state, points=tuple(points), places=outcome.places, results=results)
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
            options=state.options,
            race=state.race,
            points=state.points,
            others=state.others,
            places=state.places,
            others_place=state.others_place,
            over=self.over(state),
            now=now,
            results=state.results,
        )

    def imagine(self, view: View[V, Options], seat: Seat, chance: Chance) -> State[S, Options]:
        now = self.inner.imagine(view.now, seat, chance)
        return State(
            options=view.options,
            race=view.race,
            points=view.points,
            others=view.others,
            places=view.places,
            others_place=view.others_place,
            now=now,
            results=view.results,
        )

    def why_not(self, state: State[S, Options], seat: Seat, move: M) -> Refusal:
        return self.inner.why_not(state.now, seat, move)

    def outcome(self, state: State[S, Options]) -> Outcome | None:
        """Most points win; ties go to the better place in the last race (of a team: its best)."""
        if not self.over(state):
            return None
        places = ranking(state, team=self.team)
        seats = len(state.points)
        return Outcome(places[:seats], "series-over", places[seats:])

    def over(self, state: State[S, Options]) -> bool:
        """Whether the last race is run. After any other race the next one begins at once."""
        return self.inner.outcome(state.now) is not None


def ranking(of: State[Any, Any] | View[Any, Any], *, team: bool) -> tuple[int, ...]:
    """The places by points: the seats first, then the team."""
    keys = [(-p, place or LAST) for p, place in zip(of.points, of.places, strict=True)]
    if team:
        keys.append((-of.others, of.others_place or LAST))
    return tuple(1 + sum(other < key for other in keys) for key in keys)


LAST = 999  # sorts behind every place: out of the race


def by_points(view: View[Any, Any], team: Seat | None) -> tuple[Standing, ...]:
    """The final standings of a series, the best first."""
    totals = list(enumerate(view.points))
    if team is not None:
        totals.append((team, view.others))
    most = max(total for _, total in totals)
    places = ranking(view, team=team is not None)
    rows = [
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
    return tuple(sorted(rows, key=lambda row: row.place))


def turns_of(race: TurnSummaries[E]) -> TurnSummaries[Any]:
    """The turn summaries of a series: those of its races, and the points won after each.

    Not `mode_turns`: a turn without events of the race has only points.
    """

    def summarize(turn: CarTurn[Any]) -> Summary:
        of_race = [event for event in turn.events if not isinstance(event, Added)]
        summary = race.summarize(replace(turn, events=of_race))
        points: list[Remark] = [
            ("points", {"points": event.points, "total": event.total})
            for event in turn.events
            if isinstance(event, Scored)
        ]
        return Summary((*(summary.parts if of_race else ()), *points), summary.point)

    car_field = {**race.car_field, Scored: "seat"} if race.field == "seat" else race.car_field
    return TurnSummaries(
        race.turn_starts | {RaceOver}, car_field, summarize, race.kinds, race.field
    )


MOST_POINTS = 9_999


def series_layout(spec: GameSpec[S, M, E, V, O], race: Layout, card: Card) -> Layout:
    """The layout of a series: its points, then the race in progress."""

    def read_series(view: View[V, Options], seat: Seat) -> tuple[int, ...]:
        return (view.race, view.options.races, view.others, view.others_place)

    def read_points(view: View[V, Options], seat: Seat) -> list[int]:
        seats = seats_from(seat, len(view.points))
        return [number for s in seats for number in (view.points[s], view.places[s])]

    most = card.seats[1]
    return nested_layout(
        f"{card.id}-v1",
        race,
        attrgetter("now"),
        moves=spec.move,
        parts=(
            part(
                "series",
                read_series,
                race=(1, 20),
                races=(1, 20),
                others=(0, MOST_POINTS),
                others_place=(0, 99),
            ),
            table("points", most, read_points, points=(0, MOST_POINTS), place=(0, 99)),
        ),
    )


def series_bot_hints(
    race: BotHints[S, M, V], among: Callable[[Any, Seat, float], float]
) -> BotHints[Any, M, Any]:
    """Bots think as in a single race, and no further than to its end."""
    found: dict[str, Any] = {}
    if (appraise := race.option_values) is not None:

        def now_values(view: View[V, Options], ask: Ask[M], luck: Chance) -> list[float] | None:
            worths = appraise(view.now, ask, luck)
            return None if worths is None else [among(view, ask.seat, now) for now in worths]

        found["option_values"] = now_values
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
    home: str = "",
    lengths: Sequence[tuple[str, int, int]] = (),
) -> GameSpec[Any, M, Any, Any, Any]:
    """The GameSpec of a series. `team`: competitors without a player score as one team, and the
    words of the game name it as this seat. `home`: the module that calls it SERIES, for pickle.
    `lengths`: the forms in which it is offered: a name, the number of races, and the minutes."""
    inner = spec.notation

    def facts(state: State[S, Options], names: Names) -> Facts:
        found = inner.facts(state.now, names)
        found["series"] = {"race": str(state.race), "others": str(state.others)}
        for seat, name in enumerate(names):
            found.setdefault(name, {})["points"] = str(state.points[seat])
        return found

    def place(given: Facts, options: Options, names: Names) -> State[S, Options]:
        rest = without(given, "series", ("points",))
        table = given.get("series", {})
        now = inner.place(rest, options.race, names)
        points = tuple(int(given.get(name, {}).get("points", "0")) for name in names)
        others = int(table.get("others", "0"))
        race = int(table.get("race", "1"))
        return State(options, race, points, others, (0,) * len(names), 0, now)

    def begin(state: State[S, Options], part: str, chance: Chance) -> Step[State[S, Options], Any]:
        step = inner.begin(state.now, part, chance)
        return Step(replace(state, now=step.state), step.events, step.opened)

    def among(of: State[S, Options] | View[V, Options], seat: Seat, now: float) -> float:
        """The race now and the points so far, which count more the fewer races are left."""
        rivals = [p for s, p in enumerate(of.points) if s != seat] + [of.others]
        lead = of.points[seat] - max(rivals)
        standing = 0.5 + max(-0.5, min(0.5, lead / (2 * max(points))))
        share = (of.race - 1) / max(1, of.options.races)
        return (1 - share / 2) * now + share / 2 * standing

    def evaluate(view: View[V, Options], seat: Seat) -> float:
        return among(view, seat, spec.evaluate(view.now, seat))

    def draw(
        view: View[V, Options], seat: Seat | None, names: Names, language: Language
    ) -> StyledText:
        rows = [f"{name} {p}" for name, p in zip(names, view.points, strict=True)]
        if team is not None:
            rows.append(f"{spec.words.name(team, names, language)} {view.others}")
        head = StyledText(f"{view.race}/{view.options.races}   {'   '.join(rows)}\n", style="bold")
        return head + spec.draw(view.now, seat, names, language)

    def standings(view: View[V, Options]) -> tuple[Standing, ...]:
        """The standings of the race; after the last one, by points."""
        if view.over:
            return by_points(view, team)
        return spec.standings(view.now)

    options = defstruct(
        "Options",
        [
            ("race", spec.options, field(default_factory=spec.options)),
            ("races", Annotated[int, Meta(ge=1, le=20)], 3),
        ],
        module=home or __name__,
        frozen=True,
        forbid_unknown_fields=True,
    )
    options.__qualname__ = "SERIES.options"  # where pickle finds the type
    game: Series[S, M, E, V, O] = Series(spec.game, points, team=team is not None, clause=clause)
    return mode_spec(
        spec,
        game=game,
        options=options,
        state=State[spec.state, options],  # type: ignore[name-defined,valid-type]
        event=Union[spec.event, Added],  # noqa: UP007
        view=View[spec.view, options],  # type: ignore[name-defined,valid-type]
        notation=replace(inner, facts=facts, place=place, begin=begin),
        evaluate=evaluate,
        draw=draw,
        bot_hints=series_bot_hints(spec.bot_hints, among),
        standings=standings,
        competing=lambda view: len(view.points) + (team is not None),
        progress=lambda state: in_stage(
            Stage("race", state.race, state.options.races), spec.progress(state.now)
        ),
        results=lambda state: tuple([spec.shown_places(Outcome(p, "")) for p in state.results]),
        forms=tuple([Form(name, options(races=n), minutes, n) for name, n, minutes in lengths]),
        turns=turns_of(spec.turns),
        race_options=lambda options: options.race,
        running=lambda view: True,  # the next race begins at once
        layout=None if spec.layout is None else series_layout(spec, spec.layout, game.card),
        programs=mode_programs(
            spec.programs,
            lambda state: state.race - 1,
            inner=attrgetter("now"),
            with_inner=lambda state, now: replace(state, now=now),
        ),
    )
