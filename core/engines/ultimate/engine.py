"""Ultimate tic-tac-toe: a deepening search for guesses, and beside it searches for verdicts and for distances.

Guesses are those of the net (:mod:`core.engines.ultimate.net_search`) where won boards are closed and three in line win, else
those of the tables (:mod:`core.engines.ultimate.search`), which also prove what there is to prove. Where won boards stay open,
what the strategy of :mod:`core.strategies.open_win` proves comes before any search.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import cached_property
from math import tanh
from sys import maxsize
from typing import Protocol

from core.analysis import Analysis, Limit, Solver, Watch
from core.engines.deepening import Found, fill, late, search_root
from core.engines.root import VERDICTS, OutOfNodes, Root
from core.engines.ultimate.net import net
from core.engines.ultimate.net_search import NetSearch, NetTable
from core.engines.ultimate.search import Tables, UltimateSearch
from core.engines.ultimate.tables import Place, hopes
from core.engines.win_scores import INFINITE, WIN, WON
from core.game import Move, State
from core.games.ultimate import OPEN, Ultimate
from core.position import Position
from core.score import Score, Verdict
from core.strategies.open_win import ForcedWin, applies

_SCALE, _NET_SCALE = 60.0, 2000.0
"""What the guesses of the tables and of the net are divided by; those of the net are thousandths of a logit."""
_SURE = 0.98
"""No guess comes nearer to a proof."""
_MOST_EMPTY = 40
"""Up to this many cells to play in the search to the end has a chance."""
_MOST_EMPTY_OF_A_PLAYER = 18
"""And up to this many it helps whoever only wants the best move: so many it mostly proves within 30,000 nodes, 24 seldom within
60,000."""
_FIRST_ALLOWANCE = 20_000
_MOST_FOR_DRAWS = 1_000_000
"""Nodes that may be spent on the distances of draws."""
_PROVING = 2
"""Nodes that the search to the end may spend for each one spent on deepening."""
_DISTANCES_SHARE = 4
"""Nodes of all else for each one spent on distances before the verdicts are known."""
_MOST_KEPT = 40_000
"""Guesses that are taken over from one move to the next. A tenth of a second adds some 5,000, a second 50,000, and with the
87,382nd a dictionary is made anew, which takes 30 ms."""
_DEEPER = 4
"""About how many times as many nodes a ply more takes."""


_NO_END = maxsize


class _Guesser(Protocol):
    """A deepening search for guesses, which may come upon proven wins and losses."""

    def asker(self, s: State) -> Callable[[int, int, int], int]:
        """What an unfinished state is worth, by depth, alpha and beta."""
        ...

    def line(self, s: State, most: int) -> list[Move]:
        """The play that it expects from an unfinished state, as far as it remembers, and so many plies at most."""
        ...


class _Desk:
    """What searches remember, one after the other: the tables, and of which game the last question was that asked for the best
    move alone."""

    def __init__(self) -> None:
        self.guesses: NetTable = {}
        self._last: Position | None = None

    @cached_property
    def tables(self) -> Tables:
        """Made when first asked for: they take 19 MB, and whoever only guesses by the net has no need of them."""
        tables = Tables()
        gc.freeze()  # to look through two million integers takes each full collection 20 ms and more of a player's time
        return tables

    def take(self, position: Position, every: bool) -> None:
        """Make ready for a question. What has been guessed before counts only in the same game and for a player: so every game
        goes as it would go alone, and the same question of a panel gets the same answer. Of too much all is forgotten now: in
        the middle of a search that would take it beyond its time."""
        full = len(self.guesses) > _MOST_KEPT
        if every or full or self._last is None or not _follows(position, self._last):
            self.guesses.clear()
        self._last = None if every else position


def _follows(position: Position, last: Position) -> bool:
    """Whether the same game may have come from the last position to this one."""
    if position.game != last.game:
        return False
    return all(marks & before == before for marks, before in zip(position.state[:9], last.state[:9], strict=True))


class UltimateEngine(Solver):
    """Finds the best move, then what each of the others is worth."""

    name = "ultimate"

    def __init__(self) -> None:
        self._idle: list[_Desk] = []
        """Desks in nobody's use: as many as there have been searches at a time."""

    def analyse(self, watch: Watch) -> Analysis:
        game = watch.position.game
        assert isinstance(game, Ultimate)
        root = Root(watch, self.name)
        desk = self._idle.pop() if self._idle else _Desk()
        desk.take(watch.position, watch.every)
        # What takes long is loaded here, so that whoever asks for a single node has it loaded for all questions that follow.
        hopes()
        weights = net("count" if game.count else "draw") if _guessed_by_net(game) else None

        with ExitStack() as stack:
            stack.callback(self._idle.append, desk)

            def search() -> UltimateSearch:
                """One of those that share the slots of the tables and no entries."""
                return stack.enter_context(closing(UltimateSearch(game, root.tick, desk.tables)))

            def prove() -> None:
                if applies(game):
                    _follow(root, ForcedWin(game, root.tick))
                if weights:
                    guesser = NetSearch(game, weights, root.tick, desk.guesses)
                    _Deepening(root, game, search, guesser, _NET_SCALE).run()
                else:
                    _Deepening(root, game, search, search(), _SCALE).run()

            return root.answer(prove)

    def takes(self, position: Position, limit: Limit) -> bool:
        return isinstance(position.game, Ultimate)


