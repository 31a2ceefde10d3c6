"""What every search starts from: symmetric moves are one, nodes are told of in time, tables stay small."""

from __future__ import annotations

import pytest

from core.analysis import Limit, Stopped, Watch
from core.engines.root import Counter, OutOfNodes, Root
from core.score import Score, Verdict
from tests.core.watching import Clock, at

CORNERS, EDGES, CENTRE = {0, 2, 6, 8}, {1, 3, 5, 7}, {4}
"""The squares of tic-tac-toe, row by row."""


def root(text: str | None = None) -> Root:
    return Root(Watch(at("tictactoe", text), Limit(), Clock()), "alphabeta")


def test_the_moves_that_symmetry_makes_one_have_one_leader() -> None:
    empty = root()
    assert empty.leading == [0, 1, 4]
    assert [set(empty.orbit(i)) for i in (0, 5, 4)] == [CORNERS, EDGES, CENTRE]
    diagonal = root("X../.O./...")
    assert [diagonal.position.name(diagonal.moves[i]) for i in diagonal.leading] == ["b1", "c1", "c2", "c3"]


@pytest.mark.parametrize("i", range(9))
def test_what_is_learnt_of_any_move_is_known_of_its_images_with_their_play(i: int) -> None:
    """The reply beside the move stays beside it, as no symmetry tears neighbours apart."""
    empty = root()
    reply = i + 1 if i % 3 < 2 else i - 1
    empty.learn_orbit(i, Score.exact(Verdict.TIE, 9), [reply])
    known = [j for j, line in enumerate(empty.lines) if line.score.proven]
    assert set(known) == next(orbit for orbit in (CORNERS, EDGES, CENTRE) if i in orbit)
    assert empty.lines[i].pv == (i, reply)
    for j in known:
        row, column = divmod(j, 3)
        reply_row, reply_column = divmod(empty.lines[j].pv[1], 3)
        assert abs(row - reply_row) + abs(column - reply_column) == 1


def test_the_play_of_a_guess_is_forgotten_when_something_is_proven() -> None:
    empty = root()
    empty.show(4, [0, 8])
    shown = []
    for score in (Score.estimate(0.5), Score.exact(Verdict.TIE)):
        empty.learn(4, score)
        shown.append(empty.lines[4].pv)
    assert shown == [(4, 0, 8), (4,)]


def test_nodes_are_told_of_once_in_so_many_and_none_is_lost() -> None:
    told: list[int] = []
    count = Counter(told.append, 10)
    for _ in range(7):
        count.add(4)
    count.untold += 5
    assert told == [12, 12]
    count.flush()
    assert told == [12, 12, 9]


def test_the_larger_table_forgets_what_is_older_when_there_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.engines.root.MEMORY", 20_000)
    count = Counter(lambda nodes: None, 2)
    small, large = count.table(), count.table()
    small[1] = 1
    large.update((i, (i, i)) for i in range(500))
    count.add(1)
    assert len(large) == 500
    count.add(1)
    assert list(large) == list(range(250, 500))
    assert small == {1: 1}


def test_a_question_gets_the_nodes_it_was_granted_and_the_next_one_its_own() -> None:
    count = Counter(lambda nodes: None, 1)

    def look(nodes: int) -> str:
        for _ in range(nodes):
            count.add()
        return "found"

    assert count.ask(10, lambda: look(10)) == "found"
    assert count.ask(10, lambda: look(11)) is None
    assert look(1000) == "found"


def test_the_end_of_patience_is_not_taken_for_the_end_of_an_allowance() -> None:
    def tick(nodes: int) -> None:
        raise Stopped

    count = Counter(tick, 1)
    with pytest.raises(Stopped):
        count.ask(0, count.add)
    assert not issubclass(Stopped, OutOfNodes)
