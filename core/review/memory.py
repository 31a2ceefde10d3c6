"""Memory: what is known of the positions of a game and of the lines beside it, and what has ever been proven of them.

A proof belongs to a position, not to the way that led there. So what an account of one course proves holds where a move is
taken back, in another line that comes to the same position, and for the next engine that is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from core.analysis import Analysis, Line
from core.game import Move
from core.position import Outcome, Position
from core.review.account import Account
from core.score import Score

REMEMBERED = 400
"""Positions kept; a game on the largest board has 361 plies."""

_T = TypeVar("_T")


class Memory:
    """The last answer about each of so many positions, with all that earlier ones and the course of the game have proven.
    ``hear`` is called with each position whose known value has changed."""

    def __init__(self, most: int = REMEMBERED, hear: Callable[[Position], None] = lambda position: None) -> None:
        self._most = most
        self._hear = hear
        self._accounts: list[Account] = []
        """Of the two games that were asked for last: one that is played, and one of the lines beside it."""
        self._known: dict[Position, Analysis] = {}
        self._lines: dict[Position, dict[Move, Line]] = {}
        """What was proven of moves, whoever has proven it."""
        self._proven: dict[Position, Score] = {}
        """What was proven of positions, for the player to move, be it by the moves that led there."""
        self._trusted = True

    def known(self, position: Position) -> Analysis | None:
        """The last answer about a position."""
        return self._known.get(position)

    def proven(self, position: Position) -> Score | None:
        """What the course of some game has proven of a position, for the player to move."""
        return self._proven.get(position)

    def learn(self, analysis: Analysis) -> None:
        """Remember an answer, and forget the oldest when there are too many."""
        # Not every program from elsewhere is right in what it calls proven.
        self._trusted = self._trusted and ":" not in analysis.engine
        position = analysis.position
        earlier = self._lines.get(position, {})
        known = analysis.keeping(replace(analysis, lines=tuple(earlier.values()))) if earlier else analysis
        self._keep(self._known, position, known)
        self._keep(self._lines, position, earlier | {line.move: line for line in known.lines if line.score.verdict})

    def account(self, positions: Sequence[Position], moves: Sequence[Move], outcome: Outcome | None) -> Account:
        """A game, or a line beside it, with what is known of it; what that proves is remembered. The account is
        the same one as the game goes on."""
        told = self._follow(positions, moves, outcome)
        for ply in told.news():
            self._take(told, ply)
        return told

    def _follow(self, positions: Sequence[Position], moves: Sequence[Move], outcome: Outcome | None) -> Account:
        """The account of a game: one of which it is the continuation or the beginning, else a new one."""
        for told in self._accounts:
            if told.shared(positions, moves) == min(len(told.positions), len(positions)):
                self._accounts.remove(told)
                told.follow(positions, moves, outcome)
                break
        else:
            told = Account(positions, moves, outcome, self.known, self.proven)
            del self._accounts[:-1]
        self._accounts.append(told)
        return told

    def _take(self, told: Account, ply: int) -> None:
        """Remember what a game proves of one of its positions and of the move made there."""
        position, score, analysis = told.positions[ply], told.scores[ply], told.analyses[ply]
        if score and score.proven and not position.outcome:
            self._keep(self._proven, position, score)
        line = told.led[ply] if ply < len(told.led) else None
        if line:
            earlier = self._lines.get(position, {})
            old = earlier.get(line.move, line)
            proven = line.score.with_proven(old.score, position.game.finite)
            line = old if proven is old.score else replace(line, score=proven)
            self._keep(self._lines, position, {**earlier, line.move: line})
        if position in self._known and analysis and analysis != self._known[position]:
            self._known[position] = analysis
            self._tell(position)

    def forget(self) -> None:
        """Forget all answers, as when another engine is to think, but not what they have proven: that of a program from
        elsewhere goes with it."""
        self._accounts.clear()
        for position in (*self._known, *self._proven):
            self._hear(position)
        self._known.clear()
        if not self._trusted:
            self._lines.clear()
            self._proven.clear()
        self._trusted = True

    def _keep(self, table: dict[Position, _T], position: Position, value: _T) -> None:
        changed = [position] if table.pop(position, None) != value else []
        table[position] = value
        if len(table) > self._most:
            changed.append(next(iter(table)))
            del table[changed[-1]]
        for each in changed if table is not self._lines else ():
            self._tell(each)

    def _tell(self, position: Position) -> None:
        """Something else is known of a position now."""
        for told in self._accounts:
            told.hear(position)
        self._hear(position)
