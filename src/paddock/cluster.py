"""Jobs on a Ray cluster: any number of machines, the same results in the same order.

A job is a function of this package and values that can be pickled; games travel by their names. A
job whose process or machine dies is run again elsewhere. Nothing in a job depends on where it runs,
so it gives the same result.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from paddock.core.errors import PaddockError

T = TypeVar("T")

LOCAL = "local"
"""Instead of an address: start Ray on this machine."""
JOBS_PER_CPU = 4
"""Jobs that wait at the cluster for each of its processors."""


class NoCluster(PaddockError):
    """Ray is missing, or there is no cluster at the address."""


def import_ray() -> Any:
    try:
        import ray
    except ImportError:
        raise NoCluster("--ray needs the extra `ray`: pip install 'paddock[ray]'") from None
    return ray


def run_jobs(
    function: Callable[..., T], jobs: Iterable[tuple[Any, ...]], address: str
) -> Iterator[T]:
    """The results of the jobs in their order, as they become known."""
    ray = import_ray()
    mine = not ray.is_initialized()
    if mine:
        connect(ray, address)
    try:
        # System failures are retried without limit; an error of the job itself is raised at once.
        remote = ray.remote(function).options(num_cpus=1, max_retries=-1)
        most = max(1, int(ray.cluster_resources().get("CPU", 1))) * JOBS_PER_CPU
        waiting: deque[Any] = deque()
        for job in jobs:
            waiting.append(remote.remote(*job))
            if len(waiting) >= most:
                yield find_result(ray, waiting.popleft())
        while waiting:
            yield find_result(ray, waiting.popleft())
    finally:
        if mine:
            ray.shutdown()


def connect(ray: Any, address: str) -> None:
    """Connect to a cluster, or start Ray here."""
    try:
        ray.init(
            address=None if address == LOCAL else address,
            log_to_driver=False,
            logging_level="ERROR",
            include_dashboard=False if address == LOCAL else None,
        )
    except (ConnectionError, ValueError, RuntimeError) as wrong:
        raise NoCluster(f"no Ray cluster at {address}: {wrong}") from None


def find_result(ray: Any, reference: Any) -> Any:
    """The result of a job; its own error as if it had been raised here."""
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as failed:
        cause = failed.cause
        if isinstance(cause, PaddockError | AssertionError):
            raise cause from None
        raise
