"""The tree of heaps has the games, shares and chances of Arias's paper and of brute force, and tells what it cuts."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from core.errors import CoreError
from core.games import get
from core.position import Position
from core.study import answer, topic
from core.study.heaps.tree import PositionTree
from core.study.study import Study, StudyQuestion
from tests import saying
from tests.core.heap_rules import table, told
from tui.drawing.studies.written import FORMATS

SIX = "subtraction:6:1,2,3/misere"
ELEVEN = "subtraction:11:1,3/misere"


def tree_of(id: str, position: str | None = None) -> Study:
    return answer(StudyQuestion("nim", (id,), position=position))


def lines(study: Study) -> tuple[str, ...]:
    return saying.lines(study, "tree")


def said(study: Study) -> str:
    return " ".join(saying.said(study, "said"))


def test_the_tree_of_six_matches_is_the_one_that_is_told_unasked() -> None:
    assert lines(answer(StudyQuestion("nim"))) == lines(tree_of(SIX))


def test_six_matches_have_the_24_games_of_the_paper_its_shares_and_beside_them_the_chances() -> None:
    rows = saying.rows(tree_of(SIX), "openings")
    assert [(row[0], row[3]) for row in rows] == [("A1", 13), ("A2", 7), ("A3", 4), ("all", 24)]
    shares = [(row[4]["part"], row[4]["whole"]) for row in rows]
    assert shares == [(7, 13), (3, 7), (2, 4), (12, 24)]
    chances = [Fraction(row[5]["part"], row[5]["whole"]) for row in rows]
    assert chances == [Fraction(5, 9), Fraction(1, 3), Fraction(1, 2), Fraction(25, 54)]
    assert [row[2]["verdict"] for row in rows] == ["win", "lose", "lose", "win"]


@pytest.mark.parametrize(
    ("id", "heap", "numbers", "misere"),
    [(SIX, 6, (1, 2, 3), True), (ELEVEN, 11, (1, 3), True), ("subtraction:7:1,3,4", 7, (1, 3, 4), False)],
)
def test_each_first_move_has_the_verdict_and_the_distance_of_brute_force(
    id: str, heap: int, numbers: tuple[int, ...], misere: bool
) -> None:
    *moves, whole = saying.column(tree_of(id), "openings", "value")
    for number, value in zip(numbers, moves, strict=True):
        after = told((heap - number,), numbers, misere)
        assert value["verdict"] == ("lose" if after.wins else "win")
        assert value["plies"] == after.plies + 1
    assert whole["plies"] == told((heap,), numbers, misere).plies


def test_the_winning_move_is_1_and_the_rules_of_play_are_those_of_the_paper() -> None:
    text = said(tree_of(SIX))
    assert "by starting with A1" in text
    assert "take 4 - k" in text
    assert "answering with 5 - k" in text


def test_eleven_matches_by_one_or_three_are_won_by_the_second_player_whatever_is_played() -> None:
    study = tree_of(ELEVEN)
    games = told((11,), (1, 3), True).games
    assert saying.column(study, "openings", "share")[-1] == {"part": 0, "whole": games}
    assert saying.column(study, "openings", "games")[-1] == games
    assert "2nd wins all of them whatever is played" in said(study)
    assert "parity" in said(study)


@pytest.mark.parametrize("numbers", [(1, 2, 3), (1, 3, 4), (1, 2, 4), (2, 3), (1, 4), (1, 3)])
@pytest.mark.parametrize("misere", [False, True])
def test_a_rule_of_answers_is_told_exactly_where_it_holds_against_everything(
    numbers: tuple[int, ...], misere: bool
) -> None:
    for heap in range(8, 14):
        text = said(tree_of(f"subtraction:{heap}:{','.join(map(str, numbers))}" + "/misere" * misere))
        found = re.search(r"if the opponent takes k, take (\d+) - k", text)
        totals = set(range(1, 30))
        won = table(numbers, misere, heap)
        reached = {left for left in range(heap + 1) if reaches(heap, left, numbers)}
        for left in (left for left in reached if not won[left]):
            for k in (k for k in numbers if k < left and any(n <= left - k for n in numbers)):
                totals &= {k + n for n in numbers if n <= left - k and not won[left - k - n]}
        parity = all(number % 2 for number in numbers)
        assert parity or bool(found) == bool(totals and totals != set(range(1, 30)))
        assert not found or int(found[1]) in totals


def reaches(heap: int, left: int, numbers: tuple[int, ...]) -> bool:
    return heap == left or any(number <= heap - left and reaches(heap - number, left, numbers) for number in numbers)


@pytest.mark.parametrize(
    ("id", "heaps", "numbers"),
    [
        ("subtraction:9:1,2,4/misere", (9,), (1, 2, 4)),
        ("subtraction:12:1,3,4", (12,), (1, 3, 4)),
        ("subtraction:4,5:2,3", (4, 5), (2, 3)),
        ("nim:3,4,5", (3, 4, 5), None),
        ("nim:1,2,3/misere", (1, 2, 3), None),
    ],
)
def test_every_node_is_worth_what_trying_everything_says(
    id: str, heaps: tuple[int, ...], numbers: tuple[int, ...] | None
) -> None:
    tree = tree_of(id).data
    assert isinstance(tree, PositionTree)
    assert heaps in {state[:-1] for state in tree.nodes}
    for (*left, turn), node in tree.nodes.items():
        true = told(tuple(left), numbers, id.endswith("misere"))
        assert (node.wins, node.plies, node.games, node.nodes) == (true.wins, true.plies, true.games, true.nodes)
        assert node.won == (true.won if turn == 0 else true.games - true.won)
        assert node.chance == (true.chance if turn == 0 else 1 - true.chance)


def test_a_tree_that_fits_is_drawn_whole_a_line_for_each_node_with_the_moves_that_win() -> None:
    drawn = lines(tree_of(SIX))
    assert len(drawn) == told((6,), (1, 2, 3), True).nodes
    assert not any("…" in line for line in drawn)
    assert drawn[0].split() == ["6", "1st", "1st", "4", "12/24"]
    assert sum("A1*  5" in line for line in drawn) == 1
    assert not any("A2*  4" in line or "A3*  3" in line for line in drawn)


def test_a_tree_that_is_cut_says_so_in_every_branch_and_with_the_number_of_all_nodes() -> None:
    study = tree_of("nim:3,4,5")
    cut = [line for line in lines(study) if "…" in line]
    assert len(lines(study)) <= 400
    assert len(cut) > 12
    nodes = told((3, 4, 5), None, False).nodes
    assert f"Nodes of the whole tree: {nodes:,}" in saying.said(study, "tree")[-1]


def test_as_text_the_tree_is_whole_and_as_dot_each_position_stands_once() -> None:
    formats = FORMATS["nim"]
    assert len(list(formats["text"](StudyQuestion("nim", ("nim:1,2,3",))))) == told((1, 2, 3), None, False).nodes
    dot = list(formats["dot"](StudyQuestion("nim", (SIX,))))
    nodes = [line for line in dot if "fillcolor" in line]
    assert len(nodes) == len(set(nodes)) == 12  # 6 for who begins; 5 down to 0 for the other, 4 to 0 for who began
    with pytest.raises(CoreError, match="200,000"):
        list(formats["text"](StudyQuestion("nim", ("nim:3,4,5",))))


@pytest.mark.parametrize("id", ["nim:1000000", "nim:9,9,9", "kayles:60", "subtraction:100000:1,2,3"])
def test_a_tree_that_is_too_large_is_refused_with_the_limit_and_not_offered(id: str) -> None:
    with pytest.raises(CoreError, match="more than 20,000 moves"):
        tree_of(id)
    assert topic("nim").about(Position.start(get(id))) is None


def test_what_is_no_heap_game_or_over_is_refused_in_a_sentence() -> None:
    with pytest.raises(CoreError, match="tictactoe is not a game of heaps"):
        tree_of("tictactoe")
    with pytest.raises(CoreError, match="is over"):
        tree_of("nim:1,2", "0-0 1st")


def test_the_tree_goes_on_from_any_position_and_its_moves_open_what_follows() -> None:
    study = tree_of(SIX, "5 2nd")
    assert lines(study)[0].startswith("5 2nd")
    link = saying.cells(study.table("openings"))[0]["move"].link
    assert isinstance(link, StudyQuestion)
    assert lines(answer(link))[0].startswith("4 1st")


@pytest.mark.parametrize("id", ["kayles:5", "wythoff:3,4", "fibonacci-nim:9", "dawson-kayles:6"])
def test_the_tree_of_any_heap_game_has_as_many_games_as_are_played_out(id: str) -> None:
    def games(position: Position) -> int:
        return 1 if position.outcome else sum(games(position.play(move)) for move in position.moves)

    start = Position.start(get(id))
    assert saying.column(tree_of(id), "openings", "games")[-1] == games(start)
