"""The command ``triqui tournament``: its table, its file, and what it refuses."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.tui.commands import Run
from tui.game.contest import Contest

WORDS = ("tournament", "tictactoe", "best:1", "random", "loser", "--games", "2", "--workers", "1", "--seed", "3")


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play in this process: other tests start processes."""
    from core.tournament.run import InProcess

    monkeypatch.setattr("core.tournament.run.Processes", lambda count: InProcess())


def test_a_tournament_prints_a_crosstable_and_names_its_file(triqui: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    lines = triqui(*WORDS, "--resume", str(file)).out.splitlines()
    assert lines[0].split() == ["player", "Elo", "±", "points", "games", "1", "2", "3"]
    rows = [line.split() for line in lines[1:4]]
    assert sorted(row[1] for row in rows) == ["best:1", "loser", "random"]
    assert rows[-1][1] == "loser"
    assert sum(float(row[4]) for row in rows) == 6
    assert lines[-1] == f"All games are in {file}."
    assert len(file.read_text().splitlines()) == 7


def test_what_is_over_is_told_again_from_the_file_alone(triqui: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "games.jsonl")
    first = triqui(*WORDS, "--resume", file, "--json").json
    assert first["over"]
    assert [row["games"] for row in first["table"]] == [4, 4, 4]
    assert triqui("tournament", "--resume", file, "--json").json == first
    assert triqui(*WORDS[:-2], "--resume", file, "--json").json == first  # the seed is that of the file


def test_it_goes_on_where_it_was_stopped(triqui: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    whole = triqui(*WORDS, "--resume", str(file), "--json").json
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    assert triqui("tournament", "--resume", str(file), "--json").json == whole


def test_without_a_file_one_is_made_in_the_folder_for_data(triqui: Run, tmp_path: Path) -> None:
    document = triqui(*WORDS, "--json").json
    head = Path(document["file"]).read_text().splitlines()[0]
    assert json.loads(head)["players"] == ["best:1", "random", "loser"]


def test_the_first_meets_all_others_or_each_the_next(triqui: Run) -> None:
    found = {}
    for option in ("--gauntlet", "--ladder"):
        meetings = triqui(*WORDS, option, "--json").json["meetings"]
        found[option] = [meeting["players"] for meeting in meetings]
    assert found["--gauntlet"] == [["best:1", "random"], ["best:1", "loser"]]
    assert found["--ladder"] == [["best:1", "random"], ["random", "loser"]]


def test_a_test_is_told_beside_the_score_of_two(triqui: Run) -> None:
    out = triqui(
        "tournament", "tictactoe", "loser", "best:1", "--games", "100", "--sprt", "0,200", "--workers", "1"
    ).out
    row = next(line for line in out.splitlines() if line.startswith("loser"))
    assert "not stronger (-" in row


def test_openings_come_from_a_file(triqui: Run, tmp_path: Path) -> None:
    openings, file = tmp_path / "openings.txt", tmp_path / "games.jsonl"
    openings.write_text("# the corners\na1 b2\nc3\n")
    triqui(*WORDS, "--openings", str(openings), "--resume", str(file))
    games = [json.loads(line)["played"]["moves"] for line in file.read_text().splitlines()[1:]]
    assert all(moves[:2] == ["a1", "b2"] for moves in games)


ALIKE = ("tictactoe", "m-minimax", "m-poda", "--games", "20")
REPEATED = "20 games, 2 different."


def test_a_table_says_how_many_games_are_different_and_what_makes_them_differ(triqui: Run) -> None:
    out = triqui("tournament", *ALIKE, "--workers", "1").out
    assert REPEATED in out
    assert "--openings random:2" in out


def test_a_match_says_how_many_games_are_different_and_what_makes_them_differ(triqui: Run) -> None:
    out = triqui("match", *ALIKE).out
    assert REPEATED in out
    assert "--openings random:2" in out


def test_openings_make_the_games_of_a_match_differ(triqui: Run) -> None:
    words = ("match", *ALIKE, "--seed", "1", "--openings", "random:2")
    assert triqui(*words, "--json").json["different"] > 2


def test_where_no_game_is_repeated_nothing_is_said_of_it(triqui: Run) -> None:
    assert "different" not in triqui(*WORDS).out


REFUSED = {
    "tournament": "Give the game and the players",
    "tournament tictactoe best:1": "has 2 to 64 players",
    "tournament tictactoe best:1 deep-thought": "deep-thought",
    "tournament tictactoe best:1 human": "'human' is not an engine",
    "tournament tictactoe best:1 best:2 --games 0": "--games",
    "tournament tictactoe best:1 best:2 --openings {folder}/none.txt": "cannot be read",
    "tournament tictactoe best:1 best:2 --openings {folder}/bad.txt": "Line 2: Move 2",
    "tournament tictactoe best:1 best:2 --openings {folder}/bytes.txt": "UTF-8",
    "tournament tictactoe best:1 best:2 --openings random:x": "a whole number from 1 to 99",
    "tournament tictactoe best:1 best:2 --openings random:9": "after 9 random moves",
    "tournament tictactoe best:1 best:2 --sprt 5": "--sprt takes two Elo numbers",
    "tournament tictactoe best:1 best:2 --sprt 20,0": "--sprt takes two Elo numbers",
    "tournament tictactoe best:1 best:2 --cpu": "--seconds",
    "tournament tictactoe best:1 best:2 --gauntlet --ladder": "--gauntlet contradicts --ladder",
    "tournament tictactoe best:1 best:2 --workers 2 --scheduler x": "--workers contradicts --scheduler",
    "tournament tictactoe best:1 best:2 --resume {folder}/bad.txt": "not the file of a tournament",
    "tournament tictactoe best:1 best:2 --resume {folder}/no/such.jsonl": "cannot be opened",
    "tournament --resume {folder}/bad.txt": "not the file of a tournament",
    "tournament --resume {folder}/none.jsonl": "cannot be read",
    "tournament --resume {folder}/empty.jsonl": "no tournament in",
    "tournament --games 3 --resume {folder}/empty.jsonl": "leave out everything else",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_cannot_be_played_is_refused_in_a_sentence(triqui: Run, tmp_path: Path, line: str) -> None:
    (tmp_path / "bad.txt").write_text("a1\nb2 b2\n")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe")
    (tmp_path / "empty.jsonl").write_bytes(b"")
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    answer = triqui(*line.format(folder=tmp_path).split())
    assert (answer.code, answer.out) == (2, "")
    assert REFUSED[line] in answer.err
    assert answer.err.count("\n") == 1
    assert all(path.read_bytes() == text for path, text in before.items())


def test_a_tournament_that_is_interrupted_says_how_it_goes_on(
    triqui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from core.tournament.sheet import Sheet

    keep, file = Sheet.keep, tmp_path / "games.jsonl"

    def interrupted(sheet: Sheet, played: object) -> None:
        keep(sheet, played)  # type: ignore[arg-type]
        if len(file.read_text().splitlines()) == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(Sheet, "keep", interrupted)
    answer = triqui(*WORDS, "--resume", str(file))
    assert answer.code == 130
    assert f"of 6; 'triqui tournament --resume {file}' continues." in answer.err
    monkeypatch.undo()
    assert triqui("tournament", "--resume", str(file), "--workers", "1", "--json").json["played"] == 6


async def test_a_tournament_is_running_from_the_moment_in_which_it_is_started(tmp_path: Path) -> None:
    contest = Contest(tmp_path / "none.jsonl")
    playing = asyncio.create_task(contest.play(()))
    await asyncio.sleep(0)
    assert contest.running
    contest.stop()
    await playing
    assert not contest.running


async def test_a_tournament_that_cannot_be_started_is_not_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.game.contest.TRIQUI", (str(tmp_path / "no such program"),))
    contest = Contest(tmp_path / "none.jsonl")
    with pytest.raises(FileNotFoundError):
        await contest.play(())
    assert not contest.running
