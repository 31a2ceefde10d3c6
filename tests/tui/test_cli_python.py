"""The commands take the path of a Python file wherever they take a player."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.games import get
from core.play.match import Match
from core.store.store import open_store
from tests.core.python_files import BOTTOM_RIGHT, COURSE, written
from tests.tui.commands import Run
from tui.household.surroundings import STORE_FILE

FIRST = "def choose(position):\n    return position.moves[0]\n"
FAULTY = "import math\ndef choose(position):\n    return math.sqrt(-1)\n"


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a file in the present folder."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "my bot.py", FIRST)
    return "my bot.py"


def test_a_match_shows_it_as_it_was_named(triqui: Run, bot: str) -> None:
    assert "my bot.py" in triqui("match", "tictactoe", bot, "random", "--games", "2").out


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Game 1: my bot.py forfeits: it raises ValueError: math domain error (line 3)."),
        ("es", "Partida 1: my bot.py pierde la partida: lanza ValueError: math domain error (línea 3)."),
    ],
)
def test_a_match_tells_why_a_game_was_lost_by_a_fault(language: str, sentence: str, triqui: Run, bot: str) -> None:
    written(Path(bot), FAULTY)
    said = triqui("--language", language, "match", "tictactoe", bot, "random", "--games", "1")
    assert said.err.strip() == sentence


def test_a_tournament_shows_the_name_of_the_file(triqui: Run, bot: str) -> None:
    said = triqui("tournament", "tictactoe", bot, "random", "--games", "2", "--workers", "1").out
    assert "python:" not in said


def test_a_tournament_shows_the_folders_of_two_files_of_one_name(triqui: Run, bot: str, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    written(tmp_path / "other" / bot, FIRST)
    said = triqui("tournament", "tictactoe", bot, f"other/{bot}", "--games", "2", "--workers", "1").out
    assert f"python:{tmp_path}/other/my bot.py" in said


def test_a_tournament_that_is_resumed_starts_no_file_of_its_own_accord(triqui: Run, bot: str) -> None:
    from core.tournament.plan import TournamentPlan
    from core.tournament.sheet import Sheet

    Sheet(Path("games.jsonl"), TournamentPlan("tictactoe", (f"python:{Path(bot).absolute()}", "random"), 2)).close()
    said = triqui("tournament", "--resume", "games.jsonl")
    assert (said.code, "if you want that, add --programs" in said.err) == (2, True)


def test_a_cluster_refuses_files(triqui: Run, bot: str) -> None:
    said = triqui("tournament", "tictactoe", bot, "random", "--scheduler", "tcp://nowhere:1")
    assert (said.code, said.err.strip()) == (
        2,
        "The workers of a cluster have no my bot.py; leave out --scheduler.",
    )


def test_an_analysis_is_made_by_it(triqui: Run, bot: str) -> None:
    assert triqui("analyse", "tictactoe", "--engine", bot, "--json").json["lines"][0]["move"] == "a1"


def test_an_analysis_of_a_game_that_it_does_not_play_is_refused(triqui: Run, bot: str) -> None:
    written(Path(bot), COURSE + BOTTOM_RIGHT)
    said = triqui("analyse", "nim:3,4", "--engine", bot)
    assert (said.code, "only plays tictactoe" in said.err) == (2, True)


@pytest.mark.parametrize("command", ["play", "watch"])
def test_a_game_that_it_does_not_play_is_refused_where_it_is_named(command: str, triqui: Run, bot: str) -> None:
    written(Path(bot), COURSE + BOTTOM_RIGHT)
    said = triqui(command, "nim:3,4", "--x", bot)
    assert (said.code, "only plays tictactoe" in said.err) == (2, True)


def test_the_settings_name_none(triqui: Run, bot: str) -> None:
    assert triqui("config", "opponent", bot).code == 2


def test_those_of_ones_own_are_among_the_players_of_a_game(triqui: Run, home: Path) -> None:
    (home / "players").mkdir(parents=True)
    written(home / "players" / "mine.py", COURSE + BOTTOM_RIGHT)
    mine = f"python:{home}/players/mine.py"
    names = [[player["name"] for player in triqui("players", game, "--json").json] for game in ("tictactoe", "nim:3,4")]
    assert [mine in found for found in names] == [True, False]


def test_an_exported_game_can_be_imported_again(triqui: Run, bot: str, home: Path) -> None:
    store = open_store(home / STORE_FILE)[0]
    match = Match(get("tictactoe"), (f"python:{Path(bot).absolute()}", "human"), id="1").play(4)
    store.save(Match.from_json({**match.to_json(), "result": "1-0", "reason": "resigned"}))
    store.close()
    assert triqui("log", "--export", "game.txt").code == 0
    exported = Path("game.txt").read_text()
    (home / STORE_FILE).unlink()
    assert triqui("log", "--import", "game.txt").code == 0
    assert triqui("log", "--export", "-").out == exported


@pytest.mark.parametrize("form", ["psq", "sgf"])
def test_no_format_of_others_tells_the_folder_of_a_file(form: str, triqui: Run, bot: str, home: Path) -> None:
    store = open_store(home / STORE_FILE)[0]
    match = Match(get("gomoku"), (f"python:{Path(bot).absolute()}", "human"), id="1").play(112)
    store.save(Match.from_json({**match.to_json(), "result": "1-0", "reason": "resigned"}))
    store.close()
    said = triqui("log", "1", "--as", form).out
    assert ("python:my bot.py" in said, str(Path.cwd()) in said) == (True, False)
