"""A window of any size draws what is open. It takes 2 seconds."""

from __future__ import annotations

import pytest

from core.phrase import phrase
from tests.tui.hall import Door
from tests.tui.typed_ahead_cases import PEOPLE
from tui.screens.base.picker import QuestionDialog


@pytest.mark.parametrize("key", ["ctrl+p", "question_mark", "comma", ""])
async def test_a_window_of_any_size_draws_what_is_open(hall: Door, key: str) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        if key:
            await visit.press(key)
        else:
            await visit.app.push_screen(QuestionDialog(phrase("Keys"), [phrase("Hint")] * 9))
        for width in (1, 2, 3, 5, 8, 13, 80):
            await visit.resize(width, 24 if width % 2 == 0 else width % 4)
            await visit.press("pagedown", "pageup", "end", "home")
            assert visit.text
        await visit.press("escape")
