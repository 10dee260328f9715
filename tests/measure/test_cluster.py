"""Simulations, ladders, fuzzing and reviews on a Ray cluster of two nodes: the same results.

They need Ray, which is not part of the development packages: `make night` runs them where it is.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from paddock import cli, cluster
from paddock.core.errors import BadOption
from paddock.games import find_spec
from paddock.measure import ladder, simulate
from paddock.verify import fuzz
from tests.needs import missing

NODE_SECONDS = 240


def ray_program() -> str:
    """The command `ray`, next to the Python that runs the tests."""
    found = shutil.which("ray", path=str(Path(sys.executable).parent))
    if found is None:
        missing("ray", "pip install 'paddock[ray]'")
    return found


class Nodes:
    """A head and one more node, each a group of processes with one CPU."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.address = folder, ""
        self.groups: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        ray = ray_program()
        port = free_port()
        self.address = f"127.0.0.1:{port}"
        head = ("--head", f"--port={port}", "--include-dashboard=false")
        self.add(ray, *head, f"--temp-dir={self.folder}")
        self.wait(1)
        self.add(ray, f"--address={self.address}")
        self.wait(2)

    def add(self, ray: str, *arguments: str) -> None:
        common = ("--node-ip-address=127.0.0.1", "--num-cpus=1", "--block", "--disable-usage-stats")
        self.groups.append(
            subprocess.Popen(
                [ray, "start", *arguments, *common],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        )

    def wait(self, nodes: int) -> None:
        """Wait until the head knows this many nodes."""
        settings = f"address={self.address!r}, log_to_driver=False, logging_level='ERROR'"
        count = "sum(node['Alive'] for node in ray.nodes())"
        program = f"import ray; ray.init({settings}); print({count})"
        end = time.monotonic() + NODE_SECONDS
        while time.monotonic() < end:
            done = subprocess.run(
                [sys.executable, "-c", program], capture_output=True, text=True, check=False
            )
            if done.stdout.strip() == str(nodes):
                return
        raise AssertionError(f"no {nodes} nodes after {NODE_SECONDS} s: {done.stderr[-1000:]}")

    def kill_last(self) -> None:
        """Kill a node with all its processes."""
        last = self.groups.pop()
        os.killpg(last.pid, signal.SIGKILL)
        last.wait(NODE_SECONDS)

    def stop(self) -> None:
        """End all nodes at once: nothing of them is needed any more."""
        for group in self.groups:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group.pid, signal.SIGKILL)
            group.wait(NODE_SECONDS)


def free_port() -> int:
    """Not that of the server's tests: Ray is tested without the server's packages too."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    ray_program()
    patch = pytest.MonkeyPatch()
    patch.setenv("RAY_AUTH_MODE", "disabled")  # `ray start` asks for a token that tests have not
    found = Nodes(Path(f"/tmp/paddock-ray-{os.getpid()}"))  # noqa: S108  a socket's path is short
    try:
        found.start()
        yield found
    finally:
        found.stop()
        patch.undo()
        shutil.rmtree(found.folder, ignore_errors=True)


def races_of(ray: str = "", workers: int = 1, races: int = 40) -> list[simulate.Race]:
    plan = simulate.make_plan(find_spec("template"), ("easy", "random", "random"), races, 7)
    return list(simulate.simulate(plan, workers, ray=ray))


@pytest.mark.slow("ray")
def test_the_rows_are_the_same_on_one_core_two_workers_and_two_nodes(nodes: Nodes) -> None:
    assert races_of() == races_of(workers=2) == races_of(nodes.address)


@pytest.mark.slow("ray")
def test_a_ladder_and_fuzzing_are_the_same_on_a_cluster(nodes: Nodes, tmp_path: Path) -> None:
    spec = find_spec("template")
    here = list(ladder.run_ladder(spec, "easy", "random", least=10, most=20))
    assert (
        list(ladder.run_ladder(spec, "easy", "random", least=10, most=20, ray=nodes.address))
        == here
    )
    found = fuzz.fuzz_on_cluster(spec, 25, 3, tmp_path, nodes.address)
    assert (found.races, found.failure) == (25, None)


@pytest.mark.slow("ray")
def test_reviews_are_the_same_on_a_cluster(
    nodes: Nodes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sim = ["sim", "template", "--seats", "easy,random", "--races", "2", "--seed", "1"]
    assert cli.run([*sim, "--records", str(tmp_path)]) == 0
    files = [str(path) for path in sorted(tmp_path.glob("*.race"))]
    capsys.readouterr()
    assert cli.run(["review", *files, "--json"]) == 0
    here = capsys.readouterr().out
    assert cli.run(["review", *files, "--json", "--ray", nodes.address]) == 0
    assert capsys.readouterr().out == here


@pytest.mark.slow("ray")
def test_an_error_of_a_job_is_raised_here(nodes: Nodes) -> None:
    with pytest.raises(BadOption, match="not a number"):
        list(cluster.run_jobs(fail, [("not a number",)], nodes.address))


def fail(text: str) -> None:
    raise BadOption(text)


@pytest.mark.slow("ray")
def test_a_node_killed_in_the_middle_changes_nothing(nodes: Nodes) -> None:
    """The last test of the cluster: it has one node afterwards."""
    wanted, found = races_of(races=600), []
    plan = simulate.make_plan(find_spec("template"), ("easy", "random", "random"), 600, 7)
    for race in simulate.simulate(plan, ray=nodes.address):
        found.append(race)
        if len(found) == 60:
            nodes.kill_last()
    assert found == wanted


def test_without_ray_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    sim = ["sim", "template", "--seats", "random,random", "--races", "2", "--seed", "1"]
    assert cli.run([*sim, "--ray", "local"]) == 2
    assert "pip install 'paddock[ray]'" in capsys.readouterr().err


def test_records_are_not_written_on_a_cluster(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sim = ["sim", "template", "--seats", "random,random", "--races", "2", "--seed", "1"]
    assert cli.run([*sim, "--ray", "local", "--records", str(tmp_path)]) == 2
    assert "leave out --records" in capsys.readouterr().err


def test_several_reviews_need_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["review", "a.race", "b.race"]) == 2
    assert "need --json" in capsys.readouterr().err
