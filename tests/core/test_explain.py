"""Moves are explained in words of the game: threats, blocks and forks found by hand on small boards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.analysis import Analysis, Line
from core.explain import Rung, hint, is_guess, why
from core.position import Position
from core.score import Score, Verdict
from tests.core.watching import ask, at

GUESS = Score.estimate(0.25)


def reason(position: Position, move: str) -> str:
    """What is said of a move."""
    played = position.parse(move)
    return str(why(position, Line(played, GUESS, (played,))))


@pytest.mark.parametrize(
    ("text", "move", "said"),
    [
        ("XX./OO./...", "c1", "It completes the line and wins."),
        ("XX./.../.O.", "c1", "It blocks the opponent's threat."),
        # a1 a2 threatens a3; O on a3 and b2 threatens c1.
        ("X../XO./...", "a3", "It blocks a threat and makes one at c1."),
        ("X../XO./...", "c3", "It leaves a3 to the opponent, who wins there."),
        # After a1 b2 c3 c1 X has to block on a3, which makes threats on a2 and b3.
        ("X.O/.O./..X", "a3", "It blocks and makes a fork: a2 b3."),
        # X has two corners of one edge, which O has blocked on b1; c3 joins both over b2 and c2.
        ("XOX/O../...", "c3", "A fork: it threatens b2 c2 at once, and one block is not enough."),
        ("X../.O./..X", "b1", "It threatens b3."),
        # The corner opposite to both of X's: X then takes the last corner, with two threats.
        ("X../.O./..X", "c1", "It threatens a3."),
        ("XOX/OOX/.X.", "a3", "It leaves c3 to the opponent, who wins there."),
        ("XOX/XOO/OX.", "c3", "It fills the board: a draw."),
    ],
)
def test_a_move_is_explained_by_what_it_does_to_the_threats(text: str, move: str, said: str) -> None:
    assert reason(at("tictactoe", text), move) == said


def test_a_line_of_the_torus_goes_over_the_edge() -> None:
    # a1 b3 c2 is a diagonal of the torus.
    assert reason(at("tictactoe/toroidal", "X.O/.O./.X."), "c2").startswith("It completes the line")


@pytest.mark.parametrize("game", ["tictactoe/misere", "tictactoe/wild"])
def test_where_the_words_do_not_fit_the_expected_play_is_told(game: str) -> None:
    position = at(game)
    found = ask("alphabeta", position)
    best = found.lines[0]
    said = str(why(position, best))
    assert said.endswith(f"expected: {' '.join(_names(position, best.pv[:6]))}.")


def _names(position: Position, moves: tuple[int, ...]) -> list[str]:
    names = []
    for move in moves:
        names.append(position.name(move))
        position = position.play(move)
    return names


# The ladder.


def test_the_ladder_says_what_is_at_stake_then_where_then_which_then_why() -> None:
    # Four moves draw in 6, two lose in 4.
    found = ask("alphabeta", at("tictactoe", "X../.O./..X"))
    best = found.position.name(found.lines[0].move)
    assert [str(hint(found, rung)) for rung in Rung] == [
        "Winning moves: 0, drawing: 4, losing: 2.",
        "Look at this kind of square: an edge.",
        f"{best}: it draws.",
        f"{best}: It threatens {_opposite_edge(best)}.",
    ]


def _opposite_edge(name: str) -> str:
    """The edge through the centre from an edge."""
    return {"b1": "b3", "b3": "b1", "a2": "c2", "c2": "a2"}[name]


def test_the_first_rung_names_no_move() -> None:
    found = ask("alphabeta", at("tictactoe", "XX./OO./..."))
    assert "c1" not in str(hint(found, Rung.STAKES))
    assert str(hint(found, Rung.MOVE)) == "c1: it wins."
    assert str(hint(found, Rung.WHY)) == "c1: It completes the line and wins."


def test_where_all_moves_are_worth_the_same_that_is_what_is_at_stake() -> None:
    assert str(hint(ask("alphabeta", at("tictactoe")), Rung.STAKES)) == "All moves have the same result: it draws."


def test_a_lost_position_is_called_lost() -> None:
    # X threatens a2 and b3.
    found = ask("alphabeta", at("tictactoe", "X.O/.O./X.X"))
    assert str(hint(found, Rung.STAKES)) == "All moves have the same result: it loses."


@pytest.mark.parametrize(
    ("id", "move"), [("connect-four", "4"), ("mnk:6,5,4", "c3"), ("qubic", "2b2"), ("tictactoe/toroidal", "b2")]
)
def test_a_move_that_does_nothing_to_a_line_is_explained_by_its_play_and_not_by_where_it_stands(
    id: str, move: str
) -> None:
    position = at(id)
    first = position.parse(move)
    reply = position.play(first).moves[0]
    won = Line(first, Score.exact(Verdict.WIN), (first, reply))
    answer = position.play(first).name(reply)
    assert str(why(position, won)) == f"it wins; expected: {move} {answer}."
    assert str(why(position, replace(won, score=GUESS))).endswith(f"; expected: {move} {answer}.")


@pytest.mark.parametrize("id", ["subtraction:6:1,2,3/misere", "subtraction:11:1,3/misere", "subtraction:9:2,5/misere"])
def test_in_misere_play_nothing_is_proven_by_grundy_values(id: str) -> None:
    assert {line.score.method for line in ask("theory", at(id)).lines} == {"table"}


def test_what_is_not_proven_is_not_promised() -> None:
    position = at("tictactoe")
    lines = (Line(4, GUESS, (4,)), Line(0, Score.exact(Verdict.TIE, 9), (0,)))
    found = Analysis(position, lines, 1, 1, 0.0, False)
    assert str(hint(found, Rung.STAKES)) == "Proven moves here: 1 of 9."
    assert str(hint(found, Rung.MOVE)) == "b2: it looks best, an estimated +0.25."


def test_on_a_large_board_the_second_rung_names_a_part_of_the_board() -> None:
    position = at("mnk:15,15,5")
    move = position.parse("h8")
    found = Analysis(position, (Line(move, GUESS, (move,)),), 1, 1, 0.0, False)
    assert str(hint(found, Rung.WHERE)) == "Look at columns f to j, rows 6 to 10."


def test_the_part_of_the_board_ends_at_the_edge() -> None:
    position = at("mnk:15,15,5")
    move = position.parse("a15")
    found = Analysis(position, (Line(move, GUESS, (move,)),), 1, 1, 0.0, False)
    assert str(hint(found, Rung.WHERE)) == "Look at columns a to c, rows 13 to 15."


def test_a_reason_of_which_nothing_is_known_counts_as_a_guess() -> None:
    position = at("morris")
    assert is_guess(why(position, Line(0, Score.estimate(0.0), (0,))))
