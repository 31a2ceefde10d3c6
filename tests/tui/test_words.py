"""A bound on the distance is said as a bound, never as the distance."""

from __future__ import annotations

from core.analysis import Analysis, Line
from core.game import Reason
from core.games import get
from core.position import Outcome
from core.score import Proof, Score, Verdict
from core.study.study import PlayLink, StudyQuestion
from tests.core.watching import at
from tui.text import words
from tui.text.studied import link_words

ENDLESS = Score.exact(Verdict.ENDLESS)
WIN = Score.exact(Verdict.WIN, most=43)


def test_a_bound_on_a_proven_win_is_said_to_be_one() -> None:
    position = at("ultimate/open")
    found = Analysis(position, (Line(40, WIN, (40,)),), 0, 0, 0.0, True)
    assert words.sentence(found.position, found.score) == ("X to move: WIN in at most 43", "exact")
    assert words.prospect(Line(40, WIN, (40,)), found) == "wins in at most 43"
    assert words.prospect(Line(40, -WIN, (40,)), found) == "loses in at most 43"


def test_a_bound_fits_where_the_distance_stands() -> None:
    assert words.short_value(WIN) == "+≤43"
    assert words.short_value(-WIN) == "-≤43"
    assert (words.distance(WIN), words.distance(Score.exact(Verdict.WIN, 6)), words.distance(Score.estimate(0))) == (
        "≤43",
        "6",
        "",
    )


def test_a_guess_of_the_most_is_told_as_one() -> None:
    most = Score.guessed_at_most(0.314)
    assert words.value_word(most) == "≤+0.31"
    assert words.short_value(most) == "≤+.31"
    assert words.short_value(Score.guessed_at_most(-1)) == "≤-1.0"
    assert words.value_word(Score.estimate(0.314)) == "+0.31"


def test_one_node_is_one_and_two_are_many() -> None:
    assert [words.nodes(count) for count in (0, 1, 2, 9688)] == ["0 nodes", "1 node", "2 nodes", "9,688 nodes"]


def worth(*scores: Score) -> Analysis:
    """An empty board where the moves are worth so much, best first, and all others lose."""
    position = at("tictactoe")
    rest = [Score.exact(Verdict.LOSE, 6)] * (9 - len(scores))
    lines = tuple(Line(move, score, (move,)) for move, score in enumerate([*scores, *rest]))
    return Analysis(position, lines, 0, 0, 0.0, False)


def said(*scores: Score) -> tuple[str, str]:
    """The sentence there."""
    found = worth(*scores)
    return words.sentence(found.position, found.score)


def prospects(*scores: Score) -> list[str]:
    """What is said there of each of these moves."""
    found = worth(*scores)
    return [words.prospect(line, found) for line in found.lines[: len(scores)]]


def test_a_draw_is_kept_only_where_no_move_may_win() -> None:
    win, draw, endless, guess = Score.exact(Verdict.WIN, 41), Score.exact(Verdict.TIE, 9), ENDLESS, Score.estimate(0.4)
    assert prospects(draw, draw) == ["keeps the draw", "keeps the draw"]
    assert prospects(win, draw) == ["wins in 41", "only draws; a1 wins"]
    assert prospects(win, endless)[1] == "only goes on forever; a1 wins"
    assert prospects(Score.exact(Verdict.WIN), draw)[1] == "only draws; a1 wins"
    found = worth(guess, draw)
    assert words.prospect(found.lines[1], found) == "draws", "nobody knows whether it keeps anything"
    assert prospects(draw, Score.bound(Proof.AT_MOST, 0.4))[0] == "keeps the draw"


def test_a_move_that_draws_makes_a_draw_only_when_no_other_may_win() -> None:
    draw, guess = Score.exact(Verdict.TIE, 9), Score.estimate(-0.5)
    assert said(draw) == ("X to move: DRAW in 9", "exact")
    assert said(draw, Score.bound(Proof.AT_MOST, 0.5)) == ("X to move: DRAW in at most 9", "exact")
    assert said(draw, guess) == ("X to move: at least a draw", "~")
    assert said(Score.bound(Proof.AT_LEAST, 0.5), guess) == ("X to move: at least a draw", "~")
    assert said(Score.bound(Proof.AT_MOST, 0.5)) == ("X to move: at most a draw", "~")
    assert said(Score.bound(Proof.AT_MOST, 0.5), guess) == ("X to move: about even", "~")


def test_a_bound_on_the_outcome_is_marked_with_its_side() -> None:
    least, most = Score.bound(Proof.AT_LEAST, 0.3), Score.bound(Proof.AT_MOST, 0.3)
    assert (words.mark(least), words.value_word(least), words.short_value(least)) == ("~", "≥ draw", "≥=")
    assert (words.mark(most), words.value_word(most), words.short_value(most)) == ("~", "≤ draw", "≤=")


def test_a_game_that_one_player_has_left_says_who() -> None:
    game = get("tictactoe")
    assert words.result(game, Outcome(0, Reason.ABANDONED)) == "X wins: O has left."
    assert words.result(game, Outcome(None, Reason.ABANDONED)) == "A draw: one player has left."


def test_a_link_of_a_study_is_named_in_words_and_not_as_a_command() -> None:
    assert link_words(StudyQuestion("puzzles", ("tictactoe",))) == "The exercises of a game: Tic-tac-toe 3x3"
    assert link_words(PlayLink("tictactoe", "a1 b2")) == "play Tic-tac-toe 3x3 after a1 b2"
