"""What the tests of mouse gone share, those that take long and those that do not."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

from textual.events import MouseEvent
from textual.geometry import Offset
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets._toast import Toast, ToastHolder

from tests.tui.hall import Visit


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
