"""What a study says, in English, as its pages have it."""

from __future__ import annotations

from core.study.study import Study, StudyPicture, StudyTable
from tui.drawing.studies import draw
from tui.text.studied import paragraphs_of


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
