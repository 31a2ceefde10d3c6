"""A match takes moves, takes them back, ends by the rules, by resignation or by repetition, and is kept as text."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadNotation, IllegalMove
from core.game import Game, Move, Player, Reason, Remark, State
from core.games import get
from core.games.vanishing import Vanishing
from core.play.clock import Clock, TimeControl
from core.play.match import BadMatch, Match
from core.play.series import Series
from core.position import Outcome, Position
from tests.core.counted import counted
from tests.core.walks import walk

PLAYERS = ("human", "mcts:easy")
ROUND = "2-3 1-2 3-1 2-3 1-2 3-1"
"""Six plies of Pong Hau K'i after which every stone stands where it stood at the start."""


def match(moves: str = "", game: str = "tictactoe", start: str | None = None) -> Match:
    made = Match(get(game), PLAYERS, start)
    for name in moves.split():
        made = made.play(made.position.parse(name))
    return made


def test_a_new_match_stands_at_the_start() -> None:
    new = match()
    assert new.position == new.positions[0]
    assert (len(new.moves), len(new.names), new.outcome, new.undone) == (0, 0, None, ())


DRAWN = {
    "tictactoe": "a1 b2 c3 b3 b1 c1 a3 a2 c2",
    "mnk:4,4,4": "c1 d1 d3 c3 a3 b1 b2 a2 d2 d4 b3 a4 c2 b4 c4 a1",
}
"""Games without a line: of 9 moves, and of 16."""


@pytest.mark.parametrize(("id", "next_first"), [("tictactoe", 1), ("mnk:4,4,4", 0)])
def test_after_a_draw_the_loser_of_the_last_is_whoever_did_not_make_its_last_move(id: str, next_first: Player) -> None:
    # As Fernandez's program has it: of 9 moves the first player makes the last, of 16 the second.
    drawn = replace(match(DRAWN[id], id), series=Series(PLAYERS, begins="loser"))
    assert drawn.outcome is not None
    assert drawn.outcome.winner is None
    assert drawn.standing.first == next_first
    again = replace(drawn, series=replace(drawn.standing, firsts=(0, 1)), players=PLAYERS[::-1])
    assert again.standing.first == 1 - next_first


def test_every_match_has_an_id_of_its_own() -> None:
    assert match().id != match().id


def test_moves_and_positions_are_kept_in_their_order() -> None:
    played = match("a1 b2 c3")
    assert played.names == ("a1", "b2", "c3")
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
    assert played.names == ("a1",)


def test_undo_and_redo_go_back_and_forth() -> None:
    played = match("a1 b2 c3")
    back = played.undo().undo()
    assert back.names == ("a1",)
    assert back.redo().names == ("a1", "b2")
    assert back.redo().undone
    assert back.redo().redo() == played
    assert played.redo() is played


def test_there_is_nothing_to_undo_at_the_start() -> None:
    new = match()
    assert new.undo() is new


def test_what_happens_to_a_match_leaves_the_match_as_it_was() -> None:
    played = match("a1 b2")
    told = (played.names, played.outcome, played.undone, played.hints, played.positions, played.to_json())
    for other in (
        played.play(8),
        played.undo(),
        played.resign(0),
        played.agree(),
        played.conclude(Outcome(0, Reason.TIME)),
        replace(played, hints=1),
    ):
        assert other != played
    assert (played.names, played.outcome, played.undone, played.hints, played.positions, played.to_json()) == told


def test_another_move_drops_what_was_undone() -> None:
    played = match("a1 b2 c3").undo().undo()
    assert not played.play(played.position.parse("c1")).undone


def test_the_move_that_redo_would_make_keeps_the_rest_of_what_was_undone() -> None:
    played = match("a1 b2 c3").undo().undo()
    assert played.play(played.position.parse("b2")).redo().names == ("a1", "b2", "c3")


def test_a_remark_goes_with_its_move_and_comes_back_with_it() -> None:
    played = match("a1").play(4, Remark.FORCED)
    assert played.remarks == ((2, Remark.FORCED),)
    assert played.undo().remarks == ()
    assert played.undo().redo() == played
    assert played.undo().play(8).remarks == ()


