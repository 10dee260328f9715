"""The laboratory: many races, measurements, laws left running, scenarios, golden races."""
