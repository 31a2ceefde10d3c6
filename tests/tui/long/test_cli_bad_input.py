"""What goes wrong ends with exit code 2 and one sentence that says what to do; never with a traceback. It takes 20
seconds."""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tui.command.cli import main

ROOT = Path(__file__).parent.parent.parent.parent

BAD = {
    "plya tictactoe": "did you mean 'play'?",
    "tictactoe": "'triqui --help'",
    "'' x": "'triqui --help'",
    "--hlep": "--help",
    "-3": "below zero",
    "play": "Name a game",
    "play --from x --first ai": "leave out everything",
    "play --from /nowhere/x": "cannot be read",
    "play tictactoe --position XXX/.../...": "X begins",
    "log 1": "There is no finished game yet",
    "log --force": "only goes with --export",
    "log 1 --import x": "combined with other options",
    "log --import /nowhere/x": "cannot be read",
    "log --export x": "nothing to export",
    "stats tictactoo": "tictactoe",
    "review": "FILE|last|N",
    "review last": "There is no finished game yet",
    "review 0": "There is no finished game yet",
    "review /nowhere/x": "cannot be read",
    "review last --engine deep": "deep",
    "review last --depth 0": "from 1 to 999",
    "review last 1": "triqui review --help",
    "play tictactoo": "tictactoe",
    "play ''": "tictactoe",
    "play mnk:0,0,0": "from 1 to 20",
    "play mnk:500,500,5": "from 1 to 20",
    "play mnk:5": "mnk:M,N,K",
    "play tictactoe/misery": "/misere",
    "play tictactoe/wild/wild": "at most once",
    "play tictactoe --first zed": "you, ai, x, o, random",
    "play tictactoe --first you --x random": "contradicts",
    "play tictactoe --first ai --x human": "contradicts",
    "play tictactoe --games 3 --best-of 5": "--games contradicts --best-of",
    "play tictactoe --best-of 5 --open": "--best-of contradicts --open",
    "play tictactoe --games 0": "from 1 to 99",
    "play tictactoe --best-of 100": "from 1 to 99",
    "play tictactoe --games three": "a whole number",
    "watch tictactoe --x me": "Play me plays against a person only",
    "play tictactoe --time 0": "from 1 to 3600",
    "play tictactoe --time 5 --total 5": "--time contradicts --total",
    "play tictactoe --increment 5": "give --total too",
    "play tictactoe --time 5 --increment 5": "give --total too",
    "play tictactoe --total 0": "from 1 to 1440",
    "play tictactoe --total 5 --increment -1": "from 0 to 3600",
    "play tictactoe --on-timeout lose": "needs a clock",
    "play tictactoe --time 5 --on-timeout cry": "random, for a random legal move, or lose",
    "play tictactoe --hints maybe": "on, off or the number",
    "play tictactoe --hints 0": "from 1 to 99",
    "watch tictactoe --first you": "x, o, random, loser or alternate",
    "watch tictactoe --hints off": "There is no option --hints",
    "play tictactoe --x nobody": "There is no engine 'nobody'",
    "play tictactoe --o alphabeta:strong": "1, 2, 3, 4, 5, 6, 7, full, easy, medium, hard",
    "play tictactoe --moves 'a1 a1'": "Move 2: a1 is taken",
    "play tictactoe --moves a1 b2": "(b2)",
    "watch tictactoe --x human": "is not an engine",
    "analyse tictactoe --moves z9": "a1 to c3",
    "analyse tictactoe --moves 'a1 a2 b1 b2 c1 c2'": "Move 6: The game is over",
    "analyse tictactoe/wild --moves b2": "Xb2",
    "analyse tictactoe --position qq": "board of 3x3",
    "analyse tictactoe --position XXX/.../...": "X begins",
    "analyse tictactoe --engine alphabet": "alphabeta",
    "analyse tictactoe --dpeth 3": "did you mean --depth?",
    "analyse tictactoe --depth 0": "from 1 to",
    "analyse tictactoe --depth=-3": "from 1 to",
    "analyse tictactoe --depth 2.5": "a whole number",
    "analyse tictactoe --seconds": "--seconds",
    "analyse tictactoe --seconds soon": "a number from 0",
    "analyse tictactoe --seconds nan": "a number from 0",
    "analyse tictactoe --seconds inf": "a number from 0",
    "analyse tictactoe --json=yes": "--json",
    "engine": "Missing argument 'GAME'",
    "engine nim:3 --protocol gomocup": "is for gomoku and its options, not for nim:3",
    "engine ultimate --protocol codingame": "is for ultimate/count",
    "engine gomoku --protocol pons": "is for connect-four",
    "engine gomoku --protocol gomo": "ugi, gomocup, codingame, pons",
    "engine gomoku --all": "only goes with --protocol pons",
    "perft tictactoe": "Missing argument 'DEPTH'",
    "perft tictactoe many": "a whole number from 1",
    "perft tictactoe -3": "-3 is below zero",
    "perft tictactoe 0": "a whole number from 1",
    "perft tictactoe 3 4 5": "(4 5)",
    f"perft tictactoe {'9' * 5000}": "a whole number from 1",
    "match tictactoe alphabeta": "Missing argument 'E2'",
    "match tictactoe alphabeta random": "Missing option '--games'",
    "match tictactoe alphabeta ugi:./no-such-program --games 3": "'./no-such-program' is not a program",
    "match tictactoe alphabeta gomocup:ls --games 3": "for gomoku",
    'match tictactoe alphabeta "ugi:\'ls" --games 3': "A quotation mark is not closed",
    "analyse nim:3 --engine pons:ls": "for connect-four",
    "play nim:3 --x codingame:ls": "for ultimate/count",
    "match tictactoe alphabeta human --games 3": "is not an engine",
    "match tictactoe alphabeta random --games 0": "from 1 to",
    "match tictactoe alphabeta random --games 2 --seed x": "a whole number from 0",
}


