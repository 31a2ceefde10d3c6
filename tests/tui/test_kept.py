"""Nothing is lost: not by closing, not by a broken file, not by an engine that dies."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from core.errors import StoreBroken
from core.games import get
from core.play.seats import Setup
from core.players.recalling import Recalling
from core.players.worker.parent import Worker
from tests.core.finished import GOES_ON
from tests.core.reading_games import read
from tests.core.storing import respell
from tests.tui.hall import FULL, Door, Engines, Visit
from tui.game.home_game import HomeGame
from tui.hall.app import Hall
from tui.household.opening import Opening
from tui.household.settings_file import FILE
from tui.household.surroundings import STORE_FILE
from tui.screens.home.stats import Stats
from tui.screens.play.screen import PlayScreen
from tui.screens.review.screen import ReviewScreen

PEOPLE = ("human", "human")


async def test_a_notice_says_what_it_is_told_letter_by_letter(hall: Door) -> None:
    async with hall(notices=True) as visit:
        visit.app.warn(StoreBroken("{path} is gone.", path="/[/bold]\x1b[1m"))
        await visit.until(lambda: "is gone." in visit.text)
        assert r"/[/bold]\x1b[1m is gone." in visit.text


async def test_a_game_closed_in_its_middle_stands_at_its_last_ply(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        await visit.move("a1")
        moves = visit.moves
        assert len(moves.split()) == 2
    async with hall() as visit:
        await visit.until(lambda: "ply 2" in visit.text)
        await visit.do("continue_game")
        await visit.until(lambda: not visit.engines.open and hasattr(visit.app.screen, "state"))
        assert visit.moves == moves
        assert visit.play.state.match.players == ("human", FULL)


async def test_a_game_closed_while_the_engine_thinks_has_your_move_and_gets_its_answer(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        visit.engines.hold()
        await visit.press("enter")
        assert visit.moves == "b2"
    hall.engines.release()
    async with hall() as visit:
        await visit.do("continue_game")
        await visit.until(lambda: hasattr(visit.app.screen, "state") and len(visit.moves.split()) == 2)
        assert visit.moves.startswith("b2 ")


async def test_a_game_opened_in_its_middle_is_kept_before_the_first_move(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.until(lambda: visit.store.unfinished())
    async with hall() as visit:
        await visit.until(lambda: "ply 3" in visit.text)


async def test_undone_moves_are_undone_on_disk(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.do("undo")
        (kept,) = visit.store.unfinished()
        assert kept.moves == "a1 b2"


async def test_a_continued_game_stays_one_game(hall: Door) -> None:
    for _ in range(2):
        async with hall("tictactoe" if not (hall.folder / STORE_FILE).exists() else None, players=PEOPLE) as visit:
            if not hasattr(visit.app.screen, "state"):
                await visit.do("continue_game")
                await visit.until(lambda: hasattr(visit.app.screen, "state"))
            free = visit.play.state.match.position
            await visit.move(free.name(free.moves[0]))
            kept = [game.moves for game in visit.store.unfinished()]
    assert kept == ["a1 b1"]


async def test_a_broken_store_is_named_and_moved_aside_and_the_game_goes_on(hall: Door) -> None:
    hall.folder.mkdir()
    (hall.folder / STORE_FILE).write_bytes(b"no database, " * 100)
    async with hall("tictactoe", players=PEOPLE, notices=True) as visit:
        await visit.until(lambda: visit.notices)
        (notice,) = visit.notices
        assert notice.startswith(f"The games file {hall.folder / STORE_FILE} could not be read")
        assert "It is saved as" in notice
        await visit.move("a1", "b2")
        assert [kept.moves for kept in visit.store.unfinished()] == ["a1 b2"]
    assert (hall.folder / f"{STORE_FILE}.broken-1").read_bytes().startswith(b"no database")


async def test_a_folder_that_cannot_be_written_is_named_once_and_the_game_goes_on(hall: Door) -> None:
    hall.folder.write_text("a file where a folder should be")
    async with hall("tictactoe", players=PEOPLE, notices=True) as visit:
        await visit.until(lambda: visit.notices)
        await visit.move("a1", "b2")
        (notice,) = [notice for notice in visit.notices if "settings" not in notice]
        assert notice.startswith(f"Games cannot be saved in {hall.folder / STORE_FILE}")
        assert "TRIQUI_HOME" in notice
        assert visit.moves == "a1 b2"


async def test_a_store_that_breaks_in_mid_game_is_named_and_the_game_is_kept_in_a_new_one(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE, notices=True) as visit:
        await visit.move("a1")
        (hall.folder / STORE_FILE).write_bytes(b"no database, " * 100)
        await visit.move("b2")
        await visit.until(lambda: visit.notices)
        await visit.move("c3")
        assert visit.moves == "a1 b2 c3"
    async with hall() as visit:
        await visit.until(lambda: "ply 3" in visit.text)


async def test_broken_settings_are_named_and_moved_aside_and_the_usual_ones_hold(hall: Door) -> None:
    hall.folder.mkdir()
    (hall.folder / FILE).write_text("theme = = 3")
    async with hall("tictactoe", players=PEOPLE, notices=True) as visit:
        await visit.until(lambda: visit.notices)
        (notice,) = visit.notices
        assert str(hall.folder / FILE) in notice
        assert "broken-1" in notice
        assert visit.panel.study
        await visit.move("a1")
        assert visit.moves == "a1"


async def test_settings_that_cannot_be_written_are_named_and_hold_until_the_end(hall: Door) -> None:
    hall.folder.write_text("a file where a folder should be")
    async with hall("tictactoe", players=PEOPLE, notices=True) as visit:
        await visit.do("panel")
        await visit.until(lambda: any("settings cannot be written" in notice for notice in visit.notices))
        assert not visit.panel.study


async def test_a_name_of_a_theme_or_engine_that_is_gone_harms_nothing(hall: Door) -> None:
    hall.furnish(theme="no such theme", engine="no such engine", opponent="no such engine:hard")
    async with hall() as visit:
        await visit.press("enter")
        await visit.until(lambda: hasattr(visit.app.screen, "state"))
        await visit.rest()
        await visit.move("b2")
        assert visit.moves.startswith("b2 ")
        assert visit.panel.analysis


@pytest.mark.parametrize("patient", ["panel", "opponent"])
async def test_a_killed_engine_process_is_replaced_and_the_game_goes_on(home: Path, patient: str) -> None:
    app = Hall((home, home), Opening(get("tictactoe"), Setup(("human", "alphabeta:hard"))), pace=0.0)
    async with app.run_test() as pilot:
        visit = Visit(app, pilot, Engines())
        await visit.until(lambda: visit.panel.analysis)
        await visit.press("enter")
        await visit.until(lambda: len(visit.play.state.match.moves) == 2)
        source = visit.play.source
        assert isinstance(source, HomeGame)
        worker = visit.play.panel.analyst._worker if patient == "panel" else source._workers[1]
        assert isinstance(worker, Recalling)
        worker = worker.adviser
        assert isinstance(worker, Worker)
        assert worker._process
        os.kill(worker._process.pid, signal.SIGKILL)
        free = visit.play.state.match.position
        await visit.go(free.name(free.moves[0]))
        await visit.press("enter")
        await visit.until(lambda: len(visit.play.state.match.moves) == 4)
        known = visit.play.panel.analyst.known
        await visit.until(lambda: known(visit.play.state.match.position))


GAMES: dict[str, tuple[str, dict[str, Any], str]] = {
    "no such game": ("continue_game", {"game": "nosuch:3"}, "There is no game 'nosuch:3'"),
    "no such move": ("continue_game", {"moves": ["zz"]}, "Move 1: 'zz' is not a square"),
    "no such player": ("continue_game", {"second": "xyz:9"}, "There is no engine 'xyz'"),
    "no such game reviewed": ("review", {"game": "nosuch:3"}, "There is no game 'nosuch:3'"),
    "no such start reviewed": ("review", {"start": "zzz"}, "'zzz' is not a position"),
}


@pytest.mark.parametrize("name", GAMES)
async def test_a_kept_game_that_makes_no_sense_is_answered_in_a_sentence(name: str, hall: Door) -> None:
    action, spoiled, said = GAMES[name]
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3", PEOPLE) as visit:
        await visit.move(*(["a2"] if action == "review" else ["b1"]))
        respell(visit.app.keeper.path, **spoiled)
    async with hall() as visit:
        await visit.until(lambda: visit.home.yours.read)
        await visit.do(action)
        if action == "review":
            await visit.press("enter")
        assert visit.status.startswith(said)


async def test_a_game_against_a_player_that_is_gone_is_reviewed_with_his_name(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3", PEOPLE) as visit:
        await visit.move("a2")
        respell(visit.app.keeper.path, second="xyz:9")
    async with hall() as visit:
        await visit.until(lambda: visit.home.yours.finished)
        await visit.do("review")
        await visit.press("enter")
        await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
        assert "X You  1-0  O xyz:9" in visit.header


LEFT = """[Game "tictactoe"]
[First "human"]
[Second "human:ana·3f2a"]
[Result "1-0"]
[Reason "abandoned"]

