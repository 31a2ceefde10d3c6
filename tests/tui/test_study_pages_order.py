"""A study opens with its pictures, and each of its parts is a page or stands behind one."""

from __future__ import annotations

import pytest

from core.study import TOPICS, answer
from core.study.study import PagePart, StudyPicture, StudyQuestion, StudyTable, Text
from tui.screens.study.pages import behind, fronts, sheet_of
from tui.widgets.sheet import SheetCanvas

PARTS: tuple[PagePart, ...] = (
    StudyTable("games.openings", ()),
    StudyPicture("games.shaded_all", None),
    StudyPicture("games.shaded_own", None),
    Text("games.numbers"),
    StudyTable("games.shares", ()),
    StudyTable("games.lengths", ()),
)


def test_pictures_come_first_and_the_next_table_stands_behind_them() -> None:
    assert [part.key for part in fronts(PARTS)] == ["shaded_all", "shaded_own", "openings", "numbers", "lengths"]
    assert [table.key for part in PARTS if (table := behind(part, PARTS))] == ["shares", "shares"]


@pytest.mark.parametrize(
    "topic", [name for name in TOPICS if name not in ("mnk", "learning", "minimax", "daily", "ultimate")]
)
def test_every_part_of_a_study_is_seen(topic: str) -> None:
    parts = answer(StudyQuestion(topic)).parts
    pages = fronts(parts)
    assert {part.key for part in (*pages, *(behind(page, parts) for page in pages)) if part} == {
        part.key for part in parts
    }


def test_a_key_right_after_a_page_was_turned_is_for_the_new_page() -> None:
    table = next(
        part for part in answer(StudyQuestion("games")).parts if isinstance(part, StudyTable) and len(part.rows) > 2
    )
    sheet = SheetCanvas(lambda: None, lambda: None)
    sheet.show("", sheet_of(table)[0])
    sheet.action_down()
    assert sheet.chosen == 1
