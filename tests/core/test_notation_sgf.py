"""Games in SGF: the main line, points, set-up stones, results, dates and character sets; and refusals with their line."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from core import notation
from core.errors import CoreError
from core.game import Reason
from core.games import get
from core.notation import sgf
from core.notation.common import BadGames, ReadGame
from core.play.match import Match
from core.position import Outcome
from core.store.rows import Stored
from tests.core.reading_games import read

NOW = 1_800_000_000.0
HEAD = "(;FF[4]GM[4]SZ[15]"


def only(text: str) -> ReadGame:
    """The one game of a text."""
    (found,) = notation.read(text, NOW)
    return found


def moves(text: str) -> str:
    """The moves of the one game of a text."""
    return only(text).stored.moves


def test_letters_are_column_and_row_from_the_upper_left() -> None:
    assert moves(f"{HEAD};B[aa];W[ba];B[ab];W[oo])") == "a1 b1 a2 o15"


def test_a_letter_with_a_number_is_our_own_notation() -> None:
    assert moves(f"{HEAD};B[h8];W[H9])") == "h8 h9"


def test_the_first_of_several_subtrees_is_the_main_line() -> None:
    assert moves(f"{HEAD};B[hh](;W[hi](;B[ii])(;B[gg];W[ff]))(;W[gh]))") == "h8 h9 i9"


def test_the_number_of_other_lines_is_said() -> None:
    found = only(f"{HEAD};B[hh](;W[hi](;B[ii])(;B[gg];W[ff]))(;W[gh]))")
    assert list(map(str, found.notes)) == ["Other lines left out: 2."]


def test_several_games_in_one_file_are_several_games() -> None:
    assert [stored.moves for stored in read(f"{HEAD};B[aa])\n{HEAD};B[bb])", NOW)] == ["a1", "b2"]


def test_lower_case_in_names_of_properties_is_ignored() -> None:
    assert moves("(;FiFo[3]GaMe[4]SiZe[15];Black[hh];White[hi])".replace("FiFo", "FF").replace("SiZe", "SZ")) == "h8 h9"


def test_a_comment_may_have_brackets_and_go_over_lines() -> None:
    assert moves(f"{HEAD};B[hh]C[five\\] (no;W[aa\\]\nstill\\\nhere];W[hi])") == "h8 h9"


@pytest.mark.parametrize(("points", "game"), [("aa", "gomoku"), ("oo", "gomoku"), ("pa", "gomoku/19")])
def test_without_a_size_the_board_is_15_if_all_fit_else_19(points: str, game: str) -> None:
    assert only(f"(;GM[4];B[{points}])").stored.game == game


@pytest.mark.parametrize(
    ("size", "game"), [("19", "gomoku/19"), ("20", "gomoku/20"), ("9", "mnk:9,9,5"), ("9:12", "mnk:9,12,5")]
)
def test_the_size_decides_the_game(size: str, game: str) -> None:
    assert only(f"(;GM[4]SZ[{size}];B[aa])").stored.game == game


def test_six_in_a_row_do_not_win_by_the_standard_rule() -> None:
    row = ";B[ah];W[aa];B[bh];W[ba];B[ch];W[ca];B[eh];W[ea];B[fh];W[fa];B[dh]"
    assert only(f"{HEAD}RU[Standard]{row})").stored.game == "gomoku/exact"
    assert only(f"{HEAD}{row};W[ha])").stored.game == "gomoku/exact"
    assert only(f"{HEAD}{row})").stored.match.outcome == Outcome(0, Reason.LINE, tuple(range(105, 111)))


def test_stones_set_up_before_the_first_move_are_the_start() -> None:
    stored = only(f"{HEAD}AB[aa][ba]AW[ca]PL[W];W[da])").stored
    assert stored.start
    assert stored.start.startswith("XXO............/")
    assert stored.moves == "d1"


def test_a_list_of_points_is_a_rectangle() -> None:
    stored = only("(;GM[4]SZ[5]AB[aa:ca]AW[ab:bb][cc])").stored
    assert stored.start == "XXX../OO.../..O../...../....."


def test_a_point_that_is_cleared_is_empty() -> None:
    assert only("(;GM[4]SZ[5]AB[aa:ca]AW[ab:bb]AE[ca])").stored.start == "XX.../OO.../...../...../....."


def test_names_are_those_of_people() -> None:
    stored = only(f"{HEAD}PB[Ana \\] B.]PW[pbrain-deep.exe])").stored
    assert stored.players == ("human:Ana ] B.", "human:deep")


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        ("B+R", Outcome(0, Reason.RESIGNED)),
        ("W+Resign", Outcome(1, Reason.RESIGNED)),
        ("W+T", Outcome(1, Reason.TIME)),
        ("B+Time", Outcome(0, Reason.TIME)),
        ("B+F", Outcome(0, Reason.ABANDONED)),
        ("0", Outcome(None, Reason.AGREED)),
        ("Draw", Outcome(None, Reason.AGREED)),
        ("?", None),
        ("Void", None),
    ],
)
def test_the_result_says_how_a_game_ended_that_the_board_does_not_show(result: str, outcome: Outcome | None) -> None:
    assert only(f"{HEAD}RE[{result}];B[hh])").stored.outcome == outcome


@pytest.mark.parametrize(
    ("date", "day"), [("2024-03-01", "2024-03-01"), ("1999-12", "1999-12-01"), ("2001-02-03,04", "2001-02-03")]
)
def test_a_date_is_the_day_of_the_game(date: str, day: str) -> None:
    assert only(f"{HEAD}DT[{date}])").stored.started == datetime.fromisoformat(f"{day}T00:00:00Z").timestamp()


@pytest.mark.parametrize("date", ["", "yesterday", "2024-13-45", "0000-01-01", "24/3/1"])
def test_a_bad_date_refuses_no_game(date: str) -> None:
    assert only(f"{HEAD}DT[{date}];B[hh])").stored.started == NOW


@pytest.mark.parametrize(
    ("charset", "encoding", "name"),
    [
        ("CA[windows-1251]", "cp1251", "Аня"),
        ("CA[GB2312]", "gb2312", "安娜"),
        ("CA[Shift_JIS]", "shift_jis", "ソア"),
        ("CA[UTF-8]", "utf-8", "Zoë"),
        ("", "utf-8", "Zoë"),
        ("", "latin-1", "Zoë"),
        ("CA[no such thing]", "utf-8", "Zoë"),
        ("CA[hex]", "utf-8", "Zoë"),
    ],
)
def test_a_name_is_read_by_the_character_set_of_its_file(charset: str, encoding: str, name: str) -> None:
    raw = f"{HEAD}{charset}PB[{name}];B[hh])".encode(encoding)
    assert only(notation.decoded(raw)).stored.players[0] == f"human:{name}"


@pytest.mark.parametrize("passed", ["", "tt"])
def test_a_pass_after_the_last_move_is_left_out_and_said(passed: str) -> None:
    found = only(f"{HEAD};B[hh];W[hi];B[{passed}])")
    assert (found.stored.moves, list(map(str, found.notes))) == ("h8 h9", ["Passes after the last move left out."])


def test_tt_is_a_point_on_a_board_of_20() -> None:
    assert moves("(;GM[4]SZ[20];B[tt])") == "t20"


def test_a_fault_in_one_game_leaves_the_others() -> None:
    found = list(notation.every(f"{HEAD};B[aa];W[aa])\n{HEAD};B[bb])", NOW))
    assert [isinstance(each, BadGames) for each in found] == [True, False]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"{HEAD};B[aa];B[ab])", "Line 1: Move 2 is black, but the other colour is to move. Colours take turns"),
        (f"{HEAD};W[aa])", "Line 1: Move 1 is white, but the other colour is to move"),
        (f"{HEAD};B[aa]\n;W[aa])", "Line 2: Move 2: a1 is taken"),
        (f"{HEAD};B[pa])", "Line 1: Move 1: Column 16, row 1 is off the board of 15x15 points."),
        (f"{HEAD};B[hh];W[];B[aa])", "Line 1: Move 2 is a pass, but this game has no passes."),
        (f"{HEAD};B[hh];W[tt];B[aa])", "Line 1: Move 2 is a pass"),
        (f"{HEAD};B[zzz])", "Line 1: 'zzz' is not a point; write it as hh or h8."),
        (f"{HEAD}AB[aa][bb])", "Line 1: There are 2 ● and 0 ○ on the board; ● begins"),
        (
            f"{HEAD}AB[aa]AW[bb]PL[W])",
            "Line 1: PL names the wrong colour: with 1 black and 1 white stones, it is the other colour's turn.",
        ),
        (f"{HEAD};B[hh];AW[aa])", "Line 1: AW changes the board after move 1; place stones before the first move."),
        (f"{HEAD}AB[cc:aa])", "Line 1: 'cc:aa' is not a rectangle; write its upper left and its lower right point"),
        ("(;GM[4]SZ[big])", "Line 1: 'big' is not a size; write it as 15 or 15:20."),
        ("(;GM[4]SZ[52])", "Line 1: There is no five in a row on 52x52 points here"),
        ("(;GM[1]SZ[19];B[aa])", "Line 1: This is game GM[1] of SGF, but only GM[4], Gomoku, is read here"),
        ("(;SZ[19];B[aa])", "Line 1: This is game GM[1] of SGF"),
        (f"{HEAD}RU[Renju];B[hh])", "Line 1: The rule 'Renju' is not supported; name gomoku to"),
        (f"{HEAD};B[hh]", "Line 1: The game that begins in line 1 does not end; a ) is missing."),
        (f"{HEAD}\n;B[hh", "Line 2: A value begins here with [ but does not end; a ] is missing."),
        (f"{HEAD};B 7)", "Line 1: '7' does not belong here; write a node as ;B[hh]"),
        (f"{HEAD})\n;B[aa]", "Line 2: A game begins with (; but the ( is missing here."),
    ],
)
def test_what_is_no_game_is_refused_with_line_move_and_what_was_expected(text: str, sentence: str) -> None:
    with pytest.raises(CoreError) as caught:
        read(text, NOW)
    assert str(caught.value).startswith(sentence)


def test_a_named_game_decides_where_the_file_is_of_another() -> None:
    (found,) = notation.read("(;GM[1]SZ[19]RU[Renju];B[aa])", NOW, get("gomoku"))
    assert found.stored.game == "gomoku/19"


def test_many_other_lines_need_no_memory() -> None:
    found = only(f"{HEAD};B[hh]" + "(;W[hi];B[ii];W[jj])" * 20_000 + ")")
    assert str(found.notes[0]) == "Other lines left out: 19999."


def test_a_game_is_written_with_a_comment_on_each_move() -> None:
    match = Match(get("gomoku"), ("human:Ana]", "human:?"))
    for name in ("h8", "h9"):
        match = match.play(match.position.parse(name))
    moment = datetime(2026, 3, 1, tzinfo=UTC).timestamp()
    written = sgf.write(Stored.of(match.resign(1), moment, moment), ["wins: 9", ""])
    assert written.endswith("RU[freestyle]PB[Ana\\]]DT[2026-03-01]RE[B+R]\n;B[hh]C[wins: 9]\n;W[hi])\n")
