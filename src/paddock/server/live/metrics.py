"""Metrics in the Prometheus text format. docs/hosting/alerts.md explains each figure."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from paddock.server.common.fair_queue import FairQueue
from paddock.server.common.histogram import Histogram
from paddock.server.common.memory_trim import memory_bytes

if TYPE_CHECKING:
    from paddock.server.live.hub import Hub


class Metrics:
    """Counters of one process."""

    def __init__(self, rejections: Counter[str]) -> None:
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
        self.rejections = rejections  # by kind; connections are counted before there is a hub
        self.move_seconds = Histogram()


HELP = {
    "tables_opened": "Tables opened by this process",
    "rows": "Rows folded in, also those that others saved",
    "frames_in": "Frames received",
    "frames_out": "Frames sent",
    "refusals": "Refusals sent on sockets",
    "dropped": "Sockets dropped because they could not keep up",
    "timeouts": "Deadlines that passed",
    "thoughts": "Decisions of bots",
    "given_up": "Thoughts that came to nothing, so that a default was played",
    "notices": "Messages to people that their receiver took",
    "frozen": "Tables frozen by this process",
}


def text(hub: Hub) -> str:
    return "\n".join([*counters(hub), *gauges(hub), *lanes(hub), *histograms(hub)]) + "\n"


def describe(name: str, kind: str, help: str) -> list[str]:
    return [f"# HELP {name} {help}.", f"# TYPE {name} {kind}"]


def counters(hub: Hub) -> Iterator[str]:
    for name, help in HELP.items():
        metric = f"paddock_{name}_total"
        yield from describe(metric, "counter", help)
        yield f"{metric} {getattr(hub.metrics, name)}"
    yield from describe("paddock_rejected_total", "counter", "Requests and frames refused, by kind")
    for kind, count in sorted(hub.metrics.rejections.items()):
        yield f'paddock_rejected_total{{kind="{kind}"}} {count}'


def gauges(hub: Hub) -> Iterator[str]:
    found: Mapping[str, tuple[str, float]] = {
        "tables_open": ("Tables open in this process", len(hub.open_tables)),
        "sockets": (
            "Sockets open in this process",
            sum(len(live.watchers) for live in hub.open_tables.values()),
        ),
        "tables_frozen": ("Tables that do not go on", hub.periodic.frozen),
        "writes_waiting": ("Writes that wait", hub.store.writer.waiting()),
        "thinking": ("Bots that think or wait", len(hub.bots.thinking)),
        "thinking_waiting": ("Bots that wait for a worker", hub.bots.queue.waiting),
        "database_bytes": ("Size of the database", hub.periodic.database_bytes),
        "disk_free_bytes": ("Free space for a SQLite file", hub.periodic.disk_free_bytes),
        "memory_bytes": ("Memory of this process", memory_bytes()),
        "up_seconds": ("Seconds since the start", round(time.time() - hub.metrics.started, 3)),
    }
    for name, (help, value) in found.items():
        yield from describe(f"paddock_{name}", "gauge", help)
        yield f"paddock_{name} {value}"


def queues(hub: Hub) -> dict[str, FairQueue]:
    found = {name: lane.queue for name, lane in hub.offload.lanes().items()}
    others = {"bots": hub.bots.queue, "background": hub.background.queue}
    return found | others | {"notices": hub.notices.queue}


def lanes(hub: Hub) -> Iterator[str]:
    """Threads in use, and jobs that wait for one."""
    found = [(name, q.slots, q.slots - q.free, q.waiting) for name, q in queues(hub).items()]
    pools = {"reads": hub.store.readers, "table-reads": hub.store.table_readers}
    found += [
        (name, pool.size, min(pool.size, pool.pending), max(0, pool.pending - pool.size))
        for name, pool in pools.items()
    ]
    writer = hub.store.writer
    found += [("writes", writer.size, len(writer.busy_since), writer.waiting())]
    for metric, help, at in (
        ("paddock_threads", "Threads or processes of a lane", 1),
        ("paddock_threads_busy", "Threads or processes in use", 2),
        ("paddock_jobs_waiting", "Jobs that wait for one", 3),
    ):
        yield from describe(metric, "gauge", help)
        for lane in found:
            yield f'{metric}{{lane="{lane[0]}"}} {lane[at]}'


def histograms(hub: Hub) -> Iterator[str]:
    yield from describe("paddock_move_seconds", "histogram", "Time from a move to its answer")
    yield from hub.metrics.move_seconds.lines("paddock_move_seconds")
    yield from describe("paddock_save_seconds", "histogram", "Time of a write, its wait included")
    yield from hub.store.save_seconds.lines("paddock_save_seconds")
    yield from describe("paddock_wait_seconds", "histogram", "Time that a job waits for its turn")
    for name, queue in queues(hub).items():
        yield from queue.wait_seconds.lines("paddock_wait_seconds", f'lane="{name}"')
