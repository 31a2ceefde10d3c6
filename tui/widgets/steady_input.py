"""SteadyInput: a line to write in, with a cursor that does not blink."""

from __future__ import annotations

from textual.reactive import reactive
from textual.widgets import Input


class SteadyInput(Input):
    """A line to write in. Its cursor does not blink: over a slow line every change costs bytes."""

    cursor_blink = reactive(False, init=False)
