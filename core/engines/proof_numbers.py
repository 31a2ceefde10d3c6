"""K in a row decided by proof numbers: whether the attacker completes a line, where few quiet moves do not tell.

Positions, and who attacks, are as in :mod:`core.engines.threat_search`, whose forced threats and static draws decide the
leaves. The search is depth-first proof-number search (df-pn, Nagai 2002). A position has two numbers for the player to move:

======  ==========================================================================================
effort  about how much is left to search to show that he reaches his aim; 0: he does, _NEVER: he cannot
danger  the same for the aim of the other player
======  ==========================================================================================

The attacker's aim is a line, the defender's to keep him from one, be it by a line of his own. So the effort of a position is
the least danger of those its moves lead to, and its danger the sum of their efforts; the search goes on where least is
missing, whichever player that serves, and proves wins and draws alike. No position comes twice in a line of play, so the
numbers of all are sound.

A new position begins with an effort for the draw that grows with the fourth power of the attacker's potential: four in a row
on 7x4 is then decided in a third of the time that the square takes, and on 5x5 in half of that of equal numbers. The table
remembers both numbers and the moves not known to fail, and a search that is broken off goes on from there. Each call spends
nodes on the way down first, so who asks again has to grant more.
"""

from __future__ import annotations

from typing import TypeAlias

from core.engines.lanes import Lanes
from core.engines.threat_search import Key, Place, ThreatSearch
from core.game import Move

_NEVER = 1 << 60
_POWER = 4
_GLANCE = 200
"""Nodes to tell whether a move of a play that is shown keeps what is proven."""
_TABLE_SIZE = 400_000
_TALLEST = 5000
"""Positions of a proof whose height is measured."""

_Numbers: TypeAlias = tuple[int, int]
"""Effort and danger."""
_WON: _Numbers = (0, _NEVER)
_LOST: _Numbers = (_NEVER, 0)


