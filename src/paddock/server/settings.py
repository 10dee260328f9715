"""Settings of a server. Each can be set as PADDOCK_NAME in the environment."""

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
    db: str = "paddock.db"  # SQLite file or postgresql://…
    host: str = "127.0.0.1"
    port: int = 8000
    redis: str = ""  # publish/subscribe and rate limits for several processes
    origins: tuple[str, ...] = ()  # other sites whose pages may open sockets
    secure: bool = False  # https-only cookies: set it behind a proxy with https
    proxies: str = "127.0.0.1"  # addresses whose X-Forwarded-For is trusted
    workers: int = 1  # worker processes for bots
    bot_pause: float = 0.25  # seconds between turns of bots if no person races
    bot_limit: float = 30.0  # CPU seconds of a bot; then the default is played
    own_bots: tuple[str, ...] = ()  # bots of the owner that tables may choose: module:Name
    private_webhooks: bool = False  # allow webhooks to private addresses
    url: str = ""  # public address of the site, for links in messages: https://races.example
    smtp: str = ""  # mail server: smtp://name:password@host:587 or smtps://…
    mail_from: str = ""  # sender of mails
    notice_delay: int = 600  # seconds for which notices of slow races are collected
    notice_gap: int = 7200  # seconds between two messages to one person
    rate: int = 600  # requests per minute and address
    logins: int = 10  # sign-in attempts per minute and address
    guests: int = 100  # new guests per hour and address
    frames: int = 20  # socket frames per second; burst twice as many
    tables: int = 60  # unfinished tables per person; four times as many per address
    bot_tables: int = 4  # of these, with bots only
    forks: int = 40  # forks per hour and person; four times as many per address
    records: int = 20  # races brought along per hour and person; four times as many per address
    seats: int = 12  # seats per person at tables of others before the start
    tracks: int = 50  # own tracks per person and game
    reports: int = 8  # track reports per day and person; four times as many per address
    sockets: int = 60  # open sockets per address
    connections: int = 200  # connections per address that is no proxy
    gather_days: int = 7  # days until an untouched table closes before the start
    race_days: int = 60  # and during the race
    pack_days: int = 14  # days until finished tables are packed
    keep_days: int = 0  # days until finished tables are deleted; 0: never
    guest_days: int = 90  # days until an inactive guest without a race is deleted
    static: str = ""  # folder of the built pages; default: found automatically
    log: str = "info"


LISTS = ("origins", "own_bots")
"""Settings with several values, separated by commas."""


def split_names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def from_environment(given: Mapping[str, object], env: Mapping[str, str] = os.environ) -> Settings:
    """Settings from arguments, then the environment, then defaults."""
    found: dict[str, object] = {}
    for name in Settings.__struct_fields__:
        text = env.get(f"PADDOCK_{name.upper()}")
        if text is not None:
            found[name] = split_names(text) if name in LISTS else text
    found |= {name: value for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as wrong:
        raise BadSetting(f"settings: {wrong}") from None


def pages(settings: Settings) -> Path | None:
    """Folder of the built pages: configured, in the package, or in the checkout."""
    here = Path(__file__).parent
    named = [Path(settings.static)] if settings.static else []
    for folder in [*named, here / "static", here.parents[2] / "web" / "dist"]:
        if (folder / "index.html").is_file():
            return folder
    return None
