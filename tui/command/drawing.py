"""What opens the app on a terminal. It needs no parser of command lines, and so the hall opens without one."""

from __future__ import annotations

import gc
import os
import sys
from functools import partial
from random import Random

from core.play.seats import lonely
from tui.command.caller import BadUsage, Caller
from tui.household.opening import Opening
from tui.household.surroundings import Surroundings
from tui.text.seats import ONLY_WITH_A_PERSON


def draw(caller: Caller, opening: Opening = Opening(), plain: bool = False) -> None:  # noqa: B008, a value that nobody changes
    """Open the app, once it is sure that there is a terminal to draw on; or play in lines, which needs none."""
    if lonely(opening.setup.seats):
        raise BadUsage(ONLY_WITH_A_PERSON.template)
    if plain:
        _play_in_lines(caller.surroundings, opening)
        return
    surroundings = caller.surroundings
    if surroundings.web:
        os.environ.pop("NO_COLOR", None)  # which Textual reads too, and is about another terminal
    else:
        _prepare_terminal(surroundings)
    gc.disable()  # loading modules makes no garbage; the app collects again once it has painted
    from tui.hall.app import Hall, run

    if surroundings.web:
        from tui.web.app import WebHall
        from tui.web.page import WebPage

        run(opening, surroundings, partial(WebHall, WebPage.of(os.environ)))
    else:
        run(opening, surroundings, Hall)


def _play_in_lines(surroundings: Surroundings, opening: Opening) -> None:
    from tui.plain.front import run

    match = opening.match
    if opening.game and (opening.moves or opening.start is not None):
        match = opening.setup.begun(opening.game, Random(), opening.moves, opening.start)
    run(opening.game, opening.setup, match, surroundings)


def _prepare_terminal(surroundings: Surroundings) -> None:
    """Make sure that there is a terminal to draw on, and that it may be resized. Raises BadUsage."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise BadUsage(
            "The hall needs a terminal to draw on and read keys from, but the input or the output goes elsewhere; with "
            "--plain it plays in lines of text, and 'triqui analyse', 'triqui match' and 'triqui perft' work without a "
            "terminal."
        )
    if os.name != "nt" and surroundings.term in ("", "dumb", "unknown"):
        raise BadUsage(
            "With TERM={term} the terminal cannot draw; set TERM to its real type, such as xterm-256color, or play in "
            "lines of text with --plain.",
            term=surroundings.term,
        )
    for frozen in ("COLUMNS", "LINES"):  # Exported, they would hold against every resize.
        os.environ.pop(frozen, None)
