"""Mail by an SMTP server. Passwords are sent only over TLS or to this machine."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from paddock.server.live.notices.result import GONE, REFUSED, RETRY, SENT, Outcome
from paddock.server.people.notice import Channel, Message
from paddock.server.settings import BadSetting, Settings

TIMEOUT_SECONDS = 20.0
LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
PORTS = {"smtp": 587, "smtps": 465}
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
MAX_ADDRESS_LETTERS = 254
SIGN_LETTERS = 32  # of a token; the id of its channel follows
NO_MAILBOX = (550, 551, 553, 554)  # SMTP replies: this mailbox does not exist or is refused


class MailServer(Struct, frozen=True):
    """A mail server as the setting `smtp` names it."""

    host: str
    port: int
    tls: bool  # from the first byte
    name: str = ""
    password: str = ""


def mail_server(settings: Settings) -> MailServer | None:
    """The mail server; none if mail cannot be sent. Links need the address of the site."""
    if not settings.smtp:
        return None
    try:
        parts = urlsplit(settings.smtp)
        port = parts.port
    except ValueError:
        raise BadSetting("smtp: write smtp://name:password@host:587") from None
    if parts.scheme not in PORTS or not parts.hostname:
        raise BadSetting("smtp: write smtp://name:password@host:587")
    if not is_address(settings.mail_from):
        raise BadSetting("mail_from: mails need a sender, for example races@example.org")
    if not settings.url:
        raise BadSetting(
            "url: mails need the address of this site, for example https://races.example"
        )
    return MailServer(
        parts.hostname,
        port or PORTS[parts.scheme],
        parts.scheme == "smtps",
        unquote(parts.username or ""),
        unquote(parts.password or ""),
    )


def is_address(text: str) -> bool:
    return len(text) <= MAX_ADDRESS_LETTERS and ADDRESS.fullmatch(text) is not None


def token(key: str, purpose: str, channel: str) -> str:
    """Token of a link in a mail: it confirms or ends one channel, and can do nothing else."""
    sign = hmac.new(key.encode(), f"{purpose}:{channel}".encode(), hashlib.sha256).hexdigest()
    return sign[:SIGN_LETTERS] + channel


def channel_of(key: str, purpose: str, text: str) -> str | None:
    """The channel of a token; none if it was not made here."""
    channel = text[SIGN_LETTERS:]
    good = hmac.compare_digest(text.encode(), token(key, purpose, channel).encode())
    return channel if channel and good else None


def compose(
    channel: Channel, id: str, message: Message, settings: Settings, foot: str, leave: str
) -> EmailMessage:
    """A mail in plain text."""
    mail = EmailMessage()
    mail["From"] = settings.mail_from
    mail["To"] = channel.address
    mail["Subject"] = " ".join(message.title.split())
    mail["Date"] = formatdate()
    mail["Message-ID"] = f"<{id}@{settings.mail_from.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    if leave:
        mail["List-Unsubscribe"] = f"<{leave}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    link = f"{settings.url.rstrip('/')}{message.path}"
    mail.set_content(f"{message.text}\n\n{link}\n\n-- \n{foot}\n")
    return mail


async def send(server: MailServer, mail: EmailMessage) -> Outcome:
    try:
        async with asyncio.timeout(2 * TIMEOUT_SECONDS):
            return await asyncio.to_thread(send_now, server, mail)
    except TimeoutError:
        return RETRY


def open_connection(server: MailServer, context: ssl.SSLContext) -> smtplib.SMTP:
    place = server.host, server.port
    if server.tls:
        return smtplib.SMTP_SSL(*place, timeout=TIMEOUT_SECONDS, context=context)
    return smtplib.SMTP(*place, timeout=TIMEOUT_SECONDS)


def send_now(server: MailServer, mail: EmailMessage) -> Outcome:
    context, taken = ssl.create_default_context(), False
    try:
        with open_connection(server, context) as smtp:
            smtp.ehlo()
            if not server.tls and smtp.has_extn("starttls"):
                smtp.starttls(context=context)
                smtp.ehlo()
            elif not server.tls and server.name and server.host not in LOCAL_HOSTS:
                return RETRY  # the password would be readable on the way
            if server.name:
                smtp.login(server.name, server.password)
            smtp.send_message(mail)
            taken = True
            return SENT
    except smtplib.SMTPRecipientsRefused as wrong:
        codes = [code for code, _ in wrong.recipients.values()]
        return GONE if any(code in NO_MAILBOX for code in codes) else RETRY
    except smtplib.SMTPDataError as wrong:
        return REFUSED if wrong.smtp_code >= 500 else RETRY
    except (smtplib.SMTPException, OSError):
        return SENT if taken else RETRY  # an end without a goodbye loses nothing
