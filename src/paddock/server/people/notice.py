"""Notices to a person: channels, settings and messages."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from paddock.core.languages import first_language
from paddock.core.seats import Language, Seat

ChannelKind: TypeAlias = Literal["push", "mail", "webhook"]
ChannelState: TypeAlias = Literal["waiting", "on", "off"]
NoticeKind: TypeAlias = Literal[
    "turn",
    "sitting",  # the person may plan, and is not asked yet
    "closing",
    "substitute",
    "proposal",
    "over",
    "begins",
]
MessageKind: TypeAlias = Literal["turns", "digest", "test", "confirm"]
Result: TypeAlias = Literal[
    "",
    "sent",
    "retry",  # it failed for now
    "wait",  # the receiver asked to wait
    "given-up",  # it failed for a day
    "refused",  # the receiver does not take it: the channel is off
    "gone",  # the subscription or mailbox does not exist any more: off
    "address",  # the address may not be used: off
    "unsubscribed",  # by the link in a mail
]

ORDER: tuple[NoticeKind, ...] = (
    "closing",
    "substitute",
    "turn",
    "sitting",
    "proposal",
    "over",
    "begins",
)
"""Of several notices about one table the first is told."""
ASKED_KINDS: tuple[NoticeKind, ...] = ("closing", "turn")
"""They matter only as long as the seat is asked."""
DRIVER_KINDS: tuple[NoticeKind, ...] = (*ASKED_KINDS, "sitting")
"""Only the person who drives the seat gets them."""
CALLS: tuple[NoticeKind, ...] = ("turn", "sitting")
"""One of them rings; further ones replace it until the person has visited."""


class Channel(Struct, frozen=True):
    """A way to reach a person."""

    id: str
    person: str
    kind: ChannelKind
    address: str
    keys: str = ""
    label: str = ""
    site: str = ""
    state: ChannelState = "on"
    turns: bool = True
    created: int = 0
    result: Result = ""
    result_at: int = 0
    failures: int = 0
    retry_at: int = 0


class NoticeSettings(Struct, frozen=True):
    """When and how a person wants to be notified."""

    person: str
    language: Language = first_language()
    zone: str = ""  # not known yet
    quiet_from: int = 23
    quiet_to: int = 7
    digest: bool | None = None
    digest_day: str = ""
    last_at: int = 0


class Notice(Struct, frozen=True):
    """Something that happened at a table and that a person should know."""

    person: str
    table_id: str
    seat: Seat
    kind: NoticeKind
    number: int
    urgent: bool
    at: int
    due: int
    told: int | None = None


class Item(Struct, frozen=True):
    """What a message says about one table."""

    table: str
    seat: Seat
    kind: NoticeKind
    game: str
    text: str
    deadline: int | None = None


class Message(Struct, frozen=True):
    """The text of a message, in the reader's language."""

    kind: MessageKind
    title: str
    text: str
    path: str  # of the page it is about
    tag: str = ""  # a later message with the same tag replaces this one
    silent: bool = False  # it replaces what was not looked at
    items: tuple[Item, ...] = ()


class Posted(Struct, frozen=True):
    """A message in the outbox, for one channel."""

    id: str
    channel: str
    person: str
    body: Message
    created: int
    attempts: int
