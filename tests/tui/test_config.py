"""``triqui config``: what holds, what is wrong and where, one change, and the way back."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tui.command.cli import main
from tui.household.settings import SETTINGS, Settings
from tui.household.settings_file import FILE, lines_of, load
from tui.text.keys import KEYS

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def config(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command: exit code, what is printed and what is said beside it."""

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["config", *words])
        return code, *capsys.readouterr()

    return run


def write(home: Path, text: str) -> None:
    home.mkdir(exist_ok=True)
    (home / FILE).write_text(text)


def test_all_settings_are_printed_with_the_path_and_what_is_usual(config: Run, home: Path) -> None:
    write(home, 'theme = "nord"\n')
    code, out, err = config()
    assert (code, err) == (0, "")
    assert out.startswith(f"{home / FILE}\n")
    blocks = dict(block.split("\n", 1) for block in out.strip().split("\n\n")[1:])
    assert len(blocks) == len(SETTINGS)
    assert 'Default: theme = "triqui".' in blocks['theme = "nord"']
    assert "Usual" not in blocks['sound = "off"']
    assert "triqui[sound]" in blocks['sound = "off"']


def test_a_program_reads_them_as_one_document(config: Run, home: Path) -> None:
    write(home, "move_seconds = 3\n")
    document = json.loads(config("--json")[1])
    assert document["path"] == str(home / FILE)
    assert document["settings"]["move_seconds"] == {"value": 3, "usual": 10}
    assert set(document["settings"]) == set(SETTINGS)


@pytest.mark.parametrize(
    ("name", "value", "written"),
    [
        ("theme", "nord", {"theme": "nord"}),
        ("mouse", "false", {"mouse": False}),
        ("marks_delay", "7", {"marks_delay": 7}),
        ("marks_delay", "never", {"marks_delay": "never"}),
        ("language", "es", {"language": "es"}),
        ("keys.hint", "f3", {"keys": {"hint": "f3"}}),
        ("keys.hint", "5", {"keys": {"hint": "5"}}),
        ("engines.nim:3,4,5", "mcts", {"engines": {"nim:3,4,5": "mcts"}}),
    ],
)
def test_one_setting_is_changed_and_taken_back(
    config: Run, home: Path, name: str, value: str, written: dict[str, object]
) -> None:
    assert config(name, value)[0] == 0
    assert tomllib.loads((home / FILE).read_text()) == written
    assert config(name, "--reset")[0] == 0
    assert load(home) == (Settings(), None)


