"""Conserved in The Great Race: resource cards, vehicles, progress markers."""

from __future__ import annotations

from collections.abc import Hashable

from paddock.games.great_race.phases import ChoosingSupplies, DrawingMap, Scouting
from paddock.games.great_race.state import State


def census(state: State) -> Hashable:
    """Every card wherever it is, and who races. Tiles only ever leave: see `tiles`."""
    cards = [*state.deck, *state.discards, *state.market]
    for crew in state.crews:
        cards += crew.hand
        assert set(crew.known) <= set(crew.hand), "a card all have seen is not in its hand"
        assert 0 <= crew.fuel <= 8, crew
        assert 0 <= crew.engine <= 5, crew
        assert 0 <= crew.chassis <= 5, crew
        assert crew.money >= 0, crew
        assert crew.scouts + crew.mechanics + crew.escorts + crew.financing <= 5, crew
    if isinstance(state.phase, ChoosingSupplies):
        cards += state.phase.drawn
    assert tiles(state) <= 60, "tiles were made"
    return tuple(sorted(cards)), len(state.crews), tuple(sorted(state.pile))


def tiles(state: State) -> int:
    """Tiles in the bag, on the board and just drawn."""
    laid = sum(tile >= 0 for tile in state.board)
    drawn = len(state.phase.tiles) if isinstance(state.phase, Scouting | DrawingMap) else 0
    return laid + drawn + len(state.bag)
