"""The check of certificates, which say why the value of a position holds: they are replayed by the rules alone.

``triqui help certificates`` says line by line how one is written. All positions that can arise where a player follows the
strategy are gone through, ply by ply, so that distances count and no circle passes for a win: on the way to one, a position
that comes back is another. Maps only tell where to look for a move: no image stands for what it is an image of.

A file may come from anybody: each line is judged before more is unpacked, and all that is kept of it is counted.
"""

from __future__ import annotations

import lzma
import re
from binascii import crc_hqx
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import BinaryIO, NamedTuple, TypeAlias

from core.errors import BadCertificate, BadNotation, CertificateTooLarge, CoreError, quoted
from core.game import Game
from core.games import get
from core.position import Position, play_all
from core.proofs.packed import PackedLayer, PackedReplies, Room

_State: TypeAlias = tuple[int, ...]
TITLE = "triqui certificate 3"
_TITLES = (b"triqui certificate 1", b"triqui certificate 2", TITLE.encode())
LIMIT = 64
"""Megabytes of text that a certificate may have where nobody says more."""
_KEPT = 2_000_000
"""Bytes of positions that may be kept for each of those."""
_SEEN = 200
"""Bytes for a position that was seen, where play can come back to it."""
_MAX_LINE_BYTES = 100_000
"""Maximum number of bytes of a line."""
_MAX_PLAY_MOVES = 10_000
"""Maximum number of moves of a play."""
_STEP = 1 << 12
"""Bytes that are unpacked at a time."""
_DICTIONARY = 80 << 20
"""Bytes that the unpacking may take; 'xz -9' asks for 65 MiB."""
_OFTEN = 32
"""Positions between two reports."""
_BETWEEN = (1 << 32) - 1
"""What stands between two rows of threats: no move."""


def parts(claim: str, position: Position) -> Sequence[tuple[str, int, str, int]]:
    """What proves a claim about a position: lines, whose strategies, goals, and in how many plies, -1 for ever. Raises
    BadNotation."""
    found = re.fullmatch(r"(win|lose)(?:( within)? ([1-9][0-9]{0,6}))?|draw|no win|endless", claim)
    if not found:
        raise BadNotation(
            "{text} is not a claim; claims are win, 'win 7', 'lose within 9', draw, 'no win' and endless.",
            text=quoted(claim),
        )
    if claim == "draw" and not position.game.finite:
        raise BadNotation(
            (
                "{game} may never end, so holding it does not prove a draw; claim 'no win', that neither side can be "
                "beaten."
            ),
            game=position.game.id,
        )
    if claim in ("win", "lose") and not position.game.finite:
        raise BadNotation(
            "{game} may never end, so a win is proven with its plies; claim 'win within 99'.", game=position.game.id
        )
    goals = 2 * ["endless" if claim == "endless" else "holds"]
    if found[1]:
        goals = [f"wins {found[3]}", f"holds {int(found[3]) - 1}"][: 1 if found[2] else 2] if found[3] else ["wins"]
    lines = []
    for i, text in enumerate(goals):
        player, (goal, _, plies) = position.turn ^ i ^ (found[1] == "lose"), text.partition(" ")
        lines.append((f"part {('first', 'second')[player]} {text}", player, goal, int(plies or -1)))
    return lines


def withstood(game: Game, state: _State, player: int, row: Sequence[int]) -> int:
    """The replies, a bit each, after which a row of threats still wins; with the player to move, -1 if it wins and 0 if not.

    A row is t1 r1 t2 r2 ... tn, no move twice. The player makes the moves t. Each t but the last leaves the player a set that
    lacks only the r after it, and tn completes a set. X to move on 3x3 wins by the row 1 2 3 4 5::

        3 | 1 4 3
        2 | 2 5 .
        1 | x o .
            a b c

    *Lemma.* The row wins if after each t every set of the other side lacks two moves or more; sets that hold a move of the
    player do not count. For then the other side never completes a set, and if it leaves out an r, the player makes it and wins.
    A reply before the row does no harm if it is no move of the row, wins nothing, and leaves those sets as they must be.
    """
    mine, theirs = (game.lacking(state, each) for each in ((0, 1) if player == 0 else (1, 0)))
    bits = [1 << move for move in row]
    idle, used = sum(1 << move for move in game.moves(state)), sum(bits)
    if mine is None or theirs is None or not len(row) % 2 or used.bit_count() != len(row) or used & ~idle:
        return 0
    to_move, idle, made, replied = game.turn(state) == player, idle & ~used, 0, 0
    for need in theirs:
        if need.bit_count() == 1:
            idle &= ~need  # it would win
    for threat, reply in zip(bits[::2], bits[1::2], strict=False):
        made |= threat
        if not any(need & ~made == reply for need in mine):
            return 0
        for need in theirs:
            rest = 0 if need & made else need & ~replied
            if need & made or rest.bit_count() > 2 - to_move:
                continue
            if rest.bit_count() < 2:
                return 0
            idle &= ~rest
        replied |= reply
    won = any(not need & ~(made | bits[-1]) for need in mine)
    return (-1 if to_move else idle) if won else 0


