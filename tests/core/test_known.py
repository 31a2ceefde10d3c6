"""What is said of the start of a game: by whom it is proven, or that only papers say so; and everywhere the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.analysis import Limit, proven_here
from core.games import get
from core.games.mnk import proven, reported
from core.position import play_all
from core.review.account import Account
from core.score import Proof, Verdict
from core.study import answer
from core.study.study import StudyQuestion
from tests import saying
from tests.core.watching import ask, at
from tui.text import words

REPORTED = {"gomoku": "win", "gomoku/exact": "win", "mnk:15,15,5": "win", "mnk:8,8,5": "tie", "mnk:19,19,8": "tie"}
"""By the literature alone."""
STARTS = [
    "mnk:3,3,2",
    "mnk:4,4,3",
    "mnk:3,1,2",
    "mnk:8,4,4",
    "mnk:4,8,4",
    "mnk:6,5,4",
    "mnk:7,7,5",
    "qubic",
    "connect-four",
]
"""The first three are so small that an engine soon proves them itself."""


@pytest.mark.parametrize("id", REPORTED)
def test_what_papers_alone_say_is_called_so(id: str) -> None:
    known = get(id).known
    assert known
    assert (known.verdict, known.proof) == (REPORTED[id], "")
    assert known.paper
    assert str(known.sentence).startswith(f"{known.paper.name}: ")
    assert proven_here(at(id)) is None
    assert words.known(get(id))[-1] == ("draw" if known.verdict == "tie" else "1st wins")


@pytest.mark.parametrize("id", ["gomoku/swap2", "gomoku/19", "gomoku/19/exact", "gomoku/20", "ultimate", "mnk:9,9,5"])
def test_nothing_is_said_of_what_nobody_knows(id: str) -> None:
    assert get(id).known is None


@pytest.mark.parametrize(
    ("board", "plies"),
    [("3,3,3", None), ("4,3,3", 7), ("5,3,3", 7), ("4,4,3", 5), ("6,5,4", 11), ("3,3,2", 3), ("3,1,2", 3)],
)
def test_the_proofs_that_come_with_the_hall_say_when_a_win_comes(board: str, plies: int | None) -> None:
    # The literature, and brute force for two in a row.
    known = proven()[board]
    assert known.verdict == ("win" if plies else "tie")
    if plies:
        assert plies in (known.plies, known.within)


def test_no_paper_contradicts_a_proof_on_any_board_however_it_is_turned() -> None:
    for m, n in ((m, n) for m in range(1, 10) for n in range(1, 10)):
        for k in range(1, 10):
            known, paper = get(f"mnk:{m},{n},{k}").known, reported(max(m, n), min(m, n), k)
            turned = get(f"mnk:{n},{m},{k}").known
            assert (known and replace(known, first="")) == (turned and replace(turned, first=""))
            assert not (known and paper) or known.verdict == paper.verdict


@pytest.mark.parametrize(("id", "nodes"), [*((id, 1) for id in STARTS), *((id, 2_000) for id in STARTS[3:])])
def test_what_is_proven_of_a_start_is_said_whatever_an_engine_has_found_and_of_moves_only_what_it_has(
    id: str, nodes: int
) -> None:
    game = get(id)
    found = ask("mcts", at(id), Limit(nodes=nodes))
    assert found.score
    assert found.score.proof is Proof.ESTIMATE
    whole, known = found.whole, game.known
    assert whole
    assert known
    assert whole.proven
    assert whole.verdict is Verdict(known.verdict)
    assert (whole.plies, whole.within, whole.method) == (known.plies, known.within, known.proof)
    assert found.known == known
    assert {line.score.proof for line in found.lines} == {Proof.ESTIMATE}


def test_what_an_engine_has_proven_beyond_what_is_known_is_said_by_its_own_method() -> None:
    found = ask("retrograde", at("tictactoe"))
    assert found.known
    assert str(found.known.sentence) == "Proven here by retrograde: best play is a draw."


def test_elsewhere_than_at_the_start_nothing_is_known_beforehand() -> None:
    position = play_all(get("mnk:8,4,4"), "a1")[1]
    passed = at("mnk:8,4,4").passed()
    assert passed
    assert proven_here(position) is None
    assert proven_here(passed) is None
    found = ask("mcts", position, Limit(nodes=100))
    assert found.whole == found.score
    assert found.known is None


@pytest.mark.parametrize("id", STARTS)
def test_the_course_of_a_game_and_the_home_screen_say_the_same(id: str) -> None:
    game = get(id)
    score, known = proven_here(at(id)), game.known
    assert known
    guessed = ask("mcts", at(id), Limit(nodes=100))
    assert Account([at(id)], [], None, lambda position: guessed).scores == [score]
    assert Account([at(id)], [], None, lambda position: None).scores == [score]
    assert words.about(game).endswith(f" Proven here: {known.result}.")
    assert words.known(game)[0].startswith(("draw", "endless", "1st wins", "2nd wins"))


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ("3,3,2", "Proven here by search: the first player wins in 3."),
        ("6,5,4", "Proven here by search: the first player wins in at most 11."),
        ("8,4,4", "Proven here by proof numbers: best play is a draw."),
        ("4,8,4", "Proven here by proof numbers: best play is a draw."),
    ],
)
def test_the_study_of_a_board_says_what_the_home_screen_says_of_it(board: str, said: str) -> None:
    told = saying.said(answer(StudyQuestion("mnk", (board,)), clock=iter(range(0, 1000, 100)).__next__), "proof")
    found, nodes, result = told[0].partition(" (nodes: 241)")
    assert found + (nodes and result) == said
    assert words.about(get(f"mnk:{board}")).endswith(said.partition(": ")[2])
    assert "No paper" not in " ".join(told)


@pytest.mark.parametrize(("id", "best"), [("mnk:6,5,4", "c3 d3"), ("mnk:5,6,4", "c3 c4")])
def test_what_is_known_of_a_start_is_known_of_its_best_moves_and_of_the_positions_after_them(
    id: str, best: str
) -> None:
    start = at(id)
    found = ask("mcts", start, Limit(nodes=100)).informed
    assert {start.name(line.move): line.score.most for line in found.lines if line.score.proven} == dict.fromkeys(
        best.split(), 11
    )
    for name in best.split():
        score = proven_here(start.play(start.parse(name)))
        assert score
        assert (score.verdict, score.most) == (Verdict.LOSE, 10)


def test_a_weak_player_does_not_know_what_comes_with_the_hall() -> None:
    start = at("mnk:6,5,4")
    assert not any(line.score.proven for line in ask("mcts", start, Limit(nodes=100)).lines)
