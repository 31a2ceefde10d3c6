"""Files of games that are named on a command line, in any format that :mod:`core.notation` reads."""

from __future__ import annotations

import sys
import time

from core import notation
from core.game import Game
from core.notation.common import BadGames
from core.store.rows import Stored
from tui.command.arguments import BadUsage

STDOUT = "-"
"""The name of standard input or output in the place of a file's."""
MAX_MEGABYTES = 32
"""Maximum size of a file of games, which is read as a whole."""


def read_games(file: str, game: Game | None = None) -> list[Stored]:
    """The games of a file, or of stdin for ``-``. Raises CoreError, naming the file, its line and what to do."""
    try:
        with sys.stdin.buffer if file == STDOUT else open(file, "rb") as source:
            raw = source.read(MAX_MEGABYTES * 2**20 + 1)
        if len(raw) > MAX_MEGABYTES * 2**20:
            raise BadUsage(
                "{file} has more than {most} MB, and no file of games should; name one, or several smaller ones in turn.",
                file=repr(file),
                most=MAX_MEGABYTES,
            )
        return [each.stored for each in notation.read(notation.decoded(raw), time.time(), game)]
    except OSError as error:
        raise BadUsage(
            "{file} cannot be read ({reason}); name a file of games, as 'triqui log --export' writes it.",
            file=repr(file),
            reason=error.strerror,
        ) from error
    except BadGames as error:
        raise BadUsage("Nothing was taken from {file}. {reason}", file=repr(file), reason=error.phrase) from error


def read_game(file: str, game: Game | None = None) -> Stored:
    """The one game of a file. Raises CoreError, as where there are several."""
    found = read_games(file, game)
    if len(found) > 1:
        raise BadUsage(
            "{file} has {count} games, and one is wanted; keep one in a file of its own, as 'triqui log N --export FILE' does.",
            file=repr(file),
            count=len(found),
        )
    return found[0]
