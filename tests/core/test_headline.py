"""What an analysis says of the whole position, at every moment of a search, against brute force on strings."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from core.analysis import Analysis, Limit, Line
from core.position import Position
from core.score import Proof, Score, Verdict
from tests.core.brute import Worth, winning_rows
from tests.core.solving import solve_rules
from tests.core.watching import ask, at

VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}
BOARDS = {
    "tictactoe": (3, 3, False),
    "tictactoe/misere": (3, 3, False),
    "mnk:4,3,3": (4, 3, False),
    "mnk:4,3,3/misere": (4, 3, False),
    "mnk:5,3,3/misere/toroidal": (5, 3, True),
}
"""Boards on which three in a row count: columns, rows and whether rows go over the edge."""
MOST_EMPTY = 8


@cache
def rows(id: str) -> list[list[int]]:
    columns, height, toroidal = BOARDS[id]
    return [sorted(cells) for cells in winning_rows(columns, height, 3, toroidal)]


@cache
def worth(id: str, board: str) -> Worth:
    """Of a board without its slashes, for the player to move."""
    if any(board[a] == board[b] == board[c] != "." for a, b, c in rows(id)):
        return Worth(1 if "misere" in id else -1, 0)
    if "." not in board:
        return Worth(0, 0)
    turn = "XO"[sum(mark != "." for mark in board) % 2]
    after = [worth(id, board[:i] + turn + board[i + 1 :]) for i, mark in enumerate(board) if mark == "."]
    best = max(-each.value for each in after)
    distances = [each.plies for each in after if -each.value == best]
    return Worth(best, 1 + (max(distances) if best < 0 else min(distances)))


def random_position(id: str, random: Random) -> Position:
    """An unfinished position that is nearly full."""
    while True:
        position = at(id)
        while position.text.count(".") > MOST_EMPTY and not position.outcome:
            position = position.play(random.choice(position.moves))
        if not position.outcome:
            return position


def headlines(engine: str, position: Position, known: Worth) -> set[tuple[Verdict | None, Proof]]:
    """What is said of a position on the way to the final answer, all of it held to brute force."""
    value, plies = known
    seen = set()

    def listen(analysis: Analysis) -> None:
        score = analysis.score
        assert score
        seen.add((score.verdict, score.proof))
        assert not (score.at_least_draw and value < 0)
        assert not (score.at_most_draw and value > 0)
        if score.proven:
            assert score.verdict is VERDICTS[value]
            assert score.least <= plies <= score.most

    listen(ask(engine, position, listener=listen))
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["minimax", "alphabeta", "mcts", "lines"])
@pytest.mark.parametrize("id", BOARDS)
def test_the_headline_is_never_more_than_what_brute_force_finds(engine: str, id: str) -> None:
    random = Random(id)
    seen = set()
    for _ in range(5):
        position = random_position(id, random)
        seen |= headlines(engine, position, worth(id, position.text.replace("/", "")))
    assert len(seen) > 1


@pytest.mark.parametrize(
    "id", ["nim:2,3,4", "nim:2,3,4/misere", "subtraction:9:1,3,4", "chomp:3,4", "notakto:1", "kayles:5"]
)
def test_so_it_is_in_games_of_other_kinds(id: str) -> None:
    known = solve_rules(at(id).game).worth
    states = [state for state, worth in known.items() if worth.plies]
    for state in Random(id).sample(states, 6):
        for engine in ("minimax", "alphabeta", "mcts", "retrograde", "theory"):
            assert headlines(engine, Position(at(id).game, state), known[state])


@pytest.mark.slow
def test_no_limit_of_nodes_makes_minimax_say_a_longer_win_than_there_is() -> None:
    """It meets a win in 10 before the one in 8."""
    position = at("mnk:5,3,3/misere/toroidal", "X..../...OX/.....")
    assert worth(position.game.id, position.text.replace("/", "")) == (1, 8)
    said = []
    ask("minimax", position, Limit(nodes=300_000), lambda analysis: said.append(analysis.score))
    wins = {score for score in said if score and score.verdict is Verdict.WIN}
    assert Score.exact(Verdict.WIN, None, "search", 10) in wins
    assert all(score.plies in (None, 8) and (score.within or 8) >= 8 for score in wins)


def line(score: Score, move: int = 0) -> Line:
    return Line(move, score, (move,))


WIN_9, LOSS_4 = Score.exact(Verdict.WIN, 9), Score.exact(Verdict.LOSE, 4)
OPEN, NO_WIN = Score.estimate(0.2), Score.bound(Proof.AT_MOST, -0.2)


@pytest.mark.parametrize(
    ("others", "plies", "within"),
    [
        ([LOSS_4, NO_WIN], 9, None),
        ([Score.exact(Verdict.WIN, 11), Score.exact(Verdict.TIE)], 9, None),
        ([OPEN], None, 9),
        ([Score.bound(Proof.AT_LEAST, 0.2)], None, 9),
        ([Score.exact(Verdict.WIN, None, "", 12)], None, 9),
        ([Score.exact(Verdict.WIN)], None, 9),
    ],
)
def test_a_win_is_as_near_as_said_only_where_no_other_move_may_win_sooner(
    others: list[Score], plies: int | None, within: int | None
) -> None:
    scores = [WIN_9, *others, *[LOSS_4] * (2 - len(others))]
    said = Analysis(at("tictactoe", "XOX/XOO/..."), tuple(map(line, scores)), 9, 0, 0.0, False).score
    assert said
    assert (said.verdict, said.plies, said.within) == (Verdict.WIN, plies, within)


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ([LOSS_4, Score.exact(Verdict.LOSE, 6)], Score.exact(Verdict.LOSE, 6)),
        ([LOSS_4, Score.exact(Verdict.LOSE)], Score.exact(Verdict.LOSE, more_than=3)),
        ([LOSS_4, Score.exact(Verdict.LOSE, None, "", 8, 5)], Score.exact(Verdict.LOSE, None, "", 8, 5)),
        ([LOSS_4, Score.exact(Verdict.LOSE, None, "", 3, 1)], LOSS_4),
    ],
)
def test_a_loss_is_as_far_as_said_only_where_no_other_move_may_last_longer(others: list[Score], said: Score) -> None:
    lines = sorted(map(line, [LOSS_4, *others]), key=lambda each: each.score.rank, reverse=True)
    assert Analysis(at("tictactoe", "XOX/XOO/..."), tuple(lines), 9, 0, 0.0, False).score == said


def test_a_draw_is_as_near_as_its_nearest() -> None:
    position = at("tictactoe", "XOX/XOO/...")
    scores = [Score.exact(Verdict.TIE, 9), Score.exact(Verdict.TIE, 7), LOSS_4]
    assert Analysis(position, tuple(map(line, scores)), 9, 0, 0.0, False).score == Score.exact(Verdict.TIE, 7)
    scores[2] = NO_WIN
    said = Analysis(position, tuple(map(line, scores)), 9, 0, 0.0, False).score
    assert said == Score.exact(Verdict.TIE, None, "", 7)


@pytest.mark.parametrize(
    ("score", "at_least", "at_most"),
    [
        (Score.exact(Verdict.WIN), True, False),
        (Score.exact(Verdict.TIE), True, True),
        (Score.exact(Verdict.ENDLESS), True, True),
        (Score.exact(Verdict.LOSE), False, True),
        (Score.bound(Proof.AT_LEAST, 0.5), True, False),
        (Score.bound(Proof.AT_MOST, -0.5), False, True),
        (Score.estimate(0.9), False, False),
    ],
)
def test_at_least_a_draw_is_one_thing_to_ask_for(score: Score, at_least: bool, at_most: bool) -> None:
    assert (score.at_least_draw, score.at_most_draw) == (at_least, at_most)
    assert ((-score).at_least_draw, (-score).at_most_draw) == (at_most, at_least)
