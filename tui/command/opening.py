"""The command that opens files of games, ours and of others: one game in review, several as a list."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from core import engines
from core.analysis import Limit, Watch
from core.errors import CoreError
from core.game import Game
from core.notation.common import ReadGame
from core.notation.documents import json_parts
from core.protocols.pons import CHECK_SECONDS, compared
from tui.command import output_games
from tui.command.arguments import JSON, PLAIN, example, named
from tui.command.caller import BadUsage
from tui.command.drawing import draw
from tui.command.files import READ_AS, SKIP, STDOUT, found_games, print_notes, reading
from tui.household.opening import Opening

app = typer.Typer()


@app.command("open", help="Open game records: one in a review, several as a list.", **example("open game.psq"))
def open_files(
    context: typer.Context,
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE... [GAME]",
            help="Files, folders or zips, or - for stdin; then the game, if the files do not name it.",
        ),
    ],
    read_as: READ_AS = None,
    skip: SKIP = False,
    plain: PLAIN = False,
    as_json: JSON = False,
) -> None:
    """Show the games in the hall, or in lines of text where there is no terminal."""
    game = _game_named(files)
    games = found_games(files[:-1] if game else files, reading(read_as, game, skip))
    if as_json:
        for part in json_parts(each.stored for each in games):
            print(part, end="")
    elif not plain and all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        draw(context.obj, Opening(games=games))
    elif len(games) == 1:
        output_games.game_played(games[0].stored)
        print_notes([_checked(games[0])])
    else:
        output_games.games_played(each.stored for each in games)
        print_notes(map(_checked, games))


def _game_named(words: list[str]) -> Game | None:
    """The game that the last of several words names, if it is no file. Raises CoreError."""
    last = words[-1]
    if len(words) == 1 or last == STDOUT or (Path(last).exists() and not last.lower().endswith(".toml")):
        return None
    try:
        return named(last)
    except CoreError as error:
        raise BadUsage("{text} is neither a file nor a game. {reason}", text=repr(last), reason=error.phrase) from error


def _checked(read: ReadGame) -> ReadGame:
    """The game with a note on the score that the file gives, if any."""
    if read.claim is None:
        return read
    position = read.stored.match.position
    found = engines.analyse(engines.best(position), Watch(position, Limit(CHECK_SECONDS), time.monotonic))
    return replace(read, notes=(*read.notes, compared(read.claim, found)))
