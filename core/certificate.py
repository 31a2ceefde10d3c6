"""Certificates: files that say why the value of a position holds, and the check that replays them by the rules alone.

A certificate is text, compressed by xz. Its first line has the version of the format; every other begins with four hexadecimal
digits and a blank, the CRC-16 (CCITT) of all text so far without digits and line ends. Behind them stands, line by line::

    triqui certificate 1
    game tictactoe               the id of the game
    position X../.O./...         where play begins, if not at the start
    moves a1 b2                  moves that lead from there to the position spoken of, if any
    claim win 7                  for who moves there: win N or lose N plies away, win within N, lose within N, draw, endless
    symmetry c1 b1 a1 ...        maps of the moves, if any: the image of each move. The first leaves all as they are
    part first wins 7            proof by a strategy of one player, first or second: he ``wins`` within so many plies,
                                 ``holds``: loses never, or not within so many, plays ``endless``: neither loses nor draws
    @0 b2 a1 c3 @2 b1 a3 ...     plays from the position spoken of; @N goes on after N moves of the play before
    end

The parts are those of :func:`parts`. His moves in the plays are the player's strategy, also where a map brings a position to
one of a play; elsewhere he makes any move that reaches the goal at once, or his only one. Pairs behind a play, ``a1=b2 c3=c1``
or a lone ``=`` for none, say that he holds by answering one with the other: all that the other lacks to win has both moves of
a pair, or is more than he can make in time. The check goes through all positions that can arise, ply by ply, so that distances
count and no circle passes for a win; maps only tell where to look for a move: no image stands for what it is an image of.
"""

from __future__ import annotations

import lzma
import re
from binascii import crc_hqx
from collections.abc import Iterator
from typing import BinaryIO, TypeAlias

from core.errors import BadCertificate, BadNotation, CoreError, quoted
from core.games import get
from core.position import play_all

_Plan: TypeAlias = dict[tuple[int, ...], tuple[int, tuple[int, ...]]]
"""By state the line where it stands and a move, or the moves of several pairs, or of none."""
TITLE = "triqui certificate 1"
_HEAD = r"game (.+)(?:\nposition (.+))?(?:\nmoves (.+))?\nclaim (.+)((?:\nsymmetry .+)*)\npart "


def parts(claim: str, turn: int) -> Iterator[tuple[str, int, str, int]]:
    """What proves a claim of the player ``turn``: lines, whose strategies, goals, and in how many plies, -1 for ever."""
    found = re.fullmatch(r"(win|lose)( within)? ([1-9][0-9]{0,6})|draw|endless", claim)
    if not found:
        raise BadNotation("{text} is no claim, as are 'win 7', 'lose within 9', draw, endless.", text=quoted(claim))
    goals = [f"wins {found[3]}", f"holds {int(found[3]) - 1}"] if found[1] else [claim.replace("draw", "holds")] * 2
    for i, text in enumerate(goals[: 1 if found[2] else 2]):
        player, (goal, _, plies) = turn ^ i ^ (found[1] == "lose"), text.partition(" ")
        yield f"part {('first', 'second')[player]} {text}", player, goal, int(plies or -1)


