"""What is proven of the moves of one root of ultimate tic-tac-toe: verdicts by a search to the end of the game, distances by
null windows at proven scores, one ply further each time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from core.engines.root import VERDICTS, OutOfNodes, Root
from core.engines.ultimate.search import UltimateSearch
from core.engines.ultimate.tables import SearchPlace
from core.engines.win_scores import INFINITE, WON
from core.game import Move, State
from core.games.ultimate import OPEN, Ultimate
from core.score import Score, Verdict

_MAX_FOR_DRAWS = 1_000_000
"""Nodes that may be spent on the distances of draws."""
_DEEPER = 4
"""About how many times as many nodes a ply more takes."""


class ProofContext:
    """What all that is found out of one root stands on: the search for proofs, which ``make`` makes, and its places.
    ``plies``: wins and losses in so many plies are known, and all sooner."""

    def __init__(self, root: Root, game: Ultimate, make: Callable[[], UltimateSearch]) -> None:
        self.root, self.game = root, game
        self.plies = 1  # the rules have settled those
        self._make = make
        self._places: dict[int, SearchPlace] = {}

    @cached_property
    def search(self) -> UltimateSearch:
        """The search for proofs. A distance is exact only where nothing from further off is remembered, so it is no other's."""
        return self._make()

    def place(self, i: int) -> SearchPlace:
        """The place after move i. It takes tables that are large, and that a search for guesses alone does not need."""
        if i not in self._places:
            self._places[i] = self.search.place(self.root.children[i])
        return self._places[i]

    @property
    def done(self) -> bool:
        """Whether nothing is left to find of what is wanted, but for distances."""
        return not (self.root.unproven if self.root.watch.all_moves else self.root.undecided)

    def show(self, i: int, most: int) -> None:
        """Show the proven play after move i, of so many plies at most."""
        state = self.root.children[i]
        pv = self.search.line(state, most - 1)
        for move in pv:
            state = self.game.play(state, move)
        # The search looks at the last ply without remembering a move.
        if len(pv) == most - 1 and (last := self._last(state)) is not None:
            pv.append(last)
        self.root.show_orbit(i, pv)

    def _last(self, s: State) -> Move | None:
        """The move that ends the game best for who makes it, if any ends it."""
        ends = {move: self.game.value(self.game.play(s, move)) for move in self.game.moves(s)}
        return min((move for move in ends if ends[move] is not None), key=lambda move: ends[move] or 0, default=None)


class Verdicts:
    """Who wins after each move, by a search to the end."""

    def __init__(self, ground: ProofContext) -> None:
        self._ground = ground

    def step(self, allowance: int) -> int:
        """Search for the verdicts of the moves of the root; returns what is left of the allowance. Raises Stopped."""
        ground, root, search = self._ground, self._ground.root, self._ground.search
        search.allowance = allowance
        try:
            for i in root.unproven:
                place = ground.place(i)
                value = 1 if search.reaches(place, 1) else 0 if search.reaches(place, 0) else -1
                root.learn_orbit(i, Score.exact(VERDICTS[-value], None, "search", least=ground.plies + 1))
                if ground.done:
                    break
        except OutOfNodes:
            return 0
        return search.allowance


class EndDistances:
    """How far off the ends are. What is not spent of the nodes for it is saved until a ply more can be had."""

    def __init__(self, ground: ProofContext) -> None:
        self._ground = ground
        self._saved = self._cost = 0

    def step(self, nodes: int, most: int) -> None:
        """Find the wins and losses that take a ply more than those known, and so on up to so many, as long as the nodes
        last. Raises Stopped."""
        ground, root = self._ground, self._ground.root
        self._saved += nodes
        while ground.plies < most and self._open() and self._cost * _DEEPER <= self._saved:
            before = root.watch.nodes
            ground.plies += 1
            self._find(ground.plies)
            self._cost = root.watch.nodes - before
            self._saved -= self._cost
            root.depth = max(root.depth, ground.plies)
            root.report()

    def _open(self) -> list[int]:
        """The moves that may win or lose in a number of plies that is not known."""
        root = self._ground.root
        return [i for i in root.leaders if root.lines[i].score.verdict is not Verdict.TIE]

    def _find(self, plies: int) -> None:
        """Find the wins and losses in so many plies, where all sooner are known, and with them that the others take more."""
        ground, root, search = self._ground, self._ground.root, self._ground.search
        for i in self._open():
            place = ground.place(i)
            score = root.lines[i].score
            # Null windows at proven scores, for which no guess matters; only what they find is looked at again, for the play.
            if score.verdict is not Verdict.LOSE and search.value(place, plies - 1, -WON, 1 - WON) <= -WON:
                search.value(place, plies - 1, -INFINITE, 1 - WON)
                root.learn_orbit(i, Score.exact(Verdict.WIN, plies, "search"))
            elif score.verdict is not Verdict.WIN and search.value(place, plies - 1, WON - 1, WON) >= WON:
                search.value(place, plies - 1, WON - 1, INFINITE)
                root.learn_orbit(i, Score.exact(Verdict.LOSE, plies, "search"))
            elif score.verdict:
                root.learn_orbit(i, Score.exact(score.verdict, None, score.method, least=plies + 1))
                continue
            else:
                continue
            ground.show(i, plies - 1)

    def measure_draws(self) -> None:
        """Find how far off the proven draws are: both players want a draw soon, so the shortest way counts that leads through
        draws alone. Raises Stopped."""
        root = self._ground.root
        self._ground.search.allowance = _MAX_FOR_DRAWS
        try:
            for i in root.leaders:
                if root.lines[i].score.verdict is Verdict.TIE:
                    root.learn_orbit(i, Score.exact(Verdict.TIE, self._to_draw(root.children[i]) + 1, "search"))
        except OutOfNodes:
            pass

    def _to_draw(self, s: State) -> int:
        """The plies to the end of a drawn state. Raises OutOfNodes."""
        game, search = self._ground.game, self._ground.search
        # All cells are played in, whatever happens.
        if game.stay_open:
            return cells_left(s)
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


def cells_left(s: State) -> int:
    """How many cells can still be played in."""
    return sum(9 - s[board].bit_count() for board in range(9) if s[OPEN] >> board & 1)


def _bare(s: State) -> State:
    """The state without what stands in closed boards, which no longer matters."""
    return (*(marks if s[OPEN] >> board & 1 else 0 for board, marks in enumerate(s[:9])), *s[9:])
