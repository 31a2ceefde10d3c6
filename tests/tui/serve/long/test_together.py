"""Two who come with real clients play each other to the end, and a third looks on. It takes 4 seconds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.pty.terminal import TOLD_TO_MOVE, Terminal
from tests.tui.serve.serving import Key, Served


def board(terminal: Terminal) -> list[str]:
    """The picture of the board, without its marks of cursor and last move."""
    rows = terminal.screen.display
    width = rows[1].find("╮")
    return ["".join(each for each in row[:width] if each in "▀▄█│") for row in rows[2:21]]


def see_one_of(terminal: Terminal, *texts: str) -> None:
    """Read until one of these is on the screen."""
    terminal.until(lambda: any(text in terminal.text for text in texts))


def see_same_board(first: Terminal, *others: Terminal) -> None:
    """Read until all show one board with five marks."""
    first.until(
        lambda: (
            all(each.read() for each in others)
            and all(board(each) == board(first) for each in others)
            and sum(row.count("▀") for row in board(first)) > 10
        )
    )


def test_two_play_to_the_end_and_a_third_sees_what_they_see(
    serve: Callable[..., Served], key: Key, come: Callable[..., Terminal], tmp_path: Path
) -> None:
    hall = serve()
    ana = come(hall)
    bea, cid = (come(hall, by=Key(tmp_path)) for _ in range(2))
    ana.do("seek")
    ana.see("What do you offer?")
    ana.press("\x1bOQ")  # F2
    bea.see("Tic-tac-toe 3x3")
    bea.press("\x1b[H", "enter")
    for player in (ana, bea):
        player.see("TIC-TAC-TOE")
        see_one_of(player, TOLD_TO_MOVE, "is to move")
    first, second = (ana, bea) if TOLD_TO_MOVE in ana.text else (bea, ana)
    cid.see(" - guest-")
    cid.press("\x1b[H", "enter")
    cid.see("TIC-TAC-TOE")
    for number, move in enumerate(("a1", "b1", "a2", "b2", "a3"), 1):
        player = (second, first)[number % 2]
        player.see(TOLD_TO_MOVE)
        player.press(*move)
        player.see(f": {move}")
        player.press("enter")
        see_one_of(player, "is to move", "You win")
    first.see("You win")
    see_same_board(first, second, cid)
