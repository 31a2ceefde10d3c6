"""A small tree of a small board is drawn as its positions, each with its value, and as moves where there is no room."""

from __future__ import annotations

import re

from core.games import get
from core.position import Position
from core.study.search.game_tree import ExampleTree, GameTree
from core.study.search.seen import seen, seen_early
from core.study.search.trace import EARLY_PLIES, Trace
from tui.drawing.studies.search_tree import drawn_as_boards, drawn_whole, first_plies

WHOLE = """
X                        · · O
                         · X X 1
                         O X O
               ┌───────────┴──┬─────────┐
O            X · O          · X O     · · O
             · X X 1        · X X 1   X X X 1
             O X O          O X O     O X O
          ┌────┴────┐
X       X O O     X · O
        · X X 1   O X X 1
        O X O     O X O
          │         │
        X O O     X X O
        X X X 1   O X X 1
        O X O     O X O
"""
"""X to move on ..O/.XX/OXO: b1 and a2 make three at once, after a1 both replies leave the other one."""


def late(text: str, id: str = "tictactoe") -> GameTree:
    position = Position.from_text(get(id), text)
    return GameTree(position.game, position.state)


def drawn(trace: Trace, width: int = 79, height: int = 24) -> list[str]:
    picture = drawn_whole(trace.tree, width, height, boards=True)
    assert picture
    return ["".join(piece.text for piece in line).rstrip() for line in picture.lines(seen(trace))]


def searched(tree: GameTree, pruning: bool = False) -> Trace:
    trace = Trace(tree, pruning)
    trace.go(10_000)
    return trace


def test_the_positions_of_a_small_tree_are_drawn_with_their_values() -> None:
    assert drawn(searched(late("..O/.XX/OXO"))) == WHOLE.strip("\n").splitlines()


def test_values_rise_from_the_ends_as_the_search_goes_on() -> None:
    trace = Trace(late("..O/.XX/OXO"), False)
    known = [sum(line.count("1") for line in drawn(trace))]
    while trace.forward():
        known.append(sum(line.count("1") for line in drawn(trace)))
    assert known[0] == 4  # the ends
    assert known[-1] == 8  # every node
    assert known == sorted(known)


def test_branches_that_are_cut_have_a_cross_and_no_value() -> None:
    pruned, plain = drawn(searched(late("..X/OXO/OX."), True)), drawn(searched(late("..X/OXO/OX.")))
    assert "".join(pruned).count("╳") == 1
    assert "╳" not in "".join(plain)
    assert [line[:5] for line in pruned] == [line[:5] for line in plain]
    values = re.compile(r"(?<= )-?[01]\b")
    assert len(values.findall("\n".join(pruned))) < len(values.findall("\n".join(plain)))


def test_where_there_is_no_room_for_boards_the_moves_are_named() -> None:
    tree = late("..O/.XX/OXO")
    assert drawn_as_boards(tree, 79, 15)
    assert not drawn_as_boards(tree, 79, 14)
    assert not drawn_as_boards(tree, 30, 24)
    assert any("b1 1" in line for line in drawn(searched(tree), 79, 14))


def test_in_fewer_columns_the_values_stand_below_the_boards() -> None:
    rows = drawn(searched(late("XX./O.O/.X.")), 116, 30)
    assert rows[:4] == [
        f"{turn:<5}{'':<46}{row}".rstrip() for turn, row in (("O", "X X ·"), ("", "O · O"), ("", "· X ·"), ("", "  1"))
    ]


def test_what_is_remembered_of_the_first_plies_is_what_a_search_has_come_to_in_them() -> None:
    trace = Trace(late("X../.O./..."), True)
    trace.go(300)
    for step in (300, 120, 200, 0, 50):
        trace.go(step)
        known, early = seen(trace), seen_early(trace)
        near = {path: worth for path, worth in known.found.items() if len(path) <= EARLY_PLIES}
        assert (near, {path for path in known.cut if len(path) <= EARLY_PLIES}) == (early.found, early.cut)


def test_the_first_two_plies_of_a_large_tree_are_a_column_for_each_move() -> None:
    trace = Trace(late("X../.O./..."), False)
    lines = ["".join(piece.text for piece in line) for line in first_plies(trace.tree, seen_early(trace), 76)]
    assert lines[1].split() == ["O", "b1", "·", "c1", "·", "a2", "·", "c2", "·", "a3", "·", "b3", "·", "c3", "·"]
    assert lines[2].split() == ["X", "c1", "·", "b1", "·", "b1", "·", "b1", "·", "b1", "·", "b1", "·", "b1", "·"]
    assert len(lines) == 2 + 6  # the root, the first moves, and six replies to each


def test_trees_without_a_small_board_are_drawn_as_before() -> None:
    assert not drawn_as_boards(ExampleTree(), 79, 40)
    assert not drawn_as_boards(late("1-1 1st", "nim:1,2"), 79, 40)
