"""The pages of a study: its pictures first, each with a table behind it, then its other parts."""

from __future__ import annotations

from collections.abc import Sequence

from core.phrase import Sentence, phrase
from core.study.study import PagePart, Study, StudyPicture, StudyQuestion, StudyTable, Text
from tui.drawing.canvas import Row, Span
from tui.drawing.sheet import StudySheet, TextSheet
from tui.drawing.studies import draw
from tui.drawing.studies.table import TableSheet
from tui.text.catalogue import say
from tui.text.studied import laid_out


def behind(part: PagePart | None, parts: Sequence[PagePart]) -> StudyTable | None:
    """The table behind a picture, which is the next one in the study; None for other parts."""
    if not isinstance(part, StudyPicture):
        return None
    at = [each.key for each in parts].index(part.key)
    return next((after for after in parts[at:] if isinstance(after, StudyTable)), None)


def fronts(parts: Sequence[PagePart]) -> tuple[PagePart, ...]:
    """The parts that pages open with, pictures first; tables behind pictures are not among them."""
    pictures = [part for part in parts if isinstance(part, StudyPicture)]
    covered = [table.key for picture in pictures if (table := behind(picture, parts))]
    return (*pictures, *(part for part in parts if part not in pictures and part.key not in covered))


def sources(study: Study, part: PagePart | None) -> Text:
    """The sources of a study, and below them in full how the page is read that is seen."""
    notes = part.notes if isinstance(part, StudyTable) else sheet_of(part)[1]
    return Text("study.sources", (*study.sources, *((phrase("How to read it"), *notes) if notes else ())))


def sheet_of(part: PagePart | None) -> tuple[StudySheet, Sequence[Sentence]]:
    """What a page shows of a part, and the sentences that tell how it is read."""
    match part:
        case StudyTable():
            return TableSheet(laid_out(part)), part.notes
        case StudyPicture():
            rows, notes = draw(part)
            return StudySheet(rows), notes
        case Text():
            return TextSheet([say(each) for each in part.told]), ()
        case None:
            return StudySheet(), ()


def rows_around(part: PagePart | None, action: str) -> StudyQuestion | None:
    """The question for the rows of a table that come next, or for ``rows_before`` those before."""
    if not isinstance(part, StudyTable):
        return None
    return part.after if action == "rows_after" else part.before


def page_names(names: Sequence[str], at: int, room: int) -> Row:
    """The names of the pages, the one that is shown among them; those that have no room are left out."""
    first, last = 0, len(names)
    while first < at and sum(len(name) + 3 for name in names[first : at + 1]) > room:
        first += 1
    while last > at + 1 and sum(len(name) + 3 for name in names[first:last]) > room:
        last -= 1
    row: list[Span] = [Span("… ", "dim")] if first else []
    for index, name in list(enumerate(names))[first:last]:
        row += [Span(name, "strong selected" if index == at else "dim", f"screen.page({index})"), Span("   ")]
    return [*row, Span("…", "dim")] if last < len(names) else row
