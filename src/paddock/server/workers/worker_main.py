"""Main function of a worker process. Imports nothing of the server, to start quickly."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import Connection

from paddock.server.workers.jobs import JOBS, work

GOOD, BAD = b"+", b"-"


def serve(pipe: Connection, niceness: int) -> None:
    """Handle jobs until the server closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # workers end with the server, not by Ctrl+C
    if hasattr(os, "nice"):  # not on Windows
        os.nice(niceness)
    threading.Thread(target=end_with_parent, daemon=True).start()
    answer = GOOD  # ready
    while True:
        try:
            pipe.send_bytes(answer)
            job = JOBS.decode(pipe.recv_bytes())
        except (EOFError, OSError):  # the server is gone
            return
        try:
            answer = GOOD + work(job)
        except Exception as wrong:  # reported to the caller; the next job may succeed
            answer = BAD + repr(wrong).encode()


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
