"""Heaps of up to a million sticks: ids, moves and positions in text, and engines that face more moves than they can look at."""

from __future__ import annotations

from random import Random

import pytest

from core.analysis import Limit
from core.engines import best
from core.errors import BadNotation, IllegalMove, UnknownGame
from core.explain import Rung, column, effect, hint, notes, why
from core.game import Reason
from core.games import get
from core.kinds.heaps import Concatenation, HeapGame
from core.position import Position
from core.score import Verdict
from tests.core.nim_rules_cases import MILLION
from tests.core.own_cases import GALLERY
from tests.core.watching import ask, at

OCTAL = GALLERY["kayles-octal"].id


@pytest.mark.parametrize(
    "id", ["nim", "nim:", "nim:-1", "nim:0", "nim:1e9", "nim:3,,4", "nim:1000001", "nim:99999999999999999999", "nim:٣"]
)
def test_a_wrong_nim_id_is_answered_in_one_sentence_with_what_is_allowed(id: str) -> None:
    with pytest.raises(
        UnknownGame, match=r"^nim is written nim:A,B,... with 1 to 26 heaps of 1 to 1,000,000 sticks each"
    ):
        get(id)


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("nim:" + "1," * 26 + "1", "1 to 26 heaps"),
        ("subtraction:10:0", "numbers from 1 to 1,000,000"),
        ("subtraction:10", "subtraction:HEAPS:NUMBERS"),
        ("subtraction:10:1:2", "subtraction:HEAPS:NUMBERS"),
        ("subtraction:2:3", "the smallest at most the highest heap"),
        ("subtraction:9:" + ",".join(map(str, range(1, 18))), "1 to 16 numbers"),
        ("kayles:101", "1 to 100 pins"),
        ("dawson-kayles:1", "2 or more"),
        ("wythoff:3", "two heaps"),
        ("wythoff:3,5,7", "two heaps"),
        ("wythoff:3,5/misere", "takes none"),
        ("fibonacci-nim:1", "2 to 1,000,000"),
        ("fibonacci-nim", "2 to 1,000,000"),
        ("chomp:0,3", "1 to 19"),
        ("chomp:20,3", "1 to 19"),
    ],
)
def test_a_wrong_id_of_its_kin_is_too(id: str, said: str) -> None:
    with pytest.raises(UnknownGame, match=said):
        get(id)


def test_ids_are_written_in_one_way() -> None:
    assert get("nim:03,004").id == "nim:3,4"
    assert get("subtraction:21:3,1,2,1/misere").id == "subtraction:21:1,2,3/misere"


@pytest.mark.parametrize(
    ("id", "text", "move"),
    [
        ("nim:3,4,5", "b2", "B2"),
        ("nim:7", "4", "A4"),
        ("subtraction:7,9:1,3,4", " B4 ", "B4"),
        ("kayles:7", "a3-4", "A3-4"),
        ("kayles:7", "3", "A3"),
        ("kayles:3,7", "B7", "B7"),
        ("dawson-kayles:7", "6-7", "A6-7"),
        ("wythoff:3,5", "ab3", "AB3"),
        ("fibonacci-nim:20", "19", "A19"),
        ("chomp:3,4", "c4", "c4"),
    ],
)
def test_moves_are_typed_as_they_are_written(id: str, text: str, move: str) -> None:
    position = at(id)
    assert position.name(position.parse(text)) == move


