"""The table of what machines learn is what the tool measures: its shortest rows, measured anew. It takes 15 seconds."""

from __future__ import annotations

from core.games import get
from core.learning.classes import classes_of
from core.study.search.learning import measured
from tests.tools.learning import measure


def test_after_200_games_both_machines_stand_as_the_table_has_them() -> None:
    rows = [list(row.values()) for row in measured() if row["games"] == "200"]
    assert [list(map(str, row)) for row in measure(classes_of(get("tictactoe")), (200,))] == rows
