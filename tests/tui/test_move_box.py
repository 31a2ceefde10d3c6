"""The box for moves, key by key: what it holds afterwards, and what the key does besides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.binding import ActiveBinding, Binding
from textual.screen import Screen

from tui.screens.typing import Effect, MoveBox

NAMES = ("h8", "h10", "xb3")
HINT = ActiveBinding(Screen(), Binding("h", "hint", ""), True, "")


@pytest.mark.parametrize(
    ("box", "key", "bound", "after", "effect"),
    [
        (MoveBox(), "h", HINT, MoveBox("h", HINT), Effect.TAKEN),
        (MoveBox(), "h", None, MoveBox("h"), Effect.TAKEN),
        (MoveBox(), "8", None, MoveBox("8"), Effect.TAKEN),
        (MoveBox(), "H", HINT, MoveBox(), Effect.NOT_TAKEN),
        (MoveBox(), "g", HINT, MoveBox(), Effect.NOT_TAKEN),
        (MoveBox(), "enter", None, MoveBox(), Effect.NOT_TAKEN),
        (MoveBox("h", HINT), "1", None, MoveBox("h1"), Effect.TAKEN),
        (MoveBox("x", HINT), "b", HINT, MoveBox("xb"), Effect.TAKEN),
        (MoveBox("h", HINT), "x", HINT, MoveBox(), Effect.COMMANDS),
        (MoveBox("h", HINT), "enter", None, MoveBox(), Effect.COMMANDS),
        (MoveBox("h", HINT), "backspace", None, MoveBox(), Effect.TAKEN),
        (MoveBox("h", HINT), "escape", None, MoveBox(), Effect.TAKEN),
        (MoveBox("h1"), "q", HINT, MoveBox("h1q"), Effect.TAKEN),
        (MoveBox("h1"), "backspace", None, MoveBox("h"), Effect.TAKEN),
        (MoveBox(""), "backspace", None, MoveBox(""), Effect.TAKEN),
        (MoveBox("h10"), "enter", None, MoveBox(), Effect.PLAYS),
        (MoveBox("h10"), "escape", None, MoveBox(), Effect.TAKEN),
    ],
)
def test_a_key_changes_the_box_as_the_table_says(
    box: MoveBox, key: str, bound: ActiveBinding | None, after: MoveBox, effect: Effect
) -> None:
    assert box.key(key, key if len(key) == 1 else "", NAMES, bound) == (after, effect)


@given(st.text("hx1b9 ", max_size=8))
def test_what_is_typed_in_an_open_box_is_what_enter_plays(text: str) -> None:
    box = MoveBox("")
    for character in text:
        box, effect = box.key(character, character, NAMES, HINT)
        assert effect is Effect.TAKEN
    assert box.text == text
    assert box.key("enter", "", NAMES) == (MoveBox(), Effect.PLAYS)
