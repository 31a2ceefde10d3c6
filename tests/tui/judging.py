"""What judges players for the screens of a test: at once, in the test's own process; and players to be judged."""

from __future__ import annotations

import asyncio
import contextvars
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from core.errors import CoreError
from core.judge.judging import Assignment, judge
from core.judge.report import Report
from tests.tui.hall import Visit, top
from tui.screens.study.judge import JudgeScreen

FIRST = """def choose(position):
    print("asked")
    return position.moves[0]
"""
"""Takes the first free square."""
LAST = FIRST.replace("[0]", "[-1]")
"""Takes the last free square."""
COURSE = """X, O, EMPTY = "X", "O", None

def player(board):
    return O if sum(map(len, board)) == 8 or sum(cell is not EMPTY for row in board for cell in row) % 2 else X

def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}

def result(board, action):
    after = [list(row) for row in board]
    after[action[0]][action[1]] = player(board)
    return after

def winner(board):
    return None

def minimax(board):
    return min(actions(board), default=None)
"""
"""The exercise of the course, with mistakes: ``result`` takes taken squares, ``winner`` knows none, ``minimax`` does not
search; ``terminal`` and ``utility`` are missing."""
SECONDS = 0.25
"""How long the slowest move of a test is said to have taken."""


_said: dict[tuple[bytes, Assignment], tuple[Report, ...]] = {}
"""What was said of the content of a file, wherever it lay."""


def said(assignment: Assignment) -> tuple[Report, ...]:
    """The first reports of judging a file, one of every thousand, and the final one. Raises CoreError."""
    file = assignment.file
    key = (file.read_bytes() if file.is_file() else b"", assignment._replace(file=Path(file.name)))
    if key not in _said:
        reports = [each for at, each in enumerate(judge(assignment)) if at < 2 or at % 1000 == 0 or each.final]
        _said[key] = tuple(replace(each, slowest=each.slowest and (SECONDS, each.slowest[1])) for each in reports)
    return _said[key]


class JudgedAtOnce:
    """Has the face of :class:`core.judge.process.Judging` and no process of its own; the reports come in a moment."""

    def __init__(
        self,
        assignment: Assignment,
        on_report: Callable[[Report], None],
        on_trouble: Callable[[CoreError], None],
        stderr: object = None,
    ) -> None:
        self._told = (on_report, on_trouble)
        self._closed = False
        asyncio.get_running_loop().call_soon(self._answer, assignment, context=contextvars.copy_context())

    def _answer(self, assignment: Assignment) -> None:
        on_report, on_trouble = self._told
        try:
            for report in said(assignment):
                if not self._closed:
                    on_report(pickle.loads(pickle.dumps(report)))  # as from a process of its own
        except CoreError as error:
            on_trouble(error)

    async def close(self) -> None:
        """Say no more."""
        self._closed = True


def written(folder: Path, content: str, name: str = "mine.py") -> Path:
    """A file with that content in the folder of players."""
    path = folder / "players" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, "utf-8")
    return path


def judged(visit: Visit) -> JudgeScreen:
    """The screen on top."""
    return top(visit.app, JudgeScreen)


async def seen(visit: Visit) -> None:
    """Go on until the final report is there and an engine has said what it knows."""
    await visit.until(lambda: "It is judged again when you save it." in visit.text)
    await visit.rest()


def side(visit: Visit) -> str:
    """What stands beside the board, in one line."""
    return " ".join(visit.side)
