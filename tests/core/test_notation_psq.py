"""Games of Piskvork: rules, players and results, and refusals with their line."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from core import notation
from core.errors import CoreError
from core.game import Reason
from core.games import get
from core.notation import psq
from core.play.match import Match
from core.position import Outcome, play_all
from core.store.rows import Stored
from tests.core.reading_games import read

NOW = 1_800_000_000.0
BLACK_ROW = "10,10,120 11,12,31 10,11,60 11,13,42 10,12,65 12,12,50 10,13,65 11,9,56 10,14,66"
"""Black makes five in column j, from j10 to j14."""
SIX = "8,8,1 1,1,1 9,8,1 2,1,1 10,8,1 3,1,1 12,8,1 5,1,1 13,8,1 6,1,1 11,8,1 8,1,1"
"""Black makes six in row 8 with the eleventh stone, and White plays on."""


def file(moves: str, *tail: str, head: str = "Piskvorky 20x20, 11:11, 0") -> str:
    """A file with some moves, and lines after them."""
    return "\n".join([head, *moves.split(), *tail, ""])


def only(text: str) -> Stored:
    """The one game of a text."""
    (stored,) = read(text, NOW)
    return stored


def test_one_one_is_the_upper_left_point() -> None:
    assert only(file("1,1,0 2,1,0 1,2,0")).moves == "a1 b1 a2"


def test_a_contest_game_with_names_code_and_rule_is_read_whole() -> None:
    stored = only(file(BLACK_ROW, "pbrain-deep.exe", "two.zip", "-1", "1,Freestyle"))
    assert stored.game == "gomoku/20"
    assert stored.players == ("human:deep", "human:two")
    assert stored.match.outcome == Outcome(0, Reason.LINE, tuple(20 * row + 9 for row in range(9, 14)))


def test_a_game_without_names_has_players_without_names() -> None:
    assert only(file(BLACK_ROW, "-1")).players == ("human:?", "human:?")


def test_names_are_in_the_order_of_the_players_whoever_began() -> None:
    stored = only(file("1,1,0", "one", "two", "-1", head="Piskvorky 15x15, 0:0, 1"))
    assert stored.players == ("human:two", "human:one")


def test_the_winner_is_a_player_and_not_a_colour() -> None:
    stored = only(file("1,1,0", "one", "two", "-1", "1,Freestyle", head="Piskvorky 15x15, 0:0, 1"))
    assert stored.outcome == Outcome(1, Reason.ABANDONED)


def test_code_15_is_a_loss_on_time_of_the_side_to_move() -> None:
    assert only(file("1,1,0 2,2,0 3,3,0", "a", "b", "15")).outcome == Outcome(0, Reason.TIME)


def test_a_code_may_have_any_blanks_around_it() -> None:
    assert only(file("1,1,0 2,2,0 3,3,0", "a", "b", " 15\x1d")).outcome == Outcome(0, Reason.TIME)


def test_nobody_wins_a_game_whose_winner_is_0() -> None:
    assert only(file("1,1,0", "a", "b", "-1", "0,Freestyle")).outcome == Outcome(None, Reason.AGREED)


@pytest.mark.parametrize("tail", [(), ("-1",), ("a", "b", "-1", "2,Standard")])
def test_six_in_a_row_do_not_win_where_a_move_follows_them_or_the_rule_says_so(tail: Iterable[str]) -> None:
    stored = only(file(SIX, *tail, head="Piskvorky 15x15, 11:11, 0"))
    assert (stored.game, len(stored.match.moves)) == ("gomoku/exact", 12)


def test_six_in_a_row_win_where_nothing_says_that_they_do_not() -> None:
    without_last = " ".join(SIX.split()[:-1])
    assert only(file(without_last, head="Piskvorky 15x15, 0:0, 0")).match.outcome is not None


@pytest.mark.parametrize("rule", ["Renju", "Caro"])
def test_rules_that_no_game_here_has_are_refused_unless_a_game_is_named(rule: str) -> None:
    text = file(BLACK_ROW, "a", "b", "-1", f"1,{rule}", head="Piskvorky 15x15, 11:11, 0")
    with pytest.raises(CoreError, match=rf"^Line 14: .*rule '{rule}'.*name gomoku"):
        read(text, NOW)
    (named,) = notation.read(text, NOW, get("gomoku"))
    assert named.stored.game == "gomoku"


def test_a_named_game_takes_the_board_of_the_file() -> None:
    (named,) = notation.read(file("20,20,0"), NOW, get("gomoku/exact"))
    assert named.stored.game == "gomoku/20/exact"


def test_a_board_of_another_size_is_k_in_a_row() -> None:
    assert only(file("9,7,0", head="Piskvorky 9x7, 0:0, 0")).game == "mnk:9,7,5"


def test_several_files_in_one_are_several_games() -> None:
    assert [stored.moves for stored in read(file("1,1,0", "-1") + file("2,1,0", "-1"), NOW)] == ["a1", "b1"]


def test_names_have_at_most_40_letters_and_none_that_steers_a_terminal() -> None:
    stored = only(file("1,1,0", "PBRAIN-\x1b[2J" + "x" * 60 + ".EXE", "  two  words ", "-1"))
    assert stored.players == ("human:[2J" + "x" * 37, "human:two words")


def test_a_name_outside_utf_8_is_read_as_latin_1() -> None:
    raw = file("1,1,0", "Jos\xe9", "b", "-1").encode("latin-1")
    assert only(notation.decoded(raw)).players[0] == "human:José"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Piskvorky 15x15", "Line 1: 'Piskvorky 15x15' does not begin a game of Piskvork; begin it as in:"),
        (file("1,1,0 1,1,0"), "Line 3: Move 2: a1 is taken"),
        (file("1,1,0 21,3,0"), "Line 3: Move 2: Column 21, row 3 is off the board of 20x20 points."),
        (file("0,1,0"), "Line 2: Move 1: Column 0, row 1 is off the board"),
        (file("1,1,0 1;2", "-1"), "Line 3: '1;2' is not a move, such as 8,8,100. After the moves come"),
        (
            file("1,1,0", "a", "b", "-1", "1,Magic"),
            "Line 6: 'Magic' is not a rule; write Freestyle, Standard, Renju or Caro.",
        ),
        (file(BLACK_ROW + " 1,1,0"), "Line 11: Move 10: The game is over"),
        (file("1,1,0", head="Piskvorky 90x90, 0:0, 0"), "Line 1: There is no five in a row on 90x90 points here"),
        (
            file("1,1,0", "a", "b", "1,Standard", head="Piskvorky 9x9, 0:0, 0"),
            "Line 1: There is no five in a row on 9x9 points here",
        ),
        (file("1,1,0", "-1", "2,1"), "Line 3: '-1' is not a move"),
    ],
)
def test_what_is_no_game_is_refused_with_line_move_and_what_was_expected(text: str, sentence: str) -> None:
    with pytest.raises(CoreError) as caught:
        read(text, NOW)
    assert str(caught.value).startswith(sentence)


def stored_of(game: str, moves: str = "", players: tuple[str, str] = ("human:ana", "human:two words")) -> Stored:
    """A game as stored."""
    match = Match(get(game), players)
    for move in play_all(match.game, moves)[0]:
        match = match.play(move)
    return Stored.of(match, NOW, NOW)


def test_a_game_is_written_as_contests_have_it() -> None:
    written = psq.write(stored_of("gomoku/20", "j10 k11"))
    assert written == "Piskvorky 20x20, 11:11, 0\n10,10,0\n11,11,0\nana\ntwo words\n-1\n-1,Freestyle\n"


@pytest.mark.parametrize(
    ("stored", "sentence"),
    [
        (stored_of("tictactoe"), "psq is for five in a row only, not for tictactoe; export text or JSON."),
        (stored_of("gomoku/swap2"), "psq is for five in a row only, not for gomoku/swap2"),
        (
            Stored.of(Match(get("mnk:5,5,5"), ("human", "human"), "X..../..O../...../...../....."), NOW, NOW),
            "This game begins with a position, which psq cannot show",
        ),
    ],
)
def test_what_the_format_cannot_hold_is_not_written(stored: Stored, sentence: str) -> None:
    with pytest.raises(CoreError) as caught:
        psq.write(stored)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("name", ["8,8", "8,8,1", "Piskvorky 15x15", " "])
def test_a_name_that_would_be_read_as_something_else_is_refused(name: str) -> None:
    match = Match(get("gomoku"), (f"human:{name}", "human:Ben"))
    with pytest.raises(CoreError, match="psq cannot hold the name"):
        psq.write(Stored.of(match, NOW, NOW))
