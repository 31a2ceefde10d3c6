"""Wins in the cubes: by threats of any length, by proof numbers, and within so many plies.

As in :mod:`core.engines.threat_search`, whose fours and zones serve here too, one player is the attacker, and a position is
three integers: the lanes of the attacker, those of the defender (:mod:`core.engines.lanes`), the empty cells. A *four* is a
move that leaves a line one cell short.

``reaches`` (attacker to move) and ``holds`` (defender to move) return the zone of a win that takes so many plies
at most, or 0 where there is none: nothing is left out, so that 0 is a proof too.

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

from core.engines.lanes import Lanes, members
from core.engines.threat_search import ThreatSearch
from core.game import Move
from core.line_game import LineGame

_NEVER = 1_000_000_000
_NEW, _GIVEN_UP = (1, 1), (_NEVER, 0)
_TICK = 250
_TABLE_SIZE = 300_000


class Proofs(ThreatSearch):
    """The searches and their tables; they serve both players as attackers. ``_found`` key -> (plies, rank, zone); ``_failed``
    key -> plies in which there is no win; ``_proven`` the nodes that are; ``_numbers`` node -> its two; ``_children`` node ->
    cells of the moves to look at, the most promising first."""

    def __init__(self, game: LineGame, lanes: Lanes, tick: Callable[[int], None]) -> None:
        super().__init__(game, lanes, tick)
        self._found: dict[tuple[int, int, int], tuple[int, int, int]] = {}
        self._failed: dict[tuple[int, int, int], int] = {}
        self._proven: set[int] = set()
        self._numbers: dict[int, tuple[int, int]] = {}
        self._children: dict[int, bytes] = {}
        self._cells = self._symmetric = game.cell_count

    def visit(self) -> None:
        """Count a node. Raises what ``tick`` raises."""
        self._uncounted += 1
        if self._uncounted >= _TICK:
            self.flush()

    def flush(self) -> None:
        for table in (self._found, self._failed, self._proven, self._numbers, self._children):
            if len(table) > _TABLE_SIZE:
                table.clear()
        super().flush()

    def inviting(self, cells: int, own: int, other: int) -> list[Move]:
        """Some cells, those first on which most is at stake."""
        touch = self._lanes.touch
        return sorted(
            members(cells), key=lambda cell: -2 * (own & touch[cell]).bit_count() - (other & touch[cell]).bit_count()
        )

    def reaches(self, own: int, other: int, empty: int, plies: int, rank: int = 0) -> int:
        """Whether the attacker, to move, completes a line with the last of so many plies or sooner; ``plies`` is odd."""
        lanes = self._lanes
        if own >> lanes.top:
            last = lanes.few_cells(own >> lanes.top) & empty
            return self._guarded(last & -last, other, empty, rank)
        if plies == 1 or not own & lanes.lowest:
            return 0
        cells = empty
        if other >> lanes.top:
            cells = lanes.few_cells(other >> lanes.top) & empty
            if cells & (cells - 1):
                return 0
        if plies == 3:
            cells &= lanes.few_cells(own >> lanes.second)
        if not cells:
            return 0
        key = own & lanes.lowest, other & lanes.lowest, empty & lanes.cells((own | other) & lanes.lowest)
        if self._failed.get(key, 0) >= plies:
            return 0
        known = self._found.get(key)
        if known and known[0] <= plies and known[1] >= rank:
            return known[2]
        self.visit()
        width, gain, keep = lanes.width, lanes.gain, lanes.keep
        for cell in self.inviting(cells, own, other):
            bit = 1 << cell
            zone = self.holds(own | own << width & gain[cell], other & keep[cell], empty ^ bit, plies - 1, rank)
            if zone:
                zone = self._guarded(zone | bit, other, empty, rank)
                self._found[key] = (plies, rank, zone)
                return zone
        self._failed[key] = plies
        return 0

    def holds(self, own: int, other: int, empty: int, plies: int, rank: int = 0) -> int:
        """The same with the defender to move; ``plies`` is even."""
        lanes = self._lanes
        if other >> lanes.top or not own & lanes.lowest:
            return 0
        width, gain, keep = lanes.width, lanes.gain, lanes.keep
        if own >> lanes.top:
            last = lanes.few_cells(own >> lanes.top) & empty
            if last & (last - 1):
                lowest = last & -last
                rest = last ^ lowest
                return lowest | rest & -rest
            cell = last.bit_length() - 1
            zone = self.reaches(own & keep[cell], other | other << width & gain[cell], empty ^ last, plies - 1, rank)
            return zone and zone | last
        if plies < 4:
            return 0
        zone = must = self.reaches(own, other, empty, plies - 1, rank + 1)
        for cell in self.inviting(must, own, other):
            bit = 1 << cell
            if must & bit:
                found = self.reaches(
                    own & keep[cell], other | other << width & gain[cell], empty ^ bit, plies - 1, rank + 1
                )
                if not found:
                    return 0
                must &= found | bit
                zone |= found | bit
        return zone

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
            self.visit()
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
        return self.inviting(cells, own, other)

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
            return self.inviting(empty & lanes.cells((own | other) & lanes.lowest), own, other)
        found = []
        for cell in self.inviting(must, own, other):
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
                return play + self._play_of_fours(own, other, empty)
            if cells is None:
                cells = self.inviting(empty, own, other)
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

    def _play_of_fours(self, own: int, other: int, empty: int) -> list[Move]:
        """The play of a win by fours alone, in which every reply is forced."""
        lanes = self._lanes
        width, gain, keep = lanes.width, lanes.gain, lanes.keep
        play: list[Move] = []
        while not own >> lanes.top:
            block = lanes.few_cells(other >> lanes.top) & empty
            for cell in members(lanes.few_cells(own >> lanes.second) & (block or empty)):
                bit = 1 << cell
                more, less = own | own << width & gain[cell], other & keep[cell]
                last = lanes.few_cells(more >> lanes.top) & empty ^ bit
                reply = (last & -last).bit_length() - 1
                if last & (last - 1):
                    final = last & (last - 1)
                    return [*play, cell, reply, (final & -final).bit_length() - 1]
                after = more & keep[reply], less | less << width & gain[reply], empty ^ bit ^ last
                if self.fours(*after, 0):
                    break
            play += [cell, reply]
            own, other, empty = after
        last = lanes.few_cells(own >> lanes.top) & empty
        return [*play, (last & -last).bit_length() - 1]

    def by_fours(self, own: int, other: int, empty: int) -> bool:
        """Whether the attacker, to move, wins by fours or has one already."""
        return own >> self._lanes.top > 0 or self.fours(own, other, empty, 0) > 0

    def play_within(self, own: int, other: int, empty: int, plies: int, attacking: bool) -> list[Move]:
        """The play of a win that takes so many plies and no fewer, with the replies that hold out longest."""
        lanes = self._lanes
        width, gain, keep = lanes.width, lanes.gain, lanes.keep
        play: list[Move] = []
        while not attacking or not own >> lanes.top:
            for cell in self.inviting(empty, own, other):
                if attacking:
                    after = own | own << width & gain[cell], other & keep[cell]
                    found = self.holds(*after, empty ^ 1 << cell, plies - 1) > 0
                else:
                    after = own & keep[cell], other | other << width & gain[cell]
                    found = plies == 2 or not self.reaches(*after, empty ^ 1 << cell, plies - 3)
                if found:
                    break
            play.append(cell)
            own, other = after
            empty ^= 1 << cell
            plies -= 1
            attacking = not attacking
        last = lanes.few_cells(own >> lanes.top) & empty
        return [*play, (last & -last).bit_length() - 1]
