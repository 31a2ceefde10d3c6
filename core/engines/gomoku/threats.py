"""Wins by force in five in a row: fours that must be answered, and threats of such a row of fours.

Positions are two sets of stones on a board of :mod:`core.engines.gomoku.shapes`, those of the attacker first. A *line* is the
play that wins; it begins with the player to move and ends with the attacker's five. Every
function returns a line, or None where it found none: that there is none is never claimed, but for wins in one ply or three.
Whatever the defender replies, the attacker wins in at most as many plies as the line is long.

``fours``    attacker to move; every move but the attacker's last is a four, so each reply is forced.
``attack``   attacker to move, who may play so many quiet moves before the fours that end it, threes or fours, and more where
             such a win is known already.
``defend``   defender to move. He is beaten when he is beaten by fours after a pass, and ``attack`` wins after each reply that
             could change that.

``promises`` is no proof until ``check`` has it looked at: it looks for a *chain*, threats that lead to winning fours even where
the defender gets all his replies to a three at once. No reply is looked at on its own, so a hundred positions tell much: of
140 that a search asked about, 41 had a chain, of which ``attack`` proved 40 in 12,000 positions and ruled none out; of the 99
others it proved 27 and ruled 43 out. To give the defender his fours too leaves no chain of all these.

Replies that could change it: let the fours after a pass take the cells Z, the defender getting the stones R. A stone y
outside Z leaves every four of the attacker as it is. It saves the defender only when with it and R he comes to a four of his
own, so when y lies in a window without stones of the attacker in which he and R have three already (``closing`` of the board).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from core.engines.gomoku.shapes import GomokuBoard
from core.engines.root import Counter
from core.game import Move

ThreatSequence: TypeAlias = list[Move]
_TICK = 200
_ALL = 400
"""More fours than fit on a board."""
_EVER = 1 << 60
"""More positions than anybody allows."""


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
        self._promised: dict[tuple[int, int], tuple[bool, int]] = self._nodes.table()
        self._checked: dict[tuple[int, int], bool] = self._nodes.table()

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

    def fours(self, own: int, other: int) -> ThreatSequence | None:
        """A win by fours alone."""
        board = self._board
        win = board.fives(own, board.all ^ own ^ other)
        return win[:1] or self._fours(own, other)

    def fewest_fours(self, own: int, other: int) -> ThreatSequence | None:
        """As ``fours``, with no more of them than needed where the allowance is enough."""
        line = self.fours(own, other)
        # The first win found may take a detour; a distance is claimed only for what has no shorter one.
        if line:
            for most in range(1, len(line) // 2):
                shorter = self._fours(own, other, most)
                if shorter:
                    return shorter
        return line

    def _fours(self, own: int, other: int, most: int = _ALL) -> ThreatSequence | None:
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

    def proven(self, own: int, other: int) -> int:
        """In how many plies the attacker, who is to move, is known to win; 0 where nothing is known."""
        known = self._attacks.get((own, other), 0)
        return len(known) if isinstance(known, tuple) else 0

    def check(self, own: int, other: int, nodes: int, most: int) -> bool:
        """Have ``attack`` look once, in so many positions, whether fewer than ``most`` quiet moves keep a promise. A broken
        promise is forgotten. Whether this proves or breaks one. It sets the allowance."""
        key = (own, other)
        if key in self._checked or not self._promised.get(key, (False, 0))[0]:
            return False
        self.allow(nodes)
        won = any(self.attack(own, other, quiet) or self.spent for quiet in range(1, most))
        decided = self._checked[key] = not won or self.proven(own, other) > 0
        if not won:
            self._promised[key] = False, _EVER
        return decided

    def _promise(self, own: int, other: int) -> bool:
        if self._board.fives(own, self._board.all ^ own ^ other) or self._fours(own, other):
            return True
        # Short chains before long ones: what is reached is appended, and looked at in its turn.
        reached = [(own, other)]
        seen = set(reached)
        for own, other in reached:
            if self._left <= 0:
                break
            self._visit()
            for cell, threat in self._threats(own, other).items():
                after = own | self._bits[cell]
                # To stop a five may threaten nothing.
                replies = threat or self._fours(after, other)
                if replies and (link := (after, other | self._set(replies))) not in seen:
                    if self._fours(*link):
                        return True
                    seen.add(link)
                    reached.append(link)
        return False

    def _set(self, cells: Iterable[Move]) -> int:
        found = 0
        for cell in cells:
            found |= self._bits[cell]
        return found

    def _threats(self, own: int, other: int) -> dict[Move, Sequence[Move]]:
        """The threes and fours of the attacker, the most promising first, each with the play that wins after a pass. Where he
        has to stop a five, only that cell, with no play where it is no four."""
        board = self._board
        empty = board.all ^ own ^ other
        fours = board.fours(own, empty)
        must = board.fives(other, empty)
        # Two fives of the defender cannot both be stopped.
        if must:
            return {must[0]: fours.get(must[0], ())} if len(must) == 1 else {}
        # Threats in two directions first: they leave fewest answers. Fours last: they lose a threat for a stone.
        threes = {cell: play for cell, play in board.threes(own, empty).items() if cell not in fours}
        # An open four of the defender comes before that of the attacker, unless the three is in its way. In 4,000
        # positions 38 of 51 wins are found, without this 29, and that in three quarters of the time.
        for gain, replies in board.fours(other, empty).items() if threes else ():
            if len(replies) > 1:
                threes = {cell: threes[cell] for cell in threes if cell == gain or cell in replies}
        return {**threes, **fours}

    def attack(self, own: int, other: int, quiet: int) -> ThreatSequence | None:
        """A win by fours and at most so many quiet moves."""
        win = self._board.fives(own, self._board.all ^ own ^ other)
        return win[:1] or self._attack(own, other, quiet)

    def _attack(self, own: int, other: int, quiet: int) -> ThreatSequence | None:
        """As ``attack``; there is no five at once."""
        line = self._fours(own, other)
        if line or not quiet or self._left <= 0:
            return line
        key = (own, other)
        known = self._attacks.get(key, 0)
        if isinstance(known, tuple):
            return list(known)
        if known >= quiet:
            return None
        self._visit()
        threats = self._threats(own, other)
        # To stop a five is no choice, so it is no quiet move.
        left = quiet - (not self._board.fives(other, self._board.all ^ own ^ other))
        # What has won elsewhere on the board before all that; a third fewer positions.
        for cell in sorted(threats, key=self._gains.__getitem__, reverse=True):
            after = own | self._bits[cell]
            threat = threats[cell] or self._fours(after, other)
            line = self._answered(after, other, left, threat, cell) if threat else None
            if line:
                self._gains[cell] += 1
                self._attacks[key] = (cell, *line)
                return [cell, *line]
        if self._left > 0:
            self._attacks[key] = quiet
        return None

    def defend(self, own: int, other: int, quiet: int) -> ThreatSequence | None:
        """A win against every reply of the defender, who is to move; the line has the reply that holds out longest, be it
        one that changes nothing."""
        empty = self._board.all ^ own ^ other
        if self._board.fives(other, empty):
            return None  # the defender wins first
        # Without fours that threaten to win, every reply would have to be looked at: too many.
        threat = self._board.fives(own, empty)[:2] or self._fours(own, other)
        return self._answered(own, other, quiet, threat) if threat else None

    def _answered(
        self, own: int, other: int, quiet: int, threat: Sequence[Move], last: Move = -1
    ) -> ThreatSequence | None:
        """As ``defend``, where the defender has no five and ``threat`` wins after a pass, or has the cells that do so at once;
        ``last`` is the attacker's last move."""
        board, bits = self._board, self._bits
        if len(threat) == 2:
            return [*threat]  # one stone cannot stop both
        if len(threat) == 1:
            line = self._attack(own, other | bits[threat[0]], quiet)
            return [*threat, *line] if line else None
        replies = self.replies(own, other, threat)
        # A reply that changes nothing loses to the same fours, so it lasts as long as they.
        idle = board.all & ~(own | other | self._set(replies))
        longest = [board.first(idle), *threat] if idle else []
        # One reply that holds is enough: what held against this move in other positions comes first.
        held = self._held.get(last, -1)
        if held in replies:
            replies = [held, *(reply for reply in replies if reply != held)]
        for reply in replies:
            line = self._attack(own, other | bits[reply], quiet)
            if not line:
                self._held[last] = reply
                return None
            if len(line) + 1 >= len(longest):
                longest = [reply, *line]
        return longest

    def replies(self, own: int, other: int, threat: Sequence[Move]) -> list[Move]:
        """The replies that could stop fours which win after a pass; all others lose to the same fours."""
        stones = other | self._set(threat[1::2])
        closing = self._board.closing(stones, self._board.all & ~(own | stones))
        return list(dict.fromkeys([*threat, *closing]))
