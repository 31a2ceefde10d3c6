"""Wins in the cubes by proof numbers.

As in :mod:`core.engines.threat_search`, whose fours and zones serve here too, one player is the attacker, and a position is
three integers: the lanes of the attacker, those of the defender (:mod:`core.engines.lanes`), the empty cells. A *four* is a
move that leaves a line one cell short.

``prove`` (either to move) returns whether the attacker is proven to win. It is a depth-first proof-number search
(Nagai 2002) whose leaves are wins by fours. A node has two numbers, of leaves still to be proven that it may take to
prove it and to give it up; a node with several children to be proven has the greatest of their numbers and one for
each further child, as the same leaves serve many of them (Ueda et al. 2008). A node is one integer, ``attacker << cells |
defender`` as marks::

    | marks of the attacker | marks of the defender |    + a mark: key | bit << cells        or key | bit

Replies that need no look are left out by the zone of a win by fours after a pass, narrowed down by each reply that loses to
fours again.
"""

from __future__ import annotations

from collections.abc import Callable

from core.engines.lanes import Lanes
from core.engines.threat_search import ThreatSearch
from core.game import Move
from core.line_game import LineGame

_NEVER = 1_000_000_000
_NEW, _GIVEN_UP = (1, 1), (_NEVER, 0)
_TABLE_SIZE = 300_000


