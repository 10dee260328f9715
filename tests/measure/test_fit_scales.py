"""How decisions and searches are to be read is learnt from what came of them."""

from __future__ import annotations

import random
import tomllib

import msgspec
import pytest
from msgspec.structs import replace

from paddock.analysis.scale import SEARCH_COST, Scale, Skill, Trust, load_scales
from paddock.measure import fit_scales as fitting
from paddock.measure import skill, trust
from tests.seeds import seeded

USUAL_COSTS = {"good": 0.6, "usual": 1.0, "bad": 1.4}


def raced(chance: random.Random, races: int) -> list[skill.Sample]:
    """Races in which what a search sees of a driver decides, and what a glance sees says the wrong
    thing."""
    found = []
    for _ in range(races):
        names = chance.choices(("good", "usual", "bad"), k=4)
        costs = [chance.gauss(USUAL_COSTS[name], 0.3) for name in names]
        came = sorted(range(4), key=lambda seat: costs[seat] + chance.gauss(0.0, 0.3))
        seen = [{"drive": 1.0 - cost, SEARCH_COST: cost - 3.0} for cost in costs]
        behind = [came.index(seat) - 1.5 for seat in range(4)]
        found.append(skill.Sample(tuple(names), tuple(seen), tuple(behind), 4))
    return found


@seeded(1)
def test_what_misleads_has_no_weight(seed: int) -> None:
    chance = random.Random(seed)
    its = skill.fit_skill(raced(chance, 80))
    assert set(its.weights) == {SEARCH_COST}
    assert skill.share_predicted(its, raced(chance, 40)) > 0.7
    good, bad = its.places([{SEARCH_COST: -1.6}, {SEARCH_COST: -0.4}])
    assert good == -bad < -0.5


def test_a_search_speaks_for_a_driver_and_never_against_him() -> None:
    its = Skill({"drive": 1.0, SEARCH_COST: 1.0}, 1.5)
    usual = {"drive": 0.5}
    assert its.places([{**usual, SEARCH_COST: 0.7}, usual]) == (0.0, 0.0)
    good, bad = its.places([{**usual, SEARCH_COST: -0.7}, usual])
    assert good == -bad < 0


@pytest.mark.parametrize("seed", [1, 2, 3])  # fixed: one race in twenty says something by chance
def test_a_kind_of_decision_that_is_seldom_met_counts_as_much_as_the_others(seed: int) -> None:
    """One race says nothing of it, whatever came of that race."""
    found = [
        replace(one, costs=tuple([{"drive": its[SEARCH_COST] + 3.0} for its in one.costs]))
        for one in raced(random.Random(seed), 60)
    ]
    seldom = {**found[0].costs[0], "duel": 0.2}
    found[0] = replace(found[0], costs=(seldom, *found[0].costs[1:]))
    weights = skill.fit_skill(found).weights
    assert weights["duel"] == pytest.approx(weights["drive"], rel=0.5)


@seeded(1)
def test_who_drives_well_is_learnt_and_not_who_had_luck(seed: int) -> None:
    """What goes with the luck of a race, whoever drives, tells less than what goes with drivers."""
    chance, found = random.Random(seed), []
    for _ in range(120):
        names = chance.choices(("good", "usual", "bad"), k=4)
        luck = [chance.gauss(0.0, 1.0) for _ in names]
        driven = [chance.gauss(USUAL_COSTS[name], 0.3) for name in names]
        came = sorted(range(4), key=lambda seat: driven[seat] + luck[seat])
        costs = [
            {"drive": cost, "again": 1.0 + bad} for cost, bad in zip(driven, luck, strict=True)
        ]
        behind = [came.index(seat) - 1.5 for seat in range(4)]
        found.append(skill.Sample(tuple(names), tuple(costs), tuple(behind), 4))
    weights = skill.fit_skill(found).weights
    assert weights["drive"] > 3 * weights.get("again", 0.0)


def test_who_sits_alone_is_behind_nobody() -> None:
    assert Skill({"drive": 1.0}, 1.0).places([{"drive": 0.4}]) == (0.0,)


@seeded(1)
def test_a_search_is_believed_as_far_as_it_comes_true(seed: int) -> None:
    chance = random.Random(seed)
    found = []
    for _ in range(400):
        search = chance.uniform(0.3, 1.5)
        true = 0.6 * search + chance.gauss(0.0, 0.3)
        found.append(trust.MeasuredMistake(search, true + chance.gauss(0.0, 0.25), 0.25))
    its = trust.fit_trust(found)
    assert its.share == pytest.approx(0.6, abs=0.1)
    assert its.error == pytest.approx(0.3, abs=0.1)


def test_a_search_and_the_finish_count_by_how_sure_they_are() -> None:
    its = Trust(share=0.5, error=0.3)
    lead, error = its.pool(found=1.0, came=0.9, wrong=0.3)
    assert lead == pytest.approx(0.7)
    assert error < 0.3
    assert its.pool(1.0, 0.9, 0.01)[0] == pytest.approx(0.9, abs=0.01)  # the finish is sure
    assert its.pool(1.0, 0.9, 9.0)[0] == pytest.approx(0.5, abs=0.01)  # and here says nothing


def test_what_is_written_is_read_again() -> None:
    text = fitting.scales_text(load_scales())
    assert msgspec.convert(tomllib.loads(text), dict[str, Scale]) == load_scales()
