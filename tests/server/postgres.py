"""A PostgreSQL cluster in a temporary folder, run by somebody who is not root."""

from __future__ import annotations

import contextlib
import itertools
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from paddock.server.store import migrate
from paddock.server.store.engine import connect
from tests.needs import FETCHED, find, missing

CARELESS = " ".join(
    f"-c {name}"
    for name in (
        "fsync=off",
        "full_page_writes=off",
        "wal_level=minimal",
        "max_wal_senders=0",
        "autovacuum=off",
    )
)
"""What is lost when the machine falls over is not missed."""


class Cluster:
    def __init__(self, bin: Path, folder: Path, user: str | None, options: str) -> None:
        self.bin, self.folder, self.user, self.options = bin, folder, user, options
        self.data = str(folder / "data")
        self.port = free_port()
        self.numbers = itertools.count()
        self.migrated = False

    @classmethod
    @contextlib.contextmanager
    def started(cls, options: str = CARELESS) -> Iterator[Cluster]:
        bin = find("postgresql").resolve().parent
        folder = Path(tempfile.mkdtemp(prefix="paddock-pg-"))
        user = None
        if os.geteuid() == 0:
            user = somebody()
            shutil.chown(folder, user)
            bin = reachable(bin, folder, user)
        cluster = cls(bin, folder, user, options)
        new = ("-U", "paddock", "-A", "trust", "-N", "-E", "UTF8", "--no-locale")
        cluster.call("initdb", "-D", cluster.data, *new)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
            shutil.rmtree(folder, ignore_errors=True)

    def start(self) -> None:
        where = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        log = str(self.folder / "log")
        options = f"{where} {self.options}"
        self.call("pg_ctl", "-D", self.data, "-w", "-l", log, "-o", options, "start")

    def stop(self) -> None:
        """At once, as if the power had failed."""
        self.call("pg_ctl", "-D", self.data, "-m", "immediate", "stop")

    def call(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(self.bin / program), *arguments],
            user=self.user,
            check=True,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE if program == "initdb" else subprocess.DEVNULL,
        )

    def database(self) -> str:
        """The URL of a new database, as a server finds it that was started here before: brought up
        to date once, and then copied."""
        if not self.migrated:
            migrate.upgrade(engine := connect(self.create("paddock")))
            engine.dispose()
            self.migrated = True
        return self.create(f"paddock_{next(self.numbers)}", "--template=paddock")

    def create(self, name: str, *how: str) -> str:
        where = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "paddock")
        self.call("createdb", *where, "--maintenance-db=postgres", *how, name)
        return f"postgresql://paddock@127.0.0.1:{self.port}/{name}"


def somebody() -> str:
    """Who runs it for root: PostgreSQL refuses to."""
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    return missing("postgresql", "root cannot run it, nor is there a user postgres or nobody")


def reachable(bin: Path, folder: Path, user: str) -> Path:
    """The programs where this user can run them: what was fetched may lie behind root's doors."""
    try:
        subprocess.run([bin / "initdb", "-V"], user=user, stdout=subprocess.DEVNULL, check=True)
    except PermissionError:
        here = FETCHED / "postgresql"
        return shutil.copytree(here, folder / "programs") / bin.relative_to(here)
    return bin


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
