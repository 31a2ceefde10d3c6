"""K in a row proven: the verdict of every move, then how far off the end is.

Short wins and losses come first, with their distance (:mod:`core.engines.lines.distances`), as do draws that need no search;
proof numbers (:mod:`core.engines.lines.proof_numbers`) decide what is left, with a bound on the distance of a win. While one
half of a draw is known, a move is shown as at least or at most a draw. In the end the missing distances are looked for.
"""

from __future__ import annotations

from sys import maxsize
from typing import TypeGuard

from core.analysis import Analysis, Limit, Solver, Watch
from core.engines.general.alphabeta import deepen
from core.engines.lines import book
from core.engines.lines.distances import Distances
from core.engines.lines.proof_numbers import ProofNumbers, by_potential
from core.engines.lines.theory import drawn, settle
from core.engines.lines.threat_search import ThreatSearch
from core.engines.root import Root
from core.game import Game
from core.games.mnk import Mnk
from core.games.own_lines import OwnLines
from core.kinds.lines import LineGame, MarkGame
from core.position import Position
from core.score import FAR, Proof, Score, Verdict

MAX_CELLS = 100
"""Maximum number of cells of a board on which it is tried; beyond, proofs are rare and recursion goes deep."""
MIN_CELLS = 10
"""Minimum number of cells of a board on which it is the best engine."""
_GLANCE = 2
"""Plies of the search for estimates that comes first."""
_FIRST_PLIES = 4000
"""Nodes for the short wins and losses that come first."""
_BEST_NODES = 5000
"""Nodes of proof numbers for the best move, so that something is known soon."""
_FIRST_NODES = 400
"""Nodes of proof numbers for each question at first."""
_SHARE = 25
"""Times as many for the question whether any move wins."""
_PLIES_SHARE = 8
"""Nodes of proof numbers for each that distances get until all verdicts are known."""
_METHODS = ("proof numbers", "pairing", "Erdos-Selfridge")
"""The hardest first."""


class LinesEngine(Solver):
    """Verdicts of all moves first, then all distances."""

    name = "lines"

    def analyse(self, watch: Watch) -> Analysis:
        game = watch.position.game
        theory = drawn(game, watch.position.state)
        assert theory or (watch.limit.depth is None and _plain(game))
        root = Root(watch, self.name)
        if theory:
            assert isinstance(game, MarkGame)
            settle(root, game)

        def search() -> None:
            if not theory:
                # First a glance, so that moves of which nothing can be proven have an order.
                deepen(root, _GLANCE)
            if watch.limit.depth is None and _plain(game):  # after a theory too, which need not know the distances
                _LinesProof(root, game).run()

        return root.answer(search)

    def takes(self, position: Position, limit: Limit) -> bool:
        """Whether it is a plain game, which is searched to its end however deep that is, or a draw by theory."""
        return (limit.depth is None and _plain(position.game)) or drawn(position.game, position.state)

    def solves(self, position: Position) -> bool:
        """Whether it is a plain game on a board on which alphabeta is slower, or a draw by theory."""
        game = position.game
        return (_plain(game) and game.move_count >= MIN_CELLS) or drawn(game, position.state)


def _plain(game: Game) -> TypeGuard[LineGame]:
    """Whether a line of own marks wins, on a board that is not too large."""
    plain = not game.misere if isinstance(game, Mnk) else isinstance(game, OwnLines) and game.plain
    return plain and game.move_count <= MAX_CELLS


