"""Decides k in a row by depth-first proof-number search (df-pn, Nagai 2002).

It answers whether the attacker completes a line, where quiet moves decide. Positions and attacker are those of
:mod:`core.engines.lines.threat_search`, whose forced threats and static draws decide the leaves. A position has two numbers for
the player to move:

======  =====================================================================================================
effort  how much is about left to search to show that the player reaches their aim; 0: proven, _NEVER: disproven
danger  the effort for the aim of the opponent
======  =====================================================================================================

The attacker's aim is to complete a line, the defender's to prevent that, even by a line of their own. So the effort of a
position is the least danger after any move. The danger is the greatest effort after any move, plus one for each other move. A
sum of the efforts would count what the moves have in common several times (weak proof numbers, Ueda and others 2008): with it,
four in a row on 7x4 takes half as many nodes again. The search goes on where least is missing, whichever player gains by that,
and proves wins and draws alike. No position repeats in a line of play, so the numbers are sound everywhere.

The numbers of a position before its search are a parameter: ``by_potential`` for flat boards, where draws are frequent,
``by_rank`` for cubes, where draws are rare.

The table stores both numbers and the moves that are not refuted, and a later search goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from core.engines.lines.threat_search import ThreatKey, ThreatSearch
from core.game import Move
from core.kinds.lanes import LanePlace, Lanes

_NEVER = 1 << 60
_POWER = 4
_GLANCE = 200
"""Maximum number of nodes for a move of a play that is shown, to see that the move keeps the proven result."""
_MAX_MEASURED = 5000
"""Maximum number of positions of a proof whose height is measured."""
_FIRST_ATTACK = 4
"""Danger after the most promising move of the attacker."""

NumberPair: TypeAlias = tuple[int, int]
"""Effort and danger."""
_WON: NumberPair = (0, _NEVER)
_LOST: NumberPair = (_NEVER, 0)

Beginning: TypeAlias = Callable[[LanePlace, bool, int], NumberPair]
"""Takes a position that is not searched, whether the attacker is to move, and the rank of the last move among its siblings;
returns the numbers to begin with."""


def by_potential(lanes: Lanes) -> Beginning:
    """An effort for the draw that grows with the fourth power of the attacker's potential. With the square, four in a row on
    7x4 takes half as long again; on 5x5 the power hardly matters."""

    def begin(place: LanePlace, attacking: bool, rank: int) -> NumberPair:
        if (place[1] if attacking else place[0]) >> lanes.top:
            return 1, 1  # the potential shows after the forced move
        # Below half a line a player to move completes no line, and below a whole line a player not to move does not.
        drawing = lanes.potential(place[0]) ** _POWER // (lanes.half if attacking else 2 * lanes.half) ** _POWER
        if not drawing:
            return _LOST if attacking else _WON
        return (1, drawing) if attacking else (drawing, 1)

    return begin


def by_rank(place: LanePlace, attacking: bool, rank: int) -> NumberPair:
    """A danger that grows with the rank of the attacker's move; for boards whose potentials are never low."""
    return (1, 1) if attacking else (1, _FIRST_ATTACK + rank)


