"""What a board comes to show by following events is what the server's view says after them.

Every golden race is played again, for every seat and a spectator; the boards' own code (`show.ts`
of each game, run by `web/tools/follow.ts`) starts from the view before each row and follows its
events. Whatever it touched, and all that the game says is `drawn`, must be as in the view after it.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from paddock import games
from paddock.core import record
from paddock.core.game import seen_by
from paddock.core.record import TakeBack
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Seat
from tests.needs import find, missing

WEB = Path(__file__).parents[2] / "web"
GOLDEN = Path(__file__).parents[1] / "games"

REDRAWS = {
    "template-series": {"RaceOver"},
    "street-illegal-series": {"RaceOver"},
    "winds-of-war": {"OnGrid", "StageBegan"},
    "heat-championship": {"PointsWon", "RaceAnnounced", "WeatherSet"},
    "winds-of-war-championship": {"OnGrid", "NextRace", "StageBegan", "StageClosed"},
    "winds-of-war-mille-miglia": {"OnGrid", "StageBegan", "StageClosed"},
    "winds-of-war-career": {"OnGrid", "NextEdition", "StageBegan", "StageClosed"},
    "circus-maximus-season": {"WeekBegan", "Entered"},
    "circus-maximus-campaign": {
        *("LotCalled", "Entered", "RoundBegan"),
        *("RecruitCalled", "BoutBegan", "Recruited", "TurnFought"),  # and those of the arena
    },
    "circus-maximus-arena": {"Recruited", "TurnFought"},
}
"""Events after which a board is set up again and waits for the server: the next race begins in the
same row, or the cars come out of the garage. Nothing else may do so."""

pytestmark = pytest.mark.needs("node")


class Showing(Struct):
    """What a board says of the events it follows."""

    game: str
    changes: tuple[str, ...] = ()
    redraw: tuple[str, ...] = ()
    wrong: str = ""


class Difference(Struct, tag=True):
    race: str
    eye: Seat | None
    row: int
    path: str
    client: object = None
    server: object = None


class Sum(Struct, tag=True):
    rows: int
    redraws: int
    differences: int
    kinds: dict[str, int]


Told = Difference | Sum


class Client:
    """The boards' code, built for Node."""

    def __init__(self, folder: Path) -> None:
        self.node = find("node")
        path = f"{self.node.parent}{os.pathsep}{os.environ['PATH']}"
        self.script = folder / "follow.js"
        command = ["npx", "vite", "build", "--ssr", "tools/follow.ts", "--outDir", str(folder)]
        built = subprocess.run(
            [*command, "--logLevel", "warn"],
            cwd=WEB,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert built.returncode == 0, built.stdout + built.stderr

    def showing(self, *ids: str) -> list[Showing]:
        command = [str(self.node), str(self.script), "games", *ids]
        told = subprocess.run(command, capture_output=True, check=True)
        return [msgspec.json.decode(line, type=Showing) for line in told.stdout.splitlines()]

    def follow(self, fed: Iterable[bytes], out: Path, *faults: str) -> tuple[list[Difference], Sum]:
        """Feeds races to the boards and gives what they show otherwise than the server."""
        command = [str(self.node), str(self.script), "follow", *faults]
        with (
            out.open("wb") as to,
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=to) as client,
        ):
            assert client.stdin is not None
            for line in fed:
                client.stdin.write(line + b"\n")
            client.stdin.close()
        assert client.returncode == 0
        told = [msgspec.json.decode(line, type=Told) for line in out.read_bytes().splitlines()]
        assert isinstance(told[-1], Sum)
        return [line for line in told if isinstance(line, Difference)], told[-1]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Client:
    if not (WEB / "node_modules").is_dir():
        missing("pages", "run `make web`")
    return Client(tmp_path_factory.mktemp("client"))


@cache
def races() -> dict[str, tuple[Path, ...]]:
    """The golden races by game."""
    found: dict[str, tuple[Path, ...]] = {}
    for path in sorted(GOLDEN.glob("*/replays/*.race")):
        with path.open(encoding="utf-8") as lines:
            game = msgspec.json.decode(next(lines), type=record.RecordHeader).game
        found[game] = (*found.get(game, ()), path)
    return found


def fed(path: Path) -> Iterator[bytes]:
    """A race as every eye is sent it: where it starts, then events and view of each row."""
    spec, found, _ = record.read_record(path.read_text("utf-8"), games.find_spec)
    eyes: list[Seat | None] = [None, *range(len(found.names))]
    referee: AnyReferee = Referee.start(spec.game, found)

    def view(viewer: Seat | None) -> object:
        return spec.game.view(referee.state, viewer)

    yield msgspec.json.encode({"type": "Race", "game": found.game, "name": path.stem})
    for viewer in eyes:
        yield msgspec.json.encode({"type": "Start", "eye": viewer, "view": view(viewer)})
    for n, row in enumerate(found.rows):
        step = referee.repeat(row)
        for viewer in eyes:
            events = [seen_by(event, viewer) for event in step.events]
            told = None if isinstance(row, TakeBack) else [e for e in events if e is not None]
            line = {"type": "Row", "row": n, "eye": viewer, "events": told, "view": view(viewer)}
            yield msgspec.json.encode(line)


def test_every_board_follows_events(client: Client) -> None:
    told = client.showing(*races())
    assert {showing.game: showing.wrong for showing in told if showing.wrong} == {}
    assert {showing.game: set(showing.redraw) for showing in told if showing.redraw} == REDRAWS
    assert races().keys() == games.all_specs().keys()


@pytest.mark.parametrize("game", list(races()))
def test_what_a_board_shows_is_what_the_server_says(
    client: Client, game: str, tmp_path: Path
) -> None:
    lines = (line for path in races()[game] for line in fed(path))
    wrong, total = client.follow(lines, tmp_path / "told")
    explained = "\n".join(map(str, wrong))
    assert total.differences == 0, f"{total.differences} differences\n{explained}"
    assert total.rows > total.redraws


def changed_by_the_template() -> list[str]:
    return ["Geared", "Boosted", "Caught", "Blocked", "Skidded", "Arrived", "Refuelled", "Drew"]


@pytest.mark.parametrize("kind", changed_by_the_template())
@pytest.mark.parametrize("fault", ["drop", "bend"])
def test_a_board_that_follows_wrongly_is_found(
    client: Client, kind: str, fault: str, tmp_path: Path
) -> None:
    """Dropped: the event changes nothing. Bent: the numbers it puts there are one too high."""
    lines = (line for path in races()["template"] for line in fed(path))
    wrong, total = client.follow(lines, tmp_path / "told", f"{fault}={kind}")
    assert total.kinds[kind] > 0
    assert total.differences > 0
    assert wrong


def test_all_that_changes_the_template_is_tried_above(client: Client) -> None:
    (template,) = client.showing("template")
    assert list(template.changes) == changed_by_the_template()