def _guessed_by_net(game: Ultimate) -> bool:
    """Whether the net guesses better than the tables: it was made for closed boards and three in line. Where five boards win
    it scores 29 +- 9 % of 60 games against the tables."""
    return not game.stay_open and not game.tic_tac_ku


def _follow(root: Root, win: ForcedWin) -> None:
    """Learn what the strategy proves of the moves of the root."""
    for i in root.open:
        child = root.children[i]
        plies = win.plies(child)
        if plies is not None:
            verdict = Verdict.WIN if root.position.turn == 0 else Verdict.LOSE
            root.learn(i, Score.exact(verdict, None, "strategy", plies + 1))
            root.show(i, win.line(child))


class _Deepening:
    """The search from one root: guesses by ``guesser``, in units of ``scale``, proofs by what ``search`` makes, which is
    another. ``_plies``: wins and losses in so many plies are known, and all sooner."""

    def __init__(
        self, root: Root, game: Ultimate, search: Callable[[], UltimateSearch], guesser: _Guesser, scale: float
    ) -> None:
        self._root, self._game, self._make_search = root, game, search
        self._guesser, self._scale = guesser, scale
        self._ask = {i: guesser.asker(root.children[i]) for i in root.leaders}
        self._places: dict[int, Place] = {}
        self._order = root.leaders
        self._found: list[Found] = []
        self._guessed: set[int] = set()
        """The moves that a search has guessed the worth of, and not a bound alone."""
        self._marks = sum(marks.bit_count() for marks in root.position.state[:9])
        self._plies = 1  # the rules have settled those
        self._saved = self._cost = 0

    def run(self) -> None:
        """Deepen until all is found that is wanted or the limit of depth is reached. Raises Stopped."""
        try:
            self._run()
        finally:
            if not self._root.watch.every:
                self._tell_rest()

    def _run(self) -> None:
        root, every = self._root, self._root.watch.every
        if not every:
            self._order.sort(key=self._first_guess, reverse=True)
        end = _left(root.position.state)
        limit = root.watch.limit.depth
        deepest = end if limit is None else min(limit, end)
        allowance = _FIRST_ALLOWANCE
        for depth in range(2, deepest + 1):
            if self._done():
                break
            before = root.watch.nodes
            self._deepen(depth)
            root.depth = max(root.depth, depth)
            root.report()
            spent = root.watch.nodes - before
            # With more cells the search to the end seldom ends, and its nodes are lost to the other.
            if deepest == end <= (_MOST_EMPTY if every else _MOST_EMPTY_OF_A_PLAYER):
                allowance = self._prove(allowance + _PROVING * spent)
            if every:
                self._find_distances(spent // _DISTANCES_SHARE, deepest)
        if deepest < end:
            return
        if not self._done():
            self._prove(_NO_END)
        if every or root.lost:
            self._find_distances(_NO_END, end)
        if every:
            self._measure_draws()

    def _done(self) -> bool:
        """Whether nothing is left to find of what is wanted, but for distances."""
        return not (self._root.unproven if self._root.watch.every else self._root.undecided)

    def _deepen(self, depth: int) -> None:
        """Search the moves that are not proven to a depth that counts the move itself. A player is told of a better move at
        once, a panel of guesses as soon as they are all of one depth, first as bounds."""
        root, every = self._root, self._root.watch.every
        moves = root.unproven if every else [i for i in self._order if not root.lines[i].score.proven]
        ranks = {i: rank for rank, i in enumerate(moves)}
        found: list[Found] = []

        def value(i: int, alpha: int, beta: int) -> int:
            return self._value(i, ranks[i], depth, alpha, beta)

        for each in search_root(moves, value):
            found.append(each)
            if abs(each.worth) >= WON or not (every or each.bound):
                self._learn(each, depth)
            if every:
                root.report()
            elif each.worth >= WON:
                return
            elif not each.bound and each.worth > -WON:
                self._prefer(each)
        self._found = found
        if every:
            for each in found:
                self._learn(each, depth)
            for each in fill(found, value):
                self._learn(each, depth)
                root.report()

    def _learn(self, found: Found, depth: int) -> None:
        """Note what a search to this depth has found."""
        i, worth, bound = found
        if abs(worth) >= WON:
            verdict = Verdict.WIN if worth > 0 else Verdict.LOSE
            # How many plies from the root the end is; it may be had sooner, by a way that was left out.
            within = WIN - abs(worth) - self._marks
            self._root.learn_orbit(i, Score.exact(verdict, None, "search", within, self._plies))
            self._show(i, min(depth, within) - 1)
        elif not self._root.lines[i].score.proven:
            guess = self._unit(worth)
            if not bound:
                self._guessed.add(i)
            self._root.learn_orbit(i, Score.guessed_at_most(guess) if bound else Score.estimate(guess))
            # To follow the play takes its time: of a move that is only known to be no better it tells little, and a player is
            # shown it at the end.
            if self._root.watch.every and not bound:
                self._show(i, depth - 1)

    def _first_guess(self, i: int) -> int:
        """What a ply after move i shows of it."""
        return -self._ask[i](1, -INFINITE, INFINITE)

    def _prefer(self, best: Found) -> None:
        """Have a player's best move searched first from now on, the others as they were; and tell of them that they are taken
        to be worth no more, whatever a lesser depth said."""
        self._order.remove(best.i)
        self._order.insert(0, best.i)
        most = self._unit(best.worth)
        for i in self._order[1:]:
            score = self._root.lines[i].score
            if not score.proven and score.value >= most:
                self._root.learn_orbit(i, Score.guessed_at_most(most))

    def _tell_rest(self) -> None:
        """Tell a player of the play that is expected, and of the other moves what the last whole depth has found: they are
        taken to be worth no more than the best. Where a tie is proven, the best is a move of which more than a bound is known:
        to be no better than a move that turned out a tie tells of no other that it is as good."""
        root, lines = self._root, self._root.lines
        known = [i for i in root.leading if lines[i].score.proven or i in self._guessed]
        tie = any(lines[i].score.verdict is Verdict.TIE for i in known)
        best = max(known if tie else root.leading, key=lambda i: lines[i].score.rank)
        most = lines[best].score.value
        bounds = {found.i: self._unit(found.worth) for found in self._found if found.bound}
        for i in self._order:
            if i != best and not lines[i].score.proven and (i in bounds or lines[i].score.value >= most):
                root.learn_orbit(i, Score.guessed_at_most(min(most, bounds.get(i, most))))
        if not lines[best].score.proven:
            self._show(best, root.depth - 1)

    def _unit(self, worth: int) -> float:
        return _SURE * tanh(worth / self._scale)

    def _value(self, i: int, rank: int, depth: int, alpha: int, beta: int) -> int:
        """The value of a move of that rank for the player who makes it. Between a win and a faster one it does not tell."""
        alpha = min(alpha, WON - 1)
        return late(self._ask[i], rank, depth, alpha, max(beta, alpha + 1, 1 - WON))

    @cached_property
    def _search(self) -> UltimateSearch:
        """The search for proofs. A distance is exact only where nothing from further off is remembered, so it is no other's."""
        return self._make_search()

    def _place(self, i: int) -> Place:
        """The place after move i. It takes tables that are large, and that a search for guesses alone does not need."""
        if i not in self._places:
            self._places[i] = self._search.place(self._root.children[i])
        return self._places[i]

    def _prove(self, allowance: int) -> int:
        """Search for the verdicts of the moves of the root; returns what is left of the allowance."""
        root, search = self._root, self._search
        search.allowance = allowance
        try:
            for i in root.unproven:
                place = self._place(i)
                value = 1 if search.reaches(place, 1) else 0 if search.reaches(place, 0) else -1
                root.learn_orbit(i, Score.exact(VERDICTS[-value], None, "search", beyond=self._plies))
                if self._done():
                    break
        except OutOfNodes:
            return 0
        return search.allowance

    def _find_distances(self, nodes: int, most: int) -> None:
        """Find the wins and losses that take a ply more than those known, and so on up to so many, as long as the nodes
        last."""
        self._saved += nodes
        while self._plies < most and self._unmeasured() and self._cost * _DEEPER <= self._saved:
            before = self._root.watch.nodes
            self._plies += 1
            self._find_ends(self._plies)
            self._cost = self._root.watch.nodes - before
            self._saved -= self._cost
            self._root.depth = max(self._root.depth, self._plies)
            self._root.report()

    def _unmeasured(self) -> list[int]:
        """The moves that may win or lose in a number of plies that is not known."""
        lines = self._root.lines
        return [i for i in self._root.leaders if lines[i].score.verdict is not Verdict.TIE]

    def _find_ends(self, plies: int) -> None:
        """Find the wins and losses in so many plies, where all sooner are known, and with them that the others take more."""
        root, search = self._root, self._search
        for i in self._unmeasured():
            place = self._place(i)
            score = root.lines[i].score
            # Null windows at proven scores, for which no guess matters; only what they find is looked at again, for the play.
            if score.verdict is not Verdict.LOSE and search.value(place, plies - 1, -WON, 1 - WON) <= -WON:
                search.value(place, plies - 1, -INFINITE, 1 - WON)
                root.learn_orbit(i, Score.exact(Verdict.WIN, plies, "search"))
            elif score.verdict is not Verdict.WIN and search.value(place, plies - 1, WON - 1, WON) >= WON:
                search.value(place, plies - 1, WON - 1, INFINITE)
                root.learn_orbit(i, Score.exact(Verdict.LOSE, plies, "search"))
            elif score.verdict:
                root.learn_orbit(i, Score.exact(score.verdict, None, score.method, beyond=plies))
                continue
            else:
                continue
            self._show(i, plies - 1)

    def _measure_draws(self) -> None:
        """Find how far off the proven draws are: both players want a draw soon, so the shortest way counts that leads through
        draws alone. Raises Stopped."""
        self._search.allowance = _MOST_FOR_DRAWS
        try:
            for i in self._root.leaders:
                if self._root.lines[i].score.verdict is Verdict.TIE:
                    plies = self._to_draw(self._root.children[i])
                    self._root.learn_orbit(i, Score.exact(Verdict.TIE, plies + 1, "search"))
        except OutOfNodes:
            pass

    def _to_draw(self, s: State) -> int:
        """The plies to the end of a drawn state. Raises OutOfNodes."""
        game, search = self._game, self._search
        # All cells are played in, whatever happens.
        if game.stay_open:
            return _left(s)
        level, plies = [s], 0
        while True:
            plies += 1
            after: dict[State, State] = {}
            for child in (game.play(state, move) for state in level for move in game.moves(state)):
                value = game.value(child)
                if value == 0:
                    return plies
                # Only positions in which the player to move does not win keep the draw, and twins are followed once.
                if value is None and (bare := _bare(child)) not in after and not search.reaches(search.place(child), 1):
                    after[bare] = child
            level = list(after.values())

    def _show(self, i: int, most: int) -> None:
        """Show the play expected after move i, of so many plies at most."""
        state = self._root.children[i]
        if not self._root.lines[i].score.settled:
            self._root.show_orbit(i, self._guesser.line(state, most))
            return
        pv = self._search.line(state, most - 1)
        for move in pv:
            state = self._game.play(state, move)
        # The search looks at the last ply without remembering a move.
        if len(pv) == most - 1 and (last := self._last(state)) is not None:
            pv.append(last)
        self._root.show_orbit(i, pv)

    def _last(self, s: State) -> Move | None:
        """The move that ends the game best for who makes it, if any ends it."""
        ends = {move: self._game.value(self._game.play(s, move)) for move in self._game.moves(s)}
        return min((move for move in ends if ends[move] is not None), key=lambda move: ends[move] or 0, default=None)


def _left(s: State) -> int:
    """How many cells can still be played in."""
    return sum(9 - s[board].bit_count() for board in range(9) if s[OPEN] >> board & 1)


def _bare(s: State) -> State:
    """The state without what stands in closed boards, which no longer matters."""
    return (*(marks if s[OPEN] >> board & 1 else 0 for board, marks in enumerate(s[:9])), *s[9:])
