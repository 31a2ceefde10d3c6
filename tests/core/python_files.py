"""Python players as files, for the tests of those who run them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.engines.foreign.base import Waits
from core.errors import EngineForfeits
from tests.core.programs import QUICK, ask, engine, position

COURSE = """
def player(board):
    return "X" if sum(map(bool, sum(board, []))) % 2 == 0 else "O"

def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is None}

def result(board, action):
    raise NotImplementedError

def minimax(board):
"""
"""All of a course's file but the lines of its last function."""
BOTTOM_RIGHT = "    return 2, 2\n"


def written(path: Path, text: str) -> str:
    """The name of a player whose file holds a text."""
    path.write_text(text, "utf-8")
    return str(path)


def move(file: str, game: str = "tictactoe", moves: str = "", waits: Waits = QUICK) -> str:
    """The move that a new player answers with. Raises EngineForfeits."""
    asked = engine("python", file, waits)
    where = position(game, moves)
    try:
        return where.name(ask(asked, where).lines[0].move)
    finally:
        asked.close()
        assert running(file) == []


def forfeit(file: str, game: str = "tictactoe", moves: str = "", waits: Waits = QUICK) -> str:
    """The sentence with which a player loses. Nothing of it runs on."""
    with pytest.raises(EngineForfeits) as caught:
        move(file, game, moves, waits)
    return str(caught.value)


def running(file: str) -> list[str]:
    """The processes that run a file, copies that it has forked among them."""
    found = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = process.read_bytes()
        except OSError:  # it has just ended
            continue
        if file.encode() in line.split(b"\0"):
            found.append(process.parent.name)
    return found
