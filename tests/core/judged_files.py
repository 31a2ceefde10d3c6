"""Python players that judging is tried on: right ones, and ones that are wrong in a known way."""

from __future__ import annotations

from pathlib import Path

CHOOSE_FIRST = "def choose(position):\n    return position.moves[0]\n"
CHOOSE_LAST = "def choose(position):\n    return position.name(position.moves[-1])\n"
COURSE = """
X, O, EMPTY = "X", "O", None


def player(board):
    marks = [mark for row in board for mark in row if mark]
    return X if len(marks) % 2 == 0 else O


def actions(board):
    return {(row, column) for row in range(3) for column in range(3) if board[row][column] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("taken")
    after = [list(row) for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for mark in (X, O):
        if any(all(each == mark for each in line) for line in lines):
            return mark
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


KNOWN = {}


def value(board):
    key = tuple(map(tuple, board))
    if key not in KNOWN:
        best = max if player(board) == X else min
        KNOWN[key] = utility(board) if terminal(board) else best(value(result(board, each)) for each in actions(board))
    return KNOWN[key]


def minimax(board):
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(sorted(actions(board)), key=lambda each: value(result(board, each)))
"""
"""A right minimax that remembers positions and takes the first best square in reading order."""


def course(**functions: str) -> str:
    """The course file with other bodies for some functions, each one line."""
    text = COURSE
    for name, body in functions.items():
        head = f"def {name}("
        start = text.index(head)
        first = text.index("\n", start) + 1
        end = text.find("\n\n\n", start)
        text = f"{text[:first]}    {body}\n{text[end:] if end >= 0 else ''}"
    return text


def written(folder: Path, text: str, name: str = "player.py") -> Path:
    """A file with a text."""
    file = folder / name
    file.write_text(text, "utf-8")
    return file


CHOOSE_BY_NAME = "def choose(position):\n    return min(position.moves, key=position.name)\n"
CHOOSE_WORST = """
KNOWN = {}


def value(position):
    if position.text not in KNOWN:
        if position.outcome is None:
            KNOWN[position.text] = max(-value(position.play(move)) for move in position.moves)
        else:
            winner = position.outcome.winner
            KNOWN[position.text] = 0 if winner is None else 1 if winner == position.turn else -1
    return KNOWN[position.text]


def choose(position):
    return max(position.moves, key=lambda move: value(position.play(move)))
"""
"""The move of least value, by minimax."""
CHOOSE_NEVER = "def choose(position):\n    while True:\n        pass\n"


def every_second_time(statement: str) -> str:
    """A file that makes the first legal move, and every second time a statement before, also after it was started again."""
    return f"""
import os
import sys


def choose(position):
    with open(__file__ + ".count", "a+") as file:
        file.write("x")
        count = file.tell()
    if count % 2 == 0:
        {statement}
    return position.moves[0]
"""
