"""The moving picture of the README."""

from __future__ import annotations

import re
from pathlib import Path

from tests.tools.film import NAME, STEPS, Frame, captions, join

PICTURE = Path(__file__).parents[2] / "screenshots" / f"{NAME}.svg"
CELL = '<text class="t-r1" x="0" y="20" textLength="12.2" clip-path="url(#t-line-0)">{}</text>'


def exported(letters: str) -> str:
    """A picture of some letters, in the form in which Textual exports one."""
    return f'<svg viewBox="0 0 9 9"><style>.t-r1 {{ fill: #fff }}</style>{"".join(map(CELL.format, letters))}</svg>'


def test_the_picture_has_the_steps_that_the_script_plays() -> None:
    assert captions(PICTURE.read_text("utf-8")) == [step.caption for step in STEPS]


def test_the_picture_moves_without_a_script_and_asks_for_no_other_file() -> None:
    svg = PICTURE.read_text("utf-8")
    assert "step-end infinite" in svg
    assert re.findall(r"<script|href|url\(|@import|@font-face", svg) == []


def test_what_two_frames_share_is_written_once_and_what_they_do_not_is_seen_in_turn() -> None:
    svg = join([Frame(exported("ab"), "one", 1.0), Frame(exported("ac"), "two", 3.0)])
    assert [svg.count(f">{letter}</text>") for letter in "abc"] == [1, 1, 1]
    assert "{ 0.0% { opacity: 1 } 25.0% { opacity: 0 } }" in svg
    assert "{ 0.0% { opacity: 0 } 25.0% { opacity: 1 } }" in svg
