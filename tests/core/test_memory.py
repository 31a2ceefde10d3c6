"""What the course of games proves is kept, and nothing that brute force denies is ever kept as proven."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.analysis import Analysis, Limit, Line
from core.games import get
from core.play.match import Match
from core.position import Position
from core.review.account import Account
from core.review.memory import Memory
from core.score import Score, Verdict
from tests.core.remembered import GAMES, hold
from tests.core.watching import ask


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
