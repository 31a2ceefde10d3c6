"""Ultimate tic-tac-toe: what other programs count, what a slow set of rules plays, and the win with open boards."""

from __future__ import annotations

import random

import pytest

from core.errors import BadNotation, IllegalMove, UnknownGame
from core.estimates import estimate, estimator
from core.explain.ultimate import UltimateWords
from core.game import Game, Reason, State
from core.games import get
from core.games.ultimate import FREE, Ultimate
from core.position import Position, play_all
from tests.core.ultimate_cases import rules

VECTORS = [
    (
        "58 42 62 76 39 33 56 21 34 71 79 64 14 51 57 35",
        False,
        [7, 50, 358, 2735],
    ),
    (
        "43 63 2 22 38 23 53 73 14 49 36 7 67 41 45 5 50 48 31 39 28 13 40 37 16 71 78 60 54 4 44 74 25 66 27 3 "
        "32 52 64 9 33 56 21 35 77 51 61 68 47 18 57 29 20 24 62 79 69 58",
        True,
        [15, 83, 367, 1531],
    ),
    (
        "19 10 15 62 78 60 56 24 55 11 22 44 76 38 26 73 14 53 74 25 70 68",
        False,
        [8, 53, 544, 5443],
    ),
    (
        "11 23 51 62 75 27 6 58 41 53 77 48 29 18 0 3 32 46 9 1 10 55 50 45 4 44 74 24 61 68 49 40 37 26 80 57 28 "
        "70 63 8 22 39 35 67 36 5 52 71 66 38 25 64",
        True,
        [12, 63, 338, 1383],
    ),
    (
        "29 20 25 67 44 77 46 17 78 59 45 2 22 38 21 28",
        False,
        [8, 57, 407, 2849],
    ),
    (
        "71 75 28 11 19 12 34 67 44 77",
        False,
        [9, 70, 541, 4132],
    ),
    (
        "47 25 65 23 45 2 19 17 78 56 22 39 31 41 50 52 64 13 44 77 51 60 59 53 74 26 80 79",
        False,
        [7, 41, 332, 2583],
    ),
    (
        "63 7 68 52 70 66 32 46 11 22 39 29 21 33 55 15 58 43 65 25 64 17 79 62 78 56 23 50",
        False,
        [6, 38, 315, 2786],
    ),
]
"""Moves as 9 * board + cell from the start, whether any board may be played in then, and how many sequences of 1, 2, ...
moves follow, as two programs agree that share no code with this one."""

FINISHED = [
    (
        "11 26 80 77 51 55 12 27 6 60 59 45 7 64 17 73 14 49 40 44 79 69 54 8 75 32 46 4 42 61 70 63 0 2 22 36 1 "
        "37 35 76 38 21 28 25 71 72 3 31 66 34 68 50 52 67 48 30 53 74 20 18 56 24 57 62 65",
        0,
    ),
    (
        "11 25 71 77 50 45 4 39 35 76 41 53 80 79 70 69 55 14 48 28 9 3 34 68 49 43 66 30 27 1 16 67 44 75 31 37 "
        "13 36 0 5 56 19 10 6 59 63 7 64 24 62 18 8 21 65 42 58 38",
        0,
    ),
    (
        "4 43 69 58 38 18 3 32 51 62 76 40 42 54 8 78 21 33 68 47 26 75 30 35 73 11 20 19 17 80 74 23 49 37 9 7 "
        "65 25 64 15 63 1 12 34 0 22",
        1,
    ),
    (
        "69 62 74 22 44 78 59 49 39 34 63 5 52 67 38 19 10 16 64 15 57 28 13 37 11 20 24 54 7 71 77 46 9 1 31 36 "
        "2 18 3 29 55 68 51 61 70 65 8 80 72 6 56 30 33 58 40 43 53 75 32 35 76 42 41 73 0 4 79 27",
        None,
    ),
]
"""Whole games and who won them, from the same programs."""

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
OPTIONS = [
    "",
    "open",
    "count",
    "tic-tac-ku",
    "count/open",
    "count/tic-tac-ku",
    "open/tic-tac-ku",
    "count/open/tic-tac-ku",
]


