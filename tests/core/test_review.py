"""Moves of a game are judged by what they kept and gave away."""

from __future__ import annotations

import pytest

from core.analysis import Analysis, Line, Proof, Score, Verdict
from core.review import Accuracy, Judgement, accuracy, judge
from tests.core.watching import ask, at

WIN, TIE, LOSE, ENDLESS = Verdict.WIN, Verdict.TIE, Verdict.LOSE, Verdict.ENDLESS


def exact(verdict: Verdict, plies: int | None = None) -> Score:
    return Score.exact(verdict, plies)


def verdict_on_second(*scores: Score) -> Judgement:
    """The judgement of the second of some moves with these scores, best first."""
    lines = tuple(Line(move, score, (move,)) for move, score in enumerate(scores))
    found = judge(Analysis(at(f"mnk:{len(lines)},1,9"), lines, 1, 1, 0.0, True), 1)
    assert found
    return found


def verdict_on_best(*scores: Score) -> Judgement:
    """The judgement of the first."""
    lines = tuple(Line(move, score, (move,)) for move, score in enumerate(scores))
    found = judge(Analysis(at(f"mnk:{len(lines)},1,9"), lines, 1, 1, 0.0, True), 0)
    assert found
    return found


@pytest.mark.parametrize(
    ("best", "played", "note"),
    [
        (exact(WIN, 3), exact(TIE, 5), "a1 won"),
        (exact(WIN, 3), exact(LOSE, 2), "a1 won"),
        (exact(TIE, 6), exact(LOSE, 4), "a1 held the draw"),
        (exact(ENDLESS), exact(LOSE, 4), "a1 kept it level"),
        (exact(WIN), exact(ENDLESS), "a1 won"),
    ],
)
def test_who_gives_the_value_away_is_told_what_kept_it(best: Score, played: Score, note: str) -> None:
    judgement = verdict_on_second(best, played)
    assert (judgement.glyph, str(judgement.note)) == ("??", note)


@pytest.mark.parametrize(
    ("best", "played", "glyph"),
    [
        (exact(WIN, 3), exact(WIN, 5), "?!"),
        (exact(WIN, 3), exact(WIN, 4), ""),
        (exact(LOSE, 6), exact(LOSE, 4), "?!"),
        (exact(LOSE, 5), exact(LOSE, 4), ""),
        (exact(TIE, 9), exact(TIE, 3), ""),
        (exact(WIN, 3), exact(WIN), ""),
    ],
)
def test_two_plies_given_away_within_a_class_are_a_weakness_but_not_in_a_draw(
    best: Score, played: Score, glyph: str
) -> None:
    assert verdict_on_second(best, played).glyph == glyph


def test_a_tie_and_endless_play_are_one_class() -> None:
    assert verdict_on_second(exact(TIE, 5), exact(ENDLESS)).glyph == ""


@pytest.mark.parametrize(
    ("scores", "glyph", "note"),
    [
        ((exact(WIN, 1), exact(TIE, 3), exact(LOSE, 2)), "!", "only move that wins"),
        ((exact(TIE, 3), exact(LOSE, 2)), "!", "only move that draws"),
        ((exact(ENDLESS), exact(LOSE, 2)), "!", "only move that holds"),
        ((exact(TIE, 3), exact(TIE, 3)), "", "best"),
        ((exact(TIE, 3),), "", "best"),
        ((exact(LOSE, 4), exact(LOSE, 2)), "", "longest resistance"),
    ],
)
def test_the_only_move_that_keeps_the_class_is_praised(scores: tuple[Score, ...], glyph: str, note: str) -> None:
    judgement = verdict_on_best(*scores)
    assert (judgement.glyph, str(judgement.note)) == (glyph, note)


def test_a_move_is_not_called_the_only_one_while_another_is_unproven() -> None:
    unproven = Score(TIE, 0.0, Proof.AT_MOST)
    assert verdict_on_best(exact(WIN, 3), unproven).glyph == ""


@pytest.mark.parametrize(
    ("drop", "glyph"),
    [(0.0, ""), (0.09, ""), (0.11, "?!"), (0.19, "?!"), (0.21, "?"), (0.29, "?"), (0.31, "??"), (1.0, "??")],
)
def test_without_proof_the_drop_of_the_estimate_counts_and_is_called_one(drop: float, glyph: str) -> None:
    judgement = verdict_on_second(Score.estimate(0.5), Score.estimate(0.5 - drop))
    assert judgement.glyph == glyph
    assert "estimate" in str(judgement.note)


def test_a_move_without_a_line_is_not_judged() -> None:
    found = Analysis(at("tictactoe"), (Line(0, exact(TIE), (0,)),), 1, 1, 0.0, True)
    assert judge(found, 5) is None


def test_a_game_thrown_away_is_judged_move_by_move() -> None:
    # The centre alone answers a corner; c1 lets X take the last corner, with two threats.
    expected = [("a1", ""), ("b2", "!"), ("c3", ""), ("c1", "??"), ("a3", "!"), ("b3", ""), ("a2", "!")]
    position = at("tictactoe")
    for name, glyph in expected:
        move = position.parse(name)
        judgement = judge(ask("alphabeta", position), move)
        assert judgement
        assert (name, judgement.glyph) == (name, glyph)
        position = position.play(move)
    assert position.outcome
    assert position.outcome.winner == 0


# Summing up.


def test_a_tally_counts_the_moves_of_one_player() -> None:
    positions = [at("tictactoe", text) for text in (".../.../...", "X../.../...", "X../.O./...", "X../.O./..X")]
    good, bad, weak = (
        verdict_on_second(exact(TIE, 5), exact(TIE, 5)),
        verdict_on_second(exact(TIE, 5), exact(LOSE, 4)),
        verdict_on_second(exact(WIN, 3), exact(WIN, 5)),
    )
    judgements = {0: good, 1: bad, 2: weak, 3: good}
    assert accuracy(judgements, positions, 0) == Accuracy(2, 2, 0)
    assert accuracy(judgements, positions, 1) == Accuracy(2, 1, 1)


@pytest.mark.parametrize(
    ("count", "accuracy"),
    [(Accuracy(3, 2, 1), 67), (Accuracy(4, 4, 0), 100), (Accuracy(1, 0, 1), 0), (Accuracy(0, 0, 0), None)],
)
def test_accuracy_is_the_share_of_moves_that_kept_the_value(count: Accuracy, accuracy: int | None) -> None:
    assert count.percent == accuracy
