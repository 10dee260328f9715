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
"""Figures of a line of the scale."""
POSITIONS_PER_RACE = 40
"""Positions taken from each race."""
GOOD, WORSE = "greedy", "medium"
"""The bots of the races. In about half of the races all bots are good."""
RIDGE_POSITIONS = 2.0
"""Ridge regression: as if there were this many more positions without effect. It keeps lines flat
when races are few."""
TEST_RACE_ONE_IN = 4
"""One test race for this many races of the fit."""
MAX_SEARCHED_RACES = 10
"""Races for measuring the reliability of a search: each has many decisions."""
MIN_DECISIONS = 10
"""With fewer decisions the reliability stays as it is."""
LUCK_PRIOR_DEVIATION = 0.5
"""Prior standard deviation of the share of one kind of luck from that of all luck."""
MIN_DRAWS_PER_RACE = 1.0
"""A label needs this many draws per race to get its own figure."""


class SampledPosition(Struct, frozen=True):
    """A position of a race, and the result of the race."""

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
    """For each seat the values that the figures of a line multiply."""
    worth, place, gap = scale.mean(view.worths), scale.mean(view.places), scale.mean(view.gaps)
    for w, p, g in zip(view.worths, view.places, view.gaps, strict=True):
        yield 1.0, worth, w - worth, p - place, g - gap


def fit_lines(found: Sequence[SampledPosition]) -> tuple[ScaleLine, ...]:
    """A line for every part of a race, by least squares. A position counts for the parts next to
    it."""
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
    """The share of the variance of the results that is predicted: 1 is all of it."""
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
    """How much of the luck of a draw lasts to the end, by label.

    Luck has mean zero, also when multiplied by a factor, so the corrected result stays unbiased.
    The factors are those that explain most. A label with more draws counts its own factor more.
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
    """The scale with skill and trust."""
    its = replace(its, trust=fit_trust(spec, min(races, MAX_SEARCHED_RACES), seed, its))
    return replace(its, skill=fit_skill(spec, races, seed, its))


def fit_skill(spec: AnyGameSpec, races: int, seed: int, its: Scale) -> Skill:
    """Fit the weights of decisions; print how well they predict other races."""
    found, right = skill.learn_skill(spec, races, seed, its)
    sys.stdout.write(
        f"{spec.card.id}: in {races // skill.TEST_RACE_ONE_IN} other races the cost of decisions "
        f"predicts the order of {right:.0%} of all pairs of seats\n"
    )
    sys.stdout.flush()
    return found


def fit_trust(spec: AnyGameSpec, races: int, seed: int, its: Scale) -> Trust:
    """Measure how reliable a search is."""
    found = list(trust.measure_mistakes(spec, races, seed, its))
    if len(found) < MIN_DECISIONS:
        sys.stdout.write(f"{spec.card.id}: {len(found)} decisions are too few to rate a search\n")
        return its.trust
    fits = trust.fit_trust(found)
    sys.stdout.write(
        f"{spec.card.id}: in {len(found)} decisions {fits.share:.0%} of the cost that a search "
        f"finds is real, with an error of {fits.error} places\n"
    )
    sys.stdout.flush()
    return fits


def clamp_share(figure: float) -> float:
    return round(min(1.5, max(0.0, figure)), 3)


def share_by_luck(spec: AnyGameSpec, races: Sequence[AnyRecord], its: Scale) -> float:
    """The share of the results that luck explains: 1 is everything."""
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


def scales_text(all_of: dict[str, Scale]) -> str:
    """The text of the scales file."""
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
    """Fit to this many races; print how well the scale predicts other races."""
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
    source = f"{races} races of {GOOD} and {WORSE}, seed {seed}, edition {spec.card.edition}"
    its = Scale(source, {ANY_DRAW: 1.0}, fit_lines(found))
    its = replace(its, luck=fit_luck(spec, kept, its))
    its = fit_decisions(spec, races, seed, its)
    sys.stdout.write(
        f"{spec.card.id}: {source}. In {len(unseen)} other races `evaluate` alone predicts "
        f"{share_predicted(others, None):.2f} of the results, these lines "
        f"{share_predicted(others, its):.2f}; "
        f"luck explains {share_by_luck(spec, unseen, its):.2f} of the results "
        f"({share_by_luck(spec, kept, its):.2f} in the races of the fit), "
        f"{its.luck[ANY_DRAW]} of it lasts to the end\n"
    )
    sys.stdout.flush()
    return its


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--races", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skill", action="store_true", help="fit only skill and trust")
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
        file.write_text(scales_text({**scale.load_scales(), id: its}), encoding="utf-8")


if __name__ == "__main__":
    main()
