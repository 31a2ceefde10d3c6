"""The hall on a page: what it starts, what it looks like, and which game it continues."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from core.players.opponents import HUMAN
from tests.tui.hall import Door
from tui.hall.app import Hall
from tui.household.settings import Settings
from tui.household.surroundings import Surroundings
from tui.screens.base import certificate
from tui.screens.base.picker import QuestionDialog
from tui.screens.home.screen import HomeScreen
from tui.screens.play.screen import PlayScreen
from tui.web.app import LIGHT, WebHall
from tui.web.driver import PageDriver
from tui.web.page import VARIABLE, WebPage

PROGRAM = "ugi:./mine"
PEOPLE = (HUMAN, HUMAN)


class PageDoor:
    """Opens the hall on a page, which the server knows."""

    def __init__(self, door: Door, patch: pytest.MonkeyPatch) -> None:
        self.door = door
        self.told: list[str] = []
        """The ids of games of which the page has told, empty for none."""

        def tell(hall: WebHall, id: str) -> None:
            self.told += [id] if id != hall._game else []
            hall._game = id

        patch.setattr(WebHall, "_tell_game", tell)
        door.surroundings = Surroundings(web=True)

    def know(self, page: WebPage) -> None:
        """Let the server say this of the page."""
        self.door.make = partial(WebHall, page)


@pytest.fixture
def page(hall: Door, monkeypatch: pytest.MonkeyPatch) -> PageDoor:
    """A page about which there is nothing to say."""
    door = PageDoor(hall, monkeypatch)
    door.know(WebPage())
    return door


async def kept(hall: Door, moves: int, players: tuple[str, str] = PEOPLE) -> str:
    """Play the first moves of tic-tac-toe, and leave; the id of the game."""
    async with hall("tictactoe", players=players) as visit:
        for name in ["a1", "b1", "a2", "b2", "a3"][:moves]:
            await visit.go(name)
            await visit.press("enter")
        id = visit.play.state.match.id
        assert len(visit.play.state.match.moves) == moves
    return id


def test_what_the_server_says_of_a_page_comes_to_its_process() -> None:
    page = WebPage("abc", True, (PROGRAM, "gomocup:x y"))
    assert WebPage.of(page.variable) == page
    assert WebPage.of({}) is None


async def test_a_program_that_nobody_has_named_cannot_be_started_from_a_page(page: PageDoor) -> None:
    page.door.engines.hold()
    async with page.door("tictactoe", players=(HUMAN, PROGRAM)) as visit:
        assert isinstance(visit.app.screen, QuestionDialog)
        await visit.press("s")
        assert isinstance(visit.app.screen, QuestionDialog)
        await visit.press("enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert PROGRAM not in visit.play.state.match.players


async def test_a_program_that_was_named_plays_without_a_question(page: PageDoor) -> None:
    page.know(WebPage(programs=(PROGRAM,)))
    page.door.engines.hold()
    async with page.door("tictactoe", players=(HUMAN, PROGRAM)) as visit:
        assert visit.play.state.match.players == (HUMAN, PROGRAM)


@pytest.mark.parametrize(
    ("light", "chosen", "theme"),
    [
        (True, Settings.theme, LIGHT),
        (False, Settings.theme, Settings.theme),
        (True, "nord", "nord"),
        (False, "nord", "nord"),
    ],
)
async def test_the_page_prefers_light_or_dark_unless_the_settings_have_a_theme(
    page: PageDoor, light: bool, chosen: str, theme: str
) -> None:
    page.know(WebPage(light=light))
    page.door.furnish(theme=chosen)
    async with page.door() as visit:
        assert visit.app.theme == theme


async def test_a_preference_of_the_page_is_not_saved(page: PageDoor) -> None:
    page.know(WebPage(light=True))
    async with page.door() as visit:
        await visit.press("down")
    assert page.door.settings(page.door.folder)[0].theme == Settings.theme


@pytest.mark.parametrize("way", ["bell", "audio"])
async def test_a_page_makes_no_sound(page: PageDoor, way: str) -> None:
    page.door.furnish(sound=way)
    async with page.door() as visit:
        assert visit.app._sound_way() == "off"


async def test_the_page_tells_its_game_once_there_is_a_move_and_that_it_has_none_once_that_is_left(
    page: PageDoor,
) -> None:
    async with page.door("tictactoe", players=PEOPLE) as visit:
        assert page.told == []
        await visit.press("enter")
        assert page.told == [visit.play.state.match.id]
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
        assert page.told[1:] == [""]


async def test_a_page_that_is_loaded_again_continues_its_game(page: PageDoor) -> None:
    id = await kept(page.door, 3)
    page.know(WebPage(game=id))
    async with page.door() as visit:
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert (visit.play.state.match.id, visit.moves) == (id, "a1 b1 a2")
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))


@pytest.mark.parametrize("moves", [5, 0])
async def test_a_page_whose_game_is_over_or_gone_opens_as_any(page: PageDoor, moves: int) -> None:
    page.know(WebPage(game=await kept(page.door, moves)))
    page.told.clear()
    async with page.door() as visit:
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
        assert page.told == [""]


async def test_a_certificate_is_a_download_and_no_file_is_asked_for(
    page: PageDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivered: dict[str, bytes] = {}

    async def write(hall: Hall, command: Sequence[str], file: str, name: str) -> None:
        Path(file).write_bytes(f"{' '.join(command)} to {name}".encode())

    def deliver(hall: Hall, file: Any, *, save_filename: str) -> None:
        delivered[save_filename] = file.read()

    monkeypatch.setattr(certificate, "certify", write)
    monkeypatch.setattr(WebHall, "deliver_binary", deliver)
    async with page.door("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.do("certificate")
        assert not visit.app.screen.query(Input)
        await visit.until(lambda: delivered)
    assert delivered == {
        "tictactoe-3.xz": b"prove tictactoe --moves a1 b2 c3 --claim draw to tictactoe-3.xz",
    }


async def test_a_proof_that_fails_delivers_nothing(page: PageDoor, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    async def fail(hall: Hall, command: Sequence[str], file: str, name: str) -> None:
        written.append(file)

    monkeypatch.setattr(certificate, "certify", fail)
    async with page.door("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.do("certificate")
        await visit.until(lambda: written)
        await visit.until(lambda: "being written" not in visit.status)
    assert not Path(written[0]).parent.exists()


def test_the_driver_of_a_page_is_ours_under_every_server(home: Path) -> None:
    assert WebHall(None, (home, home), surroundings=Surroundings(web=True)).get_driver_class() is PageDriver


def test_the_variable_of_a_page_is_json_that_another_version_can_read() -> None:
    assert json.loads(WebPage("abc", True).variable[VARIABLE]) == {"game": "abc", "light": True, "programs": []}
