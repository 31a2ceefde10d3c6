"""What the tests of headline have in common, those that take long and those that do not."""

from __future__ import annotations

from functools import cache

from core.analysis import Analysis
from core.position import Position
from core.score import Proof, Verdict
from tests.core.brute import Worth, winning_rows
from tests.core.watching import ask

VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}


BOARDS = {
    "tictactoe": (3, 3, False),
    "tictactoe/misere": (3, 3, False),
    "mnk:4,3,3": (4, 3, False),
    "mnk:4,3,3/misere": (4, 3, False),
    "mnk:5,3,3/misere/toroidal": (5, 3, True),
}
"""Boards on which three in a row count: columns, rows and whether rows go over the edge."""


@cache
def rows(id: str) -> list[list[int]]:
    columns, height, toroidal = BOARDS[id]
    return [sorted(cells) for cells in winning_rows(columns, height, 3, toroidal)]


@cache
def worth(id: str, board: str) -> Worth:
    """Of a board without its slashes, for the player to move."""
    if any(board[a] == board[b] == board[c] != "." for a, b, c in rows(id)):
        return Worth(1 if "misere" in id else -1, 0)
    if "." not in board:
        return Worth(0, 0)
    turn = "XO"[sum(mark != "." for mark in board) % 2]
    after = [worth(id, board[:i] + turn + board[i + 1 :]) for i, mark in enumerate(board) if mark == "."]
    best = max(-each.value for each in after)
    distances = [each.plies for each in after if -each.value == best]
    return Worth(best, 1 + (max(distances) if best < 0 else min(distances)))


def headlines(engine: str, position: Position, known: Worth) -> set[tuple[Verdict | None, Proof]]:
    """What is said of a position on the way to the final answer, all of it held to brute force."""
    value, plies = known
    seen = set()

    def listen(analysis: Analysis) -> None:
        score = analysis.score
        assert score
        seen.add((score.verdict, score.proof))
        assert not (score.at_least_draw and value < 0)
        assert not (score.at_most_draw and value > 0)
        if score.proven:
            assert score.verdict is VERDICTS[value]
            assert score.least <= plies <= score.most

    listen(ask(engine, position, listener=listen))
    return seen
