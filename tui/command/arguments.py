"""What the commands have in common: who calls, and the arguments and options that several of them take."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from core import engines
from core.analysis import Engine
from core.errors import UnknownGame
from core.game import Game
from core.phrase import phrase
from core.players import opponents
from tui.command import completing
from tui.command.caller import BadUsage
from tui.household import own_files
from tui.household.settings_file import folders
from tui.household.surroundings import HOME
from tui.text.numbers import number, whole


def named(text: str) -> Game:
    """The game that an id, a name or the path of a file names. Raises CoreError."""
    try:
        return own_files.named(text, folders(os.environ.get(HOME, ""))[0])
    except UnknownGame as error:
        if os.path.isfile(text) and not text.endswith(own_files.ENDING):
            raise BadUsage(
                "{file} is a file, but the name of a game is needed; 'triqui open' shows the games of a file, and "
                "--from reads one.",
                file=repr(text),
            ) from error
        raise


GAME = Annotated[
    Game,
    typer.Argument(
        metavar="GAME",
        parser=named,
        autocompletion=completing.game,
        help="A game: tictactoe, mnk:5,5,4/misere or FILE.toml.",
    ),
]
GAME_OR_NONE = Annotated[
    Game | None,
    typer.Argument(
        metavar="GAME",
        parser=named,
        autocompletion=completing.game,
        help="A game: tictactoe, mnk:5,5,4/misere or FILE.toml.",
    ),
]
POSITION = Annotated[str | None, typer.Option(metavar="TEXT", help="Start from a position, such as X.O/.X./...")]
MOVES = Annotated[str, typer.Option(metavar='"a1 b2"', help="Play these moves first.")]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON.")]
PLAIN = Annotated[
    bool, typer.Option("--plain", help="Use lines of text, for screen readers, pipes and dumb terminals.")
]
SECONDS = Annotated[
    float | None,
    typer.Option(
        metavar="S",
        parser=number("--seconds", float, phrase("a number"), 0, 1_000_000),
        help="Limit the time to think, in seconds.",
    ),
]
DEPTH = Annotated[
    int | None,
    typer.Option(metavar="DEPTH", parser=whole("--depth", 1, 999), help="Limit the search depth, in moves."),
]
ENGINE = Annotated[
    Engine | None,
    typer.Option(
        metavar="ENGINE",
        parser=engines.get,
        autocompletion=completing.engine,
        help="Use this engine instead of the best one for the game.",
    ),
]


def player(text: str) -> str:
    """A reader of a player."""
    opponent = opponents.parse(text)
    return opponent.text if opponent else opponents.HUMAN


def example(line: str) -> dict[str, Any]:
    """The example below a command's help."""
    return {"epilog": f"triqui {line}"}
