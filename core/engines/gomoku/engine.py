"""Five in a row on large boards: wins by force are proven, all else is judged by a search of a few good moves.

Proofs come from :mod:`core.engines.gomoku.threats` alone, where every reply that could matter is looked at; the search that
deepens sees a few moves of each position, so what it takes for won is an estimate still.
Proofs work on the sets of cells of :mod:`core.engines.gomoku.shapes`, the search on those of :mod:`core.engines.gomoku.lines`.
"""

from __future__ import annotations

from functools import partial
from typing import TypeGuard

from core.analysis import Analysis, Limit, Solver, Watch
from core.engines.deepening import STEP, SURE, Found, deepen_chosen, late, scored, search_root
from core.engines.gomoku.lines import lines_of, stand
from core.engines.gomoku.opening import Swap2Opening
from core.engines.gomoku.search import PROMISED, GomokuSearch, unit
from core.engines.gomoku.threats import Force, ThreatSequence
from core.engines.root import Root
from core.engines.win_scores import WON
from core.game import Game
from core.games.gomoku import A_BLACK, FIVE, Gomoku, Swap2Gomoku
from core.games.mnk import Mnk
from core.kinds.lines import LineGame
from core.position import Position
from core.score import Score, Verdict

MIN_SIDE = 9
"""Minimum number of columns and rows of a board on which fives are far from the edges."""
_ROOT_WIDTH = 20
_FIRST_FOURS = 3000
_FIRST_ATTACK = 7000
"""Positions for a win by threes before anything else is searched: of forced wins with threes it finds most."""
_FIRST_THREAT = 3000
"""Positions for what the opponent threatens after a pass."""
_ATTACK_SHARE, _THREAT_SHARE = 3, 6
"""Of a limit on nodes these get no more than one position in so many;"""
_PACE = 90_000
"""... of a limit on time, as if so many positions were all that a second has. It scores 57 % of 50 games against a third of
that; one and a half times as much for own wins, with three times for the opponent's threats, 38 % of 26."""
_CHANCELESS = 4
"""One position in so many of these where not even a chain is found."""
_MAX_QUIET = 12
_CHECKS, _CHECKED = 3, 1000
"""So many promises are looked at after each depth, in so many positions each."""
_FORCE_SHARE = 3
"""For so many positions of the search the proofs get one more;"""
_MIN_SAVED = 300
"""... and are looked for again as soon as these are so many."""
_SURELY = 6
"""A win or a loss found in so many plies is not to be had sooner."""
_MAX_DEPTH = 40
_DESKS = 2
"""So many players are remembered: the two of a match."""


class GomokuEngine(Solver):
    """Proves wins by fours and threes, and deepens a search of the moves near the stones."""

    name = "gomoku"

    def __init__(self) -> None:
        self._idle: list[_Desk] = []

    def analyse(self, watch: Watch) -> Analysis:
        position = watch.position
        game = position.game
        assert _plain(game)
        if isinstance(game, Swap2Gomoku) and position.state[2] < A_BLACK:
            root = Root(watch, self.name)
            return root.answer(Swap2Opening(root, game).run)
        # Each move gets an estimate at the first glance; those of the game would take 12 ms, a third of a turn of 40.
        root = Root(watch, self.name, guess=lambda state: 0.0)
        desk = self._desk(watch, game)
        desk.sit(root)
        proof = _GomokuProof(root, game, desk)
        # Before anybody can say stop, so that what has no time at all still stops a five.
        proof.glance()
        try:
            return root.answer(proof.run)
        finally:
            # A panel gets the same answer to the same question, so what it has learnt is not kept.
            if not watch.all_moves:
                self._idle = [desk, *self._idle][:_DESKS]

    def _desk(self, watch: Watch, game: LineGame) -> _Desk:
        """The desk at which the same player has sat in the same game, or else a new one: so nobody learns from an opponent."""
        if not watch.all_moves:
            for desk in self._idle:
                if desk.follows(watch):
                    self._idle.remove(desk)
                    return desk
        return _Desk(game, watch.limit)

    def takes(self, position: Position, limit: Limit) -> bool:
        return _plain(position.game)


def _plain(game: Game) -> TypeGuard[LineGame]:
    """Whether five in a row win on a large flat board."""
    if isinstance(game, Mnk):
        return not game.options and game.k == FIVE and min(game.columns, game.rows) >= MIN_SIDE
    return isinstance(game, Gomoku)


def _below(guess: float, least: float, rank: int) -> float | None:
    """What was guessed of a move that was not searched stays, unless that is to say that it is as good as those that were."""
    return None if guess < least else least - STEP - (least + 0.999) * 0.2


def _proven(verdict: Verdict, plies: int) -> Score:
    """What ends in at most so many plies: the searches for fours see every win in one ply or three before any other."""
    if plies <= _SURELY:
        return Score.exact(verdict, plies, "threats")
    return Score.exact(verdict, None, "threats", least=5 if verdict is Verdict.WIN else 6, most=plies)


