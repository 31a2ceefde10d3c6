"""What a protocol of engines says whichever end of it one is at: the games it is made for, and how it writes their moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from core.errors import UnknownGame
from core.game import Game, Move
from core.kinds.faces import GridGame
from core.kits import family
from core.phrase import Phrase, phrase

PYTHON = "python"
"""What names a Python file in place of a protocol."""
SHAPES = ("choose", "course", "contest")
"""The kinds of functions by which a Python file can play."""
PYTHON_SECONDS = 10.0
"""The time of a Python file for a move: a plain minimax takes 3.4 s on the empty board of tic-tac-toe."""
PYTHON_BYTES = 2_000_000_000
"""The limit of its memory."""
SPOKEN: Mapping[str, tuple[Callable[[Game], bool], Phrase]] = {
    "ugi": (lambda game: True, phrase("every game")),
    "gomocup": (lambda game: family(game.id) == "gomoku", phrase("gomoku and its options")),
    "codingame": (lambda game: game.id == "ultimate/count", phrase("ultimate/count")),
    "pons": (lambda game: family(game.id) == "connect-four", phrase("connect-four and connect-four:W,H,K")),
}
"""Each protocol with the games it is made for."""
PREFIXES = (*SPOKEN, PYTHON)
"""What stands before the colon in the name of a player from elsewhere."""


def plays(prefix: str, game: Game) -> bool:
    """Whether a protocol has words for a game. Which games a Python file plays, the file tells."""
    return prefix == PYTHON or SPOKEN[prefix][0](game)


def check(protocol: str, game: Game) -> None:
    """Raises UnknownGame, naming the games, when a protocol has no words for a game."""
    if not plays(protocol, game):
        raise UnknownGame(
            "The protocol {protocol} is for {games}, not for {game}; ugi works with every game.",
            protocol=protocol,
            games=SPOKEN[protocol][1],
            game=game.id,
        )


def point(game: GridGame, text: str) -> Move | None:
    """The move that Gomocup's ``X,Y`` names, X to the right and Y down from 0; None for anything else."""
    found = re.fullmatch(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*", text)
    if not found:
        return None
    x, y = int(found[1]), int(found[2])
    return y * game.columns + x if x < game.columns and y < game.rows else None


def point_name(game: GridGame, move: Move) -> str:
    """The inverse of :func:`point`."""
    y, x = divmod(move, game.columns)
    return f"{x},{y}"


def square(text: str) -> Move | None:
    """The move that CodinGame's ``row col`` names on the nine by nine cells of ultimate; None for anything else."""
    found = re.fullmatch(r"\s*([0-8])\s+([0-8])(\s.*)?", text)
    if not found:
        return None
    row, column = int(found[1]), int(found[2])
    return 9 * (row // 3 * 3 + column // 3) + row % 3 * 3 + column % 3


def square_name(move: Move) -> str:
    """The inverse of :func:`square`."""
    board, cell = divmod(move, 9)
    return f"{board // 3 * 3 + cell // 3} {board % 3 * 3 + cell % 3}"
