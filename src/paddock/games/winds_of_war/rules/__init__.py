"""Rules: gauges and tests, the road, collisions, order, events, grid and garage."""
