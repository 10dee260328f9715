"""The sheet on which a person prepares answers."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, QueryParameter

from paddock.core.program_types import MAX_STEPS, BadProgram
from paddock.server.api import bodies
from paddock.server.api.errors import Denied
from paddock.server.http.context import RequesterDependency, TheHub
from paddock.server.rendering import prepared as prepared_texts
from paddock.server.tables import prepared
from paddock.server.tables.programs import NOTHING
from paddock.server.tables.table import Table

MAX_MOVES_CHARACTERS = 12_000  # of the moves in the address
Moves = Annotated[str, QueryParameter(max_length=MAX_MOVES_CHARACTERS)]


class PreparedSheets(Controller):
    path = "/api"
    tags = ("tables",)

    @get("/tables/{table:str}/seats/{seat:int}/ahead")
    async def ahead(
        self,
        table: FromPath[str],
        seat: FromPath[int],
        hub: TheHub,
        asking: RequesterDependency,
        moves: Moves = "[]",
    ) -> bodies.Ahead:
        """The sheet after some moves: which ask of this seat would follow, from its view alone."""
        live = await hub.live(table)
        if not await live.may_use_now(asking.person.id, seat):
            raise Denied("not-yours")
        now, found = live.table, live.programs.get(seat, NOTHING)
        if now.state != "racing" or not prepared.is_driven_by_person(now, seat):
            raise Denied("closed", "nothing-to-prepare")
        chosen = read_moves(now, moves)
        return await hub.offload.heavy.run(
            asking.path, prepared_texts.ahead, now, seat, found, chosen, asking.language
        )


def read_moves(table: Table, text: str) -> list[Any]:
    try:
        found: list[Any] = msgspec.json.decode(text, type=list[table.spec.move])  # type: ignore[name-defined]
    except (msgspec.DecodeError, RecursionError):
        raise BadProgram("these are no moves") from None
    if len(found) > MAX_STEPS:
        raise BadProgram(f"a plan has at most {MAX_STEPS} moves")
    return found