def run(words: list[str]) -> tuple[int, str, str]:
    """Exit code and output of a command line, run in this process without a terminal."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(words)
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize(("line", "part"), BAD.items(), ids=[line[:60] for line in BAD])
def test_a_bad_command_line_is_told_in_one_line_what_to_mend(line: str, part: str) -> None:
    code, out, err = run(shlex.split(line))
    assert (code, out) == (2, "")
    assert part in err
    assert err.count("\n") == 1
    assert err.endswith(".\n")


WORDS = st.sampled_from(
    [
        *("play", "watch", "games", "engines", "perft", "analyse", "match", "home"),
        *("tictactoe", "tictactoe/misere", "mnk:2,2,2", "mnk:0,1", "mnk:99,99,9", "Tictactoe/"),
        *(
            "--json",
            "--moves",
            "a1",
            "a1 b2",
            "c9",
            "--position",
            "X../.../...",
            "--engine",
            "random",
            "alphabeta:easy",
        ),
        *("--depth", "--seconds", "0", "1", "2", "-1", "--games", "--seed", "--x", "--o", "--first", "ai", "human"),
        *(
            "--help",
            "-h",
            "--",
            "-",
            "--json=",
            "--version",
            "--x=",
            "%s",
            "{0}",
            "{name}",
            "[red]",
            "\n",
            "\x1b[31m",
            "\udcff",
        ),
    ]
)


@given(st.lists(WORDS | st.text(max_size=8), max_size=7))
@example(["analyse", "tictactoe", "--moves", "{name}"])
@example(["play", "{"])
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_command_line_at_all_ends_in_a_traceback(words: list[str]) -> None:
    code, _, err = run(words)
    assert code in (0, 2)
    assert "Traceback" not in err
    assert (code == 2) == bool(err)


def test_the_settings_are_named_when_they_are_broken_and_the_command_goes_on(home: Path) -> None:
    home.mkdir()
    (home / "settings.toml").write_text("theme = ")
    code, out, err = run(["games", "--json"])
    assert (code, out[:1]) == (0, "[")
    assert "settings" in err
    assert err.count("\n") == 1


# --- the world outside


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A line of shell in which ``$triqui`` runs the command line in a process of its own."""
    triqui = shlex.join([sys.executable, "-c", "import sys; from tui.command.cli import main; sys.exit(main())"])
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line.replace("$triqui", triqui)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_reader_that_leaves_early_is_no_error() -> None:
    answer = shell("$triqui perft tictactoe 900 | head -n 1")
    assert (answer.returncode, answer.stdout.split(), answer.stderr) == (0, ["moves", "sequences"], "")


@pytest.mark.parametrize("words", ["--version", "games"])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_a_full_disk_is_named(words: str) -> None:
    answer = shell(f"$triqui {words} > /dev/full")
    assert (answer.returncode, answer.stderr) == (2, "Stopped by the system: No space left on device.\n")


@pytest.mark.parametrize("words", ["nonsense", "perft nonsense 3", "games > /dev/full", "analyse --nonsense"])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_a_sentence_that_cannot_be_written_changes_no_exit_code(words: str) -> None:
    assert shell(f"$triqui {words} 2> /dev/full").returncode == 2


@pytest.mark.parametrize(
    "words", [["analyse", "tictactoe/\x1b[31mx"], ["analyse", "--\x1b[31mx"], ["\x1b[31m\n\u202e"]]
)
def test_what_was_typed_comes_back_without_steering_the_terminal(words: list[str]) -> None:
    code, out, err = run(words)
    assert (code, out) == (2, "")
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    assert r"\x1b[31m" in err


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_break_nothing(closed: str) -> None:
    assert shell(f"$triqui games {closed}").returncode == 0
    assert shell(f"$triqui play tictactoe {closed}").returncode == 2


ASCII = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}


def test_an_output_without_unicode_gets_ascii_for_what_it_lacks() -> None:
    answer = shell("$triqui analyse tictactoe --moves 'a1 é'", **ASCII)
    assert answer.returncode == 2
    assert answer.stderr.isascii()
    printed = "import sys; from tui.command.cli import main; main(['games']); print('\\u221e ~ \\xe9 \\u4e2d')"
    answer = shell(shlex.join([sys.executable, "-c", printed]), **ASCII)
    assert (answer.returncode, answer.stdout.splitlines()[-1]) == (0, "% ~ e ?")


@pytest.mark.parametrize("environment", [{"NO_COLOR": ""}, {"NO_COLOR": "1"}, {"TERM": "dumb"}, {"LANG": "C"}])
def test_what_goes_to_a_pipe_has_no_colours(environment: dict[str, str]) -> None:
    answer = shell("$triqui analyse tictactoe --moves 'a1 b2 c3'; $triqui games", **environment)
    assert answer.returncode == 0
    assert "\x1b" not in answer.stdout + answer.stderr
    assert all(line == line.rstrip() for line in answer.stdout.splitlines())


def test_who_stops_it_while_it_starts_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(arguments: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("tui.command.cli._run", stopped)
    assert main(["games"]) == 130
    assert capsys.readouterr().err == "Interrupted.\n"


def test_a_sentence_on_a_terminal_breaks_between_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "morris3"]) == 2
    whole = capsys.readouterr().err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    assert main(["play", "morris3"]) == 2
    broken = capsys.readouterr().err
    assert max(map(len, broken.splitlines())) <= 40
    assert broken.split() == whole.split()
    assert len(whole.splitlines()) == 1
