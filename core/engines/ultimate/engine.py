"""Ultimate tic-tac-toe: a deepening search for estimates and distances, and beside it a search to the end for verdicts.

What the searches return stands in :mod:`core.engines.ultimate.search`. The estimates shown are all of one finished depth. Where
won boards stay open, what the strategy of :mod:`core.strategies.open_win` proves comes before any search.
"""

from __future__ import annotations

from math import tanh

from core.analysis import Analysis, Score, Verdict, Watch
from core.engines.general.alphabeta import AlphaBeta
from core.engines.root import VERDICTS, OutOfNodes, Root
from core.engines.ultimate.search import Tables, UltimateSearch
from core.engines.win_scores import INFINITE, WIN, WON
from core.game import Move, State
from core.games.ultimate import OPEN, Ultimate
from core.position import Position
from core.strategies.open_win import ForcedWin, applies

_SCALE = 60.0
_SURE = 0.98
"""No guess comes nearer to a proof."""
_MARGIN = 12
"""How far a move is expected to stray from what it was worth a ply before."""
_MOST_EMPTY = 40
"""Up to this many cells to play in the search to the end has a chance."""
_FIRST_ALLOWANCE = 20_000
_MOST_FOR_DRAWS = 1_000_000
"""Nodes that may be spent on the distances of draws."""
_PROVING = 2
"""Nodes that the search to the end may spend for each one spent on deepening."""


class UltimateEngine:
    """Every move of the root has a value of its own and not only a bound."""

    name = "ultimate"

    def __init__(self) -> None:
        self._idle: list[Tables] = []
        """Tables in nobody's use: as many as there have been searches at a time."""

    def analyse(self, watch: Watch) -> Analysis:
        game = watch.position.game
        if not isinstance(game, Ultimate):
            return AlphaBeta().analyse(watch)
        root = Root(watch, self.name)
        tables = self._idle.pop() if self._idle else Tables()
        search = UltimateSearch(game, root.tick, tables)

        def prove() -> None:
            if applies(game):
                _follow(root, ForcedWin(game, root.tick))
            _Deepening(root, game, search).run()

        try:
            return root.answer(prove)
        finally:
            search.close()
            self._idle.append(tables)

    def solves(self, position: Position) -> bool:
        """Whether it is a game for which this engine is the one to use; it proves only what is near the end."""
        return isinstance(position.game, Ultimate)


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
    """The search from one root. ``_guesses[i]`` is what move i was worth at the depth before."""

    def __init__(self, root: Root, game: Ultimate, search: UltimateSearch) -> None:
        self._root, self._game, self._search = root, game, search
        self._places = {i: self._search.place(root.children[i]) for i in root.leaders}
        self._guesses: dict[int, int] = {}

    def run(self) -> None:
        """Deepen until all is proven or the limit of depth is reached. Raises Stopped."""
        root = self._root
        state = root.position.state
        end = self._search.place(state).left
        limit = root.watch.limit.depth
        deepest = end if limit is None else min(limit, end)
        allowance = _FIRST_ALLOWANCE
        for depth in range(2, deepest + 1):
            before = root.watch.nodes
            self._deepen(depth, depth == end)
            root.depth = max(root.depth, depth)
            root.report()
            # With more cells the search to the end seldom ends, and its nodes are lost to the other.
            if deepest == end <= _MOST_EMPTY:
                allowance = self._prove(allowance + _PROVING * (root.watch.nodes - before))
            if not self._open():
                break
        if deepest == end:
            self._measure_draws()

    def _open(self) -> list[int]:
        """The moves of which the searches can find more, best first, one of each orbit."""
        lines = self._root.lines
        return [i for i in self._root.leaders if lines[i].score.verdict is not Verdict.TIE]

    def _deepen(self, depth: int, complete: bool) -> None:
        """Search the open moves to a depth that counts the move itself. What is proven shows at once, the estimates when
        all are of one depth and can be compared."""
        guesses = {}
        for i in self._open():
            value = -self._value(i, depth - 1)
            plies = self._plies(i, value)
            if abs(value) >= WON:
                verdict = Verdict.WIN if value > 0 else Verdict.LOSE
                # What the table proves from further off may take longer than need be.
                exact = plies <= depth
                self._root.learn_orbit(
                    i,
                    Score.exact(verdict, plies, "search")
                    if exact
                    else Score.exact(verdict, None, "search", within=plies, beyond=depth),
                )
                self._show(i, min(depth, plies) - 1)
            elif complete:
                self._root.learn_orbit(i, Score.exact(Verdict.TIE, None, "search"))
            else:
                guesses[i] = value
            self._root.report()
        for i, value in guesses.items():
            if not self._root.lines[i].score.proven:
                self._root.learn_orbit(i, Score.estimate(_SURE * tanh(value / _SCALE)))
                self._show(i, depth - 1)
        # The next depth looks around what this one has found.
        self._guesses |= guesses

    def _value(self, i: int, depth: int) -> int:
        """The value of the place after move i."""
        place = self._places[i]
        low, high = -INFINITE, INFINITE
        if i in self._guesses:
            low, high = -self._guesses[i] - _MARGIN, -self._guesses[i] + _MARGIN
        # A narrow window around what is expected cuts more; where the value lies outside, half of the line is searched again.
        value = self._search.value(place, depth, low, high)
        if value <= low:
            value = self._search.value(place, depth, -INFINITE, low + 1)
        elif value >= high:
            value = self._search.value(place, depth, high - 1, INFINITE)
        return value

    def _plies(self, i: int, value: int) -> int:
        """How many plies from the root a proven value is away."""
        return WIN - abs(value) - self._places[i].marks + 1

    def _prove(self, allowance: int) -> int:
        """Search for the verdicts of the moves of the root; returns what is left of the allowance."""
        search = self._search
        search.allowance = allowance
        try:
            for i in self._open():
                if not self._root.lines[i].score.proven:
                    place = self._places[i]
                    value = 1 if search.reaches(place, 1) else 0 if search.reaches(place, 0) else -1
                    self._root.learn_orbit(i, Score.exact(VERDICTS[-value], None, "search", beyond=self._root.depth))
        except OutOfNodes:
            return 0
        return search.allowance

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
            return search.place(s).left
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
        game, state = self._game, self._root.children[i]
        settled = self._root.lines[i].score.settled
        pv: list[Move] = []
        while len(pv) < most and game.value(state) is None:
            # The search looks at the last ply without remembering a move.
            move = self._last(state) if settled and len(pv) == most - 1 else self._search.best(state)
            if move is None:
                break
            pv.append(move)
            state = game.play(state, move)
        self._root.show_orbit(i, pv)

    def _last(self, s: State) -> Move | None:
        """The move that ends the game best for who makes it, if any ends it."""
        ends = {move: self._game.value(self._game.play(s, move)) for move in self._game.moves(s)}
        return min((move for move in ends if ends[move] is not None), key=lambda move: ends[move] or 0, default=None)


def _bare(s: State) -> State:
    """The state without what stands in closed boards, which no longer matters."""
    return (*(marks if s[OPEN] >> board & 1 else 0 for board, marks in enumerate(s[:9])), *s[9:])
