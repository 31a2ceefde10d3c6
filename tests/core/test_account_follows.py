"""An account that keeps step with a game says what one made anew would, and works no more out than what has changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.analysis import Analysis, Line
from core.games import get
from core.games.vanishing import Vanishing
from core.play.match import Match
from core.position import Position
from core.review.account import Account
from core.review.memory import Memory
from core.score import Score
from tests.core.counted import counted
from tests.core.remembered import GAMES, Play
from tests.core.walks import walk

SLOW = ("morris", "mnk:4,3,3", "tictactoe/wild")
"""Games of which brute force takes seconds."""


def all_of(told: Account) -> list[object]:
    """Everything that an account tells."""
    sums = [told.accuracy(0), told.accuracy(1), told.costs, told.mistakes, told.turn, told.blame, told.outcome]
    seen = [told.count, told.unseen, told.waiting, told.unknown, told.proven, told.urgent, told.first_scores]
    return [
        *sums,
        *seen,
        told.analyses,
        told.led,
        told.scores,
        told.carried,
        sorted(told.judgements.items()),
        [told.plies(position) for position in told.positions],
    ]


@pytest.mark.parametrize("game", [game for game in GAMES if game not in SLOW])
def test_what_is_told_step_by_step_is_what_a_new_account_tells(game: str) -> None:
    known: dict[Position, Analysis] = {}
    for seed in range(4):
        play = Play(game, seed)
        told = Account(play.match.positions, play.match.moves, play.match.outcome, known.get)
        for _ in range(60):
            play.step()
            if play.match.position.outcome is None and play.random.random() < 0.7:
                seen = play.seen("alphabeta")
                known[seen.position] = replace(seen, final=play.random.random() < 0.5)
                told.hear(seen.position)
            if known and play.random.random() < 0.1:
                lost = play.random.choice(list(known))
                del known[lost]
                told.hear(lost)
            told.follow(play.match.positions, play.match.moves, play.match.outcome)
            anew = Account(play.match.positions, play.match.moves, play.match.outcome, known.get)
            assert all_of(told) == all_of(anew)


def test_the_cost_that_comes_first_is_that_of_the_move_that_gave_most_away() -> None:
    play = Play("tictactoe", 1)
    known: dict[Position, Analysis] = {}
    for _ in range(30):
        play.step()
        if play.match.position.outcome is None:
            known[play.match.position] = play.seen("alphabeta")
    told = Account(play.match.positions, play.match.moves, play.match.outcome, known.get)
    faults = [ply for ply, judgement in told.judgements.items() if judgement.glyph in ("??", "?", "?!")]
    assert sorted(told.costs) == sorted(faults)
    assert [told.judgements[ply].glyph for ply in told.costs] == sorted(
        (told.judgements[ply].glyph for ply in faults), key=("??", "?", "?!").index
    )


def guessed(position: Position, value: float) -> Analysis:
    lines = tuple(Line(move, Score.estimate(value), (move,), 9) for move in position.moves)
    return Analysis(position, lines, 9, 1, 0.0, False, engine="alphabeta")


def reported(monkeypatch: pytest.MonkeyPatch, plies: int) -> int:
    """How often something is looked up, judged or named for one report about the last position of a game of so many plies."""
    match = Match.from_json({"game": "vanishing", "moves": walk(plies)})
    memory = Memory(2000)
    for position in match.positions:
        memory.learn(guessed(position, 0.1))
    for _ in range(3):
        memory.account(match.positions, match.moves, match.outcome)
    memory.learn(guessed(match.position, 0.2))
    with monkeypatch.context() as patch:
        calls = [
            counted(patch, Vanishing, "format_move"),
            counted(patch, Vanishing, "value"),
            counted(patch, Memory, "known"),
            counted(patch, Analysis, "line"),
            counted(patch, Position, "__eq__"),
        ]
        memory.account(match.positions, match.moves, match.outcome)
    return sum(count() for count in calls)


def test_a_report_costs_as_much_in_a_long_game_as_in_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reported(monkeypatch, 500) <= reported(monkeypatch, 50) + 2


def test_a_line_beside_a_game_takes_nothing_from_what_is_told_of_the_game() -> None:
    memory = Memory()
    match = Match(get("tictactoe"), ("human", "human"))
    for move in (0, 4, 8):
        match = match.play(move)
    beside = match.undo().play(2)
    told = memory.account(match.positions, match.moves, match.outcome)
    assert memory.account(beside.positions, beside.moves, beside.outcome) is not told
    assert memory.account(match.positions, match.moves, match.outcome) is told
