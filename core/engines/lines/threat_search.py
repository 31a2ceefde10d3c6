"""Proves k in a row: wins by forced fours, shortest wins, and static draws.

One player is the attacker. The question is whether the attacker completes a line before the defender does. A position is three
integers: the lanes of the attacker, the lanes of the defender (:mod:`core.kinds.lanes`) and the empty cells. A *four* is a move
that leaves a line one cell short of full, so that the reply is forced.

A *zone of rank r* of a win is a set of empty cells: the attacker still wins, as soon, if the defender gets any r extra marks on
empty cells outside the zone. It holds the cells of the attacker's moves and of the replies that they force. And at each of
those moves it holds two cells of every defender's line that r marks could bring to one cell short of full, so that no such line
becomes a threat that the attacker has to answer.

Zones tell which replies to search. If the attacker wins after a pass of the defender, with a zone of rank r + 1, a reply
outside the zone changes nothing. If the attacker wins against a reply y, the zone of that win refutes every reply outside it,
except y, because one mark less never helps the defender. So each refuted reply leaves fewer to search. And if a pass saves the
defender, some reply does too, because an extra mark never hurts its owner.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

from core.engines.root import Counter
from core.game import Move
from core.kinds import bits
from core.kinds.lanes import LanePlace, Lanes, members
from core.kinds.lines import LineGame

_TICK = 500
_REPLIES = 6
"""Maximum number of replies tried for a pairing, strongest first. They find 98 of 100 pairings on 5x5 with four in a row; the
other replies would take two fifths of the tries."""
_ASYMMETRIC = 3
"""Symmetry saves time only with fewer marks than this on the board."""

ThreatKey: TypeAlias = tuple[int, int, int]
"""All that matters of a position: empty cells on live lines, live lines of the attacker, live lines of the defender."""
_Images: TypeAlias = tuple[Callable[[int], int], Callable[[int], int], Callable[[int], int]]


class ThreatSearch:
    """The searches and their tables. ``nodes`` counts the nodes of these searches and of those built on them.

    ``fours``, ``reaches`` and ``holds`` return a zone of the attacker's win, which is never empty, or 0. They raise what
    ``tick`` raises, such as Stopped. Lines that lack more cells than their owner has marks to come count as dead.

    The tables: ``_fours`` place -> (zone, rank); ``_found`` key -> (plies, zone, rank); ``_failed`` key -> plies without a win;
    ``_paired`` (live lines, empty cells on them) -> whether a pairing is known.
    """

    def __init__(self, game: LineGame, tick: Callable[[int], None], symmetric: bool = True) -> None:
        """``symmetric``: whether symmetric positions with few marks share an entry of the tables."""
        self._game = game
        self.lanes = lanes = Lanes(game)
        self.nodes = nodes = Counter(tick, _TICK)
        self._hits = self._static = 0
        self._fours: dict[LanePlace, tuple[int, int]] = nodes.table()
        self._found: dict[ThreatKey, tuple[int, int, int]] = nodes.table()
        self._failed: dict[ThreatKey, int] = nodes.table()
        self._paired: dict[tuple[int, int], bool] = nodes.table()
        self._symmetric = game.cell_count - _ASYMMETRIC if symmetric else game.cell_count
        self._lanes_of_a_line = sum(1 << lane * lanes.width for lane in range(lanes.k))

    @cached_property
    def _symmetries(self) -> list[_Images]:
        """For every symmetry: the maps of line sets, of cell sets, and of cell sets back."""
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
        """Numbers of answers from the tables, and of draws proven without a search."""
        return {"table_hits": self._hits, "static_draws": self._static}

    def fours(self, own: int, other: int, empty: int, rank: int) -> int:
        """A zone of this rank if the attacker, who is to move, wins by fours alone; else 0, which proves nothing more.

        The attacker must have no line one cell short of full.
        """
        lanes = self.lanes
        assert not own >> lanes.top
        twos = own >> lanes.second
        if not twos:
            return 0
        cells = lanes.few_cells(twos) & empty
        # A four of the defender has to be answered first, by a move that makes one.
        if other >> lanes.top:
            forced = lanes.few_cells(other >> lanes.top) & empty
            if forced & (forced - 1):
                return 0
            cells &= forced
            if not cells:
                return 0
        key = (own, other, empty)
        entry = self._fours.get(key)
        # A zone of a higher rank is also one of a lower rank, and a position without a win by fours has none of any rank.
        if entry and (not entry[0] or entry[1] >= rank):
            return entry[0]
        self.nodes.add()
        width, gain, keep, top = lanes.width, lanes.gain, lanes.keep, lanes.top
        # Make all fours before searching any: a four with two cells to complete wins at once.
        forcing = []
        value = 0
        for cell in members(cells):
            bit = 1 << cell
            more = own | ((own << width) & gain[cell])
            last = lanes.few_cells(more >> top) & (empty ^ bit)
            if last & (last - 1):
                value = self._guarded(bit | _two(last), other, empty, rank)
                break
            forcing.append((bit, last, more, other & keep[cell]))
        else:
            for bit, last, more, less in forcing:
                cell = last.bit_length() - 1
                answered = less | ((less << width) & gain[cell])
                found = self.fours(more & keep[cell], answered, empty ^ bit ^ last, rank)
                if found:
                    value = self._guarded(found | bit | last, other, empty, rank)
                    break
        self._fours[key] = (value, rank)
        return value

    def play_of_fours(self, own: int, other: int, empty: int) -> list[Move]:
        """The play of a win by fours that ``fours`` found, or of a line completed at once. No reply prolongs it."""
        lanes = self.lanes
        play: list[Move] = []
        while not own >> lanes.top:
            block = lanes.few_cells(other >> lanes.top) & empty
            options = []
            for cell in members(lanes.few_cells(own >> lanes.second) & (block or empty)):
                after = lanes.after((own, other, empty), True, cell)
                last = lanes.few_cells(after[0] >> lanes.top) & after[2]
                if last & (last - 1):
                    return [*play, cell, *list(members(last))[:2]]
                reply = last.bit_length() - 1
                options.append(([cell, reply], lanes.after(after, False, reply)))
            moves, (own, other, empty) = next(each for each in options if self.fours(*each[1], 0))
            play += moves
        last = lanes.few_cells(own >> lanes.top) & empty
        return [*play, last.bit_length() - 1]

    def reaches(self, own: int, other: int, empty: int, plies: int, rank: int = 0) -> int:
        """A zone of this rank if the attacker, who is to move, wins within ``plies``, an odd number; else 0.

        It searches every move that matters, so 0 proves that there is no such win: a win in n plies takes exactly n if there is
        none in n - 2.
        """
        assert plies & 1
        lanes = self.lanes
        if own >> lanes.top:
            last = lanes.few_cells(own >> lanes.top) & empty
            return self._guarded(last & -last, other, empty, rank)
        if plies == 1:
            return 0
        cells = empty
        if other >> lanes.top:
            cells = lanes.few_cells(other >> lanes.top) & empty
            if cells & (cells - 1):
                return 0
        # Remove the lines out of reach before making the key, so that more positions share one.
        marks = (plies + 1) // 2
        own &= self.within_reach(own, marks)
        other &= self.within_reach(other, marks - 1 + rank)
        cells &= lanes.few_cells(own >> lanes.second) if plies == 3 else lanes.cells((own | other) & lanes.lowest)
        if not own or not cells:
            return 0
        key, there, back = self.key(own, other, empty)
        if self._failed.get(key, 0) >= plies:
            self._hits += 1
            return 0
        known = self._found.get(key)
        if known and known[0] <= plies and known[2] >= rank:
            self._hits += 1
            return back(known[1])
        self.nodes.add()
        width, gain, keep = lanes.width, lanes.gain, lanes.keep
        for cell in self.ordered(cells, own, other):
            bit = 1 << cell
            more = own | ((own << width) & gain[cell])
            zone = self.holds(more, other & keep[cell], empty ^ bit, plies - 1, rank)
            if zone:
                zone = self._guarded(zone | bit, other, empty, rank)
                self._found[key] = (plies, there(zone), rank)
                return zone
        self._failed[key] = plies
        return 0

    def holds(self, own: int, other: int, empty: int, plies: int, rank: int = 0) -> int:
        """A zone of this rank if the attacker wins within ``plies``, an even number, with the defender to move; else 0.

        It searches every reply that matters, so 0 proves that a reply prevents such a win.
        """
        assert not plies & 1
        lanes = self.lanes
        if other >> lanes.top or not own & lanes.lowest:
            return 0
        width, gain, keep = lanes.width, lanes.gain, lanes.keep
        if own >> lanes.top:
            last = lanes.few_cells(own >> lanes.top) & empty
            if last & (last - 1):
                return _two(last)
            cell = last.bit_length() - 1
            forced = other | ((other << width) & gain[cell])
            zone = self.reaches(own & keep[cell], forced, empty ^ last, plies - 1, rank)
            return zone and zone | last
        # If no line is one cell short of full, a reply and a win after it take at least four plies.
        if plies < 4:
            return 0
        # The zone of the win after a pass shows where a reply must be; each refuted reply narrows that down.
        zone = must = self.reaches(own, other, empty, plies - 1, rank + 1)
        for cell in self.ordered(must, own, other):
            bit = 1 << cell
            if must & bit:
                more = other | ((other << width) & gain[cell])
                found = self.reaches(own & keep[cell], more, empty ^ bit, plies - 1, rank + 1)
                if not found:
                    return 0
                must &= found | bit
                zone |= found | bit
        return zone

    def play_within(self, own: int, other: int, empty: int, plies: int, attacking: bool) -> list[Move]:
        """The play of a win that takes exactly ``plies``, with the replies that hold out longest."""
        lanes = self.lanes
        play: list[Move] = []
        while not attacking or not own >> lanes.top:
            for cell in self.ordered(empty, own, other):
                after = lanes.after((own, other, empty), attacking, cell)
                # The attacker still wins in time, and the defender loses no sooner than need be.
                if self.holds(*after, plies - 1) if attacking else plies == 2 or not self.reaches(*after, plies - 3):
                    break
            play.append(cell)
            own, other, empty = after
            plies -= 1
            attacking = not attacking
        last = lanes.few_cells(own >> lanes.top) & empty
        return [*play, (last & -last).bit_length() - 1]

    def barren(self, own: int, empty: int) -> str:
        """The name of a static proof that a player, who is to move, completes no line; empty if none is found."""
        lanes = self.lanes
        potential = lanes.potential(own)
        # Erdos and Selfridge (1973): a defender who always takes the cell of greatest potential never lets the potential
        # grow. Below half a line a player to move completes no line, and below a whole line a player not to move does not.
        if potential < lanes.half:
            self._static += 1
            return "Erdos-Selfridge"
        if lanes.promising(potential, empty) and self._pairs(own, empty):
            self._static += 1
            return "pairing"
        return ""

    def blocked(self, own: int, empty: int) -> str:
        """The name of a static proof that a player completes no line, with the opponent to move; empty if none is found. The
        proof is that of a position after the best move of the opponent."""
        lanes = self.lanes
        keep = lanes.keep
        if lanes.potential(own) < 2 * lanes.half:
            self._static += 1
            return "Erdos-Selfridge"
        replies = lanes.spared(own, empty & lanes.cells(own & lanes.lowest))
        if not replies or replies[0][0] < lanes.half:
            self._static += 1
            return "Erdos-Selfridge"
        for potential, cell in replies[:_REPLIES]:
            if not lanes.promising(potential, empty):
                break
            self.nodes.add()
            if self._pairs(own & keep[cell], empty & ~(1 << cell)):
                self._static += 1
                return "pairing"
        return ""

    def _pairs(self, own: int, empty: int) -> bool:
        """Whether a pairing is found that keeps a player, who is to move, from completing any line."""
        live = own & self.lanes.lowest
        key = (live, empty & self.lanes.cells(live))
        known = self._paired.get(key)
        if known is None:
            known = self._paired[key] = self.lanes.pairs(own, empty, rest=self.lanes.half) is not None
        return known

    def within_reach(self, lines: int, marks: int) -> int:
        """A mask of the lanes of the lines that ``marks`` more marks can fill; -1 if those marks can fill any line."""
        lanes = self.lanes
        # Marks for a whole line fill any open line.
        if marks >= lanes.k:
            return -1
        return (lines >> (lanes.k - marks) * lanes.width & lanes.lowest) * self._lanes_of_a_line

    def _guarded(self, zone: int, other: int, empty: int, rank: int) -> int:
        """The zone and two cells of each defender's line that lacks at most rank + 1 marks."""
        lanes = self.lanes
        lines = other >> max(0, lanes.k - 1 - rank) * lanes.width & lanes.lowest
        while lines:
            lowest = lines & -lines
            lines ^= lowest
            left = lanes.lines[lowest.bit_length() - 1] & empty
            # With two cells of a line in the zone, marks outside it never bring the line to one cell short.
            for _ in range(2 - (left & zone).bit_count()):
                zone |= (left & ~zone) & -(left & ~zone)
        return zone

    def ordered(self, cells: int, own: int, other: int) -> list[Move]:
        """The cells, those with most at stake first."""
        # Own lines count twice: to win is better than to hinder.
        touch = self.lanes.touch
        return sorted(
            members(cells), key=lambda cell: -2 * (own & touch[cell]).bit_count() - (other & touch[cell]).bit_count()
        )

    def key(self, own: int, other: int, empty: int) -> tuple[ThreatKey, Callable[[int], int], Callable[[int], int]]:
        """The key of a position, and the maps of cell sets to the key's image and back."""
        lanes = self.lanes
        attacker, defender = own & lanes.lowest, other & lanes.lowest
        cells = empty & lanes.cells(attacker | defender)
        # With more marks few images come up again, and finding the least image costs as much as a node.
        if empty.bit_count() <= self._symmetric:
            return (cells, attacker, defender), _same, _same
        images = [there(cells) for _, there, _ in self._symmetries]
        least = min(images)
        equal = [symmetry for image, symmetry in zip(images, self._symmetries, strict=True) if image == least]
        keys = [(least, lines(attacker), lines(defender)) for lines, _, _ in equal]
        key = min(keys)
        _, there, back = equal[keys.index(key)]
        return key, there, back


def _two(cells: int) -> int:
    """The two lowest of the cells."""
    rest = cells & (cells - 1)
    return cells ^ rest & (rest - 1)


def _same(cells: int) -> int:
    return cells
