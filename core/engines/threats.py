"""K in a row proven: the verdict of every move, by searches for the wins of either player with more and more quiet moves.

What the search means by that, and how it proves wins and draws, stands in :mod:`core.engines.threat_search`.
"""

from __future__ import annotations

from typing import TypeGuard

from core.analysis import Analysis, Score, Stopped, Verdict, Watch
from core.engines.alphabeta import AlphaBeta, deepen
from core.engines.lanes import Lanes
from core.engines.root import Root, orbits
from core.engines.threat_search import ThreatSearch
from core.game import Game, Move
from core.games.mnk import Mnk, WildMnk
from core.position import Position

LARGEST = 100
"""Most cells of a board on which it is tried; beyond, proofs are rare and recursion goes deep."""
SMALLEST = 10
"""Fewest cells of a board on which it is the best engine."""
_GLANCE = 2
"""Plies of the search for estimates that comes first."""
_EXACT_EMPTY = 16
"""Up to this many empty cells distances are cheap."""


class Threats:
    """Verdicts of all moves first, with more and more quiet moves; then distances, where few cells are empty."""

    name = "threats"
    summary = "Proves k in a row by forced threats, pairings and zones; other games by alphabeta."
    thinks = True

    def analyse(self, watch: Watch) -> Analysis:
        game = watch.position.game
        if watch.limit.depth is not None or not _plain(game):
            return AlphaBeta().analyse(watch)
        root = Root(watch)
        try:
            root.tick(1)
            deepen(root, _GLANCE)
            _Proof(root, game).run()
            if len(root.moves) <= _EXACT_EMPTY:
                deepen(root)
        except Stopped:
            pass
        return root.finish()

    def solves(self, position: Position) -> bool:
        """Whether it is a plain game on a board on which alphabeta is slower."""
        return _plain(position.game) and position.game.move_count >= SMALLEST


def _plain(game: Game) -> TypeGuard[Mnk]:
    """Whether a line of own marks wins, on a board that is not too large."""
    return isinstance(game, Mnk) and not isinstance(game, WildMnk) and not game.misere and game.cell_count <= LARGEST


class _Proof:
    """The verdicts of the moves of one root. ``_held`` are the moves after which the opponent is known not to win,
    ``_harmless`` those after which the player is not."""

    def __init__(self, root: Root, game: Mnk) -> None:
        self._root = root
        own, other = game.sides(root.position.state)
        lanes = Lanes(game)
        self._lanes = lanes
        self._own, self._other = lanes.of(own, other), lanes.of(other, own)
        self._empty = (1 << game.cell_count) - 1 & ~(own | other)
        self._orbits = orbits(root)
        self._search = ThreatSearch(game, lanes, self._tick)
        self._held: dict[int, str] = {}
        self._harmless: dict[int, str] = {}

    def run(self) -> None:
        """Prove the verdict of every move. Raises Stopped."""
        self._look()
        quiet = 0
        while self._open():
            self._wins(quiet)
            self._losses(quiet)
            self._search.flush()
            quiet += 1
        for i, line in enumerate(self._root.lines):
            if i in self._orbits and line.score.verdict is Verdict.TIE and line.score.method != "rules":
                own, other, empty = self._after(i)
                self._show(i, self._search.drawn(other, own, empty))
                self._search.flush()

    def _wins(self, quiet: int) -> None:
        """Find the moves that win, and those that are known not to."""
        for i in self._open():
            if i not in self._harmless:
                own, other, empty = self._after(i)
                value = self._search.defend(own, other, empty, quiet, 0)
                if value > 0:
                    self._learn(i, Verdict.WIN, "search" if quiet else "threats")
                    self._show(i, self._search.won(own, other, empty, quiet, False))
                elif value == 0:
                    self._harmless[i] = "search"
                    self._learn_tie(i)

    def _look(self) -> None:
        """Find what pairings and potentials alone prove."""
        lanes = self._lanes
        for i in self._open():
            own, other, empty = self._after(i)
            held = self._search.barren(other, empty)
            if held:
                self._held[i] = held
            if not own >> lanes.top:
                harmless = self._search.blocked(own, empty)
                if harmless:
                    self._harmless[i] = harmless
            self._learn_tie(i)

    def _losses(self, quiet: int) -> None:
        """Find the moves that lose, by what the opponent could do after a pass and after each of them. Where all lines are
        open to both, as on an empty board, a pass tells enough: it loses just when some move wins."""
        search = self._search
        zone = search.attack(self._other, self._own, self._empty, quiet, 1)
        if zone < 0 and self._own == self._other:
            return
        for i in self._open():
            if i in self._held:
                continue
            bit = 1 << self._root.moves[i]
            own, other, empty = self._after(i)
            value = zone
            if zone < 0 or zone & bit:
                value = search.attack(other, own, empty, quiet, 1)
            if value > 0:
                self._learn(i, Verdict.LOSE, "search" if quiet else "threats")
                self._show(i, search.won(other, own, empty, quiet, True))
                if zone > 0:
                    zone &= value | bit
            elif value == 0:
                self._held[i] = "search"
                self._learn_tie(i)

    def _after(self, i: int) -> tuple[int, int, int]:
        """The lanes of the player and of the opponent and the empty cells after a move."""
        cell = self._root.moves[i]
        lanes = self._lanes
        own = self._own | self._own << lanes.width & lanes.gain[cell]
        return own, self._other & lanes.keep[cell], self._empty & ~(1 << cell)

    def _open(self) -> list[int]:
        """The moves without a verdict, best first, one of each orbit."""
        lines = self._root.lines
        return [i for i in self._root.open if i in self._orbits and not lines[i].score.proven]

    def _learn(self, i: int, verdict: Verdict, method: str) -> None:
        plies = None
        if verdict is Verdict.TIE:
            plies = self._root.depth = len(self._root.moves)
        for j, _ in self._orbits[i]:
            self._root.learn(j, Score.exact(verdict, plies, method))
        self._root.report()

    def _learn_tie(self, i: int) -> None:
        """Note that a move ties when neither player can win after it; the harder half names the method."""
        if i in self._held and i in self._harmless:
            methods = (self._held[i], self._harmless[i])
            self._learn(i, Verdict.TIE, next(name for name in ("search", "pairing", "potential") if name in methods))

    def _show(self, i: int, pv: list[Move]) -> None:
        for j, image in self._orbits[i]:
            self._root.show(j, [image[move] for move in pv])

    def _tick(self, nodes: int) -> None:
        self._root.counters = self._search.counters
        self._root.tick(nodes)
