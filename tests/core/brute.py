"""K in a row by brute force on strings: every position, value and distance, sharing no code with the product.

A board is its rows from the top with / between them, as people write it. Values are for the player to move; a win is
as soon as can be, a loss as late, and both players want a draw soon.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class Worth(NamedTuple):
    """``value`` -1, 0, +1 for the player to move; ``plies`` to the end of the game."""

    value: int
    plies: int


def winning_rows(columns: int, rows: int, k: int, toroidal: bool) -> set[frozenset[int]]:
    """The sets of k cells in a straight row."""
    found = set()
    for start in range(columns * rows):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            cells = [(start // columns + i * down, start % columns + i * right) for i in range(k)]
            if toroidal:
                cells = [(y % rows, x % columns) for y, x in cells]
            if all(0 <= y < rows and 0 <= x < columns for y, x in cells) and len(set(cells)) == k:
                found.add(frozenset(y * columns + x for y, x in cells))
    return found


@cache
def solve(
    columns: int, rows: int, k: int, misere: bool = False, wild: bool = False, toroidal: bool = False
) -> dict[str, Worth]:
    """Every position that a game can reach, and its worth."""
    straight = [sorted(cells) for cells in winning_rows(columns, rows, k, toroidal)]
    worth: dict[str, Worth] = {}

    def search(board: str) -> Worth:
        if board in worth:
            return worth[board]
        if any(board[cells[0]] != "." and len({board[cell] for cell in cells}) == 1 for cells in straight):
            result = Worth(1 if misere else -1, 0)
        elif "." not in board:
            result = Worth(0, 0)
        else:
            turn = "XO"[sum(mark != "." for mark in board) % 2]
            after = [
                search(board[:cell] + mark + board[cell + 1 :])
                for cell in range(len(board))
                if board[cell] == "."
                for mark in ("XO" if wild else turn)
            ]
            best = max(-each.value for each in after)
            distances = [each.plies for each in after if -each.value == best]
            result = Worth(best, 1 + (max(distances) if best < 0 else min(distances)))
        worth[board] = result
        return result

    search("." * columns * rows)

    def written(board: str) -> str:
        return "/".join(board[i : i + columns] for i in range(0, len(board), columns))

    return {written(board): result for board, result in worth.items()}


def representatives(boards: dict[str, Worth]) -> list[str]:
    """One board of each class under the eight symmetries of a square."""
    seen: set[str] = set()
    chosen = []
    for board in sorted(boards):
        if board not in seen:
            chosen.append(board)
            grid = board.split("/")
            for _ in range(4):
                grid = ["".join(column) for column in zip(*grid[::-1], strict=True)]
                seen.update(("/".join(grid), "/".join(row[::-1] for row in grid)))
    return chosen
