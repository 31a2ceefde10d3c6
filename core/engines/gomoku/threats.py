"""Wins by force in five in a row: fours that must be answered, and threats of such a row of fours.

Positions are two sets of stones on a board of :mod:`core.engines.gomoku.shapes`, those of the attacker first. A *line* is the
play that wins; it begins with the player to move and ends with the attacker's five. Every
function returns a line, or None where it found none: that there is none is never claimed, but for wins in one ply or three.
Whatever the defender replies, the attacker wins in at most as many plies as the line is long.

``fours``    attacker to move; every move of his but the last is a four, so each reply is forced.
``attack``   attacker to move; he may play so many quiet moves before the fours that end it, threes or fours, and more where
             such a win is known already.
``defend``   defender to move. He is beaten when he is beaten by fours after a pass, and ``attack`` wins after each reply that
             could change that.

``promises`` is no proof: it looks for a *chain*, threats that lead to winning fours even where the defender gets all his
replies to a three at once. No reply is looked at on its own, so that takes a tenth of the positions of an attack. Of 70 good
moves in twelve positions from games, 38 let the opponent have a chain: in 12,000 positions ``attack`` proved 30 of these to
lose and ruled none out; of the 32 others it proved five.

Replies that could change it: let the fours after a pass take the cells Z, the defender getting the stones R. A stone y
outside Z leaves every four of the attacker as it is. It saves the defender only when with it and R he comes to a four of his
own, so when y lies in a window without stones of the attacker in which he and R have three already (``closing`` of the board).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from core.engines.gomoku.shapes import GomokuBoard
from core.engines.root import Counter
from core.game import Move

Play: TypeAlias = list[Move]
_TICK = 200
_ALL = 400
"""More fours than fit on a board."""
_LONGEST_CHAIN = 10
"""Threats before the fours."""


class Force:
    """The searches and their tables, of wins as lines and of failures by how much was allowed; ``_gains`` how often a move of
    an attack has won, ``_held`` the last reply that stopped it. ``tick`` hears of positions visited and may raise Stopped;
    ``allow`` sets how many more may be visited before the answer is None."""

    def __init__(self, board: GomokuBoard, tick: Callable[[int], None]) -> None:
        self._board = board
        self._bits = board.bits
        self._nodes = Counter(tick, _TICK, sharing=2)
        self._left = 0
        self._by_fours: dict[tuple[int, int], tuple[Move, ...] | int] = self._nodes.table()
        self._attacks: dict[tuple[int, int], tuple[Move, ...] | int] = self._nodes.table()
        self._gains: defaultdict[Move, int] = defaultdict(int)
        self._held: dict[Move, Move] = {}
        self._no_chain: dict[tuple[int, int], int] = self._nodes.table()
        self._linked: dict[tuple[int, int], list[tuple[int, int]]] = self._nodes.table()
        self._promised: dict[tuple[int, int], tuple[bool, int]] = self._nodes.table()

    def allow(self, nodes: int) -> None:
        """Set the allowance."""
        self._left = nodes

    @property
    def spent(self) -> bool:
        """Whether the allowance is used up, so that None means nothing."""
        return self._left <= 0

    def _visit(self) -> None:
        self._left -= 1
        self._nodes.add()

    def fours(self, own: int, other: int) -> Play | None:
        """A win by fours alone."""
        board = self._board
        win = board.fives(own, board.all ^ own ^ other)
        return win[:1] or self._fours(own, other)

    def fewest_fours(self, own: int, other: int) -> Play | None:
        """As ``fours``, with no more of them than needed where the allowance is enough."""
        line = self.fours(own, other)
        # The first win found may take a detour; a distance is claimed only for what has no shorter one.
        if line:
            for most in range(1, len(line) // 2):
                shorter = self._fours(own, other, most)
                if shorter:
                    return shorter
        return line

    def _fours(self, own: int, other: int, most: int = _ALL) -> Play | None:
        """As ``fours``, with at most so many; there is no five at once."""
        key = (own, other)
        known = self._by_fours.get(key, 0)
        if isinstance(known, tuple):
            if len(known) // 2 <= most:
                return list(known)
        elif known >= most:
            return None
        if self._left <= 0:
            return None
        self._visit()
        board, bits = self._board, self._bits
        empty = board.all ^ own ^ other
        gains = board.fours(own, empty)
        if gains:
            must = board.fives(other, empty)
            if must:
                gains = {must[0]: gains[must[0]]} if len(must) == 1 and must[0] in gains else {}
        # A four that leaves two cells to complete it ends the search, so all are looked at before any is followed.
        for gain, replies in gains.items():
            if len(replies) > 1:
                line = [gain, *replies[:2]]
                self._by_fours[key] = tuple(line)
                return line
        if most > 1:
            for gain, replies in gains.items():
                tail = self._fours(own | bits[gain], other | bits[replies[0]], most - 1 if most < _ALL else _ALL)
                if tail:
                    line = [gain, *replies, *tail]
                    self._by_fours[key] = tuple(line)
                    return line
        # A search that was cut short has failed to find, not found that there is none.
        if self._left > 0 and not isinstance(known, tuple):
            self._by_fours[key] = most
        return None

    def promises(self, own: int, other: int, nodes: int) -> bool:
        """Whether a chain is found in so many positions; what has failed once is only looked for again in more. It sets the
        allowance."""
        key = (own, other)
        found, tried = self._promised.get(key, (False, 0))
        if not found and tried < nodes:
            self.allow(nodes)
            found = self._promise(own, other)
            self._promised[key] = found, nodes
        return found

    def _promise(self, own: int, other: int) -> bool:
        if self._board.fives(own, self._board.all ^ own ^ other):
            return True
        for threats in range(1, _LONGEST_CHAIN + 1):
            if self._chain(own, other, threats):
                return True
            if self._left <= 0:
                break
        return False

    def _chain(self, own: int, other: int, threats: int) -> bool:
        """Whether there is a chain of at most so many threats before the fours that end it; there is no five at once."""
        if self._fours(own, other):
            return True
        key = (own, other)
        if not threats or self._left <= 0 or self._no_chain.get(key, 0) >= threats:
            return False
        if any(self._chain(*link, threats - 1) for link in self._links(own, other)):
            return True
        if self._left > 0:
            self._no_chain[key] = threats
        return False

    def _links(self, own: int, other: int) -> Iterator[tuple[int, int]]:
        """What follows a threat of the attacker, the defender having all his replies."""
        self._visit()
        board, bits = self._board, self._bits
        key = (own, other)
        known = self._linked.get(key)
        if known is not None:
            yield from known
            return
        found = []
        fours = board.fours(own, board.all ^ own ^ other)
        for cell in self._threats(own, other):
            # A four has its one reply; a three as many as there are cells in the fours that follow a pass.
            replies = fours.get(cell) or self._fours(own | bits[cell], other)
            if replies:
                found.append((own | bits[cell], other | self._set(replies)))
                yield found[-1]
        if self._left > 0:
            self._linked[key] = found

    def _set(self, cells: Iterable[Move]) -> int:
        found = 0
        for cell in cells:
            found |= self._bits[cell]
        return found

    def _threats(self, own: int, other: int) -> list[Move]:
        """The threes and fours of the attacker, the most promising first; where he has to stop a five, only that cell."""
        board = self._board
        empty = board.all ^ own ^ other
        must = board.fives(other, empty)
        # Two fives of the defender cannot both be stopped.
        if must:
            return must if len(must) == 1 else []
        # Threats in two directions first: they leave fewest answers. Fours last: they lose a threat for a stone.
        fours = board.fours(own, empty)
        threes = [cell for cell in board.threes(own, empty) if cell not in fours]
        # An open four of the defender comes before that of the attacker, unless the three is in its way. In 4,000
        # positions 38 of 51 wins are found, without this 29, and that in three quarters of the time.
        for gain, replies in board.fours(other, empty).items() if threes else ():
            if len(replies) > 1:
                threes = [cell for cell in threes if cell == gain or cell in replies]
        return [*threes, *fours]

    def attack(self, own: int, other: int, quiet: int) -> Play | None:
        """A win by fours and at most so many quiet moves."""
        line = self.fours(own, other)
        if line or not quiet or self._left <= 0:
            return line
        key = (own, other)
        known = self._attacks.get(key, 0)
        if isinstance(known, tuple):
            return list(known)
        if known >= quiet:
            return None
        self._visit()
        tries = self._threats(own, other)
        # To stop a five is no choice, so it is no quiet move.
        left = quiet - (not self._board.fives(other, self._board.all ^ own ^ other))
        # What has won elsewhere on the board before all that; a third fewer positions.
        tries.sort(key=self._gains.__getitem__, reverse=True)
        for cell in tries:
            line = self.defend(own | self._bits[cell], other, left, cell)
            if line:
                self._gains[cell] += 1
                self._attacks[key] = (cell, *line)
                return [cell, *line]
        if self._left > 0:
            self._attacks[key] = quiet
        return None

    def defend(self, own: int, other: int, quiet: int, last: Move = -1) -> Play | None:
        """A win against every reply of the defender, who is to move; the line has the reply that holds out longest, be it
        one that changes nothing. ``last`` is the attacker's last move."""
        board, bits = self._board, self._bits
        empty = board.all ^ own ^ other
        if board.fives(other, empty):
            return None  # he wins first
        must = board.fives(own, empty)
        if must:
            reply, *rest = must
            line = rest[:1] or self.attack(own, other | bits[reply], quiet)
            return [reply, *line] if line else None
        # Without fours that threaten to win, every reply would have to be looked at: too many.
        threat = self._fours(own, other)
        if not threat:
            return None
        replies = self.replies(own, other, threat)
        # A reply that changes nothing loses to the same fours, so it lasts as long as they.
        idle = empty & ~self._set(replies)
        longest = [board.first(idle), *threat] if idle else []
        # One reply that holds is enough: what held against this move in other positions comes first.
        held = self._held.get(last, -1)
        if held in replies:
            replies = [held, *(reply for reply in replies if reply != held)]
        for reply in replies:
            line = self.attack(own, other | bits[reply], quiet)
            if not line:
                self._held[last] = reply
                return None
            if len(line) + 1 >= len(longest):
                longest = [reply, *line]
        return longest

    def replies(self, own: int, other: int, threat: Play) -> list[Move]:
        """The replies that could stop fours which win after a pass; all others lose to the same fours."""
        stones = other | self._set(threat[1::2])
        closing = self._board.closing(stones, self._board.all & ~(own | stones))
        return list(dict.fromkeys([*threat, *closing]))
