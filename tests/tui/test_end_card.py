"""The card at the end of a game: its marks are whole where there is room for them."""

from __future__ import annotations

import pytest

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
    assert rows[1].startswith(" - + - ")