@pytest.mark.parametrize(
    ("id", "text", "error", "said"),
    [
        ("nim:3,4,5", "A4", IllegalMove, "A4 takes more than there is"),
        ("nim:3,4,5", "D1", BadNotation, "as in A1, C5."),
        ("nim:3,4,5", "2", BadNotation, "as in A1, C5."),
        ("nim:3,4,5", "A0", BadNotation, "as in A1, C5."),
        ("subtraction:21:1,3", "A2", IllegalMove, "a number that this game does not allow"),
        ("kayles:7", "A3-5", BadNotation, "two neighbours"),
        ("nim:5,2", "A6", BadNotation, "as in A1, B2."),
        ("subtraction:4:2,3", "A5", BadNotation, "as in A2, A3."),
        ("kayles:7", "A8", BadNotation, "type a row and a pin, or two neighbours, as in A1, A1-2."),
        ("kayles:2", "A8", BadNotation, "as in A1, A1-2."),
        ("dawson-kayles:7", "A8", BadNotation, "as in A1-2."),
        ("dawson-kayles:7", "A3", IllegalMove, "only one pin"),
        ("fibonacci-nim:20", "20", IllegalMove, "at most twice"),
        ("wythoff:3,5", "BA1", BadNotation, "as in A1, AB3."),
    ],
)
def test_a_wrong_move_is_answered_with_what_is_allowed(id: str, text: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        at(id).parse(text)


@pytest.mark.parametrize(
    "id",
    [
        *("nim:3,4,5", "nim:5,2", "subtraction:21:1,3", "subtraction:9,4:2,3", "kayles:3,2", "dawson-kayles:6"),
        *("wythoff:3,5", "fibonacci-nim:20", OCTAL),
    ],
)
def test_what_is_no_move_is_answered_with_moves_that_are_possible(id: str) -> None:
    random, position = Random(1), at(id)
    while not position.outcome:
        with pytest.raises(BadNotation) as refused:
            position.parse("?")
        for name in str(refused.value).rpartition("as in ")[2].rstrip(".").split(", "):
            assert position.name(position.parse(name)) == name
        position = position.play(random.choice(position.moves))


@pytest.mark.parametrize("text", ["3-4-5 2nd", "3-4-5 2.º", "3-4-5 2", " 3-4-5 2ND "])
def test_who_moves_may_be_named_as_any_language_has_it(text: str) -> None:
    assert at("nim:3,4,5", text).text == "3-4-5 2nd"


def test_a_pin_that_has_fallen_is_not_knocked_down_again() -> None:
    with pytest.raises(IllegalMove, match="has already fallen"):
        at("kayles:5", "xx.xx 2nd").parse("A2-3")


def test_a_bitten_square_is_not_bitten_again() -> None:
    with pytest.raises(IllegalMove, match="is already eaten"):
        at("chomp:3,2", "xxx/x.. 2nd").parse("b2")


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("nim:3,4,5", "3-4-6 1st"),
        ("nim:3,4,5", "3-4"),
        ("nim:3,4,5", "3-4-5 3rd"),
        ("kayles:7", "xxxxxx"),
        ("fibonacci-nim:20", "19/3 2nd"),
        ("chomp:3,2", "x../xx. 1st"),
        ("chomp:3,2", ".xx/... 1st"),
    ],
)
def test_a_wrong_position_is_answered_with_how_it_is_written(id: str, text: str) -> None:
    with pytest.raises(BadNotation, match="is not a position of this game"):
        at(id, text)


@pytest.mark.parametrize(
    ("id", "winner"), [("nim:1", 0), ("nim:1/misere", 1), ("chomp:1,1", 1), ("dawson-kayles:2", 0)]
)
def test_who_takes_the_last_wins_and_in_misere_play_loses(id: str, winner: int) -> None:
    after = at(id).play(at(id).moves[0])
    assert after.outcome
    assert (after.outcome.winner, after.outcome.reason) == (winner, Reason.LAST)


# Millions of moves.


def test_a_position_of_two_million_moves_answers_at_once() -> None:
    position = at(MILLION)
    assert len(position.moves) == 1_999_999
    assert position.name(position.moves[1_234_567]) == "B234568"
    assert position.parse("A1000000") in position.moves
    assert position.parse("b999999") == position.moves[-1]
    with pytest.raises(IllegalMove):
        position.play(position.parse("A999999") + 2_000_000)
    assert position.orbit(5) == (5,)


def test_ranges_one_after_the_other_are_a_sequence() -> None:
    both = Concatenation([range(3), range(10, 12)])
    assert list(both) == [0, 1, 2, 10, 11]
    assert (both[-1], both[3], len(both)) == (11, 10, 5)
    assert both[1:4] == [1, 2, 10]
    assert 10 in both
    assert 3 not in both
    assert both.index(11) == 4
    with pytest.raises(IndexError):
        both[5]


@pytest.mark.parametrize("engine", ["minimax", "alphabeta", "mcts"])
def test_nothing_false_is_proven_where_not_all_moves_are_looked_at(engine: str) -> None:
    position = at("nim:1200,3")
    for line in ask(engine, position, Limit(nodes=20_000)).lines:
        if line.score.proven:
            lost = position.play(line.move).state[:2]
            assert (line.score.verdict is Verdict.WIN) == (lost[0] == lost[1])


def test_the_winning_moves_are_listed_and_all_others_are_said_to_lose() -> None:
    analysis = ask("theory", at(MILLION))
    assert [analysis.position.name(line.move) for line in analysis.lines] == ["A1"]
    assert analysis.omitted_verdict is Verdict.LOSE
    omitted = analysis.line(analysis.position.parse("B7"))
    assert omitted
    assert omitted.score.verdict is Verdict.LOSE
    assert omitted.score.plies is None
    assert analysis.line(7_000_000) is None


def test_where_no_move_wins_a_few_are_listed() -> None:
    analysis = ask("theory", at("nim:1000000,1000000"))
    assert len(analysis.lines) == 10
    assert {line.score.verdict for line in analysis.lines} == {Verdict.LOSE} == {analysis.omitted_verdict}