class _Desk:
    """What the searches remember from one move of a player to the next."""

    def __init__(self, game: LineGame, limit: Limit) -> None:
        self.lines = lines_of(game.columns, game.rows, game.board.exact)
        self.force = Force(self.lines.board, self._tick)
        self._forces = limit.depth is None
        self.search = GomokuSearch(self.lines, self.force if self._forces else None, self._tick)
        self._root: Root

    def _tick(self, nodes: int) -> None:
        self._root.tick(nodes)

    def sit(self, root: Root) -> None:
        """Have the next question."""
        self._root = root

    def follows(self, watch: Watch) -> bool:
        """Whether the question may come two plies or more after the last one, in the same game and from the same player."""
        now, last = watch.position, self._root.position
        pairs = list(zip(now.state[:2], last.state[:2], strict=True))
        more = [(stones ^ before).bit_count() for stones, before in pairs if stones & before == before]
        return (
            now.game == last.game
            and len(more) == 2
            and sum(more) > 0 == sum(more) % 2
            and (watch.limit.depth is None) == self._forces
        )


class _GomokuProof:
    """What is found out of the moves of one root. ``_index`` has the number of each move."""

    def __init__(self, root: Root, game: LineGame, desk: _Desk) -> None:
        self._root = root
        self._board = board = desk.lines.board
        own, other = game.sides(root.position.state)
        self._own, self._other = board.of(own), board.of(other)
        self._empty = board.all ^ self._own ^ self._other
        self._index = {move: i for i, move in enumerate(root.moves)}
        self._force, self._search = desk.force, desk.search
        self._stand = stand(desk.lines, self._own, self._other)
        self._width = _ROOT_WIDTH if self._own | self._other else 1

    def glance(self) -> None:
        """Tell what the shapes show of every move."""
        self._guess()
        self._must_block()

    def run(self) -> None:
        """Prove what fours prove, then deepen and try for more, until a win is proven or no move is left. Raises Stopped."""
        root = self._root
        limit = root.watch.limit.depth
        # One quiet move more whenever all with fewer have been ruled out.
        quiet = 1
        if limit is None:
            self._fours()
            if not root.won:
                quiet = self._threes()
        saved = 0
        deepest = min(_MAX_DEPTH if limit is None else limit, len(root.moves))
        for depth in range(1, deepest + 1):
            if root.won or not self._candidates():
                break
            before = root.watch.nodes
            self._deepen(depth)
            if limit is None:
                self._check(depth)
            root.depth = depth
            root.report()
            saved += (root.watch.nodes - before) // _FORCE_SHARE
            if limit is None and saved >= _MIN_SAVED:
                quiet, saved = self._prove(quiet, saved), 0
        root.tick(0)

    def _candidates(self) -> list[int]:
        """The moves worth a search, best first: one of each orbit, and on the empty board one alone."""
        return self._root.unproven[: self._width]

    def _guess(self) -> None:
        """Estimate every move by what it makes and what it takes away."""
        best = unit(self._search.static(self._stand))
        # Far from all stones every cell is worth the same: less than any near one.
        less = [0.35] * len(self._index)
        for rank, move in enumerate(self._search.ordered(self._stand, len(self._index))):
            less[self._index[move]] = 0.01 * min(rank, 30)
        for i, each in enumerate(less):
            self._root.learn(i, Score.estimate(best - each))

    def _must_block(self) -> None:
        """See the fives of the opponent."""
        for five in self._board.fives(self._other, self._empty):
            for move, i in self._index.items():
                if move != five and not self._root.lines[i].score.proven:
                    self._learn(i, _proven(Verdict.LOSE, 2), [five])

    def _fours(self) -> None:
        """Prove what own fours win, and what loses to those of the opponent."""
        force, own, other = self._force, self._own, self._other
        # Fours first: they are the cheapest proofs and the most frequent ones.
        force.allow(_FIRST_FOURS)
        line = force.fewest_fours(own, other)
        if line:
            self._wins(self._index[line[0]], line)
        for move in self._board.fours(own, self._empty):
            self._try(self._index[move], 0)
        force.allow(_FIRST_FOURS)
        threat = None if self._board.fives(other, self._empty) else force.fewest_fours(other, own)
        if not threat:
            return
        # What is no reply to the fours after a pass loses to them, without a search of its own.
        helpful = set(force.replies(other, own, threat))
        for move, i in self._index.items():
            if not self._root.lines[i].score.proven:
                force.allow(_FIRST_FOURS // 10)
                against = force.fours(other, own | self._board.bits[move]) if move in helpful else threat
                if against:
                    self._loses(i, against)

    def _threes(self) -> int:
        """Look for a win with threes, and for what loses to such; returns how many quiet moves have not been ruled out."""
        own, other = self._own, self._other
        self._force.allow(self._first(_FIRST_ATTACK, _ATTACK_SHARE, own, other))
        line, quiet = self._attack(own, other)
        if line:
            self._wins(self._index[line[0]], line)
            return quiet
        self._force.allow(self._first(_FIRST_THREAT, _THREAT_SHARE, other, own))
        threat, needed = self._attack(other, own)
        if threat:
            self._force.allow(self._first(_FIRST_THREAT, _THREAT_SHARE, other, own))
            self._lose(needed)
        return quiet

    def _lose(self, quiet: int) -> None:
        """Look for moves that lose to threes, the best moves first, until the allowance is spent."""
        for i in self._candidates():
            line = self._force.attack(self._other, self._after(i), quiet)
            if line:
                self._loses(i, line)
            if self._force.spent:
                return

    def _first(self, nodes: int, share: int, own: int, other: int) -> int:
        """How many positions a first attack gets: few where not even a chain is found."""
        limit = self._root.watch.limit
        if limit.nodes is not None:
            nodes = min(nodes, limit.nodes // share)
        if limit.seconds is not None:
            nodes = min(nodes, int(limit.seconds * _PACE) // share)
        return nodes if self._force.promises(own, other, nodes // 4) else nodes // _CHANCELESS

    def _attack(self, own: int, other: int) -> tuple[ThreatSequence | None, int]:
        """A win with as few quiet moves as it takes and how many these are, or how many could not be ruled out."""
        for quiet in range(1, _MAX_QUIET):
            line = self._force.attack(own, other, quiet)
            if line or self._force.spent:
                return line, quiet
        return None, _MAX_QUIET

    def _prove(self, quiet: int, nodes: int) -> int:
        """Look for wins with quiet moves, then for moves that lose to such; returns how many to allow next time."""
        force, own, other = self._force, self._own, self._other
        force.allow(nodes)
        best = self._candidates()[0]
        # The search takes that move for won, or half; it left replies out, so the win is still to be proven.
        if self._root.lines[best].score.value >= PROMISED:
            self._try(best, quiet)
        line = force.attack(own, other, quiet)
        if line:
            self._wins(self._index[line[0]], line)
            return quiet
        # A failure for want of nodes says nothing, so more quiet moves would not be the next step.
        if force.spent:
            return quiet
        # Where a pass does not lose to threes, hardly a move does: only under the exact rule can a stone more do harm.
        if not force.attack(other, own, quiet):
            return quiet + (not force.spent)
        self._lose(quiet)
        return quiet + (not force.spent)

    def _check(self, depth: int) -> None:
        """Have promises looked at before they decide for a move or against it, and search again without those that are not
        kept, and with those that are."""
        for _ in range(_CHECKS):
            best = next(iter(self._candidates()), None)
            if best is None or abs(self._root.lines[best].score.value) < PROMISED:
                break
            if not self._search.check(self._stand.play(self._root.moves[best]), _CHECKED):
                break
            self._deepen(depth)

    def _try(self, i: int, quiet: int) -> None:
        if not self._root.lines[i].score.proven:
            line = self._force.defend(self._after(i), self._other, quiet)
            if line:
                self._wins(i, [self._root.moves[i], *line])

    def _after(self, i: int) -> int:
        """The own stones after a move."""
        return self._own | self._board.bits[self._root.moves[i]]

    def _wins(self, i: int, line: ThreatSequence) -> None:
        self._learn(i, _proven(Verdict.WIN, len(line)), line[1:])
        self._root.report()

    def _loses(self, i: int, line: ThreatSequence) -> None:
        self._learn(i, _proven(Verdict.LOSE, len(line) + 1), line)

    def _learn(self, i: int, score: Score, line: ThreatSequence) -> None:
        self._root.learn_orbit(i, score, line)

    def _deepen(self, depth: int) -> None:
        """Search the candidates so deep. A player gets a better move at once; for a panel the rest stays below them."""
        root, search = self._root, self._search
        # To order all moves takes a hundredth of a turn of 0.1 s, so it is done once.
        order = root.unproven
        chosen = order[: self._width]
        after = {i: self._stand.play(root.moves[i]) for i in chosen}
        ranks = {i: rank for rank, i in enumerate(chosen)}

        def value(i: int, alpha: int, beta: int) -> int:
            return late(partial(search.value, after[i], ply=1), ranks[i], depth, alpha, beta)

        if not root.watch.all_moves:
            seen = []
            for each in search_root(chosen, value):
                seen.append(each)
                if not each.bound:
                    self._lead(each, order, depth)
            for i, score in scored(seen, unit):
                root.learn_orbit(i, score, depth=depth)
            return
        deepen_chosen(root, depth, chosen, value, unit, lambda i: search.line(after[i], depth - 1), _below)

    def _lead(self, best: Found, order: list[int], depth: int) -> None:
        """Tell a player of the best move so far, and that the others are worth no more, whatever a lesser depth said."""
        root = self._root
        guess = max(unit(best.worth), -SURE)
        line = self._search.line(self._stand.play(root.moves[best.i]), depth - 1)
        root.learn_orbit(best.i, Score.estimate(guess), line, depth)
        # Where the best is lost, what a lesser depth said of the others is still the better advice.
        if best.worth > -WON:
            for rank, i in enumerate(order, 1):
                score = root.lines[i].score
                if i != best.i and not score.proven and score.value >= guess - STEP * rank:
                    root.learn_orbit(i, Score.guessed_at_most(guess - STEP * rank))
        root.report()
