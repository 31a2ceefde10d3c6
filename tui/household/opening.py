"""What the app opens with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from core.play.seats import Setup
from core.players.opponents import HUMAN

if TYPE_CHECKING:
    from core.game import Game, Move
    from core.judge.judging import Assignment
    from core.notation.common import ReadGame
    from core.play.match import Match


class Opening(NamedTuple):
    """The first screen: the home screen, or above it what is named."""

    game: Game | None = None
    """A game to play or watch."""
    setup: Setup = Setup((HUMAN, HUMAN))
    """Who plays it."""
    moves: Sequence[Move] = ()
    """The moves that are played already."""
    start: str | None = None
    """The position in text in which they begin, None for the start."""
    match: Match | None = None
    """A game to go on with."""
    tournament: Path | None = None
    """The file of a tournament of the game, which is run."""
    assignment: Assignment | None = None
    """A player to judge."""
    games: Sequence[ReadGame] = ()
    """Games of a file, to review."""
