"""Decisions are read by a glance only where a glance tells who drives well."""

from __future__ import annotations

from typing import Any

import pytest

from paddock import games
from paddock.bots.review import Glance
from paddock.bots.scale import scales
from paddock.lab import scales as fitting

HOUSE = games.find("template")


def looked_at(costs: tuple[float, ...]) -> type:
    """Whoever looks back sees that every race of two cost them so much."""

    class Looking:
        field = 2

        def __init__(self, *_: Any, **__: Any) -> None: ...

        def glance(self) -> Glance:
            return Glance((), (), costs, ())

        def curve(self) -> list[tuple[float, ...]]:
            return [(1.0, 2.0)]

    return Looking


@pytest.mark.parametrize(("costs", "tells"), [((0.1, 0.6), True), ((0.6, 0.1), False)])
def test_a_glance_that_misleads_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, costs: tuple[float, ...], tells: bool
) -> None:
    assert HOUSE.mind.samples, "one of them thinks further"
    monkeypatch.setattr(fitting, "raced", lambda *_: (None, []))
    monkeypatch.setattr(fitting, "Reviewer", looked_at(costs))
    its = next(iter(scales().values()))
    assert (fitting.skilled(HOUSE, 3, 1, its) is not None) is tells
