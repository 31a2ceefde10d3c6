"""A game is reviewed from the command line: from a file or the list of finished games, as a table and as JSON."""

from __future__ import annotations

import io
import os
import signal
import sys
from pathlib import Path

import pytest

from core.errors import EngineDied
from core.notation.documents import to_json
from core.notation.text import to_text
from core.players.asking import Heard, Lost
from core.players.worker.request import Request
from core.store.rows import Stored
from core.store.store import open_store
from tests.core.finished import X_WINS, kept
from tests.core.played import played as told
from tests.tui.commands import Run
from tests.tui.hall import AskedStandIn, Engines, StandIn
from tui.command import output
from tui.household.surroundings import STORE_FILE

LOST = Stored.of(kept("a1 b2 c3 c1 a3 b3 a2", ("best:2", "human")).match, 1, 1)
"""O throws the draw away at move 4."""
SENTENCE = str(told("a1 b2 c3 c1 a3 b3 a2").blame)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """That game in a file."""
    path = tmp_path / "lost.txt"
    path.write_text(to_text([LOST]))
    return path


@pytest.fixture
def played(home: Path) -> None:
    """The store with that game as the newest of two."""
    store = open_store(home / STORE_FILE)[0]
    store.take_in([kept(X_WINS), LOST])
    store.close()


def rows(out: str) -> list[list[str]]:
    """The rows of the moves."""
    return [line.split() for line in out.splitlines() if line[:2].strip().isdecimal()]


def test_every_move_has_its_values_and_a_mistake_what_was_better(triqui: Run, engines: Engines, file: Path) -> None:
    answer = triqui("review", str(file))
    assert (answer.code, answer.err) == (0, "")
    found = rows(answer.out)
    assert [row[:3] for row in found] == [
        [str(ply), "XO"[(ply - 1) % 2], move] for ply, move in enumerate(LOST.moves.split(), 1)
    ]
    assert " ".join(found[3]).startswith("4 O c1 ?? draw in 6 lose in 4 ")
    assert sorted(found[3][10:]) == ["a2", "b1", "b3", "c2"]
    assert " ".join(found[0]) == "1 X a1 draw in 9 draw in 9"


def test_both_sides_the_turning_point_and_who_messed_up_stand_below(triqui: Run, engines: Engines, file: Path) -> None:
    out = triqui("review", str(file)).out
    assert "X Best   4 of 4       0           100%" in out
    assert "O You    2 of 3       1 ??        67%" in out
    assert out.endswith(f"Turning point: move 4, O c1: draw in 6  ->  lose in 4\n{SENTENCE}\n")


def test_json_is_one_document_with_stable_names(triqui: Run, engines: Engines, file: Path) -> None:
    document = triqui("review", str(file), "--json").json
    assert list(document) == [
        *("game", "start", "first", "second", "result"),
        *("looked_at", "positions", "moves", "sides", "turning_point", "summary"),
    ]
    assert list(document["moves"][0]) == [
        *("ply", "player", "move", "mark", "note", "before", "after", "better", "line", "why", "engine"),
    ]
    assert list(document["moves"][0]["before"]) == ["outcome", "plies", "within", "beyond", "value", "proof", "method"]
    assert list(document["sides"][0]) == ["player", "judged", "kept", "blunders", "mistakes", "slips", "accuracy"]
    assert (document["game"], document["first"], document["result"]) == ("tictactoe", "best:2", "1-0")
    assert document["moves"][3]["mark"] == "??"
    assert document["summary"] == SENTENCE


@pytest.mark.parametrize("name", ["last", "LAST", "1"])
def test_a_finished_game_is_named_as_the_list_names_it(triqui: Run, engines: Engines, played: None, name: str) -> None:
    assert SENTENCE in triqui("review", name).out
    assert triqui("review", "2", "--json").json["moves"][0]["move"] == X_WINS.split()[0]


def test_a_file_in_json_and_stdin_are_read_too(
    triqui: Run, engines: Engines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lost.json").write_text(to_json([LOST]))
    assert SENTENCE in triqui("review", str(tmp_path / "lost.json")).out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(to_text([LOST]).encode())))
    assert SENTENCE in triqui("review", "-").out


def test_what_was_found_out_is_kept_and_not_asked_again(
    triqui: Run, engines: Engines, played: None, home: Path
) -> None:
    first = triqui("review", "last")
    asked = len(engines.asked)
    assert asked == 7
    assert triqui("review", "last") == first
    assert len(engines.asked) == asked
    store = open_store(home / STORE_FILE)[0]
    assert store.finished()[0].marks[3] == "??"
    store.close()


def test_an_engine_or_a_limit_of_ones_own_looks_anew_and_keeps_nothing(
    triqui: Run, engines: Engines, played: None, home: Path
) -> None:
    document = triqui("review", "last", "--engine", "minimax", "--depth", "2", "--json").json
    assert {request.engine for request in engines.asked} == {"minimax"}
    assert {request.limit.depth for request in engines.asked} == {2}
    assert document["moves"][0]["before"]["proof"] == "exact", "the start is proven, whoever is asked"
    assert document["moves"][2]["before"]["proof"] == "estimate"
    assert document["moves"][0]["engine"] == "minimax"
    store = open_store(home / STORE_FILE)[0]
    assert store.finished()[0].marks == ()
    store.close()
    asked = len(engines.asked)
    triqui("review", "last")
    assert len(engines.asked) == asked + 7


