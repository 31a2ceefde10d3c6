"""What the course of games proves is kept, and nothing that brute force denies is ever kept as proven."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from core.analysis import Analysis, Limit, Line
from core.games import get
from core.play.match import Match
from core.position import Position
from core.review.account import Account
from core.review.memory import Memory
from core.score import Proof, Score, Verdict
from tests.core.plain import plain
from tests.core.plain_boards import Pos
from tests.core.watching import ask
from tests.core.worths import Worth, worth

GAMES = (
    *("tictactoe", "tictactoe/misere", "tictactoe/wild", "mnk:4,3,3", "mnk:3,3,2", "connect-four:4,3,3", "notakto:1"),
    *(
        "pong-hau-ki",
        "morris",
        "nim:3,4,5",
        "nim:3,4,5/misere",
        "subtraction:12:1,2,3/misere",
        "kayles:7",
        "wythoff:3,5",
    ),
    *("fibonacci-nim:20", "chomp:3,4"),
)
VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}
LONGEST = 14
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
        more = random.randrange(found.plies) if found.plies and decided else 0
        within = found.plies + random.randrange(4) if found.plies and decided else None
        return Score.exact(verdict, None, "", within, more)
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
        back = self.match.position.outcome is not None or len(self.match.moves) >= LONGEST
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


@pytest.mark.parametrize("game", GAMES)
def test_back_and_forth_with_one_engine_and_another_nothing_is_kept_that_brute_force_denies(game: str) -> None:
    hold(game, 6)


def guessed(position: Position) -> Analysis:
    """Of every move a guess."""
    lines = tuple(Line(move, Score.estimate(0.1), (move,)) for move in position.moves)
    return Analysis(position, lines, 1, 1, 0.0, True, engine="alphabeta")


def game(moves: str) -> Match:
    match = Match(get("tictactoe"), ("human", "human"))
    for name in moves.split():
        match = match.play(match.position.parse(name))
    return match


def told(memory: Memory, match: Match) -> Account:
    return memory.account(match.positions, match.moves, match.outcome)


# By brute force X wins in 3 after a1 b2 c3 c1, by a3 alone.
BEFORE, AFTER = "a1 b2 c3", "a1 b2 c3 c1"


def test_what_a_move_led_to_is_known_of_it_once_it_is_taken_back() -> None:
    memory = Memory()
    memory.learn(ask("alphabeta", game(AFTER).position))
    told(memory, game(AFTER))
    memory.learn(guessed(game(BEFORE).position))
    told(memory, game(BEFORE))
    known = memory.known(game(BEFORE).position)
    assert known
    move = known.position.parse("c1")
    assert [line.move for line in known.lines if line.score.proven] == [move]
    score = known.line(move)
    assert score
    assert (score.score.verdict, score.score.plies) == (Verdict.LOSE, 4)


def test_a_position_is_proven_however_it_comes_about() -> None:
    memory = Memory()
    memory.learn(ask("alphabeta", game("a1 b2 c3").position))
    told(memory, game(AFTER))
    assert memory.proven(game(AFTER).position) == Score.exact(Verdict.WIN, 3, "search")
    other = game("c3 b2 a1 c1")
    assert other.position == game(AFTER).position
    assert told(memory, other).scores[-1] == Score.exact(Verdict.WIN, 3, "search")
    assert memory.known(other.position) is None, "nobody has answered about it"


def test_another_engine_begins_with_what_is_proven_and_with_no_guess() -> None:
    memory = Memory()
    before, after = game(BEFORE), game(AFTER)
    memory.learn(ask("alphabeta", after.position))
    memory.learn(guessed(before.position))
    told(memory, after)
    memory.forget()
    assert memory.known(before.position) is memory.known(after.position) is None
    assert told(memory, after).scores[-1] == Score.exact(Verdict.WIN, 3, "search")
    memory.learn(guessed(after.position))
    known = memory.known(after.position)
    assert known
    assert known.score == Score.exact(Verdict.WIN, 3, "search")


def test_what_a_program_from_elsewhere_calls_proven_goes_with_it() -> None:
    memory = Memory()
    position = game(AFTER).position
    memory.learn(replace(ask("alphabeta", position), engine="ugi:foreign"))
    told(memory, game(AFTER))
    assert memory.proven(position)
    memory.forget()
    assert memory.proven(position) is None
    memory.learn(guessed(position))
    known = memory.known(position)
    assert known
    assert not any(line.score.proven for line in known.lines)


def test_no_more_positions_are_kept_than_were_asked_for() -> None:
    memory = Memory(3)
    for moves in ("", "a1", "a1 b2", "a1 b2 c3", AFTER):
        memory.learn(guessed(game(moves).position))
    assert [memory.known(position) is None for position in game(AFTER).positions] == [True, True, False, False, False]


@pytest.mark.parametrize("reply", ["0", "5", "&", "M"])
def test_after_the_move_of_the_book_of_qubic_the_first_player_still_wins_whatever_is_answered(reply: str) -> None:
    """The whole game is won (Patashnik 1980): after a move that the book proves every reply loses, and the panel need not
    look for it again."""
    from core.engines.qubic.book import LETTERS

    memory, match = Memory(), Match(get("qubic"), ("human", "human"))
    found = ask("qubic", match.position, Limit(nodes=100))
    memory.learn(found)
    best = found.lines[0]
    assert (best.score.verdict, best.score.method) == (Verdict.WIN, "book")
    match = match.play(best.move)
    match = match.play(next(move for move in (LETTERS.index(reply), 1, 2) if move in match.position.moves))
    memory.learn(guessed(match.position))
    scores = told(memory, match).scores
    assert [score and score.verdict for score in scores] == [Verdict.WIN, Verdict.LOSE, Verdict.WIN]
    assert all(score and score.proven for score in scores)
