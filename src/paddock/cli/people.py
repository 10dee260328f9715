"""`paddock people`: password resets for accounts of a server, and keys of cookies."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from paddock.cli.common import console
from paddock.cli.tables import Db, open_store
from paddock.core.errors import PaddockError

NAME = "people"
app = typer.Typer(help="Help the people of a server.", no_args_is_help=True)
CODE_VALID_MILLISECONDS = 24 * 3_600_000  # milliseconds: a reset code is valid for a day
Login = Annotated[str, typer.Argument(metavar="LOGIN", help="The login of an account.")]


class UnknownLogin(PaddockError):
    pass


@app.callback()
def group() -> None:
    """Help the people of a server."""


@app.command()
def reset(login: Login, db: Db = "paddock.db") -> None:
    """Print a code with which somebody can choose a new password, for a day and once."""
    from paddock.server.people.credentials import code_digest, new_code
    from paddock.server.store import people

    store = open_store(db)
    found = store.read_sync(lambda c: people.by_login(c, login))
    if found is None:
        raise UnknownLogin(f"nobody has the login {login!r}")
    code, until = new_code(), time.time_ns() // 1_000_000 + CODE_VALID_MILLISECONDS
    store.writer.submit(
        "", lambda c: people.set_code(c, found.id, code_digest(code), until)
    ).result()
    console().print(code)


@app.command("rotate-keys")
def rotate_keys(db: Db = "paddock.db") -> None:
    """Replace the keys that sign cookies.

    The keys before stay valid until the next time, and everybody stays signed in. The server does
    this itself every 90 days. Do it twice if a copy of the database was stolen.
    """
    from paddock.server.store import site_keys

    store = open_store(db)
    done = store.writer.submit("", lambda c: site_keys.rotate(c, store.time(c))).result()
    console().print(f"replaced: {', '.join(done)}")
