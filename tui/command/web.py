"""The command ``triqui web``: one's own hall in the browser."""

from __future__ import annotations

import asyncio
import os
import sys
from importlib.util import find_spec
from typing import Annotated

import typer

from core.errors import CoreError
from core.play.seats import programs
from core.subprocesses import command_of
from tui.command import completing
from tui.command.arguments import example, named, player
from tui.command.caller import BadUsage
from tui.command.cli import ASCII_OPTION, LANGUAGE_OPTION
from tui.command.printing import tell
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
            help="Let pages start this external program; may be repeated.",
        ),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
) -> None:
    """Serve pages until asked to end."""
    if find_spec("textual_serve") is None:
        raise CannotServePages("The hall in a browser needs textual-serve; \"pip install 'triqui[web]'\" installs it.")
    words = [player(each) for each in program or ()]
    if strange := [each for each in words if each not in programs(words)]:
        raise BadUsage("{name} is not an external program; only those have to be named.", name=strange[0])
    if game is not None:
        named(game)
    surroundings = context.obj.surroundings
    command = [
        *command_of("tui.command.cli"),
        *([LANGUAGE_OPTION, surroundings.asked] if surroundings.asked else []),
        *([ASCII_OPTION] if surroundings.ascii else []),
        *([] if game is None else ["play", game]),
    ]
    from tui.web.running import WebPlan, serve

    plan = WebPlan(command, address, port, not no_open and _has_window(), words)
    asyncio.run(serve(plan, lambda what: tell(say(what))))


def _has_window() -> bool:
    """Whether a browser would open a window, and not take this terminal."""
    return sys.platform != "linux" or any(name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
