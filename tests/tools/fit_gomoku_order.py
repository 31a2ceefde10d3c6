"""Fits what windows promise at gomoku to the best moves of a wide search: ``python -m tests.tools.fit_gomoku_order [GAMES]``.

Prints ``GROWN`` and ``RUINED`` of core/engines/gomoku/lines.py, but for windows of four stones: 40 times the logarithm of the
odds that a stone is the best move, by a regression over all cells near stones (McFadden 1974, conditional logit). The
positions are those of ``tests.tools.fit_gomoku`` where nobody is found to win; there the best of forty moves is found by a
search of five plies that looks at twice as many moves as usual. 2000 games take a quarter of an hour of two processors.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import exp
from random import Random

from core.engines.gomoku import search as gomoku_search
from core.engines.gomoku.lines import moves_of, stand
from core.engines.gomoku.search import GomokuSearch
from core.engines.gomoku.threats import Force
from core.engines.win_scores import WIN, WON
from tests.tools.fit_gomoku import BOARD, LINES, Pair, play, solve
from tui.command.tournaments import executor

EACH = 2
"""Positions of a game."""
DEPTH, WIDTH = 5, 40
STEPS = 12
PROOF = 1500
"""Positions for a win by force, which would leave nothing to choose."""
WINDOWS: list[list[list[int]]] = [[] for _ in BOARD.bits]
"""The windows through each cell."""
for line in LINES.cells:
    for first in range(len(line) - 4):
        for cell in line[first : first + 5]:
            WINDOWS[cell].append(line[first : first + 5])


def main(games: int) -> None:
    """Play, search, fit, and print."""
    with executor(None, None)[0]() as pool:
        choices = [choice for found in pool.map(chosen, range(games), chunksize=10) for choice in found]
    print(f"{games} games, {len(choices)} positions")
    weights = [round(40 * weight) for weight in fit(choices)]
    print("GROWN", weights[:4], "RUINED", [weights[0], *weights[4:]])


def chosen(seed: int) -> list[tuple[list[list[int]], int]]:
    """Of positions of a game what each cell near stones has, and which of them is the best."""
    gomoku_search._WIDTHS = (20, 12, 16, 18, 24)
    pairs = [pair for pair, _ in play(seed)]
    found = []
    for pair in Random(seed).sample(pairs, min(EACH, len(pairs))):
        move = best(pair)
        if move is not None:
            here = stand(LINES, *pair)
            moves = moves_of(here.near & here.empty)
            found.append(([counts(pair, each) for each in moves], moves.index(move)))
    return found


def best(pair: Pair) -> int | None:
    """The best move; None where somebody wins."""
    force = Force(BOARD, lambda nodes: None)
    force.allow(PROOF)
    if force.attack(*pair, 2):
        return None
    search = GomokuSearch(LINES, force, lambda nodes: None)
    here = stand(LINES, *pair)
    moves = search.ordered(here, WIDTH)
    most = -WIN
    for depth in range(1, DEPTH):
        most = -WIN
        for move in list(moves):
            value = -search.value(here.play(move), depth, -WIN, -most, 1)
            if value > most:
                most = value
                moves.remove(move)
                moves.insert(0, move)
    return moves[0] if abs(most) < WON else None


def counts(pair: Pair, move: int) -> list[int]:
    """How many windows through a cell have no stones, one, two or three of the player to move, or so many of the other."""
    found = [0] * 7
    for window in WINDOWS[move]:
        mine, theirs = (sum(stones & BOARD.bits[cell] != 0 for cell in window) for stones in pair)
        if not (mine and theirs) and mine + theirs < 4:
            found[theirs + 3 if theirs else mine] += 1
    return found


def fit(choices: Sequence[tuple[Sequence[Sequence[int]], int]]) -> list[float]:
    """The weights, by Newton's method; they are held a little towards 0, or few positions would send them far."""
    kinds = range(7)
    weights = [0.0] * 7
    for _ in range(STEPS):
        slope = [-weight for weight in weights]
        curve = [[float(i == j) for j in kinds] for i in kinds]
        for rows, choice in choices:
            leads = [sum(weight * x for weight, x in zip(weights, row, strict=True)) for row in rows]
            odds = [exp(lead - max(leads)) for lead in leads]
            whole = sum(odds)
            mean = [sum(each * row[i] for each, row in zip(odds, rows, strict=True)) / whole for i in kinds]
            for i in kinds:
                slope[i] += rows[choice][i] - mean[i]
            for each, row in zip(odds, rows, strict=True):
                off = [x - middle for x, middle in zip(row, mean, strict=True)]
                for i, x in enumerate(off):
                    for j, y in enumerate(off):
                        curve[i][j] += each / whole * x * y
        steps = solve(curve, slope)
        # A whole step from far off may lead further off.
        part = min(1.0, 1.0 / max(map(abs, steps)))
        weights = [weight + part * step for weight, step in zip(weights, steps, strict=True)]
    return weights


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
