"""The file of a tournament: each game is on the disk at once, and it is taken up again after whatever has happened."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from core.analysis import Limit
from core.tournament.plan import TournamentPlan
from core.tournament.run import InProcess, run
from core.tournament.sheet import BadSheet, Reader, Sheet

PLAN = TournamentPlan("tictactoe", ("random", "mcts:1"), 6, plies=1, limit=Limit(nodes=100), seed=2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a tournament that is over."""
    file = tmp_path / "games.jsonl"
    with Sheet(file, PLAN) as sheet:
        assert len(list(run(PLAN, sheet.games, InProcess, 1, sheet.keep))) == 6
    return file


def test_a_file_has_the_plan_and_then_a_game_a_line_in_the_notation_of_all_games(path: Path) -> None:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0]["players"] == ["random", "mcts:1"]
    assert sorted(line["number"] for line in lines[1:]) == [1, 2, 3, 4, 5, 6]
    game = lines[1]["played"]
    assert game["game"] == "tictactoe"
    assert {game["first"], game["second"]} == {"random", "mcts:1"}
    assert game["result"] in ("1-0", "0-1", "1/2-1/2")


def test_what_was_written_is_read_again(path: Path) -> None:
    games = {game.number: game for game in run(PLAN, (), InProcess, 1)}
    reader = Reader(path)
    for game in reader.read():
        assert game.match.moves == games[game.number].match.moves
        assert game.match.outcome == games[game.number].match.outcome
        assert game.nodes == games[game.number].nodes
    assert reader.plan == PLAN
    assert reader.read() == []


def test_a_reader_follows_a_file_that_grows(path: Path, tmp_path: Path) -> None:
    whole, growing = path.read_bytes(), tmp_path / "growing.jsonl"
    growing.write_bytes(b"")
    reader, seen = Reader(growing), 0
    for end in range(0, len(whole) + 1, 97):
        growing.write_bytes(whole[:end])
        seen += len(reader.read())
        assert seen == max(0, whole[:end].count(b"\n") - 1)


def test_wherever_a_kill_tears_the_file_it_is_taken_up_again(path: Path, tmp_path: Path) -> None:
    whole = path.read_bytes()
    for end in range(0, len(whole), 61):
        torn = tmp_path / f"torn-{end}.jsonl"
        torn.write_bytes(whole[:end])
        with Sheet(torn, PLAN) as sheet:
            assert len(sheet.games) == max(0, whole[:end].count(b"\n") - 1)
            list(run(PLAN, sheet.games, InProcess, 1, sheet.keep))
        assert sorted(game.number for game in Reader(torn).read()) == [1, 2, 3, 4, 5, 6]
        assert len(torn.read_text().splitlines()) == 7


def test_the_file_of_another_tournament_is_refused_and_stays(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(BadSheet, match="another tournament"):
        Sheet(path, replace(PLAN, games=8))
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", [b"Dear diary", b"Dear diary\nToday\n", b'{"a": 1}\n', b"[1]\n", b"\xff\xfe\n"])
def test_a_file_that_is_none_of_a_tournament_is_refused_and_stays(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_bytes(text)
    with pytest.raises(BadSheet, match="not the file of a tournament"):
        Sheet(file, PLAN)
    assert file.read_bytes() == text


def test_a_file_of_a_later_version_is_refused(path: Path) -> None:
    path.write_text(path.read_text().replace('{"tournament":1', '{"tournament":2'))
    with pytest.raises(BadSheet, match="Another version"):
        Reader(path).read()


@pytest.mark.parametrize("change", [("moves", "mooves"), ('"number"', '"nomber"'), ('":[', '":{')])
def test_a_line_that_is_no_game_is_named(path: Path, change: tuple[str, str]) -> None:
    lines = path.read_text().splitlines(keepends=True)
    lines[3] = lines[3].replace(*change)
    path.write_text("".join(lines))
    before = path.read_bytes()
    with pytest.raises(BadSheet, match="Line 4"):
        Sheet(path, PLAN)
    assert path.read_bytes() == before


def test_a_game_that_the_rules_do_not_know_is_named(path: Path) -> None:
    lines = path.read_text().splitlines(keepends=True)
    game = json.loads(lines[2])
    game["played"]["moves"][1] = game["played"]["moves"][0]
    lines[2] = json.dumps(game) + "\n"
    path.write_text("".join(lines))
    with pytest.raises(BadSheet, match="Line 3: Move 2"):
        Reader(path).read()


def test_a_game_without_an_end_is_no_game_of_a_tournament(path: Path) -> None:
    lines = path.read_text().splitlines(keepends=True)
    game = json.loads(lines[2])
    game["played"] |= {"moves": game["played"]["moves"][:2], "result": "*", "reason": None}
    lines[2] = json.dumps(game) + "\n"
    path.write_text("".join(lines))
    with pytest.raises(BadSheet, match="Line 3: This is not a game of the tournament"):
        Reader(path).read()


@pytest.mark.parametrize("number", [0, 2])
def test_a_line_longer_than_any_is_named_and_not_read(path: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    monkeypatch.setattr("core.tournament.sheet._MAX_BYTES", max(map(len, lines)) + 1)
    assert len(Reader(path).read()) == 6
    path.write_bytes(b"".join([*lines[:number], b"[" * 5000 + b"\n", *lines[number:]]))
    with pytest.raises(BadSheet, match=rf"Line {number + 1}: This line has more than [\d,]+ characters, the maximum"):
        Reader(path).read()


def test_a_plan_that_would_not_fit_into_its_line_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.tournament.sheet._MAX_BYTES", 100)
    with pytest.raises(BadSheet, match="use fewer"):
        Sheet(tmp_path / "new", PLAN)
    assert not (tmp_path / "new").exists()


def test_two_cannot_play_the_same_tournament_at_a_time(path: Path) -> None:
    with Sheet(path, PLAN), pytest.raises(BadSheet, match="Another triqui"):
        Sheet(path, PLAN)
    with Sheet(path, PLAN) as sheet:
        assert len(sheet.games) == 6


def test_a_full_disk_is_said_and_leaves_the_games_that_were_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.jsonl"
    with Sheet(file, PLAN) as sheet:
        games = run(PLAN, (), InProcess, 1, sheet.keep)
        next(games)
        before = file.read_bytes()
        monkeypatch.setattr(os, "fsync", _full)
        with pytest.raises(BadSheet, match=r"cannot be written .*free some space"):
            next(games)
        monkeypatch.undo()
        assert file.read_bytes() == before
    with Sheet(file, PLAN) as sheet:
        assert len(list(run(PLAN, sheet.games, InProcess, 1, sheet.keep))) == 5


def _full(number: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_file_in_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSheet, match="cannot be opened"):
        Sheet(tmp_path / "nowhere" / "games.jsonl", PLAN)
    with pytest.raises(BadSheet, match="cannot be read"):
        Reader(tmp_path / "nothing.jsonl").read()
