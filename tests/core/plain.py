"""The rules of every family once more, straight from their description: plain strings, tuples and loops that share no code
with the product.

A position is a tuple that begins with the player to move, 0 or 1. Moves are known by their notation alone, so that a game can
be played here and in the product side by side. ``python -m tests.core.plain nim:3,4,5 4`` counts sequences of moves.
"""

from __future__ import annotations

import sys
from functools import cache

from tests.core import slides
from tests.core.plain_boards import (
    ConnectFour,
    Lines,
    Notakto,
    Numerical,
    Plain,
    Slide,
    Swap2,
    Ultimate,
    Vanishing,
)
from tests.core.plain_heaps import Chomp, FibonacciNim, Heaps, Kayles, Wythoff


@cache
def plain(id: str) -> Plain:
    """The rules that a game's id names."""
    root, *rest = id.split("/")
    name, _, numbers = root.partition(":")
    options = set(rest)
    sizes = tuple(int(number) for number in numbers.partition(":")[0].split(",") if number)
    misere = "misere" in options
    squares = [f"{column}{row}" for row in "123" for column in "abc"]
    match name:
        case "tictactoe":
            return Lines(3, 3, 3, options)
        case "mnk":
            return Lines(sizes[0], sizes[1], sizes[2], options)
        case "tictactoe3d" | "qubic":
            size = 3 if name == "tictactoe3d" else 4
            return Lines(size, size, size, options, layers=size)
        case "gomoku":
            size = next((size for size in (19, 20) if str(size) in options), 15)
            board = Lines(size, size, 5, options)
            return Swap2(board) if "swap2" in options else board
        case "ultimate":
            return Ultimate(options)
        case "connect-four":
            return ConnectFour(*(sizes or (7, 6, 4)))
        case "notakto":
            return Notakto(sizes[0])
        case "numerical":
            return Numerical()
        case "vanishing":
            return Vanishing(options)
        case "pong-hau-ki":
            return Slide(slides.PONG, list("12345"))
        case "morris" | "achi":
            return Slide(slides.MORRIS["/".join([name, *sorted(options)])], squares)
        case "nim":
            return Heaps(sizes, None, misere)
        case "subtraction":
            return Heaps(sizes, tuple(map(int, numbers.partition(":")[2].split(","))), misere)
        case "kayles" | "dawson-kayles":
            return Kayles(sizes, (1, 2) if name == "kayles" else (2,), misere)
        case "wythoff":
            return Wythoff(sizes)
        case "fibonacci-nim":
            return FibonacciNim(sizes[0])
        case "chomp":
            return Chomp(sizes[0], sizes[1])
        case _:
            raise ValueError(f"{name} has no plain rules; write them in tests/core and enter them here.")


if __name__ == "__main__":
    print(*plain(sys.argv[1]).counts(int(sys.argv[2])))
