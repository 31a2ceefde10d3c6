"""The right side of the judge's screen: the result, the counterexample on the board, and the list of all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, overload

from core.analysis import Analysis
from core.judge.report import Report
from tui.drawing.canvas import Canvas, Row, Span, bar
from tui.drawing.frame import Section, frame, section
from tui.text import judged
from tui.text.catalogue import _
from tui.text.judged import Counterexample
from tui.text.words import thousands
from tui.text.wrap import wrapped
from tui.widgets.list_canvas import pointed

BLUNDER = "??"
"""The sign of a wrong move, as in a review."""
_BAR_CELLS = 20
_MIN_TOLD, _MIN_SAID, _MIN_LISTED = 2, 3, 3
"""Rows that each part keeps where there is little room."""

Texts = Sequence[tuple[str, str]]
"""Paragraphs, each with its role."""


class JudgeView(NamedTuple):
    """The content of the right side. ``note`` says which counterexample of how many is ``said``."""

    title: str
    told: Texts
    note: str = ""
    said: Texts = ()
    rows: Sequence[Row] = ()
    at: int = 0
    """The number of the row that is kept in view."""


def result_view(
    file: str, report: Report, examples: Sequence[Counterexample], at: int, known: Analysis | None
) -> JudgeView:
    """The result as far as it is known. The counterexample with the number ``at``, from 0, is on the board; ``known`` is what
    an engine knows of its position."""
    told = judged.results(report)
    if not report.final:
        _doing, done, total = judged.stage(report)
        told = [(judged.progress(report), "dim"), *([(bar(done, total, _BAR_CELLS), "dim")] if total else []), *told]
    if not examples:
        return JudgeView(file, told)
    note = _("{number} of {count}").format(number=thousands(at + 1), count=thousands(len(examples)))
    return JudgeView(file, told, note, judged.example(examples[at], known), ExampleRows(examples, at), at)


def printed_view(report: Report, count: int) -> JudgeView:
    """The last ``count`` lines that the file has printed."""
    return JudgeView(_("What it printed last"), [(line, "") for line in judged.printed(report)[-count:]])


class JudgeSide(Canvas):
    """The right side."""

    def __init__(self) -> None:
        super().__init__(id="judged")
        self.view: JudgeView | None = None

    def show(self, view: JudgeView) -> None:
        """Show other values."""
        if view != self.view:
            self.view = view
            self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """One frame; of a long list the part is seen in which the counterexample on the board is."""
        view = self.view
        if view is None:
            return ()
        told, said = _rows(view.told, width - 4), _rows(view.said, width - 4)
        if not view.rows:
            return frame(width, height, [section(view.title, told)])

        def part(width: int, height: int) -> Sequence[Row]:
            top = max(0, min(view.at - height // 2, len(view.rows) - height))
            return view.rows[top : top + height]

        least = min(len(said), max(_MIN_SAID, height - _MIN_TOLD - _MIN_LISTED - 4))
        return frame(
            width,
            height,
            [
                Section(view.title, lambda width, height: told, len(told), min(len(told), _MIN_TOLD)),
                Section(_("Counterexample"), lambda width, height: said, len(said), least, view.note),
                Section("", part, len(view.rows), min(_MIN_LISTED, len(view.rows))),
            ],
        )


def _rows(texts: Texts, width: int) -> list[Row]:
    return [[Span(" "), Span(line, role)] for text, role in texts for line in wrapped(text, width)]


class ExampleRows(Sequence[Row]):
    """The rows of a list of counterexamples, made when they are shown: there may be thousands. The one with the number ``at``
    is on the board."""

    def __init__(self, examples: Sequence[Counterexample], at: int) -> None:
        self._examples, self._at = examples, at

    def __len__(self) -> int:
        return len(self._examples)

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, ExampleRows) and self._at == other._at and len(self) == len(other)
        return same and self._examples == other._examples  # type: ignore[attr-defined]

    @overload
    def __getitem__(self, number: int) -> Row: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Row]: ...

    def __getitem__(self, number: int | slice) -> Row | Sequence[Row]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        example = self._examples[number]
        row = pointed([Span(f"{example.answer} ", "strong"), Span(f"{BLUNDER}  ", "lose")], number == self._at)
        after = [Span(example.line_names or _("at the start"), "dim")]
        return [span._replace(action=f"screen.go_to({number})") for span in (*row, *after)]
