"""Protocols of what workers need from the layer above: the hub and a live table."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from paddock.core.seats import Seat
from paddock.server.common.offload import Offload, Turn
from paddock.server.settings import Settings
from paddock.server.store import Store
from paddock.server.tables.table import Planner, Table
from paddock.server.workers.background_queue import BackgroundQueue
from paddock.server.workers.runtime import Runtime

if TYPE_CHECKING:
    from paddock.server.workers.bot_turns import StoredHints

T = TypeVar("T")


class BotMetrics(Protocol):
    """Counters of bot moves."""

    thoughts: int
    given_up: int


class Services(Protocol):
    """The hub, as workers use it."""

    settings: Settings
    runtime: Runtime
    store: Store
    process: str
    closing: bool
    tasks: set[asyncio.Task[Any]]
    background: BackgroundQueue
    offload: Offload

    @property
    def metrics(self) -> BotMetrics: ...

    def spawn(self, work: Coroutine[Any, Any, T], name: str = "work") -> asyncio.Task[T]: ...

    def clock(self) -> int: ...

    async def whole(self, table: Table, turn: Turn) -> Table: ...


class BotTable(Protocol):
    """A live table, as bots use it."""

    table: Table
    origin: str
    hinted: dict[Seat, StoredHints]

    async def save(self, plan: Planner, id: str | None) -> int | None: ...

    async def catch_up(self) -> Any: ...
