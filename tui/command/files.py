"""Files of games that are named on a command line, in any format that :mod:`core.notation` reads; folders and zips too."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, NamedTuple

import typer

from core import notation
from core.errors import CoreError, printable
from core.game import Game
from core.notation import positions
from core.notation.common import ReadGame
from core.notation.moves import splits
from core.position import play_all
from core.store.rows import Stored
from tui.command import output
from tui.command.arguments import named
from tui.command.caller import BadUsage
from tui.household import game_files
from tui.household.game_files import GamesFile, ReadGames, none_found
from tui.text.catalogue import _, say

STDOUT = "-"
"""The name of standard input or output in the place of a file's."""

READ_AS = Annotated[
    str | None,
    typer.Option("--as", metavar="WHAT", help="Read as this format or for this game: psq, sgf, openings, gomoku ..."),
]
SKIP = Annotated[bool, typer.Option("--skip", help="Leave out the games that cannot be read, and say which.")]


class Reading(NamedTuple):
    """How files are read: for a ``game``, as a ``form``, and whether games that cannot be read are left out."""

    game: Game | None = None
    form: str | None = None
    skip: bool = False


def reading(read_as: str | None, game: Game | None = None, skip: bool = False) -> Reading:
    """The way of reading that the options ask for. Raises CoreError."""
    if read_as is None or read_as.lower() in notation.FORMATS:
        return Reading(game, read_as and read_as.lower(), skip)
    if game:
        raise BadUsage("--as {text} names a game, and so does {game}; leave one out.", text=repr(read_as), game=game.id)
    try:
        return Reading(named(read_as), None, skip)
    except CoreError as error:
        raise BadUsage(
            "{text} is neither a format ({names}) nor a game. {reason}",
            text=repr(read_as),
            names=", ".join(notation.FORMATS),
            reason=error.phrase,
        ) from error


def found_games(files: Sequence[str], how: Reading = Reading()) -> Sequence[ReadGame]:  # noqa: B008
    """The games of files, folders and zips, and of stdin for ``-``. Raises CoreError, naming the file and what to do."""
    games = ReadGames()
    for part in (part for file in files for part in _parts(file)):
        for each in notation.every(part.lines(), time.time(), how.game, how.form):
            if isinstance(each, ReadGame):
                games.add(each)
            elif how.skip:
                output.remark(BadUsage("{file}: {reason}", file=part.name, reason=each.phrase))
            else:
                file = repr(part.name)
                raise BadUsage("Nothing was imported from {file}. {reason}", file=file, reason=each.phrase) from each
    if not games:
        raise none_found(files)
    return games


def content(file: str) -> bytes:
    """The bytes of a file, or of stdin. Raises BadFile."""
    return game_files.limited(file, sys.stdin.buffer) if file == STDOUT else game_files.content(file)


def _parts(file: str) -> Iterator[GamesFile]:
    """The files of an argument: a file, a folder, a zip, or stdin. Raises BadFile."""
    return game_files.unpacked(file, sys.stdin.buffer) if file == STDOUT else game_files.parts(file)


def print_notes(games: Iterable[ReadGame]) -> None:
    """Print the notes of games: parts left out, and scores compared."""
    for each in games:
        for note in each.notes:
            said = say(CoreError(note.template, **note.values))
            print(printable(_("Line {line}: {note}").format(line=each.line, note=said)))


def read_game(file: str, how: Reading = Reading()) -> Stored:  # noqa: B008
    """The one game of a file. Raises CoreError, as where there are several."""
    found = found_games([file], how)
    if len(found) > 1:
        raise BadUsage(
            (
                "{file} has {count} games, but one is needed; save one in its own file, as 'triqui log N --export FILE' "
                "does."
            ),
            file=repr(file),
            count=len(found),
        )
    return found[0].stored


def spelled(game: Game, moves: str, start: str | None) -> str:
    """Moves of a command line in notation, in whatever way they are written. Raises CoreError."""
    try:
        play_all(game, moves, start)
    except CoreError:
        return splits(game, moves, start)
    return moves


def placed(game: Game, position: str | None) -> str | None:
    """The position of a command line in our own form. Raises CoreError."""
    return None if position is None else positions.read(position, game).text
