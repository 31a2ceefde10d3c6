"""What the machine of matchboxes has learned: nothing is kept of it but the games that it has played, from which it is made.

Each finished game from the usual start in which ``menace`` had a seat is learned from, in the order in which they ended; with
it go its beads, and so the machine is the same wherever the games are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

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


class Machines:
    """The machines of one person, one a game, made in the thread of whoever reads the store. Games that ended before ``since``,
    in seconds since 1970, are forgotten."""

    def __init__(self, since: Callable[[], float] = lambda: 0.0) -> None:
        self._since = since
        self._made: dict[Game, tuple[Menace, list[str]]] = {}
        """With the revisions of the games that each has learned from."""

    def recall(self, keeper: Keeper) -> Recall:
        """Has a machine told from what the keeper has."""

        def recall(game: Game, told: Callable[[Menace], None], lost: Lost) -> None:
            keeper.read(lambda store: self.machine(store, game), told, lost)

        return recall

    def machine(self, store: Store, game: Game) -> Menace:
        """The machine as the games in a store make it. Raises TooManyClasses, and as the store does."""
        since = self._since()
        played = [stored for stored in reversed(store.finished(game.id, None)) if _counts(stored, since)]
        made, learned = self._made.get(game, (None, []))
        revisions = [stored.revision for stored in played]
        if made is None or revisions[: len(learned)] != learned:
            made, learned = Menace(classes_of(game)), []
        for stored in played[len(learned) :]:
            _learn(made, stored)
        self._made[game] = made, revisions
        return made


def _counts(stored: Stored, since: float) -> bool:
    return MENACE in stored.players and stored.start is None and stored.updated >= since


def games_learned(played: Sequence[Stored], since: float = 0.0) -> int:
    """From how many of some finished games a machine has learned."""
    return sum(_counts(stored, since) for stored in played)


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
