"""CodinGame's protocol: the opponent's move and the legal ones in, a move out, in time."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from core.games import get
from core.position import Position
from core.protocols.codingame import serve
from tests.core.talking import Await, talk
from tests.core.watching import Clock


def cell(move: int) -> str:
    """Row and column on the nine by nine cells, found by counting."""
    return next(
        f"{row} {column}"
        for row in range(9)
        for column in range(9)
        if (row // 3 * 3 + column // 3) * 9 + row % 3 * 3 + column % 3 == move
    )


def turn(position: Position, last: str = "-1 -1") -> tuple[str, ...]:
    return (last, str(len(position.moves)), *map(cell, position.moves))


def test_the_game_is_followed_and_every_turn_is_in_time() -> None:
    # The script needs the answers, so it is told again from the start with one turn more each time.
    rng = random.Random(3)
    position = Position.start(get("ultimate/count"))
    lines: list[str | Await] = [*turn(position), Await()]
    for count in range(1, 5):
        clock = Clock(0.002)
        before = clock.now
        answers = talk(serve, "ultimate/count", *lines, clock=clock)
        assert len(answers) == count
        assert 0.88 + 0.088 * (count - 1) <= clock.now - before < 1.0 + 0.1 * (count - 1)
        position = position.play(next(move for move in position.moves if cell(move) == answers[-1]))
        reply = rng.choice(position.moves)
        position = position.play(reply)
        lines += [*turn(position, cell(reply)), Await()]


def test_the_opponent_may_begin_and_a_new_game_may_follow() -> None:
    start = Position.start(get("ultimate/count"))
    after = start.play(40)
    complaints: list[str] = []
    answers = talk(serve, "ultimate/count", *turn(after, "4 4"), *turn(start), complaints=complaints, clock=Clock(0.01))
    assert complaints == []
    assert answers[0] in map(cell, after.moves)
    assert answers[1] in map(cell, start.moves)


def test_what_makes_no_sense_goes_to_stderr_and_one_of_the_moves_is_played() -> None:
    complaints: list[str] = []
    answers = talk(
        serve,
        "ultimate/count",
        "hello",
        "9 9",
        "4 4",
        "many",
        "2",
        "0 0",
        "8 8",
        complaints=complaints,
        clock=Clock(0.01),
    )
    assert answers == ["0 0"] or answers == ["8 8"]
    assert len(complaints) == 4
    assert all("\n" not in complaint and complaint.endswith(".") for complaint in complaints)


LINES = st.sampled_from(["-1 -1", "4 4", "0 0", "8 8", "1", "2", "0", "99", "", "x", "4", "4 4 4", "٣ ٣"])


@given(st.lists(LINES | st.text(max_size=4), max_size=9))
@settings(max_examples=25)
def test_no_input_at_all_breaks_it(lines: list[str]) -> None:
    for answer in talk(serve, "ultimate/count", *lines, complaints=[], clock=Clock(0.3)):
        row, column = map(int, answer.split())
        assert 0 <= min(row, column) <= max(row, column) <= 8
