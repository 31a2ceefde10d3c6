"""The check of certificates, which say why the value of a position holds: they are replayed by the rules alone.

The README says line by line how one is written. All positions that can arise where a player follows his strategy are gone
through, ply by ply, so that distances count and no circle passes for a win: on the way to one, a position that comes back is
another. Maps only tell where to look for a move: no image stands for what it is an image of.
"""

from __future__ import annotations

import lzma
import re
from binascii import crc_hqx
from collections.abc import Iterator, Sequence
from typing import BinaryIO, TypeAlias

from core.errors import BadCertificate, BadNotation, CoreError, quoted
from core.games import get
from core.position import play_all

_State: TypeAlias = tuple[int, ...]
TITLE = "triqui certificate 1"


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
    """A certificate that holds: its ``claim`` on a ``position``, the moves and pairings ``given``, the ``positions`` seen."""

    def __init__(self, file: BinaryIO) -> None:
        """Check it. Raises BadCertificate, which tells the line that fails, and why."""
        self._lines, self._line, self.given, self.positions = list[str](), 0, 0, 0
        try:
            self._read(file)
            self._game = game = get(self._take("game"))
            first, moves = self._take("position", ""), self._take("moves", "")
            self.position, self.claim = play_all(game, moves, first or None)[1], self._take("claim")
            known, self._maps = {each.moves: each for each in game.symmetries}, list(game.symmetries[:1])
            while images := self._take("symmetry", ""):
                self._maps.append(known[tuple(game.parse_move(game.start(), name) for name in images.split())])
            for header, player, goal, plies in parts(self.claim, self.position.turn):
                self._take(header)
                self._walk(player, goal, plies)
            if self._lines[self._line + 1 :] != ["end"] or self.position.outcome:
                raise BadNotation("{text} should come next, in a game that goes on.", text="end")
        except (CoreError, ValueError, LookupError, MemoryError, lzma.LZMAError, EOFError) as error:
            core = error if isinstance(error, CoreError) else CoreError("it is damaged, cut off or foreign.")
            line = self._line or len(self._lines)
            raise BadCertificate("Line {line}: {reason}", line=line + 1, reason=core.phrase) from error

    def _read(self, file: BinaryIO) -> None:
        crc, rest, stream = 0, b"", lzma.LZMADecompressor(lzma.FORMAT_XZ)
        while not stream.eof and len(rest) < 1 << 20 and (packed := file.read(1 << 12)):
            *lines, rest = (rest + stream.decompress(packed)).split(b"\n")
            for line in lines:
                crc = crc_hqx(text := line[5:] if self._lines else line, crc)
                if line != (b"%04x %s" % (crc, text) if self._lines else TITLE.encode()):
                    raise BadNotation("it is damaged, foreign or too new: {text}.", text=quoted(str(text)[2:-1]))
                self._lines.append(text.decode())
        if rest or not stream.eof or stream.unused_data or file.read(1):
            raise BadNotation("bytes stand behind its end.") if stream.eof and not rest else EOFError

    def _take(self, word: str, instead: str | None = None) -> str:
        """What stands behind a word that begins the next line; where another does, what is taken instead."""
        self._line += 1
        line = self._lines[self._line]
        if f"{line} ".startswith(f"{word} "):
            return line[len(word) + 1 :]
        if instead is None:
            raise BadNotation("{text} should stand there.", text=word)
        self._line -= 1
        return instead

    def _plan(self, player: int) -> dict[_State, tuple[int, tuple[int, ...]]]:
        """By state the line where it stands and a move, or the moves of several pairs."""
        game, path, plan = self._game, [self.position.state], dict[_State, tuple[int, tuple[int, ...]]]()
        while self._lines[self._line + 1].split(" ")[0] not in ("part", "end"):
            self._line += 1
            for word in self._lines[self._line].split():
                state = path[-1]
                if word.startswith("@"):
                    path = path[: int(word[1:]) + 1]
                elif "=" in word:
                    pair = tuple(game.parse_move(state, name) for name in word.split("="))
                    plan[state] = self._line, plan.get(state, (0, ()))[1] + pair
                else:
                    move = game.parse_move(state, word)
                    if game.value(state) is not None or move not in game.moves(state):
                        raise BadNotation("{move} cannot be played there.", move=word)
                    if game.turn(state) == player:
                        plan[state] = self._line, (move,)
                    path.append(game.play(state, move))
        self.given += len(plan)
        return plan

    def _walk(self, player: int, goal: str, left: int) -> None:
        game, plan, seen = self._game, self._plan(player), set[_State]()
        level = {self.position.state: self._line} if left else {}

        def fate(state: _State) -> bool | None:
            """Whether the player has reached or missed his goal with the plies that are left; None: the game goes on."""
            value = game.value(state)
            if value is None:
                return goal == "holds" if left == 0 else None
            return (value > 0) == (game.turn(state) == player) if value else goal == "holds"

        while level:
            self.positions += len(level)
            left, before, level = left - 1, level, dict[_State, int]()
            for state, line in before.items():
                mine, moves, given = game.turn(state) == player, tuple(game.moves(state)), tuple[int, ...]()
                known = next((each for each in self._maps if each.image(state) in plan), None)
                if known:
                    line, there = plan[known.image(state)]
                    given = tuple(map(known.moves.index, there))
                if goal == "holds" and len(given) != 1 and self._light(state, player, given, (left + 2 - mine) // 2):
                    continue
                chosen = given if mine and given else moves
                fates = {after: fate(after) for after in (game.play(state, move) for move in chosen if move in moves)}
                if mine and True in fates.values():
                    continue
                if not fates or False in fates.values() or (mine and len(fates) > 1):
                    self._line = line
                    raise BadNotation("{position} misses the goal.", position=game.format_state(state))
                level |= {after: line for after, ended in fates.items() if not ended and after not in seen}
            seen.update(level if goal != "wins" else ())

    def _light(self, state: _State, player: int, pairs: Sequence[int], most: int) -> bool:
        """Whether the other, with ``most`` moves to come, or any number where that is below 1, can be kept from winning. To one
        of a pair the player answers with the other, so that what has both is never won. In all else paired moves count as made,
        and what lacks n more weighs 2^-n. While the sum is below 1 where the player moves, he takes the move that weighs most
        and so saves at least what the other's next move adds; a win would weigh 1 (Erdos and Selfridge 1973). The other's move
        at most doubles the sum, so where he begins it has to be below 1/2."""
        lacking = self._game.lacking(state, 0 if player else 1)
        sets = [1 << a | 1 << b for a, b in zip(pairs[::2], pairs[1::2], strict=True)]
        paired, limit = sum(sets), 1.0 if self._game.turn(state) == player else 0.5
        if lacking is None or paired.bit_count() != len(pairs):
            return False
        rest = (need for need in lacking if not 0 < most < need.bit_count())
        # Sums of so few and short binary fractions are exact.
        return sum(0.5 ** (need & ~paired).bit_count() for need in rest if all(need & s != s for s in sets)) < limit
