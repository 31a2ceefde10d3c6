"""Canvas: a widget that shows rows of styled text and repaints only the cells that changed.

Over a slow line bytes are time: a panel of one Static costs 1.3 kB for one digit, a canvas the digit alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import ClassVar, NamedTuple, Protocol, TypeAlias, runtime_checkable

from rich.cells import cached_cell_len, get_character_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.text.fit import head

_JUMP = 3
"""Unchanged columns that are worth jumping over."""


ROLES = (
    "frame",
    "title",
    "dim",
    "strong",
    "win",
    "tie",
    "lose",
    "endless",
    "guess",
    "first",
    "second",
    "cursor",
    "selected",
    "last",
    "won",
    "stale",
    "key",
    "hint",
    "grid",
    "faded-first",
    "faded-second",
    "turn-first",
    "turn-second",
    *("on-win", "on-tie", "on-lose", "on-endless"),
    *(f"shade-{step}" for step in range(1, 8)),
)
"""What the style sheet has a component class ``role--NAME`` of the app for."""


class Span(NamedTuple):
    """A piece of a row. ``role`` is one of ROLES, or several with spaces between; ``action`` is what
    a click on it does, as in a key binding."""

    text: str
    role: str = ""
    action: str = ""


Row: TypeAlias = Sequence[Span]
_TEXT, _ROLE, _LOOK = itemgetter(0), itemgetter(1), itemgetter(1, 2)
"""The text of a span or a column, its role, and that with its action."""


def width_of(row: Row) -> int:
    """Columns that a row takes."""
    return cached_cell_len("".join(map(_TEXT, row)))


def fit(row: Row, width: int, role: str = "") -> Row:
    """The row filled with spaces to exactly ``width`` columns, or cut, with a sign where there was more than spaces."""
    room = width - width_of(row)
    if room < 0:
        row = _beginning(row, width)
        room = width - width_of(row)
    return [*row, Span(" " * room, role)] if room > 0 else list(row)


def _beginning(row: Row, width: int) -> Row:
    """As much of a row as fits into ``width`` columns, with a sign where there was more than spaces."""
    text = "".join(map(_TEXT, row))
    end, sign = len(head(text, width)), ""
    if text[end:].strip() and width > 0:
        end, sign = len(head(text, width - 1)), "…"
    kept: list[Span] = []
    for span in row:
        if len(span.text) > end:
            return [*kept, span._replace(text=span.text[:end] + sign)]
        kept.append(span)
        end -= len(span.text)
    return kept


def bar(part: int, whole: int, cells: int) -> str:
    """How much of a whole is done; the last cell is filled by the last of it."""
    filled = cells * part // max(1, whole)
    return "▮" * filled + "▯" * (cells - filled)


def spread(left: Row, right: Row, width: int) -> Row:
    """Two pieces at the two ends of a row; the left one is cut where they would meet."""
    return [*fit(left, max(0, width - width_of(right))), *right]


def with_role(row: Row, role: str) -> Row:
    """The row with one more role everywhere."""
    return [span._replace(role=f"{span.role} {role}".strip()) for span in row]


@runtime_checkable
class KeyPainter(Protocol):
    """An app that paints what a key changes before all else."""

    def paint_for_key(self, widget: Widget) -> None:
        """Paint at once what the last key has changed of a widget."""


class Canvas(Widget):
    """Shows the rows that :meth:`draw` gives for the present size; ``redraw`` after any change of what it shows."""

    ALLOW_SELECT = False  # its rows are a picture: Textual would copy the name of the widget
    LEADS: ClassVar[bool] = False
    """Whether what a key changes here is painted at once, and all else with the next frame."""

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._rows: list[Row] = []
        self._drawn_for = Size()
        """The size for which these rows are."""
        self._styles: dict[tuple[str, str], Style] = {}

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The rows to show, top first; what is missing stays blank, what is too much is cut."""
        raise NotImplementedError

    @property
    def tinted(self) -> bool:
        """Whether grounds have colours."""
        return bool(getattr(self.app, "tinted", True))

    @property
    def moving(self) -> bool:
        """Whether anything may move."""
        return bool(getattr(self.app, "moving", False))

    @property
    def plain(self) -> bool:
        """Whether only ASCII may be shown."""
        return bool(getattr(self.app, "ascii_only", False))

    def redraw(self) -> None:
        """Draw anew and repaint the cells that differ."""
        size = width, height = self.size
        if not width or not height or getattr(self.screen, "waits", False):
            self._drawn_for = Size()  # what was drawn is out of date, also for the size that it had
            return
        rows = [merged(fit(row, width)) for row in list(self.draw(width, height))[:height]]
        rows += [fit((), width)] * (height - len(rows))
        old, drawn = self._rows, self._drawn_for
        self._rows, self._drawn_for = rows, size
        if drawn != size:
            self.refresh()
            return
        dirty = [
            Region(start, y, end - start, 1)
            for y, (before, after) in enumerate(zip(old, rows, strict=True))
            for start, end in _differences(before, after)
        ]
        if dirty:
            self.refresh(*dirty)
            if self.LEADS and isinstance(self.app, KeyPainter):
                self.app.paint_for_key(self)

    def on_resize(self) -> None:
        """Draw for the new size, unless that was done since the layout changed."""
        if self.size != self._drawn_for:
            self.redraw()

    def notify_style_update(self) -> None:
        """Forget the styles of the old theme."""
        super().notify_style_update()
        self._styles.clear()

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows in a region, for the compositor.

        Textual 8.2: a widget that draws its own rows keeps the regions that were to be painted.
        Goes when tests/tui/test_upstream.py::test_a_widget_with_rows_of_its_own_keeps_what_was_to_be_painted turns red.
        """
        self._dirty_regions.clear()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """One row, for the compositor."""
        if y >= len(self._rows):
            return Strip.blank(self.size.width, self._style("", ""))
        return Strip(
            [Segment(span.text, self._style(span.role, span.action)) for span in self._rows[y]], width_of(self._rows[y])
        )

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """A canvas fills what it is given."""
        return container.width

    def _style(self, role: str, action: str) -> Style:
        style = self._styles.get((role, action))
        if style is None:
            if action:
                style = self._style(role, "") + Style(meta={"@click": action})
            elif role:
                classes = (f"role--{name}" for name in role.split())
                style = self._style("", "") + self.app.get_component_styles(*classes).partial_rich_style
            else:
                style = self.rich_style
            self._styles[role, action] = style
        return style


def merged(row: Row) -> Row:
    """The row with neighbours of one look joined: each piece takes time."""
    joined: list[Span] = []
    for _look, spans in groupby(filter(_TEXT, row), _LOOK):
        first, *more = spans
        joined.append(first._replace(text="".join(map(_TEXT, (first, *more)))) if more else first)
    return joined


def _joins(columns: Sequence[tuple[str, str, str]]) -> bool:
    """Whether the columns between a changed one and the next cost less than a jump over them: few, and of no look of their
    own."""
    return len(columns) < _JUMP + 2 and {columns[0][1], columns[-1][1]}.issuperset(map(_ROLE, columns))


def _differences(before: Row, after: Row) -> list[tuple[int, int]]:
    """The stretches of columns, from the first to past the last, in which two rows of one width differ; stretches close
    together are one, since a jump of the cursor costs bytes too."""
    if before == after:
        return []
    old, new = _cells(before), _cells(after)
    if len(old) != len(new):  # one has a sign of several characters
        return [(0, width_of(after))]
    stretches: list[tuple[int, int]] = []
    for x, (a, b) in enumerate(zip(old, new, strict=True)):
        if a != b:
            if stretches and (x == stretches[-1][1] or _joins(new[stretches[-1][1] - 1 : x + 1])):
                stretches[-1] = (stretches[-1][0], x + 1)
            else:
                stretches.append((x, x + 1))
    return stretches


def _cells(row: Row) -> list[tuple[str, str, str]]:
    """What is in each column of a row: a wide character in two, and one without a width with the character before."""
    cells: list[tuple[str, str, str]] = []
    for span in row:
        for char in span.text:
            columns = get_character_cell_size(char)
            cells += [(char, span.role, span.action)] * columns
            if not columns and cells:
                cells[-1] = (cells[-1][0] + char, span.role, span.action)
    return cells
