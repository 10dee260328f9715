"""Receivers of notices on this machine: an HTTP server and a mail server."""

from __future__ import annotations

import contextlib
import email
import email.policy
import http.server
import json
import socketserver
import threading
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from typing import Any

from msgspec import Struct


class Request(Struct):
    path: str
    headers: dict[str, str]
    body: bytes

    def json(self) -> dict[str, Any]:
        return dict(json.loads(self.body))


class Receiver:
    """An HTTP server that keeps what it was sent. `answer` gives status and headers."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.answer: Callable[[Request], tuple[int, dict[str, str]]] = lambda request: (204, {})
        self.url = ""


@contextlib.contextmanager
def receiving() -> Iterator[Receiver]:
    found = Receiver()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = Request(self.path, headers, body)
            found.requests.append(request)
            with contextlib.suppress(OSError):
                status, more = found.answer(request)
                self.send_response(status)
                for name, value in more.items():
                    self.send_header(name, value)
                self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Threads(http.server.ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            pass  # the sender was killed

    with Threads(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        found.url = f"http://127.0.0.1:{server.server_port}"
        yield found
        server.shutdown()
        thread.join()


class Mailbox:
    """A mail server that keeps what it was sent. `refuses` names addresses that do not exist."""

    def __init__(self) -> None:
        self.mails: list[tuple[str, EmailMessage]] = []  # receiver and mail
        self.refuses: set[str] = set()
        self.busy = False  # ask to try again later
        self.port = 0

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for receiver, mail in self.mails if receiver == address]


@contextlib.contextmanager
def mail_server() -> Iterator[Mailbox]:
    """SMTP as RFC 5321 asks for at least."""
    box = Mailbox()

    class Handler(socketserver.StreamRequestHandler):
        def say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

        def handle(self) -> None:
            with contextlib.suppress(OSError):
                self.talk()

        def talk(self) -> None:
            self.say("220 here")
            receiver = ""
            while line := self.rfile.readline().decode().strip():
                match line.split(":", 1)[0].split(" ", 1)[0].upper():
                    case "EHLO" | "HELO":
                        self.say("250 here")
                    case "MAIL" if box.busy:
                        self.say("451 try again later")
                    case "MAIL":
                        self.say("250 go on")
                    case "RCPT":
                        receiver = line.partition("<")[2].partition(">")[0]
                        refused = receiver in box.refuses
                        self.say("550 no such mailbox" if refused else "250 go on")
                    case "DATA":
                        self.say("354 go on")
                        text = self.content()
                        made = email.message_from_bytes(text, policy=email.policy.default)
                        assert isinstance(made, EmailMessage)
                        box.mails.append((receiver, made))
                        self.say("250 taken")
                    case "QUIT":
                        self.say("221 bye")
                        return
                    case _:
                        self.say("250 go on")

        def content(self) -> bytes:
            lines = []
            while (line := self.rfile.readline()) not in (b".\r\n", b""):
                lines.append(line[1:] if line.startswith(b"..") else line)
            return b"".join(lines)

    class Threads(socketserver.ThreadingTCPServer):
        daemon_threads, allow_reuse_address = True, True

    with Threads(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        box.port = server.server_address[1]
        yield box
        server.shutdown()
        thread.join()
