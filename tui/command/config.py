"""The command for the settings: show them, change one, check the file, go back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tui.command import output
from tui.command.arguments import JSON, example
from tui.command.caller import BadUsage
from tui.command.ending import CheckedFalse
from tui.command.printing import dump, tell
from tui.household.settings import SETTINGS
from tui.household.settings_file import FILE, change, check, folders, read, reset, unknown, value_of
from tui.text.catalogue import _, say

app = typer.Typer()


@app.command(help="Show, change, check or reset the settings.", **example("config theme nord"))
def config(
    context: typer.Context,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A setting, or an entry such as keys.hint.", show_default=False)
    ] = None,
    value: Annotated[str | None, typer.Argument(metavar="VALUE", help="The new value.", show_default=False)] = None,
    checking: Annotated[
        bool, typer.Option("--check", help="List the errors of the settings file, with their lines.")
    ] = False,
    resetting: Annotated[
        bool, typer.Option("--reset", help="Reset NAME, or all settings; the old file is kept.")
    ] = False,
    as_json: JSON = False,
) -> None:
    """Do one of these."""
    folder = folders(context.obj.surroundings.home)[1]
    if (checking and (resetting or name is not None)) or (resetting and value is not None):
        raise BadUsage("Do one thing at a time: NAME and VALUE, --check, or --reset with or without a NAME.")
    if checking:
        _check(folder, as_json)
    elif resetting and name is None:
        _reset(folder, as_json)
    elif name is not None and (resetting or value is not None):
        _change(folder, name, None if value is None else value_of(name, value), as_json)
    else:
        _show(folder, name, as_json)


def _show(folder: Path, name: str | None, as_json: bool) -> None:
    """Print the settings, or one of them."""
    settings, trouble = read(folder)
    if name is not None and name not in SETTINGS:
        raise unknown(name)
    output.settings(folder / FILE, settings, [SETTINGS[name]] if name is not None else list(SETTINGS.values()), as_json)
    if trouble:
        raise trouble


def _check(folder: Path, as_json: bool) -> None:
    """Print what is wrong with the file, one line each, and end with how to mend it."""
    from tui.hall.chosen import wrong_in

    path = folder / FILE
    wrong: list[tuple[int | None, str]] = [(found.line, say(found.what)) for found in check(folder)]
    wrong += [(None, say(error)) for error in wrong_in(folder)]
    if as_json:
        dump({"path": str(path), "wrong": [{"line": line, "what": what} for line, what in wrong]})
    for line, what in () if as_json else wrong:
        tell(_("line {line}: {what}").format(line=line, what=what) if line else what)
    if wrong:
        raise CheckedFalse(
            "Correct this in {path}, or restore the default settings with 'triqui config --reset'.", path=path
        )
    if not as_json:
        tell(_("The settings in {path} are correct.").format(path=path))


def _reset(folder: Path, as_json: bool) -> None:
    """Put the file aside."""
    aside = reset(folder)
    if as_json:
        dump({"path": str(folder / FILE), "kept": None if aside is None else str(aside)})
        return
    usual = _("All settings have their default values.")
    tell(usual if aside is None else f"{usual} {_('The old settings are saved in {path}.').format(path=aside)}")


def _change(folder: Path, name: str, value: Any, as_json: bool) -> None:
    """Change a setting or an entry; None takes it back."""
    from tui.hall.chosen import check_names

    table = name.partition(".")[0]
    if table not in SETTINGS:
        raise unknown(name)
    if value is not None:
        check_names(folder, name, value)
    before, _trouble = read(folder)
    told = change(folder, before, before.with_value(name, value))
    _show(folder, table, as_json)
    if told:
        raise told
