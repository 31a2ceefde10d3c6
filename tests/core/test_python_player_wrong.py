"""Wrong Python players: each loses with a sentence about it, and nothing of it runs on."""

from __future__ import annotations

import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.engines.foreign import guardian, python, shapes
from core.engines.foreign.program import ProgramFailed, countdown
from core.engines.foreign.python import Runner
from core.errors import UnknownEngine
from core.games import get
from core.players import opponents
from tests.core.programs import QUICK, ask, best, engine, position
from tests.core.python_files import BOTTOM_RIGHT, COURSE, forfeit, move, running, written

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this limit, or tells its processes")
HASTY = replace(QUICK, usual=0.2)
"""For players that never answer."""


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("    raise NotImplementedError\n", "is not written yet (line 12)"),
        ("    return 1 // 0\n", "raises ZeroDivisionError: integer division or modulo by zero (line 12)"),
        ("    input('Your move: ')\n", "raises EOFError: EOF when reading a line (line 12)"),
        ("    return None\n", "answered None (a pair (row, column) was expected)"),
        ("    return 'b2'\n", "answered 'b2' (a pair (row, column) was expected)"),
        ("    return 1.0, 1\n", "answered [1.0, 1] (a pair (row, column) was expected)"),
        ("    return True, 1\n", "answered [True, 1] (a pair (row, column) was expected)"),
        ("    return 0, 0\n", "answered [0, 0] (a1 is taken; play an empty square)"),
        ("    return 0, 3\n", "answered [0, 3] (rows and columns go from 0 to 2)"),
        ("    return 10**30, 1\n", "(a pair (row, column) was expected)"),
        ("    return 0, 1, 2\n", "answered [0, 1, 2] (a pair (row, column) was expected)"),
        ("    return range(10**12)\n", "(a pair (row, column) was expected)"),
        ("    board[2][2] = 'X'\n    return 2, 2\n", "changes the board that it is given; copy it first"),
        ("    import sys\n    sys.exit(4)\n", "calls exit in line 13"),
        ("    import os\n    os._exit(4)\n", "ended with exit code 4"),
        ("    return minimax(board)\n", "raises RecursionError: maximum recursion depth exceeded (line 12)"),
        ("    raise ModuleNotFoundError(name=type('A', (), {'__str__': None})())\n", "needs the package ''"),
        ("    import nowhere_to_be_found\n", "needs the package 'nowhere_to_be_found', which "),
        (
            "    raise type('\\x1b[31mRed', (Exception,), {})('\\x1b]0;title\\x07')\n",
            r"raises \x1b[31mRed: \x1b]0;title\x07",
        ),
        ("    import os\n    os.closerange(0, 99)\n    return 2, 2\n", "ended with exit code 1"),
        ("    import os\n    os.closerange(3, 99)\n    while True: pass\n", "closed its input or output"),
    ],
)
def test_a_player_that_fails_loses_with_a_sentence_that_says_why(lines: str, sentence: str, tmp_path: Path) -> None:
    said = forfeit(written(tmp_path / "bot.py", COURSE + lines), moves="a1")
    assert said.startswith("bot.py forfeits: it ")
    assert sentence in said


@LINUX
def test_a_player_that_wants_too_much_memory_loses(tmp_path: Path) -> None:
    said = forfeit(written(tmp_path / "bot.py", COURSE + "    return len(bytes(10 * 10**9))\n"))
    assert said == "bot.py forfeits: it raises MemoryError (line 12)."


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("None", "answered None (the name or the number of a move was expected)"),
        ("1.0", "answered 1.0 (the name or the number of a move was expected)"),
        ("True", "answered True (the name or the number of a move was expected)"),
        ("'z9'", "answered 'z9' ("),
        ("'a1'", "answered 'a1' (a1 is taken; play an empty square)"),
        ("0", "answered 0 (a1 is taken; play an empty square)"),
        ("-1", "answered -1 (This game has no move number -1)"),
        ("'\\x1b[2J'", r"\x1b[2J"),
    ],
)
def test_choose_loses_by_what_is_no_move(answer: str, sentence: str, tmp_path: Path) -> None:
    said = forfeit(written(tmp_path / "bot.py", f"def choose(position):\n    return {answer}\n"), moves="a1")
    assert sentence in said
    assert said.isprintable()


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("'d'", "answered 'd' (the number of a column was expected)"),
        ("3.0", "answered 3.0 (the number of a column was expected)"),
        ("7", "answered 7 (This game has no move number 7)"),
        ("0", "answered 0 ("),
    ],
)
def test_an_agent_loses_by_what_is_no_column(answer: str, sentence: str, tmp_path: Path) -> None:
    file = written(tmp_path / "bot.py", f"def agent(observation, configuration):\n    return {answer}\n")
    assert sentence in forfeit(file, "connect-four", "a a a a a a")


