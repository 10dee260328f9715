"""`paddock serve`: the web server."""

from __future__ import annotations

from typing import Annotated

from paddock.cli.command_line import Option
from paddock.cli.output import say

NAME = "serve"


def command(
    port: Annotated[int | None, Option(help="The port; 8000 unless told.")] = None,
    host: Annotated[str | None, Option(help="The address; only this machine.")] = None,
    db: Annotated[
        str | None, Option(metavar="URL", help="A file, or postgresql://…; paddock.db.")
    ] = None,
    redis: Annotated[
        str | None, Option(metavar="URL", help="Rings the bell for several processes.")
    ] = None,
    workers: Annotated[int | None, Option(help="Processes that think for bots.")] = None,
    static: Annotated[str | None, Option(help="The folder of the built pages.")] = None,
    log: Annotated[str | None, Option(help="debug, info, warning or error.")] = None,
) -> None:
    """Serve the site. Every setting can also be given as PADDOCK_NAME in the environment.

    Example: `paddock serve --port 8000 --db paddock.db`
    """
    from paddock.server.app import run
    from paddock.server.settings import from_environment

    at = from_environment({"port": port, "host": host})
    say(f"Paddock is at http://{at.host}:{at.port}/  (Ctrl-C ends it)")
    run(port, db, host=host, redis=redis, workers=workers, static=static, log=log)
