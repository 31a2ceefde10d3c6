"""Exercises of ultimate tic-tac-toe: winning a board can lose the game."""

from __future__ import annotations

from core.game import Move
from core.kinds.faces import NestedGame
from core.position import Position
from core.score import Verdict
from core.study.exercises.kind import ExerciseKind, Solved


def wins_board(position: Position, move: Move) -> bool:
    """Whether a move wins its small board."""
    game = position.game
    assert isinstance(game, NestedGame)
    after = game.play(position.state, move)
    return game.boards(position.state)[move // 9].owner < 0 <= game.boards(after)[move // 9].owner


def _tempting(solved: Solved) -> list[bool]:
    """Whether the game is lost, for each other move that wins a board."""
    boards = (score for move, score in solved.others.items() if wins_board(solved.position, move))
    return [score.verdict is Verdict.LOSE for score in boards]


def _wins_the_right_one(solved: Solved) -> bool:
    return (
        solved.after.outcome is None
        and wins_board(solved.position, solved.answer)
        and bool(_tempting(solved))
        and all(_tempting(solved))
    )


def _resists(solved: Solved) -> bool:
    return not wins_board(solved.position, solved.answer) and any(_tempting(solved))


def _sends(solved: Solved) -> bool:
    return not solved.wins and solved.threatened


BOARD = ExerciseKind("board", 3, _wins_the_right_one)
RESIST = ExerciseKind("resist", 3, _resists)
SEND = ExerciseKind("send", 2, _sends)
KINDS = (SEND, BOARD, RESIST)
