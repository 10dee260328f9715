"""Settings for all tests, and the list of what could not run."""

from __future__ import annotations

import os
from collections import defaultdict

import pytest
from hypothesis import HealthCheck, settings

from tests.needs import FINDERS, PREFIX, find

settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile(
    "night",
    parent=settings.get_profile("ci"),
    derandomize=False,
    max_examples=5_000,
)
settings.load_profile(os.environ.get("PADDOCK_PROFILE", "ci"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A misspelt need is an error of collection, not a test that never runs."""
    for item in items:
        for mark in item.iter_markers("needs"):
            for name in mark.args:
                if name not in FINDERS:
                    known = ", ".join(FINDERS)
                    raise pytest.UsageError(f"{item.nodeid} needs {name!r}; known are {known}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            find(name)


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
