"""Three men's morris and achi: every count and value of the literature, and of brute force on strings."""

from __future__ import annotations

import pytest

from core.analysis import Analysis
from core.errors import BadNotation, IllegalMove, UnknownGame
from core.explain import why
from core.game import Reason
from core.games import get
from core.play.match import Match
from core.position import Position, play_all
from core.score import Score, Verdict
from tests.core.morris_cases import KNOWN, reachable, rules
from tests.core.morris_cases import id as id
from tests.core.watching import ask, at


def test_as_many_positions_come_up_as_other_programs_count(id: str) -> None:
    game, known = rules(id), KNOWN[id]
    after = reachable(game)
    assert len(after) == known.positions
    assert sum(game.value(s) is not None for s in after) == known.over
    assert {game.value(s) for s in after} == {None, -1}
    assert sum(map(len, after.values())) == known.moves
    assert len({game.canonical(s) for s in after}) == known.classes


def test_first_moves_are_worth_what_other_programs_found(id: str) -> None:
    for line in ask("retrograde", at(id)).lines:
        kind = ("b2",), ("a1", "a3", "c1", "c3"), ("a2", "b1", "b3", "c2")
        name = at(id).name(line.move)
        expected = KNOWN[id].first[next(i for i, names in enumerate(kind) if name in names)]
        assert (line.score.verdict and line.score.verdict.value, line.score.plies) == expected


def test_the_best_play_of_a_win_lasts_as_long_as_is_said_and_ends_in_a_line() -> None:
    for name, plies in (("morris", 9), ("achi", 11)):
        best = ask("retrograde", at(name)).best
        assert best
        position = at(name)
        for move in best.pv:
            assert not position.outcome
            position = position.play(move)
        assert len(best.pv) == plies
        assert position.outcome
        assert position.outcome.winner == 0


@pytest.mark.parametrize(
    "text",
    ["morris/tapatan/any", "morris/any/fly", "morris/tapatan/any/fly/no-centre", "morris:3", "morris:", "achi:4"],
)
def test_rules_that_contradict_each_other_are_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        get(text)
    assert str(caught.value).endswith(".")
    assert "takes no numbers" in str(caught.value)


@pytest.mark.parametrize("text", ["achi/fly", "morris/flying", "morris/any/any", "achi/"])
def test_unknown_options_are_refused_with_what_is_allowed(text: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        get(text)
    assert "takes none" in str(caught.value) or "/no-centre" in str(caught.value)


def test_a_line_wins_while_placing_and_shows_its_points() -> None:
    _, last = play_all(get("morris"), "a1 a2 b1 b2 c1")
    assert last.outcome
    assert (last.outcome.winner, last.outcome.reason, last.outcome.cells) == (0, Reason.LINE, (0, 1, 2))


def test_who_is_stuck_loses_and_his_stones_are_shown() -> None:
    outcome = Position.from_text(get("achi"), ".OX/OOX/XXO X").outcome
    assert outcome
    assert (outcome.winner, outcome.reason, outcome.cells) == (1, Reason.STUCK, (2, 5, 6, 7))


@pytest.mark.parametrize(
    ("moves", "text", "name"),
    [
        ("", "b2", "b2"),
        ("b2 a1 c1 a3 a2 c2", "b2-b3", "b2-b3"),
        ("b2 a1 c1 a3 a2 c2", "B2B3", "b2-b3"),
        ("b2 a1 c1 a3 a2 c2", "c1", "c1-b1"),
        ("b2 a1 c1 a3 a2 c2", "b3", "b2-b3"),
    ],
)
def test_a_move_may_be_short_where_it_leaves_no_doubt(moves: str, text: str, name: str) -> None:
    _, position = play_all(get("morris"), moves)
    assert position.name(position.parse(text)) == name


@pytest.mark.parametrize(
    ("moves", "text", "said"),
    [
        ("b2", "b2", "b2 is taken"),
        ("b2", "b2-b3", "not all of yours are placed"),
        ("b2 a1 c1 a3 a2 c2", "b2", "'b2' could be b2-b1, b2-b3"),
        ("b2 a1 c1 a3 a2 c2", "c3", "all of yours are placed"),
        ("b2 a1 c1 a3 a2 c2", "a1-b1", "does not move a stone of yours"),
        ("b2 a1 c1 a3 a2 c2", "b2-a2", "to a point that is taken"),
        ("b2 a1 c1 a3 a2 c2", "b2-c3", "follows no line"),
        ("", "d4", "the points are a1 b1 c1"),
        ("", "", "the points are a1 b1 c1"),
    ],
)
def test_what_is_no_move_is_refused_with_the_reason(moves: str, text: str, said: str) -> None:
    _, position = play_all(get("morris"), moves)
    with pytest.raises((BadNotation, IllegalMove), match=said):
        position.parse(text)


def test_the_first_stone_may_not_go_to_the_centre_where_the_rules_say_so() -> None:
    with pytest.raises(IllegalMove, match="the first stone may not go"):
        at("morris/no-centre").parse("b2")
    _, position = play_all(get("morris/no-centre"), "a1")
    assert "b2" in [position.name(move) for move in position.moves]
    with pytest.raises(BadNotation, match="may not go to b2"):
        Position.from_text(get("morris/no-centre"), ".../.X./... O")


@pytest.mark.parametrize(
    "text",
    ["XX./.../...", "OOO/XX./X.. O", "XO./.../... O", "XXX/OOO/... X", "X.X/OX./O.O X X", "XXXXXXXXX", "XXX/XOO/OO."],
)
def test_positions_that_no_game_reaches_are_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        Position.from_text(get("morris"), text)


def test_a_position_without_the_player_to_move_is_completed_from_the_stones() -> None:
    for text, whole in (("X../.../...", "X../.../... O"), ("X.O/.../...", "X.O/.../... X")):
        assert Position.from_text(get("morris"), text).text == whole


def test_the_third_time_a_position_comes_up_the_match_is_drawn() -> None:
    match = Match(get("morris"), ("human", "human"))
    for name in ["b2", "a1", "c1", "a3", "a2", "c2"] + 2 * ["c1-b1", "c2-c3", "b1-c1", "c3-c2"]:
        assert match.outcome is None
        match = match.play(match.position.parse(name))
    assert match.outcome
    assert (match.outcome.winner, match.outcome.reason) == (None, Reason.REPETITION)


@pytest.mark.parametrize(
    ("moves", "text", "said"),
    [
        ("a1 a2 b1 b2", "c1", "completes the line"),
        ("a1 a2 b1 b2", "c3", "leaves c2 to the opponent"),
        ("a1 b2 c3", "c1", "threatens a line at a3"),
        ("a1 b2 b1", "c1", "blocks a line and threatens one at a3"),
        ("a1 b1 b2 a3", "c2", "threatens a2 c3 at once"),
    ],
)
def test_a_move_is_explained_by_its_lines(moves: str, text: str, said: str) -> None:
    _, position = play_all(get("morris"), moves)
    line = ask("retrograde", position).line(position.parse(text))
    assert line
    assert said in str(why(position, line))


def test_an_analysis_with_endless_moves_is_read_back_from_json() -> None:
    found = ask("retrograde", at("morris"))
    again = Analysis.from_json(found.to_json())
    assert again.lines == found.lines
    assert Score.exact(Verdict.ENDLESS, None, "retrograde") in [line.score for line in again.lines]
