"""Alpha-beta: a deepening search for estimates and distances, and beside it a search to the end for verdicts.

Both are negamax with a table, and speak for the player to move. The key is the kind of a position if the board is small.

Tables store wins and losses by their distance from the node, so an entry means the same wherever the node is met. A distance of
n is exact once depth has reached n: a search to that depth would have found a shorter win.
"""

from __future__ import annotations

from collections import defaultdict

from core.analysis import Analysis, Watch
from core.engines.deepening import Found, fill, search_root
from core.engines.root import MAX_MOVES, MAX_PLIES, VERDICTS, Counter, OutOfNodes, Root
from core.engines.win_scores import INFINITE, WIN, WON, from_node, from_root
from core.estimates import estimator
from core.game import Move, State
from core.score import Proof, Score, Verdict

_FAR = 950_000
"""The score of a win of unknown distance, seen from its node."""
_GUESS = 100_000

_TICK = 500
_SMALL = 48
"""Maximum number of legal moves at the root for keys by kind and for the search for verdicts."""
_FIRST_ALLOWANCE = 20_000
_PROVING = 4
"""Nodes for the search for verdicts for each node of deepening."""


class AlphaBeta:
    """Finds the best move first, then the value of every other move."""

    name = "alphabeta"

    def analyse(self, watch: Watch) -> Analysis:
        root = Root(watch, self.name)
        return root.answer(lambda: deepen(root))


def deepen(root: Root, plies: int = MAX_PLIES) -> None:
    """Search the unsettled moves of a root to at most ``plies`` plies. Raises Stopped."""
    assert plies > 0
    _AlphaBetaSearch(root).run(plies)


