"""Alpha-beta: a deepening search for estimates and distances, and beside it a search to the end for verdicts.

Both are negamax with a table, keyed by symmetry class where boards are small, and speak for the player to move.

``_Search.value(s, depth, alpha, beta, ply)`` returns v: at most v where v <= alpha, at least v where v >= beta, else
exactly v, when nothing beyond depth plies is looked at:

====================  ==============================================================================
_WIN - n > _WON       won, n plies after the root; proven
_WON - ply'           won, proven by ``verdict``; the distance is beyond depth
-_GUESS .. +_GUESS    an estimate; 0 also for a proven draw
below                 the same for losses
====================  ==============================================================================

Tables hold wins and losses by their distance from the node, so an entry means the same wherever the node is met. A
distance of n is exact once depth has reached n: a shorter win would have been found in it. Without an estimate in reach
the value 0 is a proven draw.

``_Search.verdict(s, alpha, beta, ply)`` returns -1, 0 or +1 in the same sense and looks to the end of the game; it
remembers what it proved, and raises _OutOfNodes when its allowance is spent, to be called again with a greater one. It
serves games that end.
"""

from __future__ import annotations

from core.analysis import Analysis, Score, Stopped, Verdict, Watch
from core.engines.root import MAX_PLIES, VERDICTS, Root
from core.estimates import estimator
from core.game import Move, State

_WIN = 1_000_000
_FAR = 950_000
"""The score, at its node, of a win of unknown distance."""
_WON = 900_000
_GUESS = 100_000
_INFINITE = 2_000_000

_TICK = 500
_SMALL = 36
"""Up to this many legal moves symmetry pays and the search for verdicts has a chance."""
_FIRST_ALLOWANCE = 20_000
_TABLE_SIZE = 500_000


class AlphaBeta:
    """Every move of the root is searched with an open window, so each has a value of its own and not only a bound."""

    name = "alphabeta"
    summary = "Deepens ply by ply, skips what cannot matter, remembers positions, and proves value and distance."
    thinks = True

    def analyse(self, watch: Watch) -> Analysis:
        root = Root(watch)
        try:
            root.tick(1)
            _Search(root).run()
        except Stopped:
            pass
        return root.finish()


class _OutOfNodes(Exception):
    """The search for verdicts has spent its allowance."""