def test_a_ply_is_one_call_of_the_rules_whatever_else_happens_to_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Move] = []
    game, play = get("tictactoe"), type(get("tictactoe")).play

    def counted(self: Game, s: State, m: Move) -> State:
        calls.append(m)
        return play(self, s, m)

    monkeypatch.setattr(type(game), "play", counted)
    played = Match(game, PLAYERS)
    for number, move in enumerate((0, 4, 8, 2, 6), 1):
        played = replace(played.play(move), hints=number, clock=Clock.full(TimeControl(total=60)))
        assert len(calls) == number
    again = played.resign(0).undo().undo().seated(lambda seats: seats).redo()
    assert again.names == ("a1", "b2", "c3", "c1", "a3")
    assert [len(again.positions), again.repetitions, again.outcome] == [6, 1, None]
    assert len(calls) == 6, "the move that was made again"


def test_the_positions_are_no_part_of_what_is_compared_hashed_pickled_or_written() -> None:
    played = match("a1 b2")
    bare = played.bare
    assert (bare, hash(bare), bare.to_json()) == (played, hash(played), played.to_json())
    sent = pickle.dumps(played)
    assert pickle.loads(sent) == played
    assert pickle.loads(sent).positions == played.positions
    assert pickle.loads(sent).game is played.game
    assert len(sent) < 1000
    assert b"Position" not in sent
    assert b"core.games" not in sent


def test_a_line_ends_the_match_and_no_move_follows() -> None:
    over = match("a1 b1 a2 b2 a3")
    assert over.outcome == Outcome(0, Reason.LINE, (0, 3, 6))
    with pytest.raises(IllegalMove, match="The game is over"):
        over.play(8)


def test_an_end_can_be_undone() -> None:
    over = match("a1 b1 a2 b2 a3")
    over = over.undo()
    assert over.outcome is None
    assert over.position.turn == 0


@pytest.mark.parametrize("loser", [0, 1])
def test_who_resigns_has_lost_whoever_is_to_move(loser: int) -> None:
    played = match("a1")
    played = played.resign(1 if loser else 0)
    assert played.outcome == Outcome(0 if loser else 1, Reason.RESIGNED)
    with pytest.raises(IllegalMove):
        played.play(4)


def test_a_resignation_is_taken_back_before_any_move() -> None:
    played = match("a1")
    played = played.resign(1).undo()
    assert played.outcome is None
    assert played.names == ("a1",)


def test_nobody_resigns_a_game_that_is_over() -> None:
    over = match("a1 b1 a2 b2 a3")
    with pytest.raises(IllegalMove, match="you cannot resign"):
        over.resign(1)


def test_the_third_time_a_position_stands_on_the_board_the_game_is_drawn() -> None:
    played = match(f"{ROUND} {ROUND}"[: -len(" 3-1")], "pong-hau-ki")
    assert played.repetitions == 2
    assert played.outcome is None
    played = played.play(played.position.parse("3-1"))
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
    assert played.start == "X.O/.X./..."


def test_a_position_that_is_none_is_refused() -> None:
    with pytest.raises(BadNotation):
        match(start="XX/OO")


# As text.


def test_a_match_in_json_is_plain_and_has_nothing_that_is_as_usual() -> None:
    played = replace(match("a1 b2"), hints=1)
    assert played.to_json() == {
        "game": "tictactoe",
        "first": "human",
        "second": "mcts:easy",
        "id": played.id,
        "hints": 1,
        "moves": ["a1", "b2"],
    }


@given(data=st.data(), game=st.sampled_from(["tictactoe", "tictactoe/wild", "mnk:4,4,3", "pong-hau-ki"]))
def test_a_match_comes_back_from_its_json(data: st.DataObject, game: str) -> None:
    played = Match(get(game), PLAYERS)
    for _ in range(data.draw(st.integers(0, 12))):
        if played.outcome:
            break
        played = played.play(data.draw(st.sampled_from(played.position.moves)))
    if not played.outcome and data.draw(st.booleans()):
        played = played.resign(data.draw(st.sampled_from((0, 1))))
    played = replace(played, hints=data.draw(st.integers(0, 9)), allowed=data.draw(st.none() | st.integers(0, 9)))
    back = Match.from_json(json.loads(json.dumps(played.to_json())))
    assert back == played
    assert back.positions == played.positions


