"""Games of one's own once more, straight from ``triqui help own``: strings and loops that share no code with the product. A
document is what ``tomllib`` makes of a file, or JSON of the rules that travel with a game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations, product
from typing import Any, NamedTuple

from tests.core.plain_boards import Plain, Pos


class Worth(NamedTuple):
    """``win``, ``lose``, ``tie`` or ``endless`` for the player to move; plies to the end."""

    value: str
    plies: int | None


def names_of(document: Mapping[str, Any]) -> list[str]:
    """The points, as they are read."""
    if "points" in document:
        return re.findall("[A-Za-z0-9]+", document["points"])
    if "cube" in document:
        side, dimensions = document["cube"]
        flat = [
            f"{'abcdefghijklmnopqrst'[x]}{y + 1}" for y in range(side if dimensions > 1 else 1) for x in range(side)
        ]
        layers = side ** (dimensions - 2) if dimensions > 2 else 1
        return [f"{layer + 1}{name}" for layer in range(layers) for name in flat] if layers > 1 else flat
    return [f"{'abcdefghijklmnopqrst'[x]}{y + 1}" for y in range(document["rows"]) for x in range(document["columns"])]


def lines_of(document: Mapping[str, Any], names: list[str]) -> set[frozenset[int]]:
    """The lines, as sets of points."""
    small = [name.lower() for name in names]
    if "cube" in document:
        side, dimensions = document["cube"]
        cells = list(product(range(side), repeat=dimensions))
        found = set()
        for start, step in product(cells, product((-1, 0, 1), repeat=dimensions)):
            run = [tuple(a + i * b for a, b in zip(start, step, strict=True)) for i in range(side)]
            if any(step) and all(cell in cells for cell in run):
                found.add(frozenset(cells.index(cell) for cell in run))
        return found
    if "straight" in document:
        columns, rows, length = document["columns"], document["rows"], document["straight"]
        found = set()
        for points in combinations(range(columns * rows), length):
            if length == 1 or all(
                (points[i + 1] % columns - points[i] % columns, points[i + 1] // columns - points[i] // columns)
                == (points[1] % columns - points[0] % columns, points[1] // columns - points[0] // columns)
                and max(abs(points[1] % columns - points[0] % columns), points[1] // columns - points[0] // columns)
                == 1
                for i in range(length - 1)
            ):
                found.add(frozenset(points))
        return found
    return {frozenset(small.index(name) for name in line.lower().split()) for line in document.get("lines", ())}


class OwnLines(Plain):
    """Position: (player, board, whether the last mark filled a line)."""

    finite = True

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.names = names_of(document)
        self.lines = lines_of(document, self.names)
        self.misere, self.either = document.get("misere", False), document.get("either", False)
        self.falls = document["columns"] if document.get("gravity") else 0
        self.start = (0, "." * len(self.names), False)

    def name(self, cell: int) -> str:
        """A point."""
        return self.names[cell]

    def after(self, pos: Pos) -> dict[str, Pos]:
        player, board, _ = pos
        found = {}
        for cell, mark in enumerate(board):
            below = board[cell + self.falls : cell + self.falls + 1]
            if mark != "." or (self.falls and below == "."):
                continue
            for new in "XO" if self.either else "XO"[player]:
                full = board[:cell] + new + board[cell + 1 :]
                line = any(all(full[i] == new for i in line) for line in self.lines)
                found[(new if self.either else "") + self.names[cell]] = (1 - player, full, line)
        return found

    def result(self, pos: Pos) -> int | None:
        if pos[2]:
            return 1 if self.misere else -1
        return None if "." in pos[1] else 0


class OwnSlides(Plain):
    """Position: (player, board)."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.names = names_of(document)
        self.lines = lines_of(document, self.names)
        self.count = document.get("place", 0)
        self.fly, self.stuck = document.get("fly", False), document.get("stuck", "loses")
        small = [name.lower() for name in self.names]
        self.guarded = {small.index(name) for name in document.get("guarded", "").lower().split()}
        self.ways = set()
        for edge in document.get("edges", ()):
            word, _, side = edge.strip().partition(" ")
            start, end = (small.index(name) for name in re.split("[->]", word.lower()))
            for who in (0, 1) if not side.strip() else (("first", "second").index(side.strip()),):
                self.ways.add((who, start, end))
                if "-" in word:
                    self.ways.add((who, end, start))
        board = ["."] * len(self.names)
        for mark, side in zip("XO", ("first", "second"), strict=True):
            for name in document.get(side, "").lower().split():
                board[small.index(name)] = mark
        self.start = (0, "".join(board))

    def line(self, board: str, player: int) -> bool:
        """Whether a player has a line."""
        return any(all(board[i] == "XO"[player] for i in line) for line in self.lines)

    def of(self, board: str, player: int) -> dict[str, str]:
        """The moves of a player, and the board after each."""
        mark, other = "XO"[player], "OX"[player]
        empty = [i for i, stone in enumerate(board) if stone == "."]
        if self.count and board.count(mark) < self.count:
            return {self.names[i]: board[:i] + mark + board[i + 1 :] for i in empty}
        found = {}
        for i, stone in enumerate(board):
            beside = any(board[b if a == i else a] == other for _who, a, b in self.ways if i in (a, b))
            for j in empty if stone == mark else ():
                if (self.fly or (player, i, j) in self.ways) and (j not in self.guarded or beside):
                    cells = list(board)
                    cells[i], cells[j] = ".", mark
                    found[f"{self.names[i]}-{self.names[j]}"] = "".join(cells)
        return found

    def after(self, pos: Pos) -> dict[str, Pos]:
        player, board = pos
        found: dict[str, Pos] = {}
        for name, child in self.of(board, player).items():
            waits = self.stuck == "passes" and not self.line(child, player) and not self.of(child, 1 - player)
            found[name] = (player if waits else 1 - player, child)
        return found

    def result(self, pos: Pos) -> int | None:
        player, board = pos
        if self.line(board, 1 - player):
            return -1
        if self.of(board, player):
            return None
        return -1 if self.stuck == "loses" else 0


