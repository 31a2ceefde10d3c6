"""The commands of certificates: what they write and say, and what they refuse."""

from __future__ import annotations

import itertools
import lzma
import os
from binascii import crc_hqx
from pathlib import Path

import pytest

from core import engines
from core.analysis import Analysis, Engine, Watch
from core.proofs.certificate import CheckProgress
from tests.core import second_checker
from tests.tui.commands import Run
from tests.tui.told import WIN, worth
from tui.command import output_proofs


def test_a_proof_is_written_and_checked(triqui: Run, tmp_path: Path) -> None:
    file = tmp_path / "win.xz"
    written = triqui("prove", "mnk:4,4,3", "-o", str(file))
    assert written.code == 0
    assert worth("X", WIN, 5) in written.out
    assert second_checker.check(file.read_bytes()) == "mnk:4,4,3 win 5"
    assert triqui("check", str(file)).out == written.out


def test_json_tells_the_position_and_the_claim(triqui: Run, tmp_path: Path) -> None:
    file = tmp_path / "draw.xz"
    document = triqui("prove", "tictactoe", "--moves", "a1 b2", "-o", str(file), "--json").json
    assert (document["position"], document["claim"]) == ("X../.O./...", "draw")
    assert document["bytes"] == file.stat().st_size
    assert triqui("check", str(file), "--json").json == document


def test_a_claim_and_a_position_can_be_given(triqui: Run, tmp_path: Path) -> None:
    file = tmp_path / "win.xz"
    options = ("--position", "X../.O./..X", "--claim", "draw")
    assert triqui("prove", "tictactoe", *options, "-o", str(file), "--json").json["claim"] == "draw"


def test_a_file_that_is_there_is_never_replaced(triqui: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.xz"
    file.write_bytes(b"mine")
    said = triqui("prove", "tictactoe", "-o", str(file))
    assert (said.code, file.read_bytes()) == (2, b"mine")
    assert "already exists" in said.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tictactoe", "--limit", "10"), "The proof is too large: it has 10 positions"),
        (("tictactoe", "--claim", "win 7"), "check whether the claim is true"),
        (("tictactoe", "--claim", "much"), "is not a claim"),
        (
            ("pong-hau-ki", "--claim", "draw"),
            "pong-hau-ki may never end, so holding it does not prove a draw; claim 'no win'",
        ),
        (("morris/fly", "--claim", "draw"), "claim 'no win', that neither side can be beaten."),
        (("tictactoe", "--moves", "a1 b1 a2 b2 a3"), "nothing to prove"),
        (("tictactoe", "--moves", "a1 a1"), "is taken"),
        (("gomoku", "--seconds", "0.01"), "The value of gomoku in that position is not proven yet"),
        *(
            ((id, "--claim", "win", "--seconds", "0.01"), "Not proven within 0.01 s, after ")
            for id in ("qubic", "connect-four", "mnk:5,5,4/misere", "gomoku")
        ),
    ],
)
def test_what_cannot_be_proven_is_a_sentence_and_leaves_no_file(
    triqui: Run, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    file = tmp_path / "none.xz"
    answer = triqui("prove", *words, "-o", str(file))
    assert answer.code == 2
    assert said in answer.err
    assert not file.exists()


def test_a_folder_that_is_not_there_is_told(triqui: Run, tmp_path: Path) -> None:
    answer = triqui("prove", "tictactoe", "-o", str(tmp_path / "nowhere" / "draw.xz"))
    assert answer.code == 2
    assert "choose a name in a folder that you can write to" in answer.err


def test_what_is_no_certificate_is_refused_with_its_line(triqui: Run, tmp_path: Path) -> None:
    file = tmp_path / "draw.xz"
    triqui("prove", "tictactoe", "-o", str(file))
    whole = file.read_bytes()
    for data, line in ((b"1. e4", "Line 1:"), (whole[:-20], "Line "), (whole[:200] + b"?" + whole[201:], "Line ")):
        file.write_bytes(data)
        answer = triqui("check", str(file))
        assert answer.code == 1
        assert "proves nothing" in answer.err
        assert line in answer.err
    file.write_bytes(lzma.compress(b"triqui certificate 9\n"))
    assert "or too new: 'triqui certificate 9'." in triqui("check", str(file)).err
    assert triqui("check", str(tmp_path / "none.xz")).code == 2


@pytest.mark.parametrize(
    ("claim", "said"), [("no win", "Neither side can be beaten."), ("endless", "● to move: ENDLESS")]
)
def test_beside_play_that_need_not_end_it_says_whose_rule_a_draw_by_repetition_is(
    triqui: Run, tmp_path: Path, claim: str, said: str
) -> None:
    file = str(tmp_path / "proof.xz")
    rule = "A draw by repetition is a rule of the hall's matches, not part of the game's value."
    assert triqui("prove", "pong-hau-ki", "--claim", claim, "-o", file).out.splitlines()[1:3] == [said, rule]
    assert triqui("check", file).out.splitlines()[1:3] == [said, rule]
    assert triqui("check", file, "--json").json["claim"] == claim


def test_where_every_game_ends_nothing_is_said_of_repetition(triqui: Run, tmp_path: Path) -> None:
    written = triqui("prove", "tictactoe", "--claim", "no win", "-o", str(tmp_path / "proof.xz"))
    assert "Neither side can be beaten." in written.out
    assert "repetition" not in written.out


def test_a_file_too_large_to_be_read_is_not_called_false_and_the_remedy_is_named(triqui: Run, tmp_path: Path) -> None:
    file = tmp_path / "large.xz"
    lines, digits = b"", 0
    for text in ("triqui certificate 2", "game tictactoe", "claim draw", "part first holds", *["@0 " * 16_000] * 30):
        digits, before = crc_hqx(text.encode(), digits), lines
        lines += b"%04x %s\n" % (digits, text.encode()) if before else text.encode() + b"\n"
    file.write_bytes(lzma.compress(lines))
    refused = triqui("check", str(file), "--limit", "1")
    assert (refused.code, refused.out) == (2, "")
    assert "was not checked. Line 25: the text is longer than 1 MB; a larger --limit allows it." in refused.err
    assert "proves nothing. Line 4: .../.../... misses the goal." in triqui("check", str(file), "--limit", "2").err


def test_a_long_check_without_a_terminal_says_ever_more_seldom_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output_proofs, "monotonic", itertools.count().__next__)
    with output_proofs.checking() as show:
        for line in range(1, 101):
            show(CheckProgress(line))
    assert capsys.readouterr().err.splitlines() == [
        f"Reading the certificate, line {line}" for line in (3, 6, 12, 24, 48, 96)
    ]


