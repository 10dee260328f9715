"""Waiting for a headless screen. Textual's own pause ends when the process uses little processor
time, and on a loaded machine it gets little before anything is done."""

from __future__ import annotations

import time
from collections.abc import Callable

from textual.pilot import Pilot

TIMEOUT_SECONDS = 180.0
STEP_SECONDS = 0.02


async def wait_until(pilot: Pilot[None], is_true: Callable[[], bool]) -> None:
    """Wait until it is true, or the time is over."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not is_true() and time.monotonic() < end:
        await pilot.pause(STEP_SECONDS)
