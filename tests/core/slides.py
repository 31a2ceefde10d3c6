"""Sliding games by brute force on strings, sharing no code with the product.

A position is a board, one character a point with ``.`` for an empty one, and the player to move. Points of the 3x3 boards are
counted row by row; those of Pong Hau K'i are 1 to 5.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import NamedTuple, TypeAlias

Position: TypeAlias = tuple[str, str]

ROWS = ["012", "345", "678"]
COLUMNS = ["036", "147", "258"]
DIAGONALS = ["048", "246"]
ORTHOGONAL = {frozenset(pair) for line in ROWS + COLUMNS for pair in (line[:2], line[1:])}
DIAGONAL = {frozenset(pair) for line in DIAGONALS for pair in (line[:2], line[1:])}
SIDES = {frozenset(pair) for pair in ("13", "15", "37", "57")}
ANYWHERE = {frozenset(pair) for pair in permutations("012345678", 2)}


class Worth(NamedTuple):
    """``win``, ``lose``, ``tie`` or ``draw``, a game without end, for the player to move; plies to the end."""

    value: str
    plies: int | None


class Slide(NamedTuple):
    """The rules: which points are joined, which lines win, stones of each, and what it means to be stuck."""

    joined: set[frozenset[str]]
    lines: list[str]
    stones: int
    first_in_centre: bool = True
    stuck: str = "lose"
    players: str = "XO"
    start: Position = ("." * 9, "X")

    def other(self, player: str) -> str:
        """The opponent."""
        return self.players[1 - self.players.index(player)]

    def end(self, position: Position) -> str | None:
        """``lose`` or ``tie`` for the player to move, None while the game goes on."""
        board, player = position
        if any({board[int(point)] for point in line} == {self.other(player)} for line in self.lines):
            return "lose"
        return None if self.after(position) else self.stuck

    def after(self, position: Position) -> list[Position]:
        """The positions after every move, in no order; the game is not over by a line."""
        board, player = position
        then = self.other(player)
        if board.count(player) < self.stones:
            empty = [i for i, stone in enumerate(board) if stone == "."]
            if len(empty) == len(board) and not self.first_in_centre:
                empty.remove(len(board) // 2)
            return [(board[:i] + player + board[i + 1 :], then) for i in empty]
        found = []
        for i, stone in enumerate(board):
            for j, target in enumerate(board):
                if stone == player and target == "." and frozenset((str(i), str(j))) in self.joined:
                    cells = list(board)
                    cells[i], cells[j] = ".", player
                    found.append(("".join(cells), then))
        return found

    def reachable(self, start: Position) -> dict[Position, list[Position]]:
        """Every position that can follow, with those after it."""
        found: dict[Position, list[Position]] = {}
        waiting = [start]
        while waiting:
            position = waiting.pop()
            if position not in found:
                found[position] = [] if self.end(position) else self.after(position)
                waiting += found[position]
        return found

    def solve(self, start: Position) -> dict[Position, Worth]:
        """The worth of every position that can follow, by sweeping over all of them until nothing changes."""
        after = self.reachable(start)
        worth: dict[Position, Worth] = {}
        for position in after:
            end = self.end(position)
            if end:
                worth[position] = Worth(end, 0)
        for values in ({"win", "lose"}, {"tie"}):
            plies = 0
            while plies <= max(each.plies or 0 for each in worth.values()):
                plies += 1
                for position in [position for position in after if position not in worth]:
                    known = [worth[child] for child in after[position] if child in worth]
                    if "lose" in values and any(each == ("lose", plies - 1) for each in known):
                        worth[position] = Worth("win", plies)
                    elif "lose" in values and len(known) == len(after[position]):
                        if (
                            all(each.value == "win" for each in known)
                            and max(each.plies or 0 for each in known) < plies
                        ):
                            worth[position] = Worth("lose", plies)
                    elif "tie" in values and any(each == ("tie", plies - 1) for each in known):
                        worth[position] = Worth("tie", plies)
        return {position: worth.get(position, Worth("draw", None)) for position in after}

    def perft(self, depth: int) -> list[int]:
        """Sequences of exactly 0, 1, ... moves from the start."""
        layer = Counter({self.start: 1})
        counts = [1]
        for _ in range(depth):
            following: Counter[Position] = Counter()
            for position, count in layer.items():
                for child in [] if self.end(position) else self.after(position):
                    following[child] += count
            layer = following
            counts.append(sum(layer.values()))
        return counts


LINES = ROWS + COLUMNS + DIAGONALS
MORRIS = {
    "morris": Slide(ORTHOGONAL, LINES, 3),
    "morris/tapatan": Slide(ORTHOGONAL | DIAGONAL, LINES, 3),
    "morris/any": Slide(ORTHOGONAL | DIAGONAL | SIDES, LINES, 3),
    "morris/fly": Slide(ANYWHERE, LINES, 3),
    "morris/no-centre": Slide(ORTHOGONAL, LINES, 3, first_in_centre=False),
    "morris/no-centre/tapatan": Slide(ORTHOGONAL | DIAGONAL, LINES, 3, first_in_centre=False),
    "morris/any/no-centre": Slide(ORTHOGONAL | DIAGONAL | SIDES, LINES, 3, first_in_centre=False),
    "morris/fly/no-centre": Slide(ANYWHERE, LINES, 3, first_in_centre=False),
    "achi": Slide(ORTHOGONAL | DIAGONAL, LINES, 4),
}
PONG = Slide(
    {frozenset((str(i), str(j))) for i in range(5) for j in (i + 1, i + 2) if j < 5},
    [],
    2,
    players="ar",
    start=("ra.ar", "a"),
)


STUDY = """
raoar raaor raaro raora raroa rarao oarra aorra roraa orraa rroaa araro rraao rraoa roara
araor aoarr oaarr orara aaorr aarro aaror arroa arrao oarar aorar aroar oraar roaar arora
"""


CODES = STUDY.split()
"""The 30 codes in the order of the study; code 7, printed as code 14 by mistake, is the mirror of code 24."""


WON_BY_A, WON_BY_R = {13, 18}, {10, 21}


def exchanged(code: str, player: str) -> set[str]:
    """The codes after swapping a letter of the player with the o one or two places away, as the study has it."""
    found, gap = set(), code.index("o")
    for i, letter in enumerate(code):
        if letter == player and abs(i - gap) in (1, 2):
            cells = list(code)
            cells[i], cells[gap] = "o", player
            found.add("".join(cells))
    return found
