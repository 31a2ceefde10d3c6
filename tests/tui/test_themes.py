"""Colours: our own two themes, which all eyes can read, and the files of the user's own."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import pytest
from textual.theme import BUILTIN_THEMES, Theme

from tests.tui.eyes import DEUTERANOPIA, PROTANOPIA, USUAL, apart, contrast
from tests.tui.hall import Door
from tui.drawing.theme import FOLDER, OWN, own_themes, variables

VALUES = ("win", "tie", "lose", "endless", "guess")
PLAYERS = ("first", "second")
ANSI = ("ansi-dark", "ansi-light")
"""Themes of the terminal's own colours, whatever these are."""
GOOD = 'primary = "#5fafff"\nbackground = "black"\ndark = true\n[variables]\nwin = "#00ff00"\n'


@pytest.mark.parametrize("theme", OWN, ids=lambda theme: theme.name)
def test_every_value_can_be_read_on_the_background(theme: Theme) -> None:
    assert theme.background
    least = 7.0 if theme.name == "triqui-clear" else 4.5
    for name in VALUES:
        assert contrast(theme.variables[name], theme.background) >= least, name
    for name in (*PLAYERS, "won", "soft"):
        assert contrast(theme.variables[name], theme.background) >= 4.5, name
    for name in ("faint", "dim"):
        assert contrast(theme.variables[name], theme.background) >= 3, name
    assert theme.foreground
    assert contrast(theme.foreground, theme.background) >= 7


@pytest.mark.parametrize("theme", [each for each in BUILTIN_THEMES.values() if each.name not in ANSI])
def test_players_and_values_can_be_read_in_the_themes_of_textual(theme: Theme) -> None:
    colours, background = variables(theme.dark, ansi=False), theme.background or "#121212"
    for name in (*VALUES, *PLAYERS, "won"):
        assert contrast(colours[name], background) >= 3.5, name


@pytest.mark.parametrize("theme", OWN, ids=lambda theme: theme.name)
def test_no_player_and_nothing_that_is_won_looks_like_a_value(theme: Theme) -> None:
    for one, other in product((*PLAYERS, "won"), VALUES):
        assert apart(theme.variables[one], theme.variables[other], USUAL) > 25, (one, other)
    assert apart(theme.variables["first"], theme.variables["second"], USUAL) > 50


@pytest.mark.parametrize("ansi", [False, True])
def test_with_few_colours_too_a_player_has_another_than_a_value(ansi: bool) -> None:
    colours = variables(dark=True, ansi=ansi)
    assert not {colours[name] for name in PLAYERS} & {colours[name] for name in VALUES}
    assert len({colours[name] for name in (*VALUES, *PLAYERS)}) == len((*VALUES, *PLAYERS))


@pytest.mark.parametrize("eye", [PROTANOPIA, DEUTERANOPIA], ids=["protanopia", "deuteranopia"])
def test_eyes_that_lack_a_cone_tell_win_draw_and_loss_apart_and_in_the_clear_theme_all_values(
    eye: tuple[tuple[float, ...], ...],
) -> None:
    usual, clear = OWN
    for one, other in combinations(("win", "tie", "lose"), 2):
        assert apart(usual.variables[one], usual.variables[other], eye) > 25, (one, other)
    for one, other in combinations(VALUES, 2):
        assert apart(clear.variables[one], clear.variables[other], eye) > 25, (one, other)
    for one, other in product(PLAYERS, ("win", "tie", "lose")):
        assert apart(clear.variables[one], clear.variables[other], eye) > 25, (one, other)
    for theme in OWN:
        assert apart(theme.variables["first"], theme.variables["second"], eye) > 50


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / FOLDER / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_file_of_ones_own_is_a_theme_of_its_name(tmp_path: Path) -> None:
    write(tmp_path, "mine", GOOD)
    (theme,), wrong = own_themes(tmp_path)
    assert wrong == []
    assert (theme.name, theme.primary, theme.background, theme.dark) == ("mine", "#5fafff", "black", True)
    assert theme.variables == {"win": "#00ff00"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "primary colour"),
        ('primary = "no-colour"', 'primary must be a colour, such as "#5fafff" or "orange", not'),
        ('primary = "ansi_blue"', "primary must be a colour"),
        ('primary = "auto"', "primary must be a colour"),
        ("primary = 5", "primary must be a colour"),
        ('primary = "red"\nname = "x"', "'name' is not part of a theme"),
        ('primary = "red"\ndark = "yes"', "'dark' is not part of a theme, or of the wrong kind"),
        (
            'primary = "red"\n[variables]\nfoot = "red"',
            "'foot' is not a variable; the variables are first, second, won, win, tie",
        ),
        ('primary = "red"\n[variables]\nwin = "red 50%"', "win must be a colour"),
        ("primary = ", "at end of document"),
    ],
)
def test_a_file_that_is_no_theme_is_told_in_a_sentence_and_left_out(tmp_path: Path, text: str, said: str) -> None:
    write(tmp_path, "good", GOOD)
    path = write(tmp_path, "mine", text)
    found, (wrong,) = own_themes(tmp_path)
    assert [theme.name for theme in found] == ["good"]
    assert str(wrong).startswith(f"The theme in {path} is not used: ")
    assert said in str(wrong)


async def test_a_theme_of_ones_own_is_offered_and_shown_and_a_broken_one_is_told_in_the_hall(hall: Door) -> None:
    write(hall.folder, "mine", GOOD)
    write(hall.folder, "other", "primary = 5")
    hall.furnish(theme="mine")
    async with hall(notices=True) as visit:
        assert visit.app.theme == "mine"
        assert visit.app.get_css_variables()["win"] == "#00ff00"
        assert visit.app.get_css_variables()["lose"] == variables(dark=True, ansi=False)["lose"], (
            "what it does not say is as usual"
        )
        assert [notice for notice in visit.notices if "other.toml" in notice]
        assert "other" not in visit.app.available_themes


@pytest.mark.parametrize("name", [theme.name for theme in OWN])
async def test_our_own_themes_are_drawn(hall: Door, name: str) -> None:
    hall.furnish(theme=name)
    async with hall("tictactoe", "a1") as visit:
        assert visit.app.theme == name
        assert visit.notices == []
