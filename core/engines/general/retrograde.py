"""Retrograde analysis: from every end of the game back to the position asked about.

All positions that can follow are listed first, each with those it comes from. Then the ends spread backwards, the nearest
first: a position with a move to a loss of the opponent is won, one with nothing but moves to wins of the opponent is lost. Of
what no win or loss reaches, a position that can be brought to a drawn end is a tie; all the rest is endless, as nobody can
force an end. Distances are those of GAMESMAN: a win 1 + the least, a loss 1 + the greatest, a tie 1 + the least.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from core.analysis import Analysis, Limit, Solver, Watch
from core.engines.general.alphabeta import deepen
from core.engines.root import MAX_MOVES, VERDICTS, Counter, Root
from core.game import Game, Move, Player, State
from core.position import Position
from core.score import Score, Verdict
from core.strategies.levels import GLANCE

MAX_POSITIONS = 300_000
"""Maximum number of positions that are listed; beyond, only one ply is searched."""
TABLES_KEPT = 4
ENDLESS_PLIES = 6
"""Plies shown of play that has no end."""
_TICK = 500


class Tablebase(NamedTuple):
    """Every position that can follow some position of a game, with its proven score for the player to move; the greatest
    distance; how many positions are endless; and the nodes that it took to make it."""

    scores: dict[State, Score]
    depth: int
    endless: int
    nodes: int = 0


class Retrograde(Solver):
    """Solves a game once and answers from the table after that."""

    name = "retrograde"

    def __init__(self) -> None:
        self._tables: dict[tuple[Game, State], Tablebase] = {}

    def analyse(self, watch: Watch) -> Analysis:
        assert self.takes(watch.position, watch.limit)
        root = Root(watch, self.name)
        return root.answer(lambda: self._look_up(root))

    def takes(self, position: Position, limit: Limit) -> bool:
        """Whether there is no limit of depth: a table reaches to the end of the game."""
        return limit.depth is None

    def table(self, watch: Watch) -> Mapping[State, Score]:
        """The proven score of every position that can follow the start of the game, or else the position asked about, for the
        player to move; empty where they are too many. Raises Stopped."""
        table = self._table(Root(watch, self.name))
        return table.scores if table else {}

    def _look_up(self, root: Root) -> None:
        """Show what the table says. Raises Stopped."""
        if root.watch.limit.nodes is not None:
            deepen(root, GLANCE)
        table = self._table(root)
        if table:
            root.depth = table.depth
            root.counters = lambda: {"states": len(table.scores), "endless": table.endless}
            for i, child in enumerate(root.children):
                root.learn(i, table.scores[child].before(root.turns[i]))
                root.show(i, _best_play(root.position.game, table.scores, child))
            # Sorting keeps the order of equals, and scores do not order ties by their distance.
            root.lines.sort(key=lambda line: line.score.plies or 0)

    def _table(self, root: Root) -> Tablebase | None:
        """The table of the whole game if the root is in it, else of what can follow the root; None where these are too large.
        Raises Stopped."""
        game, state = root.position.game, root.position.state
        most = root.watch.limit.nodes
        # From the start of the game once for all positions; one that play does not lead to gets its own.
        for first in (game.start(), state):
            place = game, first
            if place not in self._tables:
                before = root.watch.nodes
                table = _Graph(root, first).solve(root)
                self._tables[place] = table._replace(nodes=root.watch.nodes - before)
                # The oldest goes: a table is large, and players stay with a game.
                if len(self._tables) > TABLES_KEPT:
                    del self._tables[next(iter(self._tables))]
            elif most is not None:
                # Whose nodes are counted pays as if nothing had been asked before: that player's strength must not hang on it.
                root.tick(min(self._tables[place].nodes, most - root.watch.nodes))
            if state in self._tables[place].scores:
                return self._tables[place]
        return None


class _Graph:
    """The positions that can follow one, by number: whose turn it is, how many moves lead on, and from where they are
    reached, once for every move."""

    def __init__(self, root: Root, first: State) -> None:
        """List them; not ``complete`` when there are too many. Raises Stopped."""
        game = root.position.game
        numbers = {first: 0}
        self.states = [first]
        self.turns: list[Player] = []
        self.ends: list[int | None] = []
        self.left: list[int] = []
        self.parents: list[list[int]] = [[]]
        self.complete = False
        count = Counter(root.tick, _TICK)
        # The list grows while it is gone through: it is the queue of a breadth-first search.
        for number, state in enumerate(self.states):
            end = game.value(state)
            moves = game.moves(state) if end is None else ()
            self.turns.append(game.turn(state))
            self.ends.append(end)
            self.left.append(len(moves))
            # Heaps of a million: their positions are not to be listed, and need not be tried.
            if len(moves) > MAX_MOVES:
                return
            for move in moves:
                child = game.play(state, move)
                # By number: a state is a tuple of many, and is met again and again.
                following = numbers.setdefault(child, len(self.states))
                if following == len(self.states):
                    self.states.append(child)
                    self.parents.append([])
                self.parents[following].append(number)
            if len(self.states) > MAX_POSITIONS:
                return
            count.add(len(moves))
        count.flush()
        self.complete = True

    def solve(self, root: Root) -> Tablebase:
        """The score of every position, of none where they are too many; the lines of the root show what is proven as the
        distances grow. Raises Stopped."""
        if not self.complete:
            return Tablebase({}, 0, 0)
        scores: list[Score | None] = [
            None if end is None else Score.exact(VERDICTS[end], 0, "retrograde") for end in self.ends
        ]
        numbers = {state: number for number, state in enumerate(self.states)}
        depth = 0
        # Wins and losses first: a player who can win does so, however near a draw is.
        for drawn in (False, True):
            distance = 0
            level = [number for number, end in enumerate(self.ends) if end is not None and (end == 0) == drawn]
            while level:
                distance += 1
                level = self._before(root, level, distance, scores)
                if level:
                    depth = max(depth, distance)
                    root.depth = depth
                for i, child in enumerate(root.children):
                    score = scores[numbers[child]] if child in numbers else None
                    if score:
                        root.learn(i, score.before(root.turns[i]))
        endless = Score.exact(Verdict.ENDLESS, None, "retrograde")
        table = {state: score or endless for state, score in zip(self.states, scores, strict=True)}
        return Tablebase(table, depth, scores.count(None))

    def _before(self, root: Root, level: list[int], distance: int, scores: list[Score | None]) -> list[int]:
        """Settle what the positions of one distance settle one ply before them."""
        # One value for all positions of a level: hundreds of thousands of equal ones would not fit into memory.
        win, tie, lose = (Score.exact(VERDICTS[value], distance, "retrograde") for value in (1, 0, -1))
        settled = []
        for count, number in enumerate(level):
            if count % _TICK == 0:
                root.tick(0)
            score = scores[number]
            assert score
            for parent in self.parents[number]:
                # The first score is the nearest win or the last loss: levels come in the order of distance.
                if scores[parent]:
                    continue
                same = self.turns[parent] == self.turns[number]
                if score.verdict is Verdict.TIE:
                    scores[parent] = tie
                elif (score.verdict is Verdict.WIN) == same:
                    scores[parent] = win
                else:
                    # One more move that loses: lost only when the last of them does, which is the longest resistance.
                    self.left[parent] -= 1
                    if self.left[parent]:
                        continue
                    scores[parent] = lose
                settled.append(parent)
        return settled


def _best_play(game: Game, scores: dict[State, Score], state: State) -> list[Move]:
    """What both players do best from a position on: to the end, or some plies of what never ends."""
    plies = scores[state].plies
    moves: list[Move] = []
    for _ in range(ENDLESS_PLIES - 1 if plies is None else plies):
        turn = game.turn(state)
        after = [(move, game.play(state, move)) for move in game.moves(state)]
        after.sort(key=lambda each: scores[each[1]].plies or 0)
        move, state = max(after, key=lambda each: _rank(scores[each[1]], game.turn(each[1]) != turn))
        moves.append(move)
    return moves


@lru_cache(maxsize=4096)
def _rank(score: Score, turn_changes: bool) -> tuple[float, int, int]:
    """Where the move stands among others that leads to a position of this score; a table has few scores and many moves."""
    return score.before(turn_changes).rank
