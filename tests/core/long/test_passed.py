"""A position with the other player to move is worth what brute force says. It takes 3 seconds."""

from __future__ import annotations

import random
from functools import cache

import pytest

from core import engines
from core.analysis import Limit, Watch
from core.games import get
from core.games.connect_four import ConnectFour
from core.kinds.lines import LineGame
from core.position import Position
from core.score import Verdict
from tests.core.brute import winning_rows

GAMES = ("tictactoe", "tictactoe/misere", "mnk:4,3,3", "mnk:3,3,3/toroidal", "connect-four:3,4,3", "connect-four:4,3,3")


VALUES = {Verdict.WIN: 1, Verdict.TIE: 0, Verdict.LOSE: -1}


@cache
def worth(board: str, mover: str, columns: int, k: int, toroidal: bool, misere: bool, falls: bool) -> int:
    """The value of an unfinished board for the mark whose turn it is, by brute force and without counting marks."""
    rows = len(board) // columns
    best = -1
    for cell, mark in enumerate(board):
        if mark != "." or (falls and cell + columns < len(board) and board[cell + columns] == "."):
            continue
        after = board[:cell] + mover + board[cell + 1 :]
        if any(all(after[i] == mover for i in line) for line in straight(columns, rows, k, toroidal)):
            value = -1 if misere else 1
        elif "." not in after:
            value = 0
        else:
            value = -worth(after, "XO"[mover == "X"], columns, k, toroidal, misere, falls)
        best = max(best, value)
    return best


@cache
def straight(columns: int, rows: int, k: int, toroidal: bool) -> set[frozenset[int]]:
    return winning_rows(columns, rows, k, toroidal)


def some_positions(name: str, count: int) -> list[Position]:
    """Unfinished positions of random games, late enough for brute force."""
    draw = random.Random(name)
    found: list[Position] = []
    while len(found) < count:
        position = Position.start(get(name))
        for _ in range(draw.randint(4, 9)):
            if not position.outcome:
                position = position.play(draw.choice(position.moves))
        if not position.outcome:
            found.append(position)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_it_is_worth_what_brute_force_says_to_every_engine(name: str) -> None:
    game = get(name)
    assert isinstance(game, LineGame | ConnectFour)
    for position in some_positions(name, 12):
        state = game.passed(position.state)
        assert state is not None
        board, waits = position.text.replace("/", ""), "OX"[position.turn]
        flags = [flag in game.id.split("/") for flag in ("toroidal", "misere")]
        expected = worth(board, waits, game.columns, game.k, flags[0], flags[1], isinstance(game, ConnectFour))
        passed = Position(game, state)
        for engine in {engines.best(passed).name, *(each for each in engines.of(game) if each != "mcts")}:
            if not engines.facts(engine).thinks:
                continue
            found = engines.analyse(engines.get(engine), Watch(passed, Limit(nodes=200_000), lambda: 0.0))
            assert found.score, (engine, position.text)
            if found.score.proven and found.score.verdict:
                assert VALUES.get(found.score.verdict) == expected, (engine, position.text)
