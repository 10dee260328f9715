"""Fits how a game's `evaluate` maps to expected places, from races of bots.

`python -m paddock.measure.fit_scales GAME… --races 200` fits the lines of `paddock.analysis.scale`
for these games. It reports how much better they predict the result than `evaluate` alone, in races
that were not used for fitting, and writes the lines with the command that fitted them.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, structs
from msgspec.structs import replace

from paddock import bots, games
from paddock.analysis import scale
from paddock.analysis.review import Reviewer, field_of
from paddock.analysis.scale import (
    ANY_DRAW,
    RACE_PARTS,
    PositionFigures,
    Scale,
    ScaleLine,
    Skill,
    Trust,
    draw_labels,
)
from paddock.bots.bot import place_share
from paddock.core.chance import UnrecordedChance
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import AnyRecord, Play
from paddock.core.referee import AnyReferee, Referee
from paddock.measure import skill, trust
from paddock.measure.ladder import even_seats

FIGURES_PER_LINE = 5
"""Of a line."""
POSITIONS_PER_RACE = 40
"""Positions of a race that are looked at."""
GOOD, WORSE = "greedy", "medium"
"""About every other race is among equals."""
RIDGE_POSITIONS = 2.0
"""Ridge regression: as if there were this many more positions without effect. It keeps lines flat
when races are few."""
TEST_RACE_ONE_IN = 4
"""For this many races one more is kept for testing the fit."""
MAX_SEARCHED_RACES = 10
"""Races from which it is learnt how far a search is to be believed: each has many decisions."""
MIN_DECISIONS = 10
"""From fewer decisions nothing is."""
LUCK_PRIOR_DEVIATION = 0.5
"""By so much luck of one kind may be kept otherwise than all luck, as far as nothing is known."""
MIN_DRAWS_PER_RACE = 1.0
"""A label needs this many draws per race to get its own figure."""


class SampledPosition(Struct, frozen=True):
    """A position of a race, and what came of it."""

    part: float
    seen: PositionFigures
    came: tuple[float, ...]
    alone: bool


def play_race(spec: AnyGameSpec, seed: str) -> tuple[AnyRecord, list[Any]]:
    """A race of bots, and its states."""
    chance = random.Random(seed)
    seats = even_seats(spec)
    among_equals = chance.random() < 0.5
    names = (GOOD, GOOD) if among_equals else (GOOD, WORSE)
    drivers = [bots.make_bot(names[seat % 2], spec) for seat in range(seats)]
    referee: AnyReferee = Referee(spec.game, spec.options(), seats, chance)
    luck, states = UnrecordedChance(random.Random(f"{seed}:bots")), [referee.state]
    while referee.asks:
        ask = referee.asks[0]
        view = spec.game.view(referee.state, ask.seat)
        referee.play(ask.seat, drivers[ask.seat].choose(view, ask, luck))
        states.append(referee.state)
    return referee.record(), states


def sample_positions(
    spec: AnyGameSpec, record: AnyRecord, states: Sequence[Any]
) -> Iterator[SampledPosition]:
    """Some positions of a race, from its start to shortly before its end."""
    outcome = spec.game.outcome(states[-1])
    assert outcome is not None
    seats, field = len(record.names), field_of(spec, states[-1])
    came = tuple([place_share(outcome, seat) for seat in range(seats)])
    last = len(states) - 1
    for n in sorted(
        {round(last * (i + 0.5) / POSITIONS_PER_RACE) for i in range(POSITIONS_PER_RACE)}
    ):
        if spec.game.outcome(states[n]) is None:
            seen = scale.position_figures(spec, states[n], seats, spec.state_value, field)
            yield SampledPosition(n / last, seen, came, field == seats)


# ---------------------------------------------------------------- the fit


def features(view: PositionFigures) -> Iterator[tuple[float, ...]]:
    """Of each seat: what its line has a figure for."""
    worth, place, gap = scale.mean(view.worths), scale.mean(view.places), scale.mean(view.gaps)
    for w, p, g in zip(view.worths, view.places, view.gaps, strict=True):
        yield 1.0, worth, w - worth, p - place, g - gap


def fit_lines(found: Sequence[SampledPosition]) -> tuple[ScaleLine, ...]:
    """A line for every part of a race, by least squares; a position counts for the parts that it is
    near to."""
    lines = []
    for part in range(RACE_PARTS):
        sums = [[0.0] * FIGURES_PER_LINE for _ in range(FIGURES_PER_LINE)]
        aims = [0.0] * FIGURES_PER_LINE
        for one in found:
            near = max(0.0, 1 - abs(one.part * RACE_PARTS - 0.5 - part))
            if near:
                for its, came in zip(features(one.seen), one.came, strict=True):
                    aim = came
                    if one.alone:  # the level is known
                        its, aim = (0.0, 0.0, *its[2:]), came - 0.5
                    for i, a in enumerate(its):
                        aims[i] += near * a * aim
                        for j, b in enumerate(its):
                            sums[i][j] += near * a * b
        for i in range(FIGURES_PER_LINE):
            sums[i][i] *= 1 + RIDGE_POSITIONS / max(1, len(found) // RACE_PARTS)
        lines.append(ScaleLine(*[round(figure, 5) for figure in solve(sums, aims)]))
    return tuple(lines)


def solve(sums: list[list[float]], aims: list[float]) -> list[float]:
    """The least-squares solution; a figure that never varies is zero."""
    rows = [[*row, aim] for row, aim in zip(sums, aims, strict=True)]
    size = len(rows)
    for i in range(size):
        if rows[i][i] <= 1e-12:
            continue
        for k in range(size):
            if k != i:
                by = rows[k][i] / rows[i][i]
                rows[k] = [a - by * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[-1] / row[i] if row[i] > 1e-12 else 0.0 for i, row in enumerate(rows)]


def share_predicted(found: Sequence[SampledPosition], its: Scale | None) -> float:
    """How much of what came was foreseen: 1 is everything, 0 as much as by knowing nothing."""
    wrong = all_of = 0.0
    mean = scale.mean([came for one in found for came in one.came])
    for one in found:
        expected = one.seen.worths
        if its is not None:
            expected = scale.expected_shares(its.line_at(one.part), one.seen, alone=one.alone)
        for seat, came in enumerate(one.came):
            wrong += (came - expected[seat]) ** 2
            all_of += (came - mean) ** 2
    return 1 - wrong / all_of


def fit_luck(spec: AnyGameSpec, races: Sequence[AnyRecord], its: Scale) -> dict[str, float]:
    """How much of luck lasts to the end, by label.

    Luck has mean zero, whatever it is multiplied with, so the corrected result stays fair. The
    figures are those that explain most; a label's own figure counts more, the more draws it has.
    """
    both, lucks, often = (
        defaultdict[str, float](float),
        defaultdict[str, float](float),
        Counter[str](),
    )
    results, seen = 0.0, 0
    for record in races:
        reviewer = Reviewer(spec, record, scale=replace(its, luck={ANY_DRAW: 1.0}))
        curve, total = reviewer.curve(), dict[str, list[float]]()
        won = [start - end for start, end in zip(curve[0], curve[-1], strict=True)]
        for draw in reviewer.draws():
            row = record.rows[draw.row]
            assert isinstance(row, Play), "only moves draw"
            drawn = draw_labels(row)
            often[drawn] += 1
            before = total.get(drawn, [0.0] * len(won))
            total[drawn] = [a + b for a, b in zip(before, draw.brought, strict=True)]
        for drawn, lucky in total.items():
            both[drawn] += sum([a * b for a, b in zip(lucky, won, strict=True)])
            lucks[drawn] += sum([a * a for a in lucky])
        results += sum([one * one for one in won])
        seen += len(won)
    usual = clamp_share(sum(both.values()) / max(1e-9, sum(lucks.values())))
    spread, known = results / seen, 1 / LUCK_PRIOR_DEVIATION**2
    found = {ANY_DRAW: usual}
    for drawn, count in often.items():
        if count >= MIN_DRAWS_PER_RACE * len(races):
            weight = 1 / spread
            figure = (both[drawn] * weight + usual * known) / (lucks[drawn] * weight + known)
            found[drawn] = clamp_share(figure)
    return dict(sorted(found.items()))


def fit_decisions(spec: AnyGameSpec, races: int, seed: int, its: Scale) -> Scale:
    """With how decisions are to be read."""
    its = replace(its, trust=fit_trust(spec, min(races, MAX_SEARCHED_RACES), seed, its))
    return replace(its, skill=fit_skill(spec, races, seed, its))


def fit_skill(spec: AnyGameSpec, races: int, seed: int, its: Scale) -> Skill:
    """How decisions are to be read; says what comes of it in other races."""
    found, right = skill.learn_skill(spec, races, seed, its)
    sys.stdout.write(
        f"{spec.card.id}: of two seats, in {races // skill.TEST_RACE_ONE_IN} other races, "
        f"decisions say rightly in {right:.0%} who came in before whom\n"
    )
    sys.stdout.flush()
    return found


def fit_trust(spec: AnyGameSpec, races: int, seed: int, its: Scale) -> Trust:
    """How far a search is to be believed."""
    found = list(trust.measure_mistakes(spec, races, seed, its))
    if len(found) < MIN_DECISIONS:
        sys.stdout.write(f"{spec.card.id}: {len(found)} decisions say nothing of a search\n")
        return its.trust
    fits = trust.fit_trust(found)
    sys.stdout.write(
        f"{spec.card.id}: of what a search finds in {len(found)} decisions {fits.share:.0%} comes "
        f"true, give or take {fits.error} places\n"
    )
    sys.stdout.flush()
    return fits


def clamp_share(figure: float) -> float:
    return round(min(1.5, max(0.0, figure)), 3)


def share_by_luck(spec: AnyGameSpec, races: Sequence[AnyRecord], its: Scale) -> float:
    """How much of what became of the seats is luck: 1 is everything."""
    left = results = 0.0
    for record in races:
        reviewer = Reviewer(spec, record, scale=its)
        curve, total = reviewer.curve(), [0.0] * len(record.names)
        for draw in reviewer.draws():
            total = [a + b for a, b in zip(total, draw.brought, strict=True)]
        for start, end, luck in zip(curve[0], curve[-1], total, strict=True):
            left += (start - end - luck) ** 2
            results += (start - end) ** 2
    return 1 - left / results


# ---------------------------------------------------------------- the file


def write_scales(all_of: dict[str, Scale]) -> str:
    """The file, as it is read."""
    out = [
        "# Written by `python -m paddock.measure.fit_scales`: maps `evaluate` to expected places.\n"
    ]
    for id, its in sorted(all_of.items()):
        out.append(f'\n["{id}"]\nfitted = "{its.fitted}"\nlines = [\n')
        for line in its.lines:
            figures = ", ".join([f"{k} = {v}" for k, v in structs.asdict(line).items()])
            out.append(f"    {{ {figures} }},\n")
        out.append("] # by tenths of a race\n")
        out.append(f"trust = {{ share = {its.trust.share}, error = {its.trust.error} }}\n")
        if its.skill is not None:
            out.append(f'\n["{id}".skill]\nreach = {its.skill.reach}\n')
            out.append(f'\n["{id}".skill.weights]\n')
            out += [f'"{what}" = {weight}\n' for what, weight in its.skill.weights.items()]
        out.append(f'\n["{id}".luck]\n')
        out += [f'"{drawn}" = {kept}\n' for drawn, kept in its.luck.items()]
    return "".join(out)


def fit_scale(spec: AnyGameSpec, races: int, seed: int) -> Scale:
    """Fit from this many races; prints how it does in other races."""
    found: list[SampledPosition] = []
    others: list[SampledPosition] = []
    kept, unseen = [], []
    for race in range(races):
        record, states = play_race(spec, f"scales:{seed}:{race}")
        found += sample_positions(spec, record, states)
        kept.append(record)
        if race % TEST_RACE_ONE_IN == 0:
            record, states = play_race(spec, f"scales:{seed}:{race}:other")
            others += sample_positions(spec, record, states)
            unseen.append(record)
    told = f"{races} races of {GOOD} and {WORSE}, seed {seed}, edition {spec.card.edition}"
    its = Scale(told, {ANY_DRAW: 1.0}, fit_lines(found))
    its = replace(its, luck=fit_luck(spec, kept, its))
    its = fit_decisions(spec, races, seed, its)
    sys.stdout.write(
        f"{spec.card.id}: {told}. In {len(unseen)} others the house at its word foresees "
        f"{share_predicted(others, None):.2f} of the results, these lines "
        f"{share_predicted(others, its):.2f}; "
        f"luck explains {share_by_luck(spec, unseen, its):.2f} of what became of the seats "
        f"(in the races fitted to {share_by_luck(spec, kept, its):.2f}), "
        f"{its.luck[ANY_DRAW]} of it kept\n"
    )
    sys.stdout.flush()
    return its


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--races", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skill", action="store_true", help="only how decisions are to be read")
    given = parser.parse_args()
    file = Path(scale.__file__).with_name(scale.SCALES_FILE)
    for id in given.games:
        spec = games.find_spec(id)
        if given.skill:
            its = scale.load_scales()[id]
            its = fit_decisions(spec, given.races, given.seed, its)
        else:
            its = fit_scale(spec, given.races, given.seed)
        scale.load_scales.cache_clear()
        file.write_text(write_scales({**scale.load_scales(), id: its}), encoding="utf-8")


if __name__ == "__main__":
    main()
