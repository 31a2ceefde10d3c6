"""Pictures of a board with the first player's share of wins on the square of each first move, in three ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from core.kinds.faces import GridGame
from core.phrase import fact
from core.study.counts.counted import Counted
from core.study.counts.counting import Count
from core.study.study import StudyPicture, called

MAX_SIDE = 5
"""Maximum number of rows and columns of such a board."""


class Shading(NamedTuple):
    """A share for each square of a board, by the cell from 0."""

    columns: int
    rows: int
    shares: Mapping[int, Fraction]


def shadings(found: Counted, total: Count) -> list[StudyPicture]:
    """Shares of all games, of the games after the move, and in random play. Empty if moves are more than squares or the board
    is too large."""
    game = found.position.game
    if not isinstance(game, GridGame) or game.move_count != game.cell_count or game.layers > 1:
        return []
    if max(game.columns, game.rows) > MAX_SIDE:
        return []
    counts = {move: count for move, count in found.openings.items() if count}
    first, _second = called(game)

    def shaded(share: Callable[[Count], Fraction]) -> Shading:
        return Shading(game.columns, game.rows, {game.cell(move): share(count) for move, count in counts.items()})

    of_all = shaded(lambda count: Fraction(count.first, total.games))
    of_own = shaded(lambda count: Fraction(count.first, count.games))
    at_random = shaded(lambda count: Fraction(count.chance_first, count.chance_whole))
    return [
        StudyPicture("games.shaded_all", of_all, (fact("games.shaded_all.note", player=first),)),
        StudyPicture("games.shaded_own", of_own, (fact("games.shaded_own.note", player=first),)),
        StudyPicture("games.shaded_random", at_random, (fact("games.shaded_random.note", player=first),)),
    ]
