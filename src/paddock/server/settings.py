"""How a server is run. Each setting can be given as PADDOCK_NAME in the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from paddock.core.errors import PaddockError


class BadSetting(PaddockError):
    pass


class Settings(Struct, frozen=True, kw_only=True):
    db: str = "paddock.db"  # a file, or postgresql://…
    host: str = "127.0.0.1"
    port: int = 8000
    redis: str = ""  # rings the bell and counts requests for several processes
    origins: tuple[str, ...] = ()  # further sites whose pages may open sockets here
    secure: bool = False  # cookies only over https: set it behind a proxy that speaks https
    proxies: str = "127.0.0.1"  # whose X-Forwarded-For is believed
    workers: int = 1  # processes that think for bots
    bot_pause: float = 0.25  # seconds between the turns of bots where nobody else races
    bot_limit: float = 30.0  # seconds after which a bot's default is played
    private_webhooks: bool = False  # allow notices to addresses of the own network
    rate: int = 600  # requests a minute from one address
    logins: int = 10  # attempts to sign in a minute from one address
    guests: int = 100  # guests an hour that are made from one address
    frames: int = 20  # socket frames a second, with as many again in reserve
    tables: int = 60  # unfinished tables that one person may have; an address four times as many
    bot_tables: int = 4  # of them, with bots alone
    forks: int = 40  # forks that one person may make an hour; an address four times as many
    seats: int = 12  # seats that one person may hold at others' tables that have not begun
    tracks: int = 50  # tracks of their own that one person may keep for a game
    reports: int = 8  # reports on tracks that one person may have made a day; an address four times
    sockets: int = 60  # open sockets from one address
    connections: int = 200  # connections of any kind from one address that is no proxy
    gather_days: int = 7  # days after which a table that has not begun, and nobody touches, closes
    race_days: int = 60  # and one that races
    pack_days: int = 14  # after which tables that are done are packed
    keep_days: int = 0  # after which they are deleted; 0: never
    guest_days: int = 90  # after which a guest who was not seen, and does not race, is forgotten
    static: str = ""  # the built pages; found by itself otherwise
    log: str = "info"


def from_environment(given: Mapping[str, object], env: Mapping[str, str] = os.environ) -> Settings:
    """What is given, then the environment, then the usual."""
    found: dict[str, object] = {}
    for name in Settings.__struct_fields__:
        text = env.get(f"PADDOCK_{name.upper()}")
        if text is not None:
            found[name] = text.split(",") if name == "origins" else text
    found |= {name: value for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as wrong:
        raise BadSetting(f"settings: {wrong}") from None


def pages(settings: Settings) -> Path | None:
    """Where the built pages are: named, in the package, or in the checkout."""
    here = Path(__file__).parent
    named = [Path(settings.static)] if settings.static else []
    for folder in [*named, here / "static", here.parents[2] / "web" / "dist"]:
        if (folder / "index.html").is_file():
            return folder
    return None
