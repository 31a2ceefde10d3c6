"""The games on boards once more, in plain strings and loops: see ``plain``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from itertools import product
from typing import Any, TypeAlias

from tests.core import slides

Pos: TypeAlias = tuple[Any, ...]


class Plain(ABC):
    """The rules of a game. ``start`` is the position before the first move; ``finite`` games end however they are played."""

    start: Pos
    finite = False

    @abstractmethod
    def after(self, pos: Pos) -> dict[str, Pos]:
        """The legal moves by their notation, and the position after each; the game is not over."""

    @abstractmethod
    def result(self, pos: Pos) -> int | None:
        """-1, 0 or +1 for the player to move when the game is over, else None."""

    def passed(self, pos: Pos) -> Pos:
        """The same position with the other player to move."""
        return (1 - pos[0], *pos[1:])

    def wins(self, pos: Pos) -> set[str]:
        """The moves that win at once."""
        return {name for name, child in self.replies(pos).items() if self.result(child) == -1}

    def replies(self, pos: Pos) -> dict[str, Pos]:
        """The legal moves, none when the game is over."""
        return {} if self.result(pos) is not None else self.after(pos)

    def counts(self, depth: int) -> list[int]:
        """Sequences of exactly 0, 1, ... moves from the start."""
        layer = Counter({self.start: 1})
        found = [1]
        for _ in range(depth):
            following: Counter[Pos] = Counter()
            for pos, count in layer.items():
                for child in self.replies(pos).values():
                    following[child] += count
            layer = following
            found.append(sum(layer.values()))
        return found


class Lines(Plain):
    """K in a row, flat, on a torus or in a cube. Position: (player, board, whether the last mark ended the game by a line)."""

    finite = True

    def __init__(self, columns: int, rows: int, k: int, options: set[str], layers: int = 1) -> None:
        self.size = (columns, rows, layers)
        self.k = k
        self.misere, self.wild, self.exact = "misere" in options, "wild" in options, "exact" in options
        self.start = (0, "." * columns * rows * layers, False)
        toroidal = "toroidal" in options
        self.through: list[list[tuple[list[int], list[int]]]] = [[] for _ in self.start[1]]
        self.lines: set[frozenset[int]] = set()
        for at in product(range(columns), range(rows), range(layers)):
            for step in product((-1, 0, 1), repeat=3):
                if not any(step):
                    continue
                run = [self._cell(at, step, i, toroidal) for i in range(-1, k + 1)]
                cells, fence = run[1:-1], [run[0], run[-1]]
                if -1 not in cells and len(set(cells)) == k and frozenset(cells) not in self.lines:
                    self.lines.add(frozenset(cells))
                    for cell in cells:
                        self.through[cell].append((cells, [end for end in fence if end >= 0]))

    def _cell(self, at: tuple[int, ...], step: tuple[int, ...], count: int, toroidal: bool) -> int:
        x, y, z = (a + count * b for a, b in zip(at, step, strict=True))
        columns, rows, layers = self.size
        if toroidal:
            x, y = x % columns, y % rows
        inside = 0 <= x < columns and 0 <= y < rows and 0 <= z < layers
        return (z * rows + y) * columns + x if inside else -1

    def name(self, cell: int) -> str:
        """Column letter and row, behind the number of the layer where there are several."""
        columns, rows, layers = self.size
        flat = "abcdefghijklmnopqrs"[cell % columns] + str(cell // columns % rows + 1)
        return (str(cell // (columns * rows) + 1) if layers > 1 else "") + flat

    def after(self, pos: Pos) -> dict[str, Pos]:
        player, board, _ = pos
        found = {}
        for cell, mark in enumerate(board):
            for new in ("XO" if self.wild else "XO"[player]) if mark == "." else "":
                full = board[:cell] + new + board[cell + 1 :]
                line = any(
                    all(full[i] == new for i in cells) and not (self.exact and any(full[i] == new for i in fence))
                    for cells, fence in self.through[cell]
                )
                found[(new if self.wild else "") + self.name(cell)] = (1 - player, full, line)
        return found

    def result(self, pos: Pos) -> int | None:
        if pos[2]:
            return 1 if self.misere else -1
        return None if "." in pos[1] else 0

    def wins(self, pos: Pos) -> set[str]:
        """The same, looking only at cells that a line lacks."""
        if self.misere or self.wild or self.result(pos) is not None:
            return super().wins(pos)
        player, board, _ = pos
        mark = "XO"[player]
        lacking = [[cell for cell in line if board[cell] != mark] for line in self.lines]
        cells = {cells[0] for cells in lacking if len(cells) == 1 and board[cells[0]] == "."}
        return {
            self.name(new)
            for new in cells
            if not self.exact
            or any(
                all(board[i] == mark or i == new for i in line) and not any(board[i] == mark for i in fence)
                for line, fence in self.through[new]
            )
        }


class Swap2(Plain):
    """Position: (player, board, line, stage, who plays black or None)."""

    finite = True

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.start = (0, lines.start[1], False, "opening", None)

    def after(self, pos: Pos) -> dict[str, Pos]:
        player, board, line, stage, black = pos
        if stage in ("choice", "last"):
            other = 1 - player
            found: dict[str, Pos] = {
                "white": (player, board, line, "play", other),
                "black": (other, board, line, "play", player),
            }
            if stage == "choice":
                found["two"] = (player, board, line, "two", None)
            return found
        white = player != black if stage == "play" else board.count("X") > board.count("O")
        found = {}
        for name, (_, after, whole) in self.lines.after((int(white), board, False)).items():
            stones = len(after) - after.count(".")
            if stage == "play":
                found[name] = (1 - player, after, whole, stage, black)
            elif stage == "opening":
                found[name] = (1, after, False, "choice", None) if stones == 3 else (0, after, False, stage, None)
            else:
                found[name] = (0, after, False, "last", None) if stones == 5 else (1, after, False, stage, None)
        return found

    def result(self, pos: Pos) -> int | None:
        return self.lines.result(pos[:3])


class Ultimate(Plain):
    """Position: (player, nine boards, owner of each as a letter or a dot, board to play in or None)."""

    finite = True
    ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")

    def __init__(self, options: set[str]) -> None:
        self.options = options
        self.start = (0, ("." * 9,) * 9, "." * 9, None)

    def has_line(self, board: str, mark: str) -> bool:
        """Whether a mark fills a row of three."""
        return any(all(board[int(i)] == mark for i in row) for row in self.ROWS)

    def playable(self, pos: Pos) -> list[int]:
        """The boards that have room and are not closed."""
        return [i for i in range(9) if "." in pos[1][i] and ("open" in self.options or pos[2][i] == ".")]

    def after(self, pos: Pos) -> dict[str, Pos]:
        player, boards, owners, where = pos
        mark, found = "XO"[player], {}
        for i in self.playable(pos) if where is None else [where]:
            for cell in range(9):
                if boards[i][cell] != ".":
                    continue
                board = boards[i][:cell] + mark + boards[i][cell + 1 :]
                won = owners[i] == "." and self.has_line(board, mark)
                then = (
                    1 - player,
                    (*boards[:i], board, *boards[i + 1 :]),
                    owners[:i] + mark + owners[i + 1 :] if won else owners,
                    None,
                )
                found[f"{i + 1}.{cell + 1}"] = (*then[:3], cell) if cell in self.playable(then) else then
        return found

    def result(self, pos: Pos) -> int | None:
        owners, mine, theirs = pos[2], "XO"[pos[0]], "OX"[pos[0]]
        for mark, value in ((mine, 1), (theirs, -1)):
            if owners.count(mark) > 4 if "tic-tac-ku" in self.options else self.has_line(owners, mark):
                return value
        if self.playable(pos):
            return None
        lead = owners.count(mine) - owners.count(theirs)
        return (lead > 0) - (lead < 0) if "count" in self.options else 0


class ConnectFour(Plain):
    """Position: (player, the columns from below)."""

    finite = True

    def __init__(self, columns: int, rows: int, k: int) -> None:
        self.rows = rows
        self.start = (0, ("",) * columns)
        runs = [
            [(x + i * dx, y + i * dy) for i in range(k)]
            for x, y in product(range(columns), range(rows))
            for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1))
        ]
        self.lines = [run for run in runs if all(0 <= x < columns and 0 <= y < rows for x, y in run)]

    def after(self, pos: Pos) -> dict[str, Pos]:
        player, columns = pos
        return {
            str(i + 1): (1 - player, (*columns[:i], column + "XO"[player], *columns[i + 1 :]))
            for i, column in enumerate(columns)
            if len(column) < self.rows
        }

    def result(self, pos: Pos) -> int | None:
        grid = [column.ljust(self.rows, ".") for column in pos[1]]
        for (first, bottom), *rest in self.lines:
            mark = grid[first][bottom]
            if mark != "." and all(grid[x][y] == mark for x, y in rest):
                return -1
        return None if any("." in column for column in grid) else 0


class Notakto(Plain):
    """Position: (player, boards)."""

    finite = True

    def __init__(self, boards: int) -> None:
        self.start = (0, ("." * 9,) * boards)

    @staticmethod
    def dead(board: str) -> bool:
        """Whether three in a row stand on a board."""
        return any(all(board[int(i)] == "X" for i in row) for row in Ultimate.ROWS)

    def after(self, pos: Pos) -> dict[str, Pos]:
        player, boards = pos
        return {
            f"{i + 1 if len(boards) > 1 else ''}{'abc'[cell % 3]}{cell // 3 + 1}": (
                1 - player,
                (*boards[:i], board[:cell] + "X" + board[cell + 1 :], *boards[i + 1 :]),
            )
            for i, board in enumerate(boards)
            if not self.dead(board)
            for cell in range(9)
            if board[cell] == "."
        }

    def result(self, pos: Pos) -> int | None:
        return 1 if all(map(self.dead, pos[1])) else None


class Numerical(Plain):
    """Position: (player, nine numbers, 0 for an empty field)."""

    finite = True
    start = (0, (0,) * 9)

    def after(self, pos: Pos) -> dict[str, Pos]:
        player, board = pos
        return {
            f"{number}{'abc'[cell % 3]}{cell // 3 + 1}": (1 - player, (*board[:cell], number, *board[cell + 1 :]))
            for number in range(1 + player, 10, 2)
            if number not in board
            for cell in range(9)
            if not board[cell]
        }

    def result(self, pos: Pos) -> int | None:
        for row in Ultimate.ROWS:
            numbers = [pos[1][int(i)] for i in row]
            if all(numbers) and sum(numbers) == 15:
                return -1
        return None if 0 in pos[1] else 0


class Vanishing(Plain):
    """Position: (player, marks of each player, oldest first)."""

    start = (0, ("", ""))

    def __init__(self, options: set[str]) -> None:
        self.reuse = "reuse" in options

    def after(self, pos: Pos) -> dict[str, Pos]:
        player, marks = pos
        own = marks[player]
        taken = (own[1:] if self.reuse and len(own) == 3 else own) + marks[1 - player]
        found = {}
        for cell in "012345678":
            if cell not in taken:
                new = (own + cell)[-3:]
                then = (new, marks[1]) if player == 0 else (marks[0], new)
                found[f"{'abc'[int(cell) % 3]}{int(cell) // 3 + 1}"] = (1 - player, then)
        return found

    def result(self, pos: Pos) -> int | None:
        theirs = pos[1][1 - pos[0]]
        return -1 if "".join(sorted(theirs)) in Ultimate.ROWS else None


class Slide(Plain):
    """The sliding games of ``slides``, by the names of their points. Position: (player, board)."""

    def __init__(self, rules: slides.Slide, names: list[str]) -> None:
        self.rules, self.names = rules, names
        self.start = (rules.players.index(rules.start[1]), rules.start[0])

    def after(self, pos: Pos) -> dict[str, Pos]:
        player, board = pos
        found = {}
        for after, then in self.rules.after((board, self.rules.players[player])):
            left = [name for name, old, new in zip(self.names, board, after, strict=True) if old != "." == new]
            new = [name for name, old, new in zip(self.names, board, after, strict=True) if old == "." != new]
            found["-".join(left + new)] = (self.rules.players.index(then), after)
        return found

    def result(self, pos: Pos) -> int | None:
        return {None: None, "lose": -1, "tie": 0}[self.rules.end((pos[1], self.rules.players[pos[0]]))]
