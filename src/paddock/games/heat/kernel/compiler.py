"""The decorator that decides how the kernel runs: compiled by Numba where it is installed, else as
plain Python. `NUMBA_DISABLE_JIT=1`, Numba's own switch, turns compiling off."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from importlib import resources
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def find_numba() -> Any:
    """Numba, or None if it is not installed or turned off."""
    try:
        import numba
    except ImportError:
        return None
    return None if numba.config.DISABLE_JIT else numba


NUMBA = find_numba()
IS_COMPILED = NUMBA is not None


def rule(function: F) -> F:
    """A function of the kernel that other functions of the kernel call."""
    if NUMBA is None:
        return function
    compiled: F = NUMBA.njit(boundscheck=False, error_model="numpy", forceinline=True)(function)
    return compiled


def entry(function: F) -> F:
    """A function of the kernel that Python calls. Its machine code is kept on disk."""
    if NUMBA is None:
        return function
    compiled: F = NUMBA.njit(boundscheck=False, error_model="numpy", cache=True)(function)
    return compiled


def as_python(function: F) -> F:
    """A function of the kernel as it is written, for plain records; functions that it calls must
    take numbers only."""
    plain: F = getattr(function, "py_func", function)
    return plain


def stamp_sources() -> int:
    """A number that changes with any source of the kernel.

    Numba's cache sees only the file of the entry, not the functions it calls in other modules. The
    entries hold this number in their closure, which is part of the cache's key.
    """
    digest = hashlib.sha256()
    for file in sorted(resources.files(__package__).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".py"):
            digest.update(file.read_bytes())
    return int.from_bytes(digest.digest()[:4])
