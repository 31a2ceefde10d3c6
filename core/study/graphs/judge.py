"""The values of the boards of a graph: by solving the whole game if possible, else by a short search of each."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace

from core.analysis import Limit, Stopped, Watch
from core.engines.general.alphabeta import AlphaBeta
from core.engines.general.retrograde import Retrograde
from core.game import Game, State
from core.kinds.solved import SolvedGame
from core.position import Position
from core.score import Score, Verdict
from core.study.graphs.atlas import Atlas

GLANCE_NODES = 1_000
"""Maximum number of nodes for a position if the game is too large to solve."""


MAX_TRIED = 1_000_000
"""Maximum number of moves tried to solve a game: a few seconds."""


class Judge:
    """Evaluates positions of a game by solving it, or by its theory if it is large; if both fail by a short search."""

    def __init__(self, game: Game, whole: bool) -> None:
        self._game = game
        self._theory = game if isinstance(game, SolvedGame) and not whole else None
        self._engine = Retrograde()
        self._scores: Mapping[State, Score] | None = None
        self.nodes = 0

    def score(self, text: str | None) -> Score | None:
        """The proven score of a position for the player to move, None if not proven."""
        if text is None:
            return None
        position = Position.from_text(self._game, text)
        value = self._game.value(position.state)
        if value is not None:
            return Score.exact({1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}[value], 0)
        wins = self._theory.wins(position.state) if self._theory else None
        if wins is not None:
            return Score.exact(Verdict.WIN if wins else Verdict.LOSE)
        return self._searched(position)

    def _searched(self, position: Position) -> Score | None:
        if self._scores is None:
            self._scores = self._table(Position.start(self._game))
        if self._scores and position.state not in self._scores:
            self._scores = {**self._scores, **self._table(position)}
        if self._scores:
            return self._scores[position.state]
        watch = Watch(position, Limit(nodes=GLANCE_NODES), time.monotonic)
        score = AlphaBeta().analyse(watch).score
        self.nodes += watch.nodes
        return score if score and score.proven else None

    def _table(self, position: Position) -> Mapping[State, Score]:
        watch = Watch(position, Limit(nodes=MAX_TRIED), time.monotonic)
        try:
            return self._engine.table(watch)
        except Stopped:
            return {}
        finally:
            self.nodes += watch.nodes


def judged(found: Atlas, game: Game) -> Iterator[tuple[Atlas, int, bool]]:
    """The graph with more and more scores, the nodes they took, and whether all are there."""
    judge = Judge(game, found.whole)
    nodes = list(found.nodes)
    told = time.monotonic()
    for i, node in enumerate(nodes):
        nodes[i] = replace(node, scores=(judge.score(node.texts[0]), judge.score(node.texts[1])))
        if time.monotonic() - told > 0.25 and i < len(nodes) - 1:
            told = time.monotonic()
            yield replace(found, nodes=tuple(nodes)), judge.nodes, False
    yield replace(found, nodes=tuple(nodes)), judge.nodes, True
