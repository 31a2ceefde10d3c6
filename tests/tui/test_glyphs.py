"""Marks at every size: X and O weigh about the same, and nothing is drawn that reads as something else."""

from __future__ import annotations

import pytest

from tui.drawing.canvas import bar
from tui.drawing.glyphs import glyph
from tui.drawing.plain import in_ascii

INK = {"▀": 1, "▄": 1, "█": 2}
"""Half blocks of ink in a character."""
SIZES = [(width, height) for height in range(2, 18) for width in (2 * height - 1, 2 * height + 1)]


def ink(mark: str, width: int, height: int) -> int:
    return sum(INK.get(char, 0) for row in glyph(mark, width, height, plain=False) for char in row)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_x_and_o_weigh_about_the_same(width: int, height: int) -> None:
    one, other = ink("X", width, height), ink("O", width, height)
    assert 0.65 <= one / other <= 1.5


@pytest.mark.parametrize(("width", "height"), [(3, 2), (5, 2), (5, 3), (3, 3), (7, 5), (11, 7)])
@pytest.mark.parametrize("mark", ["X", "O"])
def test_marks_of_several_rows_are_block_letters(mark: str, width: int, height: int) -> None:
    drawn = glyph(mark, width, height, plain=False)
    assert len(drawn) > 1
    assert {*"".join(drawn)} <= {*INK, " "}


@pytest.mark.parametrize("mark", ["X", "O"])
def test_two_rows_of_ascii_have_a_letter(mark: str) -> None:
    assert glyph(mark, 3, 2, plain=True) == (mark,)


@pytest.mark.parametrize(("part", "drawn"), [(0, "...."), (11, "###."), (12, "####")])
def test_a_bar_is_read_in_plain_ascii(part: int, drawn: str) -> None:
    assert in_ascii(bar(part, 12, 4)) == drawn


def test_letters_lose_their_accents_in_plain_ascii_and_keep_their_width() -> None:
    assert in_ascii("¿A la 1.ª? Misère, piñón, Schädler, 3²") == "?A la 1.a? Misere, pinon, Schadler, 32"