class _AlphaBetaSearch:
    """The searches and tables of one analysis: ``_table`` kind -> (depth, lower bound, upper bound), ``_verdicts`` kind ->
    (lower bound, upper bound), ``_best`` state -> move. ``_blind``: a position with too many moves was met, which may hide a
    shorter win."""

    def __init__(self, root: Root) -> None:
        game = root.position.game
        self._root = root
        self._play, self._ended, self._turn, self._moves = game.play, game.value, game.turn, game.moves
        # Finding the kind of a large board costs more than the nodes it saves.
        self._key = game.kind if len(root.moves) <= _SMALL else _same
        self._estimator = estimator(game)
        self._nodes = Counter(root.tick, _TICK)
        self._table: dict[State, tuple[int, int, int]] = self._nodes.table()
        self._verdicts: dict[State, tuple[int, int]] = self._nodes.table()
        # By state, not by kind: a move would have to be mapped to the image.
        self._best: dict[State, Move] = self._nodes.table()
        self._history: defaultdict[Move, int] = defaultdict(int)
        self._allowance = 0
        self._cuts = self._hits = 0
        self._blind = False
        root.counters = lambda: {"cuts": self._cuts, "table_hits": self._hits}

    def run(self, plies: int) -> None:
        """Deepen until every move is settled, or to ``plies`` or the depth limit. Raises Stopped."""
        root = self._root
        game = root.position.game
        limit = root.watch.limit.depth
        end = self._estimator.span(root.position.state).end
        deepest = min(MAX_PLIES if bound is None else bound for bound in (plies, limit, end))
        unbound = limit is None and plies == MAX_PLIES
        # A search to the end needs a game that ends, and may not look beyond the depth limit.
        to_end = game.finite and len(root.moves) <= _SMALL and (unbound or deepest == end)
        # Order moves by one ply of estimates until cuts give a better order.
        for rank, i in enumerate(reversed(root.open)):
            self._history[root.moves[i]] = rank
        allowance = _FIRST_ALLOWANCE
        for depth in range(1, deepest + 1):
            before = root.watch.nodes
            self._deepen(depth, depth == end)
            root.depth = max(root.depth, depth)
            if to_end:
                allowance = self._prove(depth, allowance + _PROVING * (root.watch.nodes - before))
            self._nodes.flush()
            if not root.open or self._chosen():
                break

    def _deepen(self, depth: int, complete: bool) -> None:
        """Search the open moves to a depth that counts the move itself. Proven scores show at once, estimates only when all
        have this depth and can be compared."""
        root = self._root
        moves = [i for i in root.leaders if root.lines[i].score.verdict is not Verdict.TIE]
        found: list[Found] = []

        def value(i: int, alpha: int, beta: int) -> int:
            child = root.children[i]
            # Beside a win, ask of other moves whether they win, not whether they win sooner.
            alpha = min(alpha, WON - 1)
            if root.turns[i]:
                return -self.value(child, depth - 1, -beta, -alpha, 1)
            return self.value(child, depth - 1, alpha, beta, 1)

        for each in search_root(moves, value):
            found.append(each)
            if abs(each.worth) >= WON:
                self._note(each, depth, complete)
            self._nodes.flush()
            if self._chosen():
                return
        # Estimates favour the player who moved last, so those of two depths cannot be compared.
        for each in found:
            if abs(each.worth) < WON:
                self._note(each, depth, complete)
        self._nodes.flush()
        if root.watch.all_moves:
            for each in fill(found, value):
                self._note(each, depth, complete)
                self._nodes.flush()

    def _note(self, found: Found, depth: int, complete: bool) -> None:
        """Record what a search to this depth has found of a move."""
        root = self._root
        i, worth, bound = found
        child = root.children[i]
        if abs(worth) >= WON:
            verdict = Verdict.WIN if worth > 0 else Verdict.LOSE
            plies = WIN - abs(worth)
            # Beyond the depth, the winner is known from the table or ``verdict``, but a shorter win may exist.
            sure = self._sure(depth)
            if plies > sure:
                self._learn(i, Score.exact(verdict, None, "search", least=1 if bound else sure + 1))
            elif bound:
                self._learn(i, Score.exact(verdict, None, "search", most=plies))
            else:
                self._learn(i, Score.exact(verdict, plies, "search"))
        elif complete and bound:
            root.learn_orbit(i, Score.bound(Proof.AT_MOST, 0.0, "search"))
        elif complete:
            self._learn_draw(i)
        elif bound:
            root.learn_orbit(i, Score.guessed_at_most(worth / _GUESS), depth=depth)
        else:
            root.learn_orbit(i, Score.estimate(worth / _GUESS), self._likely_line(child, depth - 1), depth)

    def _chosen(self) -> bool:
        """Whether only the best move is wanted and it is known: a win of settled distance."""
        lines = self._root.lines
        return not self._root.watch.all_moves and any(
            line.score.verdict is Verdict.WIN and line.score.settled for line in lines
        )

    def _prove(self, depth: int, allowance: int) -> int:
        """Search for the verdicts of the moves of the root, which are searched to this depth, and for the length of draws.
        Returns the remaining allowance."""
        root = self._root
        self._allowance = allowance
        try:
            for i in root.leaders:
                child = root.children[i]
                if not root.lines[i].score.proven:
                    # The full window, because every move gets its own verdict.
                    value = self.verdict(child, -1, 1, 1)
                    value = -value if root.turns[i] else value
                    self._learn(i, Score.exact(VERDICTS[value], None, "search", least=self._sure(depth) + 1))
                if root.lines[i].score.verdict is Verdict.TIE and root.watch.all_moves:
                    self._learn_draw(i)
                    line = self._drawn_line(child)
                    self._learn(i, Score.exact(Verdict.TIE, len(line) + 1, "search"))
                    root.show_orbit(i, line)
                self._nodes.flush()
        except OutOfNodes:
            return 0
        return self._allowance

    def _sure(self, depth: int) -> int:
        """Number of plies within which a search to this depth has found every forced end."""
        return 0 if self._blind else depth

    def _learn(self, i: int, score: Score) -> None:
        """Record a proven score of a move, and the play if the distance of its win or loss is now known, perhaps because bounds
        meet."""
        root = self._root
        root.learn_orbit(i, score)
        root.depth = max(root.depth, score.plies or 0)
        if root.lacks_play(i):
            known = root.lines[i].score
            assert known.plies is not None
            worth = WIN - known.plies if known.verdict is Verdict.WIN else known.plies - WIN
            root.show_orbit(i, self._won_line(root.children[i], -worth if root.turns[i] else worth, known.plies))

    def _learn_draw(self, i: int) -> None:
        """Record that a move draws, with the distance if all draws have the same."""
        draw, end = self._estimator.span(self._root.children[i])
        self._learn(i, Score.exact(Verdict.TIE, draw + 1 if draw == end else None, "search"))

    def value(self, s: State, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Search the unfinished state s, ``ply`` plies after the root, with alpha < beta and without looking beyond ``depth``
        plies.

        Returns v for the player to move: an upper bound if v <= alpha, a lower bound if v >= beta, else the exact value. The
        value is a win or loss, or an estimate. It raises what the counter's ``tick`` raises.

        ====================  ========================================================================================
        WIN - n               a proven win, n plies after the root
        _FAR - ply            a win that ``verdict`` proved, with a distance beyond depth
        -_GUESS .. +_GUESS    an estimate, or 0 for a proven draw; if no estimate is in reach, 0 is a proven draw
        -WON and below        losses, as wins with the opposite sign
        ====================  ========================================================================================

        Every proven win is at least WON.
        """
        assert alpha < beta
        if depth == 0:
            return round(self._estimator.value(s) * _GUESS)
        key = self._key(s)
        low, high = self._bounds(key, depth, ply)
        # Fail-soft: return a bound outside the window as it is, which tells more than the window asks for.
        if low >= beta or low >= high:
            self._hits += 1
            return low
        if high <= alpha:
            self._hits += 1
            return high
        alpha = max(alpha, low)
        # Nothing here is better than a win with the next move.
        beta = min(beta, high, WIN - ply - 1)
        if alpha >= beta:
            return beta
        best, choice, children = self._look(s, WIN - ply - 1, low, beta)
        if children is None:
            self._blind = True
            return round(self._estimator.value(s) * _GUESS)
        if best < beta:
            turn_of, turn = self._turn, self._turn(s)
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
                        # A cut near the root saves most, so it counts most for the order of moves.
                        self._history[move] += depth * depth
                        break
        # If no move is better than what is known, keep the stored move: it may be the best one.
        if choice >= 0:
            self._best[s] = choice
        low, high = _narrowed(best, alpha, beta, low, high)
        self._table[key] = (depth, from_node(low, ply), from_node(high, ply))
        return best

    def _look(self, s: State, won: int, best: int, beta: int) -> tuple[int, Move, list[tuple[Move, State]] | None]:
        """Look one ply ahead for moves that end the game; a win is worth ``won``.

        Returns the value of the best of them and its move, or ``best`` and -1 if none is better; and the other moves with the
        states after them, incomplete if a value reached beta, None if there are too many moves to look at.
        """
        moves = self._ordered(s)
        # A position with too many moves costs a node, too, so that a search through many of them still sees the clock.
        self._nodes.add(len(moves) or 1)
        self._allowance -= len(moves)
        if not moves:
            return best, -1, None
        play, ended, turn_of = self._play, self._ended, self._turn
        turn = turn_of(s)
        choice = -1
        children = []
        for move in moves:
            child = play(s, move)
            value = ended(child)
            if value is None:
                children.append((move, child))
                continue
            value *= won
            if turn_of(child) != turn:
                value = -value
            if value > best:
                best, choice = value, move
                if best >= beta:
                    break
        return best, choice, children

    def _bounds(self, key: State, depth: int, ply: int) -> tuple[int, int]:
        """The lower and upper bound of a kind that hold for a search to this depth."""
        low, high = -INFINITE, INFINITE
        entry = self._table.get(key)
        if entry:
            searched, least, most = entry
            # A proven score holds at every depth, an estimate only at its own and smaller depths.
            if searched >= depth or least >= WON:
                low = from_root(least, ply)
            if searched >= depth or most <= -WON:
                high = from_root(most, ply)
        verdict = self._verdicts.get(key)
        if verdict:
            least, most = verdict
            if least >= 0:
                low = max(low, from_root(_FAR * least, ply))
            if most <= 0:
                high = min(high, from_root(_FAR * most, ply))
        return low, high

    def verdict(self, s: State, alpha: int, beta: int, ply: int) -> int:
        """Search the unfinished state s, ``ply`` plies after the root, to the end of the game, with -1 <= alpha < beta <= 1.

        Returns v, -1 for a loss, 0 for a draw and 1 for a win of the player to move: an upper bound if v <= alpha, a lower
        bound if v >= beta, else exact. Only for games that end. Raises OutOfNodes if the allowance is spent. What it proved
        until then is stored, so a later call with a greater allowance goes on from there.
        """
        assert -1 <= alpha < beta <= 1
        key = self._key(s)
        low, high = self._verdicts.get(key, (-1, 1))
        if low >= beta or low >= high:
            self._hits += 1
            return low
        if high <= alpha:
            self._hits += 1
            return high
        alpha = max(alpha, low)
        beta = min(beta, high)
        if self._allowance < 0 or ply > MAX_PLIES:
            raise OutOfNodes
        best, _, children = self._look(s, 1, low, beta)
        if children is None:
            raise OutOfNodes
        if best < beta:
            turn_of, turn = self._turn, self._turn(s)
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
        self._verdicts[key] = _narrowed(best, alpha, beta, low, high)
        return best

    def _ordered(self, s: State) -> list[Move]:
        """The legal moves: the best one of an earlier search, then the others by how often they cut. Empty if there are too
        many to look at; such a position gets an estimate and proves nothing."""
        legal = self._moves(s)
        if len(legal) > MAX_MOVES:
            return []
        # A move that cut often elsewhere is likely to cut here; the stored best move is likelier still.
        moves = sorted(legal, key=self._history.__getitem__, reverse=True)
        first = self._best.get(s)
        if first is not None:
            moves.remove(first)
            moves.insert(0, first)
        return moves

    def _likely_line(self, s: State, depth: int) -> list[Move]:
        """The principal variation from s, of at most ``depth`` moves."""
        line: list[Move] = []
        while self._ended(s) is None and s in self._best and len(line) < depth:
            line.append(self._best[s])
            s = self._play(s, line[-1])
        return line

    def _won_line(self, s: State, value: int, plies: int) -> list[Move]:
        """The play from s, at ply 1, to the end that its exact value says, ``plies`` after the root."""
        line: list[Move] = []
        # Search again to the remaining depth: the table may have lost the entries, or have only bounds.
        for ply in range(2, plies + 1):
            turn = self._turn(s)
            for move in self._ordered(s):
                child = self._play(s, move)
                wanted = -value if self._turn(child) != turn else value
                found = self._ended(child)
                if found is None:
                    found = self.value(child, plies - ply, -INFINITE, INFINITE, ply)
                else:
                    found *= WIN - ply
                if found == wanted:
                    line.append(move)
                    s, value = child, wanted
                    break
            else:
                break
        return line

    def _drawn_line(self, s: State) -> list[Move]:
        """The shortest play to a draw from the drawn state s. Raises OutOfNodes."""
        draw, end = self._estimator.span(s)
        # Both players prefer an early draw, so its length is that of the shortest path through drawn positions.
        for plies in range(draw, MAX_PLIES if end is None else end + 1):
            line = self._drawn_in(s, plies, 1)
            if line is not None:
                return line
        raise OutOfNodes

    def _drawn_in(self, s: State, plies: int, ply: int) -> list[Move] | None:
        """A play of ``plies`` plies to a draw from the drawn state s, through drawn positions only; None if there is none."""
        if self._estimator.span(s).draw > plies:
            return None
        moves = self._ordered(s)
        self._allowance -= len(moves)
        self._nodes.add(len(moves))
        if self._allowance < 0 or not moves:
            raise OutOfNodes
        turn = self._turn(s)
        for move in moves:
            child = self._play(s, move)
            ended = self._ended(child)
            if ended == 0:
                return [move]
            # A path to a draw counts only while both players keep the draw; a null window tells.
            if ended is None and plies > 1:
                if self._turn(child) != turn:
                    holds = self.verdict(child, 0, 1, ply + 1) <= 0
                else:
                    holds = self.verdict(child, -1, 0, ply + 1) >= 0
                rest = self._drawn_in(child, plies - 1, ply + 1) if holds else None
                if rest is not None:
                    return [move, *rest]
        return None


def _narrowed(best: int, alpha: int, beta: int, low: int, high: int) -> tuple[int, int]:
    """The bounds of a state after a search with this window returned ``best``: exact inside the window, else a bound."""
    if best <= alpha:
        return low, best
    return (best, high) if best >= beta else (best, best)


def _same(s: State) -> State:
    return s
