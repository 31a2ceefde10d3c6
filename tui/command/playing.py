"""The commands that open a screen: which one, and who sits where."""

from __future__ import annotations

import gc
import os
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal

import typer

from core.game import Game
from core.play.match import Match
from core.play.seats import Setup, fitting, lonely
from core.players import opponents
from core.position import play_all
from tui.command import completing
from tui.command.arguments import GAME, GAME_OR_NONE, MOVES, PLAIN, POSITION, BadUsage, Caller, example, player
from tui.command.completing import among
from tui.command.matches import (
    BEST_OF,
    GAMES,
    HINTS,
    INCREMENT,
    ON_TIMEOUT,
    OPEN,
    TIME,
    TOTAL,
    MatchOptions,
    both,
    seated,
    watched,
)
from tui.command.records import read_game
from tui.household.surroundings import Surroundings
from tui.text.seats import ONLY_WITH_A_PERSON

app = typer.Typer()


@app.command(help="Play a game.", **example('play tictactoe --first ai --moves "b2"'))
def play(
    context: typer.Context,
    game: GAME_OR_NONE = None,
    first: Annotated[
        str | None,
        typer.Option(
            metavar="WHO",
            autocompletion=among("you", "ai", "x", "o", "random", "loser", "alternate"),
            help="Who begins: you, ai, x, o, random, loser (of the last game) or alternate.",
        ),
    ] = None,
    x: Annotated[
        str | None,
        typer.Option(
            metavar="WHO",
            parser=player,
            autocompletion=completing.player,
            help="Player of X, who begins: human, ENGINE or ENGINE:LEVEL.",
        ),
    ] = None,
    o: Annotated[
        str | None,
        typer.Option(
            metavar="WHO",
            parser=player,
            autocompletion=completing.player,
            help="Player of O: human, ENGINE or ENGINE:LEVEL.",
        ),
    ] = None,
    moves: MOVES = "",
    position: POSITION = None,
    file: Annotated[
        str | None, typer.Option("--from", metavar="FILE", help="Continue the game of a file, finished or not.")
    ] = None,
    games: GAMES = None,
    best_of: BEST_OF = None,
    no_end: OPEN = False,
    time: TIME = None,
    total: TOTAL = None,
    increment: INCREMENT = None,
    on_timeout: ON_TIMEOUT = None,
    hints: HINTS = None,
    plain: PLAIN = False,
) -> None:
    """Open the play screen."""
    terms = MatchOptions(games, best_of, no_end, time, total, increment, on_timeout, hints)
    if file is not None:
        if game or first or x or o or moves or position is not None or terms != MatchOptions():
            raise BadUsage("--from brings a game with its players and moves; leave out all else but --plain.")
        draw(context.obj, "play", plain=plain, match=read_game(file).match)
        return
    if game is None:
        raise BadUsage("Say which game, as 'triqui play tictactoe'; 'triqui games' lists them.")
    play_all(game, moves, position)
    sitting, begins = seated(first, x, o, fitting(context.obj.settings.opponent, game))
    for text in sitting:
        if text != opponents.HUMAN:
            opponents.player(text, game)
    draw(context.obj, "play", game, terms.setup(sitting, begins), moves, plain, position)


@app.command(help="Watch two engines play.", **example("watch tictactoe --x alphabeta --o mcts:easy"))
def watch(
    context: typer.Context,
    game: GAME,
    x: Annotated[
        str,
        typer.Option(
            metavar="WHO", autocompletion=completing.player, help="Player of X: ENGINE, ENGINE:LEVEL or another player."
        ),
    ] = "",
    o: Annotated[
        str,
        typer.Option(
            metavar="WHO", autocompletion=completing.player, help="Player of O: ENGINE, ENGINE:LEVEL or another player."
        ),
    ] = "",
    first: Annotated[
        str | None,
        typer.Option(
            metavar="WHO",
            autocompletion=among("x", "o", "random", "loser", "alternate"),
            help="Who begins: x, o, random, loser (of the last game) or alternate.",
        ),
    ] = None,
    games: GAMES = None,
    best_of: BEST_OF = None,
    no_end: OPEN = False,
    time: TIME = None,
    total: TOTAL = None,
    increment: INCREMENT = None,
    on_timeout: ON_TIMEOUT = None,
    plain: PLAIN = False,
) -> None:
    """Open the watch screen."""
    usual = opponents.watched(game)
    named = [opponents.player(text or other, game).text for text, other in zip((x, o), usual, strict=True)]
    sitting, begins = both(watched(first), *named)
    terms = MatchOptions(games, best_of, no_end, time, total, increment, on_timeout)
    draw(context.obj, "watch", game, terms.setup(sitting, begins), plain=plain)


def draw(
    caller: Caller,
    screen: Literal["home", "play", "watch", "tournament"],
    game: Game | None = None,
    setup: Setup | None = None,
    moves: str = "",
    plain: bool = False,
    start: str | None = None,
    match: Match | None = None,
    tournament: Path | None = None,
) -> None:
    """Open the app on a screen, once it is sure that there is a terminal to draw on; or play in lines, which needs none."""
    if setup and lonely(setup.seats):
        raise BadUsage(ONLY_WITH_A_PERSON.template)
    if plain:
        from tui.plain.front import run as run_plain

        setup = setup or Setup((opponents.HUMAN, opponents.HUMAN))
        if game and (moves or start is not None):
            match = setup.begun(game, Random(), play_all(game, moves, start)[0], start)
        run_plain(game, setup, match, caller.surroundings)
        return
    surroundings = caller.surroundings
    if surroundings.web:
        os.environ.pop("NO_COLOR", None)  # which Textual reads too, and is about another terminal
    else:
        _prepare_terminal(surroundings)
    gc.disable()  # loading modules makes no garbage; the app collects again once it has painted
    from tui.hall.app import run

    where: dict[str, Any] = {"start": start, "match": match, "tournament": tournament, "surroundings": surroundings}
    if surroundings.web:
        from tui.web.app import WebHall
        from tui.web.page import WebPage

        where["make"] = partial(WebHall, WebPage.of(os.environ))
    run(screen, game, setup, moves, **where)


def _prepare_terminal(surroundings: Surroundings) -> None:
    """Make sure that there is a terminal to draw on, and that it may be resized. Raises BadUsage."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise BadUsage(
            "The hall draws on a terminal and reads its keys, and here the input or the output goes elsewhere; "
            "with --plain it plays in lines of text, and 'triqui analyse', 'triqui match' and 'triqui perft' work without one."
        )
    if os.name != "nt" and surroundings.term in ("", "dumb", "unknown"):
        raise BadUsage(
            "The terminal says by TERM={term} that it cannot draw; set TERM to what it is, as xterm-256color, "
            "or play in lines of text with --plain.",
            term=surroundings.term,
        )
    for frozen in ("COLUMNS", "LINES"):  # Exported, they would hold against every resize.
        os.environ.pop(frozen, None)
