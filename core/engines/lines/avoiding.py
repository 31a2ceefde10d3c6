"""K in a row where a line loses: whether a player can go without one to the end of the game, by trying all.

The player's lines on which the other has a mark are harmless; when all are, the player holds, and tries the
moves first that bring the others least near to full, which count four times as much for each mark more.
"""

from __future__ import annotations

from collections.abc import Callable

from core.engines.root import Counter
from core.game import Move, Player, State
from core.kinds.lines import LineGame

_TICK = 500


class Avoiding:
    """The search and its table: whether a player holds, by player and position."""

    def __init__(self, game: LineGame, tick: Callable[[int], None]) -> None:
        """``tick`` may raise Stopped. The game is misère and not wild."""
        self._game = game
        self._nodes = Counter(tick, _TICK)
        self._known: tuple[dict[State, bool], ...] = (self._nodes.table(), self._nodes.table())
        # Later on few positions have an image that comes up too.
        self._symmetric = game.cell_count // 2

    def move(self, s: State, player: Player) -> Move | None:
        """A move by which the player, who is to move, holds; None where there is none."""
        game = self._game
        return next((move for move in self._ordered(s, player) if self.holds(game.play(s, move), player)), None)

    def holds(self, s: State, player: Player) -> bool:
        """Whether the player can do without a line from there to the end, or sees the other complete one."""
        game = self._game
        value = game.value(s)
        mine = game.turn(s) == player
        if value is not None:
            return value == 0 or (value > 0) == mine
        if all(line & s[1 - player] for line in game.lines):
            return True
        few = (s[0] | s[1]).bit_count() <= self._symmetric
        key, known = game.canonical(s) if few else s, self._known[player]
        if key not in known:
            self._nodes.add()
            if mine:
                known[key] = self.move(s, player) is not None
            else:
                known[key] = all(self.holds(game.play(s, move), player) for move in game.moves(s))
        return known[key]

    def _ordered(self, s: State, player: Player) -> list[Move]:
        """The moves of the player, those that leave least at stake first."""
        live = [line for line in self._game.lines if not line & s[1 - player]]

        def stake(move: Move) -> int:
            return sum(4 ** (line & s[player]).bit_count() for line in live if line >> move & 1)

        return sorted(self._game.moves(s), key=stake)
