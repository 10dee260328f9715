"""Webhooks: the body that each receiver accepts. Discord and Slack are recognised by their host;
any other receiver gets our JSON."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import msgspec

from paddock.server.live.notices.result import Outcome, outcome_of
from paddock.server.live.webhooks import post
from paddock.server.people.notice import ORDER, Channel, Item, Message

DISCORD_HOSTS = ("discord.com", "discordapp.com", "canary.discord.com", "ptb.discord.com")
SLACK_HOSTS = ("hooks.slack.com", "hooks.slack-gov.com")
MAX_DISCORD_CHARACTERS = 2_000
MAX_SLACK_CHARACTERS = 3_000
TYPES = {kind: "your-turn" if kind == "turn" else str(kind) for kind in ORDER}
"""`type` of our JSON, for each kind of notice."""


async def send(channel: Channel, id: str, message: Message, site: str, *, private: bool) -> Outcome:
    body = msgspec.json.encode(body_for(channel.address, id, message, site))
    headers = {"content-type": "application/json", "idempotency-key": id}
    return outcome_of(await post(channel.address, body, headers, private=private))


def body_for(url: str, id: str, message: Message, site: str) -> dict[str, Any]:
    host = (urlsplit(url).hostname or "").lower()
    if host in DISCORD_HOSTS:
        text = f"**{message.title}**\n{message.text}\n{site}{message.path}"
        return {"content": text[:MAX_DISCORD_CHARACTERS], "allowed_mentions": {"parse": []}}
    if host in SLACK_HOSTS:
        text = f"*{escape_slack(message.title)}*\n{escape_slack(message.text)}"
        return {"text": f"{text[:MAX_SLACK_CHARACTERS]}\n<{site}{message.path}>"}
    return json_body(id, message, site)


def escape_slack(text: str) -> str:
    """Slack reads these three as its own syntax."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def json_body(id: str, message: Message, site: str) -> dict[str, Any]:
    """The first table at the top, further tables in `also`."""
    items = [item_body(item, site) for item in message.items]
    if message.kind != "turns":
        head = {"type": message.kind, "path": message.path, "url": site + message.path}
        return {**head, "id": id, "why": message.text, "tables": items}
    first, *also = items
    return {**first, "id": id, "also": also}


def item_body(item: Item, site: str) -> dict[str, Any]:
    path = f"/t/{item.table}"
    return {
        "type": TYPES[item.kind],
        "table": item.table,
        "path": path,
        "url": site + path,
        "game": item.game,
        "seat": item.seat,
        "why": item.text,
        "deadline": item.deadline,
    }