class Proofs(ThreatSearch):
    """The search and its tables; they serve both players as attackers. ``_proven`` the nodes that are; ``_numbers`` node -> its
    two; ``_children`` node -> cells of the moves to look at, the most promising first."""

    def __init__(self, game: LineGame, lanes: Lanes, tick: Callable[[int], None]) -> None:
        super().__init__(game, lanes, tick, symmetric=False)
        self._proven: set[int] = set()
        self._numbers: dict[int, tuple[int, int]] = {}
        self._children: dict[int, bytes] = {}
        self._cells = game.cell_count

    def flush(self) -> None:
        for table in (self._proven, self._numbers, self._children):
            if len(table) > _TABLE_SIZE:
                table.clear()
        super().flush()

    def prove(self, attacker: int, defender: int, attacking: bool) -> bool:
        """Whether the attacker is proven to win, with these marks of both; False when that is given up."""
        return self._prove(*self.place(attacker, defender), attacker << self._cells | defender, attacking)

    def place(self, attacker: int, defender: int) -> tuple[int, int, int]:
        """The position with these marks."""
        lanes = self._lanes
        empty = (1 << self._cells) - 1 & ~(attacker | defender)
        return lanes.of(attacker, defender), lanes.of(defender, attacker), empty

    def _prove(self, own: int, other: int, empty: int, key: int, attacking: bool) -> bool:
        while key not in self._proven and self._numbers.get(key, _NEW)[1]:
            self._search(own, other, empty, key, attacking, _NEVER, _NEVER)
        return key in self._proven

    def _search(
        self, own: int, other: int, empty: int, key: int, attacking: bool, most_proof: int, most_disproof: int
    ) -> None:
        """Search a node until one of its numbers reaches its limit."""
        children = self._children.get(key)
        if children is None:
            self.count()
            found = self._attacks_of(own, other, empty) if attacking else self._replies_of(own, other, empty)
            if found is None:
                self._proven.add(key)
                return
            if not found:
                self._numbers[key] = _GIVEN_UP
                return
            children = self._children[key] = bytes(found)
        proven, numbers = self._proven, self._numbers
        lanes = self._lanes
        shift = self._cells if attacking else 0
        while True:
            chosen = -1
            least = second = _NEVER
            worst = left = other_number = 0
            for rank, cell in enumerate(children):
                child = key | 1 << cell + shift
                if child in proven:
                    if attacking:
                        proven.add(key)
                        return
                    continue
                pair = numbers.get(child)
                proof, disproof = pair if pair else (4 + rank, 1) if attacking else _NEW
                mine, theirs = (proof, disproof) if attacking else (disproof, proof)
                if attacking and not theirs:
                    continue
                left += 1
                if theirs > worst:
                    worst = theirs
                if mine < least:
                    least, second, chosen, other_number = mine, least, cell, theirs
                elif mine < second:
                    second = mine
            if not left:
                if attacking:
                    numbers[key] = _GIVEN_UP
                else:
                    proven.add(key)
                return
            if not attacking and not least:
                numbers[key] = _GIVEN_UP
                return
            worst += left - 1
            proof, disproof = (least, worst) if attacking else (worst, least)
            if proof >= most_proof or disproof >= most_disproof:
                numbers[key] = (proof, disproof)
                return
            limit = second + 1 + (second >> 2)
            if attacking:
                limits = min(most_proof, limit), most_disproof - disproof + other_number
                after = own | own << lanes.width & lanes.gain[chosen], other & lanes.keep[chosen]
            else:
                limits = most_proof - proof + other_number, min(most_disproof, limit)
                after = own & lanes.keep[chosen], other | other << lanes.width & lanes.gain[chosen]
            self._search(*after, empty ^ 1 << chosen, key | 1 << chosen + shift, not attacking, *limits)

    def _attacks_of(self, own: int, other: int, empty: int) -> list[Move] | None:
        """The moves worth a look; None where the attacker wins by fours."""
        lanes = self._lanes
        if own >> lanes.top:
            return None
        cells = empty & lanes.cells(own & lanes.lowest)
        if other >> lanes.top:
            block = lanes.few_cells(other >> lanes.top) & empty
            cells &= block
            if block & (block - 1) or not cells:
                return []
        if self.fours(own, other, empty, 0) > 0:
            return None
        return self.ordered(cells, own, other)

    def _replies_of(self, own: int, other: int, empty: int) -> list[Move] | None:
        """The replies worth a look; None where fours refute them all."""
        lanes = self._lanes
        if other >> lanes.top:
            return []
        if own >> lanes.top:
            last = lanes.few_cells(own >> lanes.top) & empty
            return None if last & (last - 1) else [last.bit_length() - 1]
        must = self.fours(own, other, empty, 1)
        if not must:
            return self.ordered(empty & lanes.cells((own | other) & lanes.lowest), own, other)
        found = []
        for cell in self.ordered(must, own, other):
            bit = 1 << cell
            if must & bit:
                zone = self._fours_after(own, other, empty, cell)
                if zone:
                    must &= zone | bit
                else:
                    found.append(cell)
        return [cell for cell in found if must >> cell & 1] or None

    def _fours_after(self, own: int, other: int, empty: int, cell: Move) -> int:
        """The zone of a win by fours after a reply, or 0."""
        lanes = self._lanes
        return self.fours(own & lanes.keep[cell], other | other << lanes.width & lanes.gain[cell], empty ^ 1 << cell, 1)

    def play(self, attacker: int, defender: int, attacking: bool) -> list[Move]:
        """The play to which a win leads that ``prove`` has proven, to its end."""
        lanes = self._lanes
        own, other, empty = self.place(attacker, defender)
        key = attacker << self._cells | defender
        width, gain, keep = lanes.width, lanes.gain, lanes.keep
        play: list[Move] = []
        while True:
            self._prove(own, other, empty, key, attacking)
            shift = self._cells if attacking else 0
            cells = self._attacks_of(own, other, empty) if attacking else self._replies_of(own, other, empty)
            if attacking and cells is None:
                return play + self.play_of_fours(own, other, empty)
            if cells is None:
                cells = self.ordered(empty, own, other)
                lost = lanes.few_cells(own >> lanes.top) & empty
                cell = next(cell for cell in cells if lost >> cell & 1 or self._fours_after(own, other, empty, cell))
            else:
                cell = next((cell for cell in cells if key | 1 << cell + shift in self._proven), cells[0])
            if attacking:
                own, other = own | own << width & gain[cell], other & keep[cell]
            else:
                own, other = own & keep[cell], other | other << width & gain[cell]
            key |= 1 << cell + shift
            empty ^= 1 << cell
            play.append(cell)
            attacking = not attacking

    def by_fours(self, own: int, other: int, empty: int) -> bool:
        """Whether the attacker, to move, wins by fours or has one already."""
        return own >> self._lanes.top > 0 or self.fours(own, other, empty, 0) > 0
