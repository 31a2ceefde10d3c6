"""How strong the levels of a game are, as matches between them have shown: ``core/data/levels.csv``.

Each row has a game, the number of games played and, for each level that it tells apart, the share of the points that it made
against the one below, with the 95 % interval, as ``63% (59-68%)``. ``tests.tools.levels`` measures it. A share p is worth 400
log10(p / (1 - p)) points of rating, as Elo has it; so the levels of a game stand on one scale, on which the level that a new
player meets has 1500.
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
"""The rating of the level that a new player meets."""
UNMEASURED = 120.0
"""What a step is taken for in a game in which none was measured: about the mean of the table."""
_MIN_SHARE, _MAX_SHARE = 0.5, 0.95
"""Shares beyond these say little: a level is not weaker than the one below, and who always wins may be any stronger."""


@cache
def measured() -> Mapping[str, tuple[str, Mapping[str, str]]]:
    """By the id of a game, how many games were played, and of each level what it made against the one below."""
    text = resources.files("core.data").joinpath("levels.csv").read_text("utf-8")
    rows = csv.DictReader(text.splitlines(), delimiter=";")
    return {row.pop("game"): (row.pop("games"), {level: gap for level, gap in row.items() if gap}) for row in rows}


def first_met(game: Game) -> Level:
    """The level that a new player meets."""
    return strongest(levels_of(game), named(FIRST_MET))


@cache
def strengths(game: Game) -> Mapping[str, float]:
    """The rating of each rung of a game, from the weakest to the strongest."""
    _count, gaps = measured().get(game.id, ("", {}))
    ratings: dict[str, float] = {}
    at = 0.0
    for number, level in enumerate(rungs_of(game)):
        at += _step(gaps.get(level.name)) if number else 0.0
        ratings[level.name] = at
    shift = NEW - ratings[first_met(game).name]
    return {level: rating + shift for level, rating in ratings.items()}


def strength_of(game: Game, level: Level) -> float:
    """The rating of a level; one that the game does not tell apart plays as the rung below it."""
    return strengths(game)[strongest(rungs_of(game), level).name]


def _step(gap: str | None) -> float:
    found = re.match(r"(\d+)%", gap) if gap else None
    if found is None:
        return UNMEASURED
    share = min(max(int(found[1]) / 100, _MIN_SHARE), _MAX_SHARE)
    return 400 * log10(share / (1 - share))
