"""What every engine starts from: the moves of the position, each with what one ply shows of it.

A move that ends the game is settled by the rules before any search begins, so an engine that is stopped at once still
sees a win in one. Every other move begins with an estimate, and what is proven of a move is never taken back: a later guess
is cut to what a bound leaves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.analysis import Analysis, Line, Proof, Score, Verdict, Watch
from core.estimates import estimator
from core.game import Move, State
from core.position import Position

MOST_MOVES = 1000
"""Up to this many moves of a position are looked at one by one."""
MAX_PLIES = 400
"""No search recurses deeper: longer than the longest game on a board of Go, far from the limit of the interpreter."""

_CONTRADICTION = {Proof.AT_LEAST: Verdict.LOSE, Proof.AT_MOST: Verdict.WIN}
VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}


class Root:
    """The lines of an analysis while it grows. ``children[i]`` is the state after ``moves[i]``; ``turns[i]`` whether the
    other player is to move there."""

    def __init__(self, watch: Watch, moves: Sequence[Move] | None = None, omitted: Verdict | None = None) -> None:
        """``moves`` are those to look at, when it is not all or a sample; ``omitted`` the proven verdict of the rest."""
        self.watch = watch
        self.position = watch.position
        game, state = self.position.game, self.position.state
        self.moves: tuple[Move, ...] = tuple(sample(self.position) if moves is None else moves)
        self.omitted = omitted
        self.children: tuple[State, ...] = tuple(game.play(state, move) for move in self.moves)
        turn = game.turn(state)
        self.turns = tuple(game.turn(child) != turn for child in self.children)
        self.depth = 0
        self.counters: dict[str, int] = {}
        guess = estimator(game).value
        self.lines: list[Line] = []
        for move, child, turns in zip(self.moves, self.children, self.turns, strict=True):
            value = game.value(child)
            if value is None:
                score = Score.estimate(guess(child)).before(turns)
            else:
                score = Score.exact(VERDICTS[value], 0, "rules").before(turns)
            self.lines.append(Line(move, score, (move,)))

    @property
    def open(self) -> list[int]:
        """The indices of the moves of which something is left to find, best first."""
        found = [i for i, line in enumerate(self.lines) if not line.score.settled]
        return sorted(found, key=lambda i: self.lines[i].score.rank, reverse=True)

    def learn(self, i: int, score: Score) -> None:
        """Set the score of ``moves[i]`` for the player who makes it, unless that is to say less than what is known."""
        old = self.lines[i].score
        if old.settled or (old.proven and not score.proven):
            return
        if not old.proven and score.sureness < old.sureness:
            score = Score.bound(old.proof, score.value, old.method)
        assert not old.proven or old.verdict is score.verdict
        assert old.verdict is None or score.verdict is not _CONTRADICTION.get(old.proof)
        if score.plies is None and old.within is not None:
            score = replace(score, within=min(old.within, score.within or old.within))
        self.lines[i] = replace(self.lines[i], score=score)

    def show(self, i: int, pv: Iterable[Move]) -> None:
        """Set the play expected after ``moves[i]``."""
        self.lines[i] = replace(self.lines[i], pv=(self.moves[i], *pv))

    def tick(self, nodes: int) -> None:
        """Count nodes and show what is known by now. Raises Stopped."""
        self.watch.tick(nodes)
        self.report()

    def report(self) -> None:
        """Show what is known by now."""
        self.watch.report(self.lines, self.depth, self.omitted, **self.counters)

    def finish(self) -> Analysis:
        """The final answer."""
        return self.watch.finish(self.lines, self.depth, self.omitted, **self.counters)


def sample(position: Position, most: int = MOST_MOVES) -> Sequence[Move]:
    """The legal moves; when there are more than ``most``, so many of them at equal distances, the first and the last
    among them: the last stick of the only heap."""
    moves = position.moves
    count = len(moves)
    return moves if count <= most else [moves[i * (count - 1) // (most - 1)] for i in range(most)]


def orbits(root: Root) -> dict[int, list[tuple[int, Sequence[Move]]]]:
    """The moves that symmetry makes one: for the first of each such set all of them, with the map that leads there."""
    state = root.position.state
    index = {move: i for i, move in enumerate(root.moves)}
    kept = [symmetry.moves for symmetry in root.position.game.symmetries if symmetry.image(state) == state]
    found: dict[int, list[tuple[int, Sequence[Move]]]] = {}
    seen: set[int] = set()
    for i, move in enumerate(root.moves):
        if i not in seen:
            orbit: dict[int, Sequence[Move]] = {}
            for image in kept:
                if image[move] in index:
                    orbit.setdefault(index[image[move]], image)
            found[i] = list(orbit.items())
            seen |= orbit.keys()
    return found
