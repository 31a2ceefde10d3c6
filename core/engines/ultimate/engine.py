"""Ultimate tic-tac-toe: a deepening search for :mod:`~core.engines.ultimate.guesses`, and beside it searches for verdicts and
for distances, which are :mod:`~core.engines.ultimate.proofs`.

Guesses are those of the net (:mod:`core.engines.ultimate.net_search`) where won boards are closed and three in line win, else
those of the tables (:mod:`core.engines.ultimate.search`), which also prove what there is to prove. Where won boards stay open,
what the strategy of :mod:`core.strategies.open_win` proves comes before any search.
"""

from __future__ import annotations

import gc
from contextlib import ExitStack, closing
from functools import cached_property
from sys import maxsize

from core.analysis import Analysis, Limit, Solver, Watch
from core.engines.root import Root
from core.engines.ultimate.guesses import Guesses
from core.engines.ultimate.net import net
from core.engines.ultimate.net_search import NetSearch, NetTable
from core.engines.ultimate.proofs import EndDistances, ProofContext, Verdicts, cells_left
from core.engines.ultimate.search import Tables, UltimateSearch
from core.engines.ultimate.tables import hopes
from core.games.ultimate import Ultimate
from core.position import Position
from core.score import Score, Verdict
from core.strategies.open_win import ForcedWin, applies

_SCALE, _NET_SCALE = 60.0, 2000.0
"""What the guesses of the tables and of the net are divided by; those of the net are thousandths of a logit."""
_MAX_EMPTY = 40
"""Up to this many cells to play in the search to the end has a chance."""
_MAX_EMPTY_OF_A_PLAYER = 18
"""And up to this many it helps where only the best move is wanted: so many it mostly proves within 30,000 nodes, 24 seldom
within 60,000."""
_FIRST_ALLOWANCE = 20_000
_PROVING = 2
"""Nodes that the search to the end may spend for each one spent on deepening."""
_DISTANCES_SHARE = 4
"""Nodes of all else for each one spent on distances before the verdicts are known."""
_MAX_KEPT = 40_000
"""Guesses that are taken over from one move to the next. A tenth of a second adds some 5,000, a second 50,000, and with the
87,382nd a dictionary is made anew, which takes 30 ms."""
_NO_END = maxsize


class _Desk:
    """What searches remember, one after the other: the tables, and of which game the last question was that asked for the best
    move alone."""

    def __init__(self) -> None:
        self.guesses: NetTable = {}
        self._last: Position | None = None

    @cached_property
    def tables(self) -> Tables:
        """Made when first asked for: they take 19 MB, and who only guesses by the net has no need of them."""
        tables = Tables()
        gc.freeze()  # to look through two million integers takes each full collection 20 ms and more of a player's time
        return tables

    def take(self, position: Position, every: bool) -> None:
        """Make ready for a question. What has been guessed before counts only in the same game and for a player: so every game
        goes as it would go alone, and the same question of a panel gets the same answer. Of too much all is forgotten now: in
        the middle of a search that would take it beyond its time."""
        full = len(self.guesses) > _MAX_KEPT
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
        desk.take(watch.position, watch.all_moves)
        # What takes long is loaded here, so that who asks for a single node has it loaded for all questions that follow.
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
                ground = ProofContext(root, game, search)
                if weights:
                    guesses = Guesses(root, ground, NetSearch(game, weights, root.tick, desk.guesses), _NET_SCALE)
                else:
                    guesses = Guesses(root, ground, search(), _SCALE)
                try:
                    _deepen(root, ground, guesses)
                finally:
                    if not watch.all_moves:
                        guesses.tell_rest()

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
            root.learn(i, Score.exact(verdict, None, "strategy", most=plies + 1))
            root.show(i, win.line(child))


def _deepen(root: Root, ground: ProofContext, guesses: Guesses) -> None:
    """Guess and prove by turns until all is found that is wanted or the limit of depth is reached. Raises Stopped."""
    verdicts, distances = Verdicts(ground), EndDistances(ground)
    every, limit = root.watch.all_moves, root.watch.limit.depth
    end = cells_left(root.position.state)
    deepest = end if limit is None else min(limit, end)
    # With more cells the search to the end seldom ends, and its nodes are lost to the other.
    proves = deepest == end <= (_MAX_EMPTY if every else _MAX_EMPTY_OF_A_PLAYER)
    allowance = _FIRST_ALLOWANCE
    if not every:
        guesses.order()
    for depth in range(2, deepest + 1):
        if ground.done:
            break
        before = root.watch.nodes
        guesses.step(depth)
        spent = root.watch.nodes - before
        if proves:
            allowance = verdicts.step(allowance + _PROVING * spent)
        if every:
            distances.step(spent // _DISTANCES_SHARE, deepest)
    if deepest < end:
        return
    if not ground.done:
        verdicts.step(_NO_END)
    if every or root.lost:
        distances.step(_NO_END, end)
    if every:
        distances.measure_draws()
