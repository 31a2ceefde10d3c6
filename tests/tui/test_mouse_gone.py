"""The mouse on what is being taken away: a widget stays on Textual's map until the next layout, without a parent."""

from __future__ import annotations

import pytest
from textual.events import MouseDown, MouseMove, MouseUp
from textual.geometry import Offset
from textual.widget import Widget

from tests.tui.hall import Door, Visit
from tests.tui.mouse_gone_cases import mouse, notice, take_away
from tests.tui.street import Open
from tui.screens.base.help import Help


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
