"""The hall as an engine of Gomocup: every command of the protocol, and ERROR or UNKNOWN with a sentence for all else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.analysis import Analysis, Line, Watch
from core.position import Position
from core.protocols.gomocup import serve
from core.score import Score
from tests.core.talking import Await, talk
from tests.core.watching import Clock

QUICK = ("INFO max_node 300",)
FOUR: tuple[Await, ...] = (Await(),) * 4
POINT = re.compile(r"(1?[0-9]),(1?[0-9])")


def points(line: str) -> list[tuple[int, int]]:
    """The points of an answer."""
    assert all(POINT.fullmatch(word) for word in line.split()), line
    return [(int(x), int(y)) for x, y in (word.split(",") for word in line.split())]


def board(own: list[tuple[int, int]], other: list[tuple[int, int]]) -> tuple[str, ...]:
    """The lines that hand a position over."""
    stones = [f"{x},{y},1" for x, y in own] + [f"{x},{y},2" for x, y in other]
    return ("BOARD", *stones, "DONE")


def row(y: int, *columns: int) -> list[tuple[int, int]]:
    return [(x, y) for x in columns]


def test_a_game_is_opened_and_goes_on() -> None:
    answers = talk(serve, "gomoku", "START 15", *QUICK, "BEGIN", Await(), Await(), "TURN 0,14", Await())
    assert answers[0] == "OK"
    (first,), (second,) = points(answers[1]), points(answers[2])
    assert len({first, second, (0, 14)}) == 3
    assert max(first + second) < 15


@pytest.mark.parametrize("size", [19, 20])
def test_all_points_of_a_large_board_are_taken(size: int) -> None:
    answers = talk(
        serve, "gomoku", f"start {size}", *QUICK, f"turn {size - 1},{size - 1}", f"TAKEBACK {size},0", Await(), Await()
    )
    assert len(points(answers[1])) == 1
    assert f"from 0,0 to {size - 1},{size - 1}" in answers[2]


def test_about_gives_name_and_version() -> None:
    assert re.fullmatch(r'name="triqui", version="[^"]+", author="[^"]+"', talk(serve, "gomoku", "ABOUT")[0])


@pytest.mark.parametrize(
    "start", ["START 21", "START 5", "START", "START 15 15", "RECTSTART 15,20", "RECTSTART 16,16", "START -1"]
)
def test_a_size_that_is_not_played_is_refused_until_another_comes(start: str) -> None:
    answers = talk(serve, "gomoku", start, "BEGIN", "RECTSTART 15, 15", *QUICK, "BEGIN", *FOUR)
    assert [line.split()[0] for line in answers[:3]] == ["ERROR", "ERROR", "OK"]
    assert "15, 19 and 20" in answers[0]
    assert len(points(answers[3])) == 1


@pytest.mark.parametrize("rule", [2, 4, 8, 5])
def test_a_rule_that_is_not_played_is_refused_when_a_move_is_asked_for(rule: int) -> None:
    answers = talk(serve, "gomoku", f"INFO rule {rule}", "BEGIN", "INFO rule 0", *QUICK, "BEGIN", Await(), Await())
    assert answers[0].startswith(f"ERROR Rule {rule} is not played here")
    assert len(points(answers[1])) == 1


@pytest.mark.parametrize(
    ("game", "info", "wins"),
    [
        ("gomoku", (), {(0, 7), (5, 7)}),
        ("gomoku", ("INFO rule 1",), {(0, 7)}),
        ("gomoku/exact", (), {(0, 7)}),
        ("gomoku/exact", ("INFO rule 0",), {(0, 7), (5, 7)}),
    ],
)
@pytest.mark.parametrize("others", [row(14, 0, 2, 4, 6, 8), row(14, 0, 2), []], ids=len)
def test_it_wins_with_five_and_under_the_exact_rule_not_with_six(
    game: str, info: tuple[str, ...], wins: set[tuple[int, int]], others: list[tuple[int, int]]
) -> None:
    # Stones on 1, 2, 3, 4 and 6: point 5 makes six in a row, point 0 just five. However many stones the other has.
    answers = talk(serve, game, *info, *QUICK, *board(row(7, 1, 2, 3, 4, 6), others), Await())
    assert points(answers[0])[0] in wins


@pytest.mark.parametrize("own", [row(0, 0, 3, 6, 9), row(0, 0)], ids=len)
def test_it_stops_a_four_whatever_the_order_of_the_stones(own: list[tuple[int, int]]) -> None:
    lines = board([*own, (2, 7)], row(7, 6, 3, 5, 4))
    shuffled = (lines[0], *reversed(lines[1:-1]), lines[-1])
    assert points(talk(serve, "gomoku", *QUICK, *shuffled, Await())[0]) == [(7, 7)]


def test_a_stone_that_is_taken_back_leaves_its_point_free() -> None:
    # With 3,7 the four would be stopped at one end only; taken back and set again it is the same position.
    lines: tuple[str | Await, ...] = (*board(row(7, 4, 5, 6), row(0, 0, 2, 4)), Await())
    first, *others = talk(serve, "gomoku", *QUICK, *lines, "TAKEBACK 4,0", "TAKEBACK 4,0", "TURN 4,0", *FOUR[1:])
    assert points(first)[0] in {(3, 7), (7, 7)}
    assert others[0] == "OK"
    assert others[1] == "ERROR There is no stone on '4,0'."
    five = {(2, 7), (7, 7)} if points(first)[0] == (3, 7) else {(3, 7), (8, 7)}
    assert points(others[2])[0] in five


def test_restart_clears_the_board() -> None:
    answers = talk(serve, "gomoku", *QUICK, "TURN 7,7", Await(), "BEGIN", "RESTART", "BEGIN", *[Await()] * 3)
    assert answers[1].startswith("ERROR There are stones on the board")
    assert answers[2] == "OK"
    assert len(points(answers[3])) == 1


# --- Swap2


def test_swap2_is_opened_with_three_stones() -> None:
    assert len(set(points(talk(serve, "gomoku", *QUICK, "SWAP2BOARD", "DONE", Await())[0]))) == 3


STRONG_BLACK = [(6, 7), (0, 0), (7, 7), (14, 14), (8, 7)]
STRONG_WHITE = [(0, 0), (7, 7), (14, 14), (8, 7), (0, 14)]


def swap2(*stones: tuple[int, int]) -> tuple[str, ...]:
    return ("SWAP2BOARD", *(f"{x},{y}" for x, y in stones), "DONE")


def test_the_better_colour_is_taken_of_five_stones() -> None:
    assert talk(serve, "gomoku", *QUICK, *swap2(*STRONG_BLACK), Await()) == ["SWAP"]
    (stone,) = points(talk(serve, "gomoku", *QUICK, *swap2(*STRONG_WHITE), Await())[0])
    assert stone not in STRONG_WHITE


@pytest.mark.parametrize("stones", [[(6, 7), (0, 0), (7, 7)], [(0, 0), (7, 7), (14, 14)], [(7, 7), (8, 7), (5, 4)]])
def test_three_stones_are_answered_by_swap_or_one_or_two(stones: list[tuple[int, int]]) -> None:
    (answer,) = talk(serve, "gomoku", *QUICK, *swap2(*stones), Await())
    if answer != "SWAP":
        found = points(answer)
        assert len({*found, *stones}) == len(stones) + len(found)
        assert len(found) in (1, 2)


def test_the_game_goes_on_from_the_opening() -> None:
    # Black was taken, so the next stone of the other is white.
    answers = talk(serve, "gomoku", *QUICK, *swap2(*STRONG_BLACK), Await(), "TURN 5,7", Await())
    (stone,) = points(answers[1])
    assert stone not in [*STRONG_BLACK, (5, 7)]


class Scripted:
    """An engine that plays what it is told to, and remembers the positions about which it was asked."""

    name = "scripted"

    def __init__(self, *moves: str) -> None:
        self.moves = list(moves)
        self.asked: list[Position] = []

    def analyse(self, watch: Watch) -> Analysis:
        self.asked.append(watch.position)
        move = watch.position.parse(self.moves.pop(0))
        return watch.finish([Line(move, Score.estimate(0.0), (move,))], 1)


def stones(position: Position) -> dict[str, set[tuple[int, int]]]:
    """The points of each colour, as they stand in the text of a position."""
    rows = position.text.split("/")
    cells = {(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row)}
    return {
        colour: {at for at, cell in cells.items() if cell == mark} for colour, mark in (("black", "X"), ("white", "O"))
    }


@pytest.mark.parametrize(
    ("set_before", "moves", "said", "turn", "black", "white", "own"),
    [
        # Three stones set: the other takes white, and its stone is the fourth.
        ([], ("a1", "b1", "c1"), "0,0 1,0 2,0", "5,5", {(0, 0), (2, 0)}, {(1, 0), (5, 5)}, "black"),
        # White is taken of three stones with a stone; black answers.
        ([(0, 0), (1, 0), (2, 0)], ("white", "d1"), "3,0", "5,5", {(0, 0), (2, 0), (5, 5)}, {(1, 0), (3, 0)}, "white"),
        # Black is taken of three stones, so white is the next to set.
        ([(0, 0), (1, 0), (2, 0)], ("black",), "SWAP", "5,5", {(0, 0), (2, 0)}, {(1, 0), (5, 5)}, "black"),
        # Two more, a white one and a black one: the other takes white and sets the sixth stone.
        (
            [(0, 0), (1, 0), (2, 0)],
            ("two", "d1", "e1"),
            "3,0 4,0",
            "5,5",
            {(0, 0), (2, 0), (4, 0)},
            {(1, 0), (3, 0), (5, 5)},
            "black",
        ),
        # White is taken of five stones with a stone.
        (
            [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)],
            ("white", "f1"),
            "5,0",
            "7,7",
            {(0, 0), (2, 0), (4, 0), (7, 7)},
            {(1, 0), (3, 0), (5, 0)},
            "white",
        ),
        # Black is taken of five stones.
        (
            [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)],
            ("black",),
            "SWAP",
            "7,7",
            {(0, 0), (2, 0), (4, 0)},
            {(1, 0), (3, 0), (7, 7)},
            "black",
        ),
    ],
)
def test_after_the_opening_each_stone_has_the_colour_that_was_taken(
    monkeypatch: pytest.MonkeyPatch,
    set_before: list[tuple[int, int]],
    moves: tuple[str, ...],
    said: str,
    turn: str,
    black: set[tuple[int, int]],
    white: set[tuple[int, int]],
    own: str,
) -> None:
    engine = Scripted(*moves, "o15")
    monkeypatch.setattr("core.engines.best", lambda position: engine)
    answers = talk(serve, "gomoku", *QUICK, *swap2(*set_before), Await(), f"TURN {turn}", Await())
    assert answers == [said, "14,14"]
    asked = engine.asked[-1]
    assert stones(asked) == {"black": black, "white": white}
    assert asked.game.players[asked.turn] == {"black": "●", "white": "○"}[own]


# --- time, ends and nonsense


@pytest.mark.parametrize(
    ("info", "most"),
    [
        (("INFO timeout_turn 1000",), 1.0),
        (("INFO timeout_turn 30000", "INFO timeout_match 60000", "INFO time_left 10000"), 1.0),
        (("INFO timeout_turn 100",), 0.1),
        (("INFO timeout_turn 0",), 0.05),
        (("INFO time_left -50",), 0.05),
        (("INFO timeout_turn 400", "INFO timeout_match 0", "INFO time_left 0"), 0.4),
    ],
)
def test_the_time_of_a_turn_is_kept_with_a_margin(info: tuple[str, ...], most: float) -> None:
    clock = Clock(0.004)
    before = clock.now
    answers = talk(serve, "gomoku", *info, *board(row(7, 7), row(7, 8)), Await(), clock=clock)
    assert len(points(answers[0])) == 1
    assert clock.now - before < most


@pytest.mark.parametrize(
    ("own", "other", "wanted"),
    [(row(7, 3, 4, 5, 6), row(9, 3, 4, 5, 6), {(2, 7), (7, 7)}), (row(0, 1), row(9, 0, 1, 2, 3), {(4, 9)})],
)
def test_a_turn_without_time_still_wins_and_stops_a_five(
    own: list[tuple[int, int]], other: list[tuple[int, int]], wanted: set[tuple[int, int]]
) -> None:
    answers = talk(serve, "gomoku", "INFO timeout_turn 0", *board(own, other), Await(), clock=Clock(0.01))
    assert set(points(answers[0])) <= wanted


@pytest.mark.parametrize("end", [("END",), ()])
def test_it_leaves_in_the_middle_of_a_search(end: tuple[str, ...]) -> None:
    assert talk(serve, "gomoku", "INFO timeout_turn 1000000", "START 15", "TURN 7,7", Await(), *end) == ["OK"]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["FLY 3"], "UNKNOWN command 'FLY'"),
        (["TURN"], "ERROR '' is not a point"),
        (["TURN 15,0"], "ERROR '15,0' is not a point"),
        (["TURN 7"], "ERROR '7' is not a point"),
        (["TURN 7;7"], "ERROR '7;7' is not a point"),
        (["TAKEBACK 7,7"], "ERROR There is no stone"),
        (["BOARD", "7,7,1", "7,7,2", "8,8,1", "DONE"], "ERROR There is already a stone on '7,7'"),
        (["BOARD", "7,7,3", "DONE"], "ERROR '7,7,3' is not a stone"),
        (["BOARD", "hello", "DONE"], "ERROR '' is not a point"),
        (["SWAP2BOARD", "7,7", "DONE"], "ERROR A Swap2 opening begins with 0, 3 or 5 stones on the board, not 1"),
        (["SWAP2BOARD", "7,7", "7,7", "8,8", "DONE"], "ERROR There is already"),
        ([*board(row(7, 1, 2, 3, 4, 5), [])], "ERROR The game is over"),
        ([*board([], row(7, 1, 2, 3, 4, 5))], "ERROR The game is over"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_sentence_and_the_game_goes_on(lines: list[str], answer: str) -> None:
    first, *rest = talk(serve, "gomoku", *lines, "RESTART", *QUICK, "BEGIN", *[Await()] * 3)
    assert first.startswith(answer)
    assert rest[0] == "OK"
    assert len(points(rest[1])) == 1


def test_where_a_board_was_refused_there_is_none_to_clear() -> None:
    answers = talk(serve, "gomoku", "START 7", "RESTART", "START 15", "RESTART")
    assert [answer.split()[0] for answer in answers] == ["ERROR", "ERROR", "OK", "OK"]
    assert "send START 15" in answers[1]


LINES = st.sampled_from(
    [
        *(
            "START 15",
            "START 19",
            "START 20",
            "RECTSTART 15,15",
            "RESTART",
            "BEGIN",
            "TURN 7,7",
            "TURN 7,8",
            "TURN 99,1",
        ),
        *("TAKEBACK 7,7", "BOARD", "SWAP2BOARD", "DONE", "7,7,1", "8,8,2", "7,7", "8,8", "9,9,3", "INFO rule 4"),
        *("INFO", "INFO rule", "INFO rule x", "INFO timeout_turn 0", "INFO max_depth 1", "ABOUT", "END", "\x00", "٣,٣"),
    ]
)


@given(st.lists(LINES | st.text(max_size=5), max_size=12))
@settings(max_examples=60)
def test_no_input_at_all_breaks_it(lines: list[str]) -> None:
    for answer in talk(serve, "gomoku", *QUICK, *lines):
        assert answer.startswith(("OK", "ERROR ", "UNKNOWN ", "SWAP", "name=")) or points(answer)
