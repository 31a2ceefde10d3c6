"""The games of heaps once more, in plain tuples and loops: see ``plain``."""

from __future__ import annotations

from itertools import product

from tests.core.plain_boards import Plain, Pos


class Heaps(Plain):
    """Nim and subtraction games. Position: (player, heaps)."""

    finite = True

    def __init__(self, heaps: tuple[int, ...], numbers: tuple[int, ...] | None, misere: bool) -> None:
        self.numbers, self.misere = numbers, misere
        self.start = (0, heaps)

    def after(self, pos: Pos) -> dict[str, Pos]:
        player, heaps = pos
        return {
            f"{chr(65 + i)}{number}": (1 - player, (*heaps[:i], heap - number, *heaps[i + 1 :]))
            for i, heap in enumerate(heaps)
            for number in self.numbers or range(1, heap + 1)
            if number <= heap
        }

    def result(self, pos: Pos) -> int | None:
        return None if self.after(pos) else 1 if self.misere else -1


class Kayles(Plain):
    """Position: (player, rows of x and dots)."""

    finite = True

    def __init__(self, rows: tuple[int, ...], takes: tuple[int, ...], misere: bool) -> None:
        self.takes, self.misere = takes, misere
        self.start = (0, tuple("x" * row for row in rows))

    def after(self, pos: Pos) -> dict[str, Pos]:
        player, rows = pos
        found = {}
        for i, row in enumerate(rows):
            for pin in range(len(row)):
                for take in self.takes:
                    if row[pin : pin + take] == "x" * take:
                        left = row[:pin] + "." * take + row[pin + take :]
                        name = f"{chr(65 + i)}{pin + 1}" + (f"-{pin + 2}" if take == 2 else "")
                        found[name] = (1 - player, (*rows[:i], left, *rows[i + 1 :]))
        return found

    def result(self, pos: Pos) -> int | None:
        return None if self.after(pos) else 1 if self.misere else -1


class Wythoff(Plain):
    """Position: (player, (heap, heap))."""

    finite = True

    def __init__(self, heaps: tuple[int, ...]) -> None:
        self.start = (0, heaps)

    def after(self, pos: Pos) -> dict[str, Pos]:
        player, (a, b) = pos
        found = {f"A{n}": (1 - player, (a - n, b)) for n in range(1, a + 1)}
        found |= {f"B{n}": (1 - player, (a, b - n)) for n in range(1, b + 1)}
        return found | {f"AB{n}": (1 - player, (a - n, b - n)) for n in range(1, min(a, b) + 1)}

    def result(self, pos: Pos) -> int | None:
        return None if any(pos[1]) else -1


class FibonacciNim(Plain):
    """Position: (player, (heap,), most that may be taken)."""

    finite = True

    def __init__(self, heap: int) -> None:
        self.start = (0, (heap,), heap - 1)

    def after(self, pos: Pos) -> dict[str, Pos]:
        player, (heap,), most = pos
        return {f"A{n}": (1 - player, (heap - n,), 2 * n) for n in range(1, min(heap, most) + 1)}

    def result(self, pos: Pos) -> int | None:
        return None if pos[1][0] else -1


class Chomp(Plain):
    """Position: (player, the squares that are left)."""

    finite = True

    def __init__(self, columns: int, rows: int) -> None:
        self.start = (0, frozenset(product(range(columns), range(rows))))

    def after(self, pos: Pos) -> dict[str, Pos]:
        player, squares = pos
        return {
            f"{chr(97 + x)}{y + 1}": (1 - player, frozenset((i, j) for i, j in squares if i < x or j < y))
            for x, y in squares
        }

    def result(self, pos: Pos) -> int | None:
        return None if pos[1] else 1
