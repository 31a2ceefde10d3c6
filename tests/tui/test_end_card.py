"""The card at the end of a game: its marks are whole where there is room for them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.analysis import Limit
from core.errors import EngineDied
from core.players.opponents import HUMAN
from core.review.account import Account
from core.tally import Tally
from tests.tui.hall import FULL, Door, Visit, think
from tests.tui.reviewing import a_game
from tui.drawing.line import KeyLine
from tui.screens.base.end_picture import _share, _standing
from tui.screens.play.screen import PlayScreen
from tui.widgets.end_card import EndView, end_sections


def card(marks: str, width: int, name: str) -> list[str]:
    """The rows of a card."""
    signs = [(sign, "") for sign in marks.split()]
    view = EndView("X wins", "", signs, [("X You", "100 %"), (name, "67 %")], (), "", (), 0)
    (end, _choices) = end_sections(view, width)
    return ["".join(span.text for span in row) for row in end.draw(width, end.wanted)]


@pytest.mark.parametrize("name", ["O Best", "O Alphabeta", "O Newell and Simon"])
def test_the_marks_of_nine_moves_are_all_there_whatever_the_players_are_called(name: str) -> None:
    marks = "= ?? + - + - + - !"
    assert marks in "\n".join(card(marks, 36, name))


def test_of_a_game_too_long_for_a_row_the_last_marks_stand_beside_the_names() -> None:
    rows = card(" ".join("+-" * 30), 36, "O Best")
    assert len(rows) == 3
    assert rows[1].startswith(" + - + ")


@pytest.mark.parametrize("share", ["", "8 %", "94 %", "100 %", "100 % of 12"])
def test_no_mark_touches_the_name_beside_it(share: str) -> None:
    signs = [(sign, "") for sign in ("+ - ! - + - + - + ?! ! " * 3).split()]
    for width in range(30, 60):
        (end, _choices) = end_sections(EndView("X wins", "", signs, [("X You", share)], (), "", (), 0), width)
        (beside,) = [row for row in end.draw(width, end.wanted) if any("X You" in span.text for span in row)]
        text = "".join(span.text for span in beside)
        assert text[text.index("X You") - 1] == " ", width


LOST = "a1 b2 c3 c1 a3 a2 b3"
"""c1 throws the draw away, by brute force."""


async def test_no_share_is_told_before_the_judge_has_finished(hall: Door) -> None:
    async with hall("tictactoe", LOST, (FULL, "human")) as visit:
        visit.engines.hold()
        visit.play.panel.analyst.forget()
        visit.play.panel.ask(visit.play.state.match.position)
        visit.play.refresh_all()
        await visit.settle()
        assert "checking, " in visit.text
        assert "%" not in visit.text


async def let_the_engine_die(visit: Visit) -> None:
    """Let the engine that looks at the game fail."""
    visit.engines.hold()
    visit.play.panel.analyst.forget()
    visit.play.panel.ask(visit.play.state.match.position)
    visit.engines.fail(EngineDied("gone"))
    await visit.settle()


async def test_nothing_is_said_to_be_looked_at_once_the_engine_has_died(hall: Door) -> None:
    async with hall("tictactoe", LOST, (FULL, "human")) as visit:
        await let_the_engine_die(visit)
        assert "checking, " not in visit.text
        assert "%" not in visit.text, "what was not looked at has no share"


async def test_the_end_says_why_it_has_no_share_once_nobody_looks_any_more(hall: Door) -> None:
    async with hall("tictactoe", LOST, (FULL, "human")) as visit:
        await let_the_engine_die(visit)
        assert "Not all moves are judged yet." in visit.text


def test_a_share_of_some_moves_says_of_how_many() -> None:
    state = a_game(LOST)
    known = {position: think(position, None, Limit(), 60_000) for position in state.match.positions[:2]}
    account = Account(state.match.positions, state.match.moves, None, known.get)
    assert _share(account, 0).startswith("100 % of ")


async def test_retry_is_offered_for_a_mistake_of_ones_own(hall: Door) -> None:
    async with hall("tictactoe", LOST, (FULL, "human")) as visit:
        assert "retry from 4" in visit.text


async def test_retry_is_not_offered_for_a_mistake_of_the_opponent(hall: Door) -> None:
    async with hall("tictactoe", LOST, ("human", FULL)) as visit:
        assert "retry from" not in visit.text


async def test_a_game_that_is_retried_measures_nothing(hall: Door) -> None:
    async with hall("tictactoe", LOST, (FULL, "human")) as visit:
        await visit.do("retry_turn")
        await visit.rest()
        assert visit.play.state.match.helped


def test_the_end_of_a_retried_game_says_that_it_does_not_count() -> None:
    state = a_game(LOST)
    again = replace(state, course=replace(state.course, match=replace(state.match, retried=True)))
    assert list(_standing(again, Tally(losses=1))) == ["A retried game does not count in your record."]


async def test_the_cursor_begins_on_a_move_where_there_are_at_most_two(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3 b1", (FULL, "human")) as visit:
        assert visit.board.chosen


def test_a_sentence_of_the_card_that_fits_into_its_rows_is_told_whole() -> None:
    sentence = "Not rated: you had this side in your last rated game too."
    for width in range(32, 60):
        (end, _choices) = end_sections(EndView("X wins", "", (), (), (sentence,), "", (), 0), width)
        rows = ["".join(span.text for span in row) for row in end.draw(width, end.wanted)]
        assert sentence in " ".join(" ".join(rows).split()), width
        assert max(len(row.rstrip()) for row in rows) <= width


@pytest.mark.parametrize("steps", range(6))
async def test_the_footer_of_the_next_game_has_a_verb_for_each_key_whatever_the_card_began(
    hall: Door, steps: int
) -> None:
    async with hall("tictactoe", "a1 b1 a2 b2", (HUMAN, "alphabeta:2")) as visit:
        await visit.move("a3")
        for _step in range(steps):
            await visit.do("down")
        await visit.press("enter")
        await visit.rest()
        if isinstance(visit.app.screen, PlayScreen) and not visit.play.state.ended:
            keys = visit.app.screen.query_one(KeyLine).keys
            assert all(key.label for key in keys), keys
