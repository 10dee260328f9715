"""Histograms of durations, for the metrics."""

from __future__ import annotations

from bisect import bisect_left

BOUNDS_SECONDS = (
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.15,
    0.25,
    0.5,
    1.0,
    2.5,
    5.0,
    10.0,
)


class Histogram:
    """Counts of durations up to each bound."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS_SECONDS) + 1)
        self.seconds = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS_SECONDS, seconds)] += 1
        self.seconds += seconds

    def lines(self, name: str, labels: str = "") -> list[str]:
        """Samples in the Prometheus text format. Labels are written as `lane="heavy"`."""
        comma, braces = f"{labels}," if labels else "", f"{{{labels}}}" if labels else ""
        found, total = [], 0
        for bound, count in zip((*BOUNDS_SECONDS, "+Inf"), self.counts, strict=True):
            total += count
            found.append(f'{name}_bucket{{{comma}le="{bound}"}} {total}')
        return [*found, f"{name}_sum{braces} {self.seconds:.6f}", f"{name}_count{braces} {total}"]