def after(moves: str, options: str = "") -> Position:
    """The position after moves in notation."""
    return play_all(rules(options), moves)[1]


def follow(moves: str) -> Position:
    """The position after moves as numbers."""
    position = Position.start(rules())
    for move in moves.split():
        position = position.play(int(move))
    return position


def sequences(game: Game, s: State, plies: int) -> int:
    if game.value(s) is not None:
        return 0
    moves = game.moves(s)
    return len(moves) if plies == 1 else sum(sequences(game, game.play(s, move), plies - 1) for move in moves)


class Slow:
    """The same rules on strings, as one would write them down first."""

    def __init__(self, options: str) -> None:
        self.options = options.split("/")
        self.cells = [["."] * 9 for _ in range(9)]
        self.owners = ["."] * 9
        self.sent: int | None = None
        self.turn = "X"

    def closed(self, board: int) -> bool:
        return "." not in self.cells[board] or (self.owners[board] != "." and "open" not in self.options)

    def won(self) -> str | None:
        for mark in "XO":
            if "tic-tac-ku" in self.options:
                if self.owners.count(mark) >= 5:
                    return mark
            elif any(all(self.owners[int(board)] == mark for board in line) for line in LINES):
                return mark
        return None

    def moves(self) -> list[int]:
        if self.won():
            return []
        boards = [board for board in range(9) if not self.closed(board)]
        if self.sent in boards:
            boards = [self.sent]
        return [9 * board + cell for board in boards for cell in range(9) if self.cells[board][cell] == "."]

    def play(self, move: int) -> None:
        board, cell = divmod(move, 9)
        self.cells[board][cell] = self.turn
        if self.owners[board] == "." and any(
            all(self.cells[board][int(c)] == self.turn for c in line) for line in LINES
        ):
            self.owners[board] = self.turn
        self.sent = cell
        self.turn = "O" if self.turn == "X" else "X"

    def winner(self) -> int | None:
        mark = self.won()
        x, o = self.owners.count("X"), self.owners.count("O")
        if not mark and "count" in self.options and x != o:
            mark = "X" if x > o else "O"
        return None if mark is None else "XO".index(mark)


@pytest.mark.parametrize("options", OPTIONS)
def test_random_games_go_as_the_slow_rules_say(options: str) -> None:
    draw = random.Random(options)
    for _ in range(25):
        slow, position = Slow(options), Position.start(rules(options))
        while slow.moves():
            assert list(position.moves) == slow.moves()
            assert "XO"[position.turn] == slow.turn
            move = draw.choice(slow.moves())
            slow.play(move)
            position = position.play(move)
        assert position.outcome
        assert position.outcome.winner == slow.winner()
        assert position.text.split("/")[:10] == ["".join(row) for row in [*slow.cells, slow.owners]]


@pytest.mark.parametrize("options", ["", "open"])
def test_sequences_without_the_help_of_symmetry(options: str) -> None:
    """The files in ``perft`` go further, with positions that are images of each other counted once."""
    game = rules(options)
    assert [sequences(game, game.start(), plies) for plies in (1, 2, 3, 4)] == [81, 720, 6336, 55080]


@pytest.mark.parametrize(("moves", "free", "counts"), VECTORS)
def test_sequences_from_the_middle_of_a_game(moves: str, free: bool, counts: list[int]) -> None:
    position = follow(moves)
    assert (position.state[12] == FREE) == free
    assert [sequences(position.game, position.state, plies + 1) for plies in range(len(counts))] == counts


@pytest.mark.parametrize(("moves", "winner"), FINISHED)
def test_whole_games_end_as_they_did_elsewhere(moves: str, winner: int | None) -> None:
    position = follow(moves)
    assert position.outcome
    assert position.outcome.winner == winner
    assert position.outcome.reason is (Reason.FULL if winner is None else Reason.LINE)


# Notation and texts.