1. b2 1-0
"""


async def test_games_with_somebody_from_afar_are_reviewed_with_his_name_and_go_on_with_a_guest(hall: Door) -> None:
    async with hall() as visit:
        visit.store.take_in(read(LEFT + GOES_ON, 1_800_000_000.0))
    async with hall() as visit:
        await visit.until(lambda: visit.home.yours.finished)
        await visit.do("review")
        await visit.press("enter")
        await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
        assert "X You  1-0  O ana·3f2a" in visit.header
        await visit.do("leave", "record")
        await visit.until(lambda: isinstance(visit.app.screen, Stats))
        await visit.settle()
        assert "ana" not in visit.text
        await visit.press("escape")
        await visit.do("continue_game")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.play.state.match.players == PEOPLE
        await visit.move("b1")
        assert visit.moves == "b2 a1 b1"


async def test_a_game_with_a_guest_is_not_doubled_when_it_is_taken_up(hall: Door) -> None:
    async with hall() as visit:
        visit.store.take_in(read(GOES_ON, 1_800_000_000.0))
        (before,) = visit.store.unfinished()
    for move in ("b1", "c3"):
        async with hall() as visit:
            await visit.until(lambda: visit.home.yours.unfinished)
            await visit.do("continue_game")
            await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
            await visit.move(move)
            (kept,) = visit.store.unfinished()
            assert (kept.id, kept.started) == (before.id, before.started)
    assert kept.moves == "b2 a1 b1 c3"


async def test_games_that_cannot_be_read_are_counted_and_the_others_are_there(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3", PEOPLE) as visit:
        await visit.move("a2")
        for number in range(2):
            with sqlite3.connect(visit.app.keeper.path) as games:
                games.execute("CREATE TEMP TABLE odd AS SELECT * FROM games LIMIT 1")
                games.execute("UPDATE odd SET id = ?, document = CAST(x'ff' AS TEXT), updated = 'soon'", (str(number),))
                games.execute("INSERT INTO games SELECT * FROM odd")
    async with hall() as visit:
        await visit.until(lambda: visit.notices)
        assert visit.notices == ["2 saved games cannot be read; they stay in the store unchanged."]
        assert "Review    Tic-tac-toe" in visit.text


async def test_a_mistake_in_a_call_of_the_loop_ends_the_app_with_exit_code_1(hall: Door) -> None:
    async with hall() as visit:
        asyncio.get_running_loop().call_soon(lambda: 1 / 0)
        while visit.app._exception is None:
            await asyncio.sleep(0)
        assert isinstance(visit.app._exception, ZeroDivisionError)
        assert visit.app.return_code == 1
        visit.app._exception = None  # which the end of the test would raise again
