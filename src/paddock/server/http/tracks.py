"""Track studio: tracks are checked while they are built, stored by their author, and listed for
others once the author has finished a race on them."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, JSONBody
from sqlalchemy.engine import Connection

from paddock import games
from paddock.core.game_spec import AnyGameSpec
from paddock.core.seats import Language
from paddock.core.studio import (
    MAX_TRACKS_PER_SEASON,
    AnyStudio,
    Fault,
    Length,
    fault_text,
    fault_texts,
)
from paddock.server.api import bodies, wire
from paddock.server.api.errors import Denied
from paddock.server.common.ids import new_id
from paddock.server.http.context import RequestContext, RequesterDependency, TheHub
from paddock.server.http.disconnects import CANCEL_ON_DISCONNECT
from paddock.server.live.hub import Hub
from paddock.server.store import index, tracks
from paddock.server.store.tracks import SharedTrack, StoredTrack
from paddock.server.tables.listing import Listed
from paddock.server.workers.reports import TOTAL_RACES, StoredReport

MAX_SEARCHED_RACES = 100  # recent races searched for races on own tracks
MAX_SHELF_TRACKS, MAX_SHELF_TRACKS_PER_AUTHOR = (
    24,
    4,
)  # limits of the list in the lobby


class OwnTrack(msgspec.Struct):
    """The track in a race's options, if it is an own one."""

    own: str = ""


def studio_of(spec: AnyGameSpec) -> AnyStudio:
    if spec.studio is None:
        raise Denied("unknown")
    return spec.studio


def judged_body(spec: AnyGameSpec, text: str, language: Language) -> bodies.Judged:
    studio = studio_of(spec)
    faults = studio.judge(text)

    def fault_bodies(faults: tuple[Fault, ...]) -> tuple[bodies.Fault, ...]:
        return tuple(
            bodies.Fault(f.rule, f.at, fault_text(f, spec.words, language)) for f in faults
        )

    return bodies.Judged(
        fault_bodies(faults),
        fault_bodies(studio.warn(text)),
        studio.game_id(text),
        studio.sketch(text),
        None if faults else studio.draw(text),
        all(fault.rule != studio.unreadable for fault in faults),
    )


async def check_track(hub: Hub, asking: RequestContext, spec: AnyGameSpec, text: str) -> AnyStudio:
    """Check a track. Raises Denied with all faults. Runs in the heavy lane because checking is
    slow."""
    studio = studio_of(spec)
    faults = await hub.offload.heavy.run(asking.path, studio.judge, text)
    if faults:
        texts = fault_texts(faults, spec.words, asking.language)
        raise Denied("unreadable", "track", faults=texts)
    return studio


def own_tracks_in(options: object) -> Iterator[str]:
    """Texts of own tracks in the options of a race, a season or a series."""
    if not isinstance(options, dict):
        return
    many = options.get("own_tracks")
    for text in (options.get("own"), *(many if isinstance(many, list) else ())):
        if isinstance(text, str) and text:
            yield text
    yield from own_tracks_in(options.get("race"))


async def check_own_tracks(
    hub: Hub, asking: RequestContext, data: bodies.NewTable, spec: AnyGameSpec
) -> None:
    """An own track must be valid, and driven to the end before others can join."""
    race = spec if spec.studio else games.find_race(spec.card.id, games.all_specs())
    if race is None or race.studio is None:
        return
    others = any(isinstance(wish, wire.Open | wire.Reserved) for wish in data.seats)
    for text in islice(own_tracks_in(data.options), MAX_TRACKS_PER_SEASON):
        await check_track(hub, asking, race, text)
        if others and not await is_driven(hub, asking.person.id, race.card.id, text):
            raise Denied("forbidden", "not-driven")


async def is_driven(hub: Hub, person: str, game: str, text: str) -> bool:
    if await hub.store.read(lambda c: tracks.is_driven(c, game, text)):
        return True
    mine = await tracks_of_person(hub, person, game)
    return any(track.driven and track.text == text for track in mine)


