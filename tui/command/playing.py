"""The commands that open a screen: which one, and who sits where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from core.play.seats import fitting
from core.players import opponents
from core.position import play_all
from tui.command import completing
from tui.command.arguments import GAME, GAME_OR_NONE, MOVES, PLAIN, POSITION, example, player
from tui.command.caller import BadUsage
from tui.command.completing import among
from tui.command.drawing import draw
from tui.command.files import Reading, placed, read_game, spelled
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

if TYPE_CHECKING:
    pass

from tui.household.opening import Opening

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
        str | None, typer.Option("--from", metavar="FILE", help="Continue the game in a file, finished or not.")
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
        if first or x or o or moves or position is not None or terms != MatchOptions():
            raise BadUsage("--from reads a game with its players and moves; leave out everything but GAME and --plain.")
        draw(context.obj, Opening(match=read_game(file, Reading(game)).match), plain)
        return
    if game is None:
        raise BadUsage("Name a game, as in 'triqui play tictactoe'; 'triqui games' lists them.")
    position = placed(game, position)
    moves = spelled(game, moves, position)
    sitting, begins = seated(first, x, o, fitting(context.obj.settings.opponent, game))
    for text in sitting:
        if text != opponents.HUMAN:
            opponents.player(text, game)
    draw(context.obj, Opening(game, terms.setup(sitting, begins), play_all(game, moves, position)[0], position), plain)


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
    draw(context.obj, Opening(game, terms.setup(sitting, begins)), plain)
