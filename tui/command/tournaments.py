"""The commands that let engines play against each other: a match of two, and a tournament of many."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core import engines, notation
from core.analysis import Limit
from core.errors import CoreError
from core.game import Game
from core.games import get
from core.play.seats import programs
from core.players import opponents
from core.tournament.ratings import SequentialTest
from tui.command import completing
from tui.command.arguments import GAME, GAME_OR_NONE, JSON, SECONDS, example
from tui.command.caller import BadUsage
from tui.command.drawing import draw
from tui.command.ending import Interrupted
from tui.command.files import content
from tui.household.opening import Opening
from tui.household.settings_file import folders
from tui.text.numbers import whole

if TYPE_CHECKING:
    from core.tournament.plan import TournamentKind, TournamentPlan

app = typer.Typer()
MAX_NODES = 10**12
MAX_WORKERS = 256
RANDOM = "random:"
USUAL_GAMES = 20

SEED = Annotated[
    int | None, typer.Option(metavar="K", parser=whole("--seed", 0, 2**64), help="Seed the random choices.")
]
NODES = Annotated[
    int | None, typer.Option(metavar="N", parser=whole("--nodes", 1, MAX_NODES), help="Limit the nodes per move.")
]
OPENINGS = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|random:K",
        help="Openings: the lines of FILE, one for each pair of games, or K random moves.",
    ),
]
CPU = Annotated[
    bool,
    typer.Option("--cpu", help="Measure --seconds in processor time, which is fair on a busy machine."),
]
"""Programs from elsewhere go by the clock on the wall all the same: what they use is not known here."""


def _test(text: str) -> SequentialTest:
    """A reader of the two strengths between which a test decides."""
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = 0.0
    if not -1000 <= low < high <= 1000:
        raise BadUsage(
            "--sprt takes two Elo numbers from -1000 to 1000, the smaller one first, as in 0,20; not {text}.",
            text=repr(text[:40]),
        )
    return SequentialTest(low, high)


@app.command(help="Run a match between two engines.", **example("match tictactoe alphabeta mcts:easy --games 10"))
def match(
    game: GAME,
    first: Annotated[
        str,
        typer.Argument(
            metavar="E1", autocompletion=completing.player, help="A player: ENGINE, ENGINE:LEVEL or another player."
        ),
    ],
    second: Annotated[
        str,
        typer.Argument(
            metavar="E2", autocompletion=completing.player, help="A player: ENGINE, ENGINE:LEVEL or another player."
        ),
    ],
    length: Annotated[
        int, typer.Option("--games", metavar="N", parser=whole("--games", 1, 1_000_000), help="Number of games.")
    ],
    seconds: SECONDS = None,
    nodes: NODES = None,
    cpu: CPU = False,
    openings: OPENINGS = None,
    seed: SEED = None,
    as_json: JSON = False,
) -> None:
    """Play games in this process, with the sides swapped after each, and print the score."""
    from core.tournament.plan import TournamentPlan
    from core.tournament.run import InProcess, run
    from core.tournament.table import CrossTable
    from tui.command import output_tournament

    players = tuple(opponents.player(text, game).text for text in (first, second))
    lines, plies = _openings(game, openings)
    limit = _limit(seconds, nodes, cpu)
    plan = TournamentPlan(game.id, players, length, "round-robin", lines, plies, limit, cpu, _seed(seed))
    plan.check()
    table = CrossTable(plan)
    with output_tournament.playing(table) as show:
        for played in run(plan, (), InProcess, 1):
            show(played)
    output_tournament.score((first, second), table, as_json)


@app.command(
    help="Run a tournament and estimate the strength of its players.",
    **example("tournament connect-four best:2 best:3 mcts:3 --games 20 --openings random:4"),
)
def tournament(
    context: typer.Context,
    game: GAME_OR_NONE = None,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER...",
            autocompletion=completing.player,
            help="A player: ENGINE, ENGINE:LEVEL or another player.",
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", parser=whole("--games", 1, 1_000_000), help="Games per pair; the default is 20."
        ),
    ] = None,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Pair the first player with each of the others, and nobody else.")
    ] = False,
    ladder: Annotated[bool, typer.Option("--ladder", help="Pair each player only with the next one.")] = False,
    openings: OPENINGS = None,
    seconds: SECONDS = None,
    nodes: NODES = None,
    cpu: CPU = False,
    test: Annotated[
        SequentialTest | None,
        typer.Option(
            "--sprt",
            metavar="ELO0,ELO1",
            parser=_test,
            help="End a pair's games once a test decides between two Elo values.",
        ),
    ] = None,
    seed: SEED = None,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole("--workers", 1, MAX_WORKERS),
            help="Games at a time; the default is one per processor.",
        ),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on the workers of a Dask scheduler, such as tcp://host:8786."),
    ] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="FILE", help="Start or continue the tournament of a file.")
    ] = None,
    trusted: Annotated[
        bool, typer.Option("--programs", help="Allow the external programs that the file names (with --resume).")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Watch the tournament in the hall, with a live table.")
    ] = False,
    live: Annotated[Path | None, typer.Option("--live", hidden=True)] = None,
    as_json: JSON = False,
) -> None:
    """Play a tournament that is kept in a file, game by game, and print its table.

    ``live`` is the folder in which the hall that runs it finds the games being played.
    """
    from core.tournament.plan import TournamentPlan
    from core.tournament.run import run
    from core.tournament.sheet import Sheet
    from core.tournament.table import CrossTable
    from tui.command import output_tournament
    from tui.household.surroundings import TOURNAMENTS

    if gauntlet and ladder:
        raise BadUsage("{first} contradicts {second}; leave out one of them.", first="--gauntlet", second="--ladder")
    if workers and scheduler:
        raise BadUsage("{first} contradicts {second}; leave out one of them.", first="--workers", second="--scheduler")
    data = folders(context.obj.surroundings.home)[0] / TOURNAMENTS
    if game is None:
        terms = (players, games, gauntlet, ladder, openings, seconds, nodes, cpu, test, seed)
        plan, file = _resumed(resume, any(terms), trusted)
    else:
        kind: TournamentKind = "gauntlet" if gauntlet else "ladder" if ladder else "round-robin"
        names = tuple(opponents.player(text, game).text for text in players or ())
        lines, plies = _openings(game, openings)
        limit = _limit(seconds, nodes, cpu)
        plan = TournamentPlan(game.id, names, games or USUAL_GAMES, kind, lines, plies, limit, cpu, _seed(seed), test)
        plan.check()
        file = Path(resume) if resume else _new_file(data, game)
        plan = plan if seed is not None else _seeded_as(file, plan)
    if watch:
        if workers or scheduler or as_json:
            raise BadUsage("--watch plays on the processors of this machine and prints nothing; leave out the rest.")
        Sheet(file, plan).close()
        draw(context.obj, Opening(get(plan.game), tournament=file))
        return
    if scheduler and (named := [engines.facts(text).title for text in plan.players if engines.python_file(text)]):
        raise BadUsage("The workers of a cluster have no {file}; leave out --scheduler.", file=named[0])
    make, slots = executor(workers, scheduler)
    with Sheet(file, plan) as sheet:
        table = CrossTable(plan, sheet.games)
        try:
            with output_tournament.playing(table) as show:
                for played in run(plan, sheet.games, make, slots, sheet.keep, live=live):
                    show(played)
        except KeyboardInterrupt as error:
            raise Interrupted(
                "Interrupted, games played: {played} of {games}; 'triqui tournament --resume {file}' continues.",
                played=len(table.numbers),
                games=plan.length,
                file=file,
            ) from error
    output_tournament.table(table, file, as_json)


def _limit(seconds: float | None, nodes: int | None, cpu: bool) -> Limit | None:
    if cpu and seconds is None:
        raise BadUsage("--cpu says how the time of --seconds is measured; give --seconds too, or leave it out.")
    return None if seconds is None and nodes is None else Limit(seconds, nodes=nodes)


def _seed(seed: int | None) -> int:
    return random.randrange(2**32) if seed is None else seed


def _openings(game: Game, text: str | None) -> tuple[tuple[str, ...], int]:
    """The openings of a file, or how many random moves there are."""
    from core.tournament.plan import MAX_PLIES, read_openings

    if text is None:
        return (), 0
    if text.startswith(RANDOM):
        return (), int(whole("--openings random:K", 1, MAX_PLIES)(text.removeprefix(RANDOM)))
    raw = content(text)
    try:
        return read_openings(game.id, notation.decoded(raw)), 0
    except CoreError as error:
        raise BadUsage("No openings were read from {file}. {reason}", file=repr(text), reason=error.phrase) from error


def _resumed(resume: str | None, more: bool, trusted: bool) -> tuple[TournamentPlan, Path]:
    """The tournament of a file."""
    from core.tournament.sheet import Reader

    if resume is None:
        raise BadUsage(
            "Give the game and the players, as in 'triqui tournament tictactoe best:1 best:2', or --resume FILE."
        )
    if more:
        raise BadUsage(
            "--resume continues a tournament with all its settings; leave out everything else, or give the game too."
        )
    reader = Reader(Path(resume))
    played = len(reader.read())
    if reader.plan is None:
        raise BadUsage("There is no tournament in {file} yet; give the game and the players.", file=repr(resume))
    if (named := programs(reader.plan.players)) and played < reader.plan.length and not trusted:
        raise BadUsage(
            "{file} would start {programs}; if you want that, add --programs.",
            file=repr(resume),
            programs=", ".join(named),
        )
    return reader.plan, reader.path


def _seeded_as(file: Path, plan: TournamentPlan) -> TournamentPlan:
    """The plan with the seed of the file, where that is one of a tournament."""
    from core.tournament.sheet import BadSheet, Reader

    reader = Reader(file)
    with suppress(BadSheet):
        reader.read()
    return replace(plan, seed=reader.plan.seed) if reader.plan else plan


def _new_file(folder: Path, game: Game) -> Path:
    """A file of its own for a tournament that begins."""
    from tui.game.contest import new_file

    try:
        return new_file(folder, game)
    except OSError as error:
        raise BadUsage(
            "{folder} cannot be created ({reason}); choose a file with --resume FILE.",
            folder=repr(str(folder)),
            reason=error.strerror,
        ) from error


def executor(workers: int | None, scheduler: str | None) -> tuple[Callable[[], Executor], int]:
    """What makes an executor, and for how many games at a time there is work."""
    if scheduler is not None:
        from tui.command.cluster import connect

        return connect(scheduler)
    from core.tournament.run import Processes

    count = workers or os.cpu_count() or 1
    return lambda: Processes(count), 2 * count
