"""Monte-Carlo tree search: random games from the leaves of a growing tree, the promising branches tried most (UCT), and
what is proven in the tree passed up (MCTS-Solver, Winands and others 2008).

A node keeps the sum of the results seen through it, for the player who moved there, so that siblings compare. Its proof
speaks for the player to move in it: a win as soon as one move wins, else the best of the moves once all are proven. The
distance is known for a win in one, and where it is known of all moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random

from core.analysis import Analysis, Watch
from core.engines.root import MAX_MOVES, MAX_PLIES, VERDICTS, Counter, Root
from core.game import Move, Player, State
from core.score import FAR, Score, Verdict

_EXPLORE = 1.0
_SEED = 2007
_PRIOR = 10
"""So many games the estimate of a move of the root is worth, lest a single lucky one decide."""
_TICK = 200
_PUBLISH = 5000
_TREE_SIZE = 500_000
_PLAYOUTS = 1_000_000
_PLAYOUTS_TO_DEPTH = 10_000
"""Enough where only a depth is asked for, which by itself would never end the search."""


class Mcts:
    """Plays until every move of the root is proven or it is stopped; the same numbers each time for the same nodes."""

    name = "mcts"

    def analyse(self, watch: Watch) -> Analysis:
        root = Root(watch, self.name)
        return root.answer(_Tree(root).run)


class _Node:
    """``mover`` made the move that led here; ``changes`` whether the other player is to move now. ``children`` is empty
    until the node is expanded, ``open`` are those of them without a proof."""

    __slots__ = ("changes", "children", "move", "mover", "open", "proof", "state", "total", "visits")

    def __init__(self, state: State, move: Move, mover: Player, changes: bool) -> None:
        self.state = state
        self.move = move
        self.mover = mover
        self.changes = changes
        self.children: list[_Node] = []
        self.open: list[_Node] = []
        self.proof: Score | None = None
        self.visits = 0
        self.total = 0.0

    @property
    def score(self) -> Score:
        """The worth of the move that led here, to the player who made it; the node is proven."""
        assert self.proof
        return self.proof.before(self.changes)

    def prove(self) -> None:
        """Set the proof if the children allow it."""
        scores = [child.score for child in self.children if child.proof]
        best = max(scores, default=None)
        if best is None or (self.open and best.verdict is not Verdict.WIN):
            return
        same = [score for score in scores if score.verdict is best.verdict]
        soonest = min(score.most for score in same)
        least, most = 1, FAR
        if best.verdict is Verdict.LOSE:
            least, most = max(score.least for score in same), max(score.most for score in same)
        elif soonest == 1 or (not self.open and all(score.plies is not None for score in same)):
            # Nothing is sooner than 1, whatever the moves that are still open lead to.
            least = most = soonest
        elif best.verdict is Verdict.WIN:
            least = 2
        assert best.verdict is not None
        self.proof = Score.exact(best.verdict, None, "search", least=least, most=most)


class _Tree:
    def __init__(self, root: Root) -> None:
        position = root.position
        self._root = root
        self._game = position.game
        # One seed for all, so that the same nodes give the same numbers.
        self._random = Random(_SEED)
        self._guesses = [line.score.value for line in root.lines]
        self._top = _Node(position.state, -1, position.turn, False)
        self._size = self._playouts = self._unpublished = 0
        self._count = Counter(self._tick, _TICK)
        root.counters = lambda: {"playouts": self._playouts, "tree": self._size}
        self._expand(self._top, root.moves)

    def run(self) -> None:
        """Play until every move of the root is proven, and show what has been learnt. Raises Stopped."""
        try:
            self._play()
            self._count.flush()
        finally:
            self._publish()

    def _play(self) -> None:
        """Play until every move of the root is proven, or so many games."""
        limit = self._root.watch.limit
        deepest = MAX_PLIES if limit.depth is None else max(1, limit.depth)
        by_depth = limit.depth is not None and limit.nodes is None and limit.seconds is None
        while self._top.open and self._playouts < (_PLAYOUTS_TO_DEPTH if by_depth else _PLAYOUTS):
            path = [node := self._top]
            while node.open:
                path.append(node := _select(node))
            self._root.depth = max(self._root.depth, len(path) - 1)
            # A leaf is played from once before it grows: most are never seen again, and children cost more than a game.
            if node.visits and len(path) <= deepest and self._size < _TREE_SIZE:
                self._count.untold += self._expand(node, self._game.moves(node.state))
                node.prove()
            # A proven result stands for itself: games at random would only blur it.
            if node.proof:
                result = node.proof.value if self._game.turn(node.state) == 0 else -node.proof.value
            else:
                result = self._playout(node.state)
            self._playouts += 1
            for node in path:
                node.visits += 1
                node.total += result if node.mover == 0 else -result
            self._pass_up(path)
            self._count.add()

    def _pass_up(self, path: list[_Node]) -> None:
        """Carry the proof of the last node towards the root as far as it proves anything; the root stays open as long as
        one of its moves is."""
        for parent, node in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
            if not node.proof:
                return
            parent.open.remove(node)
            if parent is not self._top:
                parent.prove()

    def _expand(self, node: _Node, moves: Sequence[Move]) -> int:
        """Give a node its children, and return how many; one with too many moves stays a leaf."""
        # So many children would each be tried once and never again.
        if len(moves) > MAX_MOVES:
            return 0
        game = self._game
        mover = game.turn(node.state)
        for move in moves:
            state = game.play(node.state, move)
            child = _Node(state, move, mover, game.turn(state) != mover)
            value = game.value(state)
            if value is None:
                node.open.append(child)
            else:
                child.proof = Score.exact(VERDICTS[value], 0, "search")
            node.children.append(child)
        # The order of the moves must not decide which of them is tried first, and most.
        self._random.shuffle(node.open)
        self._size += len(node.children)
        return len(node.children)

    def _playout(self, s: State) -> float:
        """The result of a random game from s, for the first player; one that does not end is a draw."""
        game = self._game
        random = self._random.random
        for _ in range(MAX_PLIES):
            value = game.value(s)
            if value is not None:
                return value if game.turn(s) == 0 else -value
            # Not Random.choice, which takes twice as long: this is done at each ply of each game.
            moves = game.moves(s)
            s = game.play(s, moves[int(random() * len(moves))])
            self._count.add()
        return 0.0

    def _tick(self, nodes: int) -> None:
        # To find the play after each move takes far longer than to count.
        self._unpublished += nodes
        if self._unpublished >= _PUBLISH:
            self._unpublished = 0
            self._publish()
        self._root.tick(nodes)

    def _publish(self) -> None:
        """Bring the lines of the root up to date."""
        root = self._root
        for i, node in enumerate(self._top.children):
            if node.proof:
                root.learn(i, node.score)
            else:
                # A proof is never weighed against results; only what is open has a mean.
                mean = (node.total + _PRIOR * self._guesses[i]) / (node.visits + _PRIOR)
                root.learn(i, Score.estimate(mean))
            root.show(i, _line(node))


def _select(node: _Node) -> _Node:
    """The open child with the highest upper confidence bound; first those never tried."""
    if node.visits < len(node.children):
        for child in node.open:
            if not child.visits:
                return child
    # The logarithm grows without end, so that no move is given up for good.
    scale = _EXPLORE * sqrt(log(node.visits + 1))
    return max(node.open, key=lambda child: child.total / (child.visits or 1) + scale / sqrt(child.visits or 0.01))


def _line(node: _Node) -> list[Move]:
    """The play from a node on: what proves it, or else the moves tried most."""
    line: list[Move] = []
    while node.children:
        tried = [child for child in node.children if child.visits or child.proof]
        if not tried:
            break
        if node.proof:
            # Scores do not order ties by their distance.
            proven = sorted((child for child in tried if child.proof), key=lambda child: child.score.plies or MAX_PLIES)
            node = max(proven, key=lambda child: child.score.rank)
        else:
            node = max(tried, key=lambda child: child.visits)
        line.append(node.move)
    return line
