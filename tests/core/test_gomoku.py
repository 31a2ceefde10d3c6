"""Gomoku: rows of five by another way of counting, and the opening Swap2 in all its ways."""

from __future__ import annotations

from random import Random

import pytest

from core.errors import BadNotation, IllegalMove, UnknownGame
from core.games import get
from core.kinds import bits
from core.kinds.lines import LineGame
from core.position import Position, play_all
from tests.core.watching import ask, at


def longest_runs(cells: int, size: int) -> set[int]:
    """The lengths of all unbroken rows of two or more, each counted once from its first stone."""
    stones = {(i % size, i // size) for i in range(size * size) if cells >> i & 1}
    lengths = set()
    for x, y in stones:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if (x - dx, y - dy) not in stones:
                length = 1
                while (x + length * dx, y + length * dy) in stones:
                    length += 1
                lengths.add(length)
    return lengths


def board(id: str = "gomoku") -> LineGame:
    game = get(id)
    assert isinstance(game, LineGame)
    return game


@pytest.mark.parametrize("size", [5, 6, 9, 15])
def test_lines_of_five_and_of_exactly_five(size: int) -> None:
    five, exact = bits.line_test(size, size, 5, False), bits.line_test(size, size, 5, False, exact=True)
    draw = Random(size)
    seen = set()
    for _ in range(3000):
        cells = draw.getrandbits(size * size) | (draw.getrandbits(size * size) if draw.random() < 0.5 else 0)
        if size > 6:
            cells &= draw.getrandbits(size * size) | draw.getrandbits(size * size)
        runs = longest_runs(cells, size)
        assert five(cells) == (max(runs, default=0) >= 5)
        assert exact(cells) == (5 in runs)
        seen.add((five(cells), exact(cells)))
    assert len(seen) == (2 if size == 5 else 3)


def test_there_are_572_lines_of_five() -> None:
    assert len(board().lines) == 572


SIX = "a1 a9 b1 b9 c1 c9 e1 e9 f1 g9 d1"
"""Black has a row of six at the end."""


def test_six_in_a_row_win_unless_exactly_five_are_asked_for() -> None:
    _, free = play_all(get("gomoku"), SIX)
    assert free.outcome
    assert free.outcome.winner == 0
    assert free.outcome.cells == (0, 1, 2, 3, 4, 5)
    _, exact = play_all(get("gomoku/exact"), SIX)
    assert exact.outcome is None
    _, exact = play_all(get("gomoku/exact"), f"{SIX} d9")
    assert exact.outcome
    assert exact.outcome.winner == 1
    assert [board().format_cell(cell) for cell in exact.outcome.cells] == ["a9", "b9", "c9", "d9", "e9"]


OPENING = "h8 h9 i9"


def turns(moves: str) -> str:
    """Who moves before every one of these moves, and after the last."""
    game = get("gomoku/swap2")
    played, _ = play_all(game, moves)
    position, seats = Position.start(game), []
    for move in played:
        seats.append("AB"[position.turn])
        position = position.play(move)
    return "".join([*seats, "AB"[position.turn]])


@pytest.mark.parametrize(
    ("moves", "seats"),
    [
        (f"{OPENING} white a1 a2 a3", "AAABBABA"),
        (f"{OPENING} black a1 a2 a3", "AAABABAB"),
        (f"{OPENING} two a1 a2 white a3 a4", "AAABBBAABA"),
        (f"{OPENING} two a1 a2 black a3 a4", "AAABBBABAB"),
    ],
)
def test_who_moves_in_each_way_of_the_opening(moves: str, seats: str) -> None:
    assert turns(moves) == seats


@pytest.mark.parametrize("choice", ["white", "black", "two a1 a15 white", "two a1 a15 black"])
def test_white_is_always_next_after_the_opening(choice: str) -> None:
    _, position = play_all(get("gomoku/swap2"), f"{OPENING} {choice}")
    after = position.play(position.parse("o15"))
    assert board("gomoku/swap2").marks(after.state)[224] == 1


@pytest.mark.parametrize(("choice", "winner"), [("white", 0), ("black", 1)])
def test_the_winner_is_a_player_and_not_a_colour(choice: str, winner: int) -> None:
    """Black makes five: A's when B took white, B's when B took black."""
    moves = f"a1 h9 b1 {choice} h10 c1 h12 d1 h14 e1"
    _, position = play_all(get("gomoku/swap2"), moves)
    assert position.outcome
    assert position.outcome.winner == winner


def test_a_choice_is_asked_for_and_only_then_taken() -> None:
    game = get("gomoku/swap2")
    _, choice = play_all(game, OPENING)
    assert [choice.name(move) for move in choice.moves] == ["white", "black", "two"]
    with pytest.raises(IllegalMove, match="choose white, black or two"):
        choice.parse("a1")
    with pytest.raises(BadNotation, match="white black two"):
        choice.parse("purple")
    _, last = play_all(game, f"{OPENING} two a1 a2")
    assert [last.name(move) for move in last.moves] == ["white", "black"]
    with pytest.raises(IllegalMove, match="nothing to choose"):
        Position.start(game).parse("white")


def test_the_stage_is_part_of_the_text() -> None:
    game = get("gomoku/swap2")
    for moves in (
        "",
        "h8 h9",
        OPENING,
        f"{OPENING} two",
        f"{OPENING} two a1",
        f"{OPENING} two a1 a2",
        f"{OPENING} white",
    ):
        _, position = play_all(game, moves)
        assert Position.from_text(game, position.text) == position
    with pytest.raises(BadNotation, match="Stage"):
        Position.from_text(game, game.format_state(game.start()).replace("opening", "choice"))


def test_engines_play_the_opening_to_the_end_of_it() -> None:
    position = at("gomoku/swap2")
    for _ in range(8):
        analysis = ask("random", position)
        assert len(analysis.lines) == len(position.moves)
        assert analysis.best
        position = position.play(analysis.best.move)
    assert position.state[2] >= 4


@pytest.mark.parametrize("id", ["gomoku/foo", "gomoku:15", "gomoku/19/19", "gomoku/15", "gomoku/19/20"])
def test_ids_that_are_none_are_answered_with_what_is_allowed(id: str) -> None:
    with pytest.raises(UnknownGame, match="gomoku takes"):
        get(id)
