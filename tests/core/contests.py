"""Tournaments for tests, played in this process or on an executor that the test makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any

from core.game import Move, Player, Reason
from core.games import get
from core.play.match import Match
from core.position import Outcome
from core.tally import Tally
from core.tournament.bout import PlayedGame
from core.tournament.plan import TournamentPlan
from core.tournament.run import InProcess, run
from core.tournament.table import CrossTable


def played(plan: TournamentPlan, number: int, winner: Player | None) -> PlayedGame:
    """A game of a plan that nobody has played: it was won by whoever moved first, 0, or second, 1, or by nobody."""
    fixture = plan.fixture(number)
    seats = (plan.players[fixture.first], plan.players[fixture.second])
    reason = Reason.RESIGNED if winner is not None else Reason.AGREED
    match = Match(get(plan.game), seats, outcome=Outcome(winner, reason), id="")
    return PlayedGame(number, match, 0.0, 0.0, (0.0, 0.0), (0, 0))


def table(plan: TournamentPlan, points: Sequence[float]) -> CrossTable:
    """The table after games that brought so many points to the player whom the plan names first."""
    games = []
    for number, each in enumerate(points, 1):
        winner: Player | None = None if each == 0.5 else 0 if (each == 1) != plan.fixture(number).swapped else 1
        games.append(played(plan, number, winner))
    return CrossTable(plan, games)


def results(
    plan: TournamentPlan, executor: Callable[[], Executor] = InProcess, slots: int = 1
) -> dict[int, tuple[tuple[str, str], Sequence[Move], Outcome | None, tuple[int, int]]]:
    """All that has to be the same whoever plays the games."""
    return {
        game.number: (game.match.players, game.match.moves, game.match.outcome, game.nodes)
        for game in run(plan, (), executor, slots)
    }


def score(game: str, *players: str, games: int, **more: Any) -> Tally:
    """What the first of two players makes."""
    plan = TournamentPlan(game, players, games, **{"seed": 3} | more)
    plan.check()
    return CrossTable(plan, run(plan, (), InProcess, 1)).standing((0, 1)).score
