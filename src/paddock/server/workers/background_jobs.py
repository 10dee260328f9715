"""Life cycle of background jobs: check the quota, claim, compute, save results, handle failures.

Reviews, track reports and exercises are such jobs. A job has a key (what it is about) and an
edition (rules and version of the algorithm). One process at a time works on it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct
from sqlalchemy.exc import DBAPIError

from paddock.server.store import Unavailable
from paddock.server.store.background_results import ResultTable
from paddock.server.workers.background_queue import check_pending, claim_job
from paddock.server.workers.jobs import WorkerFailed
from paddock.server.workers.quotas import Requester
from paddock.server.workers.services import Services

JobState: TypeAlias = Literal["none", "working", "done"]


class Job(Struct, frozen=True):
    """One job. `on_failure` decides whether a failed job is retried later or given up."""

    key: str
    edition: str
    asker: Requester
    work: Callable[[], Awaitable[None]]
    on_failure: Callable[[WorkerFailed], Awaitable[None]]
    log_fields: dict[str, str] = {}


class BackgroundJobs:
    """Jobs of one kind in this process. `name` is used for tasks and logs."""

    def __init__(
        self, services: Services, results: ResultTable, name: str, log: logging.Logger
    ) -> None:
        self.services, self.results = services, results
        self.name, self.log = name, log
        self.working: dict[str, Requester] = {}

    async def find(self, key: str, edition: str) -> tuple[JobState, bytes]:
        """State of a job, and its result so far; empty if there is none."""
        store = self.services.store
        result = await store.read(lambda c: self.results.find(c, key, edition, store.now))
        here = key in self.working
        if result is None:
            return ("working" if here else "none"), b""
        if result.done:
            return "done", result.body
        return ("working" if result.working or here else "none"), result.body

    def may_begin(self, key: str, state: JobState) -> bool:
        """Whether a job in this state is to be started now."""
        return state == "none" and key not in self.working and not self.services.closing

    async def begin(
        self,
        job: Job,
        max_pending: int,
        refusal: str,
        admit: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Start a job within the quotas. `admit` may refuse it after the other checks."""
        check_pending(list(self.working.values()), job.asker, max_pending, refusal)
        self.working[job.key] = job.asker
        if admit is not None:
            try:
                await admit()
            except BaseException:
                del self.working[job.key]
                raise
        self.services.spawn(self.run(job), self.name)

    async def run(self, job: Job) -> None:
        """Claim and run a job. If nothing can be saved, the next request starts it again."""
        try:
            async with claim_job(self.services.store, self.results, job.key, job.edition):
                await job.work()
        except WorkerFailed as wrong:
            if not self.services.closing:  # otherwise the worker was stopped on purpose
                await job.on_failure(wrong)
        except (Unavailable, DBAPIError):
            self.log.warning("%s not saved", self.name, extra=job.log_fields)
        finally:
            self.working.pop(job.key, None)

    async def save(self, key: str, edition: str, result: Any, *, done: bool) -> None:
        """Save a result, maybe partial."""
        store, body = self.services.store, msgspec.json.encode(result)
        await store.write(
            key,
            lambda c: self.results.save(c, store.insert, store.now, key, edition, body, done),
        )

    async def drop(self, key: str) -> None:
        """Delete a result, so that the next request starts from the beginning."""
        await self.services.store.write(key, lambda c: self.results.drop(c, key))

    async def release(self, key: str, edition: str) -> None:
        """Give up a claim but keep the partial result."""
        store = self.services.store
        await store.write(key, lambda c: self.results.release(c, store.now, key, edition))
