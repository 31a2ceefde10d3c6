"""Files of others on the command line: opened, imported, analysed, played from, and our games written for them."""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.tui.commands import Run

PSQ = (
    "Piskvorky 15x15, 11:11, 0\n8,8,1\n9,9,1\n8,9,1\n9,8,1\n8,10,1\n9,10,1\n8,7,1\n9,7,1\n8,11,1\n"
    "pbrain-deep.exe\ntwo.zip\n-1\n1,Standard\n"
)
SGF = "(;FF[4]GM[4]SZ[15]PB[Ana]PW[Ben]DT[2024-03-01]RE[B+R];B[hh](;W[hi];B[ii])(;W[gg]))"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files of others, in which the commands run."""
    (tmp_path / "a.psq").write_text(PSQ)
    (tmp_path / "b.sgf").write_text(SGF)
    (tmp_path / "README").write_text("nothing to read")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_one_game_is_shown_with_its_names(triqui: Run, folder: Path) -> None:
    answer = triqui("open", "a.psq")
    assert answer.out.startswith("gomoku/exact, deep against two")
    assert "5. h11 1-0" in answer.out


def test_what_was_left_out_of_a_game_is_said(triqui: Run, folder: Path) -> None:
    assert "Line 1: Other lines left out: 1." in triqui("open", "b.sgf").out


def test_the_games_of_a_folder_are_a_list(triqui: Run, folder: Path) -> None:
    rows = [line.split() for line in triqui("open", ".").out.splitlines()]
    assert [row[4:7] for row in rows[1:3]] == [["deep", "two", "1-0"], ["Ana", "Ben", "1-0"]]


def test_the_games_of_a_zip_are_a_list(triqui: Run, folder: Path) -> None:
    with zipfile.ZipFile("all.zip", "w") as archive:
        archive.write("a.psq")
        archive.write("b.sgf", "in/b.sgf")
        archive.write("README")
    assert [game["first"] for game in triqui("open", "all.zip", "--json").json] == ["human:deep", "human:Ana"]


def test_a_file_in_the_place_of_a_game_is_refused_with_what_to_write(triqui: Run, folder: Path) -> None:
    assert "'triqui open' shows the games of a file, and --from reads one" in triqui("analyse", "a.psq").err


def test_an_empty_zip_has_no_game(triqui: Run, folder: Path) -> None:
    zipfile.ZipFile("none.zip", "w").close()
    assert triqui("open", "none.zip").err == "No game was found in 'none.zip'.\n"


@pytest.mark.parametrize("cut", [0, 30, 60])
def test_a_broken_zip_is_refused_in_a_sentence(triqui: Run, folder: Path, cut: int) -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write("a.psq")
    raw = whole.getvalue()
    (folder / "bad.zip").write_bytes(raw[:40] + b"\xff" * 9 + raw[49:] if cut == 0 else raw[:cut])
    answer = triqui("open", "bad.zip")
    assert (answer.code, answer.err.count("\n")) == (2, 1)


def test_moves_on_stdin_are_read_for_the_named_game(triqui: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"h8h9i9"), isatty=lambda: False))
    assert "1. h8 h9 2. i9 *" in triqui("open", "-", "gomoku").out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("4 -1", "The score is -1, as the file says."),
        ("1 2", "The score is 2, as the file says."),
        ("3 0", "The score is 0, as the file says."),
        ("7 -2", "The file says -2, but the score is 2."),
    ],
)
def test_a_score_is_compared_with_ours(triqui: Run, folder: Path, line: str, said: str) -> None:
    """The scores of the first columns are -2 -1 0 1 0 -1 -2 (Pons): what the opponent has after them is the opposite."""
    (folder / "c.txt").write_text(f"{line}\n")
    assert f"Line 1: {said}" in triqui("open", "c.txt").out


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("open a.psq nosuch", "'nosuch' is neither a file nor a game."),
        ("open nosuch.psq", "'nosuch.psq' cannot be read"),
        (
            "open README",
            "Nothing was imported from 'README'. Line 1: 'nothing to read' does not begin a game in a known format",
        ),
        ("open a.psq b.sgf --as bad", "'bad' is neither a format (json, text, psq, sgf, "),
        ("open empty", "No game was found in 'empty'."),
        ("log --skip", "--skip only goes with --import; leave it out."),
    ],
)
def test_what_cannot_be_opened_is_refused_in_a_sentence(triqui: Run, folder: Path, line: str, sentence: str) -> None:
    (folder / "empty").mkdir()
    answer = triqui(*line.split())
    assert (answer.code, answer.err.startswith(sentence)) == (2, True), answer.err


def test_nothing_is_imported_where_one_game_is_refused(triqui: Run, folder: Path) -> None:
    (folder / "c.psq").write_text(PSQ + PSQ.replace("8,9,1", "8,8,1"))
    assert triqui("log", "--import", "c.psq").code == 2
    assert triqui("log", "--json").json == []


def test_the_other_games_are_imported_where_the_refused_ones_are_skipped(triqui: Run, folder: Path) -> None:
    (folder / "c.psq").write_text(PSQ + PSQ.replace("8,9,1", "8,8,1"))
    answer = triqui("log", "--import", "c.psq", "--skip")
    assert answer.err.startswith("c.psq: Line 18: Move 3: h8 is taken")
    assert len(triqui("log", "--json").json) == 1


def test_a_file_that_is_no_text_is_skipped_too(triqui: Run, folder: Path) -> None:
    (folder / "bad.txt").write_bytes(b"\xff\xfe\xfa")
    answer = triqui("log", "--import", ".", "--skip")
    assert (answer.code, answer.err.startswith("bad.txt: Line 1 is not UTF-8 text")) == (0, True), answer.err


def test_several_games_written_as_moves_read_back_as_several(triqui: Run, folder: Path) -> None:
    triqui("log", "--import", "a.psq")
    triqui("log", "--import", "b.sgf")
    (folder / "out").write_text(triqui("log", "--as", "moves").out)
    assert len(triqui("open", "out", "gomoku", "--json").json) == 2


def test_an_export_that_fails_leaves_no_file(triqui: Run, folder: Path) -> None:
    (folder / "c.txt").write_text('[Game "tictactoe"]\n[Reason "resigned"]\n1. a1 b2 1-0')
    triqui("log", "--import", "c.txt")
    assert triqui("log", "1", "--as", "psq", "--export", "out.psq").err.startswith("psq is for five in a row only")
    assert not (folder / "out.psq").exists()


def test_an_imported_game_does_not_count_for_the_record(triqui: Run, folder: Path) -> None:
    triqui("log", "--import", ".")
    assert triqui("stats", "--json").json["results"]["games"] == 0


def test_a_game_that_is_imported_twice_is_there_once(triqui: Run, folder: Path) -> None:
    triqui("log", "--import", "b.sgf")
    assert "1 was already there." in triqui("log", "--import", "b.sgf").out


@pytest.mark.parametrize("form", ["sgf", "psq", "moves", "json"])
def test_a_game_of_the_list_is_written_in_a_format_that_reads_back(triqui: Run, folder: Path, form: str) -> None:
    triqui("log", "--import", "b.sgf")
    (folder / "out").write_text(triqui("log", "1", "--as", form).out)
    (game,) = triqui("open", "out", *(["gomoku"] if form == "moves" else []), "--json").json
    assert (game["game"], game["moves"]) == ("gomoku", ["h8", "h9", "i9"])


def test_the_values_of_a_review_are_comments_in_sgf(triqui: Run, folder: Path) -> None:
    (folder / "d.sgf").write_text("(;GM[4]SZ[15];B[hh];W[aa];B[ih];W[ba];B[jh];W[ca];B[kh];W[da];B[lh])")
    triqui("log", "--import", "d.sgf")
    assert triqui("review", "1", "--depth", "2").code == 0
    written = triqui("log", "1", "--as", "sgf").out
    assert "C[" in written


def test_an_analysis_takes_the_last_position_of_a_file(triqui: Run, folder: Path) -> None:
    (folder / "t.txt").write_text("b2a1")
    document = triqui("analyse", "tictactoe", "--from", "t.txt", "--json").json
    assert document["position"] == "O../.X./..."


def test_an_analysis_takes_positions_and_moves_in_the_forms_of_people(triqui: Run) -> None:
    assert triqui("analyse", "tictactoe", "--position", "xo1/1x1/2o", "--json").json["position"] == "XO./.X./..O"
    assert triqui("analyse", "tictactoe", "--moves", "1. b2a1", "--json").json["position"] == "O../.X./..."


def test_a_match_takes_openings_of_others(triqui: Run, folder: Path) -> None:
    (folder / "op.txt").write_text("0,0, -1,0\n1,1, -1,1\n")
    line = "match gomoku random random --games 2 --nodes 1 --openings op.txt --json"
    assert triqui(*line.split()).code == 0


def test_openings_of_another_game_are_refused(triqui: Run, folder: Path) -> None:
    answer = triqui("match", "gomoku/20", "random", "random", "--games", "2", "--openings", "b.sgf")
    assert answer.err.startswith("No openings were read from 'b.sgf'. Line 1: This is a game of gomoku, or begins")
