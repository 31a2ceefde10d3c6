"""The settings file is read with patience, written whole, and never a reason not to start."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.players.opponents import parse
from tui.household.settings import NEVER, Settings
from tui.household.settings import SETTINGS as ALL
from tui.household.settings_file import FILE, SettingsBroken, change, check, folders, load

TEXTS = st.text(max_size=20)
OFFERED = {
    name: st.sampled_from([None if value == NEVER else value for value in setting.kind.offered()])
    for name, setting in ALL.items()
    if setting.kind.offered()
}
OTHERS = {
    "theme": TEXTS,
    "marks": st.none() | st.booleans(),
    "marks_delay": st.none() | st.integers(0, 1000),
    "move_seconds": st.none() | st.integers(1, 1000),
    "watched_games": st.none() | st.integers(0, 10**6),
    "engine": st.sampled_from(["", "alphabeta", "mcts"]),
    "engines": st.dictionaries(TEXTS, st.sampled_from(["", "alphabeta", "mcts"]), max_size=3),
    "opponent": st.sampled_from(["alphabeta:full", "mcts:easy", "random:hard"]),
    "keys": st.dictionaries(TEXTS, TEXTS, max_size=4),
}
"""What may also be said, and what nobody is offered."""
SETTINGS = st.builds(Settings, **{**OFFERED, **OTHERS})


@given(settings=SETTINGS)
def test_settings_come_back_as_they_were_saved(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("settings")
    change(folder, Settings(), settings)
    assert load(folder) == (settings, None)


@pytest.mark.parametrize("former", ["play", "study"])
def test_a_panel_of_former_modes_is_unset(former: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(f'panel = "{former}"\n')
    assert load(tmp_path) == (Settings(), None)


@pytest.mark.parametrize(("former", "present"), [("threats", "lines"), ("fives", "gomoku"), ("boards", "ultimate")])
def test_an_engine_that_has_another_name_by_now_is_the_same_engine(former: str, present: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(f'engine = "{former}"\nopponent = "{former}:3"\n')
    settings, trouble = load(tmp_path)
    assert trouble is None
    assert settings.engine == present
    found = parse(settings.opponent)
    assert found
    assert found.text == f"{present}:3"


def test_no_file_gives_the_usual_settings_and_makes_none(tmp_path: Path) -> None:
    assert load(tmp_path / "none") == (Settings(), None)
    assert list(tmp_path.iterdir()) == []


def test_the_file_is_one_that_a_person_would_write(tmp_path: Path) -> None:
    change(tmp_path, Settings(), Settings(marks_delay=None, keys={"hint": "f3"}))
    document = tomllib.loads((tmp_path / FILE).read_text())
    assert document["marks_delay"] == "never"
    assert document["keys"] == {"hint": "f3"}


def test_the_file_holds_what_was_chosen_and_goes_on_holding_it(tmp_path: Path) -> None:
    change(tmp_path, Settings(), Settings(theme="nord"))
    assert tomllib.loads((tmp_path / FILE).read_text()) == {"theme": "nord"}
    change(tmp_path, Settings(), Settings(panel="quiet"))
    change(tmp_path, Settings(panel="quiet"), Settings())
    assert tomllib.loads((tmp_path / FILE).read_text()) == {"theme": "nord", "panel": "live"}


def test_nobody_has_chosen_marks_until_the_file_says_so(tmp_path: Path) -> None:
    assert load(tmp_path)[0].marks is None
    for chosen in ("true", "false"):
        (tmp_path / FILE).write_text(f"marks = {chosen}\n")
        assert load(tmp_path)[0].marks is (chosen == "true")


def test_a_game_without_an_engine_of_its_own_is_analysed_by_the_one_for_all(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('engine = "mcts"\n[engines]\ngomoku = "threats"\n"nim:3,4,5" = ""\nqubic = 7\n')
    settings, trouble = load(tmp_path)
    assert [settings.engine_of(game) for game in ("tictactoe", "gomoku", "nim:3,4,5", "qubic")] == [
        "mcts",
        "lines",
        "",
        "mcts",
    ]
    assert "engines.qubic must be the name of a hall engine, not 7" in str(trouble)


def test_one_wrong_value_keeps_all_the_others(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('theme = "nord"\nmarks = "yes"\n[keys]\nhint = "f3"\nundo = 7\n')
    settings, trouble = load(tmp_path)
    assert settings == Settings(theme="nord", keys={"hint": "f3"})
    assert trouble
    assert "marks must be true or false" in str(trouble)
    assert str(tmp_path / f"{FILE}.broken-1") in str(trouble)
    assert load(tmp_path) == (settings, None)


@pytest.mark.parametrize(
    "line",
    [
        "theme = 3",
        "marks = 1",
        "marks_delay = true",
        "marks_delay = -1",
        'marks_delay = "often"',
        "move_seconds = 0",
        "move_seconds = 2.5",
        "watched_games = -1",
        "watched_games = true",
        'panel = "big"',
        "panel = []",
        "glyphs = 0.0",
        'keys = "f3"',
        "keys = 3",
    ],
)
def test_a_value_of_the_wrong_kind_is_named_and_the_usual_one_taken(line: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(line)
    settings, trouble = load(tmp_path)
    assert settings == Settings()
    assert f"{line.split()[0]} must be" in str(trouble)


@pytest.mark.parametrize("garbage", [b"theme = ", b"\xff\xfe\x00", b"[" * 100_000, b"x = " + b"[" * 5000 + b"]" * 5000])
def test_garbage_is_moved_aside_under_a_name_not_yet_taken(garbage: bytes, tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / FILE).write_bytes(garbage)
        settings, trouble = load(tmp_path)
        assert settings == Settings()
        assert f"broken-{number}" in str(trouble)
        assert (tmp_path / f"{FILE}.broken-{number}").read_bytes() == garbage


def test_keys_that_nobody_knows_stay_in_the_file_without_fuss(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('theme = "nord"\n[future]\nspeed = 9\n')
    settings, trouble = load(tmp_path)
    assert trouble is None
    change(tmp_path, Settings(), settings)
    assert tomllib.loads((tmp_path / FILE).read_text())["future"] == {"speed": 9}


def test_a_place_that_cannot_be_written_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsBroken, match="TRIQUI_HOME"):
        change(tmp_path / "file" / "below", Settings(), Settings())
    settings, trouble = load(tmp_path / "file" / "below")
    assert settings == Settings()
    assert "Not a directory" in str(trouble)


def test_a_folder_in_place_of_the_file_is_told_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE / "inside").mkdir(parents=True)
    assert load(tmp_path)[0] == Settings()
    with pytest.raises(SettingsBroken):
        change(tmp_path, Settings(), Settings())
    assert {path.name for path in tmp_path.iterdir()} == {FILE, f"{FILE}.lock"}


def test_a_write_that_fails_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(tmp_path, Settings(), Settings(theme="nord"))

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(SettingsBroken, match="No space left"):
        change(tmp_path, Settings(), Settings(theme="gruvbox"))
    assert load(tmp_path) == (Settings(theme="nord"), None)
    assert {path.name for path in tmp_path.iterdir()} == {FILE, f"{FILE}.lock"}


def test_a_broken_file_in_a_read_only_folder_is_told_and_the_rest_of_it_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / FILE).write_text('theme = "nord"\nmarks = 3')

    def refuse(path: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("core.store.file.move_aside", refuse)
    settings, trouble = load(tmp_path)
    assert settings == Settings(theme="nord")
    assert "marks must be" in str(trouble)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x" + ".a" * 20_000 + " = 1", "more than 500 dots in a line"),
        ("# " + "x" * 70_000, "more than 64 kB"),
        ("theme" + ".a" * 400 + " = 1", "theme must be text in quotes, not {...}"),
        ("theme = [" + "1," * 20_000 + "]", "theme must be text in quotes, not [...]"),
    ],
)
def test_a_file_that_no_person_has_written_is_told_in_a_sentence(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text)
    assert [str(wrong.what) for wrong in check(tmp_path)] == [said]
    settings, trouble = load(tmp_path)
    assert settings == Settings()
    assert f"({said})" in str(trouble)


@pytest.mark.parametrize(
    ("text", "said"),
    [("x = " + "[" * 400 + "]" * 400, "nested too deeply"), ("x = [" + "1," * 30_000 + "]", "File too large")],
)
def test_a_file_that_could_not_be_read_again_is_not_written(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(SettingsBroken, match=said):
        change(tmp_path, Settings(), Settings(theme="nord"))
    assert (tmp_path / FILE).read_text() == text


def test_a_file_with_thousands_of_wrong_lines_names_them_all(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("[keys]\n" + "".join(f"k{number} = 1\n" for number in range(5000)))
    assert [wrong.line for wrong in check(tmp_path)] == list(range(2, 5002))


def test_a_settings_file_that_is_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    (tmp_path / FILE).symlink_to(tmp_path / "dotfiles" / "mine.toml")
    change(tmp_path, Settings(), Settings(theme="nord"))
    assert (tmp_path / FILE).is_symlink()
    assert load(tmp_path) == (Settings(theme="nord"), None)


def test_triqui_home_is_the_folder_of_everything(tmp_path: Path) -> None:
    assert folders(str(tmp_path)) == (tmp_path, tmp_path)
    assert folders("~/somewhere")[0] == Path.home() / "somewhere"


def test_without_triqui_home_the_folders_are_those_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/config")
    assert folders() == (Path("/data/triqui"), Path("/config/triqui"))
