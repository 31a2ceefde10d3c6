"""The mouse on what is being taken away: a widget stays on Textual's map until the next layout, without a parent."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

import pytest
from textual.events import MouseDown, MouseEvent, MouseMove, MouseScrollDown, MouseUp
from textual.geometry import Offset
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets._toast import Toast, ToastHolder

from tests.tui.hall import Door, Visit
from tests.tui.street import Open
from tui.screens.help import Help

ALL = (MouseDown, MouseMove, MouseUp, MouseScrollDown)


def mouse(kind: type[MouseEvent], at: Offset) -> MouseEvent:
    """What the mouse does at a place of the screen, with its left button."""
    return kind(None, *at, 0, 1, 1, False, False, False)


async def take_away(visit: Visit, widget: Widget) -> Offset:
    """Take a widget away, up to where it has no parent and nothing is laid out anew yet; where it is still on the map."""
    at = widget.region.bottom_right_inclusive
    assert visit.app.screen.get_widget_at(*at)[0] is widget
    with patch.object(Screen, "_refresh_layout"):
        (widget.parent if isinstance(widget.parent, ToastHolder) else widget).remove()
        while widget.is_attached:
            await asyncio.sleep(0)
    assert visit.app.screen.get_widget_at(*at)[0] is widget
    return at


async def notice(visit: Visit) -> Widget:
    """A notice on the screen."""
    visit.app.notify("gone in a moment", markup=False)
    await visit.settle()
    return visit.app.screen.query(Toast).last()


async def paragraph(visit: Visit) -> Widget:
    """A paragraph of the rules in the help."""
    await visit.do("help")
    await visit.until(lambda: isinstance(visit.app.screen, Help))
    await visit.settle()
    await visit.press("right")
    rules = "#rules MarkdownParagraph"
    await visit.until(lambda: any(text.region for text in visit.app.screen.query(rules)))
    await visit.settle()
    return visit.app.screen.query(rules).first(Widget)


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


async def test_a_click_on_a_notice_does_not_end_a_served_session(opened: Open) -> None:
    async with opened() as street:
        ana = await street.come("ana")
        await ana.app.on_event(mouse(MouseDown, await take_away(ana, await notice(ana))))
        await ana.settle()
        assert ana.app._exception is None


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["from", "to"])
async def test_a_text_is_selected_across_what_is_being_taken_away(hall: Door, order: tuple[int, int]) -> None:
    async with hall() as visit:
        gone = await paragraph(visit)
        stays = gone.siblings[1].region.bottom_right_inclusive
        ends = gone.region.offset, stays
        await visit.app.on_event(mouse(MouseDown, ends[order[0]]))
        await visit.app.on_event(mouse(MouseMove, ends[order[1]]))
        await take_away(visit, gone)
        for kind in (MouseMove, MouseUp):
            await visit.app.on_event(mouse(kind, ends[order[1]]))
        await visit.press("ctrl+c")
        assert visit.app._exception is None


async def test_a_text_of_the_help_is_selected_by_the_mouse_and_copied(hall: Door) -> None:
    async with hall() as visit:
        text = await paragraph(visit)
        await visit.app.on_event(mouse(MouseDown, text.region.offset))
        for kind in (MouseMove, MouseUp):
            await visit.app.on_event(mouse(kind, Offset(70, visit.app.size.height - 1)))
        await visit.press("ctrl+c")
        assert visit.app.clipboard.startswith("X and O take turns")
        assert "KeyLine" not in visit.app.clipboard
