"""Names of bots, where none are given."""

DRIVER_NAMES = (
    "Nino", "Greta", "Aldo", "Ines", "Oscar", "Livia", "Bruno", "Tessa",
    "Hugo", "Alma", "Rocco", "Edda", "Felix", "Zita", "Ivo", "Olga",
)  # fmt: skip
"""By seat."""
