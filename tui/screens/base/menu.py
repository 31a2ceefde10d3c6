"""The menu: all actions of the screen below in groups, chosen with arrows, Enter, letters or the mouse."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key
from textual.screen import Screen

from core.phrase import phrase
from tui.drawing.canvas import Row, Span, fit, width_of
from tui.drawing.frame import EdgeKey, edge, frame, section
from tui.screens.base.picker import ListDialog
from tui.screens.base.screen import HallScreen
from tui.text.catalogue import _, say
from tui.text.keys import KEYS, bindings, grouped
from tui.widgets.list_canvas import Along, ListCanvas, ListRow

NOT_LISTED = ("menu", "step_back", "list_up", "list_down")
"""What the menu leaves out: itself, the way back, which leaves it, and the cursor of a list, which takes clicks."""
_BESIDE = 5
"""Columns of a column before and behind its texts."""


def named_bindings(screen: Screen[Any]) -> dict[str, Binding]:
    """The actions that apply on a screen now, each once however many keys it has."""
    found: dict[str, Binding] = {}
    for active in screen.active_bindings.values():
        if active.enabled and active.binding.id and active.binding.description:
            found.setdefault(active.binding.id, active.binding)
    return found


class ActionList(Along, ListCanvas):
    """What can be done now on the screen ``below``, apart from actions ``without``, below the names of its groups. Choosing
    something closes the dialog and does it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", show=False),
        *bindings(hidden=("up", "down", "page_up", "page_down", "go_first", "go_last")),
    ]

    def __init__(self, below: HallScreen, without: Container[str] = (), id: str | None = None) -> None:
        super().__init__(self, id)
        self._below, self._without = below, without
        self.find()
        self._chosen = self.names[0]

    def find(self) -> None:
        """Find the actions that apply now, in the language of now."""
        self.named = {
            name: binding for name, binding in named_bindings(self._below).items() if name not in self._without
        }
        self._keys = {
            key: active.binding
            for key, active in self._below.active_bindings.items()
            if active.enabled and active.binding.id in self.named
        }

    @property
    def rows(self) -> Sequence[ListRow]:
        """The actions below the names of their groups."""
        found = []
        for name, actions in grouped(self.named):
            found.append(ListRow([Span(say(name).upper(), "dim")]))
            for action in actions:
                key = self.app.get_key_display(self.named[action])
                found.append(ListRow([Span(f"{key:>6}  ", "key"), Span(self.named[action].description)], (), action))
        return found

    @property
    def names(self) -> Sequence[str]:
        """The actions in the order of their groups."""
        return [action for _name, actions in grouped(self.named) for action in actions]

    @property
    def chosen(self) -> str:
        """The action at the cursor."""
        return self._chosen

    def point(self, name: Hashable) -> None:
        """Move the cursor to an action."""
        self._chosen = str(name)
        self.redraw()

    def take(self) -> None:
        """Close, and do what is at the cursor."""
        self._do(self.named[self._chosen])

    def action_pick(self, *name: Hashable) -> None:
        """Do what was clicked."""
        self._chosen = str(name[0])
        self.take()

    def read_key(self, event: Key) -> None:
        """Do what a key does on the screen below, unless the dialog needs the key itself."""
        if event.key not in self.screen.active_bindings and (binding := self._keys.get(event.key)):
            event.stop()
            self._do(binding)

    def _do(self, binding: Binding) -> None:
        self.screen.dismiss()
        self.app.call_later(self._below.run_action, binding.action)

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The rows that fit."""
        return self.in_view(self.rows, width, height)


class Menu(ListDialog[None]):
    """All that can be done on the screen below."""

    listed: MenuList

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f2", "cancel", str(phrase("close")), show=False),
        Binding(KEYS["menu"].keys, "cancel", show=False, id="menu"),
    ]

    def __init__(self, below: HallScreen) -> None:
        super().__init__(MenuList(below, without=NOT_LISTED, id="menu"))

    def on_key(self, event: Key) -> None:
        """A key of the list does what the list says."""
        self.listed.read_key(event)

    async def retranslate(self) -> None:
        """Show everything in a language that is new."""
        self.listed.find()
        await super().retranslate()


class MenuList(ActionList):
    """The frame with the actions, in as many columns of one height as the window is wide. Where they have no room, those with
    the cursor are shown."""

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(hidden=("left", "right"), runs={"left": "beside(-1)", "right": "beside(1)"})
    )

    _first = 0
    """The first column that is shown."""

    def redraw(self) -> None:
        """Draw anew, as wide and as high as what there is to show."""
        self._take_room()
        super().redraw()

    def _take_room(self) -> None:
        """Be as large as what there is to show, as far as the window goes."""
        rows, window = self.rows, self.app.size
        self._wide = max(width_of(row.left) for row in rows) + _BESIDE
        most = max(1, (window.width - 2) // self._wide)
        least = next((count for count in range(1, most) if len(_columns(rows, self._high(rows, count))) <= count), most)
        needed = max(least * self._wide, len(_title()) + _BESIDE) + 2
        keys = sum(len(key) + len(label) + 4 for key, label, _action in _edge_keys()) + 2
        self.styles.width = min(window.width, max(needed, keys))
        self.styles.height = min(window.height, self._high(rows, least) + 2)

    def _high(self, rows: Sequence[ListRow], columns: int) -> int:
        """The least height that lets all rows stand in so many columns, or that of the window."""
        most = self.app.size.height - 2
        return next((high for high in range(1, most) if len(_columns(rows, high)) <= columns), most)

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame with the columns."""
        columns = _columns(self.rows, height - 2)
        count = max(1, (width - 2) // self._wide)
        at = self._column(columns)
        self._first = max(at - count + 1, min(self._first, at))
        shown = columns[self._first : self._first + count]
        left = sum(row.name is not None for column in columns[self._first + count :] for row in column)
        note = _("{count} more below").format(count=left) if left else ""
        rows: list[Row] = []
        for line in range(height - 2):
            cells = (self._drawn(column[line], self._wide) if line < len(column) else () for column in shown)
            rows.append([span for cell in cells for span in fit(cell, self._wide)])
        drawn = frame(width, height, [section(_title(), rows, note=note)])
        return [*drawn[:-1], edge(width, _edge_keys())]

    def _column(self, columns: Sequence[Sequence[ListRow]]) -> int:
        """The column of the cursor."""
        return next(i for i, column in enumerate(columns) if any(row.name == self.chosen for row in column))

    def action_beside(self, step: int) -> None:
        """Go to the action nearest to the cursor in the column before or behind, past the ends in the last or first."""
        columns = _columns(self.rows, self.size.height - 2)
        at = self._column(columns)
        row = next(i for i, each in enumerate(columns[at]) if each.name == self.chosen)
        there = [(abs(i - row), each.name) for i, each in enumerate(columns[(at + step) % len(columns)]) if each.name]
        self.point(min(there, key=lambda found: found[0])[1])


def _title() -> str:
    return _("What you can do here")


def _edge_keys() -> list[EdgeKey]:
    """What the lower edge of the frame says."""
    return [("Enter", _("do it"), "choose"), ("Esc", _("close"), "screen.cancel")]


def _columns(rows: Sequence[ListRow], height: int) -> list[list[ListRow]]:
    """The rows in columns of a height; the name of a group never ends one."""
    columns: list[list[ListRow]] = [[]]
    for row in rows:
        if len(columns[-1]) + (row.name is None) >= height:
            columns.append([])
        columns[-1].append(row)
    return columns
