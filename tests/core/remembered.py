"""Courses of games in which something is proven of many positions, held to brute force."""

from __future__ import annotations

from random import Random

from core.analysis import Analysis, Line
from core.games import get
from core.play.match import Match
from core.position import Position
from core.review.memory import Memory
from core.score import Proof, Score, Verdict
from tests.core.plain import plain
from tests.core.plain_boards import Pos
from tests.core.worths import Worth, worth

GAMES = (
    *("tictactoe", "tictactoe/misere", "mnk:3,3,2", "connect-four:4,3,3", "notakto:1"),
    *(
        "pong-hau-ki",
        "nim:3,4,5",
        "nim:3,4,5/misere",
        "subtraction:12:1,2,3/misere",
        "kayles:7",
        "wythoff:3,5",
    ),
    *("fibonacci-nim:20", "chomp:3,4"),
)
VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}
MAX_MOVES = 14
"""Moves of a course: where play can go round, it does so by then."""


def true(score: Score, found: Worth) -> bool:
    """Whether nothing that a score proves is denied by brute force."""
    if score.proven:
        verdict = Verdict.ENDLESS if not found.value and found.plies is None else VERDICTS[found.value]
        decided = verdict in (Verdict.WIN, Verdict.LOSE)
        lasts = not decided or (found.plies is not None and score.least <= found.plies <= score.most)
        return score.verdict is verdict and lasts
    return not (score.at_least_draw and found.value < 0) and not (score.at_most_draw and found.value > 0)


def partly(random: Random, found: Worth) -> Score:
    """Some of what brute force knows of a move, or a guess that is as wrong as can be."""
    kind = random.randrange(8)
    verdict = Verdict.ENDLESS if not found.value and found.plies is None else VERDICTS[found.value]
    decided = verdict in (Verdict.WIN, Verdict.LOSE)
    if kind == 0:
        return Score.exact(verdict, found.plies if decided else None)
    if kind == 1:
        if not found.plies or not decided:
            return Score.exact(verdict)
        least = 1 + random.randrange(found.plies)
        return Score.exact(verdict, least=least, most=found.plies + random.randrange(4))
    if kind == 2:
        return Score.exact(verdict)
    if kind == 3 and found.value >= 0:
        return Score.bound(Proof.AT_LEAST, random.random())
    if kind == 4 and found.value <= 0:
        return Score.bound(Proof.AT_MOST, -random.random())
    return Score.estimate(-0.9 * found.value + random.uniform(-0.1, 0.1))


class Play:
    """A game played in the product and by the rules written a second time, back and forth."""

    def __init__(self, game: str, seed: int) -> None:
        self.rules, self.random = plain(game), Random(f"{game} {seed}")
        self.match, self.path = Match(get(game), ("human", "human")), [self.rules.start]

    def step(self) -> None:
        """Make a move, or take one back."""
        back = self.match.position.outcome is not None or len(self.match.moves) >= MAX_MOVES
        if self.match.moves and (back or self.random.random() < 0.25):
            self.match = self.match.undo()
            self.path.pop()
        elif not back and not self.match.outcome:
            name, pos = self.random.choice(sorted(self.rules.after(self.path[-1]).items()))
            self.match = self.match.play(self.match.position.parse(name))
            self.path.append(pos)

    def seen(self, engine: str) -> Analysis:
        """What an engine may know of the position."""
        position = self.match.position
        after = {position.parse(name): pos for name, pos in self.rules.after(self.path[-1]).items()}
        lines = []
        for move, pos in after.items():
            found = worth(self.rules, pos)
            found = Worth(-found.value, None if found.plies is None else found.plies + 1)
            lines.append(Line(move, partly(self.random, found), (move,)))
        lines.sort(key=lambda line: line.score.rank, reverse=True)
        return Analysis(position, tuple(lines), 1, 1, 0.0, True, engine=engine)


def hold(game: str, seeds: int) -> None:
    """Go back and forth in a game, with one engine and another; nothing may be kept that brute force denies."""
    kept = 0
    for seed in range(seeds):
        play, memory = Play(game, seed), Memory()
        met: dict[Position, Pos] = {}
        for _ in range(40):
            play.step()
            position, engine = play.match.position, play.random.choice(["alphabeta", "mcts"])
            met |= dict(zip(play.match.positions, play.path, strict=True))
            if position.outcome is None and play.random.random() < 0.7:
                memory.learn(play.seen(engine))
            if play.random.random() < 0.1:
                memory.forget()
            told = memory.account(play.match.positions, play.match.moves, play.match.outcome)
            for score, pos in zip(told.scores, play.path, strict=True):
                assert score is None or true(score, worth(play.rules, pos)), (score, pos)
        for position, pos in met.items():
            if score := memory.proven(position):
                kept += 1
                assert true(score, worth(play.rules, pos))
            for line in known.lines if (known := memory.known(position)) else ():
                led = worth(play.rules, play.rules.after(pos)[position.name(line.move)])
                assert true(line.score, Worth(-led.value, None if led.plies is None else led.plies + 1))
    assert kept > 3 * seeds, "something is proven in every game"
