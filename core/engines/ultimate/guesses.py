"""What is guessed of the moves of one root of ultimate tic-tac-toe, by a search that goes a ply deeper each time and may come
upon proven wins and losses."""

from __future__ import annotations

from collections.abc import Callable
from math import tanh
from typing import Protocol

from core.engines.deepening import Found, fill, late, search_root
from core.engines.root import Root
from core.engines.ultimate.proofs import ProofContext
from core.engines.win_scores import INFINITE, WIN, WON
from core.game import Move, State
from core.score import Score, Verdict

_SURE = 0.98
"""No guess comes nearer to a proof."""


class Guesser(Protocol):
    """A deepening search for guesses, which may come upon proven wins and losses."""

    def asker(self, s: State) -> Callable[[int, int, int], int]:
        """What an unfinished state is worth, by depth, alpha and beta."""

    def line(self, s: State, most: int) -> list[Move]:
        """The play that it expects from an unfinished state, as far as it remembers, and so many plies at most."""


class Guesses:
    """Guesses by ``guesser``, in units of ``scale``."""

    def __init__(self, root: Root, ground: ProofContext, guesser: Guesser, scale: float) -> None:
        self._root, self._ground = root, ground
        self._guesser, self._scale = guesser, scale
        self._ask = {i: guesser.asker(root.children[i]) for i in root.leaders}
        self._order = root.leaders
        self._found: list[Found] = []
        self._guessed: set[int] = set()
        """The moves that a search has guessed the worth of, and not a bound alone."""
        self._marks = sum(marks.bit_count() for marks in root.position.state[:9])

    def order(self) -> None:
        """Have the moves that a ply after them shows to be the best searched first. Raises Stopped."""
        self._order.sort(key=lambda i: self._ask[i](1, -INFINITE, INFINITE))

    def step(self, depth: int) -> None:
        """Search the moves that are not proven to a depth that counts the move itself. A player gets a better move at
        once, a panel of guesses as soon as they are all of one depth, first as bounds. Raises Stopped."""
        self._search(depth)
        self._root.depth = max(self._root.depth, depth)
        self._root.report()

    def _search(self, depth: int) -> None:
        root, every = self._root, self._root.watch.all_moves
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
            most = WIN - abs(worth) - self._marks
            self._root.learn_orbit(i, Score.exact(verdict, None, "search", least=self._ground.plies + 1, most=most))
            self._show(i, min(depth, most) - 1)
        elif not self._root.lines[i].score.proven:
            guess = self._unit(worth)
            if not bound:
                self._guessed.add(i)
            self._root.learn_orbit(i, Score.guessed_at_most(guess) if bound else Score.estimate(guess), depth=depth)
            # To follow the play takes its time: of a move that is only known to be no better it tells little, and a player is
            # shown it at the end.
            if self._root.watch.all_moves and not bound:
                self._show(i, depth - 1)

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

    def tell_rest(self) -> None:
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

    def _show(self, i: int, most: int) -> None:
        """Show the play expected after move i, of so many plies at most."""
        if self._root.lines[i].score.settled:
            self._ground.show(i, most)
        else:
            self._root.show_orbit(i, self._guesser.line(self._root.children[i], most))
