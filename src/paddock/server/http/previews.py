"""Previews of shared links: Open Graph tags and a picture, as a spectator sees the race. A table
that strangers may not watch has none."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any, TypeVar
from urllib.parse import quote

from litestar import Controller, Request, Response, get
from litestar.params import FromPath
from msgspec import Struct

from paddock import games
from paddock.core.game_spec import AnyGameSpec
from paddock.core.seats import Language
from paddock.core.sketch import sketch_road
from paddock.server.api.errors import Denied
from paddock.server.http.context import RequestContext, RequesterDependency, TheHub
from paddock.server.live.hub import Hub
from paddock.server.rendering import previews
from paddock.server.rendering.previews import Driver, Preview
from paddock.server.rendering.render import WORDS, describe_progress
from paddock.server.store import index, tracks
from paddock.server.store.tracks import StoredTrack
from paddock.server.tables.listing import Listed, listing_of
from paddock.server.tables.liveries import worn_liveries
from paddock.server.tables.table import Table

T = TypeVar("T")
MAX_PICTURES = 64  # in memory, about 60 KB each
FRESH_SECONDS = 60.0  # a table is drawn at most once in this time
CACHE = f"public, max-age={int(FRESH_SECONDS)}"
MAX_ID_LETTERS = 24


class Card(Struct, frozen=True):
    """What a preview says."""

    title: str
    text: str
    picture: str = ""  # path


class Pictures:
    """Pictures drawn in the last minute, the least recently used one dropped first."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, tuple[float, bytes]] = OrderedDict()

    def find(self, key: str) -> bytes | None:
        found = self.kept.get(key)
        if found is None or time.monotonic() - found[0] > FRESH_SECONDS:
            return None
        self.kept.move_to_end(key)
        return found[1]

    def keep(self, key: str, picture: bytes) -> None:
        self.kept[key] = time.monotonic(), picture
        while len(self.kept) > MAX_PICTURES:
            self.kept.popitem(last=False)


PICTURES = Pictures()

# ---------------------------------------------------------------- words


def is_public(listed: Listed) -> bool:
    """Whether anyone with the link may watch it, and it is no lesson or exercise."""
    summary = listed.summary
    return (
        summary.watching != "closed"
        and summary.kind == "race"
        and listed.state in ("gathering", "racing", "over")
    )


def join_names(names: list[str], language: Language) -> str:
    if len(names) < 2:
        return "".join(names)
    last = WORDS.tell("preview.and", language, last=names[-1])
    return ", ".join(names[:-1]) + last


def state_text(listed: Listed, language: Language) -> str:
    summary = listed.summary
    if listed.state == "gathering":
        host = next((p.name for p in summary.places if p.person == summary.host), "")
        free = sum(place.empty for place in summary.places)
        if host:
            return WORDS.tell("preview.invites", language, name=host, n=free)
        return WORDS.tell("preview.free", language, n=free)
    if listed.state == "over":
        outcome = summary.outcome
        first = [] if outcome is None else [s for s, p in enumerate(outcome.places) if p == 1]
        if first:
            return WORDS.tell("preview.won", language, name=summary.places[first[0]].name)
        return WORDS.tell("preview.over", language)
    return WORDS.tell(
        "preview.racing", language, progress=describe_progress(summary.progress, language)
    ).strip(" :")


def table_card(listed: Listed, page: str, language: Language) -> Card:
    spec: AnyGameSpec = games.find_spec(listed.game)
    names = [place.name for place in listed.summary.places if place.name]
    title = spec.title(language)
    if page in ("replay", "review"):
        title = WORDS.tell(f"preview.{page}", language, title=title)
    text = ". ".join(
        part for part in (state_text(listed, language), join_names(names, language)) if part
    )
    picture = f"/preview/t/{quote(listed.id)}.png?v={listed.version}"
    return Card(title, text, picture)


def track_card(track: StoredTrack, language: Language) -> Card:
    title = games.find_spec(track.game).title(language)
    return Card(
        track.name,
        WORDS.tell("preview.track", language, title=title),
        f"/preview/track/{quote(track.id)}.png",
    )


