"""Boards of k in a row that are drawn without a search, and those to which the theory does not apply."""

from __future__ import annotations

from itertools import product

import pytest

from core.analysis import Limit
from core.engines import best
from core.engines.lines.theory import drawn
from core.score import Verdict
from tests.core.brute import winning_rows
from tests.core.watching import ask, at

NO_LINE_FITS = ["mnk:12,12,13", "mnk:5,5,6/misere", "mnk:5,5,6/wild", "mnk:3,3,4/toroidal", "mnk:5,5,6/misere/wild"]


@pytest.mark.parametrize("id", [*NO_LINE_FITS, "mnk:15,15,9", "mnk:19,19,8", "mnk:9,8,8"])
def test_a_draw_by_theory_is_proven_at_once(id: str) -> None:
    position = at(id)
    analysis = ask(best(position).name, position, Limit(nodes=0))
    assert {(line.score.verdict, line.score.method) for line in analysis.lines} == {(Verdict.TIE, "theory")}
    assert analysis.score
    assert (analysis.score.verdict, analysis.score.proven) == (Verdict.TIE, True)


@pytest.mark.parametrize("id", NO_LINE_FITS)
def test_where_no_line_fits_the_play_shown_fills_the_board(id: str) -> None:
    position = at(id).play(at(id).moves[3])
    for line in ask("lines", position).lines:
        after = position
        for move in line.pv:
            after = after.play(move)
        assert len(line.pv) == line.score.plies == position.text.count(".")
        assert after.outcome
        assert after.outcome.winner is None


@pytest.mark.parametrize("options", ["", "/misere", "/wild", "/toroidal"])
def test_no_line_fits_where_brute_force_finds_none(options: str) -> None:
    for columns, rows, k in product(range(1, 5), range(1, 5), range(1, 7)):
        game = at(f"mnk:{columns},{rows},{k}{options}").game
        fits = k == 1 or bool(winning_rows(columns, rows, k, options == "/toroidal"))
        assert drawn(game, game.start()) == (not fits)


@pytest.mark.parametrize("id", ["mnk:9,9,8/misere", "mnk:9,9,8/wild", "mnk:9,9,8/toroidal", "mnk:9,9,7", "gomoku"])
def test_the_theory_of_long_lines_is_that_of_the_plain_game(id: str) -> None:
    assert not drawn(at(id).game, at(id).state)


def test_the_theory_of_long_lines_says_nothing_of_a_game_begun() -> None:
    position = at("mnk:9,9,8", "/".join(["XXXXXXX..", "OOOOOOO..", *["........."] * 7]))
    assert not drawn(position.game, position.state)
    assert ask("lines", position, Limit(nodes=500)).lines[0].score.verdict is Verdict.WIN


@pytest.mark.parametrize("text", [".X../OX.O/..OX/..X.", "..O./...X/..../XXO.", "..../..../..../...."])
def test_a_proven_line_is_as_long_as_its_plies(text: str) -> None:
    analysis = ask("lines", at("mnk:4,4,4", text))
    assert analysis.settled
    assert all(len(line.pv) == line.score.plies for line in analysis.lines)
