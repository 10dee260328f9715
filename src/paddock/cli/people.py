"""`paddock people`: password resets for accounts of a server, and keys of cookies."""

from __future__ import annotations

import time
from typing import Annotated

from paddock.cli.command_line import Argument, CommandGroup
from paddock.cli.output import say
from paddock.cli.tables import Db, open_store
from paddock.core.errors import PaddockError

NAME = "people"
app = CommandGroup(NAME, "Help the users of a server.")
CODE_VALID_MILLISECONDS = 24 * 3_600_000  # milliseconds: a reset code is valid for a day
Login = Annotated[str, Argument(metavar="LOGIN", help="The login of an account.")]


class UnknownLogin(PaddockError):
    pass


@app.subcommand()
def reset(login: Login, db: Db = "paddock.db") -> None:
    """Print a code to set a new password. It works once, for one day."""
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
    say(code)


@app.subcommand("rotate-keys")
def rotate_keys(db: Db = "paddock.db") -> None:
    """Replace the keys that sign cookies.

    The keys before stay valid until the next time, and everybody stays signed in. The server does
    this itself every 90 days. Do it twice if a copy of the database was stolen.
    """
    from paddock.server.store import site_keys

    store = open_store(db)
    done = store.writer.submit("", lambda c: site_keys.rotate(c, store.time(c))).result()
    say(f"replaced: {', '.join(done)}")