def test_a_player_that_loops_for_ever_loses_when_its_time_is_over(tmp_path: Path) -> None:
    file = written(tmp_path / "bot.py", COURSE + "    while True: pass\n")
    assert forfeit(file, waits=HASTY) == "bot.py forfeits: it did not answer in time."


def test_a_file_that_never_ends_loading_loses_when_its_time_is_over(tmp_path: Path) -> None:
    file = written(tmp_path / "bot.py", f"while True: pass\n{COURSE}{BOTTOM_RIGHT}")
    said = forfeit(file, waits=replace(QUICK, start=0.2))
    assert said == "bot.py forfeits: it cannot be loaded: did not answer in time."


def test_a_player_that_was_too_slow_once_is_started_anew(tmp_path: Path) -> None:
    slow = tmp_path / "slow"
    slow.touch()
    lines = f"    import os\n    while os.path.exists({str(slow)!r}): pass\n"
    asked = engine("python", written(tmp_path / "bot.py", COURSE + lines + BOTTOM_RIGHT), HASTY)
    try:
        with pytest.raises(Exception, match="in time"):
            ask(asked, position("tictactoe"))
        slow.unlink()
        asked.waits = QUICK
        assert best(ask(asked, position("tictactoe"))) == "c3"
    finally:
        asked.close()


@pytest.mark.parametrize(
    "lines",
    [
        "    print('x' * 1_000_000)\n",
        "    import os\n    os.write(1, b'{\"value\": 3}\\n')\n",
        "    import subprocess\n    subprocess.run(['echo', '3'])\n",
        "    import sys\n    sys.stdin.read(), sys.stdout.close(), sys.stderr.close()\n",
        "    import os\n    os.fork()\n",
    ],
)
def test_what_a_player_prints_or_starts_is_no_answer_and_does_no_harm(lines: str, tmp_path: Path) -> None:
    assert move(written(tmp_path / "bot.py", f"{COURSE}{lines}{BOTTOM_RIGHT}")) == "c3"


@LINUX
def test_a_copy_that_a_player_leaves_behind_ends_with_it(tmp_path: Path) -> None:
    lines = "    import os, time\n    if os.fork() == 0:\n        os.setsid()\n        time.sleep(600)\n"
    file = written(tmp_path / "bot.py", f"{COURSE}{lines}{BOTTOM_RIGHT}")
    asked = engine("python", file, QUICK)
    ask(asked, position("tictactoe"))
    before = len(running(file))
    asked.close()
    assert (before, running(file)) == (3, [])  # its guardian, itself and the copy


@LINUX
@pytest.mark.parametrize(
    "line",
    [
        "[" * 50_000,
        '{"value": [[4]]}',
        '{"value": {"items": 4}}',
        '{"value": {"items": [{}, {}]}}',
        '{"value": ' + '{"items": [' * 400 + "]}" * 400 + "}",
        '{"raised": "ValueError"}',
        '{"raised": ["ValueError"], "text": ""}',
        '{"raised": "ValueError", "text": "", "line": "1"}',
        '{"raised": "ModuleNotFoundError", "text": "", "missing": 7}',
    ],
)
def test_a_player_that_writes_a_false_answer_loses(line: str, tmp_path: Path) -> None:
    lines = (
        "    import os\n    for each in range(3, 9):\n        try:\n"
        f"            os.write(each, {(line + chr(10)).encode()!r})\n        except OSError:\n            pass\n"
    )
    assert "writes to the output reserved for its answers" in forfeit(written(tmp_path / "bot.py", COURSE + lines))


def test_the_name_of_an_exception_is_cut_like_its_text(tmp_path: Path) -> None:
    lines = "    raise type('E' * 5000, (Exception,), {})\n"
    assert len(forfeit(written(tmp_path / "bot.py", COURSE + lines))) < 300


