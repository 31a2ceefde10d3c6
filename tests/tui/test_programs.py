"""No program from elsewhere is slipped in: only the command line names one, or whoever has seen its command says yes."""

from __future__ import annotations

from typing import Any

import pytest
from textual.app import App

from core.games import get
from core.play.match import Match
from core.play.seats import Setup
from core.players.opponents import DEFAULT
from tests.tui.hall import FULL, Door, Visit
from tui.household.settings import Settings
from tui.household.settings_file import FILE
from tui.household.surroundings import Surroundings
from tui.screens.base.picker import QuestionDialog
from tui.screens.home.screen import HomeScreen
from tui.screens.play.screen import PlayScreen

PROGRAM = "ugi:sh -c 'touch [/bold]'"
SERVED = Surroundings(served=True)


async def keep_a_game(hall: Door, program: str = PROGRAM) -> None:
    """Leave a game against a program unfinished."""
    hall.engines.hold()
    async with hall("tictactoe", players=("human", program)) as visit:
        await visit.press("enter")
        assert visit.engines.asked[-1].engine == program
    hall.engines.asked.clear()


async def go_on(visit: Visit) -> None:
    await visit.until(lambda: visit.home.yours.unfinished)
    await visit.do("continue_game")
    await visit.until(lambda: isinstance(visit.app.screen, QuestionDialog))
    await visit.settle()


def asked(visit: Visit) -> list[str | None]:
    return [request.engine for request in visit.engines.asked]


async def test_a_kept_game_starts_its_program_only_when_its_command_was_seen_and_confirmed(hall: Door) -> None:
    await keep_a_game(hall)
    async with hall() as visit:
        await go_on(visit)
        assert PROGRAM in visit.text
        await visit.press("escape")
        assert isinstance(visit.app.screen, HomeScreen)
        await go_on(visit)
        assert asked(visit) == []
        await visit.press("s")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        await visit.until(lambda: PROGRAM in asked(visit))
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
        await visit.do("continue_game")  # what was confirmed once is not asked again
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))


async def test_else_the_usual_player_takes_its_seat(hall: Door) -> None:
    await keep_a_game(hall)
    async with hall() as visit:
        await go_on(visit)
        await visit.press("enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        await visit.until(lambda: asked(visit))
        assert visit.play.state.match.players == visit.play.state.match.standing.players == ("human", DEFAULT)
        assert PROGRAM not in asked(visit)
        assert visit.moves == "b2"


@pytest.mark.parametrize(("surroundings", "program"), [(SERVED, PROGRAM), (Surroundings(), f"ugi:{'x' * 5000}")])
async def test_where_others_are_served_or_no_window_shows_all_of_it_no_program_is_offered(
    surroundings: Surroundings, program: str, hall: Door
) -> None:
    await keep_a_game(hall, program)
    hall.surroundings = surroundings
    async with hall() as visit:
        await go_on(visit)
        await visit.press("s")
        assert isinstance(visit.app.screen, QuestionDialog)
        await visit.press("enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        await visit.until(lambda: asked(visit))
        assert program not in asked(visit)


async def test_whatever_opens_a_game_asks_before_a_program_of_its_record_is_started(hall: Door) -> None:
    hall.engines.hold()
    async with hall() as visit:
        match = Match(get("tictactoe"), ("human", PROGRAM))
        visit.app.open_game(get("tictactoe"), Setup(("human", FULL)), match)
        await visit.until(lambda: isinstance(visit.app.screen, QuestionDialog))
        assert asked(visit) == []


@pytest.mark.parametrize("name", ["engine", "opponent"])
async def test_the_settings_name_no_program(name: str, hall: Door) -> None:
    hall.folder.mkdir(parents=True)
    (hall.folder / FILE).write_text(f'{name} = "ugi:touch x"\n')
    async with hall() as visit:
        assert (visit.app.settings.engine, visit.app.settings.opponent) == (Settings.engine, DEFAULT)
        assert f"{name} must be" in visit.notices[0]


async def test_a_program_of_the_command_line_is_not_kept_in_the_settings(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", players=("human", PROGRAM)) as visit:
        await visit.choose("first", "1")  # what is set up is remembered
        assert visit.play.state.course.setup.seats[0] == PROGRAM
    async with hall() as visit:
        assert visit.app.settings.opponent == DEFAULT


async def test_who_is_served_writes_no_file_opens_no_browser_and_changes_no_settings_file(
    hall: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    for name in ("open_url", "save_screenshot", "deliver_screenshot"):
        monkeypatch.setattr(App, name, lambda *arguments, name=name, **options: done.append(name))
    hall.furnish(theme="nord")
    for surroundings, expected in (
        (SERVED, []),
        (Surroundings(), ["open_url", "save_screenshot", "deliver_screenshot"]),
    ):
        hall.surroundings = surroundings
        before = (hall.folder / FILE).read_bytes()
        async with hall() as visit:
            app: Any = visit.app
            titles = [command.title for command in app.get_system_commands(app.screen)]
            assert ("Screenshot" in titles) is bool(expected)
            assert "Theme" in titles
            app.open_url("https://example.org")
            app.save_screenshot("picture.svg", path="/tmp")
            app.deliver_screenshot()
            await visit.do("marks")
            assert not app.settings.marks
        assert done == expected
        assert ((hall.folder / FILE).read_bytes() == before) is not bool(expected)
