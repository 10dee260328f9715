"""Advice: the best options of a decision with the expected place of each, by what the seat can
see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from paddock.analysis.scale import DEFAULT_TRUST, expected_results, mean, scale_of
from paddock.bots.imagined_state import ImaginedState
from paddock.bots.search import AnySearch, Branch, Search
from paddock.core.chance import Chance, RepeatableChance
from paddock.core.game import Amount, Ask
from paddock.core.game_spec import AnyGameSpec, default_option
from paddock.core.languages import decimal_point
from paddock.core.program_rules import has_danger
from paddock.core.seats import Language

SAMPLES = 60
MAX_ADVICE = 3
"""Options that are named."""
MAX_COST_PLACES = 0.25
"""Options that cost more places than this are not named."""
EVEN_COST_PLACES = 0.05
"""Within this many places of the best, the proposed move comes first."""
SHOWN_PLACES = "0.1"
"""What is listed as worse is worse by this at least, as shown."""
WORLDS = 24
"""Imagined states in which an option is played out."""
ASSUMED_PROGRESS = 0.5
"""Progress of a running race is unknown: half is assumed."""


class Advice(Struct, frozen=True):
    """An option, and its expected place."""

    move: Any
    place: float  # among all competitors
    lead: float = (
        0.0  # places by which it is better than the next best; below 0: worse than the best
    )


def advise(
    spec: AnyGameSpec, view: Any, ask: Ask[Any], chance: Chance, samples: int = SAMPLES
) -> tuple[Advice, ...]:
    """The best options, best first: the expected place of the best, and how much less the others
    are worth in the search, scaled by how far the search can be trusted."""
    branches = [Branch(ask.options[0], 0.0)]
    if len(ask.candidates) > 1:
        search: AnySearch = Search(spec, samples)
        branches = search.rank_options(view, ask, chance)
    first, placed = branches[0], place_estimator(spec, view)
    best = mean(places_after(spec, view, ask, [first.move], chance, placed)[0])
    field, scale = spec.field_size(view), scale_of(spec)
    share = (DEFAULT_TRUST if scale is None else scale.trust).share
    costs = [
        (share * max(0.0, first.worth - branch.worth) * (field - 1), branch.move)
        for branch in branches
    ]
    named = [one for one in costs[:MAX_ADVICE] if one[0] <= MAX_COST_PLACES]
    usual = proposed_move(spec, view, ask)
    named.sort(key=lambda one: (one[1] != usual or one[0] > EVEN_COST_PLACES, one[0]))
    least, chosen = named[0]
    next_best = min([cost for cost, move in costs if move != chosen], default=least)
    found = [Advice(chosen, min(best + least, float(field)), max(0.0, next_best - least))]
    if is_even(found[0]):
        return tuple(found)  # others do not matter: one recommendation is enough
    for cost, move in named[1:]:
        other = Advice(move, min(best + cost, float(field)), least - cost)
        if is_worse(other, found[0]):
            found.append(other)
    return tuple(found)


def proposed_move(spec: AnyGameSpec, view: Any, ask: Ask[Any]) -> Any:
    """The option that the page proposes: a hint names no other where it is as good."""
    if isinstance(ask.options, Amount):
        return ask.default_move
    if spec.foresee is None:
        return ask.default_move
    seen = [(move, spec.foresee(view, ask.seat, move)) for move in ask.options]
    beside = ((numbers, "!" * has_danger(spec, move, numbers)) for move, numbers in seen)
    return ask.options[default_option(ask.default, beside)]


def is_even(one: Advice) -> bool:
    """Whether another option is as good, by as much as people are shown."""
    return float(f"{one.lead:.1f}") == 0


def is_worse(one: Advice, other: Advice) -> bool:
    """Whether an option is worse by as much as people are shown: equal ones are not listed."""
    return float(f"{one.place:.1f}") > float(f"{other.place:.1f}")


def places_after(
    spec: AnyGameSpec,
    view: Any,
    ask: Ask[Any],
    moves: Sequence[Any],
    chance: Chance,
    placed: Callable[[Any], Sequence[float]],
) -> list[list[float]]:
    """The places of a seat after each of some moves, in the same imagined states; `placed` gives
    the expected places of a state."""
    search: AnySearch = Search(spec, 1)
    found: list[list[float]] = [[] for _ in moves]
    for _ in range(WORLDS):
        world: ImaginedState[Any, Any, Any] = ImaginedState(
            spec, view, ask, chance, search.rollout_move
        )
        thoughts = RepeatableChance(chance)
        for its, move in zip(found, moves, strict=True):
            thoughts.rewind()
            its.append(placed(search.play_out(world, move, thoughts))[ask.seat])
    return found


def place_estimator(spec: AnyGameSpec, view: Any) -> Callable[[Any], Sequence[float]]:
    """The expected places in a state of a running race."""
    field, scale = spec.field_size(view), scale_of(spec)
    seats = 1 + max([one.seat for one in spec.standings(view)])
    line = None if scale is None else scale.line_at(ASSUMED_PROGRESS)

    def places_of(state: Any) -> Sequence[float]:
        return [
            expected_place(share, field)
            for share in expected_results(spec, state, seats, field, line)
        ]

    return places_of


def expected_place(standing: float, field: int) -> float:
    """A share of the field as a place."""
    return 1 + (1 - min(1.0, max(0.0, standing))) * (field - 1)


def explain_option(
    spec: AnyGameSpec, view: Any, ask: Ask[Any], move: Any, language: Language
) -> str:
    """Why to choose an option: its remark, then the help text of its topic. That text tells when
    to choose this kind of move. Where several options are of this kind it says nothing about this
    one and may contradict it, so it is left out."""
    words, topic = spec.words, spec.topic(ask, move)
    remark = spec.option_info(view, ask.seat, move, language).remark
    alike = [other for other in ask.candidates if spec.topic(ask, other) == topic]
    reason = "" if len(alike) > 1 else words.explain(topic, language, why=True)
    parts = [part.rstrip(".") for part in (remark, reason) if part]
    return ". ".join(parts) + "." if parts else ""


def explain_advice(
    spec: AnyGameSpec, view: Any, ask: Ask[Any], advice: Advice, language: Language
) -> str:
    """Why an option is recommended: what is said about it, and how it compares with the others.
    There is always something to say; of a single option only that there is no other."""
    if len(ask.candidates) == 1:
        return compare_advice(spec, ask, advice, language)
    said = " ".join(
        [
            part
            for part in (
                explain_option(spec, view, ask, advice.move, language),
                compare_advice(spec, ask, advice, language),
            )
            if part
        ]
    )
    return said[:1].upper() + said[1:]


def compare_advice(spec: AnyGameSpec, ask: Ask[Any], advice: Advice, language: Language) -> str:
    """How an option compares with the next best, or with the best, by as much as is shown."""
    places = f"{abs(advice.lead):.1f}"
    if len(ask.candidates) == 1:
        id = "advice.only"
    elif advice.lead < 0:
        id, places = "advice.worse", max(places, SHOWN_PLACES)
    else:
        id = "advice.even" if is_even(advice) else "advice.better"
    return spec.words.tell(id, language, places=places.replace(".", decimal_point(language)))
