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


def test_a_sentence_of_the_card_that_fits_into_its_rows_is_told_whole() -> None:
    sentence = "Not rated: you had this side in your last rated game too."
    for width in range(32, 60):
        (end, _choices) = end_sections(EndView("X wins", "", (), (), (sentence,), "", (), 0), width)
        rows = ["".join(span.text for span in row) for row in end.draw(width, end.wanted)]
        assert sentence in " ".join(" ".join(rows).split()), width
        assert max(len(row.rstrip()) for row in rows) <= width
