"""Measure what the machines of ``triqui study learning`` learn, and keep it for its page.

    python -m tests.tools.learning

For every teacher of tic-tac-toe both machines, as first player, learn in games with 20 seeds. After 200, 2,000 and 20,000 games
they are tested in 1,000 games in which they learn nothing and try nothing out. The table core/data/learning.csv has the mean of
the seeds and half the width of its 95 % interval by Student's t, in hundredths of a percent: of the points, and of the moves
that were right among those where a wrong one was possible. It takes about two minutes of one core.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, stdev

from core.games import get
from core.learning.classes import Classes
from core.learning.lessons import ITSELF, RANDOM, Lessons, teachers
from core.learning.menace import Menace
from core.learning.q_learning import QLearner

MACHINES = {"menace": Menace, "q": QLearner}
SEEDS = 20
STUDENT = 2.093
"""The 97.5 % point of Student's t with 19 degrees of freedom."""
GAMES = (200, 2_000, 20_000)
TESTED = 1_000
TABLE = Path(__file__).parents[2] / "core/data/learning.csv"


def interval(values: list[float]) -> list[int]:
    """The mean and half the width of its 95 % interval."""
    return [round(10_000 * mean(values)), round(10_000 * STUDENT * stdev(values) / len(values) ** 0.5)]


def measure(classes: Classes, stops: Sequence[int]) -> Iterator[list[object]]:
    """The rows of the table for these numbers of games."""
    for teacher in teachers(classes):
        for machine, make in MACHINES.items():
            points: dict[int, list[float]] = {games: [] for games in stops}
            right: dict[int, list[float]] = {games: [] for games in stops}
            for seed in range(1, SEEDS + 1):
                lessons = Lessons(make(classes), teacher, 0, seed)
                # Against itself the points say nothing, so what it has learned is tested against chance.
                test = Lessons(lessons.learner, RANDOM if teacher == ITSELF else teacher, 0, seed)
                played = 0
                for games in stops:
                    lessons.block(games - played)
                    played = games
                    tested = test.block(TESTED, learns=False)
                    points[games].append(tested.tally.share)
                    right[games].append(tested.rightness or 0.0)
            for games in stops:
                yield [teacher, games, machine, *interval(points[games]), *interval(right[games])]


def main() -> None:
    """Measure all, and write the table."""
    heads = ["teacher", "games", "machine", "points", "points_pm", "right", "right_pm"]
    rows = list(measure(Classes(get("tictactoe")), GAMES))
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([heads, *rows])


if __name__ == "__main__":
    main()
