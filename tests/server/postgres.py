"""A PostgreSQL cluster in a temporary folder, run by a user other than root."""

from __future__ import annotations

import contextlib
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from paddock.server.store import migrate
from paddock.server.store.engine import connect
from tests.needs import FETCHED, find, missing
from tests.ports import reserve_port

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
"""No durability: the data is temporary."""


class Cluster:
    def __init__(self, bin: Path, folder: Path, user: str | None, options: str) -> None:
        self.bin, self.folder, self.user, self.options = bin, folder, user, options
        self.data = str(folder / "data")
        self.port = reserve_port()
        self.numbers = itertools.count()
        self.migrated = False

    @classmethod
    @contextlib.contextmanager
    def started(cls, options: str = CARELESS) -> Iterator[Cluster]:
        bin = find("postgresql").resolve().parent
        folder = Path(tempfile.mkdtemp(prefix="paddock-pg-"))
        user = None
        if os.geteuid() == 0:
            user = unprivileged_user()
            shutil.chown(folder, user)
            bin = runnable_programs(bin, folder, user)
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
        """Stop at once, as in a power failure."""
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
        """URL of a new database, copied from a migrated template."""
        if not self.migrated:
            migrate.upgrade(engine := connect(self.create("paddock")))
            engine.dispose()
            self.migrated = True
        return self.create(f"paddock_{next(self.numbers)}", "--template=paddock")

    def create(self, name: str, *how: str) -> str:
        where = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "paddock")
        self.call("createdb", *where, "--maintenance-db=postgres", *how, name)
        return f"postgresql://paddock@127.0.0.1:{self.port}/{name}"


def unprivileged_user() -> str:
    """User that runs PostgreSQL if we are root: it refuses to run as root."""
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    return missing("postgresql", "root cannot run it, nor is there a user postgres or nobody")


def runnable_programs(bin: Path, folder: Path, user: str) -> Path:
    """Folder with the programs that this user can run."""
    try:
        subprocess.run([bin / "initdb", "-V"], user=user, stdout=subprocess.DEVNULL, check=True)
    except PermissionError:
        here = FETCHED / "postgresql"
        return shutil.copytree(here, folder / "programs") / bin.relative_to(here)
    return bin
