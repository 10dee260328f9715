"""Fair queue: the least use is served first."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest

from paddock.server.common import fair_queue
from paddock.server.common.fair_queue import FairQueue
from tests.server.site import TIMEOUT_SECONDS, in_a_loop

Path = tuple[str, str, str]


class Clock:
    """The time by which the queue counts; a turn takes as long as its test says."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    async def work(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(fair_queue, "monotonic", found)
    return found


def served(work: Callable[[FairQueue], Awaitable[None]], slots: int = 1) -> FairQueue:
    async def main() -> FairQueue:
        queue = FairQueue(slots)
        await work(queue)
        return queue

    return in_a_loop(main())


def test_an_address_with_many_tables_waits_for_itself(clock: Clock) -> None:
    order: list[str] = []

    async def one(queue: FairQueue, *path: str) -> None:
        async with queue.turn(*path):
            order.append(path[0])
            await clock.work(0.001)

    async def crowd(queue: FairQueue) -> None:
        flood = [one(queue, "stranger", f"guest {n % 5}", f"table {n}") for n in range(60)]
        honest = [one(queue, f"home {n}", "ann", "hers") for n in range(12)]
        await asyncio.gather(*flood, *honest)

    queue = served(crowd)
    last = max(i for i, who in enumerate(order) if who != "stranger")
    assert last <= 24, "the honest ones are served in turn with the flood, not after it"
    assert not queue.root.children, "nobody is remembered who does not wait"


def test_what_is_dear_counts_for_more(clock: Clock) -> None:
    """Who thinks ten times as long has a tenth of the turns."""
    turns: Counter[str] = Counter()

    async def one(queue: FairQueue, who: str, seconds: float) -> None:
        while clock.now < 1.5:
            async with queue.turn("here", who, "table"):
                turns[who] += 1
                await clock.work(seconds)

    async def two(queue: FairQueue) -> None:
        jobs = [(who, s) for who, s in (("quick", 0.005), ("slow", 0.05)) for _ in range(3)]
        await asyncio.gather(*(one(queue, who, s) for who, s in jobs))

    served(two)
    assert turns["quick"] > 7 * turns["slow"]


def test_nobody_saves_up_turns(clock: Clock) -> None:
    order: list[str] = []

    ten_done = asyncio.Event()

    async def one(queue: FairQueue, who: str) -> None:
        async with queue.turn(who, who, who):
            order.append(who)
            if len(order) == 10:
                ten_done.set()
            await clock.work(0.01)

    async def late(queue: FairQueue) -> None:
        early = [asyncio.create_task(one(queue, "early")) for _ in range(20)]
        await ten_done.wait()
        await asyncio.gather(*early, *(one(queue, "late") for _ in range(8)))

    served(late)
    first = order.index("late")
    assert "early" in order[first : first + 4], "who comes late does not have all turns at once"


def test_who_goes_away_gives_the_turn_back() -> None:
    async def gone(queue: FairQueue) -> None:
        held = asyncio.Event()

        async def one() -> None:
            async with queue.turn("a", "b", "c"):
                await held.wait()

        async def other() -> None:
            async with queue.turn("d", "e", "f"):
                pass

        first, second = asyncio.create_task(one()), asyncio.create_task(other())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        assert queue.waiting == 0
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        await asyncio.wait_for(other(), TIMEOUT_SECONDS)

    queue = served(gone)
    assert queue.free == 1
    assert not queue.root.children


def test_a_turn_given_to_who_is_just_leaving_is_not_lost() -> None:
    async def leaving(queue: FairQueue) -> None:
        async def one(path: Path) -> None:
            async with queue.turn(*path):
                pass

        for n in range(50):
            tasks = [asyncio.create_task(one(("a", "b", str(i)))) for i in range(4)]
            for _ in range(n % 4):
                await asyncio.sleep(0)
            tasks[n % 4].cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    queue = served(leaving)
    assert queue.free == 1
    assert queue.waiting == 0
