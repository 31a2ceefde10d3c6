"""A program with the line form of Pascal Pons's solver, as :mod:`core.protocols.pons` has it, as a player of Connect Four.

It is asked about the position, which with one score tells how good the best column is and with one for each column all; where
there was one only, it is asked about the position after each column until that score is found.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from core.analysis import Watch
from core.engines.foreign.base import Foreign, ProgramAnswer
from core.engines.foreign.program import EngineProcess, ProgramFailed
from core.errors import quoted
from core.game import Move
from core.games.connect_four import ConnectFour
from core.position import Position


class Pons(Foreign):
    """Plays Connect Four; its scores are shown as the guesses of somebody else."""

    protocol = "pons"

    def greet(self, program: EngineProcess, watch: Watch) -> None:
        """Nothing is said."""

    def ask(self, watch: Watch) -> ProgramAnswer:
        position = watch.position
        game = position.game
        assert isinstance(game, ConnectFour)
        program, left = self.program(watch), self.thinking(watch)
        line = line_of(game, position)
        places = game.columns * game.rows
        scores: dict[Move, int] = {}
        best = None
        if line:
            told = _scores(program, line, game, left)
            # One score is that of the position; which column it belongs to has to be asked.
            if len(told) > 1:
                scores = {move: told[move] for move in position.moves}
            else:
                best = told[0]
        if not scores:
            for move in position.moves:
                after = position.play(move)
                if after.outcome:
                    scores[move] = 0 if after.outcome.winner is None else (places + 1 - len(line)) // 2
                else:
                    told = _scores(program, line + position.name(move), game, left)
                    scores[move] = -max(told)
                if scores[move] == best:
                    break
        most = places // 2 + 1
        return ProgramAnswer(
            max(scores, key=scores.__getitem__), {move: score / most for move, score in scores.items()}
        )


def _scores(program: EngineProcess, line: str, game: ConnectFour, left: Callable[[], float]) -> list[int]:
    """What the program says of a line: one score, or one for each column."""
    program.send(line)
    answer = program.read(left)
    words = answer.split()
    try:
        scores = [int(word) for word in words[1:]]
    except ValueError:
        scores = []
    if words[0] != line or len(scores) not in (1, game.columns):
        raise ProgramFailed("answered {answer} to {line}", answer=quoted(answer), line=line)
    return scores


def line_of(game: ConnectFour, position: Position) -> str:
    """Columns that lead to a position, counted from 1. Any order will do: no part of a position that is not won is won."""
    discs = game.discs(position.state)
    columns = [[disc for disc in discs[column :: game.columns][::-1] if disc >= 0] for column in range(game.columns)]

    @cache
    def rest(heights: tuple[int, ...]) -> str | None:
        if all(height == len(column) for height, column in zip(heights, columns, strict=True)):
            return ""
        for i, column in enumerate(columns):
            if heights[i] < len(column) and column[heights[i]] == sum(heights) % 2:
                found = rest((*heights[:i], heights[i] + 1, *heights[i + 1 :]))
                if found is not None:
                    return str(i + 1) + found
        return None

    line = rest((0,) * game.columns)
    if line is None:
        raise ProgramFailed("only accepts positions that a game can reach")
    return line
