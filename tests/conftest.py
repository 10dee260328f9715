"""Settings for all tests: their order, the seed of the run, and the list of what could not run."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from collections.abc import Generator

import hypothesis
import pytest
from hypothesis import HealthCheck, settings

from tests.needs import FINDERS, PREFIX, find
from tests.seeds import SEED, SOURCE, VARIABLE, again

settings.register_profile(
    "paddock",
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("paddock")
os.environ["NUMBA_DISABLE_JIT"] = "1"  # kernels run as plain Python, installed or not


# ---------------------------------------------------------------- what runs, in which order


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        needs_are_known(item)
        search_again(item)
    items[:] = slow_ones_first(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def pytest_collection_finish() -> None:
    """As the server does: what is there now stays, and rings of values are rarely looked for."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def needs_are_known(item: pytest.Item) -> None:
    """A misspelt need is an error of collection, not a test that never runs."""
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            if name not in FINDERS:
                known = ", ".join(FINDERS)
                raise pytest.UsageError(f"{item.nodeid} needs {name!r}; known are {known}")


def search_again(item: pytest.Item) -> None:
    """Hypothesis takes the seed of the run too."""
    if isinstance(item, pytest.Function) and hypothesis.is_hypothesis_test(item.obj):
        hypothesis.seed(SEED)(item.obj)
        item.add_marker("fresh")


def slow_ones_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """As many slow tests at the head of every worker's part, so that only quick ones are left to
    share out at the end. Work is stolen from the tail of a part. What is dear to prepare for
    several tests is their group, and prepared by one worker."""
    slow: dict[str, list[pytest.Item]] = defaultdict(list)
    quick: list[pytest.Item] = []
    for item in items:
        if mark := item.get_closest_marker("slow"):
            slow[mark.args[0] if mark.args else item.nodeid].append(item)
        else:
            quick.append(item)
    ordered: list[pytest.Item] = []
    for part in range(workers):
        size = (len(items) - len(ordered)) // (workers - part)
        head = [item for group in list(slow.values())[part::workers] for item in group]
        ordered += head
        ordered += quick[: max(0, size - len(head))]
        del quick[: max(0, size - len(head))]
    return ordered


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            find(name)


# ---------------------------------------------------------------- what is told


def pytest_sessionstart(session: pytest.Session) -> None:
    told = session.config.pluginmanager.get_plugin("terminalreporter")
    if isinstance(told, pytest.TerminalReporter):
        told.write_line(
            f"seed {SEED} from {SOURCE} (the same races again: {VARIABLE}={SEED} make test)"
        )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where races of this run's seed went wrong, say how to see them again."""
    report = yield
    if report.failed and item.get_closest_marker("fresh"):
        report.sections.append(("the same again", again(item.nodeid)))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name loudly what did not run: a green run without a browser proves less."""
    tests: dict[str, list[str]] = defaultdict(list)
    for report in terminalreporter.getreports("skipped"):
        if isinstance(report.longrepr, tuple):
            reason = report.longrepr[2].removeprefix("Skipped: ")
            if reason.startswith(PREFIX):
                tests[reason.removeprefix(PREFIX)].append(report.nodeid)
    if not tests:
        return
    count = sum(len(ids) for ids in tests.values())
    terminalreporter.section(f"NOT RUN: {count} tests", sep="!", red=True, bold=True)
    for reason, ids in sorted(tests.items()):
        name, _, remedy = reason.partition(": ")
        terminalreporter.line(f"{name.upper()} is missing ({remedy}); so did not run:", bold=True)
        by_file: dict[str, int] = defaultdict(int)
        for nodeid in ids:
            by_file[nodeid.partition("::")[0]] += 1
        for file, number in sorted(by_file.items()):
            terminalreporter.line(f"  {number:4d}  {file}")
