"""Games of others come in at home: by a dialog for a file or a text, and by what is pasted."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path
from zipfile import ZipFile

import pytest
from textual.widgets import Input

from core import notation
from core.games import get
from core.notation.common import BadGames
from tests.tui.hall import Door, Visit
from tests.tui.pasting import SGF, paste
from tui.household import game_files
from tui.household.surroundings import Surroundings
from tui.screens.base.paths import completed
from tui.screens.home.opened import OpenedGames
from tui.screens.home.reading import OpenGames
from tui.screens.home.screen import HomeScreen
from tui.screens.review.screen import ReviewScreen

PSQ = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n"


async def pasted(visit: Visit, text: str, game: str = "tictactoe") -> None:
    """Paste a text while a game is chosen, and wait until it is read."""
    visit.home.shelf.take(get(game))
    await paste(visit, text)
    await visit.app.workers.wait_for_complete()
    await visit.settle()


async def reviewed(visit: Visit) -> str:
    """The moves of the game in review, which is left."""
    await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
    moves, game = " ".join(visit.review.state.match.names), visit.review.game.id
    await visit.do("leave")
    await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
    return f"{game}: {moves}"


async def test_a_pasted_text_opens_whatever_its_format_is(hall: Door) -> None:
    async with hall() as visit:
        for text, game, expected in (
            ("1. a1 b2 2. c3", "tictactoe", "tictactoe: a1 b2 c3"),
            ("a1b2c3", "tictactoe", "tictactoe: a1 b2 c3"),
            (PSQ, "tictactoe", "gomoku: h8 i9"),
            ("(;GM[4]SZ[15];B[hh];W[ii])", "nim:3,4,5", "gomoku: h8 i9"),
            ("4444", "connect-four", "connect-four: 4 4 4 4"),
            ("4444", "nim:3,4,5", "connect-four: 4 4 4 4"),
            ("C3 B2", "nim:3,4,5", "nim:3,4,5: C3 B2"),
            ('[Game "tictactoe"]\r\r1. b2 a1\r', "nim:3,4,5", "tictactoe: b2 a1"),
        ):
            await pasted(visit, text, game)
            assert await reviewed(visit) == expected


async def test_several_pasted_games_are_a_list(hall: Door) -> None:
    async with hall() as visit:
        await pasted(visit, SGF)
        await visit.until(lambda: isinstance(visit.app.screen, OpenedGames))
        assert "Ana 1-0 Ben" in visit.text


async def test_a_text_that_is_no_game_is_refused_with_the_formats(hall: Door) -> None:
    async with hall() as visit:
        await pasted(visit, "Dear Ana,\nhow are you?")
        assert visit.status.startswith(
            "This is neither a game in a known format (json, text, psq, sgf, digits, openings) nor moves of tictactoe. "
            "Line 1: Move 1: "
        )
        assert isinstance(visit.app.screen, HomeScreen)


async def test_a_game_with_a_fault_says_its_line(hall: Door) -> None:
    async with hall() as visit:
        await pasted(visit, PSQ + "8,8,0\n")
        assert visit.status.startswith("Line 4: Move 3: ")


async def test_the_games_that_can_be_read_open_and_the_others_are_counted(hall: Door) -> None:
    async with hall(notices=True) as visit:
        await pasted(visit, "a1 b2\n\na1 a1\n\nc3 b2")
        await visit.until(lambda: isinstance(visit.app.screen, OpenedGames))
        assert "Games 1 to 2 of 2" in visit.text
        assert visit.notices[0].startswith("Games left out: 1. Line 3: Move 2: ")


async def test_the_hall_goes_on_while_a_long_text_is_read(hall: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, asked = threading.Event(), threading.Event()
    every = notation.every

    def slowly(*arguments: object) -> object:
        asked.set()
        go_on.wait()
        return every(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(notation, "every", slowly)
    async with hall() as visit:
        await paste(visit, "a1 b2")
        await asyncio.to_thread(asked.wait)
        before = visit.home.game
        await visit.press("down")
        assert visit.home.game != before
        go_on.set()
        await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))


async def asked(visit: Visit) -> OpenGames:
    """The dialog."""
    await visit.do("open_games")
    await visit.until(lambda: isinstance(visit.app.screen, OpenGames))
    assert isinstance(visit.app.screen, OpenGames)
    return visit.app.screen


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.sgf")
    with pytest.raises(game_files.BadFile, match="is a device or a pipe; choose a file of games"):
        game_files.in_file(str(tmp_path / "pipe.sgf"), get("gomoku"), lambda: False)


def test_a_folder_is_left_at_once_when_nobody_waits(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / name).mkdir()
    asked = []

    def stopped() -> bool:
        asked.append(True)
        return True

    with pytest.raises(game_files.BadFile, match="No game was found"):
        game_files.in_file(str(tmp_path), get("gomoku"), stopped)
    assert asked == [True]


async def test_a_file_a_folder_and_a_zip_are_opened_by_their_paths(hall: Door, tmp_path: Path) -> None:
    one = tmp_path / "games" / "one.psq"
    one.parent.mkdir()
    one.write_text(PSQ)
    archive = tmp_path / "all.zip"
    with ZipFile(archive, "w") as packed:
        packed.write(one, "one.psq")
    async with hall() as visit:
        for path in (one, one.parent, archive):
            (await asked(visit)).query_one(Input).value = str(path)
            await visit.press("enter")
            assert await reviewed(visit) == "gomoku: h8 i9"


async def test_the_dialog_takes_games_too(hall: Door) -> None:
    async with hall() as visit:
        await asked(visit)
        await visit.write("a1 b2")
        await visit.press("enter")
        assert await reviewed(visit) == "tictactoe: a1 b2"
        await asked(visit)
        await paste(visit, PSQ)
        assert await reviewed(visit) == "gomoku: h8 i9"


async def test_the_dialog_says_what_is_wrong_and_stays(hall: Door, tmp_path: Path) -> None:
    async with hall() as visit:
        dialog = await asked(visit)
        await visit.press("enter")
        await visit.until(lambda: "Type a path, or paste games." in visit.text)
        dialog.query_one(Input).value = str(tmp_path / "none.sgf")
        await visit.press("enter")
        await visit.until(lambda: "cannot be read" in " ".join(visit.text.split()))
        await visit.press("escape")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))


async def test_tab_completes_a_path(hall: Door, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.psq").write_text(PSQ)
    (tmp_path / "games" / "one.pdf").write_text("")
    async with hall() as visit:
        dialog = await asked(visit)
        await visit.write(f"{tmp_path}/ga")
        line = dialog.query_one(Input)
        await visit.until(lambda: line._suggestion)
        await visit.press("tab")
        assert line.value == f"{tmp_path}/games/"
    assert completed(f"{tmp_path}/games/o", game_files.ENDINGS) == f"{tmp_path}/games/one.psq"


async def test_a_hall_that_is_served_reads_no_file_but_what_is_pasted(hall: Door) -> None:
    hall.surroundings = Surroundings(served=True)
    async with hall() as visit:
        assert "open_games" not in {found.binding.id for found in visit.home.active_bindings.values() if found.enabled}
        await pasted(visit, PSQ)
        assert await reviewed(visit) == "gomoku: h8 i9"


def test_a_text_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_files, "MAX_MEGABYTES", 1)
    with pytest.raises(BadGames, match="larger than 1 MB; paste less of it"):
        game_files.in_text("a1 " * 2**19, get("tictactoe"), lambda: False)


def test_who_wants_the_games_no_longer_does_not_wait_for_them_all() -> None:
    assert len(game_files.in_text("a1\n\na1\n\na1", get("tictactoe"), lambda: True).games) == 1


@pytest.mark.parametrize("packed", [False, True])
def test_too_many_files_are_refused_before_any_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, packed: bool
) -> None:
    monkeypatch.setattr(game_files, "MAX_FILES", 1)
    whole = tmp_path / "all"
    if packed:
        with ZipFile(whole, "w") as archive:
            archive.writestr("a.psq", PSQ)
            archive.writestr("b.psq", PSQ)
    else:
        whole.mkdir()
        (whole / "a.psq").write_text(PSQ)
        (whole / "b.psq").write_text(PSQ)
    with pytest.raises(game_files.BadFile, match="has more than 1 files"):
        next(game_files.parts(str(whole)))


async def test_the_dialog_names_the_game_whose_moves_it_takes(hall: Door) -> None:
    async with hall() as visit:
        visit.home.shelf.take(get("tictactoe"))
        await asked(visit)
        await visit.until(lambda: "tic-tac-toe 3x3:" in visit.text)