def test_the_time_in_which_we_are_stopped_is_not_a_players(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("core.engines.foreign.program.time.monotonic", lambda: now)
    left = countdown(10)
    now = 60.0
    assert left() > 9


@LINUX
def test_a_player_that_kills_its_guardian_ends_all_the_same(tmp_path: Path) -> None:
    lines = "    import os\n    os.kill(os.getppid(), 9)\n    while True: pass\n"
    assert "did not answer in time" in forfeit(written(tmp_path / "bot.py", COURSE + lines), waits=HASTY)


@LINUX
def test_a_guardian_whose_holder_died_while_it_started_leaves_no_program(tmp_path: Path) -> None:
    file = written(tmp_path / "endless.py", "while True: pass\n")
    holder, lifeline = socket.socketpair()
    holder.close()
    with lifeline:
        number = lifeline.fileno()
        command = (sys.executable, "-I", "-S", guardian.__file__, str(number), sys.executable, file)
        subprocess.run(command, pass_fds=[number], process_group=0, check=False)
    assert running(file) == []


def test_what_a_player_prints_is_kept_when_it_has_ended(tmp_path: Path) -> None:
    source = shapes.read(
        Path(written(tmp_path / "bot.py", f"print('\\x1b[2J one')\nprint('two')\n{COURSE}{BOTTOM_RIGHT}"))
    )
    process = python.PythonProcess(source, source.shapes[0])
    process.start()
    process.close()
    assert process.printed == "\x1b[2J one\ntwo\n"


def test_nothing_that_a_player_prints_reaches_the_terminal(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    move(written(tmp_path / "bot.py", f"import sys\nprint(1), print(2, file=sys.stderr)\n{COURSE}{BOTTOM_RIGHT}"))
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("import nowhere_to_be_found\n", "needs the package 'nowhere_to_be_found', which "),
        ("1 // 0\n", "raises ZeroDivisionError: integer division or modulo by zero (line 1)"),
        ("raise SystemExit\n", "calls exit in line 1"),
        ("import os\nos._exit(0)\n", "ended with exit code 0"),
        ("import helper\n", "raises SyntaxError: "),
        ("import helper\n", "(helper.py, line 2)"),
    ],
)
def test_a_file_that_cannot_be_loaded_loses_with_a_sentence_that_says_why(
    text: str, sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "helper.py").write_text("x = 1\ny = = 2\n")
    assert sentence in forfeit(written(tmp_path / "bot.py", text + COURSE + BOTTOM_RIGHT))


def test_a_missing_package_is_told_with_the_option_that_names_a_python(tmp_path: Path) -> None:
    assert "--python" in forfeit(written(tmp_path / "bot.py", f"import nowhere_to_be_found\n{COURSE}{BOTTOM_RIGHT}"))


def test_choose_is_refused_by_a_python_that_is_too_old_for_it(tmp_path: Path) -> None:
    old = tmp_path / "python3.8"
    pretend = "import runpy, sys; sys.version_info = (3, 8); del sys.argv[0]; runpy.run_path(sys.argv[0], run_name='__main__')"
    old.write_text(f'#!/bin/sh\nshift 4\nexec {sys.executable} -c "{pretend}" "$@"\n')
    old.chmod(0o700)
    source = shapes.read(Path(written(tmp_path / "bot.py", "def choose(position):\n    return 0\n")))
    process = python.PythonProcess(source, source.shapes[0], Runner(str(old)))
    with pytest.raises(ProgramFailed, match=r"needs Python 3\.11 or newer for choose\(position\)"):
        process.start()


def test_a_helper_that_fails_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("def answer():\n    return 1 // 0\n")
    file = written(tmp_path / "bot.py", f"import helper\n{COURSE}    return helper.answer()\n")
    assert "(helper.py, line 2)" in forfeit(file)


@pytest.mark.parametrize("form", ["utf-8-sig", "windows", "old mac"])
def test_a_byte_order_mark_and_other_line_ends_are_read(form: str, tmp_path: Path) -> None:
    text = COURSE + BOTTOM_RIGHT
    ends = {"windows": "\r\n", "old mac": "\r"}.get(form, "\n")
    data = text.replace("\n", ends).encode("utf-8-sig" if form == "utf-8-sig" else "utf-8")
    (tmp_path / "bot.py").write_bytes(data)
    assert move(str(tmp_path / "bot.py")) == "c3"


def test_a_file_in_latin_1_that_says_so_is_read(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_bytes(f"# coding: latin-1\n# ñ\n{COURSE}{BOTTOM_RIGHT}".encode("latin-1"))
    assert move(str(tmp_path / "bot.py")) == "c3"


def test_a_file_without_a_player_is_told_how_to_begin_one(tmp_path: Path) -> None:
    with pytest.raises(UnknownEngine, match="'triqui new player' prints one"):
        opponents.player(written(tmp_path / "bot.py", "x = 3\n"), get("tictactoe"))


def test_a_file_that_goes_while_it_plays_loses(tmp_path: Path) -> None:
    file = written(tmp_path / "bot.py", COURSE + BOTTOM_RIGHT)
    asked = engine("python", file, QUICK)
    try:
        ask(asked, position("tictactoe"))
        (tmp_path / "bot.py").unlink()
        with pytest.raises(Exception, match=r"cannot be asked: '.*' cannot be read \(No such file or directory\)"):
            ask(asked, position("tictactoe"))
    finally:
        asked.close()
