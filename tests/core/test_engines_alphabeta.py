"""Alpha-beta: what deepening, the table and symmetry must not change."""

from __future__ import annotations

import pytest

from core.analysis import Analysis, Limit
from core.engines.general.alphabeta import AlphaBeta
from core.games import get
from core.position import Position
from core.score import Proof, Verdict
from tests.core.watching import ask, at


@pytest.mark.parametrize("id", ["tictactoe/misere", "tictactoe/wild", "mnk:5,5,4", "mnk:15,15,5"])
def test_moves_that_are_mirror_images_have_the_same_score_in_every_report(id: str) -> None:
    game = get(id)

    def check(analysis: Analysis) -> None:
        for line in analysis.lines:
            for symmetry in game.symmetries:
                image = analysis.line(symmetry.moves[line.move])
                assert image
                assert image.score == line.score

    check(ask("alphabeta", at(id), Limit(nodes=20_000), check))


def test_what_one_question_leaves_in_the_tables_does_not_change_the_next() -> None:
    engine_answers = [ask("alphabeta", at("tictactoe", text)) for text in ("X../.../...", "X../.O./...", "X../.../...")]
    assert engine_answers[0].lines == engine_answers[2].lines
    assert engine_answers[0].nodes == engine_answers[2].nodes


def test_all_nine_first_moves_are_proven_draws_in_nine() -> None:
    analysis = ask("alphabeta", at("tictactoe"))
    assert [(line.score.verdict, line.score.plies, len(line.pv)) for line in analysis.lines] == [
        (Verdict.TIE, 9, 9)
    ] * 9
    assert analysis.nodes < 34_203, "fewer than plain alpha-beta with the root open needs"


def test_a_line_of_a_proven_score_runs_to_the_end() -> None:
    for id in ("tictactoe/misere", "tictactoe/wild", "mnk:4,3,3", "mnk:4,4,3"):
        for line in ask("alphabeta", at(id)).lines:
            assert line.score.plies == len(line.pv)


def test_a_limit_of_depth_is_the_depth_that_is_searched() -> None:
    for depth in (1, 2, 3, 4):
        analysis = ask("alphabeta", at("mnk:5,5,4"), Limit(depth=depth))
        assert analysis.depth == depth
        assert {line.score.proof for line in analysis.lines} == {Proof.ESTIMATE}


def test_with_a_depth_that_reaches_the_end_draws_are_proven() -> None:
    assert ask("alphabeta", at("tictactoe"), Limit(depth=9)).settled
    assert not any(line.score.proven for line in ask("alphabeta", at("tictactoe"), Limit(depth=8)).lines)


def test_a_four_must_be_blocked_on_a_large_board() -> None:
    rows = ["." * 15] * 15
    rows[0] = "O" + "X" * 4 + "." * 10
    rows[14] = "O.O" + "." * 12
    analysis = ask("alphabeta", at("mnk:15,15,5", "/".join(rows)), Limit(depth=2, nodes=400_000))
    assert analysis.best
    assert analysis.position.name(analysis.best.move) == "f1"
    assert all(line.score.plies == 2 for line in analysis.lines[1:])


def test_the_engine_keeps_nothing_between_questions() -> None:
    assert not vars(AlphaBeta())


def test_in_the_play_of_a_proven_move_nobody_throws_the_game_away() -> None:
    def wins(position: Position) -> bool:
        if position.outcome:
            return position.outcome.winner == position.turn
        return not all(wins(position.play(move)) for move in position.moves)

    root = at("nim:2,2,6,1/misere", "2-2-6-0 2nd")
    analysis = ask("alphabeta", root, Limit(depth=6))
    unmeasured = [line for line in analysis.lines if line.score.proven and line.score.plies is None]
    assert unmeasured
    for line in unmeasured:
        position = root
        for move in line.pv:
            position = position.play(move)
            assert (line.score.verdict is Verdict.WIN) == (wins(position) == (position.turn == root.turn))
