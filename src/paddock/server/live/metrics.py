"""Metrics in the Prometheus text format."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paddock.server.live.hub import Hub


class Metrics:
    """Counters of one process."""

    def __init__(self) -> None:
        self.started = time.time()
        self.tables_opened = 0
        self.rows = 0
        self.frames_in = 0
        self.frames_out = 0
        self.refusals = 0
        self.dropped = 0
        self.timeouts = 0
        self.thoughts = 0
        self.given_up = 0
        self.notices = 0
        self.frozen = 0


HELP = {
    "tables_opened": "Tables opened by this process",
    "rows": "Rows folded in, also those that others saved",
    "frames_in": "Frames received",
    "frames_out": "Frames sent",
    "refusals": "Refusals sent",
    "dropped": "Sockets dropped because they could not keep up",
    "timeouts": "Deadlines that passed",
    "thoughts": "Decisions of bots",
    "given_up": "Thoughts that came to nothing, so that a default was played",
    "notices": "Webhooks called",
    "frozen": "Tables frozen by this process",
}


def text(hub: Hub) -> str:
    lines = []
    for name, help in HELP.items():
        metric = f"paddock_{name}_total"
        lines += [f"# HELP {metric} {help}.", f"# TYPE {metric} counter"]
        lines.append(f"{metric} {getattr(hub.metrics, name)}")
    gauges = {
        "paddock_tables_open": ("Tables open in this process", len(hub.open_tables)),
        "paddock_sockets": (
            "Sockets open in this process",
            sum(len(live.watchers) for live in hub.open_tables.values()),
        ),
        "paddock_tables_frozen": ("Tables that do not go on", hub.periodic.frozen),
        "paddock_writes_waiting": ("Writes that wait", hub.store.writer.jobs.qsize()),
        "paddock_thinking": ("Bots that think or wait", len(hub.bots.thinking)),
        "paddock_thinking_waiting": ("Bots that wait for a worker", hub.bots.queue.waiting),
        "paddock_up_seconds": ("Seconds since the start", time.time() - hub.metrics.started),
    }
    for metric, (help, value) in gauges.items():
        lines += [f"# HELP {metric} {help}.", f"# TYPE {metric} gauge", f"{metric} {value}"]
    return "\n".join(lines) + "\n"
