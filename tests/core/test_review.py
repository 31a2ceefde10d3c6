"""Moves of a game are judged by what they kept and gave away."""

from __future__ import annotations

import pytest

from core import engines
from core.analysis import Analysis, Limit, Line
from core.game import Player
from core.games import get
from core.review.tally import MarkTally
from core.review.verdicts import FAULTS, Accuracy, Judgement, given_up, judge
from core.score import Proof, Score, Verdict
from tests.core.played import nearly_full
from tests.core.watching import ask, at

WIN, TIE, LOSE, ENDLESS = Verdict.WIN, Verdict.TIE, Verdict.LOSE, Verdict.ENDLESS


def exact(verdict: Verdict, plies: int | None = None) -> Score:
    return Score.exact(verdict, plies)


def verdict_on_second(*scores: Score, depth: int = 4, playouts: int | None = None) -> Judgement:
    """The judgement of the second of some moves with these scores, best first, searched so deep or by so many games."""
    lines = tuple(Line(move, score, (move,), depth) for move, score in enumerate(scores))
    counters = {} if playouts is None else {"playouts": playouts}
    found = judge(Analysis(nearly_full(len(lines)), lines, 1, 1, 0.0, True, counters), 1)
    assert found
    return found


def verdict_on_best(*scores: Score) -> Judgement:
    """The judgement of the first."""
    lines = tuple(Line(move, score, (move,)) for move, score in enumerate(scores))
    found = judge(Analysis(nearly_full(len(lines)), lines, 1, 1, 0.0, True), 0)
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
    [(0.0, ""), (0.09, ""), (0.11, "?!"), (0.19, "?!"), (0.21, "?"), (0.29, "?"), (0.31, "?"), (1.0, "?")],
)
def test_without_proof_the_drop_of_the_estimate_counts_and_is_called_one(drop: float, glyph: str) -> None:
    judgement = verdict_on_second(Score.estimate(0.5), Score.estimate(0.5 - drop))
    assert judgement.glyph == glyph
    assert "estimate" in str(judgement.note) or str(judgement.note).endswith("(~)")


def test_a_move_is_not_called_good_of_which_only_the_most_is_guessed() -> None:
    judgement = verdict_on_second(Score.estimate(0.3), Score.guessed_at_most(0.299))
    assert (judgement.glyph, str(judgement.note)) == (None, "no better than a1 (~)")


@pytest.mark.parametrize("most", [0.299, 0.0, -0.9])
def test_a_bound_of_a_guess_gives_no_mark(most: float) -> None:
    assert verdict_on_second(Score.estimate(0.3), Score.guessed_at_most(most)).glyph is None
    assert verdict_on_second(-Score.guessed_at_most(-0.9), Score.estimate(-0.5)).glyph is None


TOO_LITTLE = "not analysed enough"


@pytest.mark.parametrize(
    ("depth", "playouts", "glyph"),
    [(0, None, None), (3, None, None), (4, None, "?"), (12, None, "?"), (12, 999, None), (0, 1000, "?")],
)
def test_a_guess_speaks_against_a_move_after_four_plies_or_a_thousand_games(
    depth: int, playouts: int | None, glyph: str | None
) -> None:
    judgement = verdict_on_second(Score.estimate(0.9), Score.estimate(-0.9), depth=depth, playouts=playouts)
    assert judgement.glyph == glyph
    assert (str(judgement.note) == TOO_LITTLE) == (glyph is None)


@pytest.mark.parametrize(
    "id", ["tictactoe", "tictactoe/misere", "mnk:4,4,4", "notakto:2", "connect-four:5,4,4", "vanishing"]
)
def test_no_guess_speaks_against_a_move_of_a_game_that_can_be_proven(id: str) -> None:
    position = at(id)
    lines = tuple(Line(move, Score.estimate(0.9 - move), (move,), 12) for move in position.moves)
    found = judge(Analysis(position, lines, 12, 1, 0.0, True), position.moves[-1])
    assert found
    assert (found.glyph, str(found.note)) == (None, TOO_LITTLE)


@pytest.mark.parametrize(("best", "played"), [(4, 0), (0, 4)])
def test_both_moves_have_to_be_searched_before_one_is_blamed(best: int, played: int) -> None:
    depths = (best, played)
    scores = (Score.estimate(0.9), Score.estimate(0.0))
    lines = tuple(Line(move, score, (move,), depths[move]) for move, score in enumerate(scores))
    found = judge(Analysis(nearly_full(2), lines, 9, 1, 0.0, True), 1)
    assert found
    assert found.glyph is None


@pytest.mark.parametrize("nodes", [1, 100, 20_000])
@pytest.mark.parametrize("engine", ["gomoku", "alphabeta"])
def test_the_first_stone_of_swap2_which_nobody_has_looked_at_far_bears_no_mark(engine: str, nodes: int) -> None:
    analysis = ask(engine, at("gomoku/swap2"), Limit(nodes=nodes))
    marks = {found.glyph for move in analysis.position.moves if (found := judge(analysis, move))}
    assert marks == {None}


@pytest.mark.parametrize(
    "game", ["gomoku/swap2", "gomoku", "mnk:9,9,5", "ultimate", "qubic", "connect-four", "tictactoe3d"]
)
@pytest.mark.parametrize("nodes", [1, 300])
def test_what_is_seen_at_a_glance_blames_no_move(game: str, nodes: int) -> None:
    for name in engines.of(get(game)):
        analysis = ask(name, at(game), Limit(nodes=nodes))
        for line in analysis.lines:
            judgement = judge(analysis, line.move)
            assert judgement
            if judgement.glyph in FAULTS:
                assert line.score.proven, (name, str(judgement.note))


