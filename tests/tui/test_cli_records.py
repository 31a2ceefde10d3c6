"""The commands about finished games: what they list, how games go out and come in, and what is refused."""

from __future__ import annotations

import io
import json
import os
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core import notation
from core.errors import StoreBroken
from core.play.match import Match
from core.store.rows import Stored
from core.store.store import open_store
from tests.core.finished import DRAW, O_WINS, X_WINS, kept
from tests.core.storing import respell
from tests.tui.commands import Run
from tests.tui.told import refused
from tui.command import printing, records
from tui.command.cli import main
from tui.household.opening import Opening
from tui.household.surroundings import STORE_FILE
from tui.serve.hosting import STORE

ENGINE = ("best:2", "human")
GAMES = (kept(X_WINS, marks=("", "??", "", None, "!")), kept(O_WINS, ENGINE), kept(DRAW))
"""From the oldest to the newest."""


@pytest.fixture
def played(home: Path) -> list[Stored]:
    """The store with games, which are given newest first."""
    store = open_store(home / STORE_FILE)[0]
    store.take_in(replace(each, started=100.0 * at, updated=100.0 * at) for at, each in enumerate(GAMES))
    found = store.finished()
    store.close()
    return found


def test_the_finished_games_are_listed_newest_first_with_their_numbers(triqui: Run, played: list[Stored]) -> None:
    rows = [line.split() for line in triqui("log").out.splitlines()]
    assert [row[0] for row in rows] == ["N", "1", "2", "3"]
    assert ["1/2-1/2" in rows[1], "0-1" in rows[2], "1-0" in rows[3]] == [True] * 3
    assert [row[-1] for row in rows[1:]] == ["-", "-", "4"], "moves that a review has judged"


def test_games_beside_a_table_of_another_program_are_listed_and_that_it_was_put_aside_is_said_once(
    home: Path, played: list[Stored], capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(home / STORE_FILE)) as db:
        db.execute("DROP TABLE reviews")
        db.execute("CREATE TABLE reviews (foreign_thing)")
    assert main(["log"]) == 0
    out, said = capsys.readouterr()
    assert len(out.splitlines()) == 4
    assert said.count("\n") == 1
    assert (
        f"It is saved as {home / STORE_FILE}.broken-1, and a new file has everything that could be read from it (games: 3)"
        in said
    )
    assert main(["log"]) == 0
    assert capsys.readouterr() == (out, "")


def test_a_game_is_shown_with_its_marks_and_how_much_is_known(triqui: Run, played: list[Stored]) -> None:
    out = triqui("log", "3").out
    assert "1. b2 a1?? 2. b1 a2 3. b3! 1-0" in out
    assert "X wins." in out
    assert "Moves with marks: 4 of 5;" in out
    assert "There are no marks" in triqui("log", "last").out


def test_the_games_between_people_of_a_hall_are_shown_and_written_with_their_names(triqui: Run, home: Path) -> None:
    assert triqui("log", "--hall").out.startswith("There is no finished game yet")
    assert not (home / STORE).exists()
    extra = json.dumps({"table": "t", "keys": ["a", "b"], "names": ["ana", "bea"], "post": False})
    store = open_store(home / STORE)[0]
    store.take_in([Stored.of(replace(kept(X_WINS).match, extra=extra), 0.0, 0.0)])
    store.close()
    assert "ana" in triqui("log", "--hall").out
    assert "bea" in triqui("log", "last", "--hall").out
    written = home / "games.txt"
    triqui("log", "--hall", "--export", str(written))
    assert '[First "human:ana"]' in written.read_text("utf-8")
    triqui("log", "--import", str(written))
    assert "bea" in triqui("log").out


def test_json_is_one_document_with_all_games(triqui: Run, played: list[Stored]) -> None:
    document = triqui("log", "--json").json
    assert [game["result"] for game in document] == ["1/2-1/2", "0-1", "1-0"]
    assert document[2]["marks"] == ["", "??", "", None, "!"]
    assert len(triqui("log", "2", "--json").json) == 1


