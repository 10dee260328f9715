"""`paddock serve`: the web server."""

from __future__ import annotations

from typing import Annotated

import typer

from paddock.cli.common import console

NAME = "serve"


def command(
    port: Annotated[int | None, typer.Option(help="The port; 8000 unless told.")] = None,
    host: Annotated[str | None, typer.Option(help="The address; only this machine.")] = None,
    db: Annotated[
        str | None, typer.Option(metavar="URL", help="A file, or postgresql://…; paddock.db.")
    ] = None,
    redis: Annotated[
        str | None, typer.Option(metavar="URL", help="Rings the bell for several processes.")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Processes that think for bots.")] = None,
    static: Annotated[str | None, typer.Option(help="The folder of the built pages.")] = None,
    log: Annotated[str | None, typer.Option(help="debug, info, warning or error.")] = None,
) -> None:
    """Serve the site. Every setting can also be given as PADDOCK_NAME in the environment.

    Example: `paddock serve --port 8000 --db paddock.db`
    """
    from paddock.server.app import run
    from paddock.server.settings import from_environment

    at = from_environment({"port": port, "host": host})
    console().print(f"Paddock is at [bold]http://{at.host}:{at.port}/[/]  (Ctrl-C ends it)")
    run(port, db, host=host, redis=redis, workers=workers, static=static, log=log)
