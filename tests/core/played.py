"""Games that were played, as a review sees them."""

from __future__ import annotations

from functools import cache

from core.analysis import Analysis
from core.games import get
from core.play.match import Match
from core.position import Position, play_all
from core.review.account import Account, Lookup
from tests.core.watching import ask, at

# b2 alone answers the corner; after c3 the corner c1 loses; then a3 makes two threats, and a2 carries one out.
LOST = "a1 b2 c3 c1 a3 b3 a2"


def nearly_full(free: int) -> Position:
    """The board of 6x6 on which nobody can win, with so many free squares, from a1 on: too large a game to be proven."""
    marks = "." * free + ("XO" * 18)[: 36 - free]
    return at("mnk:6,6,9", "/".join(marks[row : row + 6] for row in range(0, 36, 6)))


@cache
def exact(position: Position) -> Analysis:
    return ask("alphabeta", position)


def played(moves: str, known: Lookup = exact, game: str = "tictactoe", resigns: bool = False) -> Account:
    match = Match(get(game), ("human", "human"))
    for move in play_all(get(game), moves)[0]:
        match = match.play(move)
    if resigns:
        match = match.resign(match.position.turn)
    return Account(match.positions, match.moves, match.outcome, known)
