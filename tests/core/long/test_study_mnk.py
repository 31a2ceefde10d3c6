"""The table of m, n, k: what the hall has proven agrees with the papers, and what nobody knows is called so. It takes 20
seconds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import engines
from core.analysis import Analysis, Limit, Line, Watch, score_of
from core.errors import UnknownGame
from core.games import get
from core.games.mnk import proven, read, reported
from core.position import Position
from core.score import FAR, Score, Verdict
from core.study import answer, studies, topic
from core.study.search.mnk import MAX_SIDE, boards, made, proof, prove, written
from core.study.study import StudyQuestion, StudyTable, Unstudied
from tests import saying
from tests.saying import said

DRAWN = ["3,3,3", "4,4,4", "5,5,5", "5,4,4", "6,4,4", "5,5,4", "6,6,5", "7,6,5", "8,6,5", "6,6,6", "7,7,7", "8,8,8"]
DRAWN_TOO = ["7,7,6", "9,6,6", "8,8,7"]
WON = {"4,3,3": 7, "5,3,3": 7, "4,4,3": 5, "6,5,4": 11, "7,5,4": None, "6,6,4": None, "7,7,4": None, "8,8,4": None}
"""From Uiterwijk and van den Herik 2000 and van den Herik, Uiterwijk and van Rijswijck 2002."""


@pytest.mark.parametrize("board", DRAWN + DRAWN_TOO)
def test_what_papers_call_drawn_is_never_proven_won(board: str) -> None:
    assert made().get(board, Score.exact(Verdict.TIE)).verdict is Verdict.TIE


@pytest.mark.parametrize("board", WON)
def test_what_papers_call_won_is_never_proven_drawn(board: str) -> None:
    score = made().get(board, Score.exact(Verdict.WIN))
    assert score.verdict is Verdict.WIN
    plies = WON[board]
    if plies and score.proven:
        assert score.least <= plies <= score.most


def test_nobody_loses_who_begins_and_no_proof_contradicts_a_paper() -> None:
    for board in boards():
        score = made().get(",".join(map(str, board)))
        said = reported(*board)
        assert score is None or score.verdict in (Verdict.WIN, Verdict.TIE)
        assert score is None or said is None or Verdict(said.verdict) is score.verdict, board


def test_three_in_a_row_is_won_from_four_by_three_on_and_two_everywhere_but_on_one_by_two() -> None:
    for m, n, k in boards():
        if k == 3 and m >= 4 and n >= 3:
            assert made()[f"{m},{n},3"].verdict is Verdict.WIN
        if k == 2:
            assert made()[f"{m},{n},2"].verdict is (Verdict.WIN if m * n > 2 else Verdict.TIE)


@pytest.mark.parametrize("board", [board for board in boards() if board[0] * board[1] <= 12 or board[2] > board[0]])
def test_a_proof_that_comes_with_the_hall_is_found_again(board: tuple[int, int, int]) -> None:
    name = ",".join(map(str, board))
    found = proof(prove(f"mnk:{name}", 30_000, measured=made()[name].verdict is Verdict.WIN))
    assert found is not None
    assert (found.verdict, found.plies) == (made()[name].verdict, made()[name].plies)


@given(st.sampled_from([Verdict.WIN, Verdict.TIE]), st.none() | st.integers(1, 99), st.none() | st.integers(1, 99))
def test_a_proof_is_read_as_it_was_written(verdict: Verdict, plies: int | None, within: int | None) -> None:
    score = Score.exact(verdict, plies, "theory", most=within or FAR)
    board, known = read(f"5,4,4 {written(score)}")
    assert (board, score_of(known)) == ("5,4,4", score)


def table(name: str) -> StudyTable:
    return answer(StudyQuestion("mnk")).table(name)


def test_a_board_and_the_same_board_turned_have_one_value() -> None:
    cells = [[cell.value for key, cell in row.items() if key != "m"] for row in saying.cells(table("k4"))]
    assert cells == [list(column) for column in zip(*cells, strict=True)]
    assert len(cells) == MAX_SIDE


def test_the_boards_of_four_rows_are_known_where_the_source_is_out_of_date() -> None:
    assert "9x4" in said(answer(StudyQuestion("mnk")), "about")[-1]
    found = reported(9, 4, 4)
    assert found
    assert found.verdict == "win"


def test_of_what_nobody_knows_nothing_is_said() -> None:
    assert reported(9, 9, 5) is None


def test_one_board_tells_its_proof_and_opens_a_game_from_each_first_move() -> None:
    found = answer(StudyQuestion("mnk", ("4,3,3",)))
    assert "the first player wins in 7" in said(found, "proof")[0]
    assert len(found.table("moves").rows) == 12


def test_what_was_proven_before_is_not_proven_again_and_is_handed_on() -> None:
    board = next(position for position in topic("mnk").wants() if position.game.id == "mnk:9,4,4")
    score = Score.exact(Verdict.TIE, None, "proof numbers")
    known = Analysis(board, tuple(Line(move, score, (move,)) for move in board.moves), 1, 1, 0.0, True)
    found = next(studies(StudyQuestion("mnk", known=(known,))))
    cell = saying.cells(found.table("k4"))[8]["n4"]
    assert (cell.text, cell.role) == ("draw", "tie")
    assert found.learned == (known,)


def test_who_reviews_a_game_looks_on_where_only_the_value_of_the_board_is_proven() -> None:
    stopped, whole = prove("mnk:4,4,4", 3_000), prove("mnk:1,1,1", 3_000)
    assert proof(stopped)
    assert not stopped.final
    assert whole.final


@pytest.mark.parametrize("argument", ["qubic", "mnk:5,4,4/wild", "mnk:3,3,3/misere"])
def test_other_games_are_refused_with_what_would_do(argument: str) -> None:
    with pytest.raises(Unstudied, match="write one as in 5,4,4"):
        answer(StudyQuestion("mnk", (argument,)))


def test_a_board_proven_before_with_more_nodes_is_not_called_unproven() -> None:
    first = next(studies(StudyQuestion("mnk", ("7,7,5",))))  # with the nodes of the first round
    told = " ".join(said(first, "proof"))
    assert "Nothing is proven here" not in told
    assert "Proven here by proof numbers: best play is a draw. The proof took more nodes than these: " in told


def test_a_word_that_is_no_board_is_refused() -> None:
    with pytest.raises(UnknownGame, match="'table'"):
        answer(StudyQuestion("mnk", ("table",)))


def test_every_first_move_of_a_small_board_is_proven_with_its_length() -> None:
    # By brute force: whatever is marked first, two in a row come with the third mark.
    values = [row["value"].value for row in saying.cells(answer(StudyQuestion("mnk", ("3,3,2",))).table("moves"))]
    assert [(value.verdict, value.plies) for value in values if isinstance(value, Score)] == [(Verdict.WIN, 3)] * 9


def test_a_bound_that_comes_with_the_hall_stands_beside_the_move_that_keeps_it() -> None:
    found = next(studies(StudyQuestion("mnk", ("6,5,4",))))
    assert "in at most 11" in " ".join(said(found, "proof"))
    first, *_others = saying.cells(found.table("moves"))
    value = first["value"].value
    assert isinstance(value, Score)
    assert (first["move"].value in ("c3", "d3"), value.verdict, value.most) == (True, Verdict.WIN, 11)


@pytest.mark.parametrize(("board", "nodes"), [("8,6,4", 27_000), ("8,8,4", 29_000), ("6,5,4", 262_000)])
def test_the_best_move_that_comes_with_the_hall_is_proven_again(board: str, nodes: int) -> None:
    known = proven()[board]
    position = Position.start(get(f"mnk:{board}"))
    move = position.parse(known.first)
    found = engines.analyse(engines.get("lines"), Watch(position, Limit(nodes=nodes), lambda: 0.0)).line(move)
    assert found
    assert known.within
    assert found.score.proven
    assert found.score.most <= known.within
