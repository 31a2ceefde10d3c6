"""Fernández's two programs play, move for move, what his text says: held against that text, written down a second time."""

from __future__ import annotations

from math import floor
from random import Random

import pytest

from core import engines
from core.analysis import Limit, Watch
from core.errors import UnknownEngine
from core.game import Remark
from core.games import get
from core.phrase import fact
from core.players.opponents import Thinker, player, players
from core.position import play_all
from core.strategies import fernandez
from tests.core.fernandez_cases import asked, with_empty
from tests.core.plain_minimax import Matlab
from tests.core.watching import at
from tui.text.catalogue import say

PROGRAMS = ("m-minimax", "m-poda")


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize(
    ("id", "empty", "count"),
    [
        ("tictactoe", 8, 1),
        ("tictactoe", 6, 12),
        ("tictactoe", 4, 20),
        ("mnk:4,4,4", 8, 2),
        ("mnk:4,4,4", 6, 20),
        ("mnk:5,5,5", 8, 2),
    ],
)
def test_a_program_counts_and_plays_what_the_text_says(name: str, id: str, empty: int, count: int) -> None:
    random = Random(f"{name} {id} {empty}")
    for _ in range(count):
        position = with_empty(id, empty, random)
        move, points = Matlab(position.text.replace("/", ""), name == "m-poda").mov_optimo()
        _program, choice, counted = asked(name, position)
        assert counted == points, position.text
        assert choice.move == move, position.text


@pytest.mark.parametrize(("name", "four", "five"), [("m-minimax", 6, 5), ("m-poda", 10, 8)])
def test_the_search_is_cut_as_many_plies_from_the_position_as_the_test_of_the_depth_has_it(
    name: str, four: int, five: int
) -> None:
    sizes = {"mnk:4,4,4": four, "mnk:5,5,5": five}
    for id, plies in sizes.items():
        assert fernandez.horizon(name, get(id)) == plies
    analysis = engines.analyse(engines.get(name), Watch(at("mnk:4,4,4"), Limit(nodes=1), lambda: 0.0))
    assert len(analysis.lines) == 16


def test_the_programs_play_n_in_a_row_on_n_x_n_alone() -> None:
    for id, plays in (
        *(("tictactoe", True), ("mnk:4,4,4", True), ("mnk:5,5,5", True)),
        *(("tictactoe/misere", False), ("tictactoe/wild", False), ("tictactoe/toroidal", False)),
        *(("mnk:4,4,3", False), ("mnk:5,4,4", False), ("mnk:6,6,6", False), ("nim:3,4,5", False)),
    ):
        names = [one.text for one in players(get(id))]
        assert [name in names for name in PROGRAMS] == [plays, plays], id
    with pytest.raises(UnknownEngine, match="does not play"):
        player("m-poda", get("mnk:4,4,3"))


def test_a_program_is_no_engine_but_is_found_and_listed_by_its_name() -> None:
    for name in PROGRAMS:
        assert name not in engines.ENGINES
        assert engines.check(name.upper()) == name
        assert engines.get(name).name == name
        assert name in engines.of(get("tictactoe"))
        assert name not in engines.of(get("nim:3,4,5"))


def test_a_program_has_no_levels() -> None:
    for name in PROGRAMS:
        assert player(name, get("tictactoe")).level is None
        with pytest.raises(UnknownEngine, match=f"write {name} alone"):
            player(f"{name}:3", get("tictactoe"))


def test_a_program_that_has_no_time_left_says_that_it_was_cut_short() -> None:
    position = at("mnk:5,5,5")
    one = player("m-poda", position.game)
    assert isinstance(one, Thinker)
    request = one.request(position, 1.0)
    clock = iter(range(1000)).__next__
    analysis = engines.analyse(request.chosen, Watch(position, request.limit_of(one.name), lambda: float(clock())))
    choice = one.answer(request, analysis, Random(1))
    assert choice.remark is Remark.CUT
    assert "cut short after 1 s" in str(choice.reason)
    assert choice.move in position.moves


@pytest.mark.parametrize(
    ("moves", "played", "said"),
    [
        ("a1 b1 a2 b2", "a3", "+100: a win in 1"),
        ("a1 b1 b2 c1 a2", "a3", "+0"),
        (
            "",
            "a1",
            "Moves that score 0: 9 of 9. It plays the first of them, counting column by column; after it nobody can "
            "force a win",
        ),
    ],
)
def test_a_program_says_what_it_counts(moves: str, played: str, said: str) -> None:
    position = play_all(get("tictactoe"), moves)[1]
    _program, choice, _points = asked("m-minimax", position)
    if said == "+0":
        assert "every move loses" in str(choice.reason)
    else:
        assert position.name(choice.move) == played
        assert said in str(choice.reason)


def test_the_game_that_is_told_is_lost_by_the_program_move_for_move() -> None:
    moves, last = play_all(get("mnk:4,4,4"), explained().partition("too late: ")[2].rstrip("."))
    assert last.outcome
    assert last.outcome.winner == 0
    position = at("mnk:4,4,4")
    for move in moves:
        if position.turn == 1:
            assert asked("m-minimax", position)[1].move == move
        position = position.play(move)


def test_the_page_has_the_plies_of_the_programs() -> None:
    minimax, poda = (fernandez.HORIZONS[program] for program in PROGRAMS)
    assert f"the true numbers are {minimax[4]} and {minimax[5]}, {poda[4]} and {poda[5]}." in explained()
    assert f"beyond its {minimax[4]} plies until" in explained()


def explained() -> str:
    return say(fact("minimax.explanation.text"))


def clicks(side: int) -> dict[tuple[int, int], int]:
    """What code 4.19, movUsuario, makes of a click on each square, by row and column from 1, after a match on a board of that
    side: n is 3 again, and the buttons of code 4.13 are where they were. Squares are counted down the columns from 1."""
    n, margin_left, margin_below, border, line = 3, 30, 65, 14, 6
    step = 480 / side + line
    found = {}
    for row in range(1, 4):  # code 4.16 lets no others be clicked
        for column in range(1, 4):
            x = margin_left + border / 2 + (column - 1) * step
            y = margin_below + border / 2 + (side - row) * step
            across = floor(n - (x - margin_below - border / 2) / step)
            up = floor((y - margin_left - border / 2) / step + 1)
            found[row, column] = n**2 + 1 - ((across - 1) * n + up)
    return found


def test_on_a_new_board_of_3x3_every_click_plays_the_square_that_is_clicked() -> None:
    assert clicks(3) == {(row, column): 3 * (column - 1) + row for row in (1, 2, 3) for column in (1, 2, 3)}


@pytest.mark.parametrize(("side", "few", "errors"), [(4, 1, {(1, 1): 0}), (5, 2, {(1, 1): -1, (2, 1): 0})])
def test_after_a_match_on_a_larger_board_every_click_plays_another_square(
    side: int, few: int, errors: dict[tuple[int, int], int]
) -> None:
    found = clicks(side)
    assert found == {square: played - few for square, played in clicks(3).items()}
    assert {square: played for square, played in found.items() if played < 1} == errors


def test_the_page_says_so() -> None:
    said = " ".join(say(fact("minimax.printed.text")).split())
    assert "one square too few after 4x4 and two after 5x5" in said
    assert "asks for square 0 or -1, an error, and after 5x5 the square below it asks for square 0" in said