class _LinesProof(Distances):
    """The verdicts of the moves of one root. ``_held`` are the moves after which the opponent is known not to win,
    ``_harmless`` those after which the player is not, with the method that proved it."""

    def __init__(self, root: Root, game: LineGame) -> None:
        search = ThreatSearch(game, root.tick)
        super().__init__(root, game, search, ProofNumbers(search, by_potential(search.lanes)))
        self._game = game
        self._held: dict[int, str] = {}
        self._harmless: dict[int, str] = {}

    def run(self) -> None:
        """Prove the verdict of every move, then the distances that are still missing. Raises Stopped."""
        root, counter = self._root, self._search.nodes
        end = len(root.moves)
        every = root.watch.all_moves
        self._look()
        self._within(_FIRST_PLIES, end)
        for i in root.unproven[:1]:
            self._decide(i, _BEST_NODES)
        # Little at a time for each, as nobody knows beforehand which question is easy.
        nodes = _FIRST_NODES
        while root.unproven if every else root.undecided:
            before = root.watch.nodes
            self._decide_all(_SHARE * nodes)
            for i in root.unproven:
                self._decide(i, nodes)
                if root.won and not every:
                    break
            counter.flush()
            self._within((root.watch.nodes - before) // _PLIES_SHARE, end)
            # Each round begins with the way down again, so it has to go further than the one before.
            nodes *= 2
        if every or root.lost:
            self._measure_draws()
            self._within(maxsize, end)
        counter.flush()

    def _look(self) -> None:
        """Find what the book, pairings and potentials alone prove."""
        lanes = self._lanes
        for i in self._root.unproven:
            known = book.verdict(self._game, self._root.children[i])
            if known:
                self._learn(i, Score.exact(known, None, "book").before(True))
                continue
            own, other, empty = self._after(i)
            self._bound(i, self._held, self._search.barren(other, empty))
            if not own >> lanes.top:
                self._bound(i, self._harmless, self._search.blocked(own, empty))

    def _decide_all(self, nodes: int) -> None:
        """Spend so many nodes on the question whether any move wins, where it is open: one answer may serve all moves."""
        moves = self._root.unproven
        if self._root.won or self._harmless.keys() >= set(moves):
            return
        # That no move wins is mostly shown by one defence that serves against all of them.
        wins = self._numbers.decide(self._place, True, nodes)
        for i in moves:
            if wins and self._numbers.lost(self._after(i), False):
                self._won(i, Verdict.WIN)
            elif wins is False:
                self._bound(i, self._harmless, "proof numbers")

    def _decide(self, i: int, nodes: int) -> None:
        """Spend so many nodes on what is not known of a move: whether the player wins after it, and whether the opponent."""
        own, other, empty = self._after(i)
        if i not in self._harmless:
            wins = self._numbers.decide((own, other, empty), False, nodes)
            if wins:
                self._won(i, Verdict.WIN)
                return
            if wins is False:
                self._bound(i, self._harmless, "proof numbers")
        if i not in self._held:
            loses = self._numbers.decide((other, own, empty), True, nodes)
            if loses:
                self._won(i, Verdict.LOSE)
            elif loses is False:
                self._bound(i, self._held, "proof numbers")

    def _won(self, i: int, verdict: Verdict) -> None:
        """Note that a move wins or loses, as was decided."""
        # The proof is asked for the play and for how long it can last; both are read from the table.
        own, other, empty = self._after(i)
        attacking = verdict is Verdict.LOSE
        place = (other, own, empty) if attacking else (own, other, empty)
        within = self._numbers.within(place, attacking)
        most = within + 1 if within else FAR
        method = "forced fours" if self._numbers.by_fours(place, attacking) else "proof numbers"
        self._learn(i, Score.exact(verdict, None, method, most=most), self._numbers.won(place, attacking))

    def _bound(self, i: int, known: dict[int, str], method: str) -> None:
        """Note a method that proves that one of the players does not win after a move, if there is one. It ties when
        neither does; the harder half then names the method."""
        if not method:
            return
        # The first method stands: a later one found out no more.
        known.setdefault(i, method)
        if i in self._held and i in self._harmless:
            methods = (self._held[i], self._harmless[i])
            self._root.depth = len(self._root.moves)
            self._learn(i, Score.exact(Verdict.TIE, None, next(name for name in _METHODS if name in methods)))
        else:
            proof = Proof.AT_LEAST if i in self._held else Proof.AT_MOST
            line = self._root.lines[i]
            self._root.learn_orbit(i, Score.bound(proof, line.score.value, method), depth=line.depth)
