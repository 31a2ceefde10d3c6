"""What the machine of matchboxes has learned: nothing is kept of it but the games that it has played, from which it is made.

Each finished game from the usual start in which ``menace`` had a seat is learned from, in the order in which they ended; with
it go its beads, and so the machine is the same wherever the games are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from core.engines import MENACE
from core.errors import CoreError
from core.game import Game
from core.learning.classes import classes_of
from core.learning.menace import Menace
from core.players.asking import Lost
from core.players.recalling import Recall
from core.store.keeper import Keeper
from core.store.rows import Stored
from core.store.store import Store


@dataclass
class Learned:
    """A machine, and the number of games that it has learned from."""

    machine: Menace
    games: int = 0


class LearnedTotal:
    """A :class:`core.store.running.Total` of one game. Games that ended before ``since``, in seconds since 1970, are forgotten.
    To begin raises TooManyClasses."""

    watched = True

    def __init__(self, game: Game, since: float) -> None:
        self.game, self.since = game, since

    @property
    def name(self) -> str:
        """Another one for each time from which on it learns."""
        return f"{MENACE} {self.since}"

    def begin(self) -> Learned:
        """A machine that knows no game."""
        return Learned(Menace(classes_of(self.game)))

    def add(self, total: Learned, game: Stored) -> Learned:
        """The machine after one game more."""
        if MENACE in game.players and game.start is None and game.updated >= self.since:
            total.games += 1
            _learn(total.machine, game)
        return total

    def to_json(self, total: Learned) -> Any:
        """The boxes by the number of their class, and how many games there were."""
        return {"games": total.games, "boxes": list(total.machine.boxes.items())}

    def from_json(self, value: Any) -> Learned:
        """The inverse of :meth:`to_json`."""
        learned = self.begin()
        learned.games = value["games"]
        learned.machine.boxes.update((at, list(box)) for at, box in value["boxes"])
        return learned


class Machines:
    """The machines of one person, one a game, made in the thread of whoever reads the store. Games that ended before ``since``,
    in seconds since 1970, are forgotten."""

    def __init__(self, since: Callable[[], float] = lambda: 0.0) -> None:
        self._since = since

    def recall(self, keeper: Keeper) -> Recall:
        """Has a machine told from what the keeper has."""

        def recall(game: Game, told: Callable[[Menace], None], lost: Lost) -> None:
            keeper.look(lambda store: self.machine(store, game), told, lost)

        return recall

    def machine(self, store: Store, game: Game) -> Menace:
        """The machine as the games in a store make it. Raises TooManyClasses and GaveWay, and as the store does."""
        return self.learned(store, game).machine

    def learned(self, store: Store, game: Game) -> Learned:
        """The machine with the number of games that it has learned from."""
        return store.totals.of(LearnedTotal(game, self._since()), game.id)


def _learn(machine: Menace, stored: Stored) -> None:
    """A game that the rules of this version do not take is left out."""
    try:
        match = stored.match
    except CoreError:
        return
    assert match.outcome, "only finished games are learned from"
    winner = match.outcome.winner
    for seat, player in enumerate(match.players):
        if player == MENACE:
            made = zip(match.positions, match.moves, strict=False)
            mine = [(position.state, move) for position, move in made if position.turn == seat]
            machine.hear(mine, 0 if winner is None else 1 if winner == seat else -1)
