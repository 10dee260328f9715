"""Pool of worker processes. A worker that takes too long or dies is replaced, and its job fails."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

from paddock.server.workers.jobs import WorkerFailed
from paddock.server.workers.worker_main import GOOD, serve

STARTUP_TIMEOUT_SECONDS = 240.0  # imports take long on a busy machine
WALL_TIME_FACTOR = 12
"""Limit of wall time as a multiple of the CPU limit. A worker on a busy machine must not be killed,
because its replacement would be as slow."""
SPAWN = multiprocessing.get_context("spawn")


class Worker:
    """One worker process. Its methods block: call them in a thread."""

    def __init__(self, niceness: int = 0) -> None:
        self.niceness = niceness
        self.process: SpawnProcess | None = None
        self.pipe: Connection | None = None
        self.lock = threading.Lock()

    def think(self, job: bytes, limit: float) -> bytes:
        """Run a job. The limit is CPU time, without the start of the process."""
        with self.lock:
            return self.exchange(job, limit)

    def exchange(self, job: bytes, limit: float) -> bytes:
        pipe = self.ensure_started()
        try:
            pipe.send_bytes(job)
            if not self.wait_for_answer(pipe, limit):
                raise WorkerFailed(f"a bot thought for more than {limit:g} s")
            answer = pipe.recv_bytes()
        except (OSError, EOFError) as wrong:
            self.kill()
            raise WorkerFailed(f"a worker died: {wrong!r}") from None
        except WorkerFailed:
            self.kill()
            raise
        if answer[:1] != GOOD:
            raise WorkerFailed(answer[1:].decode())
        return answer[1:]

    def wait_for_answer(self, pipe: Connection, limit: float) -> bool:
        """Wait for an answer until the CPU time is used up."""
        assert self.process is not None
        began, before = time.monotonic(), processor_time(self.process.pid)
        wait = limit
        while not pipe.poll(wait):
            used = processor_time(self.process.pid) - before
            if used >= limit or time.monotonic() - began > WALL_TIME_FACTOR * limit:
                return False
            wait = max(0.05, limit - used)
        return True

    def ensure_started(self) -> Connection:
        if self.pipe is not None and self.process is not None and self.process.is_alive():
            return self.pipe
        self.kill()
        ours, theirs = SPAWN.Pipe()
        process = SPAWN.Process(target=serve, args=(theirs, self.niceness), daemon=True)
        try:
            process.start()
        except (OSError, RuntimeError) as wrong:  # process limit reached: maybe next time
            ours.close()
            raise WorkerFailed(f"no worker can be started: {wrong!r}") from None
        finally:
            theirs.close()
        self.pipe, self.process = ours, process
        try:
            if ours.poll(STARTUP_TIMEOUT_SECONDS) and ours.recv_bytes() == GOOD:
                return ours
        except (OSError, EOFError):
            pass
        self.kill()
        raise WorkerFailed("a worker does not wake up")

    def stop(self) -> None:
        """Kill the process, from any thread; a waiting caller gets WorkerFailed."""
        if self.process is not None:
            self.process.kill()

    def kill(self) -> None:
        if self.pipe is not None:
            self.pipe.close()
        if self.process is not None:
            self.process.kill()
            self.process.join(5)
        self.pipe, self.process = None, None


class WorkerPool:
    """The worker processes of this server process: a `Pool` of `runtime`."""

    def __init__(self, workers: int, niceness: int = 0) -> None:
        self.all = [Worker(niceness) for _ in range(max(1, workers))]
        self.free = list(self.all)
        self.threads = ThreadPoolExecutor(len(self.all), thread_name_prefix="thinker")
        self.closed = False

    async def think(self, job: bytes, limit: float) -> bytes:
        if self.closed:
            raise WorkerFailed("the workers have been sent home")
        worker = self.free.pop()
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self.threads, worker.think, job, limit)
        # mark the exception as retrieved
        work.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            worker.stop()  # the result is not needed any more
            raise
        finally:
            self.free.append(worker)

    def stop_idle(self) -> None:
        """Stop idle workers; they are started again when needed."""
        for worker in self.free:
            worker.stop()

    def close(self) -> None:
        self.closed = True
        for worker in self.all:
            worker.stop()
        self.threads.shutdown(wait=False, cancel_futures=True)


def processor_time(pid: int | None) -> float:
    """CPU seconds of a process; wall time where the system does not report it."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return time.monotonic()
