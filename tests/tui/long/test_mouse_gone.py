"""The mouse on a notice that is being taken away. It takes 3 seconds."""

from __future__ import annotations

import pytest
from textual.events import MouseDown, MouseEvent, MouseMove, MouseScrollDown, MouseUp

from tests.tui.hall import Door
from tests.tui.mouse_gone_cases import mouse, notice, take_away

ALL = (MouseDown, MouseMove, MouseUp, MouseScrollDown)


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("above", ["", "p", "question_mark", "ctrl+p"], ids=["home", "edit", "help", "palette"])
async def test_the_mouse_on_a_notice_that_is_being_taken_away_does_nothing(
    hall: Door, above: str, kind: type[MouseEvent]
) -> None:
    async with hall(notices=True, size=(80, 40)) as visit:  # in a low window the palette covers notices
        await visit.press(*[above] * bool(above))
        await visit.app.on_event(mouse(kind, await take_away(visit, await notice(visit))))
        await visit.settle()
        assert visit.app._exception is None
