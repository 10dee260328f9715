"""Schemathesis against the HTTP interface: it reads the server's schema and asks whatever that
allows, and much that it does not. Nothing may be answered by a failure of ours, nothing may grow.

    pip install schemathesis    (in an environment of its own: nothing else here needs it)
    python -m tools.load.schema --minutes 10 --program PATH/bin/schemathesis
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests import plain

from tools.load.memory import GROWTH, memory_watched
from tools.load.tables import Process


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--program", default="schemathesis")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process = Process(f"sqlite:///{folder}/schema.db", settings={"LOG": "critical"})
        try:
            with plain.Client(base_url=process.url) as client:
                client.get("/api/me")
                cookies = "; ".join(f"{c.name}={c.value}" for c in client.cookies.jar)
                csrf = client.cookies["paddock-csrf"]
            known = ["-H", f"cookie: {cookies}", "-H", f"x-paddock-csrf: {csrf}"]
            how = ["--checks", "not_a_server_error", "--continue-on-failure", "--no-color"]
            how += ["--phases", "examples,coverage,fuzzing", "--max-examples", "1000000"]
            how += ["--max-time", str(round(60 * given.minutes)), "--seed", str(given.seed)]
            where = f"{process.url}/api/schema/openapi.json"
            command = [given.program, "run", where, *known, *how]
            with memory_watched(process, 60 * given.minutes) as memory:
                done = subprocess.run(
                    command, cwd=folder, check=False, stdout=subprocess.PIPE, text=True
                )
            answers = process.answers()
            size = sum(part.stat().st_size for part in Path(folder).glob("schema.db*")) / 2**20
        finally:
            process.stop()
    made = re.search(r"(\d+) generated", done.stdout)
    sys.stdout.write(
        f"{done.stdout}\n"
        f"seed {given.seed}: {memory}, file {size:.1f} MiB, "
        f"{'the server answers' if answers else 'THE SERVER DOES NOT ANSWER'}\n"
    )
    sys.exit(done.returncode != 0 or made is None or not answers or memory.growth > GROWTH)


if __name__ == "__main__":
    main()
