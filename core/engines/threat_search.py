"""K in a row proven: forced threats, must-play zones and static draws, by one search that serves wins and draws.

One player is the attacker and asks whether he can complete a line before the defender completes one. A position is three
integers: the lanes of the attacker, those of the defender (:mod:`core.engines.lanes`) and the empty cells. A *four* is a move
that leaves a line one cell short, so that the reply is forced; all other moves of the attacker are *quiet*, and a search
allows him ``quiet`` of them. ``attack`` (attacker to move), ``defend`` (defender to move) and ``fours`` return v:

=====  ==================================================================================================
v > 0  the attacker wins, and v is a zone of that win
0      he does not, whatever he plays (``fours``: not by fours alone)
-1     nothing is proven with so few quiet moves
=====  ==================================================================================================

A *zone of rank r* is a set of empty cells such that the attacker still wins when the defender gets, besides, any r marks on
empty cells outside it. It has the cells of the attacker's moves and of the replies they force, and at each of his moves two
cells of every line that r marks could bring to one cell short of full, so that none of them becomes a threat he would have
to answer. It tells which replies are worth a look: if the attacker wins after a pass of the defender, with a zone of rank
r + 1, then a mark outside it changes nothing; and one that wins against reply y does so, since a mark less never helps the
defender, against every reply outside the zone and y too. So each refuted reply narrows down the rest.

What a pass does not save is lost; and it wins nothing that some move does not: who may move more is never worse off.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

from core import bits
from core.engines.lanes import Lanes, members
from core.game import Move
from core.line_game import LineGame

_TICK = 500
_HOPES = 3
"""Replies, the most promising, that are tried in the hope of a draw where a pass is not known to lose."""
_ASYMMETRIC = 5
"""Marks on the board from which on symmetry no longer pays."""
_TABLE_SIZE = 400_000

Key: TypeAlias = tuple[int, int, int]
"""The live lines of the attacker and of the defender, and the empty cells on them: all that matters of a position."""
_Images: TypeAlias = tuple[Callable[[int], int], Callable[[int], int], Callable[[int], int]]
_Entry: TypeAlias = tuple[int, int]
"""v and, for a win, the rank of its zone; for -1, the quiet moves that were allowed."""


class ThreatSearch:
    """The search and its tables; the contract stands at the top of the file. ``tick`` raises Stopped."""

    def __init__(self, game: LineGame, lanes: Lanes, tick: Callable[[int], None]) -> None:
        self._lanes = lanes
        self._tick = tick
        self._uncounted = 0
        self._hits = self._static = 0
        self._attacks: dict[Key, _Entry] = {}
        self._defences: dict[Key, _Entry] = {}
        self._fours: dict[Key, _Entry] = {}
        self._symmetric = game.cell_count - _ASYMMETRIC
        self._game = game

    @cached_property
    def _symmetries(self) -> list[_Images]:
        """For every symmetry: how lines are brought to it, how cells are, and how these come back."""
        game = self._game
        index = {line: i for i, line in enumerate(game.lines)}
        found = []
        for symmetry in game.symmetries:
            there = bits.permuter(symmetry.moves)
            inverse = sorted(range(game.cell_count), key=symmetry.moves.__getitem__)
            found.append((bits.permuter([index[there(line)] for line in game.lines]), there, bits.permuter(inverse)))
        return found

    @property
    def counters(self) -> dict[str, int]:
        """Answers from the tables, and draws seen without a search."""
        return {"table_hits": self._hits, "static_draws": self._static}

    def attack(self, own: int, other: int, empty: int, quiet: int, rank: int) -> int:
        """The attacker is to move."""
        self.count()
        lanes = self._lanes
        if own >> lanes.top:
            last = lanes.few_cells(own >> lanes.top) & empty
            return self._guarded(last & -last, other, empty, rank)
        if not own & lanes.lowest:
            return 0
        width, gain, keep = lanes.width, lanes.gain, lanes.keep
        if other >> lanes.top:
            bit = lanes.few_cells(other >> lanes.top) & empty
            if bit & (bit - 1):
                return 0
            cell = bit.bit_length() - 1
            value = self.defend(own | own << width & gain[cell], other & keep[cell], empty ^ bit, quiet, rank)
            return self._guarded(value | bit, other, empty, rank) if value > 0 else value
        key, there, back = self.key(own, other, empty)
        entry = self._attacks.get(key)
        if entry and _answers(entry, quiet, rank):
            self._hits += 1
            return back(entry[0]) if entry[0] > 0 else entry[0]
        value = self.fours(own, other, empty, rank)
        if value == 0 and quiet:
            fours = lanes.few_cells(own >> lanes.second)
            useful = empty & lanes.cells((own | other) & lanes.lowest)
            for cell in self.ordered(useful, own, other):
                bit = 1 << cell
                left = quiet if fours & bit else quiet - 1
                found = self.defend(own | own << width & gain[cell], other & keep[cell], empty ^ bit, left, rank)
                if found > 0:
                    value = self._guarded(found | bit, other, empty, rank)
                    break
                value |= found
        elif value == 0:
            value = -1
        self._attacks[key] = (there(value), rank) if value > 0 else (value, quiet)
        return value

    def defend(self, own: int, other: int, empty: int, quiet: int, rank: int) -> int:
        """The defender is to move."""
        self.count()
        lanes = self._lanes
        if other >> lanes.top or not own & lanes.lowest:
            return 0
        width, gain, keep = lanes.width, lanes.gain, lanes.keep
        if own >> lanes.top:
            last = lanes.few_cells(own >> lanes.top) & empty
            if last & (last - 1):
                return _two(last)
            cell = last.bit_length() - 1
            own &= keep[cell]
            empty ^= last
            if self.barren(own, empty):
                return 0
            value = self.attack(own, other | other << width & gain[cell], empty, quiet, rank)
            return value | last if value > 0 else value
        key, there, back = self.key(own, other, empty)
        entry = self._defences.get(key)
        if entry and _answers(entry, quiet, rank):
            self._hits += 1
            return back(entry[0]) if entry[0] > 0 else entry[0]
        if not entry and self.blocked(own, empty):
            self._defences[key] = (0, 0)
            return 0
        value = self.attack(own, other, empty, quiet, rank + 1)
        if value < 0 and quiet:
            for cell in self.ordered(empty & lanes.cells(own & lanes.lowest), own, other)[:_HOPES]:
                if not self.attack(
                    own & keep[cell], other | other << width & gain[cell], empty ^ 1 << cell, quiet, rank + 1
                ):
                    value = 0
                    break
        if value > 0:
            must = value
            for cell in self.ordered(must, own, other):
                bit = 1 << cell
                if must & bit:
                    found = self.attack(
                        own & keep[cell], other | other << width & gain[cell], empty ^ bit, quiet, rank + 1
                    )
                    if found <= 0:
                        value = found
                        break
                    must &= found | bit
                    value |= found | bit
        self._defences[key] = (there(value), rank) if value > 0 else (value, quiet)
        return value

    def fours(self, own: int, other: int, empty: int, rank: int) -> int:
        """The attacker is to move, has no line one cell short of full, and plays fours alone."""
        lanes = self._lanes
        twos = own >> lanes.second
        if not twos:
            return 0
        cells = lanes.few_cells(twos) & empty
        if other >> lanes.top:
            forced = lanes.few_cells(other >> lanes.top) & empty
            if forced & (forced - 1):
                return 0
            cells &= forced
            if not cells:
                return 0
        key = (own, other, empty)
        entry = self._fours.get(key)
        if entry and _answers(entry, 0, rank):
            return entry[0]
        self.count()
        width, gain, keep, top = lanes.width, lanes.gain, lanes.keep, lanes.top
        forcing = []
        value = 0
        for cell in members(cells):
            bit = 1 << cell
            more = own | own << width & gain[cell]
            last = lanes.few_cells(more >> top) & empty ^ bit
            if last & (last - 1):
                value = self._guarded(bit | _two(last), other, empty, rank)
                break
            forcing.append((bit, last, more, other & keep[cell]))
        else:
            for bit, last, more, less in forcing:
                cell = last.bit_length() - 1
                found = self.fours(more & keep[cell], less | less << width & gain[cell], empty ^ bit ^ last, rank)
                if found:
                    value = self._guarded(found | bit | last, other, empty, rank)
                    break
        self._fours[key] = (value, rank)
        return value

    def barren(self, own: int, empty: int) -> str:
        """What proves without a search that a player who is to move completes no line; nothing where nothing does."""
        lanes = self._lanes
        potential = lanes.potential(own)
        if potential < lanes.half:
            self._static += 1
            return "Erdos-Selfridge"
        if lanes.promising(potential, empty) and lanes.paired(own, empty):
            self._static += 1
            return "pairing"
        return ""

    def blocked(self, own: int, empty: int) -> str:
        """The same where the opponent is to move: what one of his moves leads to, the best that there is."""
        lanes = self._lanes
        keep = lanes.keep
        replies = sorted(
            (lanes.potential(own & keep[cell]), cell) for cell in members(empty & lanes.cells(own & lanes.lowest))
        )
        if not replies or replies[0][0] < lanes.half:
            self._static += 1
            return "Erdos-Selfridge"
        for potential, cell in replies:
            if not lanes.promising(potential, empty):
                break
            self.count()
            if lanes.paired(own & keep[cell], empty & ~(1 << cell)):
                self._static += 1
                return "pairing"
        return ""

    def won(self, own: int, other: int, empty: int, quiet: int, attacking: bool) -> list[Move]:
        """The play to which a win leads that is proven with so many quiet moves, as far as that can be told: against some
        replies more of them may be needed. Raises Stopped."""
        lanes = self._lanes
        width, gain, keep = lanes.width, lanes.gain, lanes.keep
        play: list[Move] = []
        while True:
            if attacking and own >> lanes.top:
                return [*play, next(members(lanes.few_cells(own >> lanes.top) & empty))]
            if attacking:
                cell, quiet = self._winning(own, other, empty, quiet)
                own, other = own | own << width & gain[cell], other & keep[cell]
            else:
                cell = self._stubborn(own, other, empty, quiet)
                own, other = own & keep[cell], other | other << width & gain[cell]
            if cell < 0:
                return play
            play.append(cell)
            empty ^= 1 << cell
            attacking = not attacking

    def _winning(self, own: int, other: int, empty: int, quiet: int) -> tuple[Move, int]:
        """A winning move of the attacker with as few quiet moves as can be, and how many are left after it; or -1."""
        lanes = self._lanes
        for allowed in range(quiet + 1):
            for cell in self.ordered(empty, own, other):
                more = own | own << lanes.width & lanes.gain[cell]
                left = allowed if more >> lanes.top else allowed - 1
                if left >= 0 and self.defend(more, other & lanes.keep[cell], empty ^ 1 << cell, left, 0) > 0:
                    return cell, left
        return -1, 0

    def _stubborn(self, own: int, other: int, empty: int, quiet: int) -> Move:
        """The first reply of the defender to be refuted with so many quiet moves, or -1."""
        lanes = self._lanes
        width, gain, keep = lanes.width, lanes.gain, lanes.keep
        replies = lanes.few_cells(own >> lanes.top) & empty or max(0, self.attack(own, other, empty, quiet, 1))
        for cell in self.ordered(replies, own, other):
            if self.attack(own & keep[cell], other | other << width & gain[cell], empty ^ 1 << cell, quiet, 1) > 0:
                return cell
        return -1

    def _guarded(self, zone: int, other: int, empty: int, rank: int) -> int:
        """The zone with two cells of each of the defender's lines that lack at most rank + 1."""
        lanes = self._lanes
        lines = other >> max(0, lanes.k - 1 - rank) * lanes.width & lanes.lowest
        while lines:
            lowest = lines & -lines
            lines ^= lowest
            left = lanes.lines[lowest.bit_length() - 1] & empty
            for _ in range(2 - (left & zone).bit_count()):
                zone |= (left & ~zone) & -(left & ~zone)
        return zone

    def ordered(self, cells: int, own: int, other: int) -> list[int]:
        """Some cells, those first on which most is at stake."""
        touch = self._lanes.touch
        return sorted(
            members(cells), key=lambda cell: -2 * (own & touch[cell]).bit_count() - (other & touch[cell]).bit_count()
        )

    def key(self, own: int, other: int, empty: int) -> tuple[Key, Callable[[int], int], Callable[[int], int]]:
        """The key of a position, and how cells are brought to it and back."""
        lanes = self._lanes
        attacker, defender = own & lanes.lowest, other & lanes.lowest
        cells = empty & lanes.cells(attacker | defender)
        if empty.bit_count() <= self._symmetric:
            return (attacker, defender, cells), _same, _same
        images = [(lines(attacker), lines(defender), there(cells)) for lines, there, _ in self._symmetries]
        key = min(images)
        _, there, back = self._symmetries[images.index(key)]
        return key, there, back

    def count(self) -> None:
        """Count a node. Raises Stopped."""
        self._uncounted += 1
        if self._uncounted >= _TICK:
            self.flush()

    def flush(self) -> None:
        """Let the watch know how many nodes have been visited, and hold the tables to their size. Raises Stopped."""
        for table in (self._attacks, self._defences, self._fours):
            if len(table) > _TABLE_SIZE:
                table.clear()
        nodes, self._uncounted = self._uncounted, 0
        self._tick(nodes)


def _answers(entry: _Entry, quiet: int, rank: int) -> bool:
    """Whether an entry serves a search with so many quiet moves for a zone of this rank."""
    value, extent = entry
    return value == 0 or extent >= (rank if value > 0 else quiet)


def _two(cells: int) -> int:
    """Two of some cells."""
    rest = cells & (cells - 1)
    return cells ^ rest & (rest - 1)


def _same(cells: int) -> int:
    return cells
