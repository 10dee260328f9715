"""The decorator that decides how the kernel runs: compiled by Numba where it is installed, else as
plain Python. `NUMBA_DISABLE_JIT=1`, Numba's own switch, turns compiling off."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from importlib import resources
from typing import Any, TypeVar

from paddock.games.heat.kernel.numba_passes import make_compilers

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
OPTIONS = {"boundscheck": False, "error_model": "numpy", "_nrt": False}
"""Of every function. Without Numba's own runtime the users of an array are not counted, which takes
slow instructions wherever one is handed on: the kernel makes no arrays, and those that it is given
outlive the call."""
NOT_COPIED = {"forceinline": False}
"""Said with each large function: Numba takes options that are not from the function that calls."""


def rule(function: F) -> F:
    """A function of the kernel that other functions of the kernel call."""
    if NUMBA is None:
        return function
    compiled: F = NUMBA.njit(**OPTIONS, forceinline=True, pipeline_class=make_compilers()[0])(
        function
    )
    return compiled


def large_rule(function: F) -> F:
    """A large function of the kernel, which is not copied into every function that calls it."""
    if NUMBA is None:
        return function
    compiled: F = NUMBA.njit(**OPTIONS, **NOT_COPIED, pipeline_class=make_compilers()[1])(function)
    return compiled


def entry(function: F) -> F:
    """A function of the kernel that Python calls. Its machine code is kept on disk. Other threads
    of Python run meanwhile."""
    if NUMBA is None:
        return function
    options = {**OPTIONS, "cache": True, "nogil": True}
    compiled: F = NUMBA.njit(**options, pipeline_class=make_compilers()[0])(function)
    return compiled


def make_prefetch() -> Callable[[Any, int, int], None]:
    """A function that asks the processor for the memory of an array's record, at an offset in
    bytes, before it is needed. It changes nothing, and uncompiled it does nothing."""

    def prefetch(races: Any, i: int, offset: int) -> None:
        """Uncompiled: nothing."""

    if NUMBA is None:
        return prefetch
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    def write_code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        """The instruction of LLVM: to read, to be kept in every cache, data."""
        array = context.make_array(signature.args[0])(context, builder, given[0])
        number, byte, ir = cgutils.int32_t, cgutils.voidptr_t, cgutils.ir
        start = builder.add(builder.mul(given[1], array.itemsize), given[2])
        at = builder.add(builder.ptrtoint(array.data, cgutils.intp_t), start)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        called = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(called, [builder.inttoptr(at, byte), number(0), number(3), number(1)])
        return context.get_dummy_value()

    def compile_prefetch(typing: Any, races: Any, i: Any, offset: Any) -> Any:
        """The types of the call, and what writes its code."""
        return types.void(races, types.int64, types.int64), write_code

    found: Callable[[Any, int, int], None] = intrinsic(compile_prefetch)
    return found


prefetch = make_prefetch()


def make_row_at() -> Callable[[Any, int], Any]:
    """A function that gives a row of an array. Numba counts the users of a row that is indexed, by
    slow instructions; this one is not counted, so it must not outlive the array."""

    def row_at(rows: Any, i: int) -> Any:
        return rows[i]

    if NUMBA is None:
        return row_at
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np.arrayobj import populate_array

    def write_code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        """The row begins after the rows before it, and has no owner."""
        rows = context.make_array(signature.args[0])(context, builder, given[0])
        row = context.make_array(signature.return_type)(context, builder)
        columns = builder.extract_value(rows.shape, 1)
        start = builder.mul(given[1], builder.mul(columns, rows.itemsize))
        data = cgutils.pointer_add(builder, rows.data, start, rows.data.type)
        shape, strides = [columns], [rows.itemsize]
        populate_array(
            row, data=data, shape=shape, strides=strides, itemsize=rows.itemsize, meminfo=None
        )
        return row._getvalue()

    def compile_row_at(typing: Any, rows: Any, i: Any) -> Any:
        """The types of the call, and what writes its code."""
        return types.Array(rows.dtype, 1, "C")(rows, types.int64), write_code

    found: Callable[[Any, int], Any] = intrinsic(compile_row_at)
    return found


row_at = make_row_at()


def as_table(rows: Sequence[Sequence[int]]) -> Any:
    """Small constant numbers in rows, as compiled functions read them fastest."""
    if NUMBA is None:
        return rows
    import numpy

    return numpy.array(rows, numpy.int8)


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
