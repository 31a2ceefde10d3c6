"""What somebody who is in the hall might try to get out of it, or to leave on the machine that serves. It takes 7
seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from core.play.seats import Setup
from core.store.store import open_store
from tests.pty.terminal import TOLD_TO_MOVE, Terminal, parent, processes, resident
from tests.tui.serve.serving import MEGABYTES, Key, Served, lives
from tui.household.surroundings import COPIED, STORE_FILE

Come = Callable[..., Terminal]


def descendants(pid: int) -> Iterator[int]:
    """All processes that a process has started."""
    for each in processes():
        if parent(each) == pid:
            yield each
            yield from descendants(each)


def test_there_is_no_picture_of_the_screen_to_be_written_on_the_server(served: Served, key: Key, come: Come) -> None:
    visitor = come(served)
    visitor.press("\x10")
    visitor.see("Search")
    visitor.press("screenshot")
    visitor.see("No matches")


def test_of_a_stranger_who_leaves_nothing_is_left_on_the_server(served: Served, key: Key, come: Come) -> None:
    folder = served.home / "people" / key.person
    visitor = come(served)
    assert folder.exists()
    visitor.press("q")
    assert visitor.end() == 0
    assert not folder.exists()


def test_a_kept_game_starts_no_program_on_the_server(served: Served, key: Key, come: Come, tmp_path: Path) -> None:
    from random import Random

    from core import games

    folder = served.home / "people" / key.person
    folder.mkdir(parents=True)
    planted = tmp_path / "planted"
    game = games.get("tictactoe")
    match = Setup(("human", f"ugi:touch {planted}")).begun(game, Random(1), (4,))
    store, _trouble = open_store(folder / STORE_FILE)
    store.save(match)
    store.close()
    visitor = come(served)
    visitor.do("engines")
    visitor.see("choose the kind")
    visitor.do("continue_game")
    visitor.see("played by an external program")
    assert "Start this program" not in visitor.text
    visitor.press("enter")
    visitor.see("TIC-TAC-TOE")
    assert not planted.exists()


def test_a_visitor_starts_no_process_on_the_server_by_playing(served: Served, key: Key, come: Come) -> None:
    visitor = come(served)
    (session,) = served.sessions(key)
    visitor.do("engines")
    visitor.see("choose the kind")
    visitor.press("enter")
    visitor.see(TOLD_TO_MOVE)
    visitor.press("enter")
    visitor.see("move 3")
    assert list(descendants(session)) == []


def test_a_game_too_large_for_a_hall_costs_nobody_anything(
    served: Served, key: Key, come: Come, tmp_path: Path
) -> None:
    visitor, other = come(served), come(served, by=Key(tmp_path))
    before = resident(served.process.pid)
    visitor.do("engines")
    visitor.see("choose the kind")
    visitor.do("find")
    visitor.see("part of a name")
    visitor.press("nim:99999,99999", "enter")
    visitor.see("Nim 99999-99999")
    visitor.press("enter")
    visitor.see("That game is not played in this hall.")
    lives(other)
    lives(visitor)
    assert resident(served.process.pid) - before < MEGABYTES


def test_what_is_copied_goes_to_the_terminal_of_the_visitor_and_what_is_pasted_opens(
    served: Served, key: Key, come: Come
) -> None:
    visitor = come(served)
    visitor.do("engines")
    visitor.see("choose the kind")
    visitor.press("\x1b[200~a1 b2\rc3\x1b[201~")
    visitor.see("REVIEW")
    visitor.do("menu")
    visitor.see("copy the moves")
    while "▸         copy the moves" not in visitor.text:
        before = visitor.text
        visitor.press("down")
        visitor.until(lambda before=before: visitor.text != before)  # type: ignore[misc]
    visitor.press("enter")
    visitor.see("clipboard of your terminal")
    assert b"\x1b]52;c;YTEgYjIgYzM=\x07" in visitor.sent  # a1 b2 c3
    assert not (served.home / "people" / key.person / COPIED).exists()
