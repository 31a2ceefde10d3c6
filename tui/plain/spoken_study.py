"""A study in sentences: its texts as they are, and each row of a table with the heads of its columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.position import Position
from core.study.study import PagePart, Study, StudyPicture, StudyQuestion, StudyTable, Text, title_of
from tui.plain.boards import board
from tui.text.catalogue import _, say
from tui.text.studied import laid_out, paragraphs_of


class SpokenPart(NamedTuple):
    """A part of a study: its title, its lines, and the question for the rows after these, if there are any."""

    title: str
    lines: list[str]
    after: StudyQuestion | None = None


def spoken(study: Study) -> list[SpokenPart]:
    """The parts that can be read aloud; the sources come last."""
    read = []
    for part in study.parts:
        lines = list(_lines(part))
        if lines:
            after = part.after if isinstance(part, StudyTable) else None
            read.append(SpokenPart(say(title_of(part)), lines, after))
    sources = [_("Source: {source}.").format(source=say(source)) for source in study.sources]
    return [*read, SpokenPart(_("Sources"), sources)] if sources else read


def _lines(part: PagePart) -> Iterator[str]:
    match part:
        case Text():
            yield from paragraphs_of(part.told)
        case StudyPicture():  # of which all but a position stands in a table too
            if isinstance(part.shown, Position):
                yield from board(part.shown)
                yield from paragraphs_of(part.notes)
        case StudyTable():
            yield from paragraphs_of(part.notes)
            shown = laid_out(part)
            heads = [say(column.head) for column in shown.columns]
            for row in shown.rows:
                cells = [(head, cell.text) for head, cell in zip(heads, row, strict=True) if cell.text]
                yield "; ".join(f"{head}: {text}" if head else text for head, text in cells) + "."