def test_an_entry_leaves_the_others_as_they_are(config: Run, home: Path) -> None:
    write(home, '[keys]\nundo = "z"\n')
    config("keys.hint", "f3")
    config("keys.undo", "--reset")
    assert load(home)[0].keys == {"hint": "f3"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("thme", "nord"), "'thme' is not a setting; did you mean theme?"),
        (("zzz",), "'zzz' is not a setting; 'triqui config' lists them all."),
        (("mouse", "maybe"), "mouse must be true or false, not 'maybe'."),
        (("marks_delay", "-1"), "below zero"),
        (("keys", "f3"), "keys has entries"),
        (("", "x"), "'' is not a setting"),
        (("theme", "nrod"), "There is no theme 'nrod'; the themes are "),
        (("theme", "\x1b[31m"), "There is no theme '\\x1b[31m'"),
        (("keys.hnit", "f3"), "did you mean hint?"),
        (("keys.hint", "[["), "which does not exist"),
        (("engines.gomokku", "mcts"), "There is no game 'gomokku'"),
        (("theme.dark", "nord"), "'theme.dark' is not a setting"),
        (("engines.gomoku", "nobody"), "engines.gomoku must be the name of a hall engine"),
        (("--check", "--reset"), "Do one thing at a time"),
        (("theme", "nord", "--reset"), "Do one thing at a time"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_and_nothing_is_written(
    config: Run, home: Path, words: tuple[str, ...], said: str
) -> None:
    code, out, err = config(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert not (home / FILE).exists()


def test_the_check_names_all_that_is_wrong_with_its_line_and_leaves_the_file(config: Run, home: Path) -> None:
    text = """# mine
theme = "no-such-theme"
mouse = "no"
thme = "nord"

[keys]
hint = 7
undoo = "z"
redo = "HINT"

[engines]
gomoku = "nobody"
""".replace("HINT", KEYS["hint"].keys)
    write(home, text)
    code, out, err = config("--check")
    assert code == 1
    assert out.splitlines()[:4] == [
        'line 3: mouse must be true or false, not "no"',
        "line 4: 'thme' is not a setting; did you mean theme?",
        "line 7: keys.hint must be a key in quotes, not 7",
        'line 12: engines.gomoku must be the name of a hall engine, not "nobody"',
    ]
    assert "There is no theme 'no-such-theme'" in out
    assert "[keys] names undoo" in out
    assert f"The key {KEYS['hint'].keys} is bound twice: hint, redo" in out
    assert str(home / FILE) in err
    assert "triqui config --reset" in err
    assert [path.name for path in home.iterdir()] == [FILE]
    assert (home / FILE).read_text() == text


@pytest.mark.parametrize(
    ("text", "line"),
    [("theme = \n", "line 1: "), ('mouse = true\n\ntheme = "\n', "line 3: "), ("a = 1\na = 2\n", "line 2: ")],
)
def test_what_is_no_toml_is_named_with_its_line(config: Run, home: Path, text: str, line: str) -> None:
    write(home, text)
    code, out, _err = config("--check")
    assert code == 1
    assert out.startswith(line)


TAKEN_OVER = f'theme = "nord"\n[keys]\nleft = "{KEYS["hint"].keys}"\nhint = "f9"\n'
"""The arrow gets the key of the hint, which gets another."""


@pytest.mark.parametrize("text", [None, "", TAKEN_OVER, 'cursor = "hjkl"\n'])
def test_a_file_in_order_is_said_to_be(config: Run, home: Path, text: str | None) -> None:
    if text is not None:
        write(home, text)
    assert config("--check") == (0, f"The settings in {home / FILE} are correct.\n", "")


def test_a_folder_in_place_of_the_file_is_told(config: Run, home: Path) -> None:
    (home / FILE).mkdir(parents=True)
    code, _out, err = config("--check")
    assert code == 2
    assert "Is a directory" in err


def test_the_way_back_keeps_what_was(config: Run, home: Path) -> None:
    for number, text in ((1, 'theme = "nord"\n'), (2, "rubbish =")):
        write(home, text)
        code, out, err = config("--reset")
        assert (code, err) == (0, "")
        assert str(home / f"{FILE}.old-{number}") in out
        assert (home / f"{FILE}.old-{number}").read_text() == text
        assert load(home) == (Settings(), None)
    assert config("--reset")[:2] == (0, "All settings have their default values.\n")


def test_a_change_to_a_broken_file_keeps_it_aside_and_says_so(config: Run, home: Path) -> None:
    write(home, 'theme = "nord"\nmouse = "no"\n')
    code, out, err = config("sound", "bell")
    assert code == 2
    assert 'sound = "bell"' in out
    assert f"{FILE}.broken-1" in err
    assert load(home) == (Settings(theme="nord", sound="bell"), None)


def test_other_commands_tell_of_a_broken_file_and_leave_it(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(home, 'mouse = "no"\n')
    assert main(["engines"]) == 0
    assert "'triqui config --check'" in capsys.readouterr().err
    assert [path.name for path in home.iterdir()] == [FILE]


@pytest.mark.parametrize(
    ("text", "names", "line"),
    [
        ('a = 1\n"b c" = 2\n', ("b c",), 2),
        ("[keys]\nx = 1\n[other]\nhint = 1\n[keys.deep]\n", ("keys", "hint"), None),
        ("[other]\nhint = 1\n[ keys ]\nhint = 1\n", ("keys", "hint"), 4),
        ("keys.hint = 1\n", ("keys", "hint"), 1),
        ("keys = {hint = 1}\n", ("keys", "hint"), 1),
        ("[keys]\n", ("keys",), 1),
        ("[x]\nkeys = 1\n", ("keys",), None),
    ],
)
def test_the_line_of_a_value_is_found(text: str, names: tuple[str, ...], line: int | None) -> None:
    assert lines_of(text).get(names) == line


def test_no_path_steers_the_terminal(
    config: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "\x1b[31mred\n"
    monkeypatch.setenv("TRIQUI_HOME", str(home))
    shown = rf"{tmp_path}/\x1b[31mred\n"
    assert config()[1].startswith(f"{shown}/{FILE}\n")
    assert config("theme", "nord")[0] == 0
    assert config("--check")[1] == f"The settings in {shown}/{FILE} are correct.\n"
    assert config("--reset")[1].startswith(
        f"All settings have their default values. The old settings are saved in {shown}/"
    )
    write(home, "theme = 3")
    code, out, err = config("--check")
    assert code == 1
    assert (out + err).replace("\n", "").isprintable()
    assert f"Correct this in {shown}/{FILE}" in err