def test_the_cell_alone_is_enough_while_a_board_is_forced() -> None:
    position = after("5.3")
    assert position.name(position.parse("7")) == "3.7"
    assert position.parse("3.7") == position.parse("37") == position.parse("7")


def test_with_a_free_choice_the_board_has_to_be_named() -> None:
    position = Position.start(rules())
    assert position.name(position.parse("53")) == "5.3"
    with pytest.raises(BadNotation, match=r"5\.3"):
        position.parse("3")


@pytest.mark.parametrize("text", ["", "0", "5.0", "0.5", "10", "5.10", "a1", "5..3", ".3", "5.3.1", "٣"])
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(BadNotation, match="1 to 9"):
        after("5.3").parse(text)


def test_a_move_in_another_board_a_taken_cell_and_a_closed_board_are_refused_each_in_its_words() -> None:
    with pytest.raises(IllegalMove, match="sent to"):
        after("5.3").parse("5.1")
    with pytest.raises(IllegalMove, match="taken"):
        after("5.5").parse("5.5")
    won = after("1.1 1.5 5.1 1.7 7.1 1.3")
    assert won.outcome is None
    with pytest.raises(IllegalMove, match="decided"):
        won.play(won.game.parse_move(won.state, "1.2"))


def test_who_is_sent_to_a_board_that_is_won_may_choose() -> None:
    position = after("1.1 1.5 5.1 1.7 7.1 1.3 3.1")
    assert {move // 9 for move in position.moves} == {1, 2, 3, 4, 5, 6, 7, 8}


def test_with_open_boards_who_is_sent_to_a_won_board_plays_there_and_it_keeps_its_owner() -> None:
    position = after("1.1 1.5 5.1 1.7 7.1 1.3 3.1", "open")
    assert {move // 9 for move in position.moves} == {0}
    assert (
        position.text
        == "X.O.O.O../........./X......../........./X......../........./X......../........./........./O......../1"
    )


def test_a_position_says_where_to_play() -> None:
    assert after("5.3").text.endswith("/........./3")
    assert Position.start(rules()).text == "/".join(["........."] * 10) + "/-"


START = ["........."] * 10


@pytest.mark.parametrize(
    ("changed", "where", "said"),
    [
        ({0: "X.X......"}, "1", "X begins"),
        ({0: "XXX......", 1: "OO......."}, "1", "three in a row"),
        ({0: "XX.......", 1: "OO.......", 9: "X........"}, "1", "three in a row"),
        ({0: "XXX......", 1: "OO.......", 9: "X........"}, "1", "cannot be played in"),
        ({0: "X........"}, "-", "no free choice"),
        (
            {0: "XXX......", 1: "XXX......", 2: "XXX......", 3: "OOOO.OO.O", 4: "OO.......", 9: "XXXO....."},
            "-",
            "over before",
        ),
        ({0: "X"}, "1", "nine boards"),
    ],
)
def test_positions_that_no_game_reaches_are_refused_in_words(changed: dict[int, str], where: str, said: str) -> None:
    text = "/".join([*(changed.get(i, row) for i, row in enumerate(START)), where])
    with pytest.raises(BadNotation, match=said):
        Position.from_text(rules(), text)


def test_a_board_with_lines_of_both_belongs_to_whom_the_text_says_and_only_where_boards_stay_open() -> None:
    for owner in "XO":
        text = "/".join(["XXXOOO...", *START[1:9], owner + "........", "2"])
        assert Position.from_text(rules("open"), text).text == text
        with pytest.raises(BadNotation, match="three in a row"):
            Position.from_text(rules(), text)


def test_five_boards_win_tic_tac_ku_and_three_in_line_do_not() -> None:
    game, won, empty = rules("tic-tac-ku"), "XXX.OO...", "........."
    three = "/".join([won, won, won, "OO.......", "O........", empty, empty, empty, empty, "XXX......", "5"])
    assert Position.from_text(game, three).outcome is None
    boards = ["O.O......", won, won, won, won, "O..OO....", "XX.......", "O........", empty]
    position = Position.from_text(game, "/".join([*boards, ".XXXX....", "7"]))
    assert position.outcome is None
    outcome = position.play(position.parse("3")).outcome
    assert outcome
    assert (outcome.winner, outcome.reason) == (0, Reason.COUNT)
    assert [cell // 9 for cell in outcome.cells[::9]] == [1, 2, 3, 4, 6]


def test_options_combine_in_any_order_and_others_are_refused() -> None:
    assert get("ultimate/open/count").id == "ultimate/count/open"
    for id in ("ultimate/foo", "ultimate/open/open", "ultimate:3", "ultimate:"):
        with pytest.raises(UnknownGame, match="ultimate"):
            get(id)


def test_only_the_game_with_open_boards_and_three_in_line_is_called_solved() -> None:
    assert {options for options in OPTIONS if rules(options).known} == {"open", "count/open"}
    assert all(isinstance(rules(options), Ultimate) for options in OPTIONS)


# What is said and guessed.


def said(position: Position, move: str) -> str:
    assert isinstance(position.game, Ultimate)
    return str(UltimateWords(position.game).why(position, position.parse(move)))


BEFORE_THE_END = Position.from_text(
    get("ultimate"),
    "XX..OO.../XXX.OO.../XXX..OO../OO......./........./........./........./........./........./.XX....../1",
)


def test_a_move_is_explained_by_its_board_and_by_where_it_sends_the_opponent() -> None:
    assert said(Position.start(rules()), "5.3") == "It sends O to board 3."
    assert said(after("1.1 1.5"), "5.1") == "It sends O to board 1."
    assert said(after("1.1 1.5 5.1 1.7 7.1"), "1.3") == "It wins board 1. It sends X to board 3."
    assert said(after("1.1 1.5 5.1 1.7"), "7.1") == "It sends O to board 1, which O can win, but not the game."
    assert said(after("1.1 1.5 5.1 1.7 7.1 1.3"), "3.1") == "It gives O a free choice."
    assert said(after("1.1 1.5 5.1 1.7 7.3 3.1"), "1.3") == "It blocks O in board 1. It sends O to board 3."
    assert said(after("1.1 1.5 5.5"), "5.9") == "It sends X to board 9."
    assert said(after("1.1 1.5 5.1 1.9"), "9.1") == "It sends O to board 1."
    blocked = "It makes two in a row in board 5. It sends X to board 5, where O needs one more cell."
    assert said(after("5.1 1.1 1.5 5.4 4.5"), "5.5") == blocked
    assert said(BEFORE_THE_END, "3") == "It wins board 1, and the game."
    blocked = "It blocks O in board 1. It sends O to board 4, which O can win, but not the game."
    assert said(BEFORE_THE_END, "4") == blocked


def test_hints_name_the_board_first_and_then_the_kind_of_cell() -> None:
    game = rules()
    assert isinstance(game, Ultimate)
    words = UltimateWords(game)
    assert str(words.where(Position.start(game), 40)) == "Look at board 5."
    assert str(words.where(after("5.3"), 9 * 2 + 4)) == "Look at the centre of board 3."
    assert str(words.where(after("5.3"), 9 * 2 + 1)) == "Look at the edges of board 3."
    assert str(words.where(after("5.3"), 9 * 2 + 8)) == "Look at the corners of board 3."


@pytest.mark.parametrize("options", OPTIONS)
def test_a_guess_is_never_as_good_as_a_proof_and_bounds_on_the_length_hold(options: str) -> None:
    game, draw = rules(options), random.Random(1)
    for _ in range(5):
        states = [game.start()]
        while game.value(states[-1]) is None:
            states.append(game.play(states[-1], draw.choice(game.moves(states[-1]))))
        for ply, s in enumerate(states[:-1]):
            assert -1 < estimate(game, s) < 1
            draw_in, end = estimator(game).span(s)
            left = len(states) - 1 - ply
            assert end is not None
            assert left <= end
            assert game.value(states[-1]) != 0 or draw_in <= left


def test_who_holds_more_boards_is_thought_to_stand_better() -> None:
    assert estimate(rules(), BEFORE_THE_END.state) > 0.5
