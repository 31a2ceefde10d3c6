"""What the tests of qubic engine have in common, those that take long and those that do not."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

from core.analysis import Analysis
from core.games import get
from core.position import Position
from core.score import Verdict

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


def fours(own: int, other: int, known: dict[tuple[int, int], bool]) -> bool:
    """Whether the player to move wins at Qubic by moves that threaten a line one after the other; on marks alone."""
    if (own, other) in known:
        return known[own, other]
    threats = winning("qubic", other, own)
    result = bool(winning("qubic", own, other))
    if not result:
        for cell in cells((1 << 64) - 1 & ~(own | other)):
            bit = 1 << cell
            if not threats & ~bit:
                made = winning("qubic", own | bit, other)
                if made & (made - 1) or (made and fours(own | bit, other | made, known)):
                    result = True
                    break
    known[own, other] = result
    return result
