"""Plans of proofs: what a player who knows what an engine knows does wherever there is a choice."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from sys import maxsize
from typing import TypeAlias, cast

from core import engines
from core.analysis import Limit, Watch
from core.engines.connect_four.search import ConnectFourBoard, Searcher
from core.engines.general.retrograde import Retrograde
from core.engines.lines.avoiding import Avoiding
from core.engines.lines.proof_numbers import ProofNumbers, by_potential, by_rank
from core.engines.lines.threat_search import ThreatSearch
from core.engines.qubic import book
from core.game import Game, Move, State
from core.games.connect_four import ConnectFour
from core.games.own_lines import OwnLines, OwnMarks
from core.games.qubic import Cube
from core.games.ultimate import Ultimate
from core.kinds.lanes import LanePlace
from core.kinds.lines import LineGame, MarkGame
from core.kits import kit_of
from core.position import Position
from core.proofs.certificate import withstood
from core.registry import load
from core.score import Score, Verdict
from core.strategies.open_win import applies, reply

NEVER = -1
"""In place of a number of plies left: the goal holds for ever."""
_FIRST_NODES = 1000
"""Number of nodes of the first proof-number search for a move; each further search has twice as many."""
Heartbeat: TypeAlias = Callable[[int], None]
Pairs: TypeAlias = list[tuple[Move, Move]]
Rows: TypeAlias = list[list[Move]]


class ProofPlan:
    """A plan for the positions of one game. This one knows nothing; subclasses override what they know.

    ``left`` is the number of plies within which a goal is to be reached, or NEVER. A plan may err: every certificate is
    checked.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def move(self, s: State, goal: str, left: int) -> Move | None:
        """A move by which the player to move reaches the goal; None if the plan knows no such move.

        ``goal`` is ``wins``: to win within ``left`` plies; ``holds``: not to lose within them; or ``endless``: neither to lose
        nor to draw within them.
        """
        return None

    def rows(self, s: State, left: int, mine: bool) -> Rows:
        """Rows of threats by which a player wins, at once or after some of the replies
        (:func:`core.proofs.certificate.withstood`); ``mine``: the player is to move. Empty if none is known."""
        return []

    def pairs(self, s: State, left: int, mine: bool) -> Pairs | None:
        """Pairs of moves by which a player holds from here on; ``mine``: the player is to move. Empty if the opponent's lines
        are too light to need any, None if the plan knows nothing."""
        return None


def reaches(score: Score, goal: str, left: int) -> bool:
    """Whether a move with this score reaches a goal."""
    if goal == "wins":
        return score.verdict is Verdict.WIN and score.proven and (left == NEVER or score.most <= left)
    if goal == "endless" and score.verdict is Verdict.TIE:
        return False
    return score.at_least_draw or (score.proven and left != NEVER and score.least > left)


class TablePlan(ProofPlan):
    """Best play by the scores of all positions."""

    def __init__(self, game: Game, scores: Mapping[State, Score]) -> None:
        super().__init__(game)
        self._scores = scores

    def move(self, s: State, goal: str, left: int) -> Move | None:
        turn = self.game.turn(s)
        best: tuple[Score, Move] | None = None
        for move in self.game.moves(s):
            after = self.game.play(s, move)
            score = self._scores[after].before(self.game.turn(after) != turn)
            if best is None or score > best[0]:
                best = score, move
        return best[1] if best and reaches(best[0], goal, left) else None


class _Look(Watch):
    """The watch of an engine that a plan asks: it also reports nodes to the caller of the plan, who may stop it."""

    def __init__(self, position: Position, limit: Limit, heard: Heartbeat) -> None:
        super().__init__(position, limit, time.monotonic)
        self._heard = heard

    def tick(self, nodes: int) -> None:
        self._heard(nodes)
        super().tick(nodes)


class EnginePlan(ProofPlan):
    """Asks an engine at each position."""

    def __init__(self, game: Game, tick: Heartbeat, seconds: float) -> None:
        super().__init__(game)
        self._tick, self._seconds = tick, seconds

    def move(self, s: State, goal: str, left: int) -> Move | None:
        position = Position(self.game, s)
        lines = engines.analyse(engines.best(position), _Look(position, Limit(self._seconds), self._tick)).lines
        self._tick(0)  # a stopped engine answers, too
        return next((line.move for line in lines if reaches(line.score, goal, left)), None)


