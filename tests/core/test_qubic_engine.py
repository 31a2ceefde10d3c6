"""The engine of the cubes against brute force on lists of cells, and every win it claims played against all replies."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from core.analysis import Analysis, Verdict
from core.games import get
from core.position import Position
from tests.core.brute import Worth
from tests.core.watching import ask

VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}
IDS = {"qubic": 4, "tictactoe3d": 3}


def rows(size: int) -> list[frozenset[int]]:
    """The lines of a cube: sets of cells of which every coordinate is the same, rises or falls from one to the next."""
    points = list(product(range(size), repeat=3))
    up = list(range(size))
    found = []
    for ends in combinations(points, 2):
        ways = []
        for first, last in zip(*ends, strict=True):
            if first == last:
                ways.append([first] * size)
            elif {first, last} == {0, size - 1}:
                ways.append(up if first < last else up[::-1])
        if len(ways) == 3:
            found.append(frozenset(points.index(point) for point in zip(*ways, strict=True)))
    return found


LINES = {id: [sum(1 << cell for cell in row) for row in rows(size)] for id, size in IDS.items()}


def winning(id: str, own: int, other: int) -> int:
    """The cells that complete a line."""
    found = 0
    for line in LINES[id]:
        rest = line & ~own
        if not rest & (rest - 1) and not rest & other:
            found |= rest
    return found


def cells(found: int) -> list[int]:
    return [cell for cell in range(64) if found >> cell & 1]


def sides(position: Position) -> tuple[int, int]:
    """The marks of the player to move and of the other."""
    return position.state[position.turn], position.state[1 - position.turn]


def random_position(id: str, marks: int, draw: Random) -> Position:
    """A position after so many moves; nobody completes a line, and threats of one are blocked."""
    while True:
        position = Position.start(get(id))
        for _ in range(marks):
            own, other = sides(position)
            wins = winning(id, own, other)
            quiet = [move for move in position.moves if not wins >> move & 1]
            blocks = [move for move in quiet if winning(id, other, own) >> move & 1]
            if not quiet:
                break
            position = position.play(draw.choice(blocks or quiet))
        else:
            return position


def worth(id: str, position: Position) -> Worth:
    """By brute force over all that can follow."""
    known: dict[tuple[int, int], Worth] = {}
    full = (1 << IDS[id] ** 3) - 1

    def search(own: int, other: int) -> Worth:
        found = known.get((own, other))
        if found:
            return found
        empty = cells(full & ~(own | other))
        if winning(id, own, other):
            result = Worth(1, 1)
        elif len(empty) == 1:
            result = Worth(0, 1)
        else:
            after = [search(other, own | 1 << cell) for cell in empty]
            value = max(-each.value for each in after)
            distances = [each.plies for each in after if -each.value == value]
            result = Worth(value, 1 + (max(distances) if value < 0 else min(distances)))
        known[own, other] = result
        return result

    if position.outcome:
        return Worth(-1 if position.outcome.winner is not None else 0, 0)
    return search(*sides(position))


def carried_out(analysis: Analysis) -> None:
    """Every proven line is shown to its end, which is the one it claims."""
    for line in analysis.lines:
        score = line.score
        if score.verdict in (Verdict.WIN, Verdict.LOSE):
            after = analysis.position
            for move in line.pv:
                after = after.play(move)
            assert after.outcome, (analysis.position.text, line)
            won = after.outcome.winner == analysis.position.turn
            assert won == (score.verdict is Verdict.WIN)
            assert score.plies in (None, len(line.pv))


@pytest.mark.parametrize(("id", "marks", "count"), [("qubic", (54, 58), 40), ("tictactoe3d", (7, 9), 25)])
def test_near_the_end_every_move_is_worth_what_brute_force_says(id: str, marks: tuple[int, int], count: int) -> None:
    draw = Random(1)
    seen = set()
    for _ in range(count):
        position = random_position(id, draw.randint(*marks), draw)
        if not position.outcome:
            analysis = ask("cubes", position)
            carried_out(analysis)
            assert len(analysis.lines) == len(position.moves)
            for line in analysis.lines:
                value, plies = worth(id, position.play(line.move))
                assert (line.score.verdict, line.score.plies) == (VERDICTS[-value], plies + 1), position.text
                seen.add((value, plies))
    assert len(seen) > 3, seen