class Checked:
    """A certificate that holds: its ``claim`` on a ``position``, how many moves and pairings are ``given`` and how many
    ``positions`` were looked at."""

    def __init__(self, file: BinaryIO) -> None:
        """Check it. Raises BadCertificate, which tells the line that fails, and why."""
        self._lines, self._line, self.given, self.positions = list[str](), 0, 0, 0
        try:
            self._read(file)
            self._begin()
            for header, player, goal, plies in parts(self.claim, self.position.turn):
                if self._lines[self._line] != header or self.position.outcome:
                    raise BadNotation("{text} should stand there, and a game that goes on.", text=header)
                self._line += 1
                self._walk(player, goal, plies, self._plan(player))
            if self._lines[self._line :] != ["end"]:
                raise BadNotation("{text} should stand there, and nothing after it.", text="end")
        except (CoreError, ValueError, LookupError, MemoryError, lzma.LZMAError, EOFError) as error:
            core = error if isinstance(error, CoreError) else CoreError("it is damaged, cut off or foreign.")
            raise BadCertificate("Line {line}: {reason}", line=self._line + 1, reason=core.phrase) from error

    def _read(self, file: BinaryIO) -> None:
        crc = 0
        with lzma.open(file) as lines:
            while line := lines.readline(1 << 20):
                text = line[5:-1] if self._line else line[:-1]
                crc = crc_hqx(text, crc)
                if line != (b"%04x %s\n" % (crc, text) if self._line else f"{TITLE}\n".encode()):
                    raise BadNotation(
                        "it is damaged, foreign or of a later version: {text}.", text=quoted(repr(text)[1:])
                    )
                self._lines.append(text.decode())
                self._line += 1

    def _begin(self) -> None:
        self._line = 1
        head = re.match(_HEAD, "\n".join(self._lines[1:]))
        if not head:
            raise BadNotation("{text} should stand there, and what else comes before a part.", text="game")
        self._game = game = get(head[1])
        self.position = play_all(game, head[3] or "", head[2])[1]
        self.claim, images = head[4], head[5].split("\nsymmetry ")
        names = [game.format_move(game.start(), move) for move in range(game.move_count if images[1:] else 0)]
        known = {" ".join(names[move] for move in each.moves): each for each in game.symmetries if names}
        self._maps, self._line = game.symmetries[:1], head[0].count("\n") + 2 - len(images)
        for text in images[1:]:
            self._maps += (known[text],)
            self._line += 1

    def _plan(self, player: int) -> _Plan:
        game, path, plan = self._game, [self.position.state], _Plan()
        while self._lines[self._line].split(" ")[0] not in ("part", "end"):
            for word in self._lines[self._line].split():
                state = path[-1]
                if word.startswith("@"):
                    path = path[: int(word[1:]) + 1]
                elif "=" in word:
                    pair = tuple(game.parse_move(state, name) for name in word.split("=") if name)
                    plan[state] = self._line, plan.get(state, (0, ()))[1] + pair
                else:
                    move = game.parse_move(state, word)
                    if game.value(state) is not None or move not in game.moves(state):
                        raise BadNotation("{move} cannot be played there.", move=word)
                    if game.turn(state) == player:
                        plan[state] = self._line, (move,)
                    path.append(game.play(state, move))
            self._line += 1
        self.given += len(plan)
        return plan

    def _pairs_hold(self, state: tuple[int, ...], player: int, pairs: tuple[int, ...], most: int) -> bool:
        """Whether pairs keep the other from winning with so many moves, or where these are below 0 for ever."""
        lacking = self._game.lacking(state, 0 if player else 1)
        sets = [1 << a | 1 << b for a, b in zip(pairs[::2], pairs[1::2], strict=True)]
        if lacking is None or sum(sets).bit_count() != len(pairs):
            return False
        return all(0 <= most < need.bit_count() or any(need & pair == pair for pair in sets) for need in lacking)

    def _walk(self, player: int, goal: str, left: int, plan: _Plan) -> None:
        game, end, seen = self._game, self._line, {self.position.state}
        level = dict.fromkeys(seen, end - 1) if left else {}

        def fate(state: tuple[int, ...]) -> bool | None:
            """Whether the player has reached or missed his goal with the plies that are left; None: the game goes on."""
            value = game.value(state)
            if value is None:
                return goal == "holds" if left == 0 else None
            worth = value if game.turn(state) == player else -value
            return worth > 0 or (worth == 0 and goal == "holds")

        while level:
            following: dict[tuple[int, ...], int] = {}
            left -= 1
            for state, self._line in level.items():
                mine, moves = game.turn(state) == player, tuple(game.moves(state))
                known = next((each for each in self._maps if each.image(state) in plan), None)
                if known:
                    self._line, given = plan[known.image(state)]
                    given = tuple(map(known.moves.index, given))
                    most = (left + 2 - mine) // 2 if left >= 0 else -1
                    if goal == "holds" and len(given) != 1 and self._pairs_hold(state, player, given, most):
                        continue
                    moves = tuple(move for move in given if move in moves) if mine else moves
                afters = [game.play(state, move) for move in moves]
                fates = [fate(after) for after in afters]
                if mine and True in fates:
                    continue
                if not fates or False in fates or (mine and len(fates) > 1):
                    raise BadNotation("{position} misses the goal.", position=game.format_state(state))
                for after, ended in zip(afters, fates, strict=True):
                    if not ended and (goal == "wins" or after not in seen):
                        following[after] = self._line
            seen.update(following)
            self.positions += len(level)
            level = following
        self._line = end
