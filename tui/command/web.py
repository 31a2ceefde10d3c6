"""The command ``triqui web``: one's own hall in the browser."""

from __future__ import annotations

import asyncio
import os
from importlib.util import find_spec
from typing import Annotated

import typer

from core.errors import CoreError
from core.play.seats import programs
from core.subprocesses import command_of
from tui.command import completing
from tui.command.arguments import BadUsage, example, named, player
from tui.command.printing import tell
from tui.household.surroundings import ASKED
from tui.text.catalogue import say
from tui.text.numbers import whole

app = typer.Typer()


class CannotServePages(CoreError):
    """What serves pages is not installed."""


@app.command(help="Open your hall in the browser.", **example("web tictactoe --port 8000"))
def web(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            autocompletion=completing.game,
            help="A game: tictactoe, mnk:5,5,4/misere or FILE.toml.",
        ),
    ] = None,
    port: Annotated[
        int,
        typer.Option(
            metavar="PORT", parser=whole("--port", 0, 65_535), help="Listen on this port; 0 takes any free one."
        ),
    ] = 0,
    address: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Listen on this address of this machine.")
    ] = "127.0.0.1",
    program: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHO",
            autocompletion=completing.player,
            help="Let pages start this external program; may be given several times.",
        ),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
) -> None:
    """Serve pages until asked to end."""
    if find_spec("textual_serve") is None:
        raise CannotServePages(
            "For the hall in a browser textual-serve is needed; \"pip install 'triqui[web]'\" brings it."
        )
    words = [player(each) for each in program or ()]
    if strange := [each for each in words if each not in programs(words)]:
        raise BadUsage("{name} is no external program, and needs no leave.", name=strange[0])
    if game is not None:
        named(game)
    surroundings = context.obj.surroundings
    if surroundings.asked:
        os.environ[ASKED] = surroundings.asked  # for the processes of the pages
    command = [
        *command_of("tui.command.cli"),
        *(["--ascii"] if surroundings.ascii else []),
        *([] if game is None else ["play", game]),
    ]
    from tui.web.running import WebPlan, serve

    asyncio.run(serve(WebPlan(command, address, port, not no_open, words), lambda what: tell(say(what))))
