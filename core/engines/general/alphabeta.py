"""Alpha-beta: a deepening search for estimates and distances, and beside it a search to the end for verdicts.

Both are negamax with a table, keyed by the kind of position where boards are small, and speak for the player to move.

The values of the first:

====================  ==============================================================================
WIN - n              won, n plies after the root; proven
_FAR - ply            won, as ``verdict`` proved; the distance is beyond depth
-_GUESS .. +_GUESS    an estimate; 0 also for a proven draw
-WON and below       the same for losses
====================  ==============================================================================

Every proven win is at least WON. Tables hold wins and losses by their distance from the node, so an entry means the
same wherever the node is met. A distance of n is exact once depth has reached n: a shorter win would have been found in
it. Without an estimate in reach the value 0 is a proven draw.

The verdicts of the second are -1, 0 and +1. It serves games that end.
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
"""The score, at its node, of a win of unknown distance."""
_GUESS = 100_000

_TICK = 500
_SMALL = 48
"""Up to this many legal moves it pays to look at positions of a kind once, and the search for verdicts has a chance."""
_FIRST_ALLOWANCE = 20_000
_PROVING = 4
"""Nodes that the search for verdicts may spend for each one spent on deepening."""


class AlphaBeta:
    """The best move first, then what every other is worth."""

    name = "alphabeta"

    def analyse(self, watch: Watch) -> Analysis:
        root = Root(watch, self.name)
        return root.answer(lambda: deepen(root))


def deepen(root: Root, plies: int = MAX_PLIES) -> None:
    """Search the moves of a root of which something is left to find, so many plies deep at most. Raises Stopped."""
    assert plies > 0
    _AlphaBetaSearch(root).run(plies)


class _AlphaBetaSearch:
    """The tables of one analysis: ``_table`` kind -> (depth, at least, at most), ``_verdicts`` kind -> (at least, at
    most), ``_best`` state -> move; ``_blind`` whether a position with too many moves was met, behind which a shorter win may
    lie."""

    def __init__(self, root: Root) -> None:
        game = root.position.game
        self._root = root
        self._play, self._ended, self._turn, self._moves = game.play, game.value, game.turn, game.moves
        # To find the kind of a large board costs more than the positions it spares.
        self._key = game.kind if len(root.moves) <= _SMALL else _same
        self._estimator = estimator(game)
        self._nodes = Counter(root.tick, _TICK)
        self._table: dict[State, tuple[int, int, int]] = self._nodes.table()
        self._verdicts: dict[State, tuple[int, int]] = self._nodes.table()
        # By state and not by kind: the move would have to be carried over to the image.
        self._best: dict[State, Move] = self._nodes.table()
        self._history: defaultdict[Move, int] = defaultdict(int)
        self._allowance = 0
        self._cuts = self._hits = 0
        self._blind = False
        root.counters = lambda: {"cuts": self._cuts, "table_hits": self._hits}

    def run(self, plies: int) -> None:
        """Deepen until all is settled or so many plies or the limit of depth are reached. Raises Stopped."""
        root = self._root
        game = root.position.game
        limit = root.watch.limit.depth
        end = self._estimator.span(root.position.state).end
        deepest = min(MAX_PLIES if bound is None else bound for bound in (plies, limit, end))
        unbound = limit is None and plies == MAX_PLIES
        # A search to the end has none where a game can go round, and may not look beyond a limit of depth.
        to_end = game.finite and len(root.moves) <= _SMALL and (unbound or deepest == end)
        # A first order of moves, from one ply of estimates, until cuts tell more.
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
        """Search the open moves to a depth that counts the move itself. What is proven shows at once, the estimates when
        all are of one depth and can be compared."""
        root = self._root
        moves = [i for i in root.leaders if root.lines[i].score.verdict is not Verdict.TIE]
        found: list[Found] = []

        def value(i: int, alpha: int, beta: int) -> int:
            child = root.children[i]
            alpha = min(alpha, WON - 1)  # Beside a win the question is who else wins, not who wins sooner.
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
        # Of two depths one favours who moved last, so estimates of both would not compare.
        for each in found:
            if abs(each.worth) < WON:
                self._note(each, depth, complete)
        self._nodes.flush()
        if root.watch.all_moves:
            for each in fill(found, value):
                self._note(each, depth, complete)
                self._nodes.flush()

    def _note(self, found: Found, depth: int, complete: bool) -> None:
        """Note what a search to this depth has found of a move."""
        root = self._root
        i, worth, bound = found
        child = root.children[i]
        if abs(worth) >= WON:
            verdict = Verdict.WIN if worth > 0 else Verdict.LOSE
            plies = WIN - abs(worth)
            # Beyond the depth the table or ``verdict`` knows who wins, but a shorter way may not have been seen yet.
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
        """Whether a player who wants the best move alone has it: a win of which it is known how soon."""
        lines = self._root.lines
        return not self._root.watch.all_moves and any(
            line.score.verdict is Verdict.WIN and line.score.settled for line in lines
        )

    def _prove(self, depth: int, allowance: int) -> int:
        """Search for the verdicts of the moves of the root, all searched to this depth, and for the length of draws; returns
        what is left of the allowance."""
        root = self._root
        self._allowance = allowance
        try:
            for i in root.leaders:
                child = root.children[i]
                if not root.lines[i].score.proven:
                    # The whole window, as every move is to have a verdict of its own.
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
        """So many plies in which a search to this depth overlooks no end that can be forced."""
        return 0 if self._blind else depth

    def _learn(self, i: int, score: Score) -> None:
        """Note what is proven of a move, with the play if it is known now, perhaps by bounds that meet, how long a win or a
        loss takes."""
        root = self._root
        root.learn_orbit(i, score)
        root.depth = max(root.depth, score.plies or 0)
        if root.lacks_play(i):
            known = root.lines[i].score
            assert known.plies is not None
            worth = WIN - known.plies if known.verdict is Verdict.WIN else known.plies - WIN
            root.show_orbit(i, self._won_line(root.children[i], -worth if root.turns[i] else worth, known.plies))

    def _learn_draw(self, i: int) -> None:
        """Note that a move draws; at what distance too, where all draws are equally far."""
        draw, end = self._estimator.span(self._root.children[i])
        self._learn(i, Score.exact(Verdict.TIE, draw + 1 if draw == end else None, "search"))

    def value(self, s: State, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value v of the unfinished state s, if nothing beyond ``depth`` plies is looked at.

        It is at most v if v <= alpha, at least v if v >= beta, else exactly v.
        """
        assert alpha < beta
        if depth == 0:
            return round(self._estimator.value(s) * _GUESS)
        key = self._key(s)
        low, high = self._bounds(key, depth, ply)
        # Fail-soft: a bound beyond the window is returned as it is, which is more than the window asks for.
        if low >= beta or low >= high:
            self._hits += 1
            return low
        if high <= alpha:
            self._hits += 1
            return high
        alpha = max(alpha, low)
        # Nothing from here on is better than a win with the next move: a longer one that is known already stands.
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
                        # A cut near the root spares most, so it weighs most in the order of moves.
                        self._history[move] += depth * depth
                        break
        # Nothing is remembered where no move was better than what is known: the old one may be the right one.
        if choice >= 0:
            self._best[s] = choice
        low, high = _narrowed(best, alpha, beta, low, high)
        self._table[key] = (depth, from_node(low, ply), from_node(high, ply))
        return best

    def _look(self, s: State, won: int, best: int, beta: int) -> tuple[int, Move, list[tuple[Move, State]] | None]:
        """Look one ply ahead for ends, of which a win is worth ``won``: the best of them if it is better than ``best``, its
        move or -1, and the other moves with the states they lead to, as far as none reached beta. None where there are too
        many moves to look at."""
        moves = self._ordered(s)
        # A position that is given up costs a node, too, lest a search through many of them never sees the clock.
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
        """What is known of a kind for a search to this depth: its score is at least, at most this."""
        low, high = -INFINITE, INFINITE
        entry = self._table.get(key)
        if entry:
            searched, least, most = entry
            # What is proven at a smaller depth stays so at a greater one; a guess does not.
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
        """The verdict v of the unfinished state s, searched to the end of the game.

        It is at most v if v <= alpha, at least v if v >= beta, else exactly v. Raises OutOfNodes when the allowance is spent;
        what was proven by then is remembered for the next call.
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
        """The legal moves: first the one that was best here before, then by how often they cut. None when they are too many
        to look at: such a position gets an estimate and proves nothing."""
        legal = self._moves(s)
        if len(legal) > MAX_MOVES:
            return []
        # What cut often elsewhere is likely to cut here; the table of best moves knows better still.
        moves = sorted(legal, key=self._history.__getitem__, reverse=True)
        first = self._best.get(s)
        if first is not None:
            moves.remove(first)
            moves.insert(0, first)
        return moves

    def _likely_line(self, s: State, depth: int) -> list[Move]:
        """The play that the search expects from s on."""
        line: list[Move] = []
        while self._ended(s) is None and s in self._best and len(line) < depth:
            line.append(self._best[s])
            s = self._play(s, line[-1])
        return line

    def _won_line(self, s: State, value: int, plies: int) -> list[Move]:
        """The play from s, at ply 1, that ends plies after the root as its exact value says."""
        line: list[Move] = []
        # Searched again to the depth that is left: the table may have lost the way, or know only a bound of it.
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
        """The shortest play to a draw from s, which is drawn. Raises OutOfNodes."""
        draw, end = self._estimator.span(s)
        # Both players want a draw soon, so its length is that of the shortest way through drawn positions.
        for plies in range(draw, MAX_PLIES if end is None else end + 1):
            line = self._drawn_in(s, plies, 1)
            if line is not None:
                return line
        raise OutOfNodes

    def _drawn_in(self, s: State, plies: int, ply: int) -> list[Move] | None:
        """A play of so many plies to a draw, if there is one, through drawn positions only, as s is one."""
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
            # A way to a draw counts only as long as nobody throws it away, which one null window tells.
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
    """What is known of a state, at least and at most, when a search with this window has returned ``best``: at or outside the
    window that is a bound, inside it exact."""
    if best <= alpha:
        return low, best
    return (best, high) if best >= beta else (best, best)


def _same(s: State) -> State:
    return s
