"""Fits what shapes are worth at gomoku to games of the engine against itself: ``python -m tests.tools.fit_gomoku [GAMES]``.

Prints the constants of core/engines/gomoku/shapes.py and core/engines/gomoku/search.py, by logistic regression: 200 times the
logarithm of the odds that the player to move wins. Both sides search two plies and now and then play another good move,
from scattered stones that leave neither much better; a game ends when fours, or one quiet move and fours, win by force.
Positions in which somebody can make a five, or the player to move an open four, teach nothing: the search sees those itself.
2000 games take about four minutes of one processor, and are played on all of them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import exp
from random import Random
from typing import TypeAlias

from core.engines.gomoku import search as gomoku_search
from core.engines.gomoku import shapes as gomoku_shapes
from core.engines.gomoku.lines import BoardLines, Stand, lines_of, stand
from core.engines.gomoku.search import GomokuSearch
from core.engines.gomoku.shapes import along
from core.engines.gomoku.threats import Force
from core.engines.win_scores import WIN
from tui.command.tournaments import executor

SIZE = 15
LINES = lines_of(SIZE, SIZE, False)
BOARD = LINES.board
LEVEL = 120
"""The greatest lead of an opening."""
MAX_MOVES = 100
WIDTH = 10
OTHERWISE = 0.08
"""How often another good move is played."""
NAMES = (*(f"WORTHS[{i}]" for i in range(len(gomoku_shapes.WORTHS))), "TEMPO", "DOUBLE")

Pair: TypeAlias = tuple[int, int]
"""The stones of the player to move and of the other."""


def main(games: int) -> None:
    """Play, fit, and print."""
    with executor(None, None)[0]() as pool:
        results = [result for played in pool.map(play, range(games), chunksize=20) for result in played]
    print(f"{games} games, {len(results)} positions")
    rows = features([pair for pair, _ in results])
    for name, weight in zip(NAMES, fit(rows, [won for _, won in results]), strict=True):
        print(f"{name:10} {round(200 * weight):5}")


def play(seed: int) -> list[tuple[Pair, float]]:
    """A game: its quiet positions, each with what it brought to the player to move, 1, 1/2 or 0."""
    random = Random(seed)
    force = Force(BOARD, lambda nodes: None)
    search = GomokuSearch(LINES, force, lambda nodes: None)
    pair = opening(random, search)
    seen: list[Pair] = []
    won = 0.5
    while len(seen) < MAX_MOVES:
        own, other = pair
        force.allow(400)
        if force.attack(own, other, 1):
            won = 1.0
            break
        seen.append(pair)
        here = stand(LINES, own, other)
        good = search.ordered(here, WIDTH)
        move = random.choice(good) if random.random() < OTHERWISE else best(search, here, good)
        pair = other, own | BOARD.bits[move]
    return [(earlier, 1 - won if back & 1 else won) for back, earlier in enumerate(reversed(seen), 1) if quiet(earlier)]


def opening(random: Random, search: GomokuSearch) -> Pair:
    """Four to eight stones near the middle."""
    while True:
        count, side = random.randint(4, 8), random.randint(5, 7)
        first = (SIZE - side) // 2
        square = [BOARD.bits[(first + y) * SIZE + first + x] for y in range(side) for x in range(side)]
        cells = random.sample(square, count)
        pair = sum(cells[count % 2 :: 2]), sum(cells[1 - count % 2 :: 2])
        if abs(search.value(stand(LINES, *pair), 3, -WIN, WIN, 0)) <= LEVEL:
            return pair


def best(search: GomokuSearch, here: Stand, moves: Sequence[int]) -> int:
    """The best of some moves, by a search of two more plies."""
    most, choice = -WIN, moves[0]
    for move in moves:
        value = -search.value(here.play(move), 2, -WIN, -most, 1)
        if value > most:
            most, choice = value, move
    return choice


def quiet(pair: Pair) -> bool:
    """Whether nobody can make a five, nor the player to move an open four."""
    own, other = pair
    empty = BOARD.all & ~(own | other)
    mine = along(own, empty, BOARD.exact)
    return not (BOARD.fives(other, empty) or (mine and mine.fives | mine.open_fours))


def features(pairs: Sequence[Pair]) -> list[list[int]]:
    """For each position how often each constant counts: the lead with this one at 1 and all others at 0."""
    columns = []
    for one in range(len(NAMES)):
        values = [int(i == one) for i in range(len(NAMES))]
        gomoku_shapes.WORTHS = tuple(values[:-2])
        gomoku_search.TEMPO, gomoku_search.DOUBLE = values[-2:]
        # Lines of their own, for those that are known to all remember what their shapes were worth.
        search = GomokuSearch(BoardLines(SIZE, SIZE, False), None, lambda nodes: None)
        columns.append([search.static(stand(search.lines, *pair)) for pair in pairs])
    return [list(row) for row in zip(*columns, strict=True)]


def fit(rows: Sequence[Sequence[int]], wins: Sequence[float]) -> list[float]:
    """The weights of a logistic regression, by Newton's method."""
    width = len(rows[0])
    weights = [0.0] * width
    for _ in range(8):
        slope = [0.0] * width
        curve = [[1e-6 * (i == j) for j in range(width)] for i in range(width)]
        for row, won in zip(rows, wins, strict=True):
            chance = 1 / (1 + exp(-sum(weight * x for weight, x in zip(weights, row, strict=True))))
            spread = chance * (1 - chance)
            for i, x in enumerate(row):
                if x:
                    slope[i] += (won - chance) * x
                    for j, y in enumerate(row):
                        curve[i][j] += spread * x * y
        weights = [weight + step for weight, step in zip(weights, solve(curve, slope), strict=True)]
    return weights


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of equations with a positive definite matrix."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, pivot in enumerate(rows):
        for row in rows[i + 1 :]:
            factor = row[i] / pivot[i]
            row[:] = [x - factor * y for x, y in zip(row, pivot, strict=True)]
    found: list[float] = []
    for i in reversed(range(len(rows))):
        known = sum(x * y for x, y in zip(rows[i][i + 1 : -1], found, strict=True))
        found.insert(0, (rows[i][-1] - known) / rows[i][i])
    return found


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