class ProofNumbers:
    """The search and its tables."""

    def __init__(self, search: ThreatSearch, begin: Beginning, ahead: bool = True) -> None:
        """``ahead``: whether static draws and forced threats are looked for in a position of the defender as soon as its
        numbers are needed, not only when it is searched. That halves the nodes of four in a row on 7x4; on cubes it costs more
        than it saves."""
        self._lanes = search.lanes
        self._search = search
        self._begin = begin
        self._ahead = ahead
        self._tables: tuple[dict[ThreatKey, tuple[int, int, int]], ...] = tuple(search.nodes.table() for _ in range(2))
        self._left = 0

    def decide(self, place: LanePlace, attacking: bool, nodes: int) -> bool | None:
        """Whether the attacker wins; ``attacking``: the attacker is to move. None if about ``nodes`` nodes do not decide.
        Raises Stopped.

        The table answers for nodes that were searched before, but each call spends nodes on the way down to the new ones. So to
        go on with a search, grant more nodes than before.
        """
        self._left = nodes
        effort, danger = self._solve(place, attacking, _NEVER, _NEVER)
        if effort and danger:
            return None
        return attacking == (effort == 0)

    def by_fours(self, place: LanePlace, attacking: bool) -> bool:
        """Whether the attacker is to move and completes a line at once or wins by forced fours."""
        return attacking and (place[0] >> self._lanes.top > 0 or self._search.fours(*place, 0) > 0)

    def won(self, place: LanePlace, attacking: bool) -> list[Move]:
        """The play of a win that :meth:`decide` found, in which the defender chooses replies that took a search to refute.
        Raises Stopped."""
        play: list[Move] = []
        while not self.by_fours(place, attacking):
            cell = self._winning(place) if attacking else self._stubborn(place)
            if cell < 0:
                return play
            play.append(cell)
            place = self._lanes.after(place, attacking, cell)
            attacking = not attacking
        return play + self._search.play_of_fours(*place)

    def within(self, place: LanePlace, attacking: bool) -> int | None:
        """Maximum number of plies of a win that :meth:`decide` found: the height of its proof. None if the table has lost a
        part of the proof, or the proof has more than ``_MAX_MEASURED`` positions. Raises Stopped."""
        return self._height(place, attacking, {})

    def _height(self, place: LanePlace, attacking: bool, known: dict[tuple[ThreatKey, bool], int | None]) -> int | None:
        """The height of a proof as in :meth:`within`; ``known`` has the heights of positions met before."""
        own, other, empty = place
        lanes, search = self._lanes, self._search
        last = lanes.few_cells(own >> lanes.top) & empty
        if self.by_fours(place, attacking):
            return len(search.play_of_fours(*place))
        if last & (last - 1):
            return 2
        key = search.key(*place)[0], attacking
        if key not in known and len(known) < _MAX_MEASURED:
            # Set this first, so that a position lost from the table ends the measuring.
            known[key] = None
            if attacking:
                cells = [self._winning(place)]
            else:
                cells = search.ordered(last or empty & lanes.cells((own | other) & lanes.lowest), own, other)
            height = 0
            for cell in cells:
                after = lanes.after(place, attacking, cell) if cell >= 0 else None
                further = self._height(after, not attacking, known) if after else None
                if further is None:
                    return None
                height = max(height, further + 1)
            known[key] = height
        return known.get(key)

    def drawn(self, place: LanePlace) -> list[Move]:
        """A play from a drawn position in which every move keeps the draw, to the end of the game or as far as ``_GLANCE``
        nodes show. The first player of the place is to move. Raises Stopped."""
        play: list[Move] = []
        while place[2]:
            for cell in self._search.ordered(place[2], place[0], place[1]):
                own, other, empty = self._lanes.after(place, True, cell)
                if self.decide((other, own, empty), True, _GLANCE) is False:
                    break
            else:
                return play
            play.append(cell)
            place = other, own, empty
        return play

    def _winning(self, place: LanePlace) -> Move:
        """A winning move of the attacker from the table or from a search of ``_GLANCE`` nodes, which helps if the table only
        has an image of the position; -1 if the table has lost it."""
        own, other, empty = place
        moves = [(cell, self._lanes.after(place, True, cell)) for cell in self._search.ordered(empty, own, other)]
        for cell, after in moves:
            if self.lost(after, False):
                return cell
        return next((cell for cell, after in moves if self.decide(after, False, _GLANCE)), -1)

    def _stubborn(self, place: LanePlace) -> Move:
        """A reply of the defender in a lost position: a forced one, else one that forced threats alone do not refute."""
        own, other, empty = place
        forced = own >> self._lanes.top
        replies = self._search.ordered(self._lanes.few_cells(forced) & empty if forced else empty, own, other)
        for cell in replies:
            if not self.by_fours(self._lanes.after(place, False, cell), True):
                return cell
        return replies[0]

    def lost(self, place: LanePlace, attacking: bool) -> bool:
        """Whether the table knows that the player to move does not reach their aim."""
        self._left = 0
        return not self._solve(place, attacking, 1, 1)[1]

    def _solve(self, place: LanePlace, attacking: bool, effort: int, danger: int) -> NumberPair:
        """The numbers of a position, searched until one of them reaches its bound (``effort`` or ``danger``) or the nodes are
        spent."""
        lanes, search = self._lanes, self._search
        own, other, empty = place
        ended = self._ended(place, attacking)
        if ended:
            return ended
        forced = (other if attacking else own) >> lanes.top
        if forced:
            # Search the position after a forced move in place of this one: only choices get an entry in the table.
            place = lanes.after(place, attacking, (lanes.few_cells(forced) & empty).bit_length() - 1)
            if not attacking and search.barren(place[0], place[2]):
                return _WON
            back_danger, back_effort = self._solve(place, not attacking, danger, effort)
            return back_effort, back_danger
        table = self._tables[attacking]
        key, there, back = search.key(own, other, empty)
        entry = table.get(key)
        if entry and (entry[0] >= effort or entry[1] >= danger):
            return entry[0], entry[1]
        search.nodes.add()
        self._left -= 1
        cells = back(entry[2]) if entry else self._attempts(place) if attacking else self._replies(place)
        numbers = self._begun(place, attacking, cells) if cells >= 0 else None
        total, best = 0, 0 if numbers is None else _NEVER
        while best and numbers:
            # The danger after a move is the effort of this position, because the opponent's aim is the opposite.
            hardest, best, second = 0, _NEVER, _NEVER
            for cell, (its_effort, its_danger) in numbers.items():
                hardest = max(hardest, its_effort)
                if its_danger < best:
                    second, best, choice = best, its_danger, cell
                elif its_danger < second:
                    second = its_danger
            total = hardest + len(numbers) - 1
            if best >= effort or total >= danger or self._left <= 0:
                break
            # Search the best move until its danger passes that of the second best; a quarter more avoids switching often.
            most_effort, most_danger = danger - len(numbers) + 1, min(effort, second + second // 4 + 1)
            child = self._solve(lanes.after(place, attacking, choice), not attacking, most_effort, most_danger)
            if not child[1]:
                best = 0
            elif child[0]:
                numbers[choice] = child
            else:
                del numbers[choice]
        found = _WON if not best else (best, total) if numbers else _LOST
        table[key] = (*found, there(sum(1 << cell for cell in numbers or ())))
        return found

    def _begun(self, place: LanePlace, attacking: bool, cells: int) -> dict[Move, NumberPair] | None:
        """The numbers after each of these moves, without the moves that are known to fail; None if a move is known to reach the
        aim."""
        own, other, _ = place
        numbers = {}
        for rank, cell in enumerate(self._search.ordered(cells, own, other)):
            after = self._known(self._lanes.after(place, attacking, cell), not attacking, rank)
            if not after[1]:
                return None
            if after[0]:
                numbers[cell] = after
        return numbers

    def _known(self, place: LanePlace, attacking: bool, rank: int) -> NumberPair:
        """The numbers of a position without a search."""
        ended = self._ended(place, attacking)
        if ended:
            return ended
        if (place[1] if attacking else place[0]) >> self._lanes.top:
            return self._begin(place, attacking, rank)
        key, there, _ = self._search.key(*place)
        table = self._tables[attacking]
        entry = table.get(key)
        if entry:
            return entry[0], entry[1]
        if attacking or not self._ahead:
            return self._begin(place, attacking, rank)
        replies = self._replies(place)
        found = self._begin(place, attacking, rank) if replies > 0 else _WON if replies else _LOST
        table[key] = (*found, there(max(0, replies)))
        return found

    def _ended(self, place: LanePlace, attacking: bool) -> NumberPair | None:
        """The numbers of a position that is over, or in which a line is completed next; else None."""
        own, other, empty = place
        top = self._lanes.top
        mine, theirs = (own, other) if attacking else (other, own)
        if mine >> top:
            return _WON
        # Without a live line the attacker can complete none.
        if not own & self._lanes.lowest:
            return _LOST if attacking else _WON
        last = self._lanes.few_cells(theirs >> top) & empty if theirs >> top else 0
        return _LOST if last & (last - 1) else None

    def _attempts(self, place: LanePlace) -> int:
        """The cells of the attacker's moves that may matter; -1 if forced threats win."""
        own, other, empty = place
        # Wins by forced threats are leaves, found by a search of their own, in which no reply is a choice.
        if self._search.fours(own, other, empty, 0):
            return -1
        return empty & self._lanes.cells((own | other) & self._lanes.lowest)

    def _replies(self, place: LanePlace) -> int:
        """The cells of the defender's replies that may hold; -1 if a reply is known to hold. They are in the zones of the
        forced threats that win after a pass and after other replies, as in :mod:`core.engines.lines.threat_search`."""
        own, other, empty = place
        search = self._search
        if search.blocked(own, empty):
            return -1
        zone = search.fours(own, other, empty, 1)
        # No forced threats win after a pass, so every reply on a live line may hold.
        if not zone:
            return empty & self._lanes.cells((own | other) & self._lanes.lowest)
        must = zone
        for cell in search.ordered(zone, own, other):
            if must >> cell & 1:
                refuted = search.fours(*self._lanes.after(place, False, cell), 1)
                if refuted:
                    must &= refuted & ~(1 << cell)
        return must