@pytest.mark.parametrize(
    ("id", "name"), [("nim:3,4,5", "theory"), ("chomp:3,4", "alphabeta"), ("kayles:7/misere", "alphabeta")]
)
def test_theory_answers_unasked_where_there_is_one(id: str, name: str) -> None:
    assert best(at(id)).name == name


# Words.


def said(id: str, move: str, text: str | None = None) -> str:
    position = at(id, text)
    line = ask("theory", position).line(position.parse(move))
    assert line
    return str(why(position, line))


@pytest.mark.parametrize(
    ("id", "move", "reason"),
    [
        ("nim:3,4,5", "A2", "It leaves nim-sum 0, 5 = 1 + 4, as you can do every time."),
        ("nim:3,4,5", "A1", "It leaves nim-sum 3 = 2 xor 4 xor 5; the answer A1 makes it 0."),
        ("nim:1,1,2/misere", "C1", "It leaves an odd number of single sticks: the last is not yours."),
        ("nim:1,1,2/misere", "C2", "It leaves an even number of single sticks: the last is yours."),
        ("nim:1", "A1", "It is the last move, and wins."),
        ("subtraction:21:1,2,3", "A1", "It leaves 20, a multiple of 4: answer k with 4 - k."),
        ("subtraction:6:1,2,3/misere", "A1", "It leaves 5, one more than a multiple of 4: answer k with 4 - k."),
        ("kayles:7", "A4", "It leaves equal runs in pairs: copy every move in the twin."),
        ("wythoff:4,5", "A1", "It leaves 3-5, one of the lost pairs (k = 2)."),
        ("chomp:3,3", "b2", "It leaves two equal arms: copy every bite on the other arm."),
    ],
)
def test_moves_are_explained_in_the_words_of_the_game(id: str, move: str, reason: str) -> None:
    assert said(id, move) == reason


def test_what_a_move_takes_and_leaves_is_said_before_it_is_made() -> None:
    position = at("nim:3,4,5")
    move = position.parse("A2")
    assert str(effect(position, move, theory=True)) == "A2 takes 2 from heap A, leaves 1-4-5, nim-sum 0"
    assert str(effect(position, move, theory=False)) == "A2 takes 2 from heap A, leaves 1-4-5"
    found = column(position)
    assert found
    assert str(found[0]).split() == ["leaves", "xor"]
    assert found[1](move).split() == ["1-4-5", "0"]
    assert column(at("tictactoe")) is None
    assert effect(at("tictactoe"), 0, theory=True) is None


def test_the_heaps_are_noted_in_binary_with_their_xor() -> None:
    found = notes(at("nim:3,4,5"))
    assert found
    assert [str(row) for row in found.rows] == [
        "heap A   3   011",
        "heap B   4   100",
        "heap C   5   101",
        "            -----",
        "xor      2   010   not 0: a win",
    ]


@pytest.mark.parametrize(
    "id",
    [
        MILLION,
        "nim:" + ",".join(["1000000"] * 26),
        "nim:1,1,1/misere",
        "subtraction:1000000:1,2,3",
        "subtraction:7,9:1,3,4",
        "subtraction:7,9:1,3,4/misere",
        "subtraction:6:1,2,3/misere",
        "kayles:100,100,100",
        "kayles:7/misere",
        "dawson-kayles:7",
        "wythoff:1000000,3",
        "fibonacci-nim:1000000",
        "chomp:5,5",
    ],
)
def test_notes_hints_and_reasons_are_short_enough_for_the_panel(id: str) -> None:
    position = at(id)
    found = notes(position)
    for row in found.rows if found else ():
        assert len(str(row)) <= 34
    analysis = ask(best(position).name, position, Limit(nodes=20_000))
    for line in analysis.lines[:20]:
        assert 10 < len(str(why(position, line))) < 120
    for rung in Rung:
        assert len(str(hint(analysis, rung))) < 140


def test_what_is_taken_stands_in_the_heap() -> None:
    for id in ("nim:3,4,5", "subtraction:7,9:1,3,4", "kayles:5,4", "wythoff:4,5", "fibonacci-nim:9"):
        position = at(id)
        game = position.game
        assert isinstance(game, HeapGame)
        for move in position.moves:
            after = position.play(move)
            for heap in range(len(game.sizes)):
                taken = {
                    take.first + i
                    for take in game.taken(position.state, move)
                    if take.heap == heap
                    for i in range(take.number)
                }
                standing = set(game.standing(position.state, heap))
                assert taken <= standing
                assert set(game.standing(after.state, heap)) == standing - taken
                assert game.heaps(after.state)[heap] == len(standing - taken)


def test_positions_are_values() -> None:
    assert at(MILLION) == at(MILLION, "1000000-999999 1st")
    assert at(MILLION).moves == Position.start(get(MILLION)).moves