class CheckProgress(NamedTuple):
    """How far a check is: in the reading of its lines, or in the positions of a part."""

    line: int = 0
    """The line that was read last, while the file is read."""
    lines: int = 0
    """Lines of the file; 0 as long as that is not known."""
    part: int = 0
    """The part of the proof, from 1."""
    parts: int = 0
    """Parts of the proof."""
    ply: int = 0
    """The ply of the part whose positions are looked at."""
    looked: int = 0
    """How many of these have been looked at."""
    most: int = 0
    """How many of these there are at most; 0 while the file is read."""
    positions: int = 0
    """Positions looked at in all."""


class _Aim(NamedTuple):
    """What a part claims: that ``player`` reaches ``goal`` in the plies ``left``, any number if negative."""

    game: Game
    player: int
    goal: str
    left: int

    def met(self, state: _State) -> bool | None:
        """Whether the goal is reached (True) or missed (False); None if the game goes on."""
        value = self.game.value(state)
        if value is None:
            return self.goal == "holds" if self.left == 0 else None
        return (value > 0) == (self.game.turn(state) == self.player) if value else self.goal == "holds"


class Checked:
    """A certificate that holds."""

    claim: str
    """What is proven for the player to move, such as ``draw`` or ``win 7``, in plies."""
    position: Position
    """The position that it is proven of."""
    given: int
    """Number of positions for which it gives a move or a pairing."""
    positions: int
    """Number of positions checked."""

    def __init__(
        self, file: BinaryIO, limit: float = LIMIT, tick: Callable[[CheckProgress], None] = lambda progress: None
    ) -> None:
        """Check the certificate in a file of bytes. ``limit`` is the maximum size of its text in megabytes. ``tick`` often gets
        the progress and may raise Stopped. Raises BadCertificate with the line that fails and the reason, and
        CertificateTooLarge."""
        self._tick, self._part = tick, CheckProgress()
        self.given, self.positions, self._limit, self._lines = 0, 0, limit, _Lines(file, limit)
        try:
            proof = self._head()
            if file.seekable():
                self._look_through(file)
            for part, (header, player, goal, plies) in enumerate(proof, 1):
                self._lines.exactly(header)
                self._part = self._part._replace(part=part, parts=len(proof))
                self._walk(player, goal, plies)
            self._lines.exactly("end")
            if self._lines.ahead() is not None:
                raise BadNotation("{text} should be in the last line.", text="'end'")
        except (CoreError, ValueError, LookupError, lzma.LZMAError, EOFError) as error:
            core = error if isinstance(error, CoreError) else CoreError("it is damaged, cut off or of another kind.")
            kind = CertificateTooLarge if isinstance(error, CertificateTooLarge) else BadCertificate
            raise kind("Line {line}: {reason}", line=self._lines.number, reason=core.phrase) from error

    def _head(self) -> Sequence[tuple[str, int, str, int]]:
        """Read what stands before the parts; the parts that the claim needs."""
        lines = self._lines
        lines.take()
        name = lines.behind("game")
        self._game = game = get(name, lines.behind("rules", "") or None)
        start = lines.behind("position", "") or None
        self.position = play_all(game, "", start)[1]
        self.position = play_all(game, lines.behind("moves", ""), start)[1]
        if self.position.outcome:
            raise BadNotation("the game is already over in that position, so there is nothing to prove.")
        self.claim = lines.behind("claim")
        proof, known = parts(self.claim, self.position), {each.moves: each for each in game.symmetries}
        self._maps = dict(islice(known.items(), 1))
        while images := lines.behind("symmetry", ""):
            self._read_on()
            moves = tuple(game.parse_move(game.start(), name) for name in images.split())
            self._maps[moves] = known[moves]
        return proof

    def _look_through(self, file: BinaryIO) -> None:
        """Read the file once to its end, so that damage is reported before anything is checked."""
        here, lines = file.tell(), self._lines
        file.seek(0)
        self._lines = _Lines(file, self._limit)
        while self._lines.ahead() is not None:
            self._lines.take()
            self._read_on()
        self._part = CheckProgress(lines=self._lines.number)
        file.seek(here)
        self._lines = lines

    def _read_on(self) -> None:
        self._tick(self._part._replace(line=self._lines.number))

    def _plan(self, player: int, room: Room) -> PackedReplies:
        """By state the line where it stands and a move, or the moves of several pairs, or rows of threats."""
        game, path, plan, paired = self._game, [self.position.state], PackedReplies(room), set[int]()
        rowed = False
        while (self._lines.ahead() or "end").split(" ")[0] not in ("part", "end"):
            self._read_on()
            for word in self._lines.take().split():
                state = path[-1]
                if "=" in word:
                    pair = [game.parse_move(state, name) for name in word.split("=")]
                    if len(pair) != 2 or len(paired | set(pair)) != len(paired) + 2:
                        raise BadNotation(
                            "{text} is not a pair of two moves, or another pair has one of them.", text=quoted(word)
                        )
                    if paired:
                        plan.extend(pair)
                    else:
                        plan[state] = self._lines.number, *pair
                    paired.update(pair)
                    continue
                paired.clear()
                if ">" in word:
                    row = [game.parse_move(state, name) for name in word.split(">")]
                    if rowed:
                        plan.extend([_BETWEEN, *row])
                    else:
                        plan[state] = self._lines.number, _BETWEEN, *row
                    rowed = True
                    continue
                rowed = False
                if word.startswith("@"):
                    if not re.fullmatch("@[0-9]{1,5}", word) or int(word[1:]) >= len(path):
                        raise BadNotation(
                            "{text} does not go back to a move of the variation before it.", text=quoted(word)
                        )
                    del path[int(word[1:]) + 1 :]
                    continue
                move = game.parse_move(state, word)
                if game.value(state) is not None or move not in game.moves(state):
                    raise BadNotation("{move} cannot be played there.", move=quoted(word))
                if len(path) > _MAX_PLAY_MOVES:
                    raise BadNotation(
                        "a variation may have at most {most} moves; begin a new one.", most=_MAX_PLAY_MOVES
                    )
                if game.turn(state) == player:
                    plan[state] = self._lines.number, move
                path.append(game.play(state, move))
        self.given += plan.count
        return plan

    def _walk(self, player: int, goal: str, left: int) -> None:
        """Check a part of the proof ply by ply: in each position look up the strategy, choose the moves, judge where they lead.
        Raises BadNotation."""
        game, seen, room, line = self._game, set[_State](), Room(_KEPT * self._limit), self._lines.number
        plan, level, aim, ply = self._plan(player, room), PackedLayer(room), _Aim(game, player, goal, left), 0
        if left:
            level.add(self.position.state, line)
        while level:
            most, before, level, aim = len(level), level, PackedLayer(room), aim._replace(left=aim.left - 1)
            for looked, (state, line) in enumerate(before.taken_out()):
                if not game.finite:
                    if state not in seen:
                        seen.add(state)
                        room.take(_SEEN)
                    elif goal != "wins":
                        continue
                if not looked % _OFTEN:
                    self._tick(self._part._replace(ply=ply, looked=looked, most=most, positions=self.positions))
                self.positions += 1
                line, given = self._given(plan, state, line)
                moves = self._to_judge(state, given, aim)
                if moves is None:
                    continue
                afters = [game.play(state, move) for move in moves]
                met = [aim.met(after) for after in afters]
                if not afters or False in met:
                    self._lines.number = line
                    raise BadNotation("{position} misses the goal.", position=game.format_state(state))
                for after, ended in zip(afters, met, strict=True):
                    if not ended:
                        level.add(after, line)
            ply += 1
            # A play of more plies than positions were seen has one of them twice, and so goes on as long as the other likes.
            if goal == "wins" and not game.finite and level and ply > len(seen):
                self._lines.number = line
                raise BadNotation("a position repeats there, so the player might never win.")

    def _given(self, plan: PackedReplies, state: _State, line: int) -> tuple[int, tuple[int, ...]]:
        """The line that gives the strategy of a position or of an image of it, and the moves it gives; ``line`` and () if none
        does."""
        for each in self._maps.values():
            if there := plan.get(each.image(state)):
                return there[0], tuple(move if move == _BETWEEN else each.moves.index(move) for move in there[1:])
        return line, ()

    def _to_judge(self, state: _State, given: Sequence[int], aim: _Aim) -> Sequence[int] | None:
        """The moves that the check has to follow: the one of the strategy, or all replies that rows of threats do not answer.
        None if rows or pairs settle the position, () if the strategy has no move."""
        game, moves, mine = self._game, self._game.moves(state), self._game.turn(state) == aim.player
        if given[:1] == (_BETWEEN,):
            safe = self._withstood(state, aim.player, given, aim.left + mine) if aim.goal == "wins" else 0
            moves, given = [move for move in moves if not safe >> move & 1], ()
            if not moves:
                return None
        if (
            aim.goal == "holds"
            and len(given) != 1
            and self._light(state, aim.player, given, (aim.left + 2 - mine) // 2)
        ):
            return None
        if not mine:
            return moves
        if len(given) != 1:
            at_once = ((move,) for move in moves if aim.met(game.play(state, move)))
            given = next(at_once, tuple(moves) if len(moves) == 1 else ())
        return [move for move in given if move in moves]

    def _withstood(self, state: _State, player: int, rows: Sequence[int], left: int) -> int:
        """The moves, a bit each, after which some of the rows win with the plies that are left."""
        safe, row = 0, list[int]()
        for move in (*rows[1:], _BETWEEN):
            if move != _BETWEEN:
                row.append(move)
                continue
            if not 0 <= left < len(row):
                safe |= withstood(self._game, state, player, row)
            row = []
        return safe

    def _light(self, state: _State, player: int, pairs: Sequence[int], most: int) -> bool:
        """Whether the other, with ``most`` moves to come, or any number where that is below 1, can be kept from winning. To one
        of a pair the player answers with the other, so that what has both is never won. In all else paired moves count as made,
        and what lacks n more weighs 2^-n. While the sum is below 1 where the player moves, the move is taken that weighs most
        and so saves at least what the other's next move adds; a win would weigh 1 (Erdos and Selfridge 1973). The other's move
        at most doubles the sum, so where the other begins it has to be below 1/2."""
        lacking = self._game.lacking(state, 0 if player else 1)
        sets = [1 << a | 1 << b for a, b in zip(pairs[::2], pairs[1::2], strict=True)]
        paired, limit = sum(sets), 1.0 if self._game.turn(state) == player else 0.5
        if lacking is None or paired.bit_count() != len(pairs):
            return False
        rest = (need for need in lacking if not 0 < most < need.bit_count())
        # Sums of so few and short binary fractions are exact.
        return sum(0.5 ** (need & ~paired).bit_count() for need in rest if all(need & s != s for s in sets)) < limit


class _Lines:
    """The lines of a file without their digits, one by one; ``number`` is that of the line which was looked at last."""

    def __init__(self, file: BinaryIO, limit: float) -> None:
        self.number, self._texts, self._ahead = 0, _texts(file, limit), list[str | None]()

    def ahead(self) -> str | None:
        """The next line, which stays the next; None behind the last."""
        if not self._ahead:
            self.number += 1
            self._ahead.append(next(self._texts, None))
        return self._ahead[0]

    def take(self) -> str:
        """The next line. Raises EOFError."""
        text = self.ahead()
        if text is None:
            raise EOFError
        self._ahead.clear()
        return text

    def exactly(self, line: str) -> None:
        """Take a line that has to be this one. Raises BadNotation."""
        if self.ahead() != line:
            raise BadNotation("expected {text} and nothing else.", text=quoted(line))
        self.take()

    def behind(self, word: str, instead: str | None = None) -> str:
        """What stands behind a word that begins the next line, or ``instead`` where another begins it. Raises BadNotation."""
        if f"{self.ahead()} ".startswith(f"{word} "):
            return self.take()[len(word) + 1 :]
        if instead is None:
            raise BadNotation("expected {text}.", text=quoted(word))
        return instead


def _texts(file: BinaryIO, limit: float) -> Iterator[str]:
    """The lines without their digits; no more is unpacked before one is judged. Raises what Checked makes BadCertificate of."""
    title, crc, rest, left, stream = True, 0, b"", 1e6 * limit, lzma.LZMADecompressor(lzma.FORMAT_XZ, _DICTIONARY)
    while not stream.eof:
        packed = file.read(_STEP) if stream.needs_input else b""
        if stream.needs_input and not packed:
            raise EOFError
        left -= len(unpacked := stream.decompress(packed, _STEP))
        if left < 0:
            raise CertificateTooLarge("the text is longer than {limit} MB; a larger --limit allows it.", limit=limit)
        *lines, rest = (_short(rest) + unpacked).split(b"\n")
        for line in lines:
            text = _short(line) if title else _short(line)[5:]
            crc = crc_hqx(text, crc)
            if line not in _TITLES if title else line != b"%04x %s" % (crc, text):
                raise BadNotation("it is damaged, of another kind or too new: {text}.", text=quoted(str(text)[2:-1]))
            title = False
            yield text.decode("ascii")
    if _short(rest):
        raise EOFError
    if stream.unused_data or file.read(1):
        raise BadNotation("there are bytes after its end.")


def _short(line: bytes) -> bytes:
    """The line, or its beginning. Raises BadNotation."""
    if len(line) > _MAX_LINE_BYTES:
        raise BadNotation("it is longer than {most} bytes; continue a long line in the next one.", most=_MAX_LINE_BYTES)
    return line
