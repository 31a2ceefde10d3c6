"""Fernández's two programs for n in a row on n x n (2021, chapter 3 and annex A): what they search, score and choose.

Both try every move and every reply, ``minimax`` all of them, ``poda`` without the branches that cannot matter. On 3x3 they see
the whole tree. On larger boards they stop where ``prof > N``, and ``prof`` is 0 after the first move: N + 2 plies from the
position, where a game that goes on counts 0. An end counts 100 - prof for the program, prof - 100 for its opponent. Matlab's
``find`` lists the empty squares column by column, and a move has to be better than those before it in the list, not equal::

    1 4 7
    2 5 8
    3 6 9
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.game import Game, Move
from core.games.mnk import Mnk
from core.score import Score, Verdict

MINIMAX = "m-minimax"
PODA = "m-poda"
HORIZONS: Mapping[str, Mapping[int, int]] = {MINIMAX: {3: 9, 4: 6, 5: 5}, PODA: {3: 9, 4: 10, 5: 8}}
"""Of each program, by the size of the board, how many plies from the position its search goes."""
SCALE = 101
"""An end after p plies is worth SCALE - p to the winner: 100 - prof, with prof = p - 1."""


def horizon(program: str, game: Game) -> int | None:
    """How many plies a program sees, None for a game that it does not play."""
    if isinstance(game, Mnk) and not game.options and game.columns == game.rows == game.k:
        return HORIZONS[program].get(game.k)
    return None


def listed(game: Game, moves: Sequence[Move]) -> list[Move]:
    """The squares in the order in which the programs try them: column by column."""
    assert isinstance(game, Mnk)
    return sorted(moves, key=lambda cell: (cell % game.columns, cell // game.columns))


def points(score: Score) -> int:
    """A score as the programs count it: what they cannot see to the end of is 0, as a draw is."""
    if score.verdict not in (Verdict.WIN, Verdict.LOSE) or score.plies is None:
        return 0
    return SCALE - score.plies if score.verdict is Verdict.WIN else score.plies - SCALE
