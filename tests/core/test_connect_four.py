"""Connect Four: slow rules on strings, the values of small boards, and what is said about wrong texts."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from core.errors import BadNotation, IllegalMove, UnknownGame
from core.estimates import estimate, estimator
from core.explain.connect_four import ConnectFourWords
from core.game import Reason, State
from core.games import get
from core.games.connect_four import ConnectFour
from core.position import Position, play_all
from tests.core.watching import at

SIZES = [(7, 6, 4), (4, 4, 4), (5, 4, 3), (2, 2, 2), (9, 9, 5), (9, 2, 3), (2, 9, 9), (3, 4, 2), (8, 7, 6)]


def lines_through(board: list[str], columns: int, rows: int, k: int, cell: int) -> set[int]:
    """The cells of all runs of k or more of one mark through a cell, by walking from it both ways."""
    found: set[int] = set()
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        run = {cell}
        for sign in (1, -1):
            x, y = cell % columns + sign * dx, cell // columns + sign * dy
            while 0 <= x < columns and 0 <= y < rows and board[y * columns + x] == board[cell]:
                run.add(y * columns + x)
                x, y = x + sign * dx, y + sign * dy
        if len(run) >= k:
            found |= run
    return found


@pytest.mark.parametrize(("columns", "rows", "k"), SIZES)
def test_random_games_go_as_the_slow_rules_say(columns: int, rows: int, k: int) -> None:
    game, draw = get(f"connect-four:{columns},{rows},{k}"), random.Random(columns * rows)
    for _ in range(30):
        position, board, won = Position.start(game), ["."] * (columns * rows), set[int]()
        while not won and "." in board:
            free = [column for column in range(columns) if board[column] == "."]
            assert list(position.moves) == free
            column = draw.choice(free)
            cell = max(cell for cell in range(column, columns * rows, columns) if board[cell] == ".")
            board[cell] = "XO"[position.turn]
            mover, position = position.turn, position.play(column)
            won = lines_through(board, columns, rows, k, cell)
            assert position.text.replace("/", "") == "".join(board)
        assert position.outcome
        assert position.outcome.winner == (mover if won else None)
        assert position.outcome.reason is (Reason.LINE if won else Reason.FULL)
        assert position.outcome.cells == tuple(sorted(won))


def test_positions_on_7x6_in_the_first_plies() -> None:
    game = get("connect-four")
    layer: set[State] = {game.start()}
    for expected in (1, 7, 49, 238, 1120, 4263, 16422):
        assert len(layer) == expected
        layer = {game.play(s, m) for s in layer if game.value(s) is None for m in game.moves(s)}


def test_a_column_is_named_by_its_number_and_refused_when_it_is_full() -> None:
    position = play_all(get("connect-four"), "4 4 4 4 4 4")[1]
    assert position.text == "...O.../...X.../...O.../...X.../...O.../...X..."
    assert Counter(position.name(move) for move in position.moves) == Counter("123567")
    with pytest.raises(IllegalMove, match="Column 4 is full"):
        position.parse("4")


@pytest.mark.parametrize("text", ["", "0", "8", "44", "h", "4.", "-1", "٤"])
def test_other_texts_are_no_columns(text: str) -> None:
    with pytest.raises(BadNotation, match="1 to 7"):
        at("connect-four").parse(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("..../..../X.../....", "in column 1 hangs in the air"),
        ("..../..../..../XX..", "● begins"),
        ("..../..../..../O...", "● begins"),
        ("..../..../OOO./XXXX", None),
        ("..../O.../OOO./XXXX", "over before"),
        ("..../..../....", "board of 4x4 in X, O and dots, row by row"),
        ("..../..../..../x..?", "board of 4x4 in X, O and dots, row by row"),
    ],
)
def test_positions_are_read_or_refused_in_words(text: str, said: str | None) -> None:
    game = get("connect-four:4,4,4")
    if said is None:
        assert Position.from_text(game, text).outcome
    else:
        with pytest.raises(BadNotation, match=said):
            Position.from_text(game, text)


@pytest.mark.parametrize(
    "numbers", ["1,1,9", "10,6,4", "7,6,1", "7,6,8", "7,6", "", "7,6,4,4", "-7,6,4", "7,0,4", "١,٢,٣"]
)
def test_other_sizes_are_refused_with_what_is_allowed(numbers: str) -> None:
    with pytest.raises(UnknownGame, match="from 2 to 9"):
        get(f"connect-four:{numbers}")
    with pytest.raises(UnknownGame, match="connect-four"):
        get("connect-four/misere")


def test_the_usual_size_has_one_id() -> None:
    assert get("connect-four:7,6,4") is get("connect-four")


# What is said and guessed.


def said(moves: str, column: str, size: str = "") -> str:
    position = play_all(get(f"connect-four{size}"), moves)[1]
    assert isinstance(position.game, ConnectFour)
    words, move = ConnectFourWords(position.game), position.parse(column)
    return str(words.why(position, move) or "")


def test_a_disc_is_explained_by_what_it_threatens_blocks_and_gives_away() -> None:
    assert said("4 4 5 5 6 6", "7") == "It completes 4 in a row and wins."
    assert said("4 4 5 5", "6") == "A fork: it threatens columns 3 7 at once, and one block is not enough."
    assert said("1 4 1 4 1", "1") == "It blocks ●."
    assert said("1 4 1 4 1", "7") == "It leaves column 1 to ●, who wins there."
    assert said("1 2 1 2", "1") == "It threatens column 1."
    assert said("1 1 2 2 3 3 6 6 7", "4") == "It blocks ● and threatens column 4."
    assert said("", "4") == ""
    assert said("1 2 1 2", "1", ":2,3,3") == "It completes 3 in a row and wins."
    assert said("3 3 2 1 1 1 3 2", "2", ":3,3,3") == "It fills the board: a draw."


def test_hints_name_the_side() -> None:
    start = at("connect-four")
    assert isinstance(start.game, ConnectFour)
    words = ConnectFourWords(start.game)
    assert [str(words.where(start, column)) for column in (0, 3, 6)] == [
        "Look at the left side.",
        "Look at the middle.",
        "Look at the right side.",
    ]


@pytest.mark.parametrize(("columns", "rows", "k"), SIZES)
def test_a_guess_is_never_as_good_as_a_proof(columns: int, rows: int, k: int) -> None:
    game, draw = get(f"connect-four:{columns},{rows},{k}"), random.Random(5)
    s = game.start()
    for free in range(columns * rows, 0, -1):
        if game.value(s) is not None:
            break
        assert -1 < estimate(game, s) < 1
        assert estimator(game).span(s) == (free, free)
        s = game.play(s, draw.choice(game.moves(s)))