class _Search:
    """The tables of one analysis: ``_table`` class -> (depth, at least, at most), ``_verdicts`` class -> (at least, at
    most), ``_best`` state -> move."""

    def __init__(self, root: Root) -> None:
        game = root.position.game
        self._root = root
        self._play, self._ended, self._turn, self._moves = game.play, game.value, game.turn, game.moves
        self._key = game.canonical if len(root.moves) <= _SMALL and len(game.symmetries) > 1 else _same
        self._estimator = estimator(game)
        self._table: dict[State, tuple[int, int, int]] = {}
        self._verdicts: dict[State, tuple[int, int]] = {}
        self._best: dict[State, Move] = {}
        self._history = [0] * game.move_count
        self._allowance = 0
        self._uncounted = 0
        self._cuts = self._hits = 0

    def run(self) -> None:
        """Deepen until all is settled or the limit of depth is reached. Raises Stopped."""
        root = self._root
        game = root.position.game
        limit = root.watch.limit.depth
        end = self._estimator.span(root.position.state).end
        deepest = min(MAX_PLIES if bound is None else bound for bound in (MAX_PLIES, limit, end))
        to_end = not game.cycles and len(root.moves) <= _SMALL and (limit is None or deepest == end)
        for line in sorted(root.lines, key=lambda line: line.score.rank):
            self._history[line.move] = 1
        allowance = _FIRST_ALLOWANCE
        for depth in range(1, deepest + 1):
            before = root.watch.nodes
            for i in root.open:
                self._deepen(i, depth, depth == end)
            root.depth = depth
            if to_end:
                allowance += root.watch.nodes - before
                allowance = self._prove(allowance)
            self._count(0, True)
            if not root.open:
                break

    def _deepen(self, i: int, depth: int, complete: bool) -> None:
        """Search one move of the root to a depth that counts the move itself."""
        root = self._root
        child = root.children[i]
        value = self.value(child, depth - 1, -_INFINITE, _INFINITE, 1)
        value = -value if root.turns[i] else value
        plies = _WIN - abs(value)
        if abs(value) >= _WON:
            verdict = Verdict.WIN if value > 0 else Verdict.LOSE
            score = Score.exact(verdict, plies if plies <= depth else None, "search")
        elif complete:
            score = Score.exact(Verdict.TIE, self._draw(child), "search")
        else:
            score = Score.estimate(value / _GUESS)
        root.learn(i, score, self._line(child, depth - 1))
        self._count(0, True)

    def _prove(self, allowance: int) -> int:
        """Search for the verdicts of the moves of the root; returns what is left of the allowance."""
        root = self._root
        self._allowance = allowance
        for i in root.open:
            if root.lines[i].score.proven:
                continue
            child = root.children[i]
            try:
                value = self.verdict(child, -1, 1, 1)
            except _OutOfNodes:
                return 0
            value = -value if root.turns[i] else value
            plies = self._draw(child) if value == 0 else None
            root.learn(i, Score.exact(VERDICTS[value], plies, "search"), root.lines[i].pv[1:])
            self._count(0, True)
        return self._allowance

    def _draw(self, s: State) -> int | None:
        """The plies to the draw that s is for the player who leads to it, None where draws differ in length."""
        draw, end = self._estimator.span(s)
        return draw + 1 if draw == end else None

    def _count(self, nodes: int, now: bool = False) -> None:
        """Count nodes; once in a while, or now, let the watch know. Raises Stopped."""
        self._uncounted += nodes
        if now or self._uncounted >= _TICK:
            nodes, self._uncounted = self._uncounted, 0
            for table in (self._table, self._verdicts, self._best):
                if len(table) > _TABLE_SIZE:
                    table.clear()
            self._root.counters = {"cuts": self._cuts, "table_hits": self._hits}
            self._root.tick(nodes)

    def value(self, s: State, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The score of the unfinished state s; the contract stands at the top of the file."""
        if depth == 0:
            return round(self._estimator.value(s) * _GUESS)
        key = self._key(s)
        low, high = self._bounds(key, depth, ply)
        if low >= beta or low >= high:
            self._hits += 1
            return low
        if high <= alpha:
            self._hits += 1
            return high
        alpha = max(alpha, low)
        beta = min(beta, high, _WIN - ply - 1)
        best, choice = low, -1
        play, ended, turn_of = self._play, self._ended, self._turn
        turn = turn_of(s)
        children = []
        moves = self._ordered(s)
        for move in moves:
            child = play(s, move)
            value = ended(child)
            if value is None:
                children.append((move, child))
                continue
            value *= _WIN - ply - 1
            if turn_of(child) != turn:
                value = -value
            if value > best:
                best, choice = value, move
                if best >= beta:
                    break
        self._count(len(moves))
        if best < beta:
            for move, child in children:
                bound = max(alpha, best)
                if turn_of(child) != turn:
                    value = -self.value(child, depth - 1, -beta, -bound, ply + 1)
                else:
                    value = self.value(child, depth - 1, bound, beta, ply + 1)
                if value > best:
                    best, choice = value, move
                    if best >= beta:
                        self._cuts += 1
                        self._history[move] += depth * depth
                        break
        if choice >= 0:
            self._best[s] = choice
        if best <= alpha:
            high = best
        elif best >= beta:
            low = best
        else:
            low = high = best
        self._table[key] = (depth, _from_node(low, ply), _from_node(high, ply))
        return best

    def _bounds(self, key: State, depth: int, ply: int) -> tuple[int, int]:
        """What is known of a class for a search to this depth: its score is at least, at most this."""
        low, high = -_INFINITE, _INFINITE
        entry = self._table.get(key)
        if entry:
            searched, least, most = entry
            if searched >= depth or least >= _WON:
                low = _from_root(least, ply)
            if searched >= depth or most <= -_WON:
                high = _from_root(most, ply)
        verdict = self._verdicts.get(key)
        if verdict:
            least, most = verdict
            if least >= 0:
                low = max(low, _from_root(_FAR * least, ply))
            if most <= 0:
                high = min(high, _from_root(_FAR * most, ply))
        return low, high

    def verdict(self, s: State, alpha: int, beta: int, ply: int) -> int:
        """What best play from the unfinished state s leads to; the contract stands at the top of the file."""
        key = self._key(s)
        low, high = self._verdicts.get(key, (-1, 1))
        if low >= beta or low >= high:
            return low
        if high <= alpha:
            return high
        alpha = max(alpha, low)
        beta = min(beta, high)
        if self._allowance < 0 or ply > MAX_PLIES:
            raise _OutOfNodes
        play, ended, turn_of = self._play, self._ended, self._turn
        turn = turn_of(s)
        best = low
        children = []
        moves = self._ordered(s)
        for move in moves:
            child = play(s, move)
            value = ended(child)
            if value is None:
                children.append((move, child))
                continue
            best = max(best, -value if turn_of(child) != turn else value)
            if best >= beta:
                break
        self._allowance -= len(moves)
        self._count(len(moves))
        if best < beta:
            for move, child in children:
                bound = max(alpha, best)
                if turn_of(child) != turn:
                    value = -self.verdict(child, -beta, -bound, ply + 1)
                else:
                    value = self.verdict(child, bound, beta, ply + 1)
                if value > best:
                    best = value
                    if best >= beta:
                        self._cuts += 1
                        self._history[move] += len(children)
                        self._best[s] = move
                        break
        if best <= alpha:
            high = best
        elif best >= beta:
            low = best
        else:
            low = high = best
        self._verdicts[key] = (low, high)
        return best

    def _ordered(self, s: State) -> list[Move]:
        """The legal moves: first the one that was best here before, then by how often they cut."""
        moves = sorted(self._moves(s), key=self._history.__getitem__, reverse=True)
        first = self._best.get(s)
        if first is not None:
            moves.remove(first)
            moves.insert(0, first)
        return moves

    def _line(self, s: State, depth: int) -> list[Move]:
        """The play that the search expects from s on."""
        line: list[Move] = []
        while self._ended(s) is None and s in self._best and len(line) < depth:
            line.append(self._best[s])
            s = self._play(s, line[-1])
        return line


def _same(s: State) -> State:
    return s


def _from_node(value: int, ply: int) -> int:
    """A score met at ply, as seen from there."""
    if value >= _WON:
        return value + ply
    return value - ply if value <= -_WON else value


def _from_root(value: int, ply: int) -> int:
    """The inverse of :func:`_from_node`."""
    if value >= _WON:
        return value - ply
    return value + ply if value <= -_WON else value
