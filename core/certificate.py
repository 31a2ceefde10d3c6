"""Certificates: files that say why the value of a position holds, and the check that replays them by the rules alone.

A certificate is text, compressed by xz. Its first line has the version of the format; every other begins with four hexadecimal
digits and a blank, the CRC-16 (CCITT) of all text up to its end without digits and line ends. Behind them stands, line by line::

    triqui certificate 1
    game tictactoe               the id of the game
    position X../.O./...         where play begins, if not at the start
    moves a1 b2                  moves that lead from there to the position spoken of, if any
    claim win 7                  for the player to move: win N, lose N (in exactly so many plies), win within N,
                                 lose within N, draw, endless
    symmetry c1 b1 a1 ...        maps of the moves, if any: the image of each move. The first leaves all as they are
    part first wins 7            proof by a strategy of one player, first or second: he ``wins`` within so many plies,
                                 ``holds``: loses never, or not within so many, plays ``endless``: neither loses nor draws
    @0 b2 a1 c3 @2 b1 a3 ...     plays from the position spoken of; @N goes on after N moves of the play before
    end

The parts are those of :func:`parts`. His moves in the plays are the player's strategy, also where a map brings a position to one
of a play; elsewhere he makes any move that reaches the goal at once, or his only one. Pairs behind a play, ``a1=b2 c3=c1`` or a
lone ``=`` for none, say that he holds by answering one with the other: all that the other lacks to win has both moves of a
pair, or is more than he can make in time. The check goes through all positions that can arise, ply by ply, so that distances
count and no circle passes for a win; maps only tell where to look for a move, and no image stands for what it is an image of.
"""

from __future__ import annotations

import lzma
import re
from binascii import crc_hqx
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple, TypeAlias

from core.errors import BadCertificate, BadNotation, CoreError, quoted
from core.games import get
from core.position import Position, play_all

TITLE = "triqui certificate 1"
_State: TypeAlias = tuple[int, ...]
_Plan: TypeAlias = dict[_State, tuple[int, tuple[int, ...]]]
"""By position the line where it stands and a move, or the moves of several pairs; of no pairs, none."""


class Checked(NamedTuple):
    """What is proven, how many moves and pairings a certificate gives, and how many positions were looked at."""

    position: Position
    claim: str
    given: int
    positions: int


def parts(claim: str, turn: int) -> Iterator[tuple[str, int, str, int]]:
    """The parts that prove a claim of the player ``turn``: their line, whose strategy, its goal, in how many plies, -1 for ever."""
    found = re.fullmatch(r"(?:(win|lose)( within)? ([1-9][0-9]{0,6})|draw|endless)", claim)
    if not found:
        raise BadNotation("{text} is no claim, as are 'win 7', 'lose within 9', 'draw' and 'endless'.", text=quoted(claim))
    goals = ["endless" if claim == "endless" else "holds"] * 2
    if found[1]:
        goals = [f"wins {found[3]}", f"holds {int(found[3]) - 1}"][: 1 if found[2] else 2]
    for i, text in enumerate(goals):
        player, (goal, _, plies) = turn ^ i ^ (found[1] == "lose"), text.partition(" ")
        yield f"part {('first', 'second')[player]} {text}", player, goal, int(plies or -1)


def check(file: BinaryIO) -> Checked:
    """Replay a certificate. Raises BadCertificate, which tells the line in which it fails, and why."""
    checker = _Checker()
    try:
        return checker.run(file)
    except (CoreError, ValueError, IndexError, lzma.LZMAError, EOFError) as error:
        reason = error.phrase if isinstance(error, CoreError) else "it is damaged or cut off; ask for the file again."
        raise BadCertificate("Line {line}: {reason}", line=checker.line + 1, reason=reason) from error


