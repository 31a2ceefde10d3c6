"""What takes more than a line to hold a sentence to, by the rules written a second time: parts of ``claims``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import xor
from typing import Any

from tests.core.plain_boards import ConnectFour, Lines, Pos, Ultimate
from tests.core.said import Said, grundy_of, names, nim_sum
from tests.core.worths import worth

# Any game.


def every_answer(s: Said) -> bool:
    """Whether the moves lead to a win of the player who makes the first one, and every other reply would lose at once."""
    pos, rules = s.before, s.rules
    for name in names(s["moves"]):
        replies = rules.replies(pos)
        if pos[0] != s.me:
            for other, child in replies.items():
                if other != name and not rules.wins(child):
                    return False
        pos = replies[name]
    won: bool = pos[0] != s.me and rules.result(pos) == -1
    return won


def part_of_win(s: Said, winner: int, exact: bool) -> bool:
    """Whether the win that is named was forced as long as is said, and has come nearer by a ply with each move."""
    number, whole = s["number"], s["whole"]
    left = {s.after: whole - number} | {pos: whole - number + 2 + i for i, pos in enumerate(s.path[: number - 1])}
    for pos, plies in left.items():
        found = worth(s.rules, pos)
        assert found.plies is not None
        if found.value != (1 if pos[0] == winner else -1) or found.plies > plies or (exact and found.plies != plies):
            return False
    return len(left) == number and bool(s.values.get("player", s.seats[winner]) == s.seats[winner])


# K in a row.


def endings(s: Said) -> int:
    """How many replies lose by completing a line."""
    return sum(s.rules.result(child) == 1 for child in s.rules.replies(s.after).values())


def rows_of(s: Said, pos: Pos, lacks: int) -> list[frozenset[int]]:
    """The lines of the player who made the move that lack so many cells, all empty."""
    rules = s.lines
    assert isinstance(rules, Lines)
    mark = next(new for old, new in zip(s.before[1], s.after[1], strict=True) if old != new)
    return [line for line in rules.lines if [pos[1][cell] for cell in line if pos[1][cell] != mark] == ["."] * lacks]


def named_row(s: Said, lacks: int) -> bool:
    """Whether a row that is named so lacks so many marks."""
    rules = s.lines
    assert isinstance(rules, Lines)
    words = ["two", "three", "four"]
    longer = "longer" not in s.values or words.index(str(s["longer"])) == rules.k - lacks - 1
    return words.index(str(s["row"])) == rules.k - lacks - 2 and longer


def opens(s: Said, pos: Pos, cells: Iterable[str]) -> bool:
    """Whether two of these cells lie at both ends of one row with the mark just made: two lines alike but for them."""
    rules = s.lines
    assert isinstance(rules, Lines)
    wins, new = ({cell for cell in range(len(pos[1])) if rules.name(cell) in named} for named in (cells, [s.name]))
    lines = [line for line in rows_of(s, pos, 1) if line & wins]
    return any(len(one & two) == rules.k - 1 and one & two >= new for one, two in combinations(lines, 2))


def then_forks(s: Said) -> bool:
    """Whether the only block of the only threat leaves a move with two more, and the opponent no win."""
    if len(s.threats) != 1 or s.answers:
        return False
    blocked = s.answered(*s.threats)
    rules = s.rules
    if rules.result(blocked) is not None or rules.wins(rules.passed(blocked)):
        return False
    child = rules.after(blocked)[s["cell"]]
    return len(rules.wins(rules.passed(child))) > 1 and not rules.wins(child)


def prepares(s: Said) -> bool:
    """Whether each cell that is named would make a row with both ends open, with the mark just made in it."""
    rules = s.rules
    then = rules.replies(rules.passed(s.after))
    return not s.threats and all(
        opens(s, then[cell], rules.wins(rules.passed(then[cell]))) for cell in names(s["cells"])
    )


# Connect Four.


def grid(pos: Pos, rules: ConnectFour) -> list[str]:
    return [column.ljust(rules.rows, ".") for column in pos[1]]


def lines_up(s: Said, pos: Pos, column: int, row: int) -> bool:
    """Whether a disc of the player who made the move would complete a line there; counted from 0."""
    rules = s.rules
    assert isinstance(rules, ConnectFour)
    cells = grid(pos, rules)
    return any(
        (column, row) in line and all(cells[x][y] == "XO"[s.me] for x, y in line if (x, y) != (column, row))
        for line in rules.lines
    )


def raised(s: Said, values: Mapping[str, Any]) -> bool:
    """Whether the move made a place win, above the one to which the next disc falls."""
    column, row = values["column"] - 1, values["row"] - 1
    return (
        row > len(s.after[1][column]) and lines_up(s, s.after, column, row) and not lines_up(s, s.before, column, row)
    )


def not_below(s: Said) -> bool:
    """Whether a disc right below is answered by a win."""
    column = str(s["first"].values["column"])
    return s["player"] == s.seats[1 - s.me] and column in s.rules.wins(s.answered(column))


def last_below(s: Said) -> bool:
    """Whether the players, who take turns, come to the place right below last of all, and who then plays there."""
    rules, values = s.rules, s["first"].values
    assert isinstance(rules, ConnectFour)
    turn, places = 1 - s.me, 0
    for i, column in enumerate(s.after[1]):
        places += (values["row"] - 1 if i == values["column"] - 1 else rules.rows) - len(column)
    for _ in range(places - 1):
        turn = 1 - turn
    return places > 0 and s["player"] == s.seats[turn]


def answered_above(s: Said, wins: Sequence[str] = ()) -> bool:
    """Whether the player who moved never loses by answering every disc right above it; and where columns are named, always
    wins, in each of those if the opponent keeps to it."""
    rules = s.rules
    seen: set[Pos] = set()
    waiting = [s.after]
    while waiting:
        pos = waiting.pop()
        if pos in seen:
            continue
        seen.add(pos)
        for name, child in rules.replies(pos).items():
            if rules.result(child) is not None:
                return False
            answers = rules.after(child)
            if name not in answers:
                return False
            value = rules.result(answers[name])
            if value == 0 and wins:
                return False
            if value is None:
                waiting.append(answers[name])
    return all(_wins_in(rules, s.after, column) for column in wins)


def _wins_in(rules: Any, pos: Pos, column: str) -> bool:
    while rules.result(pos) is None:
        child = rules.after(pos).get(column)
        if child is None or column not in rules.replies(child):
            return False
        pos = rules.after(child)[column]
    return bool(rules.result(pos) == -1)


# Ultimate.


def winnable(s: Said, pos: Pos, board: int, player: int) -> bool:
    """Whether a player alone could still win a board."""
    rules = s.rules
    assert isinstance(rules, Ultimate)
    return pos[2][board] == "." and rules.has_line(pos[1][board].replace(".", "XO"[player]), "XO"[player])


def lacking_one(s: Said, pos: Pos, player: int) -> set[str]:
    """The lines of boards of which a player has two and could win the third."""
    mark = "XO"[player]
    return {
        row
        for row in Ultimate.ROWS
        if sorted(pos[2][int(i)] == mark for i in row) == [False, True, True]
        and all(pos[2][int(i)] == mark or winnable(s, pos, int(i), player) for i in row)
    }


def closes(s: Said) -> bool:
    """Whether the line lacked one board, and cannot be had any more."""
    row = "".join(str(int(board) - 1) for board in names(s["boards"]))
    theirs = 1 - s.me
    return s["player"] == s.seats[theirs] and row in lacking_one(s, s.before, theirs) - lacking_one(s, s.after, theirs)


def lacking(s: Said) -> set[str]:
    """The boards that the lines through the one just won lack."""
    assert "tic-tac-ku" not in s.rules.options  # type: ignore[attr-defined]
    assert s.before[2][s.board] != s.after[2][s.board]
    rows = [row for row in lacking_one(s, s.after, s.me) if str(s.board) in row]
    return {str(int(i) + 1) for row in rows for i in row if s.after[2][int(i)] == "."}


def free(s: Said) -> bool:
    return s.sent is None and s["player"] == s.seats[1 - s.me]


def boards_to_win(s: Said) -> set[str]:
    """The boards that the opponent can win with one mark."""
    theirs = 1 - s.me
    rules = s.rules
    assert isinstance(rules, Ultimate)
    return {str(i + 1) for i in rules.playable(s.after) if s.after[2][i] == "." and s.board_wins(s.after, i, theirs)}


# Heaps.


def keeps_high(s: Said) -> bool:
    return s.keeps(nim_sum, lambda pos: s.high(pos) > 1) and s.high(s.after) > 1 and s.lost(s.after)


def keeps_grundy(s: Said) -> bool:
    return s.keeps(lambda pos: grundy_of(s, pos)) and s.lost(s.after)


def answered_by(s: Said, value: Callable[[Pos], int]) -> bool:
    """Whether the answer that is named leaves a value of 0, and wins."""
    then = s.answered(s["answer"])
    return value(then) == 0 and s.lost(then)


def by_multiples(s: Said, left: int) -> bool:
    """Whether the heap is no such multiple, ``left`` aside, the answer makes it one, and wins."""
    then = s.answered(s["answer"])
    return (
        s.heaps == (s["left"],)
        and (s.heaps[0] - left) % s["period"] != 0
        and (then[1][0] - left) % s["period"] == 0
        and s.lost(then)
    )


def grundy_parts(s: Said) -> list[int]:
    """The Grundy values of the heaps, or of the runs of pins, after the move."""
    parts = s.after[1]
    if isinstance(parts[0], str):
        return [grundy_of(s, (0, (run,))) for row in parts for run in row.split(".") if run]
    return [grundy_of(s, (0, (heap,))) for heap in parts]


def summed(s: Said, numbers: Iterable[int]) -> bool:
    """Whether the sum that is shown holds, and has just these numbers, zeros aside."""
    left, right = str(s["sum"]).replace(",", "").split(" = ")
    total = reduce(xor, numbers := list(numbers), 0)
    if "xor" not in str(s["sum"]):
        parts = list(map(int, right.split(" + ")))
        return total == 0 and int(left) == sum(parts) and Counter([int(left), *parts]) == Counter(filter(None, numbers))
    chain, value = (left, right) if "xor" in left else (right, left)
    return int(value) == total and Counter(map(int, chain.split(" xor "))) == Counter(filter(None, numbers))
