"""K in a row proven: the verdict of every move, first by searches with more and more quiet moves, then by proof numbers.

How the first prove wins and draws stands in :mod:`core.engines.threat_search`, how the second decide all that is left in
:mod:`core.engines.proof_numbers`.
"""

from __future__ import annotations

from typing import TypeGuard

from core.analysis import Analysis, Score, Stopped, Verdict, Watch
from core.engines.alphabeta import AlphaBeta, deepen
from core.engines.lanes import Lanes
from core.engines.proof_numbers import ProofNumbers
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
_QUIET = 2
"""Quiet moves with which wins are looked for where proof numbers do not decide the best move soon; else one less."""
_BEST_NODES = 5000
"""Nodes of proof numbers for the best move, so that something is known soon."""
_FIRST_NODES = 50
"""Nodes of proof numbers for each question at first."""
_SHARE = 100
"""Times as many for the question whether any move wins."""
_EXACT_EMPTY = 16
"""Up to this many empty cells distances are cheap."""


class Threats:
    """Verdicts of all moves first, with more and more quiet moves; then distances, where few cells are empty."""

    name = "threats"
    summary = "Proves k in a row by forced threats, pairings and zones; other games by alphabeta."
    thinks = True
    pace = 60_000

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
        self._numbers = ProofNumbers(lanes, self._search)
        self._held: dict[int, str] = {}
        self._harmless: dict[int, str] = {}

    def run(self) -> None:
        """Prove the verdict of every move. Raises Stopped."""
        self._look()
        for quiet in range(_QUIET):
            self._wins(quiet)
            self._losses(quiet)
            self._search.flush()
        best = next(iter(self._open()), None)
        if best is not None:
            self._decide(best, _BEST_NODES)
        if best in self._open():
            self._wins(_QUIET)
        nodes = _FIRST_NODES
        while self._open():
            self._decide_all(_SHARE * nodes)
            for i in self._open():
                self._decide(i, nodes)
            nodes *= 2
        for i, line in enumerate(self._root.lines):
            if i in self._orbits and line.score.verdict is Verdict.TIE and line.score.method != "rules":
                own, other, empty = self._after(i)
                self._show(i, self._numbers.drawn((other, own, empty)))
        self._search.flush()

    def _decide_all(self, nodes: int) -> None:
        """Spend so many nodes on the question whether any move wins, where it is open: one answer may serve all moves."""
        moves = self._open()
        if any(line.score.verdict is Verdict.WIN for line in self._root.lines) or self._harmless.keys() >= set(moves):
            return
        wins = self._numbers.decide((self._own, self._other, self._empty), True, nodes)
        for i in moves:
            own, other, empty = self._after(i)
            if wins and self._numbers.lost((own, other, empty), False):
                self._learn(i, Verdict.WIN, "search")
                self._show(i, self._numbers.won((own, other, empty), False))
            elif wins is False:
                self._harmless.setdefault(i, "search")
                self._learn_tie(i)

    def _decide(self, i: int, nodes: int) -> None:
        """Spend so many nodes on what is not known of a move: whether the player wins after it, and whether the opponent."""
        own, other, empty = self._after(i)
        if i not in self._harmless:
            wins = self._numbers.decide((own, other, empty), False, nodes)
            if wins:
                self._learn(i, Verdict.WIN, "search")
                self._show(i, self._numbers.won((own, other, empty), False))
                return
            if wins is False:
                self._harmless[i] = "search"
                self._learn_tie(i)
        if i not in self._held:
            loses = self._numbers.decide((other, own, empty), True, nodes)
            if loses:
                self._learn(i, Verdict.LOSE, "search")
                self._show(i, self._numbers.won((other, own, empty), True))
            elif loses is False:
                self._held[i] = "search"
                self._learn_tie(i)

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
            self._learn(i, Verdict.TIE, next(name for name in ("search", "pairing", "Erdos-Selfridge") if name in methods))

    def _show(self, i: int, pv: list[Move]) -> None:
        for j, image in self._orbits[i]:
            self._root.show(j, [image[move] for move in pv])

    def _tick(self, nodes: int) -> None:
        self._root.counters = self._search.counters
        self._root.tick(nodes)