async def tracks_of_person(hub: Hub, person: str, game: str) -> list[StoredTrack]:
    """A person's tracks. Marks those that were driven since."""

    def read(c: Connection) -> tuple[list[StoredTrack], list[Listed]]:
        mine = tracks.list_tracks(c, person, game)
        if all(track.driven for track in mine):
            return mine, []
        return mine, index.list_tables(c, state="over", person=person, limit=MAX_SEARCHED_RACES)

    mine, over = await hub.store.read(read)
    raced = {
        own_track_of(one) for one in over if is_raced_in(one.game, game) and has_driven(one, person)
    }
    driven = [track.id for track in mine if not track.driven and track.text in raced]
    if not driven:
        return mine
    await hub.store.write("", lambda c: tracks.set_driven(c, *driven))
    return await hub.store.read(lambda c: tracks.list_tracks(c, person, game))


def is_raced_in(raced: str, game: str) -> bool:
    """Whether a race belongs to a game, or to a mode of it with the same tracks."""
    return raced == game or raced.startswith(f"{game}-")


def has_driven(one: Listed, person: str) -> bool:
    """Whether a person drove here until the race was over, without a bot."""
    places = one.summary.places
    if one.summary.kind == "brought":
        return False
    return one.summary.outcome is not None and any(
        place.person == person and place.level is None for place in places
    )


def own_track_of(one: Listed) -> str:
    try:
        return msgspec.json.decode(one.summary.options, type=OwnTrack).own
    except msgspec.ValidationError:
        return ""


def track_card(track: StoredTrack, person: str | None) -> bodies.TrackCard:
    mine = track.person == person
    race = studio_of(games.find_spec(track.game)).game_id(track.text)
    return bodies.TrackCard(
        id=track.id,
        game=track.game,
        name=track.name,
        text=track.text,
        driven=track.driven,
        mine=mine,
        race=race,
        offered=track.offered,
    )


def choose_for_shelf(found: list[SharedTrack]) -> Iterator[SharedTrack]:
    """Select tracks for the lobby: no duplicates, and a limit per author."""
    authors: Counter[str] = Counter()
    marks: set[str] = set()
    for one in found:
        if (
            one.mark in marks
            or authors[one.person] >= MAX_SHELF_TRACKS_PER_AUTHOR
            or len(marks) >= MAX_SHELF_TRACKS
        ):
            continue
        marks.add(one.mark)
        authors[one.person] += 1
        yield one


@functools.lru_cache(maxsize=2 * MAX_SHELF_TRACKS)
def length_and_circuit(game: str, text: str) -> tuple[Length, object]:
    studio = studio_of(games.find_spec(game))
    return studio.measure(text), studio.draw(text)


def offered_track(one: SharedTrack) -> bodies.OfferedTrack:
    length, circuit = length_and_circuit(one.game, one.text)
    corners, race = len(length.corners), studio_of(games.find_spec(one.game)).game_id(one.text)
    return bodies.OfferedTrack(
        id=one.id,
        game=one.game,
        name=one.name,
        author=one.author,
        race=race,
        spaces=length.spaces,
        laps=length.laps,
        corners=corners,
        circuit=circuit,
    )


def report_body(known: StoredReport) -> bodies.TrackReport:
    return bodies.TrackReport(known.state, known.races, TOTAL_RACES, known.report)


