"""Your programs: the Python players of the folder are choices, played without a question; others are asked about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.games import get
from core.play.match import Match
from core.play.seats import Setup
from core.players.opponents import DEFAULT
from tests.core.python_files import BOTTOM_RIGHT, COURSE, written
from tests.tui.hall import FULL, Door, Engines, Visit, top
from tests.tui.plainly import Reader
from tui.household.own_players import in_folder
from tui.household.settings_file import FILE
from tui.household.surroundings import Surroundings
from tui.screens.base.picker import Picker, QuestionDialog
from tui.screens.play.screen import PlayScreen
from tui.screens.tournament.screen import TournamentScreen

FIRST = "def choose(position):\n    return position.moves[0]\n"
EMPTY = "'triqui new player > FILE' begins a program of your own"


@pytest.fixture
def mine(hall: Door) -> str:
    """The text of a player in the folder."""
    (hall.folder / "players").mkdir(parents=True)
    return f"python:{written(hall.folder / 'players' / 'mine.py', FIRST)}"


def unframed(visit: Visit) -> str:
    """What is shown, without blanks and frames, since a long path is broken."""
    return re.sub(r"[\s│]+", "", visit.text)


def names(visit: Visit) -> list[str]:
    return [row.name for row in top(visit.app, Picker).listed.rows]


async def test_a_file_of_the_folder_is_among_the_opponents(hall: Door, mine: str) -> None:
    async with hall("tictactoe") as visit:
        await visit.do("seat_second")
        assert names(visit)[-1] == "mine.py"


async def test_the_long_name_of_a_file_leaves_room_for_what_is_said_of_players(hall: Door, mine: str) -> None:
    written(hall.folder / "players" / f"{'n' * 200}.py", FIRST)
    async with hall("tictactoe") as visit:
        await visit.do("seat_second")
        assert "plays random games and counts" in visit.text


async def test_a_file_that_does_not_play_the_game_is_not(hall: Door, mine: str) -> None:
    written(hall.folder / "players" / "mine.py", COURSE + BOTTOM_RIGHT)
    async with hall("nim:3,4") as visit:
        await visit.do("seat_second")
        assert "mine.py" not in names(visit)


async def test_where_there_is_none_a_sentence_tells_how_to_begin_one(hall: Door) -> None:
    async with hall("tictactoe", size=(120, 40)) as visit:
        await visit.do("seat_second")
        assert EMPTY in visit.text


async def test_where_there_is_none_the_folder_is_named(hall: Door) -> None:
    async with hall("tictactoe", size=(120, 40)) as visit:
        await visit.do("seat_second")
        assert str(hall.folder / "players") in unframed(visit)


@pytest.mark.parametrize("surroundings", [Surroundings(served=True), Surroundings(web=True)])
async def test_who_is_served_has_none(surroundings: Surroundings, hall: Door, mine: str) -> None:
    hall.surroundings = surroundings
    async with hall("tictactoe", size=(120, 40)) as visit:
        await visit.do("seat_second")
        assert "YOUR PROGRAMS" not in visit.text


async def test_a_player_that_was_chosen_plays_without_a_question(hall: Door, mine: str) -> None:
    hall.engines.hold()
    async with hall() as visit:
        await visit.choose("seat_second", mine)
        await visit.press("enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.play.state.match.players[1] == mine


async def test_a_player_that_was_chosen_is_not_kept_in_the_settings(hall: Door, mine: str) -> None:
    async with hall() as visit:
        await visit.choose("seat_second", mine)
        assert visit.app.settings.opponent == DEFAULT


@pytest.mark.parametrize("name", ["engine", "opponent"])
async def test_a_setting_that_names_one_is_refused(name: str, hall: Door) -> None:
    hall.folder.mkdir(parents=True)
    (hall.folder / FILE).write_text(f'{name} = "bot.py"\n')
    async with hall() as visit:
        assert f"{name} must be" in visit.notices[0]


async def test_a_game_that_names_one_asks_before_it_runs(hall: Door, mine: str) -> None:
    hall.engines.hold()
    async with hall("tictactoe", players=("human", FULL)) as visit:
        visit.app.open_game(get("tictactoe"), Setup(("human", FULL)), Match(get("tictactoe"), ("human", mine)))
        await visit.until(lambda: isinstance(visit.app.screen, QuestionDialog))
        assert [request.engine for request in visit.engines.asked if request.engine == mine] == []


async def test_a_tournament_can_be_made_with_it(hall: Door, mine: str) -> None:
    async with hall() as visit:
        await visit.do("tournaments")
        await visit.until(lambda: isinstance(visit.app.screen, TournamentScreen))
        await visit.do("new_tournament")
        await visit.press("end")
        assert "mine.py" in visit.text


# The folder.


def test_a_folder_that_is_missing_has_no_players(tmp_path: Path) -> None:
    assert in_folder(tmp_path / "nowhere", get("tictactoe")) == []


def test_a_file_in_the_place_of_the_folder_has_no_players(tmp_path: Path) -> None:
    (tmp_path / "players").touch()
    assert in_folder(tmp_path / "players", get("tictactoe")) == []


def test_what_is_no_player_is_passed_over(tmp_path: Path) -> None:
    for name, text in {"bot.py": FIRST, "notes.py": "x = 3\n", "broken.py": "def", ".hidden.py": FIRST}.items():
        written(tmp_path / name, text)
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "dangling.py").symlink_to("nowhere")
    assert [str(player.title) for player in in_folder(tmp_path, get("tictactoe"))] == ["bot.py"]


# The line mode.


@pytest.fixture
def read(home: Path, engines: Engines) -> Reader:
    return Reader(home, engines)


def test_the_line_mode_takes_its_path(read: Reader, tmp_path: Path) -> None:
    path = written(tmp_path / "My Bot.py", FIRST)
    assert "O: My Bot.py." in read(f"setup o {path}", game="tictactoe")


def test_the_line_mode_tells_what_is_wrong_with_its_file(read: Reader, tmp_path: Path) -> None:
    assert "'bot.py' has no player" in read(f"setup o {written(tmp_path / 'bot.py', '')}", game="tictactoe")
