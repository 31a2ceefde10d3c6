"""Strategies for 3x3 tic-tac-toe: Newell and Simon's list of priorities, and the two of Arias.

The list (Newell and Simon 1972; in this order with Fernandez 2021): win, block, fork, block a fork, centre, opposite corner,
empty corner, empty side. Arias 2007 numbers the squares row by row and writes for each player the first replies; after
them both follow the list, which is also what they do in positions that his rules never reach::

    1 2 3      the square opposite to n is 10 - n
    4 5 6
    7 8 9
"""

from __future__ import annotations

from collections.abc import Iterable

from core.game import Game, Move
from core.games.mnk import Mnk
from core.phrase import phrase
from core.position import Position
from core.strategies.strategy import Advice, Strategy

CENTRE = 4
CORNERS = (0, 2, 6, 8)
SIDES = (1, 3, 5, 7)


class NewellSimon(Strategy):
    """The list of priorities."""

    name = "newell-simon"
    title = phrase("Newell and Simon")
    summary = phrase(
        "Win, block, fork, block a fork, centre, opposite corner, corner, side: the list of Newell and Simon."
    )
    brief = phrase("eight rules of 1972")

    def plays(self, game: Game) -> bool:
        return isinstance(game, Mnk) and not game.options and (game.columns, game.rows, game.k) == (3, 3, 3)

    def advise(self, position: Position) -> Advice:
        board = _Board(position)
        if board.wins:
            return Advice(board.wins, phrase("It completes the line and wins."))
        if board.blocks:
            return Advice(board.blocks, phrase("It blocks a line."))
        if board.forks:
            return Advice(board.forks, phrase("It makes a fork."))
        if board.blocks_of_forks:
            return Advice(board.blocks_of_forks, phrase("It blocks a fork."))
        if CENTRE in position.moves:
            return Advice((CENTRE,), phrase("It takes the centre."))
        opposite = [corner for corner in CORNERS if corner in position.moves and board.theirs >> (8 - corner) & 1]
        if opposite:
            return Advice(opposite, phrase("It takes the corner opposite to the opponent's."))
        corners = [corner for corner in CORNERS if corner in position.moves]
        if corners:
            return Advice(corners, phrase("It takes an empty corner."))
        return Advice(position.moves, phrase("It takes an empty side."))


class AriasA(NewellSimon):
    """Arias's first player: a corner, then by the opponent's reply."""

    name = "arias-a"
    title = phrase("Arias A")
    summary = phrase("Arias's first player: a corner, then what the reply asks for; as second player the list.")
    brief = phrase("Arias's first player")
    seats = (0,)

    def advise(self, position: Position) -> Advice:
        board = _Board(position)
        if not board.taken:
            return Advice(CORNERS, phrase("It begins in a corner."))
        if position.turn == 0 and not board.mine & ~_CORNER_MASK:
            marks = board.mine.bit_count()
            if marks == 1:
                return _second(board.mine.bit_length() - 1, board.theirs.bit_length() - 1)
            left = [corner for corner in CORNERS if corner in position.moves]
            if marks == 2 and left and CENTRE in position.moves and not board.wins and not board.blocks:
                # Arias goes on to the centre here, which only draws; the corner that is left makes the fork.
                return Advice(left, phrase("It takes the corner that is left: a fork."))
        return super().advise(position)


class AriasB(NewellSimon):
    """Arias's second player: the reply to the first move, then the list."""

    name = "arias-b"
    title = phrase("Arias B")
    summary = phrase(
        "Arias's second player: the centre against a corner, otherwise a corner; as first player the list."
    )
    brief = phrase("Arias's second player")
    seats = (1,)

    def advise(self, position: Position) -> Advice:
        board = _Board(position)
        if board.taken.bit_count() != 1:
            return super().advise(position)
        first = board.theirs.bit_length() - 1
        if first in CORNERS:
            return Advice((CENTRE,), phrase("It answers a corner with the centre."))
        if first == CENTRE:
            return Advice(CORNERS, phrase("It answers the centre with a corner."))
        return Advice((8,) if first > CENTRE else (0,), phrase("It answers a side with a corner."))


_CORNER_MASK = sum(1 << corner for corner in CORNERS)


def _second(first: Move, reply: Move) -> Advice:
    """The second move of Arias's first player, who began in a corner."""
    if reply in SIDES:
        return Advice((CENTRE,), phrase("It answers a side with the centre."))
    if reply == CENTRE:
        return Advice((8 - first,), phrase("It takes the corner opposite to its own: the centre keeps the draw."))
    if reply != 8 - first:
        return Advice((8 - reply,), phrase("It takes the corner opposite to the reply."))
    return Advice(((first + 6) % 12,), phrase("It answers the opposite corner with a third corner."))


class _Board:
    """What the list asks about a position."""

    def __init__(self, position: Position) -> None:
        game = position.game
        assert isinstance(game, Mnk)
        self.lines = game.lines
        self.mine, self.theirs = game.sides(position.state)
        self.taken = self.mine | self.theirs
        self.wins = self._completing(self.mine, self.taken)
        self.blocks = self._completing(self.theirs, self.taken)
        self.forks = self._forking(self.mine, self.theirs)
        self.blocks_of_forks = self._against_forks()

    def _completing(self, marks: int, taken: int) -> list[Move]:
        """The cells that would complete a line of these marks, ascending."""
        missing = {line & ~marks for line in self.lines if (line & marks).bit_count() == 2 and line & ~marks & ~taken}
        return sorted(cell.bit_length() - 1 for cell in missing)

    def _forking(self, marks: int, others: int) -> list[Move]:
        """The cells that would make two threats, ascending."""
        taken = marks | others
        return [cell for cell in _cells(~taken) if len(self._completing(marks | 1 << cell, taken | 1 << cell)) > 1]

    def _against_forks(self) -> list[Move]:
        """The cells that keep the opponent from a fork: those after which, and after the block of a threat they make, he has
        none; else those that make a threat whose block is no fork; else the cells of the forks. None when no fork is due."""
        forks = self._forking(self.theirs, self.mine)
        if not forks:
            return []
        sure, threats = [], []
        for cell in _cells(~self.taken):
            mine = self.mine | 1 << cell
            blocks = self._completing(mine, self.taken | 1 << cell)
            left = self._forking(self.theirs | sum(1 << block for block in blocks), mine)
            if not left and not set(blocks) & set(forks):
                sure.append(cell)
            elif blocks and not set(blocks) & set(self._forking(self.theirs, mine)):
                threats.append(cell)
        return sure or threats or forks


def _cells(mask: int) -> Iterable[Move]:
    return (cell for cell in range(9) if mask >> cell & 1)