class _Checker:
    """``line`` counts from 0: the line that is looked at."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line = self.given = self.positions = 0

    def run(self, file: BinaryIO) -> Checked:
        """Raises CoreError, ValueError, IndexError, LZMAError or EOFError."""
        self.read(file)
        self.line = 1
        self.game = game = get(self.take("game"))
        begin, moves = self.take("position"), self.take("moves")
        position = play_all(game, moves, begin or None)[1]
        if position.outcome:
            raise BadNotation("The game is over there.")
        claim = self.take("claim")
        self.maps = game.symmetries[:1]
        while images := self.take("symmetry"):
            names = [game.format_move(game.start(), move) for move in range(game.move_count)]
            self.maps += tuple(each for each in game.symmetries if images == " ".join(names[move] for move in each.moves))
        for header, player, goal, plies in parts(claim, position.turn):
            self.expect(header)
            self.walk(position.state, player, goal, plies, self.plan(position.state, player))
        self.expect("end")
        return Checked(position, claim, self.given, self.positions)

    def read(self, file: BinaryIO) -> None:
        crc = 0
        with lzma.open(file) as lines:
            while line := lines.readline(1 << 20):
                text = line[5:-1] if self.line else line[:-1]
                crc = crc_hqx(text, crc)
                if line != (b"%04x %s\n" % (crc, text) if self.line else TITLE.encode() + b"\n"):
                    raise BadNotation("{text} is not what was written there; ask for the file again.", text=quoted(repr(line)))
                self.lines.append(text.decode())
                self.line += 1

    def expect(self, text: str) -> None:
        """Go on behind a line that has to stand here."""
        if self.lines[self.line] != text:
            raise BadNotation("{text} stands where {wanted} should.", text=quoted(self.lines[self.line]), wanted=text)
        self.line += 1

    def take(self, word: str) -> str:
        """What stands behind a word, going on to the next line; nothing where the line begins otherwise."""
        first, _, rest = self.lines[self.line].partition(" ")
        self.line += first == word
        return rest if first == word else ""

    def plan(self, start: _State, player: int) -> _Plan:
        """Read what the player does at the positions of a part."""
        game, path, plan = self.game, [start], _Plan()
        while self.lines[self.line].split(" ")[0] not in ("part", "end"):
            for word in self.lines[self.line].split():
                state = path[-1]
                if word.startswith("@"):
                    path = path[: int(word[1:]) + 1]
                elif "=" in word:
                    pair = () if word == "=" else tuple(game.parse_move(state, name) for name in word.split("="))
                    plan[state] = self.line, plan.get(state, (0, ()))[1] + pair
                else:
                    move = game.parse_move(state, word)
                    if game.value(state) is not None or move not in game.moves(state):
                        raise BadNotation("{move} cannot be played there.", move=word)
                    if game.turn(state) == player:
                        plan[state] = self.line, (move,)
                    path.append(game.play(state, move))
            self.line += 1
        self.given += len(plan)
        return plan

    def find(self, plan: _Plan, state: _State) -> tuple[int, ...] | None:
        """What the plan says of a position, or of an image of it, in the moves of the position."""
        for each in self.maps:
            if found := plan.get(each.image(state)):
                self.line = found[0]
                return tuple(map(each.moves.index, found[1]))
        return None

    def holds(self, state: _State, player: int, pairs: tuple[int, ...], most: int) -> bool:
        """Whether pairs keep the other from winning with so many moves, for ever where these are -1."""
        lacking = self.game.lacking(state, 0 if player else 1)
        sets = [1 << a | 1 << b for a, b in zip(pairs[::2], pairs[1::2], strict=True)]
        return (
            lacking is not None
            and sum(sets).bit_count() == len(pairs)
            and all(0 <= most < need.bit_count() or any(need & pair == pair for pair in sets) for need in lacking)
        )

    def fate(self, state: _State, player: int, goal: str, left: int) -> bool | None:
        """Whether a player has reached or missed his goal, with so many plies left, below 0 for ever; None: the game goes on."""
        value = self.game.value(state)
        if value is None:
            return goal == "holds" if left == 0 else None
        worth = value if self.game.turn(state) == player else -value
        return worth > 0 or (worth == 0 and goal == "holds")

    def walk(self, start: _State, player: int, goal: str, plies: int, plan: _Plan) -> None:
        """Go through all that can arise. Raises BadNotation where the goal is missed."""
        game, end, hint, left = self.game, self.line, -1, plies
        paired = any(len(moves) != 1 for _, moves in plan.values())
        seen, level = {start}, {} if self.fate(start, player, goal, plies) else {start: end - 1}
        while level:
            following: dict[_State, int] = {}
            left -= 1
            for state, self.line in level.items():
                mine, legal = game.turn(state) == player, game.moves(state)
                if mine and hint in legal and self.fate(game.play(state, hint), player, goal, left):
                    continue
                moves = self.find(plan, state) if mine or paired else None
                if moves is not None and len(moves) != 1:
                    if goal != "holds" or not self.holds(state, player, moves, (left + 1 + (not mine)) // 2 if plies >= 0 else -1):
                        raise BadNotation("the pairs do not hold {position}.", position=game.format_state(state))
                    continue
                if mine and moves is None:
                    moves = next(((move,) for move in legal if self.fate(game.play(state, move), player, goal, left)), tuple(legal))
                if mine and (len(moves) != 1 or moves[0] not in legal):
                    raise BadNotation("no move is given for {position}.", position=game.format_state(state))
                hint = moves[0] if mine else hint
                for move in moves if mine else legal:
                    after = game.play(state, move)
                    reached = self.fate(after, player, goal, left)
                    if reached is False:
                        raise BadNotation("the goal is missed with {position}.", position=game.format_state(after))
                    if reached is None and (goal == "wins" or after not in seen):
                        following[after] = self.line
            seen.update(following)
            self.positions += len(level)
            level = following
        self.line = end
