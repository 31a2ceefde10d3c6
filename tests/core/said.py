"""A sentence that was said of a move, with all that it may be asked about: by the rules written a second time, and by brute
force."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache, reduce
from itertools import pairwise
from operator import xor
from typing import Any

from tests.core.plain_boards import Lines, Notakto, Plain, Pos, Swap2, Ultimate
from tests.core.worths import Worth, worth

ENDLESS = None
"""The plies of a position in which neither side can force an end."""


@lru_cache(maxsize=64)
def _after(rules: Plain, pos: Pos) -> dict[str, Pos]:
    return rules.after(pos)


@dataclass(frozen=True)
class Said:
    """A sentence with its ``values``, said of a position and, where ``name`` is not empty, of a move in it.

    ``worths``: what brute force finds every move to be worth to the player who makes it, empty where it was not asked.
    ``path``: the positions of the game before this one, the latest first.
    ``thin``: moves of which what is guessed says too little to judge by.
    ``table``: rows of notes, or what a column or a picture says of each move. ``seats``: the names of the players."""

    rules: Plain
    seats: tuple[str, str]
    before: Pos
    name: str
    worths: Mapping[str, Worth] = field(default_factory=dict)
    proven: frozenset[str] = frozenset()
    guesses: Mapping[str, float] = field(default_factory=dict)
    thin: frozenset[str] = frozenset()
    table: Sequence[str] = ()
    column: Mapping[str, str] = field(default_factory=dict)
    path: Sequence[Pos] = ()
    values: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    @cached_property
    def after(self) -> Pos:
        """The position after the move."""
        return _after(self.rules, self.before)[self.name]

    @property
    def lines(self) -> Plain:
        """The rules of the board itself, where an opening comes before them."""
        return self.rules.lines if isinstance(self.rules, Swap2) else self.rules

    @property
    def me(self) -> int:
        """Who makes the move."""
        return int(self.before[0])

    @cached_property
    def answers(self) -> set[str]:
        """The replies that win at once."""
        return self.rules.wins(self.after)

    @cached_property
    def threats(self) -> set[str]:
        """The moves that would win at once if the player who moved could move again."""
        return self.rules.wins(self.rules.passed(self.after))

    @cached_property
    def averted(self) -> set[str]:
        """The wins in one that the opponent would have had without the move."""
        return self.rules.wins(self.rules.passed(self.before))

    @cached_property
    def blocks(self) -> bool:
        """Whether the opponent had a win in one and has it no more."""
        return bool(self.averted) and not self.answers

    @cached_property
    def result(self) -> int | None:
        """The end of the game by this move, seen by the player who made it."""
        value = self.rules.result(self.after)
        return value and -value

    def forks(self, pos: Pos) -> set[str]:
        """The moves after which the player to move would have two wins in one or more."""
        found = self.rules.replies(pos)
        if isinstance(self.lines, Lines):
            mark = "XO"[pos[0]] if self.lines is self.rules else "OX"[pos[0] == pos[4]]
            lacking = [[cell for cell in line if pos[1][cell] != mark] for line in self.lines.lines]
            near = {self.lines.name(cell) for cells in lacking if len(cells) == 2 for cell in cells}
            found = {name: child for name, child in found.items() if name in near}
        return {name for name, child in found.items() if len(self.rules.wins(self.rules.passed(child))) > 1}

    def is_fork(self, named: Sequence[str]) -> bool:
        """Whether the move makes these threats, and whatever is replied leaves one of them."""
        replies = self.rules.replies(self.after).values()
        return (
            self.makes(named)
            and len(named) > 1
            and all(self.rules.result(child) is None and self.rules.wins(child) for child in replies)
        )

    def makes(self, named: Sequence[str]) -> bool:
        """Whether just these points, cells or columns are threatened."""
        return {name.split("-")[-1] for name in self.threats} == set(named) and bool(named) and not self.answers

    def lost(self, pos: Pos) -> bool:
        """Whether the player to move loses."""
        return worth(self.rules, pos).value == -1

    def answered(self, name: str) -> Pos:
        """The position after a reply."""
        return self.rules.after(self.after)[name]

    # Places on a board.

    @cached_property
    def place(self) -> tuple[int, ...]:
        """Column, row and layer at which the move begins, from 0."""
        found = re.search(r"([1-9]?)([a-s])([0-9]+)$", self.name.split("-")[0])
        assert found
        layer = int(found[1]) - 1 if found[1] and isinstance(self.lines, Lines) else 0
        return ord(found[2]) - ord("a"), int(found[3]) - 1, layer

    @property
    def size(self) -> tuple[int, int, int]:
        """Columns, rows and layers."""
        return self.lines.size if isinstance(self.lines, Lines) else (3, 3, 1)

    @property
    def ends(self) -> int:
        """How many coordinates of the move lie at an end of the board."""
        flat = 3 if self.size[2] > 1 else 2
        return sum(at in (0, size - 1) for at, size in list(zip(self.place, self.size, strict=True))[:flat])

    @property
    def central(self) -> bool:
        """Whether no cell lies nearer to the middle."""
        return all(abs(2 * at + 1 - size) <= 1 for at, size in zip(self.place, self.size, strict=True))

    @property
    def board(self) -> int:
        """The board in which the move is made, from 0."""
        return int(self.name[0]) - 1

    @property
    def spot(self) -> int:
        """The cell of its board, from 0."""
        return int(self.name[2]) - 1

    @property
    def sent(self) -> int | None:
        """The board to which the opponent is sent, None for a free choice."""
        sent = self.after[3]
        return None if sent is None else int(sent)

    def board_wins(self, pos: Pos, board: int, player: int) -> bool:
        """Whether a player has a cell that wins a board."""
        cells, mark = pos[1][board], "XO"[player]
        rules = self.rules
        assert isinstance(rules, Ultimate)
        return any(
            cells[i] == "."
            and rules.has_line(cells[:i] + mark + cells[i + 1 :], mark)
            and not rules.has_line(cells, mark)
            for i in range(9)
        )

    @property
    def live(self) -> list[str]:
        """The live boards after the move."""
        return [board for board in self.after[1] if not Notakto.dead(board)]

    @property
    def safe(self) -> int:
        """The replies that kill no board."""
        now = len(self.live)
        after = self.rules.replies(self.after).values()
        return sum(sum(not Notakto.dead(board) for board in child[1]) == now for child in after)

    # Heaps.

    @property
    def heaps(self) -> tuple[int, ...]:
        """The heaps after the move."""
        return tuple(self.after[1])

    def leaves(self, text: str) -> bool:
        """Whether a text names the heaps, or the runs of pins, after the move."""
        left = self.after[1]
        if isinstance(left[0], str):
            runs = [len(run) for row in left for run in row.split(".") if run]
            return text == ("-".join(map(str, runs)) or "0")
        return text == "-".join(f"{heap:,}" for heap in left)

    def takes(self, heap: str, number: str) -> bool:
        """Whether the move takes so many from a heap, and nothing from others."""
        old, new = (
            [row.count("x") if isinstance(row, str) else row for row in pos[1]] for pos in (self.before, self.after)
        )
        taken = [a - b for a, b in zip(old, new, strict=True)]
        return [chr(65 + i) for i, count in enumerate(taken) if count] == list(heap) and set(taken) - {0} == {
            int(number.replace(",", ""))
        }

    def keeps(self, value: Callable[[Pos], int], while_: Callable[[Pos], bool] = lambda pos: True) -> bool:
        """Whether a value is 0 after the move, and whatever is replied can be made so again."""
        rules = self.rules
        return value(self.after) == 0 and all(
            rules.result(child) is not None or any(value(each) == 0 for each in rules.after(child).values())
            for child in rules.after(self.after).values()
            if while_(child)
        )

    def high(self, pos: Pos) -> int:
        """How many heaps are higher than 1."""
        return sum(heap > 1 for heap in pos[1])

    # Worth.

    def class_of(self, name: str) -> int:
        """2 for a move that wins, 1 for one that holds, 0 for one that loses."""
        return self.worths[name].value + 1

    @property
    def classes(self) -> list[int]:
        """The classes of all moves."""
        return [self.class_of(name) for name in self.worths]

    def better(self, name: str, than: str) -> int:
        """By how many plies a move of the same class wins sooner or loses later."""
        one, two = self.worths[name], self.worths[than]
        assert one.value == two.value
        assert one.plies is not None
        assert two.plies is not None
        return (two.plies - one.plies) * one.value

    @property
    def longest(self) -> bool:
        """Whether no move of a lost position holds out longer."""
        return all(self.better(self.name, other) >= 0 for other in self.worths)


def nim_sum(pos: Pos) -> int:
    """The xor of the heaps."""
    return reduce(xor, map(int, pos[1]))


@cache
def grundy(rules: Plain, pos: Pos) -> int:
    """The least number that no position after has, whatever falls apart."""
    after = {grundy(rules, rules.passed(child)) for child in rules.replies(pos).values()}
    return next(value for value in range(len(after) + 1) if value not in after)


def grundy_of(s: Said, pos: Pos) -> int:
    return grundy(s.rules, (0, *pos[1:]))


def names(text: object) -> list[str]:
    return str(text).split()


def only_parity(s: Said) -> bool:
    """Whether heaps of up to what is left are won and lost by turns."""
    values = [s.lost((0, (heap,))) for heap in range(int(s["left"]) + 1)]
    return s.heaps == (int(s["left"]),) and all(values[i] == values[i - 2] for i in range(2, len(values)))


def answer_k(s: Said, left: int) -> bool:
    """Whether the heap is left that is named, is lost, and every k can be answered with period - k."""
    period = int(s["period"])
    replies = s.rules.after(s.after)
    return (
        s.heaps == (int(s["left"]),)
        and s.heaps[0] % period == left
        and all(f"A{period - int(reply[1:])}" in s.rules.replies(child) for reply, child in replies.items())
        and s.lost(s.after)
    )


def expected(s: Said) -> bool:
    """Whether the moves can be played one after the other, the first one first."""
    pos = s.before
    for name in names(s["moves"]):
        pos = s.rules.replies(pos)[name]
    return names(s["moves"])[0] == s.name


def stakes(s: Said, level: str) -> bool:
    return (s["wins"], s[level], s["losses"]) == tuple(map(s.classes.count, (2, 1, 0)))


def binary(s: Said) -> bool:
    """Whether every row has its heap in binary, and the last one their xor."""
    heaps = {chr(65 + i): heap for i, heap in enumerate(s.before[1])}
    total = 0
    for row in s.table:
        words = row.replace("heap ", "").split()
        if words[0] in heaps:
            assert heaps[words[0]] == int(words[1]) == int(words[2], 2)
            total ^= int(words[1])
        elif words[0] == "rest":
            total ^= int(words[1])
        elif words[0] == "xor":
            assert int(words[1]) == int(words[2], 2) == total == nim_sum(s.before)
    return True


def grundy_rows(s: Said) -> bool:
    """Whether heaps, runs or sizes have the values that stand beside or under them."""
    if s.table[0].startswith("sticks"):
        sizes, values = (row.split()[1:] for row in s.table)
        return [str(grundy_of(s, (0, (int(size),)))) for size in sizes] == values
    assert int(s.table[-1].split()[1]) == grundy_of(s, s.before)
    rows = [row.split() for row in s.table[:-1] if row != "..."]
    total = reduce(xor, (int(row[-1]) for row in rows), 0)
    return total == grundy_of(s, s.before) or "..." in s.table


def won_rows(s: Said) -> bool:
    sizes, values = (row.split()[1:] for row in s.table)
    return ["-" if s.lost((0, (int(size),))) else "+" for size in sizes] == values


def lost_pairs(s: Said) -> bool:
    pairs = [tuple(map(int, pair.split("-"))) for pair in names(s["pairs"])]
    brute = [(a, b) for b in range(14) for a in range(b) if s.lost((0, (a, b)))]
    return pairs == sorted(brute)[: len(pairs)]


def fibonacci_sum(s: Said) -> bool:
    numbers = [1, 2]
    while numbers[-1] < s.before[1][0]:
        numbers.append(numbers[-1] + numbers[-2])
    total, _, parts = s.table[0].partition(" = ")
    at = [numbers.index(int(part.replace(",", ""))) for part in parts.split(" + ")]
    return int(total.replace(",", "")) == s.before[1][0] == sum(numbers[i] for i in at) and all(
        a - b > 1 for a, b in pairwise(at)
    )


def least_part(s: Said) -> int:
    heap, numbers = s.heaps[0], [1, 2]
    while numbers[-1] < heap:
        numbers.append(numbers[-1] + numbers[-2])
    while heap:
        part = max(number for number in numbers if number <= heap)
        heap -= part
    return part


def pairs(s: Said) -> bool:
    """Whether every line without a mark of the blocker has two empty cells with the same sign, each sign on two cells."""
    rules, board = s.rules, s.after[1] if s.name else s.before[1]
    assert isinstance(rules, Lines)
    blocker = "XO"[s.seats.index(s["blocker"])]
    cells: dict[str, set[int]] = {}
    for cell in range(len(board)):
        sign = s.column.get(rules.name(cell))
        if sign:
            assert board[cell] == "."
            cells.setdefault(sign, set()).add(cell)
    assert all(len(pair) == 2 for pair in cells.values())
    lines = [line for line in rules.lines if not any(board[cell] == blocker for cell in line)]
    return s["blocker"] != s["attacker"] and all(any(pair <= line for pair in cells.values()) for line in lines)


def true(s: Said) -> bool:
    """For advice and headings, which claim nothing."""
    return True


def above(s: Said, columns: str) -> bool:
    """Whether a disc of the opponent in each of these columns is answered by a win right above it."""
    return s["player"] == s.seats[1 - s.me] and all(
        name in s.rules.wins(s.answered(name)) for name in names(s[columns])
    )


def height(heap: int | str) -> int:
    return heap.count("x") if isinstance(heap, str) else heap


def singles(s: Said, odd: int) -> bool:
    return max(s.heaps) == 1 and sum(s.heaps) % 2 == odd


def gone(s: Said, cell: str) -> bool:
    """Whether a mark of the player stood on a cell and stands there no more."""
    place = str("abc".index(cell[0]) + 3 * (int(cell[1]) - 1))
    return place in s.before[1][s.me] and place not in s.after[1][s.me]


def sent(s: Said) -> bool:
    return s.sent == int(s["board"]) - 1 and s["player"] == s.seats[1 - s.me]


def without(s: Said) -> Pos:
    """The position before the move with the cell of the move filled: only the other ways to win the board are left."""
    boards = s.before[1]
    board = boards[s.board][: s.spot] + "#" + boards[s.board][s.spot + 1 :]
    return (s.before[0], (*boards[: s.board], board, *boards[s.board + 1 :]), *s.before[2:])
