"""Games of Python players: played, lost by a fault, exported without a folder, and kept in tournaments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.games import get
from core.notation.documents import to_json
from core.notation.text import to_text
from core.play.match import Match
from core.play.seats import Setup, programs
from core.play.series import Series
from core.players.opponents import parse
from core.store.rows import Stored
from core.tournament.bout import Bout, play
from core.tournament.plan import TournamentPlan
from core.tournament.run import InProcess, run
from core.tournament.sheet import BadSheet, Reader, Sheet
from core.tournament.table import CrossTable
from tests.core.python_files import written
from tests.core.reading_games import read

FIRST = "def choose(position):\n    return position.moves[0]\n"
LAST = "def choose(position):\n    return position.moves[-1]\n"
FAULTY = "def choose(position):\n    return position.moves[99]\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my bot.py"
    written(path, FIRST)
    return path


def stored(seat: str) -> Stored:
    """A game in which a player has the first seat."""
    series = Series((seat, "human"), 3)
    return Stored.of(Match(get("tictactoe"), (seat, "human"), id="x", series=series).play(4), 1.0, 2.0)


def test_it_plays_a_game_to_its_end(file: Path) -> None:
    played = play(Bout(1, get("tictactoe"), (str(file), "newell-simon")))
    assert (played.forfeit, played.match.outcome is None) == (None, False)


def test_a_player_that_fails_loses_the_game(file: Path) -> None:
    written(file, FAULTY)
    played = play(Bout(1, get("tictactoe"), (str(file), "newell-simon")))
    assert played.match.outcome
    assert played.match.outcome.winner == 1


def test_the_error_and_its_line_are_told_of_a_game_that_is_lost_by_a_fault(file: Path) -> None:
    written(file, FAULTY)
    said = play(Bout(1, get("tictactoe"), (str(file), "newell-simon"))).forfeit
    assert str(said) == "my bot.py forfeits: it raises IndexError: tuple index out of range (line 2)."


def test_it_does_not_play_what_its_file_does_not_play(tmp_path: Path) -> None:
    agent = written(tmp_path / "agent.py", "def agent(observation, configuration):\n    return 0\n")
    player = parse(agent)
    assert player
    assert [player.plays(get(game)) for game in ("connect-four", "tictactoe")] == [True, False]


def test_a_file_that_is_gone_plays_nothing() -> None:
    assert not Setup(("human", "/nowhere/bot.py")).fitting(get("nim:3")).seats[1].endswith(".py")


def test_a_kept_game_names_it_as_a_program(file: Path) -> None:
    assert programs(("human", str(file))) == [f"python:{file}"]


# Exports.


def test_the_text_of_a_game_has_no_folder(file: Path) -> None:
    assert str(file.parent) not in to_text([stored(f"python:{file}")])


def test_the_text_of_a_game_names_the_file(file: Path) -> None:
    assert '[First "python:my bot.py"]' in to_text([stored(f"python:{file}")])


def test_the_json_of_a_game_names_the_file_without_its_folder(file: Path) -> None:
    (game,) = json.loads(to_json([stored(f"python:{file}")]))
    assert (game["first"], game["series"]["players"]) == ("python:my bot.py", ["python:my bot.py", "human"])


@pytest.mark.parametrize("written_by", [to_text, to_json])
def test_an_export_is_read_again_and_exported_as_it_was(written_by: object, file: Path) -> None:
    assert callable(written_by)
    text = written_by([stored(f"python:{file}")])
    assert written_by(read(text, 5.0)) == text


def test_an_export_without_an_id_gets_the_same_one_in_every_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        found += [game.id for game in read('[Game "tictactoe"]\n[First "python:bot.py"]\n\n1. b2 *\n', 5.0)]
    assert found[0] == found[1]


def test_a_file_whose_name_is_that_of_a_level_is_read_again(file: Path) -> None:
    assert read(to_text([stored("python:/somewhere/2")]), 5.0)[0].players[0].endswith("/2")


# Tournaments.


def plan(file: Path) -> TournamentPlan:
    return TournamentPlan("tictactoe", (f"python:{file}", "random"), 4, seed=1)


def test_the_file_of_a_tournament_has_the_digest_of_its_players(file: Path, tmp_path: Path) -> None:
    with Sheet(tmp_path / "games.jsonl", plan(file)):
        pass
    head = json.loads((tmp_path / "games.jsonl").read_text().splitlines()[0])
    # By sha256sum.
    assert head["files"] == {f"python:{file}": "68dc29f87a148e3c73cd82087d883155f45467e82f381aacb5feeb08d3c503d4"}


def test_without_python_players_it_has_none(tmp_path: Path) -> None:
    with Sheet(tmp_path / "games.jsonl", TournamentPlan("tictactoe", ("random", "best:1"), 4)):
        pass
    assert "files" not in json.loads((tmp_path / "games.jsonl").read_text().splitlines()[0])


def test_a_tournament_goes_on_with_the_same_content(file: Path, tmp_path: Path) -> None:
    with Sheet(tmp_path / "games.jsonl", plan(file)):
        pass
    with Sheet(tmp_path / "games.jsonl", plan(file)) as sheet:
        assert len(list(run(plan(file), sheet.games, InProcess, 1, sheet.keep))) == 4


def test_a_tournament_does_not_go_on_with_another_content(file: Path, tmp_path: Path) -> None:
    with Sheet(tmp_path / "games.jsonl", plan(file)):
        pass
    written(file, LAST)
    with pytest.raises(BadSheet, match=r"^my bot\.py has changed since the tournament began; start a new one\.$"):
        Sheet(tmp_path / "games.jsonl", plan(file))


def test_no_game_is_kept_of_a_player_that_changed_while_it_played(file: Path, tmp_path: Path) -> None:
    with Sheet(tmp_path / "games.jsonl", plan(file)) as sheet:
        games = run(plan(file), sheet.games, InProcess, 1, sheet.keep)
        next(games)
        written(file, LAST)
        with pytest.raises(BadSheet, match="has changed"):
            next(games)
    assert len(Reader(tmp_path / "games.jsonl").read()) == 1


def test_a_tournament_that_is_over_is_shown_whatever_became_of_its_files(file: Path, tmp_path: Path) -> None:
    with Sheet(tmp_path / "games.jsonl", plan(file)) as sheet:
        list(run(plan(file), sheet.games, InProcess, 1, sheet.keep))
    written(file, LAST)
    with Sheet(tmp_path / "games.jsonl", plan(file)) as sheet:
        assert len(sheet.games) == 4


def test_games_that_two_files_repeat_are_counted_once(file: Path, tmp_path: Path) -> None:
    other = written(tmp_path / "other.py", LAST)
    repeated = TournamentPlan("tictactoe", (f"python:{file}", f"python:{other}"), 6)
    assert CrossTable(repeated, list(run(repeated, (), InProcess, 1))).different == 2
