"""Pong Hau K'i: the positions and the two graphs of A. J. Serrano Mora's study, and the values other programs found."""

from __future__ import annotations

from itertools import permutations

import pytest

from core.errors import BadNotation, IllegalMove, UnknownGame
from core.explain import Rung, hint, why
from core.game import Reason
from core.games import get
from core.perft import perft
from core.play.match import Match
from core.position import Position, play_all
from core.score import Verdict
from tests.core.slides import CODES, PONG, WON_BY_A, WON_BY_R, exchanged
from tests.core.watching import ask, at

GAME = get("pong-hau-ki")


def stands(code: str, player: str) -> Position:
    """The position of a code with a player to move."""
    return Position.from_text(GAME, f"{code} {player}")


def number(position: Position) -> int:
    """The number of the code, from 1."""
    return CODES.index(position.text.split()[0]) + 1


def test_there_are_30_codes_each_the_mirror_of_the_one_that_makes_31_with_it() -> None:
    assert sorted(CODES) == sorted({"".join(letters) for letters in permutations("aarro")})
    for i, code in enumerate(CODES[1:29], 2):
        assert CODES[30 - i] == code[::-1]
    assert CODES[0] == CODES[0][::-1]
    assert CODES[29] == CODES[29][::-1] == CODES[0].translate(str.maketrans("ar", "ra"))
    mirror = GAME.symmetries[1].image
    for code in CODES:
        assert Position(GAME, mirror(stands(code, "a").state)).text == f"{code[::-1]} a"


@pytest.mark.parametrize("player", "ar")
def test_the_graph_of_each_colour_is_that_of_the_study(player: str) -> None:
    edges = set()
    for i, code in enumerate(CODES, 1):
        position = stands(code, player)
        after = {number(position.play(move)) for move in position.moves}
        assert {CODES[j - 1] for j in after} == exchanged(code, player)
        edges |= {frozenset((i, j)) for j in after}
    missing = set(range(1, 31)) - set().union(*edges)
    assert missing == (WON_BY_R if player == "a" else WON_BY_A)
    some = {"a": [{1, 2}, {1, 29}, {2, 29}, {13, 11}, {13, 14}], "r": [{9, 10}, {9, 11}, {15, 14}, {15, 19}]}
    assert {frozenset(pair) for pair in some[player]} <= edges
    assert len(edges) == 21


def test_a_begins_and_56_of_the_60_positions_come_up() -> None:
    start = Position.start(GAME)
    assert (start.text, start.turn) == ("raoar a", 0)
    assert {start.play(move).text for move in start.moves} == {"raaor r", "roaar r"}
    found, waiting = set(), [start]
    moves = 0
    while waiting:
        position = waiting.pop()
        if position.text not in found:
            found.add(position.text)
            after = [position.play(move) for move in position.moves]
            moves += len(after)
            waiting += after
    assert (len(found), moves) == (56, 76)
    assert found == {f"{board.replace('.', 'o')} {player}" for board, player in PONG.reachable(PONG.start)}
    assert sum(len(stands(code, player).moves) for code in CODES for player in "ar") == 84
    assert len({GAME.canonical(stands(code, player).state) for code in CODES for player in "ar"}) == 32


def test_12_positions_are_decided_and_all_others_are_endless() -> None:
    lost = {f"{CODES[i - 1]} r" for i in WON_BY_A} | {f"{CODES[i - 1]} a" for i in WON_BY_R}
    found: dict[Verdict, set[str]] = {verdict: set() for verdict in Verdict}
    for code in CODES:
        for player in "ar":
            position = stands(code, player)
            if position.outcome:
                assert position.text in lost
                assert position.outcome.reason is Reason.STUCK
                assert position.outcome.winner != position.turn
                assert [code[point] for point in position.outcome.cells] == [player, player]
                continue
            best = ask("retrograde", position).best
            assert best
            assert best.score.verdict
            found[best.score.verdict].add(position.text)
            blocks = any(f"{after} {'ra'[player == 'r']}" in lost for after in exchanged(code, player))
            assert (best.score.verdict is Verdict.WIN) == blocks
            assert best.score.plies == (1 if blocks else None)
    assert {verdict: len(texts) for verdict, texts in found.items()} == {
        Verdict.WIN: 8,
        Verdict.TIE: 0,
        Verdict.LOSE: 0,
        Verdict.ENDLESS: 48,
    }


