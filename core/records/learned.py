"""MENACE, rebuilt from its games. Only the games are saved, never its beads.

It learns from each finished game from the usual start that was played here and in which ``menace`` had a seat, in the
order of their ends. Imported games teach it nothing.
"""

from __future__ import annotations

from collections.abc import Callable
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


class Learned:
    """The machine of one game and its number of training games, a :class:`core.store.running.Total`. Games that ended
    before ``since``, in seconds since 1970, are ignored. Raises TooManyClasses."""

    watched = True

    def __init__(self, game: Game, since: float) -> None:
        self.game, self.since = game, since
        self.machine, self.games = Menace(classes_of(game)), 0

    @property
    def name(self) -> str:
        """The name of the total, different for each ``since``. Totals of earlier versions have imported games in them."""
        return f"{MENACE} here {self.since}"

    def add(self, game: Stored) -> None:
        """Add one more game."""
        if game.origin == "here" and MENACE in game.players and game.start is None and game.updated >= self.since:
            self.games += 1
            _learn(self.machine, game)

    def to_json(self) -> Any:
        """The boxes by class number, and the number of games."""
        return {"games": self.games, "boxes": list(self.machine.boxes.items())}

    def from_json(self, value: Any) -> Learned:
        """The inverse of :meth:`to_json`."""
        learned = Learned(self.game, self.since)
        learned.games = value["games"]
        learned.machine.boxes.update((at, list(box)) for at, box in value["boxes"])
        return learned


class Machines:
    """The machines of one person, one per game. Each is built in the store's thread. Games that ended before ``since``,
    in seconds since 1970, are ignored."""

    def __init__(self, since: Callable[[], float] = lambda: 0.0) -> None:
        self._since = since

    def recall(self, keeper: Keeper) -> Recall:
        """A function that builds a machine from the keeper's games."""

        def recall(game: Game, answer: Callable[[Menace], None], lost: Lost) -> None:
            keeper.look(lambda store: self.machine(store, game), answer, lost)

        return recall

    def machine(self, store: Store, game: Game) -> Menace:
        """The machine trained by a store's games. Raises TooManyClasses, GaveWay and the errors of the store."""
        return self.learned(store, game).machine

    def learned(self, store: Store, game: Game) -> Learned:
        """The machine with its number of training games."""
        return store.totals.of(Learned(game, self._since()), game.id)


def _learn(machine: Menace, stored: Stored) -> None:
    """Train the machine with a game. A game that is not valid in this version is skipped."""
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
