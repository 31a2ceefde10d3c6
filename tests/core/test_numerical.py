"""Numerical tic-tac-toe against a brute force of its own: boards as dictionaries, sums added up."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from core.errors import BadNotation, IllegalMove, UnknownGame
from core.games import get
from core.perft import perft
from core.position import Position, play_all
from core.score import Verdict
from tests.core.brute import Worth
from tests.core.watching import ask, at

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def is_won(board: str) -> bool:
    return any("." not in (row := [board[i] for i in line]) and sum(map(int, row)) == 15 for line in LINES)


def replies(board: str) -> list[str]:
    numbers = "13579" if board.count(".") % 2 else "2468"
    return [
        board[:i] + number + board[i + 1 :]
        for i in range(9)
        if board[i] == "."
        for number in numbers
        if number not in board
    ]


@cache
def solve(board: str) -> Worth:
    if is_won(board):
        return Worth(-1, 0)
    if "." not in board:
        return Worth(0, 0)
    after = [solve(reply) for reply in replies(board)]
    best = max(-each.value for each in after)
    distances = [each.plies for each in after if -each.value == best]
    return Worth(best, 1 + (max(distances) if best < 0 else min(distances)))


def count(board: str, plies: int) -> int:
    if plies == 0:
        return 1
    return 0 if is_won(board) else sum(count(reply, plies - 1) for reply in replies(board))


def flat(position: Position) -> str:
    return position.text.replace("/", "")


def test_move_sequences_are_as_many_as_brute_force_counts() -> None:
    counts = [found for _, found in zip(range(4), perft(Position.start(get("numerical"))), strict=False)]
    assert counts == [count("." * 9, plies) for plies in (1, 2, 3, 4)]
    assert counts[:3] == [45, 45 * 32, 45 * 32 * 28]


def test_alphabeta_is_right_from_the_fourth_ply_on() -> None:
    draw = Random(5)
    for _ in range(12):
        position = at("numerical")
        for _ply in range(4):
            position = position.play(draw.choice(position.moves))
            if position.outcome:
                break
        if position.outcome:
            continue
        analysis = ask("alphabeta", position)
        for line in analysis.lines:
            value, plies = solve(flat(position.play(line.move)))
            verdict = {1: Verdict.LOSE, 0: Verdict.TIE, -1: Verdict.WIN}[value]
            assert (line.score.verdict, line.score.plies) == (verdict, plies + 1)


def test_a_line_of_15_wins_whoever_set_its_numbers() -> None:
    _, position = play_all(get("numerical"), "5b2 8a1 1a3 2c3")
    assert position.outcome
    assert position.outcome.winner == 1
    assert position.outcome.cells == (0, 4, 8)


@pytest.mark.parametrize(
    ("move", "said"),
    [("2a1", "one of the other player's numbers"), ("5a1", "already on the board"), ("3b2", "taken square")],
)
def test_why_a_move_is_refused(move: str, said: str) -> None:
    _, position = play_all(get("numerical"), "5b2 8a3")
    with pytest.raises(IllegalMove, match=said):
        position.parse(move)


@pytest.mark.parametrize("text", ["b2", "0b2", "5", "5d4", "55b2", ""])
def test_what_a_move_looks_like(text: str) -> None:
    with pytest.raises(BadNotation, match=r"5b2|a1 to c3"):
        at("numerical").parse(text)


@pytest.mark.parametrize("text", ["55./.../...", "1../.../..3", "12./.../.4."])
def test_numbers_that_no_game_sets_are_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="odd"):
        Position.from_text(get("numerical"), text)


def test_it_takes_no_numbers() -> None:
    with pytest.raises(UnknownGame, match="3x3"):
        get("numerical:4")
