"""The key that writes why a value is exact to a file."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.widgets import Input, Label

from core.phrase import phrase
from core.players.opponents import HUMAN
from tests.core import second_checker
from tests.tui.hall import FULL, Door
from tui.command.cli import main
from tui.hall.app import Hall
from tui.household.surroundings import Surroundings
from tui.screens.base import certificate
from tui.screens.base.certificate import AskForFile
from tui.screens.base.dialogs import PressKey
from tui.text.keys import KEYS

PEOPLE = (HUMAN, HUMAN)


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What would be run, each with its file at the end; it does not come to an end."""
    noted: list[list[str]] = []

    async def note(hall: Hall, command: Sequence[str], file: str) -> None:
        noted.append([*command, "-o", file])
        await asyncio.Event().wait()

    monkeypatch.setattr(certificate, "certify", note)
    return noted


async def test_what_is_exact_goes_to_a_file_that_is_asked_for(
    hall: Door, commands: list[list[str]], tmp_path: Path
) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.do("certificate")
        dialog = visit.app.screen
        assert isinstance(dialog, AskForFile)
        assert dialog.query_one(Input).value == "tictactoe-3.xz"
        dialog.query_one(Input).value = str(tmp_path / "draw.xz")
        await visit.press("enter")
        assert "being written" in visit.status
        assert visit.moves == "a1 b2 c3"
    assert main(commands[0]) == 0
    assert second_checker.check((tmp_path / "draw.xz").read_bytes()) == "tictactoe a1 b2 c3 draw"


@pytest.mark.parametrize("players", [PEOPLE, (FULL, FULL)])
async def test_that_a_proof_is_being_written_is_said_no_longer_once_it_is(
    hall: Door, monkeypatch: pytest.MonkeyPatch, players: tuple[str, str]
) -> None:
    written = asyncio.Event()

    async def write(hall: Hall, command: Sequence[str], file: str) -> None:
        await written.wait()

    monkeypatch.setattr(certificate, "certify", write)
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", players) as visit:
        await visit.press("space") if FULL in players else None
        visit.engines.release()
        await visit.rest()
        usual = visit.status
        await visit.do("certificate")
        await visit.press("enter")
        assert "being written" in visit.status
        written.set()
        await visit.until(lambda: visit.status == usual)


async def test_what_asks_for_a_file_or_a_key_stands_in_the_middle_before_the_board(hall: Door) -> None:
    for dialog in (AskForFile("draw.xz"), PressKey(phrase("Which key?"))):
        async with hall("tictactoe", "", PEOPLE) as visit:
            await visit.app.push_screen(dialog)
            await visit.pilot.pause()
            around, inside = dialog.region, dialog.query_one(".dialog").region
            assert abs(inside.y - around.y - (around.bottom - inside.bottom)) <= 1 < inside.y
            assert "TIC-TAC-TOE" in visit.text


async def test_a_file_that_is_there_stays_and_another_name_is_asked_for(
    hall: Door, commands: list[list[str]], tmp_path: Path
) -> None:
    (tmp_path / "mine").write_text("mine")
    async with hall("tictactoe", "", PEOPLE) as visit:
        await visit.do("certificate")
        for name, said in (("mine", "Choose another name"), ("no/where", "no such folder")):
            visit.app.screen.query_one(Input).value = str(tmp_path / name)
            await visit.press("enter")
            assert isinstance(visit.app.screen, AskForFile)
            assert said in str(visit.app.screen.query_one("#answer", Label).render())
        await visit.press("escape")
    assert commands == []
    assert (tmp_path / "mine").read_text() == "mine"


@pytest.mark.parametrize(("id", "said"), [("pong-hau-ki", True), ("tictactoe", False)])
async def test_of_play_that_need_not_end_it_says_whose_rule_a_draw_by_repetition_is(
    hall: Door, id: str, said: bool
) -> None:
    async with hall(id, "", PEOPLE) as visit:
        await visit.do("certificate")
        asked = str(visit.app.screen.query(Label).first().render())
    assert asked.endswith("File for the proof of this value, for triqui check to read:")
    assert (
        asked.startswith("A draw by repetition is a rule of the hall's matches, not part of the game's value.") == said
    )


async def test_a_guess_has_no_certificate(hall: Door, commands: list[list[str]]) -> None:
    async with hall("gomoku", "", PEOPLE) as visit:
        await visit.do("certificate")
        assert "Only an exact value" in visit.status


async def test_a_review_has_the_key_too(hall: Door, commands: list[list[str]]) -> None:
    async with hall("tictactoe", "a1 b1 a2 b2 a3", PEOPLE) as visit:
        await visit.do("review")
        await visit.press("home")
        await visit.do("certificate")
        await visit.press("enter")
    assert commands[0][:4] == ["prove", "tictactoe", "--moves", ""]
    assert commands[0][4:6] == ["--claim", "draw"]


async def test_so_has_a_game_that_is_watched_of_what_either_engine_has_proven(
    hall: Door, commands: list[list[str]]
) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", (FULL, "mcts:2")) as visit:
        await visit.do("run")
        visit.engines.release()
        await visit.rest()
        await visit.do("certificate")
        await visit.press("enter")
    assert commands[0][:6] == ["prove", "tictactoe", "--moves", "a1 b2 c3", "--claim", "draw"]


async def test_a_game_that_is_watched_waits_until_the_file_is_named(hall: Door, commands: list[list[str]]) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", (FULL, FULL)) as visit:
        watch = visit.watch
        assert watch.state.running
        visit.engines.report(lambda analysis: analysis)
        await visit.do("certificate")
        assert isinstance(visit.app.screen, AskForFile)
        assert not watch.state.running
        await visit.press("escape")
        assert watch.state.running


async def test_a_result_needs_no_proof(hall: Door, commands: list[list[str]]) -> None:
    async with hall("tictactoe", "a1 b1 a2 b2 a3", PEOPLE) as visit:
        await visit.do("certificate")
        assert visit.status.startswith("The game is over, and its result needs no proof;")
    assert commands == []


async def test_the_position_looked_at_is_the_one_that_is_proven(hall: Door, commands: list[list[str]]) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.press("less_than_sign")
        await visit.do("certificate")
        await visit.press("enter")
    assert commands[0][:4] == ["prove", "tictactoe", "--moves", "a1 b2"]


async def test_in_a_served_hall_no_file_is_written(hall: Door, commands: list[list[str]]) -> None:
    hall.surroundings = Surroundings(served=True)
    async with hall("tictactoe", "", PEOPLE) as visit:
        assert KEYS["certificate"].keys not in visit.app.screen.active_bindings
        await visit.press(KEYS["certificate"].keys)
        assert not isinstance(visit.app.screen, AskForFile)
    assert commands == []
