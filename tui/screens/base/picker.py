"""Lists above a screen: to choose a value, or the answer to a question."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from textwrap import wrap
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key
from textual.screen import ScreenResultType

from core.phrase import Phrase
from tui.drawing.canvas import Row, Span, width_of
from tui.drawing.frame import EdgeKey, Section, edge, frame, section
from tui.screens.base.dialogs import DIALOG_COLUMNS, Dialog
from tui.text.catalogue import _, rendered, say
from tui.text.fit import shorten
from tui.text.keys import bindings
from tui.widgets.list_canvas import ListCanvas, ListRow, NumberedRows

_MIN_TOLD = 10
"""Columns below which nothing is told of a row."""
MAX_NUMBERED = 9
"""Maximum number of answers that have digits."""
_MARGIN = 2
"""Columns of the window that stay free beside a list, where there are so many."""
_AROUND_TITLE = 8
"""Columns of a frame that its title leaves free."""


class PickValue(NamedTuple):
    """What a row may stand for: the value that the picker gives, in a word or two how it differs from the row's other values,
    and a note for the right end of the row."""

    value: str
    words: str = ""
    note: str = ""


class PickRow(NamedTuple):
    """Something to choose: its name, a few words about it, the values between which left and right go, the weakest first, and
    the index of the one that it has at first."""

    name: str
    told: str
    values: Sequence[PickValue]
    at: int = 0


class PickGroup(NamedTuple):
    """Rows below a heading, which may be empty; ``note`` is a sentence below them."""

    heading: str
    rows: Sequence[PickRow]
    note: str = ""


class ListDialog(Dialog[ScreenResultType | None]):
    """A dialog that is one list, as large as the window lets it be."""

    def __init__(self, listed: ListCanvas) -> None:
        super().__init__()
        self.listed = listed

    def compose(self) -> ComposeResult:
        """The list."""
        yield self.listed

    def shown(self) -> None:
        """Focus the list, in the room that it needs."""
        self.redraw()
        self.listed.focus()

    def on_resize(self) -> None:
        """Take the room that there is now."""
        super().on_resize()
        self.redraw()

    async def retranslate(self) -> None:
        """Show everything in a language that is new."""
        self.redraw()

    def redraw(self) -> None:
        """Draw the list again, if it is there."""
        if self.listed.is_attached:
            self.listed.redraw()


class Picker(ListDialog[str]):
    """A list with the cursor on a value. Gives the value taken, or None."""

    listed: PickList

    def __init__(self, title: Callable[[], str], groups: Callable[[], Sequence[PickGroup]], value: str) -> None:
        super().__init__(PickList(title, groups, lambda number, taken: self.dismiss(taken), value=value))


def theme_names(themes: Iterable[str]) -> list[str]:
    """The names of themes, those made for this program first."""
    return sorted(themes, key=lambda name: (not name.startswith("triqui"), name))


def theme_picker(themes: Iterable[str], present: str) -> Picker:
    """A list of themes with the cursor on the present one. Gives the name of a theme."""
    listed = theme_names(themes)
    return Picker(
        lambda: _("Colours"),
        lambda: [PickGroup("", [PickRow(name, "", [PickValue(name)]) for name in listed])],
        present,
    )


class QuestionDialog(ListDialog[int]):
    """A question with answers to choose from, phrases or what is the same in every language.

    One chooses by the arrows, the first letter or the mouse, or by digits if the answers are ``numbered`` and none begins with
    a digit itself. Gives the index, or None. The cursor begins ``at`` one of them.
    """

    listed: PickList

    def __init__(
        self, question: Phrase, answers: Sequence[Phrase | str], at: int = 0, *, numbered: bool = False
    ) -> None:
        super().__init__(PickList(lambda: say(question), self._groups, self._take, self._keys, at, ticks=True))
        self._choices = answers
        self._numbered = numbered and len(answers) <= MAX_NUMBERED

    def _groups(self) -> list[PickGroup]:
        numbers = [f"{number}  " if self._has_numbers else "" for number, _ in enumerate(self._choices, 1)]
        texts = [number + answer for number, answer in zip(numbers, self._answers, strict=True)]
        return [PickGroup("", [PickRow(text, "", [PickValue("")]) for text in texts])]

    @property
    def _has_numbers(self) -> bool:
        return self._numbered and not any(answer[:1].isdecimal() for answer in self._answers)

    @property
    def _answers(self) -> list[str]:
        return [str(rendered(answer)) for answer in self._choices]

    def _keys(self) -> Sequence[EdgeKey]:
        return [("Enter", _("choose"), "choose"), ("Esc", _("cancel"), "screen.cancel")]

    def _take(self, number: int, value: str) -> None:
        self.dismiss(number)

    def on_key(self, event: Key) -> None:
        """A digit chooses the answer of that number; another character, or any if none has a number, the only answer that
        begins with it."""
        character = (event.character or "").lower()
        found = [i for i, answer in enumerate(self._answers) if character and answer.lower().startswith(character)]
        if self._has_numbers and character.isdecimal():
            found = [i for i in range(len(self._answers)) if str(i + 1) == character]
        if len(found) == 1:
            event.stop()
            self.dismiss(found[0])


class PickList(NumberedRows, ListCanvas):
    """The frame with the rows: names, what is told of them, values, notes.

    ``title`` and ``groups`` are asked again at every change, since the language may be another. A title that is too long for
    the frame stands above the list. ``taken`` is called with the number and the value of the row that is taken. The lower edge
    shows the ``keys``, the usual ones if None. The cursor begins on the row that has the ``value``, else ``at`` a row;
    ``ticks``: a click takes a row at once.
    """

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(hidden=("choose", "up", "down", "left", "right", "page_up", "page_down", "go_first", "go_last"))
    )

    def __init__(
        self,
        title: Callable[[], str],
        groups: Callable[[], Sequence[PickGroup]],
        taken: Callable[[int, str], object],
        keys: Callable[[], Sequence[EdgeKey]] | None = None,
        at: int = 0,
        *,
        value: str = "",
        ticks: bool = False,
    ) -> None:
        super().__init__(self, "picker")
        self._title, self.groups, self._taken = title, groups, taken
        self._keys = keys or self.usual_keys
        self._ticks = ticks
        self._values: dict[int, str] = {}
        """By row the value that left and right have chosen."""
        self._usual = value
        found = [i for i, row in enumerate(self.rows) if value in (each.value for each in row.values)] if value else []
        self._at = next(iter(found), at)

    @property
    def rows(self) -> Sequence[PickRow]:
        """The rows of all groups."""
        return [row for group in self.groups() for row in group.rows]

    def at(self, number: int, row: PickRow) -> int:
        """The index of the value that a row has now: the one chosen in it, else the present one, else that of the start."""
        wanted = self._values.get(number, self._usual)
        return next((i for i, each in enumerate(row.values) if each.value == wanted), row.at)

    @property
    def names(self) -> Sequence[int]:
        """The rows by their numbers."""
        return range(len(self.rows))

    def take(self) -> None:
        """Take the row at the cursor."""
        row = self.rows[self._at]
        self._taken(self._at, row.values[self.at(self._at, row)].value)

    def action_pick(self, *name: Hashable) -> None:
        """Move the cursor to a row that was clicked; take it if that is wanted at once, or if the cursor is there already."""
        if self._ticks:
            self.point(name[0])
        super().action_pick(*name)

    def action_left(self) -> None:
        """Choose a weaker value of the row at the cursor."""
        self.action_change(self._at, -1)

    def action_right(self) -> None:
        """Choose a stronger value of the row at the cursor."""
        self.action_change(self._at, 1)

    def action_change(self, number: int, step: int) -> None:
        """Choose the next value of a row, in one direction."""
        row = self.rows[number]
        at = max(0, min(self.at(number, row) + step, len(row.values) - 1))
        self._values[number] = row.values[at].value
        self.point(number)

    def usual_keys(self) -> Sequence[EdgeKey]:
        """The keys of a list, for its lower edge."""
        ways = any(len(row.values) > 1 for row in self.rows)
        return [
            ("↑↓", _("choose"), ""),
            *([("◂▸", _("weaker, stronger"), "")] if ways else []),
            ("Enter", _("select"), "choose"),
            ("Esc", _("back"), "screen.cancel"),
        ]

    def redraw(self) -> None:
        """Draw anew, as wide and as high as what there is to show."""
        self._take_room()
        super().redraw()

    def _take_room(self) -> None:
        """Be as large as what there is to show, as far as the window goes."""
        window, rows = self.app.size, self.rows
        widths = [*self._widths(rows), 8]  # what is between the columns, before them and in the frame
        told = max((len(row.told) for row in rows), default=0)
        keys = sum(len(key) + len(label) + 4 for key, label, _action in self._keys())
        title = min(len(self._title()) + _AROUND_TITLE, DIALOG_COLUMNS)
        wide = min(max(sum(widths) + told, keys + 3, title), max(window.width - _MARGIN, window.width * 9 // 10))
        self.styles.width = wide
        others = sum(bool(group.heading) + len(self._note(group, wide - 2)) for group in self.groups())
        asked = len(self._question(wide))
        high = len(rows) + others + 2 + (asked + 1 if asked else 0)
        self.styles.height = min(high, max(window.height - 2, 8))

    def _question(self, width: int) -> list[str]:
        """The title in lines, where the frame has no room for it."""
        title = self._title()
        fits = "\n" not in title and len(title) + _AROUND_TITLE <= width
        return [] if fits else [part for line in title.split("\n") for part in wrap(line, max(1, width - 4)) or [""]]

    @staticmethod
    def _note(group: PickGroup, width: int) -> list[str]:
        """The note of a group in lines."""
        return wrap(group.note, max(1, width - 4), break_on_hyphens=False)

    @staticmethod
    def _widths(rows: Sequence[PickRow]) -> tuple[int, int, int]:
        """Columns of the names, the values and the notes, each with what separates it from the next."""
        name = max((len(row.name) for row in rows), default=0) + 2
        words = max((len(each.words) + 4 * (len(row.values) > 1) for row in rows for each in row.values), default=0)
        notes = max((len(each.note) for row in rows for each in row.values), default=0)
        return name, words + bool(words), notes + bool(notes)

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame, with the keys in its lower edge."""
        asked = self._question(width)
        title = "" if asked else self._title()
        parts = [section("", [[Span(f" {line}")] for line in asked], len(asked))] if asked else []
        drawn = frame(width, height, [*parts, Section(title, self._listed, height - 2, 1)])
        return [*drawn[:-1], edge(width, self._keys())]

    def _listed(self, width: int, height: int) -> Sequence[Row]:
        rows: list[ListRow] = []
        number, widths = 0, self._widths(self.rows)
        for group in self.groups():
            if group.heading:
                rows.append(ListRow([Span(group.heading, "dim")]))
            for row in group.rows:
                rows.append(self._row(number, row, width, widths))
                number += 1
            rows += [ListRow([Span(f"  {line}", "dim")]) for line in self._note(group, width)]
        return self.in_view(rows, width, height)

    def _row(self, number: int, row: PickRow, width: int, widths: tuple[int, int, int]) -> ListRow:
        name, words, note = widths
        value = row.values[self.at(number, row)]
        shown = [Span(value.words)]
        if len(row.values) > 1:  # the same at the cursor as elsewhere, so that a step repaints little
            weaker, stronger = (f"change({number}, {step})" for step in (-1, 1))
            shown = [Span("◂ ", "key", weaker), *shown, Span(" ▸", "key", stronger)]
        note = note if width >= name + words + note + 3 else 0
        end = [*shown, Span(" " * (words - width_of(shown))), Span(f"{value.note:>{note}}"[:note], "dim"), Span(" ")]
        room = width - 3 - name - words - note - (2 if words or note else 1)
        told = shorten(row.told, room) if room >= _MIN_TOLD else ""
        start = [Span(shorten(row.name, width - 3 - words - note)), Span(" " * (name - len(row.name)), "dim")]
        return ListRow([*start, Span(told, "dim")], end, number)
