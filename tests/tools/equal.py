"""How well the opponent of one's own strength finds it: ``python -m tests.tools.equal [GAME...] [--seeds N] [--games N]``.

In each game every level that it tells apart takes the place of a person who is new, and plays against ``me``, moving first in
turns; after each game the opponent is fitted anew, as in the hall. It prints, of each level, the mean over all seeds of how far
the rating stood from the level's own after 12 games, with the mean of its distance, and the share of the points that were had
in the games from then on, with the 95 % interval over the seeds.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from statistics import mean, stdev
from typing import Annotated

import typer

from core import engines
from core.analysis import Analysis, Watch
from core.game import Game
from core.games import get
from core.players.opponents import EnginePlayer, Fitted, Thinker
from core.players.worker.request import Request
from core.position import Position
from core.records.equal import next_opponent, rated
from core.records.strengths import strengths
from core.strategies.levels import levels_of

USUAL = ("tictactoe", "notakto:1", "morris")
"""Three games, each with another ladder."""
FOUND = 12
"""Games after which it is to have found the strength."""
NORMAL_95 = 1.96


@cache
def analysed(request: Request) -> Analysis:
    """What an engine answers; it is limited by nodes, and so always the same."""
    watch = Watch(request.position, request.limit_of(request.chosen.name), lambda: 0.0, all_moves=request.all_moves)
    return engines.analyse(request.chosen, watch)


def play(game: Game, first: Thinker, second: Thinker, random: Random) -> float:
    """The points of the first player."""
    position, seen = Position.start(game), dict[Position, int]()
    while position.outcome is None:
        seen[position] = seen.get(position, 0) + 1
        if seen[position] == 3:
            return 0.5
        mover = second if position.turn else first
        request = mover.decide(position, random)
        assert isinstance(request, Request)
        position = position.play(mover.answer(request, analysed(request), random).move)
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner == 0)


def course(game: Game, person: Thinker, games: int, seed: int) -> tuple[float, float]:
    """The rating after FOUND games, and the share of the points in those after them."""
    random = Random(f"{game.id} {person.text} {seed}")
    results: list[tuple[Fitted, float]] = []
    for number in range(FOUND + games):
        opponent, _said = next_opponent(game, rated(game, results))
        points = 1 - play(game, opponent, person, random) if number % 2 else play(game, person, opponent, random)
        results.append((opponent, points))
    return rated(game, results)[FOUND - 1].after.rating, mean(points for _opponent, points in results[FOUND:])


def measure(ids: Iterable[str], seeds: int, games: int) -> Iterable[str]:
    """A line for each level of each game."""
    for id in ids:
        game = get(id)
        for level in levels_of(game):
            own = strengths(game)[level.name]
            courses = [course(game, EnginePlayer(None, level), games, seed) for seed in range(seeds)]
            off = [rating - own for rating, _share in courses]
            shares = [share for _rating, share in courses]
            half = NORMAL_95 * stdev(shares) / len(shares) ** 0.5
            yield (
                f"{id:<12} {level.name:>4}  own {own:5.0f}  after {FOUND}: {mean(off):+5.0f} off in the mean, "
                f"{mean(map(abs, off)):3.0f} each  then {100 * mean(shares):3.0f} % ± {100 * half:.0f} of the points"
            )


def main(
    ids: Annotated[list[str] | None, typer.Argument(metavar="GAME")] = None, seeds: int = 20, games: int = 30
) -> None:
    """Print the lines."""
    for line in measure(ids or USUAL, seeds, games):
        print(line, flush=True)


if __name__ == "__main__":
    typer.run(main)
