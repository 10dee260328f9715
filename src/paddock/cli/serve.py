"""`paddock serve`: the web server."""

from __future__ import annotations

from typing import Annotated

from paddock.cli.command_line import Option
from paddock.cli.output import say

NAME = "serve"


def command(
    port: Annotated[int | None, Option(help="The port. Default: 8000.")] = None,
    host: Annotated[str | None, Option(help="The address. Default: this machine only.")] = None,
    db: Annotated[
        str | None, Option(metavar="URL", help="A file, or postgresql://… Default: paddock.db.")
    ] = None,
    redis: Annotated[
        str | None, Option(metavar="URL", help="Redis, to connect several server processes.")
    ] = None,
    workers: Annotated[int | None, Option(help="How many processes compute bot moves.")] = None,
    static: Annotated[str | None, Option(help="The folder of the built pages.")] = None,
    log: Annotated[str | None, Option(help="debug, info, warning or error.")] = None,
) -> None:
    """Serve the site. Every setting can also be given as PADDOCK_NAME in the environment.

    Example: `paddock serve --port 8000 --db paddock.db`
    """
    from paddock.server.serving import run
    from paddock.server.settings import from_environment

    at = from_environment({"port": port, "host": host})
    say(f"Paddock is at http://{at.host}:{at.port}/  (Ctrl-C ends it)")
    run(port, db, host=host, redis=redis, workers=workers, static=static, log=log)
