"""Games go out in parts and come in again in any number; what is interrupted leaves no half file and no half import."""

from __future__ import annotations

import errno
import gc
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from core.games import get
from core.notation.common import ReadGame
from core.notation.text import text_parts
from core.play.match import Match
from core.store.rows import Stored
from core.store.store import open_store
from tests.core.finished import X_WINS, kept
from tests.tui.commands import Run
from tui.command import records
from tui.command.files import found_games
from tui.household import game_files
from tui.household.game_files import ReadGames, in_file
from tui.household.surroundings import STORE_FILE

COUNT = 10


@pytest.fixture
def numbered(home: Path) -> list[str]:
    """A store of COUNT games, of which some ended at one time. Gives their ids, the newest first."""
    store = open_store(home / STORE_FILE)[0]
    match = kept(X_WINS).match
    store.take_in(Stored.of(replace(match, id=f"g{at}"), 0.0, float(at // 3)) for at in range(COUNT))
    ids = [each.id for each in store.finished()]
    store.close()
    return ids


def listed(answer: str) -> list[str]:
    """The numbers of the games of a list."""
    return [line.split()[0] for line in answer.splitlines()[1:]]


def stored(folder: Path) -> list[Stored]:
    """The finished games of a folder, the newest first."""
    store = open_store(folder / STORE_FILE)[0]
    found = store.finished(limit=None)
    store.close()
    return [replace(each, revision="", origin="here") for each in found]


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        (("--last", "3"), (1, 2, 3)),
        (("--from", "9"), (9, 10)),
        (("--from", "4", "--last", "2"), (4, 5)),
        (("--from", "4", "--all"), (4, 5, 6, 7, 8, 9, 10)),
        (("--last", "99"), tuple(range(1, COUNT + 1))),
    ],
)
def test_from_and_last_choose_games_of_the_list_for_every_output(
    options: tuple[str, ...], numbers: tuple[int, ...], triqui: Run, numbered: list[str]
) -> None:
    assert listed(triqui("log", *options).out) == list(map(str, numbers))
    ids = [numbered[number - 1] for number in numbers]
    assert [game["id"] for game in triqui("log", *options, "--json").json] == ids
    if "--all" not in options:
        assert [
            line[5:-2] for line in triqui("log", *options, "--export", "-").out.splitlines() if "[Id" in line
        ] == ids
        assert triqui("log", *options, "--as", "moves").out.count("b2 a1 b1 a2 b3") == len(ids)


def test_a_list_that_is_cut_says_which_games_it_has(
    triqui: Run, numbered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "MAX_LISTED", 4)
    assert triqui("log", "--from", "3").out.splitlines()[-1].startswith("These are games 3 to 6; ")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--from", "11"), "There is no game '11'; 'triqui log' lists the games 1 to 10"),
        (("2", "--last", "3"), "N names one game; --from and --last name several."),
        (("--all", "--last", "3"), "--all lists every game; --last lists only some."),
        (("--import", "x", "--from", "3"), "--import reads a whole file"),
        (("--last", "0"), "--last"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    options: tuple[str, ...], said: str, triqui: Run, numbered: list[str]
) -> None:
    answer = triqui("log", *options)
    assert (answer.code, answer.err.count("\n"), said in answer.err) == (2, 1, True)


@pytest.mark.parametrize("ending", ["txt", "json"])
def test_parts_that_come_in_again_make_the_same_store(
    triqui: Run, numbered: list[str], home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    for begin in (1, 5, 9):
        file = tmp_path / "parts" / f"{begin}.{ending}"
        file.parent.mkdir(exist_ok=True)
        assert triqui("log", "--from", str(begin), "--last", "4", "--export", str(file)).code == 0
    before = stored(home)
    monkeypatch.setenv("TRIQUI_HOME", str(tmp_path / "elsewhere"))
    assert triqui("log", "--import", str(tmp_path / "parts")).out == "10 games were imported.\n"
    assert stored(tmp_path / "elsewhere") == before


def test_a_zip_of_an_export_comes_in_too_however_large_it_is_unpacked(
    triqui: Run, numbered: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ZipFile(tmp_path / "games.zip", "w", ZIP_DEFLATED) as archive:
        archive.writestr("games.txt", triqui("log", "--export", "-").out + "\n" * 2**21)
    monkeypatch.setenv("TRIQUI_HOME", str(tmp_path / "elsewhere"))
    monkeypatch.setattr(game_files, "MAX_MEGABYTES", 1)
    assert triqui("log", "--import", str(tmp_path / "games.zip")).out == "10 games were imported.\n"


def test_a_game_that_went_on_after_its_export_comes_in_once(triqui: Run, home: Path, tmp_path: Path) -> None:
    match = replace(kept(X_WINS).match, id="one")
    store = open_store(home / STORE_FILE)[0]
    store.take_in([Stored.of(match, 0.0, 0.0)])
    triqui("log", "--export", str(tmp_path / "games.txt"))
    store.save(match.undo().resign(0), store.load("one"))
    store.close()
    said = [triqui("log", "--import", str(tmp_path / "games.txt")).out for _ in range(2)]
    assert said == ["1 game was imported.\n", "0 games were imported.\n1 was already there.\n"]


@pytest.mark.parametrize("seat", ["python:/somewhere/mine.py", "mcts:easy"])
def test_a_player_whom_an_export_spells_otherwise_makes_no_second_game(
    triqui: Run, home: Path, tmp_path: Path, seat: str
) -> None:
    store = open_store(home / STORE_FILE)[0]
    store.save(Match(get("gomoku"), ("human", seat)).play(3).resign(0))
    store.close()
    triqui("log", "--export", str(tmp_path / "games.txt"))
    assert (
        triqui("log", "--import", str(tmp_path / "games.txt")).out == "0 games were imported.\n1 was already there.\n"
    )


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("end", [KeyboardInterrupt(), OSError(errno.ENOSPC, "No space left on device")])
def test_an_export_that_is_interrupted_leaves_nothing_under_its_name(
    triqui: Run,
    numbered: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    force: bool,
    end: BaseException,
) -> None:
    file = tmp_path / "games.txt"
    if force:
        file.write_text("before")

    def parts(games: Iterable[Stored]) -> Iterator[str]:
        for number, part in enumerate(text_parts(games)):
            yield part
            assert [path.read_text() for path in tmp_path.glob("games.txt")] == ["before"] * force
            if number == 3:
                raise end

    monkeypatch.setattr(records, "text_parts", parts)
    answer = triqui("log", "--export", str(file), *(("--force",) if force else ()))
    assert answer.code == (130 if isinstance(end, KeyboardInterrupt) else 2)
    assert [path.read_text() for path in tmp_path.iterdir() if path.is_file()] == ["before"] * force


def test_a_file_that_comes_while_games_are_written_stays(
    triqui: Run, numbered: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.txt"

    def parts(games: Iterable[Stored]) -> Iterator[str]:
        yield from text_parts(games)
        file.write_text("theirs")

    monkeypatch.setattr(records, "text_parts", parts)
    assert "already exists" in triqui("log", "--export", str(file)).err
    assert file.read_text() == "theirs"


def test_an_export_is_written_where_files_have_no_links(
    triqui: Run, numbered: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def link(*arguments: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    assert triqui("log", "--export", str(tmp_path / "games.txt")).code == 0
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["games.txt"]


def test_an_import_that_is_interrupted_takes_nothing_in(
    triqui: Run, numbered: list[str], home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.txt"
    triqui("log", "--export", str(file))
    monkeypatch.setenv("TRIQUI_HOME", str(tmp_path / "elsewhere"))

    def interrupted(games: ReadGames) -> Iterator[ReadGame]:
        yield games[0]
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(ReadGames, "__reversed__", interrupted)
        assert triqui("log", "--import", str(file)).code == 130
    assert stored(tmp_path / "elsewhere") == []
    assert triqui("log", "--import", str(file)).out == "10 games were imported.\n"
    assert stored(tmp_path / "elsewhere") == stored(home)


@pytest.mark.parametrize("ending", ["txt", "json"])
def test_a_part_with_a_fault_is_refused_with_its_file_its_line_and_what_to_do(
    triqui: Run, numbered: list[str], home: Path, tmp_path: Path, ending: str
) -> None:
    for begin in (1, 6):
        triqui("log", "--from", str(begin), "--last", "5", "--export", str(tmp_path / f"part{begin}.{ending}"))
    file = tmp_path / f"part6.{ending}"
    text = file.read_text()
    at = text.rindex("b2")
    file.write_text(text[:at] + "zz" + text[at + 2 :])
    answer = triqui("log", "--import", str(tmp_path))
    line = text.count("\n", 0, at) + 1
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"Nothing was imported from '{file}'. Line {line}: Move 1: ")


@pytest.mark.parametrize("ending", ["txt", "json"])
def test_a_part_that_was_cut_off_in_a_game_is_refused(
    triqui: Run, numbered: list[str], tmp_path: Path, ending: str
) -> None:
    file = tmp_path / f"games.{ending}"
    triqui("log", "--export", str(file))
    text = file.read_text()
    file.write_text(text[: text.rindex("b3")])
    assert triqui("log", "--import", str(file)).err.startswith(f"Nothing was imported from '{file}'. Line ")


def held() -> int:
    """Games that are in memory."""
    gc.collect()
    return sum(isinstance(each, ReadGame) for each in gc.get_objects())


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of 300 games, of which few have room in memory."""
    monkeypatch.setattr(game_files, "MEMORY", 1000)
    file = tmp_path / "large.txt"
    file.write_text('[Game "tictactoe"]\n\n1. b2 a1 2. b1 a2 3. b3 1-0\n\n' * 300)
    return file


def test_games_that_were_read_are_not_in_memory(large: Path) -> None:
    before = held()
    games = found_games([str(large)])
    opened = in_file(str(large), get("tictactoe"), lambda: False).games
    assert held() == before
    assert [len(games), len(opened)] == [300, 300]
    assert [games[-1], *games[298:], *chain(games[:1])] == [games[299], games[298], games[299], games[0]]
    assert games[299].line == 300 * 4 - 3


def test_a_disk_without_room_for_the_games_that_are_read_is_told(
    large: Path, triqui: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(large.parent / "nowhere"))
    answer = triqui("log", "--import", str(large))
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "free some space, or set TMPDIR to another folder" in answer.err
