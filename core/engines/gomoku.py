"""Five in a row on large boards: wins by force are proven, all else is judged by a search of a few good moves.

Proofs come from :mod:`core.engines.gomoku_threats` alone, where every reply that could matter is looked at; the search that
deepens sees a dozen moves of each position, so what it takes for won is an estimate still. Both work on the sets of cells
of :mod:`core.engines.gomoku_shapes`.

``_Search.value(own, other, depth, alpha, beta, ply)`` is for the player to move, who owns ``own``, and returns v: at most v
where v <= alpha, at least v where v >= beta, else exactly v, as far as the moves looked at tell:

=================  =======================================================
_WIN - n           won, n plies after the root
-_MOST .. +_MOST   an estimate in hundredths of an open three
-_WIN + n          lost, n plies after the root
=================  =======================================================
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from math import tanh
from typing import TypeGuard

from core.analysis import Analysis, Score, Stopped, Verdict, Watch
from core.engines.alphabeta import AlphaBeta
from core.engines.gomoku_shapes import Board, Shapes, cells_of
from core.engines.gomoku_threats import Force, Line
from core.engines.root import Root, orbits
from core.game import Game
from core.games.gomoku import A_BLACK, FIVE, Gomoku, Swap2Gomoku
from core.games.mnk import Mnk, WildMnk
from core.line_game import LineGame
from core.position import Position

SMALLEST = 9
"""Fewest columns and rows of a board on which fives are far from the edges."""
_WIN = 1_000_000
_WON = 900_000
_MOST = 100_000
_UNIT = 400
"""The lead that counts as two thirds of a win."""
_SURE = 0.97
"""No guess comes nearer to a proof."""
_TEMPO = 12
_FOUR_THREE, _OPEN_THREE, _TWO_THREES = 600, 130, 250
_WIDTH = 12
_ROOT_WIDTH = 20
_ANSWERS = 30
"""Most answers to a threatened open four."""
_LEAF_FOURS = 40
"""Positions in which fours are looked for at a leaf."""
_FIRST_FOURS = 3000
_FORCE_SHARE = 3
"""One position in so many is one of the search for proofs."""
_DEEPEST = 40
_TICK = 200
_TABLE_SIZE = 300_000
_SEEN_SIZE = 60_000


class Fives:
    """Proves wins by fours and threes, and deepens a search of the moves near the stones."""

    name = "fives"
    summary = "Plays gomoku: proves wins by fours and threes and searches a dozen moves deep; other games by alphabeta."
    thinks = True

    def analyse(self, watch: Watch) -> Analysis:
        position = watch.position
        game = position.game
        if not _plain(game) or not self.solves(position):
            return AlphaBeta().analyse(watch)
        root = Root(watch)
        try:
            root.tick(1)
            _Fight(root, game).run()
        except Stopped:
            pass
        return root.finish()

    def solves(self, position: Position) -> bool:
        """Whether it is the engine to use: stones are set, and the colours shared out."""
        game = position.game
        return _plain(game) and (not isinstance(game, Swap2Gomoku) or position.state[2] >= A_BLACK)


def _plain(game: Game) -> TypeGuard[LineGame]:
    """Whether five in a row win on a large flat board."""
    if isinstance(game, Gomoku):
        return True
    if not isinstance(game, Mnk) or isinstance(game, WildMnk) or game.misere or game.toroidal:
        return False
    return game.k == FIVE and min(game.columns, game.rows) >= SMALLEST


class _Fight:
    """What is found out of the moves of one root. ``_cells[i]`` is the cell of move i."""

    def __init__(self, root: Root, game: LineGame) -> None:
        self._root = root
        self._board = board = Board(game.columns, game.rows, isinstance(game, Gomoku) and game.exact)
        own, other = game.sides(root.position.state)
        self._own, self._other = board.of(own), board.of(other)
        self._empty = board.all & ~(self._own | self._other)
        self._cells = [board.bits[move] for move in root.moves]
        self._index = {cell: i for i, cell in enumerate(self._cells)}
        self._orbits = orbits(root)
        self._force = Force(board, root.tick)
        self._search = _Search(board, self._force, root.tick)

    def run(self) -> None:
        """Prove what fours prove, then deepen and try for more, until a win is proven or no move is left. Raises Stopped."""
        root = self._root
        limit = root.watch.limit.depth
        self._guess()
        self._must_block()
        if limit is None:
            self._fours()
        quiet = 1
        deepest = min(_DEEPEST if limit is None else limit, len(root.moves))
        for depth in range(1, deepest + 1):
            if self._won() or not self._candidates():
                break
            before = root.watch.nodes
            self._deepen(depth)
            root.depth = depth
            root.report()
            if limit is None:
                quiet = self._prove(quiet, (root.watch.nodes - before) // _FORCE_SHARE)
        root.tick(0)

    def _won(self) -> bool:
        return any(line.score.verdict is Verdict.WIN for line in self._root.lines)

    def _candidates(self) -> list[int]:
        """The moves worth a search, best first: one of each orbit."""
        lines = self._root.lines
        found = [i for i in self._root.open if i in self._orbits and not lines[i].score.proven]
        return found[: _ROOT_WIDTH if self._own | self._other else 1]

    def _guess(self) -> None:
        """Estimate every move by what it makes and what it takes away."""
        lead = self._search.static(self._own, self._other)
        order = self._search.ordered(self._own, self._other, self._empty, len(self._cells))
        best = _unit(lead)
        for rank, cell in enumerate(order):
            value = best - (best + 1) * min(0.9, 0.02 * rank)
            self._learn(self._index[cell], Score.estimate(value))
        left = self._empty
        for cell in order:
            left &= ~cell
        for cell in cells_of(left):
            self._learn(self._index[cell], Score.estimate(best - (best + 1) * 0.95))

    def _must_block(self) -> None:
        """See the fives of the opponent."""
        for five in cells_of(self._board.fives(self._other, self._empty)):
            for i, cell in enumerate(self._cells):
                if cell != five and not self._root.lines[i].score.proven:
                    self._learn(i, Score.exact(Verdict.LOSE, 2, "threats"))
                    self._show(i, [five])

    def _fours(self) -> None:
        """Prove what own fours win, and what loses to those of the opponent."""
        force, own, other = self._force, self._own, self._other
        force.allow(_FIRST_FOURS)
        line = force.fours(own, other)
        if line:
            self._wins(self._index[line[0]], line)
        for cell in self._board.fours(own, self._empty):
            self._try(self._index[cell], 0)
        if self._board.fives(self._other, self._empty):
            return
        force.allow(_FIRST_FOURS)
        threat = force.fours(other, own)
        if not threat:
            return
        helpful = set(force.replies(other, own, threat))
        for i, cell in enumerate(self._cells):
            if not self._root.lines[i].score.proven:
                force.allow(_FIRST_FOURS // 10)
                against = force.fours(other, own | cell) if cell in helpful else threat
                if against:
                    self._loses(i, against)

    def _prove(self, quiet: int, nodes: int) -> int:
        """Look for wins with quiet moves, then for moves that lose to such; returns how many to allow next time."""
        force, own, other = self._force, self._own, self._other
        force.allow(nodes)
        line = force.attack(own, other, quiet)
        if line:
            self._wins(self._index[line[0]], line)
            return quiet
        if force.spent:
            return quiet
        for i in self._candidates():
            line = force.attack(other, own | self._cells[i], quiet)
            if line:
                self._loses(i, line)
            if force.spent:
                return quiet
        return quiet + 1

    def _try(self, i: int, quiet: int) -> None:
        if not self._root.lines[i].score.proven:
            line = self._force.defend(self._own | self._cells[i], self._other, quiet)
            if line:
                self._wins(i, [self._cells[i], *line])

    def _wins(self, i: int, line: Line) -> None:
        self._learn(i, Score.exact(Verdict.WIN, len(line) if len(line) <= 3 else None, "threats"))
        self._show(i, line[1:])
        self._root.report()

    def _loses(self, i: int, line: Line) -> None:
        self._learn(i, Score.exact(Verdict.LOSE, len(line) + 1 if len(line) <= 3 else None, "threats"))
        self._show(i, line)

    def _learn(self, i: int, score: Score) -> None:
        for j, _ in self._orbits.get(i, ()):
            self._root.learn(j, score)

    def _show(self, i: int, line: Line) -> None:
        moves = [self._board.move(cell) for cell in line]
        for j, image in self._orbits.get(i, ()):
            self._root.show(j, [image[move] for move in moves])

    def _deepen(self, depth: int) -> None:
        """Search the candidates so deep, with null windows behind the first; the rest stays below them all."""
        root, search = self._root, self._search
        best = -_WIN
        found: list[tuple[int, int]] = []
        chosen = self._candidates()
        for i in chosen:
            own = self._own | self._cells[i]
            if found:
                value = -search.value(self._other, own, depth - 1, -best - 1, -best, 1)
            if not found or value > best:
                value = -search.value(self._other, own, depth - 1, -_WIN, -best, 1)
            best = max(best, value)
            found.append((value, i))
        least = 1.0
        for rank, (value, i) in enumerate(sorted(found, key=lambda pair: pair[0], reverse=True)):
            guess = _unit(value) - (0.001 * rank if rank else 0.0)
            guess = max(guess, -_SURE - 0.001 * rank)
            least = min(least, guess)
            self._learn(i, Score.estimate(guess))
            self._show(i, search.line(self._other, self._own | self._cells[i], depth - 1))
        seen = set(chosen)
        for i in self._orbits:
            score = root.lines[i].score
            if i not in seen and not score.proven and score.value >= least:
                self._learn(i, Score.estimate(least - 0.001 - (least + 0.999) * 0.2))


def _unit(value: int) -> float:
    """A lead as an estimate, -1..+1."""
    return _SURE * tanh(value / _UNIT)


class _Search:
    """The tables of one analysis: ``_table`` (own, other) -> (depth, at least, at most, best cell); ``_seen`` what either can
    make; ``_history`` how often a cell was best."""

    def __init__(self, board: Board, force: Force, count: Callable[[int], None]) -> None:
        self._board = board
        self._force = force
        self._count = count
        self._table: dict[tuple[int, int], tuple[int, int, int, int]] = {}
        self._seen: dict[tuple[int, int], tuple[Shapes, Shapes]] = {}
        self._history: defaultdict[int, int] = defaultdict(int)
        self._uncounted = 0

    def value(self, own: int, other: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The contract stands at the top of the file; nobody has won yet."""
        self._visit()
        empty = self._board.all & ~(own | other)
        if not empty:
            return 0
        key = (own, other)
        mine, theirs = self._shapes(own, other, empty)
        if mine.fives:
            return _WIN - ply - 1
        must = theirs.fives
        if must & (must - 1):
            return ply + 2 - _WIN
        if not must and mine.open_fours:
            return _WIN - ply - 3
        low, high, first = -_WIN, _WIN, 0
        entry = self._table.get(key)
        if entry:
            searched, least, most, first = entry
            if searched >= depth:
                low, high = _from_root(least, ply), _from_root(most, ply)
                if low >= beta or low == high:
                    return low
                if high <= alpha:
                    return high
        if must:
            cells = [must]
        elif depth <= 0:
            best = self._leaf(own, other, mine, theirs, ply)
            kept = _from_node(best, ply)
            self._table[key] = (0, kept, kept, 0)
            return best
        else:
            cells = self.ordered(own, other, empty, _WIDTH)
            if first:
                cells = [first, *(cell for cell in cells if cell != first)]
            depth -= 1
        best, choice, bound = -_WIN, 0, max(alpha, low)
        for cell in cells:
            child = own | cell
            if choice:
                value = -self.value(other, child, depth, -bound - 1, -bound, ply + 1)
            if not choice or bound < value < beta:
                value = -self.value(other, child, depth, -beta, -bound, ply + 1)
            if value > best:
                best, choice = value, cell
                if best > bound:
                    bound = best
                    if best >= beta:
                        break
        if not must:
            depth += 1
            self._history[choice] += depth * depth
        self._table[key] = (
            depth,
            _from_node(best, ply) if best > alpha else -_WIN,
            _from_node(best, ply) if best < beta else _WIN,
            choice,
        )
        return best

    def _leaf(self, own: int, other: int, mine: Shapes, theirs: Shapes, ply: int) -> int:
        """The value where the search ends: fours first, where they have a chance."""
        if mine.fours & (mine.fours - 1) and (mine.double & mine.fours or mine.threes & mine.crossing):
            self._force.allow(_LEAF_FOURS)
            line = self._force.fours(own, other)
            if line:
                return _WIN - ply - len(line)
        return self._lead(mine, theirs)

    def static(self, own: int, other: int) -> int:
        """The lead of the player to move without a search."""
        return self._lead(*self._shapes(own, other, self._board.all & ~(own | other)))

    def _lead(self, mine: Shapes, theirs: Shapes) -> int:
        lead = mine.worth - theirs.worth + _TEMPO + (mine.worth >> 2)
        if mine.double & mine.fours:
            lead += _FOUR_THREE
        elif mine.double and not theirs.open_fours:
            lead += _TWO_THREES
        if theirs.open_fours and not mine.fours:
            lead -= _OPEN_THREE
        return max(-_MOST, min(_MOST, lead))

    def ordered(self, own: int, other: int, empty: int, width: int) -> list[int]:
        """The most promising cells, best first; when the opponent threatens an open four, all that could answer it."""
        mine, theirs = self._shapes(own, other, empty)
        if theirs.open_fours and not mine.open_fours and width == _WIDTH:
            empty &= theirs.shut | mine.fours
            width = _ANSWERS
        near = self._board.near(own | other) or self._board.middle
        layers = (
            mine.fives,
            theirs.fives,
            mine.open_fours,
            theirs.open_fours,
            mine.double,
            theirs.double,
            mine.threes & (theirs.threes | theirs.crossing | mine.crossing),
            theirs.threes & theirs.crossing,
            mine.threes,
            mine.crossing & theirs.wide,
            theirs.crossing & mine.wide,
            mine.crossing,
            theirs.crossing,
            theirs.threes,
            mine.wide & theirs.wide,
            mine.wide,
            mine.fours,
            theirs.wide,
            near,
        )
        found: list[int] = []
        for layer in layers:
            layer &= empty
            if layer:
                empty ^= layer
                cells = list(cells_of(layer))
                if len(cells) > 1:
                    cells.sort(key=self._history.__getitem__, reverse=True)
                found += cells
                if len(found) >= width:
                    break
        return found[:width]

    def line(self, own: int, other: int, plies: int) -> Line:
        """The play that the search expects."""
        line: Line = []
        while len(line) < plies and (own, other) in self._table:
            cell = self._table[own, other][3]
            if not cell:
                break
            line.append(cell)
            own, other = other, own | cell
        return line

    def _shapes(self, own: int, other: int, empty: int) -> tuple[Shapes, Shapes]:
        key = (own, other)
        seen = self._seen.get(key)
        if not seen:
            board = self._board
            seen = self._seen[key] = (board.shapes(own, empty), board.shapes(other, empty))
        return seen

    def _visit(self) -> None:
        self._uncounted += 1
        if self._uncounted >= _TICK:
            nodes, self._uncounted = self._uncounted, 0
            if len(self._table) > _TABLE_SIZE:
                self._table.clear()
            if len(self._seen) > _SEEN_SIZE:
                self._seen.clear()
            self._count(nodes)


def _from_node(value: int, ply: int) -> int:
    """A value met at ply, as seen from there."""
    if value >= _WON:
        return value + ply
    return value - ply if value <= -_WON else value


def _from_root(value: int, ply: int) -> int:
    """The inverse of :func:`_from_node`."""
    if value >= _WON:
        return max(value - ply, _WON)
    return min(value + ply, -_WON) if value <= -_WON else value