def test_a_search_of_four_plies_says_so_of_each_move_that_it_has_looked_at() -> None:
    analysis = ask("alphabeta", at("mnk:7,7,5"), Limit(depth=4))
    assert {line.depth for line in analysis.lines if not line.score.proven} == {4}
    assert {line.depth for line in ask("alphabeta", at("mnk:7,7,5"), Limit(nodes=1)).lines} == {0}
    far = ask("gomoku", at("gomoku", "." * 15 + ("/" + "." * 15) * 14), Limit(depth=4))
    assert {line.depth for line in far.lines} == {0, 4}, "it searches a few moves, and no others"


def test_the_engine_of_k_in_a_row_guesses_by_two_plies_however_long_it_proves() -> None:
    analysis = ask("lines", at("mnk:8,8,5"), Limit(nodes=4_000))
    assert analysis.depth >= 2
    assert {line.depth for line in analysis.lines if not line.score.proven} <= {0, 1, 2}


@pytest.mark.parametrize(
    ("played", "note"), [(exact(TIE, 6), "draws"), (exact(LOSE, 4), "loses"), (exact(TIE), "draws")]
)
def test_a_guess_that_another_move_is_better_convicts_no_move_that_is_proven(played: Score, note: str) -> None:
    judgement = verdict_on_second(Score.estimate(0.9), played)
    assert (judgement.glyph, str(judgement.note)) == ("", note)


@pytest.mark.parametrize(
    ("best", "note"),
    [
        (exact(WIN, 3), "not proven, a1 won"),
        (exact(TIE, 6), "not proven, a1 held the draw"),
        (exact(ENDLESS), "not proven, a1 kept it level"),
    ],
)
def test_a_move_that_is_but_guessed_is_no_mistake_beside_a_proof(best: Score, note: str) -> None:
    judgement = verdict_on_second(best, Score.estimate(-0.9))
    assert (judgement.glyph, str(judgement.note)) == (None, note)


def test_a_bound_that_rules_the_win_out_convicts_beside_a_proven_win() -> None:
    judgement = verdict_on_second(exact(WIN, 3), Score(TIE, -0.1, Proof.AT_MOST))
    assert (judgement.glyph, str(judgement.note)) == ("??", "a1 won")


def test_a_proven_loss_beside_a_move_that_surely_draws_is_a_mistake() -> None:
    judgement = verdict_on_second(Score(TIE, 0.4, Proof.AT_LEAST), exact(LOSE, 4))
    assert (judgement.glyph, str(judgement.note)) == ("??", "loses")


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


def test_a_move_of_which_too_little_is_known_is_in_no_tally() -> None:
    tally = MarkTally()
    tally.put(0, 0, verdict_on_second(Score.estimate(0.5), Score.estimate(-0.5), depth=3), None)
    assert tally.accuracy(0) == Accuracy(0)


def test_a_tally_counts_the_moves_of_one_player() -> None:
    good, bad, weak = (
        verdict_on_second(exact(TIE, 5), exact(TIE, 5)),
        verdict_on_second(exact(TIE, 5), exact(LOSE, 4)),
        verdict_on_second(exact(WIN, 3), exact(WIN, 5)),
    )
    tally = MarkTally()
    first: Player = 0
    second: Player = 1
    for ply, (player, judgement) in enumerate([(first, good), (second, bad), (first, weak), (second, good)]):
        tally.put(ply, player, judgement, None)
    assert tally.accuracy(0) == Accuracy(2, (0, 0, 1))
    assert tally.accuracy(1) == Accuracy(2, (1, 0, 0))


@pytest.mark.parametrize(
    ("count", "kept", "accuracy"),
    [
        (Accuracy(3, (1, 0, 0)), 2, 67),
        (Accuracy(4), 4, 100),
        (Accuracy(4, (0, 0, 1)), 4, 75),
        (Accuracy(8, (1, 1, 2)), 6, 50),
        (Accuracy(1, (0, 1, 0)), 0, 0),
        (Accuracy(0), 0, None),
    ],
)
def test_accuracy_is_the_share_of_moves_that_gave_away_neither_value_nor_plies(
    count: Accuracy, kept: int, accuracy: int | None
) -> None:
    assert (count.kept, count.percent) == (kept, accuracy)


@pytest.mark.parametrize(
    ("game", "best", "loser", "worth"),
    [
        ("tictactoe", exact(TIE, 5), 0, exact(TIE, 5)),
        ("tictactoe", exact(WIN, 3), 0, exact(WIN, 3)),
        ("tictactoe", exact(WIN, 3), 1, None),
        ("tictactoe", exact(LOSE, 4), 0, None),
        ("tictactoe", exact(LOSE, 4), 1, exact(WIN, 4)),
        ("gomoku", Score.estimate(-0.6), 0, Score.estimate(-0.6)),
        ("tictactoe", Score.estimate(-0.6), 0, None),  # it can be proven
        ("gomoku", Score.estimate(-0.8), 0, None),
        ("tictactoe", Score.guessed_at_most(0.5), 0, None),
        ("tictactoe", Score.bound(Proof.AT_LEAST, 0.5), 0, Score.bound(Proof.AT_LEAST, 0.5)),
        ("nim:3,4,5", Score.estimate(0.0), 0, None),  # no estimate, only the want of one
    ],
)
def test_resigning_gives_up_what_the_position_is_worth_unless_that_is_about_a_loss(
    game: str, best: Score, loser: Player, worth: Score | None
) -> None:
    position = at(game)
    move = position.moves[0]
    assert given_up(Analysis(position, (Line(move, best, (move,), 4),), 1, 1, 0.0, True), loser) == worth
    if worth and not worth.verdict:
        assert given_up(Analysis(position, (Line(move, best, (move,), 3),), 9, 1, 0.0, True), loser) is None