class Misere(EnginePlan):
    """K in a row where a line loses: a full search finds how to avoid a line, an engine answers the rest."""

    def __init__(self, game: LineGame, tick: Heartbeat, seconds: float) -> None:
        super().__init__(game, tick, seconds)
        self._avoiding = Avoiding(game, tick)

    def move(self, s: State, goal: str, left: int) -> Move | None:
        if goal == "holds" and left == NEVER:
            return self._avoiding.move(s, self.game.turn(s))
        return super().move(s, goal, left)


class Columns(ProofPlan):
    """Connect Four, by the scores of :mod:`core.engines.connect_four.search`."""

    def __init__(self, game: ConnectFour, tick: Heartbeat) -> None:
        super().__init__(game)
        self._board = ConnectFourBoard(game)
        self._search = Searcher(self._board, tick)
        self._places = game.columns * game.rows

    def move(self, s: State, goal: str, left: int) -> Move | None:
        discs = s[1].bit_count()
        if goal == "wins":
            least = 1 if left == NEVER else (self._places + 2 - discs - left) // 2
        elif left == NEVER:
            least = 0
        else:
            # The number of the opponent's first disc after the plies left; there is none beyond the last place.
            last = discs + left + 1
            last += (last - discs) % 2
            least = 0 if last > self._places else -((self._places + 2 - last) // 2)
        for move in self._board.ordered(s):
            if self._board.value(self._search, s, move, least) >= least:
                return move
        return None


class OpenBoards(ProofPlan):
    """The winning strategy of the first player in ultimate tic-tac-toe with open boards."""

    def move(self, s: State, goal: str, left: int) -> Move | None:
        return reply(s)


class ThreatPlan(ProofPlan):
    """K in a row, by forced threats, proof numbers and pairings."""

    def __init__(self, game: LineGame, search: ThreatSearch, numbers: ProofNumbers) -> None:
        super().__init__(game)
        self._lines, self._search, self._numbers = game, search, numbers

    def _place(self, s: State, attacker_moves: bool) -> LanePlace:
        """The position with the attacker first."""
        own, other = self._lines.sides(s)
        lanes = self._search.lanes
        empty = (1 << self._lines.cell_count) - 1 & ~(own | other)
        mine, theirs = lanes.of(own, other), lanes.of(other, own)
        return (mine, theirs, empty) if attacker_moves else (theirs, mine, empty)

    def move(self, s: State, goal: str, left: int) -> Move | None:
        if goal == "wins" and left == NEVER:
            place = self._place(s, True)
            return self._numbers.won(place, True)[0] if self._numbers.decide(place, True, maxsize) else None
        if goal == "wins":
            return self._winning(self._place(s, True), left)
        return self._holding(self._place(s, False), left)

    def rows(self, s: State, left: int, mine: bool) -> Rows:
        search, numbers = self._search, self._numbers
        place = self._place(s, mine)
        if left != NEVER:
            return []
        if mine:
            return [search.play_of_fours(*place)] if numbers.by_fours(place, True) else []
        rows, waiting = list[list[Move]](), place[2]
        if place[0] >> search.lanes.top:
            return rows  # a reply that does not stop the four loses at once
        # A row that wins after a pass wins after most replies.
        places = {cell: search.lanes.after(place, False, cell) for cell in search.ordered(waiting, place[0], place[1])}
        for cell, after in {NEVER: place, **places}.items():
            if (cell == NEVER or waiting >> cell & 1) and numbers.by_fours(after, True):
                rows.append(search.play_of_fours(*after))
                waiting &= ~withstood(self.game, s, 1 - self.game.turn(s), rows[-1])
        return rows

    def _winning(self, place: LanePlace, left: int) -> Move | None:
        lanes, search = self._search.lanes, self._search
        most = left - (left + 1) % 2
        # The shortest win has the smallest proof, and short wins are found fast.
        for plies in range(3, most + 1, 2):
            if search.reaches(*place, plies):
                for cell in search.ordered(place[2], place[0], place[1]):
                    after = lanes.after(place, True, cell)
                    if search.holds(*after, plies - 1):
                        return cell
        return None

    def _holding(self, place: LanePlace, left: int) -> Move | None:
        """A move that prevents a win of the attacker, who is the opponent and comes first in ``place``."""
        lanes, search = self._search.lanes, self._search
        own, other, empty = place
        forced = lanes.few_cells(own >> lanes.top) & empty
        cells = search.ordered(forced or empty, own, other)
        if left == NEVER:
            places = [(cell, lanes.after(place, False, cell)) for cell in cells]
            for cell, after in places:
                if search.barren(after[0], after[2]):
                    return cell
            nodes = _FIRST_NODES
            while (wins := self._numbers.decide(place, False, nodes)) is None:
                nodes *= 2
            while not wins:
                # Mostly the table knows the move; if it has lost it, search again.
                for cell, after in places:
                    if self._numbers.decide(after, True, nodes - _FIRST_NODES) is False:
                        return cell
                nodes *= 2
            return None
        most = (left - 1) - left % 2
        for cell in cells:
            if not search.reaches(*lanes.after(place, False, cell), most):
                return cell
        return None

    def pairs(self, s: State, left: int, mine: bool) -> Pairs | None:
        own, _, empty = self._place(s, not mine)
        lanes = self._search.lanes
        if left != NEVER:
            own &= self._search.within_reach(own, (left + (not mine)) // 2)
        # Below half a line a player to move completes no line, and below a whole line a player not to move does not.
        light = lanes.half << mine
        return [] if lanes.potential(own) < light else lanes.pairs(own, empty, rest=light)


class CubePlan(ThreatPlan):
    """The cubes, with the book of Qubic."""

    def __init__(self, game: Cube, tick: Heartbeat) -> None:
        # As in the engine: finding the least of many images costs more than the nodes it saves.
        search = ThreatSearch(game, tick, symmetric=False)
        super().__init__(game, search, ProofNumbers(search, by_rank, ahead=False))

    def move(self, s: State, goal: str, left: int) -> Move | None:
        known: list[Move] = []
        if self.game.id == "qubic" and self.game.turn(s) == 0 and goal == "wins" and left == NEVER:
            known = book.winning(s)
        return known[0] if known else super().move(s, goal, left)


def columns(game: ConnectFour, tick: Heartbeat, seconds: float) -> ProofPlan | None:
    """The plan for four in a row; None for other numbers, which engines know best."""
    return Columns(game, tick) if game.k == 4 else None


def lines(game: MarkGame, tick: Heartbeat, seconds: float) -> ProofPlan | None:
    """The plan for boards with too many positions to know all; None for small boards and wild play."""
    if not isinstance(game, LineGame) or game.cell_count <= 9:
        return None
    return Misere(game, tick, seconds) if game.misere else threat_plan(game, tick)


def threat_plan(game: LineGame, tick: Heartbeat) -> ThreatPlan:
    """A plan by threats with its own search."""
    search = ThreatSearch(game, tick)
    return ThreatPlan(game, search, ProofNumbers(search, by_potential(search.lanes)))


def cubes(game: Cube, tick: Heartbeat, seconds: float) -> ProofPlan:
    """The plan for the cubes."""
    return CubePlan(game, tick)


def own_lines(game: OwnMarks, tick: Heartbeat, seconds: float) -> ProofPlan | None:
    """The plan for lines from a file, if each player has their own marks and may play on any cell; else None."""
    if not isinstance(game, OwnLines) or game.gravity or game.cell_count <= 9:
        return None
    if game.misere:
        return Misere(game, tick, seconds)
    return threat_plan(game, tick) if game.plain else None


def open_boards(game: Ultimate, tick: Heartbeat, seconds: float) -> ProofPlan | None:
    """The plan for ultimate tic-tac-toe with open boards; None for other rules."""
    return OpenBoards(game) if applies(game) else None


def plan(position: Position, tick: Heartbeat, seconds: float = 10.0) -> ProofPlan:
    """The plan for all positions that can follow one: the plan of the game's family, else best play by the scores of all
    positions, else an engine with ``seconds`` for each position."""
    game = position.game
    place = kit_of(game.id).plan
    known = cast(ProofPlan | None, load("core.proofs", place)(game, tick, seconds)) if place else None
    if known:
        return known
    scores = cast(Retrograde, engines.get("retrograde")).table(_Look(position, Limit(), tick))
    return TablePlan(game, scores) if scores else EnginePlan(game, tick, seconds)
