"""A match takes moves, takes them back, ends by the rules, by resignation or by repetition, and is kept as text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadNotation, CoreError, IllegalMove, UnknownGame
from core.game import Player, Reason
from core.games import get
from core.play.match import Match, Record
from core.play.series import Series
from core.position import Outcome

PLAYERS = ("human", "mcts:easy")
ROUND = "2-3 1-2 3-1 2-3 1-2 3-1"
"""Six plies of Pong Hau K'i after which every stone stands where it stood at the start."""


def match(moves: str = "", game: str = "tictactoe", start: str | None = None) -> Match:
    made = Match(get(game), PLAYERS, start)
    for name in moves.split():
        made.play(made.position.parse(name))
    return made


def test_a_new_match_stands_at_the_start() -> None:
    new = match()
    assert new.position == new.positions[0]
    assert (new.moves, new.names, new.outcome, new.undone) == ([], [], None, False)


def test_every_match_has_an_id_of_its_own() -> None:
    assert match().id != match().id


def test_moves_and_positions_are_kept_in_their_order() -> None:
    played = match("a1 b2 c3")
    assert played.names == ["a1", "b2", "c3"]
    assert list(played.moves) == [0, 4, 8]
    assert [position.text for position in played.positions] == [
        ".../.../...",
        "X../.../...",
        "X../.O./...",
        "X../.O./..X",
    ]


def test_an_illegal_move_changes_nothing() -> None:
    played = match("a1")
    with pytest.raises(IllegalMove, match="a1 is taken"):
        played.play(0)
    assert played.names == ["a1"]


def test_undo_and_redo_go_back_and_forth() -> None:
    played = match("a1 b2 c3")
    assert played.undo()
    assert played.undo()
    assert played.names == ["a1"]
    assert played.redo()
    assert played.names == ["a1", "b2"]
    assert played.undone
    assert played.redo()
    assert not played.undone
    assert not played.redo()
    assert played.names == ["a1", "b2", "c3"]


def test_there_is_nothing_to_undo_at_the_start() -> None:
    assert not match().undo()


def test_another_move_drops_what_was_undone() -> None:
    played = match("a1 b2 c3")
    played.undo()
    played.undo()
    played.play(played.position.parse("c1"))
    assert not played.undone


def test_the_move_that_redo_would_make_keeps_the_rest_of_what_was_undone() -> None:
    played = match("a1 b2 c3")
    played.undo()
    played.undo()
    played.play(played.position.parse("b2"))
    assert played.redo()
    assert played.names == ["a1", "b2", "c3"]


def test_a_line_ends_the_match_and_no_move_follows() -> None:
    over = match("a1 b1 a2 b2 a3")
    assert over.outcome == Outcome(0, Reason.LINE, (0, 3, 6))
    with pytest.raises(IllegalMove, match="The game is over"):
        over.play(8)


def test_an_end_can_be_undone() -> None:
    over = match("a1 b1 a2 b2 a3")
    over.undo()
    assert over.outcome is None
    assert over.position.turn == 0


@pytest.mark.parametrize("loser", [0, 1])
def test_who_resigns_has_lost_whoever_is_to_move(loser: int) -> None:
    played = match("a1")
    played.resign(1 if loser else 0)
    assert played.outcome == Outcome(0 if loser else 1, Reason.RESIGNED)
    with pytest.raises(IllegalMove):
        played.play(4)


def test_a_resignation_is_taken_back_before_any_move() -> None:
    played = match("a1")
    played.resign(1)
    assert played.undo()
    assert played.outcome is None
    assert played.names == ["a1"]


def test_nobody_resigns_a_game_that_is_over() -> None:
    over = match("a1 b1 a2 b2 a3")
    with pytest.raises(IllegalMove, match="nobody can resign"):
        over.resign(1)


def test_the_third_time_a_position_stands_on_the_board_the_game_is_drawn() -> None:
    played = match(f"{ROUND} {ROUND}"[: -len(" 3-1")], "pong-hau-ki")
    assert played.repetitions == 2
    assert played.outcome is None
    played.play(played.position.parse("3-1"))
    assert played.repetitions == 3
    assert played.outcome == Outcome(None, Reason.REPETITION)
    assert played.position.outcome is None, "the rules alone know no end here"


