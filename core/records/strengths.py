"""Ratings of the levels of each game, measured in matches: ``core/data/levels.csv``.

Each row has a game, the number of games played and, for each distinct level, its share of the points against the level
below, with the 95 % interval, such as ``63% (59-68%)``. ``tests.tools.levels`` measures it. A share p is worth 400
log10(p / (1 - p)) rating points, as in the Elo system. The level that a new player meets has the rating 1500.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from math import log10

from core.game import Game
from core.strategies.levels import FIRST_MET, Level, levels_of, named, rungs_of, strongest

NEW = 1500.0
"""Rating of the level that a new player meets."""
UNMEASURED = 120.0
"""Rating difference of unmeasured levels: about the mean of the table."""
_MIN_SHARE, _MAX_SHARE = 0.5, 0.95
"""Bounds of a usable share. A level is not weaker than the one below, and a share near 1 measures no difference."""


@cache
def measured() -> Mapping[str, tuple[str, Mapping[str, str]]]:
    """By game id: the number of games, and each level's result against the level below."""
    text = resources.files("core.data").joinpath("levels.csv").read_text("utf-8")
    rows = csv.DictReader(text.splitlines(), delimiter=";")
    return {row.pop("game"): (row.pop("games"), {level: gap for level, gap in row.items() if gap}) for row in rows}


def first_met(game: Game) -> Level:
    """The level that a new player meets."""
    return strongest(levels_of(game), named(FIRST_MET))


@cache
def strengths(game: Game) -> Mapping[str, float]:
    """The rating of each rung of a game, weakest first."""
    _count, gaps = measured().get(game.id, ("", {}))
    ratings: dict[str, float] = {}
    at = 0.0
    for number, level in enumerate(rungs_of(game)):
        at += _step(gaps.get(level.name)) if number else 0.0
        ratings[level.name] = at
    shift = NEW - ratings[first_met(game).name]
    return {level: rating + shift for level, rating in ratings.items()}


def strength_of(game: Game, level: Level) -> float:
    """The rating of a level. A level without a rung of its own plays as the rung below it."""
    return strengths(game)[strongest(rungs_of(game), level).name]


def _step(gap: str | None) -> float:
    found = re.match(r"(\d+)%", gap) if gap else None
    if found is None:
        return UNMEASURED
    share = min(max(int(found[1]) / 100, _MIN_SHARE), _MAX_SHARE)
    return 400 * log10(share / (1 - share))