@pytest.mark.parametrize("name", ["games.txt", "games.json"])
def test_exported_games_come_in_again_as_they_were(
    triqui: Run, played: list[Stored], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / name
    assert triqui("log", "--export", str(file)).code == 0
    assert (name == "games.json") == file.read_text().startswith("[\n{")
    monkeypatch.setenv("TRIQUI_HOME", str(tmp_path / "elsewhere"))
    assert triqui("log", "--import", str(file)).out == "3 games were imported.\n"
    again = open_store(tmp_path / "elsewhere" / STORE_FILE)[0].finished()
    assert [(each.match, each.updated, each.marks) for each in again] == [
        (each.match, each.updated, each.marks) for each in played
    ]
    said = triqui("log", "--import", str(file)).out
    assert said == "0 games were imported.\n3 were already there.\n"


def test_an_import_says_where_games_are_that_the_log_does_not_list(triqui: Run, tmp_path: Path) -> None:
    file = tmp_path / "begun.txt"
    file.write_text('[Game "tictactoe"]\n\n1. b2 *\n')
    said = triqui("log", "--import", str(file)).out
    assert said == "1 game was imported.\nNot finished, under Continue in the hall: 1.\n"


def test_an_import_that_finds_the_disk_full_says_that_nothing_was_taken_in(
    triqui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object) -> int:
        raise StoreBroken("The disk is full.")

    file = tmp_path / "begun.txt"
    file.write_text('[Game "tictactoe"]\n\n1. b2 *\n')
    monkeypatch.setattr("core.store.store.Store.take_in", full)
    assert triqui("log", "--import", str(file)).err == "Nothing was imported. The disk is full.\n"


def test_the_record_is_the_same_after_a_backup_has_come_back(
    triqui: Run, played: list[Stored], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = triqui("stats", "--json").json
    triqui("log", "--export", str(tmp_path / "games.txt"))
    monkeypatch.setenv("TRIQUI_HOME", str(tmp_path / "elsewhere"))
    triqui("log", "--import", str(tmp_path / "games.txt"))
    assert triqui("stats", "--json").json == before


def test_a_file_that_is_there_is_not_overwritten_unasked(triqui: Run, played: list[Stored], tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("mine")
    answer = triqui("log", "--export", str(file))
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "--force" in answer.err
    assert file.read_text() == "mine"
    assert triqui("log", "last", "--export", str(file), "--force").code == 0
    assert file.read_text().startswith('[Game "tictactoe"]')
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize("name", ["", ".", "pipe"])
def test_what_is_no_file_is_not_replaced_even_if_asked(
    triqui: Run, played: list[Stored], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    answer = triqui("log", "--export", name, "--force")
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "choose another name" in answer.err
    assert stat.S_ISFIFO(os.stat("pipe").st_mode)


def test_a_link_is_followed_when_its_file_is_replaced(triqui: Run, played: list[Stored], tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "games.txt")
    assert triqui("log", "--export", str(tmp_path / "link"), "--force").code == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "games.txt").read_text().startswith("[Game")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_takes_no_file_is_named(triqui: Run, played: list[Stored], tmp_path: Path) -> None:
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    assert "choose a name in a folder" in triqui("log", "--export", str(tmp_path / "x")).err


def test_a_file_with_a_fault_in_its_last_game_brings_nothing(triqui: Run, home: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text('[Game "tictactoe"]\nb2 a1\n\n[Game "tictactoe"]\nb2 b2\n')
    answer = triqui("log", "--import", str(file))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"Nothing was imported from '{file}'. Line 5: Move 2: {refused('tictactoe', 'b2', 'b2')}\n"
    assert open_store(home / STORE_FILE)[0].unfinished() == []


@pytest.mark.parametrize("raw", [b"\xff\xfe", b'[Game "tictactoe"]\n\x80'])
def test_bytes_that_are_no_text_are_refused_with_their_line(triqui: Run, tmp_path: Path, raw: bytes) -> None:
    file = tmp_path / "raw"
    file.write_bytes(raw)
    answer = triqui("log", "--import", str(file))
    assert (answer.code, f"Line {raw.count(10) + 1} is not UTF-8 text" in answer.err) == (2, True)


def test_a_file_that_never_ends_is_refused(triqui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notation, "MAX_LINE_MEGABYTES", 1)
    answer = triqui("log", "--import", "/dev/zero")
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "more than 1 MB" in answer.err


def test_what_the_games_come_to_is_printed_and_is_one_document(triqui: Run, played: list[Stored]) -> None:
    out = triqui("stats").out
    assert out.startswith("3 of your games against engines: 2 won, 1 drawn, 0 lost.\n")
    assert "Accuracy: 100 %; moves judged: 3, games reviewed: 1 of 3." in out
    document = triqui("stats", "--json").json
    assert document["seats"]["second"] == {"games": 1, "wins": 1, "draws": 0, "losses": 0}
    assert triqui("stats", "nim:3,4,5", "--json").json["results"]["games"] == 0


def test_without_games_the_statistics_say_so(triqui: Run, home: Path) -> None:
    assert triqui("stats").out.startswith("0 of your games against engines.\n")
    assert "no finished game yet" in triqui("log").out


DAMAGED = "3 saved games cannot be read; they stay in the store unchanged.\n"
"""What the app says of them too."""


@pytest.fixture
def damaged(home: Path, played: list[Stored]) -> None:
    """The same store, when none of its games can be read any more."""
    respell(home / STORE_FILE, reason="abducted")


@pytest.mark.parametrize("command", [("log",), ("log", "--json"), ("log", "--all"), ("stats",), ("menace",)])
def test_games_that_cannot_be_read_are_told_by_the_commands_too(
    command: tuple[str, ...], triqui: Run, damaged: None
) -> None:
    assert triqui(*command).err == DAMAGED


def test_of_games_that_cannot_be_read_it_is_not_said_that_there_are_none(triqui: Run, damaged: None) -> None:
    assert triqui("log").out == ""


@pytest.mark.parametrize("command", [("log", "1"), ("log", "--export", "-"), ("review", "last")])
def test_where_no_game_can_be_read_none_is_shown_written_or_reviewed(
    command: tuple[str, ...], triqui: Run, damaged: None
) -> None:
    answer = triqui(*command)
    assert (answer.code, "No finished game can be read" in answer.err) == (2, True)


def test_games_that_cannot_be_read_are_told_however_often_it_is_asked(triqui: Run, damaged: None) -> None:
    assert [triqui("log").err for _ in range(3)] == [DAMAGED] * 3


@pytest.fixture
def many(home: Path) -> int:
    """A store of more games than are listed."""
    store = open_store(home / STORE_FILE)[0]
    match = kept(X_WINS).match
    count = records.MAX_LISTED + 2
    store.take_in(Stored.of(replace(match, id=str(number)), 0.0, float(number)) for number in range(count))
    store.close()
    return count


def test_the_newest_games_are_listed_and_how_to_see_the_others(triqui: Run, many: int) -> None:
    lines = triqui("log").out.splitlines()
    assert len(lines) == 1 + records.MAX_LISTED + 1
    assert "log --all" in lines[-1]


def test_all_games_are_listed_if_asked_for(triqui: Run, many: int) -> None:
    assert [line.split()[0] for line in triqui("log", "--all").out.splitlines()[1:]] == [
        str(number) for number in range(1, many + 1)
    ]


def test_games_that_are_not_listed_have_their_numbers(triqui: Run, many: int) -> None:
    assert "X wins." in triqui("log", str(many)).out


@pytest.mark.parametrize("arguments", [("--json",), ("--export", "-"), ("--export", "-", "--json")])
def test_documents_and_exports_have_every_game(arguments: tuple[str, ...], triqui: Run, many: int) -> None:
    assert triqui("log", *arguments).out.count("tictactoe") == many


def test_a_list_is_printed_as_it_comes(capsys: pytest.CaptureFixture[str]) -> None:
    printed: list[str] = []

    def rows() -> Iterator[list[str]]:
        for number in range(printing.BLOCK + 1):
            yield [str(number), "x"]
        printed.append(capsys.readouterr().out)
        yield ["the longest of them", "y"]

    printing.listing(["N", "what"], rows(), right=(0,))
    assert len(printed[0].splitlines()) == 1 + printing.BLOCK
    assert printed[0].splitlines()[:2] == ["  N   what", "  0   x"]
    assert capsys.readouterr().out.splitlines()[-1] == "the longest of them   y"


def played_from(file: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[Match], str]:
    """``play --from`` on a terminal whose app only notes what it gets."""
    drawn: list[Match] = []

    def run(opening: Opening, *where: Any) -> None:
        assert opening.match
        drawn.append(opening.match)

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "tui.hall.app", SimpleNamespace(run=run, Hall=None))
        for name in ("stdin", "stdout", "stderr"):
            patch.setattr(sys, name, Terminal())
        code = main(["play", "--from", str(file)])
        assert isinstance(sys.stderr, io.StringIO)
        return code, drawn, sys.stderr.getvalue()


def test_a_file_s_game_is_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps({"game": "tictactoe", "second": "loser", "moves": ["b2", "a1"]}))
    code, (match,), _ = played_from(file, monkeypatch)
    assert (code, *match.names, match.players) == (0, "b2", "a1", ("human", "loser"))


def test_of_several_games_none_is_played_and_the_remedy_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "two.txt"
    file.write_text('[Game "tictactoe"]\nb2\n[Game "tictactoe"]\na1')
    code, drawn, said = played_from(file, monkeypatch)
    sentence = " ".join(said.split())
    assert (code, drawn) == (2, [])
    assert "has 2 games, but one is needed" in sentence
    assert "'triqui log N --export FILE'" in sentence
