"""A second solver for forced wins at gomoku, slow and plain: ``python -m tests.tools.threat_solver [alone] [FILE]``.

It shares no code with the engine. A board is a list of cells and, for each of its rows of five, how many stones of each
colour are in it. The attacker looks for fours that win, and for threes and fours after which such fours follow. The defender,
who would lose to fours if he passed, tries every cell that those fours take, and every cell that would give him four in a row
of five at any moment of them: no other stone of his could change what happens. Prints of each line of the file
(tests/core/gomoku_wins.txt: the rows of a position, and a move) whether the move wins by force and fours alone do not; exits
with 1 when one is not confirmed.

So that this takes a minute and not hours, the engine may say which move of the attacker to try; that it wins is still proven
here, against all replies. With ``alone`` nothing is asked of it.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

SUITE = Path(__file__).parent.parent / "core" / "gomoku_wins.txt"
MAX_THREES = 6
SIDE = 15
CELLS = SIDE * SIDE
ROWS = tuple(
    tuple((y + i * dy) * SIDE + x + i * dx for i in range(5))
    for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
    for y in range(SIDE - 4 * dy)
    for x in range(SIDE)
    if 0 <= x + 4 * dx < SIDE
)
THROUGH = tuple(tuple(i for i, row in enumerate(ROWS) if cell in row) for cell in range(CELLS))


class Board:
    """Stones of colours 0 and 1, None elsewhere. ``alive[colour][n]``: the rows with n stones of it and none of the other."""

    def __init__(self, text: str) -> None:
        self.cells: list[int | None] = [None] * CELLS
        self.counts = [[0, 0] for _ in ROWS]
        self.alive: tuple[list[set[int]], list[set[int]]] = tuple(  # type: ignore[assignment]
            [set(range(len(ROWS))) if n == 0 else set() for n in range(6)] for _ in range(2)
        )
        for cell, letter in enumerate(text.replace("/", "")):
            if letter != ".":
                self.put(cell, "XO".index(letter))
        self.mover = 0 if self.cells.count(0) == self.cells.count(1) else 1

    @property
    def key(self) -> bytes:
        return bytes(2 if stone is None else stone for stone in self.cells)

    def put(self, cell: int, colour: int) -> None:
        self.cells[cell] = colour
        self._count(cell, colour, 1)

    def lift(self, cell: int) -> None:
        colour = self.cells[cell]
        assert colour is not None
        self.cells[cell] = None
        self._count(cell, colour, -1)

    def _count(self, cell: int, colour: int, by: int) -> None:
        for row in THROUGH[cell]:
            counts = self.counts[row]
            for each in (0, 1):
                if not counts[1 - each]:
                    self.alive[each][counts[each]].discard(row)
            counts[colour] += by
            for each in (0, 1):
                if not counts[1 - each]:
                    self.alive[each][counts[each]].add(row)

    def open_cells(self, colour: int, stones: int) -> Counter[int]:
        """The empty cells of rows with so many stones of a colour alone, and of how many rows."""
        return Counter(cell for row in self.alive[colour][stones] for cell in ROWS[row] if self.cells[cell] is None)

    def fives(self, colour: int) -> list[int]:
        return list(self.open_cells(colour, 4))


class Solver:
    """Looks for wins of one colour; ``suggest`` names the one move to try, where somebody knows it."""

    def __init__(self, board: Board, attacker: int, suggest: Callable[[Board], int | None] | None) -> None:
        self.board = board
        self.suggest = suggest
        self.own, self.other = attacker, 1 - attacker
        self.no_fours: set[bytes] = set()
        self.lost: dict[bytes, int] = {}
        self.won: dict[bytes, int] = {}
        self.good: Counter[int] = Counter()
        self.holds: dict[int, int] = {}

    def by_fours(self) -> list[int] | None:
        """The moves of a win by fours, attacker to move: each of his and the only reply to it, in turn."""
        board = self.board
        fives = board.fives(self.own)
        if fives:
            return fives[:1]
        must = board.fives(self.other)
        if len(must) > 1:
            return None
        key = board.key
        if key in self.no_fours:
            return None
        for four in board.open_cells(self.own, 3):
            if not must or four in must:
                line = self._after(four)
                if line:
                    return line
        self.no_fours.add(key)
        return None

    def _after(self, four: int) -> list[int] | None:
        """A win that begins with this four."""
        board = self.board
        board.put(four, self.own)
        try:
            fives = board.fives(self.own)
            if not fives or board.fives(self.other):
                return None
            if len(fives) > 1:
                return [four, *fives[:2]]
            board.put(fives[0], self.other)
            try:
                tail = self.by_fours()
            finally:
                board.lift(fives[0])
            return [four, fives[0], *tail] if tail else None
        finally:
            board.lift(four)

    def matter(self, line: list[int]) -> set[int]:
        """The cells that could change such a win, if the defender had a stone there before it begins."""
        board = self.board
        found = set(line) | set(board.open_cells(self.other, 3))
        for i, cell in enumerate(line[:-1]):
            board.put(cell, self.other if i % 2 else self.own)
            found |= set(board.open_cells(self.other, 3))
        for cell in line[:-1]:
            board.lift(cell)
        return {cell for cell in found if board.cells[cell] is None}

    def attack(self, threes: int) -> bool:
        """Whether the attacker, who is to move, wins with so many moves before the fours that end it."""
        board = self.board
        if self.by_fours():
            return True
        must = board.fives(self.other)
        if len(must) > 1 or not threes:
            return False
        key = board.key
        if key in self.won:
            return True
        if self.lost.get(key, 0) >= threes:
            return False
        twos, fours = board.open_cells(self.own, 2), board.open_cells(self.own, 3)
        if self.suggest and not must:
            known = self.suggest(board)
            if known is not None and self.wins(known, threes):
                self.won[key] = known
                return True
            return False
        # A three that can become an open four lies in two rows with two stones.
        tries = must or sorted(
            {cell for cell in twos if twos[cell] > 1} | set(fours),
            key=lambda cell: (self.good[cell], cell not in fours, twos[cell], cell),
            reverse=True,
        )
        for cell in tries:
            if self.wins(cell, threes - (not must)):
                self.good[cell] += 1
                self.won[key] = cell
                return True
        self.lost[key] = threes
        return False

    def wins(self, cell: int, threes: int) -> bool:
        """Whether a move wins."""
        self.board.put(cell, self.own)
        try:
            return self._beaten(cell, threes)
        finally:
            self.board.lift(cell)

    def _beaten(self, last: int, threes: int) -> bool:
        """Whether the defender, who is to move, loses after every move that he has."""
        board = self.board
        if board.fives(self.other):
            return False
        fives = board.fives(self.own)
        if len(fives) > 1:
            return True
        line = None if fives else self.by_fours()
        if not fives and not line:
            return False
        replies = self.matter(line) if line else set(fives)
        for reply in sorted(replies, key=lambda cell: (cell != self.holds.get(last), cell not in (line or ()), cell)):
            board.put(reply, self.other)
            try:
                if not self.attack(threes):
                    self.holds[last] = reply
                    return False
            finally:
                board.lift(reply)
        return True


def engine_says() -> Callable[[Board], int | None]:
    """What the engine would try: the only thing that is taken from it."""
    from core.engines.gomoku.shapes import GomokuBoard
    from core.engines.gomoku.threats import Force

    places = GomokuBoard(SIDE, SIDE, False)
    force = Force(places, lambda nodes: None)

    def suggest(board: Board) -> int | None:
        own, other = (
            sum(places.bits[cell] for cell, stone in enumerate(board.cells) if stone == colour)
            for colour in (board.mover, 1 - board.mover)
        )
        for quiet in range(1, MAX_THREES + 1):
            force.allow(20_000)
            line = force.attack(own, other, quiet)
            if line:
                return line[0]
        return None

    return suggest


def main(path: Path, alone: bool) -> int:
    """Confirm the positions of a file; how many are not."""
    failed = 0
    suggest = None if alone else engine_says()
    for number, text in enumerate(path.read_text().splitlines(), 1):
        rows, move = text.split()
        board = Board(rows)
        began = time.process_time()
        solver = Solver(board, board.mover, suggest)
        fours = solver.by_fours()
        cell = (int(move[1:]) - 1) * SIDE + ord(move[0]) - ord("a")
        won = any(solver.wins(cell, threes) for threes in (range(MAX_THREES) if alone else [CELLS]))
        failed += fours is not None or not won
        said = "wins by fours" if fours else "wins" if won else "not confirmed"
        seconds = time.process_time() - began
        print(f"{number:3} {move:4} {said}, {len(solver.won)} positions with threes, {seconds:.1f} s", flush=True)
    return failed


if __name__ == "__main__":
    named = [word for word in sys.argv[1:] if word != "alone"]
    sys.exit(main(Path(named[0]) if named else SUITE, "alone" in sys.argv) > 0)