class Tracks(Controller):
    path = "/api"
    tags = ("tracks",)

    @get("/studio/{game:str}")
    async def studio(
        self, game: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> bodies.StudioPage:
        """Data of the studio: printed tracks and own tracks."""
        spec = games.find_spec(game)
        studio = studio_of(spec)
        mine = await tracks_of_person(hub, asking.id, spec.card.id) if asking.id else []
        return bodies.StudioPage(
            spec.title(asking.language),
            studio.blank,
            tuple(
                bodies.PrintedTrack(id, studio.measure(text).name, text)
                for id, text in studio.printed_tracks().items()
            ),
            tuple(track_card(track, asking.id) for track in mine),
        )

    @post("/studio/{game:str}/judge", status_code=200, opt=CANCEL_ON_DISCONNECT)
    async def judge(
        self,
        game: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.TrackText],
    ) -> bodies.Judged:
        """Check a track and draw it."""
        spec, language = games.find_spec(game), asking.language
        return await hub.offload.heavy.run(asking.path, judged_body, spec, data.text, language)

    @post("/studio/{game:str}")
    async def keep(
        self,
        game: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.TrackText],
    ) -> bodies.TrackCard:
        """Store a valid track. Duplicates are stored once."""
        person, spec = asking.person, games.find_spec(game)
        name = (await check_track(hub, asking, spec, data.text)).measure(data.text).name
        mine = await tracks_of_person(hub, person.id, spec.card.id)
        for track in mine:
            if track.text == data.text:
                return track_card(track, person.id)
        if len(mine) >= hub.settings.tracks:
            raise Denied("too-many", "too-many-tracks", most=hub.settings.tracks)
        new = StoredTrack(new_id(), person.id, spec.card.id, name, data.text, False, 0)
        await hub.store.write("", lambda c: tracks.keep(c, new, hub.store.now))
        # it may have been driven before it was stored
        mine = await tracks_of_person(hub, person.id, spec.card.id)
        return track_card(next((track for track in mine if track.id == new.id), new), person.id)

    @post("/studio/{game:str}/report", status_code=200)
    async def begin_report(
        self,
        game: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.TrackText],
    ) -> bodies.TrackReport:
        """Start a report on a valid track. The result is stored."""
        asker, spec = asking.asker, games.find_spec(game)
        await check_track(hub, asking, spec, data.text)
        await hub.reports.begin(spec, data.text, asker)
        return report_body(await hub.reports.find(spec, data.text))

    @post("/studio/{game:str}/report/look", status_code=200)
    async def report(
        self, game: FromPath[str], hub: TheHub, data: JSONBody[bodies.TrackText]
    ) -> bodies.TrackReport:
        """The report on a track so far."""
        spec = games.find_spec(game)
        studio_of(spec)
        return report_body(await hub.reports.find(spec, data.text))

    @get("/tracks")
    async def shelf(
        self, hub: TheHub, asking: RequesterDependency
    ) -> tuple[bodies.OfferedTrack, ...]:
        """Tracks listed by their authors, the latest first."""
        found = await hub.store.read(lambda c: tracks.list_offered(c, MAX_SEARCHED_RACES))
        return await hub.offload.pages.run(
            asking.path, lambda: tuple(map(offered_track, choose_for_shelf(found)))
        )

    @put("/tracks/{track:str}/offer")
    async def offer(
        self,
        track: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.Offer],
    ) -> bodies.TrackCard:
        """List an own driven track in the lobby, or remove it from the list."""
        person, given = asking.person, data.offered
        done = await hub.store.write("", lambda c: tracks.offer(c, track, person.id, offered=given))
        found = await hub.store.read(lambda c: tracks.find(c, track))
        if not done or found is None:
            raise Denied("forbidden", "not-driven")
        return track_card(found, person.id)

    @get("/tracks/{track:str}")
    async def one(
        self, track: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> bodies.TrackCard:
        """A track by its link: an own one, or one that its author has driven."""
        found = await hub.store.read(lambda c: tracks.find(c, track))
        if found is None:
            raise Denied("unknown")
        if not found.driven and not await is_driven(hub, found.person, found.game, found.text):
            if found.person != asking.id:
                raise Denied("forbidden", "not-driven")
            return track_card(found, asking.id)
        return track_card(msgspec.structs.replace(found, driven=True), asking.id)

    @delete("/tracks/{track:str}", status_code=200)
    async def drop(self, track: FromPath[str], hub: TheHub, asking: RequesterDependency) -> None:
        """Delete a track. Races on it stay as they are."""
        person = asking.person
        if not await hub.store.write("", lambda c: tracks.drop(c, track, person.id)):
            raise Denied("unknown")
