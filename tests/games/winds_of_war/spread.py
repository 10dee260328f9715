"""The races of Winds of War for the laws: every circuit, 1 to 6 cars, wet and dry, with and without
retiring, dealt and bought."""

from __future__ import annotations

from typing import Any

from paddock.games.winds_of_war.modes.career.state import Options as Career
from paddock.games.winds_of_war.modes.championship.state import Options as Season
from paddock.games.winds_of_war.modes.mille_miglia.state import Options as Road
from paddock.games.winds_of_war.state import Options

RACES = 21
ROAD = """name = "Passo del Vento"
open = true
end = "arrivo"
hexagons = [
    "S5", "S2 E4r S1", "S5", "S2 D4l S1 assist", "S5", "S2 C3r S1 up", "S2 A2l S1 up", "S2 B3r S1",
    "S2 A3r S1 down", "S2 C3l S1 down", "S5", "S2 D4r S1", "S4", "S2 B3l S1 assist", "S2 C3r S1",
    "S5", "S2 E4l S1", "S4", "S2 B2l2r S1", "S4"
]
"""

SPREAD: tuple[tuple[Any, int], ...] = (
    (Options(laps=1), 2),
    (Options(garage="auction"), 4),
    (Options("monza-1938", 1, weather="wet", group=1), 6),
    (Options("monza-1934", 1, weather="dry", retire=False, group=2), 3),
    (Options("tripoli", 1, "simulation", year=1937, garage="auction", weather="dry"), 2),
    (Options("pescara", 1, group=4, weather="wet", retire=False), 5),
    (Options("livorno", 1, group=5, layout="three"), 6),
    (Options("modena", 2, "simulation", year=1934, qualifying="die", weather="wet"), 4),
    (Options("napoli", 1, group=3, weather="dry", layout="three", retire=False), 6),
    (Options("bergamo", 2, group=2, garage="auction", weather="wet"), 3),
    (Options("san-remo", 1, "simulation", year=1940, garage="auction", retire=False), 6),
    (Options("brescia-1940", 1, plot_seconds=10, weather="dry"), 1),
    (Season(("san-remo", "modena"), 1), 3),
    (Season(("bergamo", "modena", "napoli"), 1, group=5, garage="dealt", retire=False), 6),
    (Road(year=1938, own=ROAD), 3),  # it starts at night, on an own road
    (Road(hour="dusk", style="arcade", group=2, garage="auction", weather="wet"), 4),
    (Road("stages", 1938, retire=False), 2),
    (Road(year=1940, garage="auction", weather="wet"), 3),
    (Road("calabria", 1935, style="arcade", group=1, weather="dry"), 2),
    (Career(1938, 2), 2),  # the ring of 1940 comes second
    (Career(1937, 2, style="arcade", group=4, garage="dealt", retire=False), 3),
)