class ProofNumbers:
    """The search and its tables; the contract stands at the top of the file."""

    def __init__(self, lanes: Lanes, search: ThreatSearch) -> None:
        self._lanes = lanes
        self._search = search
        self._tables: tuple[dict[Key, tuple[int, int, int]], ...] = ({}, {})
        self._left = 0

    def decide(self, place: Place, attacking: bool, nodes: int) -> bool | None:
        """Whether the attacker wins, who is to move or not; None where about so many nodes do not tell. Raises Stopped."""
        self._left = nodes
        effort, danger = self._solve(place, attacking, _NEVER, _NEVER)
        if effort and danger:
            return None
        return attacking == (effort == 0)

    def won(self, place: Place, attacking: bool) -> list[Move]:
        """The play to which a win leads that was decided, the defender choosing what took a search to refute. Raises
        Stopped."""
        play: list[Move] = []
        while not (attacking and (place[0] >> self._lanes.top or self._search.fours(*place, 0))):
            cell = self._winning(place) if attacking else self._stubborn(place)
            if cell < 0:
                return play
            play.append(cell)
            place = self._after(place, attacking, cell)
            attacking = not attacking
        return play + self._search.play_of_fours(*place)

    def within(self, place: Place, attacking: bool) -> int | None:
        """Plies after which a win that was decided is over at the latest: the height of its proof. None where the table has
        lost a part of it, or it is too large. Raises Stopped."""
        return self._height(place, attacking, {})

    def _height(self, place: Place, attacking: bool, known: dict[tuple[Key, bool], int | None]) -> int | None:
        """The same; ``known`` has the heights of the positions that were met before."""
        own, other, empty = place
        lanes, search = self._lanes, self._search
        last = lanes.few_cells(own >> lanes.top) & empty
        if attacking and (last or search.fours(*place, 0)):
            return len(search.play_of_fours(*place))
        if last & (last - 1):
            return 2
        key = search.key(*place)[0], attacking
        if key not in known and len(known) < _TALLEST:
            known[key] = None
            if attacking:
                cells = [self._winning(place)]
            else:
                cells = search.ordered(last or empty & lanes.cells((own | other) & lanes.lowest), own, other)
            height = 0
            for cell in cells:
                further = None if cell < 0 else self._height(self._after(place, attacking, cell), not attacking, known)
                if further is None:
                    return None
                height = max(height, further + 1)
            known[key] = height
        return known.get(key)

    def drawn(self, place: Place) -> list[Move]:
        """A play from a drawn position on in which every move keeps the draw, to the end of the game or as far as few nodes
        tell; the first player of the place is to move. Raises Stopped."""
        play: list[Move] = []
        while place[2]:
            for cell in self._search.ordered(place[2], place[0], place[1]):
                own, other, empty = self._after(place, True, cell)
                if self.decide((other, own, empty), True, _GLANCE) is False:
                    break
            else:
                return play
            play.append(cell)
            place = other, own, empty
        return play

    def _winning(self, place: Place) -> Move:
        """A move of the attacker that is known to win, or seen to in few nodes, as where the table knows but an image of the
        position; -1 where it has lost it."""
        own, other, empty = place
        moves = [(cell, self._after(place, True, cell)) for cell in self._search.ordered(empty, own, other)]
        for cell, after in moves:
            if self.lost(after, False):
                return cell
        return next((cell for cell, after in moves if self.decide(after, False, _GLANCE)), -1)

    def _stubborn(self, place: Place) -> Move:
        """A reply of the defender, all of which lose: forced, or one that forced threats alone do not refute."""
        own, other, empty = place
        forced = own >> self._lanes.top
        replies = self._search.ordered(self._lanes.few_cells(forced) & empty if forced else empty, own, other)
        for cell in replies:
            if not self._search.fours(*self._after(place, False, cell), 0):
                return cell
        return replies[0]

    def lost(self, place: Place, attacking: bool) -> bool:
        """Whether the player to move is known not to reach his aim."""
        self._left = 0
        return not self._solve(place, attacking, 1, 1)[1]

    def _solve(self, place: Place, attacking: bool, effort: int, danger: int) -> _Numbers:
        """The numbers of a position, searched until one of them reaches its bound or the nodes are spent."""
        lanes, search = self._lanes, self._search
        own, other, empty = place
        ended = self._ended(place, attacking)
        if ended:
            return ended
        forced = (other if attacking else own) >> lanes.top
        if forced:
            place = self._after(place, attacking, (lanes.few_cells(forced) & empty).bit_length() - 1)
            if not attacking and search.barren(place[0], place[2]):
                return _WON
            back_danger, back_effort = self._solve(place, not attacking, danger, effort)
            return back_effort, back_danger
        table = self._tables[attacking]
        key, there, back = search.key(own, other, empty)
        entry = table.get(key)
        if entry and (entry[0] >= effort or entry[1] >= danger):
            return entry[0], entry[1]
        search.count()
        self._left -= 1
        cells = back(entry[2]) if entry else self._attempts(place) if attacking else self._replies(place)
        after: dict[Move, Place] = {}
        numbers: dict[Move, _Numbers] = {}
        total, best = 0, 0 if cells < 0 else _NEVER
        for cell in search.ordered(max(0, cells), own, other):
            reached = self._after(place, attacking, cell)
            child = self._known(reached, not attacking)
            if not child[1]:
                best = 0
                break
            if child[0]:
                after[cell], numbers[cell] = reached, child
        while best and numbers:
            second = _NEVER
            total = 0
            best = _NEVER
            for cell, (its_effort, its_danger) in numbers.items():
                total += its_effort
                if its_danger < best:
                    second, best, choice = best, its_danger, cell
                elif its_danger < second:
                    second = its_danger
            if best >= effort or total >= danger or self._left <= 0:
                break
            child = self._solve(
                after[choice],
                not attacking,
                danger - total + numbers[choice][0],
                min(effort, second + second // 4 + 1),
            )
            if not child[1]:
                best = 0
            elif child[0]:
                numbers[choice] = child
            else:
                del numbers[choice]
        found = _WON if not best else (best, total) if numbers else _LOST
        if len(table) >= _TABLE_SIZE:
            table.clear()
        table[key] = (*found, there(sum(1 << cell for cell in numbers)))
        return found

    def _known(self, place: Place, attacking: bool) -> _Numbers:
        """The numbers of a position without a search."""
        ended = self._ended(place, attacking)
        if ended:
            return ended
        own, other, _ = place
        if (other if attacking else own) >> self._lanes.top:
            return 1, 1
        entry = self._tables[attacking].get(self._search.key(*place)[0])
        if entry:
            return entry[0], entry[1]
        drawing = self._lanes.potential(own) ** _POWER // self._lanes.half**_POWER
        if not drawing:
            return _LOST if attacking else _WON
        return (1, drawing) if attacking else (drawing, 1)

    def _ended(self, place: Place, attacking: bool) -> _Numbers | None:
        """The numbers of a position that is over, up to a last line."""
        own, other, empty = place
        top = self._lanes.top
        mine, theirs = (own, other) if attacking else (other, own)
        if mine >> top:
            return _WON
        if not own & self._lanes.lowest:
            return _LOST if attacking else _WON
        last = self._lanes.few_cells(theirs >> top) & empty if theirs >> top else 0
        return _LOST if last & (last - 1) else None

    def _attempts(self, place: Place) -> int:
        """The moves of the attacker that may matter, -1 where forced threats win at once."""
        own, other, empty = place
        if self._search.fours(own, other, empty, 0):
            return -1
        return empty & self._lanes.cells((own | other) & self._lanes.lowest)

    def _replies(self, place: Place) -> int:
        """The moves of the defender that may hold, -1 where one is seen to: those in the zones of the forced threats that win
        after a pass and after other replies, as in :mod:`core.engines.threat_search`."""
        own, other, empty = place
        search = self._search
        if search.blocked(own, empty):
            return -1
        zone = search.fours(own, other, empty, 1)
        if not zone:
            return empty & self._lanes.cells((own | other) & self._lanes.lowest)
        must = zone
        for cell in search.ordered(zone, own, other):
            if must >> cell & 1:
                refuted = search.fours(*self._after(place, False, cell), 1)
                if refuted:
                    must &= refuted & ~(1 << cell)
        return must

    def _after(self, place: Place, attacking: bool, cell: Move) -> Place:
        """The position after a move."""
        own, other, empty = place
        lanes = self._lanes
        if attacking:
            return own | own << lanes.width & lanes.gain[cell], other & lanes.keep[cell], empty ^ 1 << cell
        return own & lanes.keep[cell], other | other << lanes.width & lanes.gain[cell], empty ^ 1 << cell
