"""My races: running, finished and lessons, page by page. Only their driver sees them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from litestar import Controller, get
from litestar.params import FromQuery, QueryParameter
from sqlalchemy.engine import Connection

from paddock import games
from paddock.server.api import bodies
from paddock.server.api.errors import Denied
from paddock.server.http.context import RequesterDependency, TheHub
from paddock.server.http.tables import FINISHED_STATES, UNFINISHED_STATES, cards
from paddock.server.store import index
from paddock.server.tables.listing import Listed

PAGE_RACES = 20
Which: TypeAlias = Literal["all", "running", "finished", "lessons"]
STATES: dict[Which, tuple[str, ...]] = {
    "all": UNFINISHED_STATES + FINISHED_STATES,
    "running": UNFINISHED_STATES,
    "finished": FINISHED_STATES,
    "lessons": UNFINISHED_STATES + FINISHED_STATES,
}


def has_kind(which: Which, table: Listed) -> bool:
    """Lessons are in a list of their own; other lists of finished races leave them out."""
    lesson = table.summary.kind == "lesson"
    return lesson if which == "lessons" else which != "finished" or not lesson


def read_cursor(text: str) -> index.Cursor | None:
    """Time and id of the last race of the page before."""
    if not text:
        return None
    time, _, id = text.partition("-")
    if not time.isdecimal() or len(time) > 18:
        raise Denied("unreadable")
    return int(time), id


def write_cursor(cursor: index.Cursor) -> str:
    return f"{cursor[0]}-{cursor[1]}"


class Races(Controller):
    path = "/api/me/races"
    tags = ("tables",)

    @get("/")
    async def page(
        self,
        hub: TheHub,
        asking: RequesterDependency,
        which: FromQuery[Which] = "all",
        game: Annotated[str, QueryParameter(max_length=60)] = "",
        before: Annotated[str, QueryParameter(max_length=60)] = "",
    ) -> bodies.MyRaces:
        """A page of my races, the last changed first."""
        person, cursor = asking.person.id, read_cursor(before)

        def job(connection: Connection) -> tuple[list[Listed], str, list[str]]:
            raced = index.games_of(connection, person, STATES["all"])
            found: list[Listed] = []
            scanned, last = 0, ""
            for place, table in index.races_of(connection, person, STATES[which], game, cursor):
                if len(found) == PAGE_RACES:
                    return found, last, raced
                scanned, last = scanned + 1, write_cursor(place)
                if table is not None and has_kind(which, table):
                    found.append(table)
            return found, last if scanned == index.MAX_SCANNED_ROWS else "", raced

        found, following, raced = await hub.store.read(job)
        specs = games.all_specs()
        titles = [
            bodies.GameTitle(id, specs[id].title(asking.language)) for id in raced if id in specs
        ]
        races = cards(found, asking.id, asking.language)
        return bodies.MyRaces(tuple(races), tuple(titles), following)
