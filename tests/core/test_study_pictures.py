"""The whole tree of six matches has the 24 ends of Arias to be counted, and the squares of tic-tac-toe the three shares."""

from __future__ import annotations

import pytest

from core.study import answer
from core.study.heaps.nim import MAX_ENDS
from core.study.study import Study, StudyPicture, StudyQuestion
from tests.core.heap_rules import told
from tests.saying import lines, said
from tui.drawing.studies import draw


@pytest.fixture(scope="module")
def games() -> Study:
    return answer(StudyQuestion("games"))


def test_six_matches_are_drawn_with_24_ends_of_which_each_player_has_12() -> None:
    drawn = "".join(lines(answer(StudyQuestion("nim")), "whole"))
    assert (drawn.count("●"), drawn.count("○")) == (12, 12)
    assert said(answer(StudyQuestion("nim")), "whole")[-1] == "Leaves: 24; ● wins 12 of them and ○ 12."


@pytest.mark.parametrize(
    ("id", "heap", "numbers", "misere"),
    [
        ("subtraction:6:1,2,3/misere", 6, (1, 2, 3), True),
        ("subtraction:7:1,3", 7, (1, 3), False),
        ("nim:4", 4, None, False),
    ],
)
def test_every_node_is_drawn_in_the_colour_of_who_wins_by_brute_force(
    id: str, heap: int, numbers: tuple[int, ...] | None, misere: bool
) -> None:
    picture = answer(StudyQuestion("nim", (id,))).part("whole")
    assert isinstance(picture, StudyPicture)
    rows = draw(picture).rows[::2]
    assert sum(span.text.strip() != "" for row in rows for span in row) == told((heap,), numbers, misere).nodes
    for ply, row in enumerate(rows):
        for span in row:
            if span.text.isdecimal():
                wins = told((int(span.text),), numbers, misere).wins
                assert span.role == ("first" if wins == (ply % 2 == 0) else "second")


def test_a_tree_with_more_ends_or_more_heaps_is_not_drawn_whole() -> None:
    assert told((7,), (1, 2, 3), True).games > MAX_ENDS
    for id in ("subtraction:7:1,2,3/misere", "nim:1,2"):
        assert "whole" not in {part.key for part in answer(StudyQuestion("nim", (id,))).parts}


def test_the_squares_have_the_three_shares_of_the_table_and_the_centre_is_darkest_in_each(games: Study) -> None:
    shares = {
        "shaded_all": {"5.74 %": 4, "5.58 %": 4, "6.13 %": 1},
        "shaded_own": {"52.83 %": 4, "48.09 %": 4, "60.48 %": 1},
        "shaded_random": {"60.71 %": 4, "53.57 %": 4, "69.29 %": 1},
    }
    for measure, expected in shares.items():
        rows = lines(games, measure)
        assert {text: "\n".join(rows).count(text) for text in expected} == expected
        assert rows[4].count("█") == 11
        assert "".join(rows).count("█") == 2 * 11 + rows[5].count("█")
