"""How Numba compiles the kernel otherwise than it would.

Numba lets an index count from the end if it is negative, so it tests every index that it does not
know. No index of the kernel is negative: these tests are left out. Large functions are kept apart:
copied into a loop, LLVM would compute in advance all addresses that any of them may need.
"""

from __future__ import annotations

from functools import cache
from typing import Any


def add_call(state: Any, block: Any, body: list[Any], called: Any, given: list[Any]) -> Any:
    """A call of an intrinsic at the end of a body; the variable of its result."""
    from numba.core import ir

    name, loc = called.__name__, block.loc
    function, result = (block.scope.redefine(f"${name}", loc) for _ in range(2))
    call = ir.Expr.call(function, given, (), loc)
    for variable, value in ((function, ir.Global(name, called, loc)), (result, call)):
        body.append(ir.Assign(value, variable, loc))
        state.func_ir._definitions[variable.name].append(value)
    return result


def drop_signs(state: Any, without_sign: Any) -> None:
    """Replace every index of a function by the same number without a sign."""
    from numba.core import ir
    from numba.core.postproc import PostProcessor

    for block in state.func_ir.blocks.values():
        body: list[Any] = []
        for row in block.body:
            at = row.value if isinstance(row, ir.Assign) else row
            if isinstance(at, ir.SetItem) or getattr(at, "op", "") == "getitem":
                at.index = add_call(state, block, body, without_sign, [at.index])
            body.append(row)
        block.body[:] = body
    PostProcessor(state.func_ir).run()


def keep_apart(state: Any, stay_apart: Any) -> None:
    """Call the intrinsic first, after the arguments are read."""
    from numba.core import ir
    from numba.core.postproc import PostProcessor

    block = state.func_ir.blocks[min(state.func_ir.blocks)]
    body: list[Any] = []
    add_call(state, block, body, stay_apart, [])
    first = sum(isinstance(getattr(row, "value", None), ir.Arg) for row in block.body)
    block.body[first:first] = body
    PostProcessor(state.func_ir).run()


@cache
def make_compilers() -> tuple[type, type]:
    """The compilers of Numba for functions that are copied into those that call them, and for those
    that are not."""
    from numba.core import types
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import FunctionPass, register_pass
    from numba.core.untyped_passes import ReconstructSSA
    from numba.extending import intrinsic

    def without_sign(typing: Any, index: Any) -> Any:
        """An index as a number that is not negative."""

        def write_code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return context.cast(builder, given[0], signature.args[0], types.intp)

        return types.uintp(index), write_code

    def stay_apart(typing: Any) -> Any:
        """The function that calls this is not copied into others."""

        def write_code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            builder.function.attributes.add("noinline")
            return context.get_dummy_value()

        return types.void(), write_code

    index_code, apart_code = intrinsic(without_sign), intrinsic(stay_apart)

    @register_pass(mutates_CFG=False, analysis_only=False)
    class IndexWithoutSign(FunctionPass):  # type: ignore[misc, unused-ignore]
        _name = "index_without_sign"

        def __init__(self) -> None:
            FunctionPass.__init__(self)

        def run_pass(self, state: Any) -> bool:
            drop_signs(state, index_code)
            return True

    @register_pass(mutates_CFG=False, analysis_only=False)
    class StayApart(FunctionPass):  # type: ignore[misc, unused-ignore]
        _name = "stay_apart"

        def __init__(self) -> None:
            FunctionPass.__init__(self)

        def run_pass(self, state: Any) -> bool:
            keep_apart(state, apart_code)
            return True

    class SmallCompiler(CompilerBase):  # type: ignore[misc, unused-ignore]
        def define_pipelines(self) -> list[Any]:
            steps = DefaultPassBuilder.define_nopython_pipeline(self.state)
            steps.add_pass_after(IndexWithoutSign, ReconstructSSA)
            steps.finalize()
            return [steps]

    class LargeCompiler(CompilerBase):  # type: ignore[misc, unused-ignore]
        def define_pipelines(self) -> list[Any]:
            steps = DefaultPassBuilder.define_nopython_pipeline(self.state)
            steps.add_pass_after(IndexWithoutSign, ReconstructSSA)
            steps.add_pass_after(StayApart, IndexWithoutSign)
            steps.finalize()
            return [steps]

    return SmallCompiler, LargeCompiler
