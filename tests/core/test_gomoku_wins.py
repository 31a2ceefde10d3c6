"""Forty wins by fours and threes from games at random openings: none by fours alone, none found by a search of 4,000 positions
when they were collected. ``tests.tools.threat_solver``, which shares no code with the engine, is there to confirm them."""

from __future__ import annotations

from random import Random

from core.engines.gomoku.shapes import GomokuBoard
from core.engines.gomoku.threats import Force
from core.games import get
from core.kinds.lines import LineGame
from core.position import Position
from tests.core.gomoku_wins_cases import WINS
from tests.tools.threat_solver import Board, Solver


def test_they_are_forty_and_no_two_are_the_same() -> None:
    assert len({text for text, _ in WINS}) == len(WINS) == 40


def test_most_of_them_are_promised_by_a_chain_in_few_positions() -> None:
    board = GomokuBoard(15, 15, False)
    promised = 0
    for text, _ in WINS:
        position = Position.from_text(get("gomoku"), text)
        assert isinstance(position.game, LineGame)
        own, other = map(board.of, position.game.sides(position.state))
        promised += Force(board, lambda nodes: None).promises(own, other, 300)
    assert promised >= 20


def test_wins_by_fours_are_found_exactly_where_the_second_solver_finds_them() -> None:
    board = GomokuBoard(15, 15, False)
    draw = Random(9)
    found: list[int] = []
    while len(found) < 200:
        side = draw.randint(6, 9)
        cells = draw.sample([y * 15 + x for y in range(3, 3 + side) for x in range(3, 3 + side)], draw.randint(10, 30))
        letters = ["."] * 225
        for i, cell in enumerate(cells):
            letters[cell] = "XO"[i % 2]
        plain = Board("".join(letters))
        if any(row for colour in (0, 1) for row in plain.alive[colour][5]):
            continue
        own, other = (sum(board.bits[cell] for cell in cells[i::2]) for i in (0, 1))
        if len(cells) % 2:
            own, other = other, own
        force = Force(board, lambda nodes: None)
        force.allow(100_000)
        line = Solver(plain, plain.mover, None).by_fours()
        assert (line is None) == (force.fours(own, other) is None), "".join(letters)
        found.append(0 if line is None else len(line) // 2)
    assert found.count(0) > 20
    assert sum(fours > 2 for fours in found) > 10
