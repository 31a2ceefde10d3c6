"""The command about the machine of matchboxes that a person plays against: what it has learned, written out, or begun anew."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer

from core.engines import MENACE
from core.learning.classes import classes_of
from core.learning.menace import Menace
from core.players import opponents
from core.position import Position
from core.records.learned import Machines
from tui.command.arguments import GAME_OR_NONE, JSON, example
from tui.command.caller import BadUsage
from tui.command.printing import dump, table, tell
from tui.command.records import opened_games
from tui.household.settings import MOMENT, moment
from tui.household.settings_file import change, folders, read
from tui.text.catalogue import _, figures, ngettext

app = typer.Typer()
USUAL = "tictactoe"


@app.command(help="Show what your matchbox machine has learned, or reset it.", **example("menace tictactoe --json"))
def menace(
    context: typer.Context,
    game: GAME_OR_NONE = None,
    as_json: JSON = False,
    anew: Annotated[
        bool, typer.Option("--anew", help="Reset the machine in every game; your saved games stay.")
    ] = False,
) -> None:
    """Print the first boxes of the machine, or all of them as JSON."""
    from core.games import get

    if anew:
        if game or as_json:
            raise BadUsage("--anew cannot be combined with other options: it resets the machine in every game.")
        folder = folders(context.obj.surroundings.home)[1]
        before, _trouble = read(folder)
        told = change(folder, before, before.with_value("machine_since", datetime.now().strftime(MOMENT)))
        tell(_("The machine is reset; its boxes are as they were at the start."))
        if told:
            raise told
        return
    asked = game or get(USUAL)
    classes_of(asked)
    opponents.player(MENACE, asked)
    since = moment(context.obj.settings.machine_since) or 0.0
    with opened_games(context.obj) as store:
        learned = Machines(lambda: since).learned(store, asked)
    if as_json:
        dump({"games": learned.games, **learned.machine.to_json()})
    else:
        _tell(learned.machine, learned.games)


def _tell(machine: Menace, games: int) -> None:
    """How far it has come, and the box of its first move."""
    classes = machine.classes
    tell(ngettext("It has learned from {number} game.", "It has learned from {number} games.", games))
    opened = _("Boxes opened so far: {boxes} of {classes}, for both sides.")
    tell(opened.format(boxes=figures(f"{len(machine.boxes):,}"), classes=figures(f"{len(classes):,}")))
    print()
    position = Position.start(classes.game)
    beads, start = machine.beads(0), machine.filled(0)
    rows = [
        [" ".join(position.name(move) for move in step.moves), str(start[at]), str(beads[at])]
        for at, step in enumerate(classes.steps[0])
    ]
    table([_("first move"), _("beads at the start"), _("beads now")], rows, right=(1, 2))