class OwnHeaps(Plain):
    """Position: (player, heaps)."""

    finite = True

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.start = (0, tuple(document["heaps"]))
        self.misere = document.get("misere", False)
        if "take" in document:
            self.digits = dict.fromkeys(document["take"], 3)
        else:
            before, _, behind = document["octal"].partition(".")
            self.digits = {i: int(digit) for i, digit in enumerate((before or "0") + behind)}

    def after(self, pos: Pos) -> dict[str, Pos]:
        player, heaps = pos
        found = {}
        for i, heap in enumerate(heaps):
            letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i] if i < 26 else f"{i + 1}:"
            for taken, digit in self.digits.items():
                left = heap - taken
                if taken and ((left == 0 and digit in (1, 3, 5, 7)) or (left > 0 and digit in (2, 3, 6, 7))):
                    found[f"{letter}{taken}"] = (1 - player, (*heaps[:i], left, *heaps[i + 1 :]))
                for small in range(1, left // 2 + 1) if digit >= 4 else ():
                    after = (*heaps[:i], small, *heaps[i + 1 :], left - small)
                    found[f"{letter}{taken}:{small}+{left - small}"] = (1 - player, after)
        return found

    def result(self, pos: Pos) -> int | None:
        if self.after(pos):
            return None
        return 1 if self.misere else -1


def plain_own(document: Mapping[str, Any]) -> Plain:
    """The rules that a document says."""
    kinds: dict[str, type[OwnLines] | type[OwnSlides] | type[OwnHeaps]] = {
        "lines": OwnLines,
        "slides": OwnSlides,
        "heaps": OwnHeaps,
    }
    return kinds[document["kind"]](document)


def reachable(rules: Plain, most: int) -> dict[Pos, list[Pos]] | None:
    """Every position that can follow the start, with those after it; None where they are more than ``most``."""
    found: dict[Pos, list[Pos]] = {}
    waiting = [rules.start]
    while waiting:
        pos = waiting.pop()
        if pos not in found:
            found[pos] = list(rules.replies(pos).values())
            waiting += found[pos]
            if len(found) > most:
                return None
    return found


def solved(rules: Plain, most: int = 1_000_000) -> dict[Pos, Worth]:
    """The worth of every position, round by round: in round n those whose end is n plies away."""
    after = reachable(rules, most)
    assert after is not None, "too many positions"
    worth: dict[Pos, Worth] = {}
    for pos in after:
        result = rules.result(pos)
        if result is not None:
            worth[pos] = Worth({-1: "lose", 0: "tie", 1: "win"}[result], 0)

    def seen(pos: Pos, child: Pos) -> str | None:
        """What a position is worth to the player who moves into it."""
        if child not in worth:
            return None
        value = worth[child].value
        return value if child[0] == pos[0] else {"win": "lose", "lose": "win"}.get(value, value)

    before: dict[Pos, set[Pos]] = {}
    for pos, children in after.items():
        for child in children:
            before.setdefault(child, set()).add(pos)
    for drawn in (False, True):  # who can win or is lost is so, however near a draw is
        level = [pos for pos, found in worth.items() if (found.value == "tie") == drawn]
        plies = 0
        while level:
            plies += 1
            settled = {}
            for pos in {parent for child in level for parent in before.get(child, ())} - worth.keys():
                values = [seen(pos, child) for child in after[pos]]
                if drawn and "tie" in values:
                    settled[pos] = Worth("tie", plies)
                elif not drawn and "win" in values:
                    settled[pos] = Worth("win", plies)
                elif not drawn and set(values) == {"lose"}:
                    settled[pos] = Worth("lose", plies)
            worth |= settled
            level = list(settled)
    return {pos: worth.get(pos, Worth("endless", None)) for pos in after}
