"""How much stronger each level of a game is than the one below: ``python -m tests.tools.levels [GAME...] [--first N]
[--games N] [--effort S] [--minutes M] [--workers W | --scheduler ADDRESS] [--all | --rungs R] [--table] [--folder DIR]``.

Each game is a tournament in a file of the folder in which every level that the game tells apart (all with ``--all``, those with
the names in ``--rungs``, as "1 2 full"), above the gentlest, plays games against the next one, in pairs with the sides swapped:
from the start where all levels but the last one slip now and then, and else from two random plies. All steps of all games get
ten first, or as many as ``--first`` says; those that are in doubt still, since the 95 % interval of what the higher level makes
reaches down to a half, get twice as many, and again, up to ``--games``; with ``--effort`` only those to levels that search S
seconds at most. What is stopped, by Ctrl-C or after M minutes, is taken up again by the same command.
At the end, and at once with ``--table``, it prints rows of ``core/data/levels.csv``: the share of the points that a level makes
against the one below, with that interval, and a question mark where it is in doubt. The ladders in core/kits.py follow from it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from core import games
from core.errors import CoreError
from core.game import Game
from core.players.opponents import EnginePlayer
from core.strategies.levels import ALL_LEVELS, FULL, named, rungs_of
from core.tournament.plan import Fixture, TournamentPlan
from core.tournament.ratings import expected
from core.tournament.run import run
from core.tournament.sheet import Reader, Sheet
from core.tournament.table import CrossTable, HeadToHead
from tui.command.tournaments import executor

LISTED = (*(game.id for game in games.presets()), "ultimate/count")
PLIES = 2
MIN_GAMES, MAX_GAMES = 10, 1000
"""Games of a step that are played first, and that there are in the plan of every file."""


def plan_of(game: Game, rungs: str | None) -> TournamentPlan:
    """The tournament of a game: between the levels with these names, or else its rungs."""
    levels = rungs_of(game) if rungs is None else [named(name) for name in rungs.split()]
    players = [EnginePlayer(None, level).text for level in levels]
    plies = 0 if all(level.slips for level in levels[:-1]) else PLIES
    plan = TournamentPlan(game.id, tuple(players), MAX_GAMES, "ladder", plies=plies, seed=7)
    plan.check()
    return plan


def file_of(folder: Path, plan: TournamentPlan) -> Path:
    """The file of a tournament, named by its game and levels, so that other levels have another file."""
    levels = [player.partition(":")[2] for player in plan.players]
    return folder / f"{'-'.join([plan.game.translate(str.maketrans(':/,', '---')), *levels])}.jsonl"


def play(
    plans: dict[Path, TournamentPlan],
    count: int,
    effort: float,
    make: Callable[[], Executor],
    slots: int,
    deadline: float,
    first: int = MIN_GAMES,
) -> None:
    """Play the tournaments in pieces, until they are over or it is so late."""
    rounds = first
    while rounds < 2 * count:
        for path, plan in plans.items():
            started = time.monotonic()
            with Sheet(path, plan) as sheet:
                table = CrossTable(plan, sheet.games)
                cheap = [(a, b) for a, b in plan.meetings if named(plan.players[b].partition(":")[2]).effort <= effort]
                doubtful = [step for step in cheap if rounds == first or not _clear(table.standing(step))]
                wanted = partial(_wanted, doubtful, min(rounds, count))
                for _ in run(plan, sheet.games, make, slots, sheet.keep, wanted):
                    if time.monotonic() > deadline:
                        return
            seconds = time.monotonic() - started
            print(f"{plan.game}: {len(doubtful)} steps to {min(rounds, count)} games, {seconds:.0f} s", flush=True)
        rounds *= 2


def _wanted(doubtful: Collection[tuple[int, int]], games: int, fixture: Fixture) -> bool:
    """Whether a game is among the first so many of a step that is in doubt."""
    return fixture.meeting in doubtful and 2 * fixture.pair < games


def rows(plans: dict[Path, TournamentPlan]) -> Iterator[str]:
    """The table as ``core/data/levels.csv`` has it."""
    yield ";".join(("game", "games", *(level.name for level in ALL_LEVELS[1:])))
    for path, plan in plans.items():
        if path.exists():
            reader = Reader(path)
            table = CrossTable(plan, reader.read())
            steps = {plan.players[b]: table.standing((a, b)) for a, b in plan.meetings}
            cells = [_cell(steps.get(EnginePlayer(None, level).text)) for level in ALL_LEVELS[1:]]
            yield ";".join((plan.game, str(len(table.numbers)), *cells))


def _cell(standing: HeadToHead | None) -> str:
    """The share of the higher level, which is the second, and its interval."""
    if standing is None or standing.ahead is None:
        return ""
    share, low, high = (expected(-elo) for elo in (standing.ahead.elo, standing.ahead.high, standing.ahead.low))
    return f"{share:.0%} ({low:.0%}-{high:.0%}){'' if _clear(standing) else ' ?'}".replace("%-", "-")


def _clear(standing: HeadToHead) -> bool:
    """Whether the higher level is the stronger one beyond doubt."""
    return standing.ahead is not None and standing.ahead.high < 0


def main(
    only: Annotated[list[str] | None, typer.Argument()] = None,
    first: int = MIN_GAMES,
    count: Annotated[int, typer.Option("--games", max=MAX_GAMES)] = 40,
    effort: float = FULL.effort,
    minutes: float = 600.0,
    workers: int = 2,
    scheduler: str | None = None,
    every: Annotated[bool, typer.Option("--all")] = False,
    rungs: str | None = None,
    table: bool = False,
    folder: Path = Path("build/levels"),
) -> None:
    """Play what is left, and print the table."""
    folder.mkdir(parents=True, exist_ok=True)
    rungs = " ".join(level.name for level in ALL_LEVELS) if every else rungs
    plans = {file_of(folder, plan): plan for plan in (plan_of(games.get(id), rungs) for id in only or LISTED)}
    if not table:
        try:
            make, slots = executor(None if scheduler else workers, scheduler)
            play(plans, count, effort, make, slots, time.monotonic() + 60 * minutes, first)
        except CoreError as error:
            print(error)
        except KeyboardInterrupt:
            print("Stopped; the same command goes on.")
    print("\n".join(rows(plans)))


if __name__ == "__main__":
    typer.run(main)
