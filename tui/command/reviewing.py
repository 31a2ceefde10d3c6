"""The command that reviews a game: what each move was worth, what was better, who messed up when."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from core import engines
from core.analysis import Analysis, Limit
from core.errors import CoreError, StoreBroken
from core.play.source import Snapshot
from tui.command import output, output_games
from tui.command.arguments import DEPTH, ENGINE, JSON, SECONDS, example
from tui.command.caller import BadUsage
from tui.command.completing import among
from tui.command.ending import ExitCode
from tui.command.files import READ_AS, read_game, reading
from tui.command.records import LAST, numbered, opened_games, opened_store
from tui.game.reviewer import REVIEW_LIMIT, Reviewer
from tui.household.surroundings import Surroundings

if TYPE_CHECKING:
    from core.players.worker.parent import Worker

app = typer.Typer()


@app.command(help="Review a game move by move.", **example("review last"))
def review(
    context: typer.Context,
    game: Annotated[
        str,
        typer.Argument(
            metavar="FILE|last|N",
            autocompletion=among(LAST),
            help="A file with one game, - for stdin, a number of 'triqui log', or last for the newest game.",
        ),
    ],
    read_as: READ_AS = None,
    engine: ENGINE = None,
    seconds: SECONDS = None,
    depth: DEPTH = None,
    as_json: JSON = False,
) -> None:
    """Print a review: until every position has been looked at, or Ctrl-C asks for what is known. What an earlier review has
    found out is used, and what this one finds is kept, unless an engine or a limit of one's own is asked for."""
    usual = engine is None and seconds is None and depth is None
    limit = replace(REVIEW_LIMIT, depth=depth) if seconds is None else Limit(seconds, depth)
    listed = game.lower() == LAST or game.isdecimal()
    with ExitStack() as opened:
        kept = None if listed else read_game(game, reading(read_as))
        try:
            store = opened.enter_context(opened_games(context.obj) if listed else opened_store(context.obj))
        except StoreBroken as error:
            if listed:
                raise
            output.remark(error)
            store = None
        if not kept:
            assert store, "the games of the list are in it"
            with closing(store.each_finished()) as finished:
                kept = numbered(finished, game, store.unreadable())
        state = Snapshot.of(kept.match)
        if not state.match.moves:
            raise BadUsage("No moves were made in this game, so there is nothing to review; choose another.")
        if engine:
            engines.admit(engine.name, state.match.game)
        found = store.found(state.match.positions) if store and usual else []
        reviewer = asyncio.run(
            _looked_at(state, limit, engine.name if engine else None, found, context.obj.surroundings)
        )
        output_games.review(kept, reviewer.account, as_json)
        if store and usual:
            store.learn(reviewer.news())
            if listed and reviewer.marks:
                store.mark(kept.id, kept.moves, reviewer.marks)
    if reviewer.account.unseen:
        raise typer.Exit(ExitCode.INTERRUPTED)


def _worker() -> Worker:
    from core.players.worker.parent import Worker

    return Worker(on_restart=output.remark)


async def _looked_at(
    state: Snapshot, limit: Limit, engine: str | None, found: list[Analysis], surroundings: Surroundings
) -> Reviewer:
    """A game of which every position has been looked at, or as many as there were before Ctrl-C was pressed."""
    done = asyncio.Event()
    troubles: list[CoreError] = []
    show: Callable[[int], None]

    def hear(analysis: Analysis) -> None:
        if analysis.final:
            show(reviewer.account.count - reviewer.account.unseen)
            go_on()

    def go_on() -> None:
        if reviewer.account.unseen:
            reviewer.look()
        else:
            done.set()

    def fail(error: CoreError) -> None:
        troubles.append(error)
        done.set()

    reviewer = Reviewer(state, hear, fail, surroundings.report_interval, _worker, limit, engine)
    reviewer.learn(found)
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):  # where there are no such signals, Ctrl-C ends the command
        loop.add_signal_handler(signal.SIGINT, done.set)
    with output.looking(reviewer.account.count) as show:
        show(reviewer.account.count - reviewer.account.unseen)
        go_on()
        await done.wait()
    with suppress(NotImplementedError):
        loop.remove_signal_handler(signal.SIGINT)
    await reviewer.close()
    if troubles:
        raise troubles[0]
    return reviewer