def test_the_positions_won_at_once_are_those_that_other_programs_list() -> None:
    """Their points: 0 and 1 the corners not joined, 2 the centre, 3 beside 0, 4 beside 1."""
    listed = ["oxxo. x", "ox.ox x", "xoox. o", "xo.xo o", "xox.o x", "xo.xo x", "oxo.x o", "ox.ox o"]
    order = (0, 3, 2, 4, 1)
    for text in listed:
        board, player = text.split()
        code = "".join(board[i] for i in order).translate(str.maketrans("xo.", "aro"))
        best = ask("retrograde", stands(code, {"x": "a", "o": "r"}[player])).best
        assert best
        assert (best.score.verdict, best.score.plies) == (Verdict.WIN, 1)


def test_sequences_of_moves_are_as_many_as_brute_force_counts() -> None:
    assert [1, *(count for count, _ in zip(perft(at("pong-hau-ki")), range(20), strict=False))] == PONG.perft(20)


@pytest.mark.parametrize(("text", "name"), [("4-3", "4-3"), ("43", "4-3"), ("4", "4-3"), (" 2 ", "2-3")])
def test_the_stone_alone_is_a_move(text: str, name: str) -> None:
    start = Position.start(GAME)
    assert start.name(start.parse(text)) == name


@pytest.mark.parametrize(
    ("moves", "text", "said"),
    [
        ("", "1", "does not move a stone of yours"),
        ("", "3", "does not move a stone of yours"),
        ("", "2-4", "to a point that is taken"),
        ("4-3", "1-4", "follows no line"),
        ("", "6", "where a stone is and where it goes"),
        ("", "４", "where a stone is and where it goes"),
        ("", "", "where a stone is and where it goes"),
    ],
)
def test_what_is_no_move_is_refused_with_the_reason(moves: str, text: str, said: str) -> None:
    _, position = play_all(GAME, moves)
    with pytest.raises((BadNotation, IllegalMove), match=said):
        position.parse(text)


def test_a_code_alone_has_a_to_move() -> None:
    assert Position.from_text(GAME, " RAOAR ").text == "raoar a"
    assert Position.from_text(GAME, "raoar r").turn == 1


@pytest.mark.parametrize("text", ["", "raoa", "raoarr", "raoar b", "raoar  a", "raoar/a", "xoxo."])
def test_what_is_no_position_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadNotation, match="raoar a"):
        Position.from_text(GAME, text)


@pytest.mark.parametrize("text", ["pong-hau-ki:5", "pong-hau-ki/misere", "pong-hau-ki/"])
def test_it_takes_neither_numbers_nor_options(text: str) -> None:
    with pytest.raises(UnknownGame, match=r"pong-hau-ki takes no|takes none"):
        get(text)


def test_the_third_time_a_position_comes_up_the_match_is_drawn() -> None:
    match = Match(GAME, ("human", "human"))
    round_trip = ["2-3", "1-2", "3-1", "2-3", "1-2", "3-1"]
    for name in 2 * round_trip:
        assert match.outcome is None
        match = match.play(match.position.parse(name))
    assert match.repetitions == 3
    assert match.outcome
    assert (match.outcome.winner, match.outcome.reason) == (None, Reason.REPETITION)


def test_moves_and_hints_speak_of_blocking_and_never_of_a_tie() -> None:
    _, position = play_all(GAME, "4-3 5-4 3-5 4-3")
    analysis = ask("retrograde", position)
    said = {position.name(line.move): str(why(position, line)) for line in analysis.lines}
    assert "1-2 blocks both of your stones" in said["2-4"]
    assert "the game goes on" in said["5-4"]
    rungs = [str(hint(analysis, rung)) for rung in Rung]
    assert "endless: 1, losing: 1" in rungs[0]
    assert "bottom" in rungs[1]
    assert not any("tie" in rung or "draw" in rung for rung in rungs)
    last = position.play(position.parse("2-4"))
    assert "who cannot move and loses" in str(why(last, ask("retrograde", last).lines[0]))
