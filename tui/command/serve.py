"""The command that opens a hall to which others come over SSH."""

from __future__ import annotations

import asyncio
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.errors import CoreError
from core.phrase import Phrase, phrase
from tui.command.arguments import example
from tui.settings_file import folders
from tui.text.catalogue import say
from tui.text.numbers import number, whole

if TYPE_CHECKING:
    from tui.serve.running import Plan

app = typer.Typer()
MOST = 100_000
"""The greatest number that a limit can be."""


class CannotServe(CoreError):
    """A hall for others cannot be opened here."""


@app.command(
    help="Open a hall to which anybody comes over SSH, to play and to watch.",
    **example("serve --port 2222 --name Plaza"),
)
def serve(
    context: typer.Context,
    port: Annotated[
        int, typer.Option(metavar="PORT", parser=whole("--port", 0, 65_535), help="Where it listens.")
    ] = 2222,
    address: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The one address at which it listens; all of them otherwise.")
    ] = "",
    host: Annotated[
        str, typer.Option(metavar="HOST", help="What players call this machine, in what they are told to type.")
    ] = "",
    host_key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The key by which they know it; made where there is none.")
    ] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="What the hall is called.")] = "triqui",
    max_sessions: Annotated[
        int, typer.Option(metavar="N", parser=whole("--max-sessions", 1, MOST), help="Sessions at a time, in all.")
    ] = 200,
    per_address: Annotated[
        int,
        typer.Option(metavar="N", parser=whole("--per-address", 1, MOST), help="Sessions at a time from one address."),
    ] = 3,
    per_key: Annotated[
        int, typer.Option(metavar="N", parser=whole("--per-key", 1, MOST), help="Sessions at a time with one key.")
    ] = 2,
    connects: Annotated[
        int,
        typer.Option(
            metavar="N", parser=whole("--connects", 1, MOST), help="New connections a minute from one address."
        ),
    ] = 10,
    logins: Annotated[
        int,
        typer.Option(
            metavar="N",
            parser=whole("--logins", 1, MOST),
            help="Connections at a time from one address that have not shown a key yet.",
        ),
    ] = 4,
    idle: Annotated[
        float,
        typer.Option(
            metavar="MINUTES",
            parser=number("--idle", float, phrase("a number"), 1, MOST),
            help="How long one who does nothing may stay.",
        ),
    ] = 30.0,
) -> None:
    """Serve until asked to end."""
    if not hasattr(os, "pidfd_open"):
        raise CannotServe("A hall can be served from Linux only; on this system play alone, or visit one with ssh.")
    if find_spec("asyncssh") is None:
        raise CannotServe("To serve over SSH asyncssh is needed; \"pip install 'triqui[serve]'\" brings it.")
    from tui.serve.limits import MINUTE, Limits
    from tui.serve.running import Plan

    limits = Limits(
        sessions=max_sessions,
        sessions_by_address=per_address,
        sessions_by_key=per_key,
        connects=connects,
        logins_by_address=logins,
        idle=idle * MINUTE,
    )
    data = folders(context.obj.surroundings.home)[0]
    _open(Plan(data, port, address, host, host_key, name, limits))


def _open(plan: Plan) -> None:
    from tui.serve.running import serve

    def told(what: Phrase) -> None:
        print(say(what), flush=True)

    asyncio.run(serve(plan, told))