def test_a_check_obeys_its_seconds(triqui: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "draw.xz")
    triqui("prove", "tictactoe", "-o", file)
    refused = triqui("check", file, "--seconds", "0")
    assert (refused.code, refused.out) == (2, "")
    assert "was not checked within 0 s (positions checked: 0); give more --seconds." in refused.err


@pytest.mark.parametrize(
    ("kind", "said"), [("pipe", "a device or a pipe"), ("folder", "a folder"), ("empty", "an empty file")]
)
def test_what_can_be_no_certificate_is_told_as_what_it_is(triqui: Run, tmp_path: Path, kind: str, said: str) -> None:
    path = tmp_path / kind
    {"pipe": lambda: os.mkfifo(path), "folder": path.mkdir, "empty": path.touch}[kind]()
    refused = triqui("check", str(path))
    assert (refused.code, refused.err) == (
        2,
        f"{str(path)!r} is {said}; give a certificate that 'triqui prove' wrote.\n",
    )


def test_the_value_is_looked_for_in_half_of_the_seconds_and_that_of_no_other_move(
    triqui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    analyse = engines.analyse

    def hear(engine: Engine, watch: Watch) -> Analysis:
        asked.append((watch.limit.seconds, watch.all_moves))
        return analyse(engine, watch)

    monkeypatch.setattr(engines, "analyse", hear)
    triqui("prove", "tictactoe", "--seconds", "60", "-o", str(tmp_path / "draw.xz"))
    assert asked[:1] == [(30.0, False)]


def test_of_the_only_move_the_value_is_looked_for(triqui: Run, tmp_path: Path) -> None:
    only = ("--position", "XOX/XOO/O.X")
    assert triqui("prove", "tictactoe", *only, "-o", str(tmp_path / "draw.xz"), "--json").json["claim"] == "draw"
