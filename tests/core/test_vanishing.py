"""Vanishing tic-tac-toe: the counts of a program that shares no code with the product, and a player of its own here."""

from __future__ import annotations

from random import Random

import pytest

from core.errors import BadNotation, UnknownGame
from core.games import get
from core.kinds.faces import GridGame
from core.perft import perft
from core.position import Position, play_all

LINES = ("a1b1c1", "a2b2c2", "a3b3c3", "a1a2a3", "b1b2b3", "c1c2c3", "a1b2c3", "a3b2c1")
SQUARES = [column + row for row in "123" for column in "abc"]


def test_every_position_and_move_by_a_walk() -> None:
    game = get("vanishing")
    seen, layer, moves, ended = {game.start()}, [game.start()], 0, 0
    while layer:
        following = []
        for s in layer:
            if game.value(s) is not None:
                ended += 1
                continue
            for move in game.moves(s):
                moves += 1
                after = game.play(s, move)
                if after not in seen:
                    seen.add(after)
                    following.append(after)
        layer = following
    assert (len(seen), ended, moves) == (128170, 12096, 369801)


def has_line(queue: list[str]) -> bool:
    return any(set(queue) == {line[:2], line[2:4], line[4:]} for line in LINES)


@pytest.mark.parametrize("reuse", [False, True])
def test_random_games_go_as_a_player_with_two_lists_sees_them(reuse: bool) -> None:
    draw = Random(9)
    for _ in range(60):
        position = Position.start(get("vanishing/reuse" if reuse else "vanishing"))
        queues: tuple[list[str], list[str]] = ([], [])
        for ply in range(60):
            own = queues[ply % 2]
            taken = [*queues[0], *queues[1]]
            if reuse and len(own) == 3:
                taken.remove(own[0])
            assert [position.name(move) for move in position.moves] == [name for name in SQUARES if name not in taken]
            name = draw.choice([name for name in SQUARES if name not in taken])
            own.append(name)
            del own[:-3]
            position = position.play(position.parse(name))
            assert position.text == "/".join(["".join(queue) or "-" for queue in queues] + ["OX"[ply % 2]])
            assert (position.outcome is not None) == has_line(own)
            if position.outcome:
                assert position.outcome.winner == ply % 2
                break


def test_sequences_of_moves_before_any_line_are_those_of_tic_tac_toe() -> None:
    counts = [count for _, count in zip(range(5), perft(Position.start(get("vanishing"))), strict=False)]
    assert counts == [9, 72, 504, 3024, 15120]


def test_the_oldest_mark_is_faint_and_named() -> None:
    _, position = play_all(get("vanishing"), "a1 b1 c1 a2 b2 c3")
    game = position.game
    assert isinstance(game, GridGame)
    assert game.faint(position.state) == (0,)
    assert "X on a1 vanishes" in str(game.caption(position.state))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a1/a1/X", "twice"),
        ("a1b1/-/O", "not O's turn"),
        ("a1b1c1/a2b2a3/X", "X has already won"),
        ("a1b1c1d1/-/X", "oldest first"),
        ("", "oldest first"),
    ],
)
def test_wrong_positions_are_refused(text: str, said: str) -> None:
    with pytest.raises(BadNotation, match=said):
        Position.from_text(get("vanishing"), text)


@pytest.mark.parametrize("id", ["vanishing:3", "vanishing/misere"])
def test_other_ids_are_refused(id: str) -> None:
    with pytest.raises(UnknownGame, match=r"3x3|reuse"):
        get(id)
