"""A page lays out the rows of a table: which fields are columns, in which order, and what their cells look like and open."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from core.phrase import fact
from core.study.study import Cell, PlayLink, StudyTable
from tui import study
from tui.text.catalogue import say
from tui.text.studied import ShownTable, laid_out
from tui.widgets.sheet import SheetCanvas

PAGE: dict[str, Any] = {
    "good": "good",
    "marks": {"good": "win"},
    "columns": {"gain": "gained"},
    "moves": {
        "columns": {
            "name": {"head": "move", "opens": "play"},
            "gain": {"right": True, "look": "sign"},
            "verdict": "verdict of {player}",
            "from": {"head": "from", "field": "start", "mark": "look"},
            "counts": {"head": "n = {label}", "each": "n{}"},
            "kept": {"head": "kept", "hidden": True},
        }
    },
}


class Row(NamedTuple):
    name: str
    gain: int | None
    verdict: Cell
    start: str
    counts: tuple[int, ...]
    kept: str
    look: str
    play: PlayLink | None


ROWS = (
    Row("a1", 3, fact("page.good"), "x", (1, 2), "k", "notable", PlayLink("tictactoe")),
    Row("b2", -1, "bad", "y", (3, 4), "l", "", None),
    Row("c3", None, None, "z", (5, 6), "m", "", None),
)


@pytest.fixture(autouse=True)
def page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "_page", lambda name, code: PAGE if name == "page" else {})


def table(programs: bool = False, **more: Any) -> ShownTable:
    return laid_out(StudyTable("page.moves", ROWS, values={"player": "X"}, labels={"counts": (7, 8)}, **more), programs)


def column(key: str) -> list[tuple[object, str]]:
    shown = table(programs=True)
    at = [each.key for each in shown.columns].index(key)
    return [(row[at].value, row[at].role) for row in shown.rows]


def test_the_columns_are_those_of_the_page_in_its_order_with_their_heads() -> None:
    assert [(column.key, say(column.head)) for column in table().columns] == [
        ("name", "move"),
        ("gain", "gained"),
        ("verdict", "verdict of X"),
        ("from", "from"),
        ("n7", "n = 7"),
        ("n8", "n = 8"),
    ]


def test_a_hidden_column_is_for_programs_only() -> None:
    assert [column.key for column in table(programs=True).columns][-1] == "kept"


def test_a_table_can_hide_a_column_or_be_without_it() -> None:
    assert "name" not in {column.key for column in table(hidden=("name",)).columns}
    assert "name" not in {column.key for column in table(True, without=("name",)).columns}


def test_a_number_looks_as_its_sign_says_and_a_cell_without_a_value_as_usual() -> None:
    assert column("gain") == [(3, "win"), (-1, "lose"), (None, "")]


def test_words_have_the_look_that_stands_beside_them() -> None:
    assert [role for _value, role in column("verdict")] == ["win", "", ""]


def test_a_look_can_be_a_field_of_the_row() -> None:
    assert column("from") == [("x", "strong"), ("y", ""), ("z", "")]


def test_a_field_with_several_values_has_a_column_for_each() -> None:
    assert (column("n7"), column("n8")) == ([(1, ""), (3, ""), (5, "")], [(2, ""), (4, ""), (6, "")])


def test_a_cell_opens_what_its_row_has_for_it() -> None:
    assert [row[0].link for row in table().rows] == [PlayLink("tictactoe"), None, None]


def test_the_paragraphs_of_a_note_are_apart_below_a_page() -> None:
    sheet = SheetCanvas(lambda: None, lambda: None)
    sheet._notes = ("One.\n\nTwo.", "Three.")
    assert [row[0].text.strip() for row in sheet._said(40, 9)] == ["One.", "", "Two.", "", "Three."]