async def find_card(
    request: Request[Any, Any, Any], hub: Hub, path: str, language: Language
) -> Card | None:
    """The preview of a page, if it has one."""
    parts = [part for part in path.split("/") if part]
    if len(parts) in (2, 3) and parts[0] == "t" and len(parts[1]) <= MAX_ID_LETTERS:
        listed = await hub.store.read(lambda c: index.find(c, parts[1]))
        if listed is None or not is_public(listed) or listed.game not in games.all_specs():
            return None
        return table_card(listed, parts[2] if len(parts) == 3 else "", language)
    id = str(request.query_params.get("track", ""))
    if parts[:1] in (["studio"], ["new"]) and 0 < len(id) <= MAX_ID_LETTERS:
        track = await hub.store.read(lambda c: tracks.find(c, id))
        if track is not None and track.driven and track.game in games.all_specs():
            return track_card(track, language)
    return None


def head_tags(card: Card, url: str, base: str) -> str:
    """Tags for the head of a page."""
    tags = {
        "og:site_name": "Paddock",
        "og:type": "website",
        "og:title": card.title,
        "og:description": card.text,
        "og:url": url,
    }
    if card.picture and previews.can_draw():
        tags |= {
            "og:image": base + card.picture,
            "og:image:type": "image/png",
            "og:image:width": str(previews.WIDTH),
            "og:image:height": str(previews.HEIGHT),
            "og:image:alt": f"{card.title}. {card.text}",
        }
    out = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in tags.items()]
    out.append('<meta name="twitter:card" content="summary_large_image" />')
    return "".join(out)


# ---------------------------------------------------------------- pictures


def table_preview(table: Table, language: Language) -> Preview:
    spec, listed = table.spec, listing_of(table)
    names, liveries = table.names, worn_liveries(table.places)
    if table.referee is None:
        drivers = tuple(
            Driver(place.name or WORDS.tell("preview.seat", language), 0, liveries[seat], seat)
            for seat, place in enumerate(table.places)
        )
        return Preview(listed.game, spec.title(language), state_text(listed, language), drivers)
    view = spec.game.view(table.referee.state, None)
    drivers = tuple(
        Driver(
            spec.words.standing(found, names, language)[0],
            found.place,
            liveries[found.seat] if found.seat >= 0 else None,
            found.car,
        )
        for found in spec.standings(view)
    )
    text = state_text(listed, language)
    return Preview(listed.game, spec.title(language), text, drivers, spec.sketch(view))


def track_preview(track: StoredTrack, language: Language) -> Preview:
    spec = games.find_spec(track.game)
    studio = spec.studio
    circuit: Any = None if studio is None else studio.draw(track.text)
    road = getattr(circuit, "nodes", ())
    sketch = sketch_road(road, (), closed=not getattr(circuit, "open", False))
    return Preview(track.game, track.name, spec.title(language), (), sketch)


def draw(describe: Callable[[T, Language], Preview], what: T, language: Language) -> bytes:
    return previews.to_png(previews.draw(describe(what, language)))


async def picture_of(
    hub: Hub,
    asking: RequestContext,
    key: str,
    describe: Callable[[T, Language], Preview],
    what: T,
) -> Response[bytes]:
    """A picture from memory, or drawn within the budget of who asks."""
    key = f"{key}/{asking.language}"
    picture = PICTURES.find(key)
    if picture is None:
        work = partial(draw, describe, what, asking.language)
        picture = await hub.offload.heavy.run(asking.path, work)
        PICTURES.keep(key, picture)
    return Response(picture, media_type="image/png", headers={"cache-control": CACHE})


class Previews(Controller):
    path = "/preview"
    include_in_schema = False

    @get("/t/{name:str}")
    async def table(
        self, name: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> Response[bytes]:
        """Picture of a table."""
        id = picture_id(name)
        live = await hub.live(id)
        if not is_public(listing_of(live.table)):
            raise Denied("unknown")
        return await picture_of(hub, asking, f"t/{id}", table_preview, live.table)

    @get("/track/{name:str}")
    async def track(
        self, name: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> Response[bytes]:
        """Picture of a player's track."""
        id = picture_id(name)
        found = await hub.store.read(lambda c: tracks.find(c, id))
        if found is None or not found.driven:
            raise Denied("unknown")
        return await picture_of(hub, asking, f"track/{id}", track_preview, found)


def picture_id(name: str) -> str:
    """Id of a picture's name. Without the optional package there are no pictures."""
    id, dot, end = name.rpartition(".")
    if not dot or end != "png" or not previews.can_draw():
        raise Denied("unknown")
    return id
