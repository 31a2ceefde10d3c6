"""What a study says, in English, as its pages have it."""

from __future__ import annotations

from typing import Any

from core.study.study import Study, StudyPicture, StudyTable
from tui.command.output_study import plain
from tui.drawing.studies import draw
from tui.text.studied import ShownCell, laid_out, paragraphs_of


def said(study: Study, key: str) -> list[str]:
    """The paragraphs of a part: those of a text, or what stands beside a table or a picture."""
    part = study.part(key)
    match part:
        case StudyPicture():
            return paragraphs_of(draw(part).legend)
        case StudyTable():
            return paragraphs_of(part.notes)
        case _:
            return paragraphs_of(part.told)


def lines(study: Study, key: str) -> tuple[str, ...]:
    """A picture as text."""
    picture = study.part(key)
    assert isinstance(picture, StudyPicture)
    return tuple(draw(picture).lines)


def cells(table: StudyTable) -> list[dict[str, ShownCell]]:
    """The rows of a table, by its columns, with those for programs only."""
    shown = laid_out(table, hidden=True)
    keys = [column.key for column in shown.columns]
    return [dict(zip(keys, row, strict=True)) for row in shown.rows]


def rows(study: Study, name: str) -> list[list[Any]]:
    """The rows of a table, as JSON has their values."""
    return [[plain(cell.value) for cell in row.values()] for row in cells(study.table(name))]


def column(study: Study, name: str, key: str) -> list[Any]:
    """A column of a table, as JSON has its values."""
    return [plain(row[key].value) for row in cells(study.table(name))]
