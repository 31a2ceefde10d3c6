"""Ultimate tic-tac-toe: what other programs count, what a slow set of rules plays, and the win with open boards. It takes
1 second."""

from __future__ import annotations

from core.game import State
from core.games.ultimate import FREE
from tests.core.ultimate_cases import rules


def test_the_first_player_wins_with_open_boards_whatever_the_answers() -> None:
    """The strategy of Bertholon and others (2020), against every reply: 29 to 43 plies, and 16,767 positions with O to move."""
    game = rules("open")
    state = game.play(game.start(), 9 * 4 + 4)
    waiting, met, lengths = {(state, 1, -1)}, set(), set()
    while waiting:
        s, plies, turned = waiting.pop()
        met.add(s)
        for reply in game.moves(s):
            then = game.play(s, reply)
            assert game.value(then) is None
            move, now = answer(then, turned)
            last = game.play(then, move)
            if game.value(last) is None:
                waiting.add((last, plies + 2, now))
            else:
                assert game.value(last) == -1
                assert game.turn(last) == 1
                lengths.add(plies + 2)
    assert (min(lengths), max(lengths), len(met)) == (29, 43, 16767)


def answer(s: State, turned: int) -> tuple[int, int]:
    """X's move, and from which board on the plan has turned (-1: it has not)."""
    sent = s[12]
    if turned < 0:
        if sent != 4 and sent != FREE and not full(s[4]):
            return 9 * sent + 4, -1
        turned = next(board for board in range(9) if board != 4 and not s[board] >> 4 & 1)
        assert sent in (turned, FREE)
        return 9 * turned + turned, turned
    board = 8 - turned if sent == FREE else sent
    return 9 * board + (turned if not (s[board] | s[board] >> 9) >> turned & 1 else 8 - turned), turned


def full(marks: int) -> bool:
    return (marks | marks >> 9) & 511 == 511
