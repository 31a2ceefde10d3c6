"""Minimax and alpha-beta a second time, on boards that are texts: as textbooks have them, and as Fernández wrote them down."""

from __future__ import annotations

from math import inf


def lines(n: int) -> list[tuple[int, ...]]:
    """Rows, columns and diagonals of n x n."""
    rows = [tuple(range(n * i, n * i + n)) for i in range(n)]
    columns = [tuple(range(i, n * n, n)) for i in range(n)]
    return [*rows, *columns, tuple(range(0, n * n, n + 1)), tuple(range(n - 1, n * n - 1, n - 1))]


def winner(board: str) -> str:
    """The mark that has a whole line, else nothing."""
    n = round(len(board) ** 0.5)
    for line in lines(n):
        marks = {board[cell] for cell in line}
        if len(marks) == 1 and marks != {"."}:
            return marks.pop()
    return ""


def to_move(board: str) -> str:
    return "X" if board.count("X") == board.count("O") else "O"


def put(board: str, cell: int, mark: str) -> str:
    return board[:cell] + mark + board[cell + 1 :]


class Plain:
    """A search of tic-tac-toe 3x3 for the player to move at the root; it counts its nodes and cuts."""

    def __init__(self, board: str, pruning: bool, scores: bool) -> None:
        self.me, self.pruning, self.scores = to_move(board), pruning, scores
        self.nodes = self.cuts = 0
        self.value = self.search(board, 0, -inf, inf)

    def search(self, board: str, ply: int, alpha: float, beta: float) -> float:
        self.nodes += 1
        if won := winner(board):
            size = 100 - (ply - 1) if self.scores else 1
            return size if won == self.me else -size
        empty = [cell for cell, mark in enumerate(board) if mark == "."]
        mark, best = to_move(board), None
        for cell in empty:
            value = self.search(put(board, cell, mark), ply + 1, alpha, beta)
            if best is None or (value > best if mark == self.me else value < best):
                best = value
            if self.pruning:
                if mark == self.me:
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                if beta <= alpha:
                    self.cuts += cell != empty[-1]
                    break
        return 0 if best is None else best


MINIMAX = {4: 4, 5: 3}
PODA = {4: 8, 5: 6}
"""``prof > N`` in codes 3.1 and 3.5, by the size of the board."""


class Matlab:
    """Codes 3.1 to 3.5, line by line: 1 to n*n are the squares column by column, -1 is the machine, 1 the user."""

    def __init__(self, board: str, pruning: bool) -> None:
        self.n = round(len(board) ** 0.5)
        self.limit = (PODA if pruning else MINIMAX).get(self.n)
        self.pruning = pruning
        machine = to_move(board)
        sides = {".": 0, machine: -1}
        self.tablero = [sides.get(board[row * self.n + column], 1) for column in range(self.n) for row in range(self.n)]
        self.lines = lines(self.n)

    def mov_optimo(self) -> tuple[int, list[float]]:
        """The square that is chosen, as the hall counts squares, and the scores of all in their list."""
        best, chosen, scores = -inf, -1, []
        for k in self.disponible():
            self.tablero[k] = -1
            puntuacion = self.minimax(0, -inf, inf, False)
            self.tablero[k] = 0
            scores.append(puntuacion)
            if puntuacion > best:
                best, chosen = puntuacion, k
        return chosen % self.n * self.n + chosen // self.n, scores

    def disponible(self) -> list[int]:
        return [k for k, mark in enumerate(self.tablero) if mark == 0]

    def ganador(self) -> int:
        return next(
            (
                sum(marks) // self.n
                for line in self.lines
                if abs(sum(marks := [self.tablero[k] for k in line])) == self.n
            ),
            0,
        )

    def minimax(self, prof: int, alpha: float, beta: float, is_max: bool) -> float:
        ganador = self.ganador()
        if ganador == 1:
            return -100 + prof
        if ganador == -1:
            return 100 - prof
        disponible = self.disponible()
        if not disponible:
            return 0
        if self.limit is not None and prof > self.limit:
            return 0
        best = -inf if is_max else inf
        for k in disponible:
            self.tablero[k] = -1 if is_max else 1
            puntuacion = self.minimax(prof + 1, alpha, beta, not is_max)
            self.tablero[k] = 0
            best = max(best, puntuacion) if is_max else min(best, puntuacion)
            if self.pruning:
                if is_max:
                    alpha = max(alpha, puntuacion)
                else:
                    beta = min(beta, puntuacion)
                if beta <= alpha:
                    break
        return best