def test_the_same_stones_with_the_other_player_to_move_are_another_position() -> None:
    played = match(ROUND, "pong-hau-ki")
    assert played.repetitions == 2
    assert [position.turn for position in played.positions] == [0, 1, 0, 1, 0, 1, 0]


def test_a_game_that_cannot_come_back_counts_no_repetitions() -> None:
    assert match("a1 b2").repetitions == 1


def test_a_match_can_begin_from_a_position() -> None:
    played = match("c3", start="X.O/.X./...")
    assert played.position.text == "X.O/.X./..O"
    assert played.record.start == "X.O/.X./..."


def test_a_position_that_is_none_is_refused() -> None:
    with pytest.raises(BadNotation):
        match(start="XX/OO")


# Records.


def test_a_record_is_plain_text() -> None:
    played = match("a1 b2")
    played.hints = 3
    assert played.record == Record(played.id, "tictactoe", None, "a1 b2", PLAYERS, None, 3)


@given(data=st.data(), game=st.sampled_from(["tictactoe", "tictactoe/wild", "mnk:4,4,3", "pong-hau-ki"]))
def test_a_match_comes_back_from_its_record(data: st.DataObject, game: str) -> None:
    played = Match(get(game), PLAYERS)
    for _ in range(data.draw(st.integers(0, 12))):
        if played.outcome:
            break
        played.play(data.draw(st.sampled_from(played.position.moves)))
    if not played.outcome and data.draw(st.booleans()):
        played.resign(data.draw(st.sampled_from((0, 1))))
    played.hints, played.cautions = data.draw(st.integers(0, 9)), data.draw(st.integers(0, 9))
    back = Match.from_record(played.record)
    assert back.record == played.record
    assert back.outcome == played.outcome
    assert list(back.positions) == list(played.positions)


@pytest.mark.parametrize(
    ("record", "error"),
    [
        (Record("1", "no such game", None, "", PLAYERS, None), UnknownGame),
        (Record("1", "tictactoe", None, "a1 a1", PLAYERS, None), IllegalMove),
        (Record("1", "tictactoe", None, "a1 z9", PLAYERS, None), BadNotation),
        (Record("1", "tictactoe", "nonsense", "", PLAYERS, None), BadNotation),
    ],
)
def test_a_record_that_makes_no_game_is_refused_in_a_sentence(record: Record, error: type[CoreError]) -> None:
    with pytest.raises(error) as caught:
        Match.from_record(record)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("results", "length", "every", "winner", "between"),
    [
        ((), 3, False, 0, True),
        ((1,), 3, False, 1, True),  # 1-1, since the players have changed seats
        ((1,), 3, False, 0, False),  # 0-2
        ((0,), 3, False, 1, False),  # 2-0
        ((0,), 3, True, 1, True),
        ((0, 1), 3, False, 0, False),
        ((), 0, False, 0, False),
    ],
)
def test_a_match_goes_on_after_a_game_until_it_is_decided(
    results: tuple[Player | None, ...], length: int, every: bool, winner: Player, between: bool
) -> None:
    series = Series(("human", "random"), length, results, every)
    record = Record(
        "one", "tictactoe", None, "a1", ("human", "random"), Outcome(winner, Reason.RESIGNED), series=series
    )
    assert record.between is between
    assert not replace(record, outcome=None).between
    assert not replace(record, series=None).between


@pytest.mark.parametrize("winner", [0, 1, None])
def test_a_game_that_one_player_has_left_is_won_by_the_other_or_drawn_and_stays_so_when_kept(
    winner: Player | None,
) -> None:
    played, outcome = match("a1"), Outcome(winner, Reason.ABANDONED)
    played.conclude(outcome)
    assert Match.from_record(played.record).outcome == outcome
    with pytest.raises(IllegalMove):
        played.conclude(outcome)
