"""Lines of Connect Four: the columns from 1 without blanks, one position in each line, perhaps with its score::

    44526
    4 -1

The score is that of the player to move as :mod:`core.protocols.pons` counts it. It is handed on and never played. Source:
the test files of Pascal Pons, http://blog.gamesolver.org/solving-connect-four/02-test-protocol/.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from core.errors import CoreError, quoted
from core.game import Game
from core.games import get
from core.games.connect_four import ConnectFour
from core.notation.common import NAMELESS, Asked, GameOrFault, ReadGame, attempt, filled, foreign, wrong
from core.phrase import phrase
from core.play.match import Match
from core.store.rows import Stored

USUAL = "connect-four"
"""The game where none is named."""
_LINE = re.compile(r"([1-9]{1,81})(?:\s+(-?[0-9]{1,4}))?")


def claims(line: str, game: Game | None) -> bool:
    """Whether a file that begins with this line is of this format."""
    found = _LINE.fullmatch(line)
    columns = game.columns if isinstance(game, ConnectFour) else 7 if game is None else 0
    return found is not None and all(int(digit) <= columns for digit in found[1])


def read(lines: Iterable[str], asked: Asked) -> Iterator[GameOrFault]:
    """The positions of a file, each as the game that leads to it."""
    for number, line in filled(lines):
        yield attempt(partial(_read, number, line.strip(), asked))


def _read(number: int, line: str, asked: Asked) -> ReadGame:
    game = asked.game or get(USUAL)
    found = _LINE.fullmatch(line)
    if not isinstance(game, ConnectFour):
        raise wrong(number, "Lines in this form are for connect-four, not for {game}.", game=game.id)
    if not found:
        raise wrong(
            number,
            "{text} is not a line of Connect Four; write columns from 1 to {columns} without spaces, and after a space "
            "the score, if you know it.",
            text=quoted(line),
            columns=game.columns,
        )
    match = Match(game, (NAMELESS, NAMELESS))
    try:
        for digit in found[1]:
            match = match.play(game.parse_move(match.position.state, digit))
    except CoreError as error:
        raise wrong(number, "Move {ply}: {reason}", ply=len(match.moves) + 1, reason=error.phrase) from error
    claim = None if found[2] is None else int(found[2])
    if claim is not None and match.outcome:
        note = phrase("The file gives the score {claim}, but the game is over.", claim=claim)
        return ReadGame(foreign(match, asked), number, (note,))
    return ReadGame(foreign(match, asked), number, claim=claim)


def write(stored: Stored) -> str:
    """A game in this format. Raises CoreError for another game, and for one that begins with a position."""
    match = stored.match
    if not isinstance(match.game, ConnectFour) or match.start is not None:
        raise CoreError("Lines of digits are for connect-four from its start; export text or JSON.")
    return "".join(match.names) + "\n"