def test_a_guess_is_marked_as_one(triqui: Run, engines: Engines, file: Path) -> None:
    out = triqui("review", str(file), "--engine", "mcts", "--seconds", "1").out
    engines.asked.clear()
    shallow = triqui("review", str(file), "--engine", "minimax", "--depth", "1").out
    assert "~ " in " ".join(rows(shallow)[0])
    assert "~ is a guess by an engine." in shallow
    assert "Values are for the player to move" in out


def test_an_unfinished_game_of_a_file_is_reviewed_too(triqui: Run, engines: Engines, tmp_path: Path) -> None:
    path = tmp_path / "begun.txt"
    path.write_text('[Game "tictactoe"]\n\n1. a1 b1\n')
    document = triqui("review", str(path), "--json").json
    assert (document["result"], document["positions"]) == ("*", 3)
    assert document["summary"] == str(told("a1 b1").blame)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[Game "tictactoe"]\n', "No moves were made"),
        ('[Game "tictactoe"]\n\n1. a1 a1\n', "a1 is taken"),
        ("rubbish", "Line 1"),
        ("", "There is no game in it"),
        (to_text([LOST, kept(X_WINS)]), "has 2 games, but one is needed"),
    ],
)
def test_a_file_that_is_no_game_is_refused_in_a_sentence(
    triqui: Run, engines: Engines, tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(text)
    answer = triqui("review", str(path))
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert len(answer.err.splitlines()) == 1


def test_an_engine_that_does_not_know_the_game_is_refused(triqui: Run, engines: Engines, file: Path) -> None:
    answer = triqui("review", str(file), "--engine", "pons:./solver")
    assert (answer.code, answer.out) == (2, "")
    assert "tictactoe" in answer.err


def test_an_engine_that_fails_is_told_in_a_sentence(
    triqui: Run, engines: Engines, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = EngineDied("The engine is gone.")
    monkeypatch.setattr("tests.tui.hall.StandIn.answer", lambda self, asked: asked.lost(gone))
    answer = triqui("review", str(file))
    assert (answer.code, answer.out, answer.err) == (2, "", "The engine is gone.\n")


@pytest.mark.skipif(os.name == "nt", reason="there Ctrl-C ends the command")
def test_ctrl_c_asks_for_what_is_known(
    triqui: Run, engines: Engines, played: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = StandIn.ask

    def interrupted(worker: StandIn, request: Request, heard: Heard, lost: Lost) -> AskedStandIn:
        if len(engines.asked) == 3:
            engines.hold()
            os.kill(os.getpid(), signal.SIGINT)
        return ask(worker, request, heard, lost)

    monkeypatch.setattr(StandIn, "ask", interrupted)
    answer = triqui("review", "last")
    out = answer.out
    assert answer.code == 130
    assert out.endswith("Positions analysed: 3 of 7.\n")
    assert rows(out)[2][3:] == ["unknown", "unknown"]
    engines.release()
    monkeypatch.setattr(StandIn, "ask", ask)
    engines.asked.clear()
    assert SENTENCE in triqui("review", "last").out
    assert len(engines.asked) == 4, "what was found before Ctrl-C is kept"


def test_a_game_without_a_store_that_can_be_used_is_reviewed_from_its_file(
    triqui: Run, engines: Engines, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("TRIQUI_HOME", str(tmp_path / "taken" / "below"))
    answer = triqui("review", str(file))
    assert answer.code == 0
    assert SENTENCE in answer.out
    assert "TRIQUI_HOME" in answer.err
    assert triqui("review", "last").code == 2


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_on_the_terminal_tells_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], terminal: bool
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    with output.looking(7) as show:
        show(3)
    assert ("Looking at positions" in capsys.readouterr().err) == terminal


def test_resigning_is_told_in_both_forms(triqui: Run, engines: Engines, tmp_path: Path) -> None:
    path = tmp_path / "resigned.txt"
    path.write_text('[Game "tictactoe"]\n[Result "1-0"]\n[Reason "resigned"]\n\n1. a1 b2 2. c3 1-0\n')
    assert "Turning point: O resigned: draw in 6  ->  lose\n" in triqui("review", str(path)).out
    document = triqui("review", str(path), "--json").json
    assert (document["turning_point"]["player"], document["turning_point"]["move"]) == ("O", None)
    assert document["summary"] == "O went wrong by resigning, which threw away the draw."


def test_a_draw_that_was_agreed_in_a_won_position_is_the_turning_point(
    triqui: Run, engines: Engines, tmp_path: Path
) -> None:
    path = tmp_path / "agreed.txt"
    path.write_text('[Game "tictactoe"]\n[Result "1/2-1/2"]\n[Reason "agreed"]\n\n1. a1 b1 2. a2 b2 1/2-1/2\n')
    assert "Turning point: X agreed to a draw: win in 1  ->  draw\n" in triqui("review", str(path)).out