@pytest.mark.parametrize(
    ("changed", "where", "sentence"),
    [
        ({"game": "no such game"}, "game", "There is no game 'no such game'"),
        ({"game": 3}, "game", "Game is not text; write it in quotes."),
        ({"game": ""}, "game", "The game has no name"),
        ({"moves": ["a1", "a1"]}, 2, "Move 2: a1 is taken"),
        ({"moves": ["a1", "z9"]}, 2, "Move 2: 'z9' is not a square"),
        ({"moves": "a1 b2"}, "moves", "moves is not a list of moves"),
        ({"start": "nonsense"}, "start", "'nonsense' is not a position"),
        ({"first": None}, "first", "First is not text"),
        ({"id": ""}, "id", "The fields other than the moves do not describe a game;"),
        ({"elo": 1200}, "elo", "A game has no 'elo', only Game, Start,"),
        ({"version": 2}, "version", "Another version of the program wrote this game"),
        ({"result": "2-0"}, "result", "'2-0' is not a result"),
        ({"result": "1-0"}, "result", "The moves do not end the game that way;"),
        ({"result": "1-0", "reason": "line"}, "result", "The moves do not end the game that way;"),
        ({"result": "1-0", "reason": "agreed"}, "result", "The moves do not end the game that way;"),
        ({"result": "1/2-1/2", "reason": "resigned"}, "result", "The moves do not end the game that way;"),
        ({"reason": "magic"}, "reason", "'magic' is not a reason"),
        ({"hints": True}, "hints", "The fields other than the moves do not describe a game;"),
        ({"cautions": "two"}, "cautions", "The fields other than the moves do not describe a game;"),
        ({"allowed": 1.5}, "allowed", "The fields other than the moves do not describe a game;"),
        ({"remarks": [[1, "sung"]]}, "remarks", "The fields other than the moves do not describe a game;"),
        ({"series": {"players": ["a"]}}, "series", "The fields other than the moves do not describe a game;"),
        ({"series": [1]}, "series", "The fields other than the moves do not describe a game;"),
        ({"clock": {"total": 60}}, "clock", "The fields other than the moves do not describe a game;"),
        ({"clock": {"total": 60, "left": [1, -1]}}, "clock", "The fields other than the moves do not describe a game;"),
        ({"extra": ["x"]}, "extra", "The fields other than the moves do not describe a game;"),
    ],
)
def test_a_document_that_makes_no_match_is_refused_in_a_sentence_that_names_the_place(
    changed: dict[str, object], where: str | int, sentence: str
) -> None:
    document = match("a1 b2").to_json() | changed
    with pytest.raises(BadMatch) as caught:
        Match.from_json(document)
    assert str(caught.value).startswith(sentence)
    assert str(caught.value).endswith(".")
    assert caught.value.where == where


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
    over = replace(match("a1"), players=("human", "random"), series=series).conclude(Outcome(winner, Reason.RESIGNED))
    assert over.between is between
    assert not replace(over, outcome=None).between
    assert not replace(over, series=None).between


@pytest.mark.parametrize("winner", [0, 1, None])
def test_a_game_that_one_player_has_left_is_won_by_the_other_or_drawn_and_stays_so_when_kept(
    winner: Player | None,
) -> None:
    played, outcome = match("a1"), Outcome(winner, Reason.ABANDONED)
    played = played.conclude(outcome)
    assert Match.from_json(played.to_json()).outcome == outcome
    with pytest.raises(IllegalMove):
        played.conclude(outcome)


def test_what_is_told_at_a_table_hides_who_keeps_the_game_and_what_help_somebody_had() -> None:
    match = Match(get("tictactoe"), ("human", "human:eva"), extra='{"keys": ["secret"]}', hints=1, cautions=1)
    public = match.play(4, Remark.FORCED).public
    assert (public.extra, public.hints, public.cautions) == ("", 0, 0)
    assert (*public.names, public.remarks) == ("b2", ((1, Remark.FORCED),))


def looked_at(monkeypatch: pytest.MonkeyPatch, plies: int) -> int:
    """How often positions are compared and the rules are asked for the value of one, while a game of so many plies is read."""
    document = {"game": "vanishing", "moves": walk(plies)}
    with monkeypatch.context() as patch:
        calls = [counted(patch, Vanishing, "value"), counted(patch, Position, "__eq__")]
        assert len(Match.from_json(document).names) == plies
    return sum(count() for count in calls)


def test_to_read_a_game_twice_as_long_takes_twice_as_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looked_at(monkeypatch, 800) < 2.2 * looked_at(monkeypatch, 400)


def test_matches_that_continue_each_other_share_their_moves() -> None:
    before = match("a1 b2")
    after = before.play(8)
    assert after.moves[:2].add(8) == after.moves
    assert (list(before.moves), list(before.undo().play(8).moves)) == ([0, 4], [0, 8])
