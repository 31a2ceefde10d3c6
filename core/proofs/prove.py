"""Proofs written as certificates, in the format of :mod:`core.proofs.certificate`.

An engine proves what a position is worth, and a plan of :mod:`core.proofs.plans` says what a player does wherever
there is a choice. The proof has one move for each class of positions that symmetry makes one.
"""

from __future__ import annotations

import lzma
from binascii import crc_hqx
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import NamedTuple, TypeAlias

from core.analysis import Analysis
from core.errors import BadNotation, CoreError
from core.game import Game, Move, State, Symmetry
from core.position import Position
from core.proofs.certificate import TITLE, parts, withstood
from core.proofs.plans import NEVER, ProofPlan, plan
from core.score import Score, Verdict

LIMIT = 1_000_000
"""The most positions of a proof, if nothing else is asked for."""
_WIDTH = 110
"""Characters after which a line of plays ends."""

_MAX_NAMES = 1000
"""The most moves of a game that are named in a certificate."""

_Way: TypeAlias = "tuple[_Way, Move] | None"
"""How a position is reached: the way to the one before it, and the last move."""
_Entry: TypeAlias = "tuple[tuple[Move, ...], str, Sequence[Sequence[Move]]]"
"""A play, with the move of the player whose plan it is, or with what stands behind it: pairs, with their sign, or rows of
threats."""
_PAIRS, _ROWS = "=", ">"


class NotProven(CoreError):
    """A position whose worth nobody has proven, or whose proof is too large."""


class Written(NamedTuple):
    """What a certificate claims, the bytes of its file, and how many moves and pairings it gives."""

    claim: str
    data: bytes
    given: int


def claim_of(found: Analysis) -> str:
    """What an analysis proves of its position, in the words of a certificate. Raises NotProven."""
    score = found.score
    if score and score.proven and score.verdict:
        if score.verdict is Verdict.ENDLESS:
            return "endless"
        if score.verdict is Verdict.TIE:
            return "draw" if found.position.game.finite else "no win"
        if score.plies is not None:
            return f"{score.verdict.value} {score.plies}"
        if score.within is not None:
            return f"{score.verdict.value} within {score.within}"
        if found.position.game.finite:
            return str(score.verdict.value)
    raise NotProven(
        (
            "The value of {game} in that position is not proven yet; give more --seconds, or --moves that bring it closer "
            "to the end."
        ),
        game=found.position.game.id,
    )


def score_of(claim: str) -> Score:
    """The score of which a certificate speaks."""
    word, _, rest = claim.partition(" ")
    verdict = Verdict(word.replace("draw", "tie"))
    if rest.startswith("within"):
        return Score.exact(verdict, most=int(rest.split()[1]))
    return Score.exact(verdict, int(rest) if rest else None)


def prove(
    start: Position,
    moves: Sequence[Move],
    claim: str,
    limit: int = LIMIT,
    tick: Callable[[int], None] = lambda positions: None,
) -> Written:
    """A certificate of a claim, which has to be true, about the position to which moves lead. ``tick`` gets the number of
    positions searched or added to the proof, and may raise Stopped. Raises NotProven for a proof of more than ``limit``."""
    game, position = start.game, reduce(Position.play, moves, start)
    lines = [TITLE, f"game {game.id}"]
    if game.content is not None:
        lines.append(f"rules {game.content}")
    if start.state != game.start():
        lines.append(f"position {start.text}")
    if moves:
        lines.append(f"moves {' '.join(start.names(moves))}")
    proof = parts(claim, position)
    lines.append(f"claim {claim}")
    maps = _maps(game)
    if len(maps) > 1:
        names = _names(game)
        lines += ["symmetry " + " ".join(names[move] for move in each.moves) for each in maps]
    given, strategy = 0, plan(position, tick)
    for header, player, goal, plies in proof:
        walk = _Walk(strategy, maps, player, goal, limit, tick)
        entries = sorted(walk.entries(position.state, plies), key=lambda entry: entry[0])
        given += len(entries)
        lines += [header, *_wrapped(_words(game, position.state, entries))]
    return Written(claim, _packed([*lines, "end"]), given)


class _Walk:
    """The positions that can arise when a player with a goal goes by a plan, one of each class."""

    def __init__(
        self, plan: ProofPlan, maps: Sequence[Symmetry], player: int, goal: str, limit: int, tick: Callable[[int], None]
    ) -> None:
        self._plan, self._maps, self._player, self._goal, self._tick = plan, maps, player, goal, tick
        self._limit, self._game = limit, plan.game

    def entries(self, start: State, plies: int) -> Iterator[_Entry]:
        """The plays that show what the player does, within so many plies or, where these are NEVER, for ever.

        Raises NotProven."""
        left, seen, ply, count = plies, {self._kind(start)}, 0, 0
        level: dict[State, _Way] = {} if self._reached(start, left) else {start: None}
        while level:
            following: dict[State, _Way] = {}
            after = NEVER if plies == NEVER else left - 1
            for i, (state, way) in enumerate(level.items()):
                if count + i >= self._limit:
                    raise NotProven(
                        "The proof is too large: it has {count} positions by ply {ply}, and {more} more to follow; a "
                        "larger --limit allows more.",
                        count=count + i,
                        ply=ply,
                        more=len(level) - i + len(following),
                    )
                entry, moves = self._entry(state, way, left, after)
                if entry:
                    yield entry
                for move in moves:
                    child = self._game.play(state, move)
                    if not self._reached(child, after) and (kind := self._kind(child)) not in seen:
                        seen.add(kind)
                        following[child] = way, move
                self._tick(1)
            count += len(level)
            level, left, ply = following, after, ply + 1

    def _entry(self, state: State, way: _Way, left: int, after: int) -> tuple[_Entry | None, Sequence[Move]]:
        """What has to be written of a position, and the moves that can follow. Raises NotProven."""
        game = self._game
        moves = game.moves(state)
        mine = game.turn(state) == self._player
        pairs = self._plan.pairs(state, left, mine) if self._goal == "holds" else None
        if pairs is not None:
            return ((_moves(way), _PAIRS, pairs) if pairs else None), ()
        if not mine:
            rows = self._rows(state, left, mine)
            safe = [withstood(game, state, self._player, row) for row in rows]
            entry = (_moves(way), _ROWS, rows) if rows else None
            return entry, [move for move in moves if not any(replies >> move & 1 for replies in safe)]
        if any(self._reached(game.play(state, move), after) for move in moves):
            return None, ()
        if len(moves) == 1:
            return None, moves
        if rows := self._rows(state, left, mine):
            return (_moves(way), _ROWS, rows), ()
        move = self._plan.move(state, self._goal, left)
        if move is None:
            raise NotProven(
                "No known move keeps the claim in {position}; check whether the claim is true.",
                position=repr(game.format_state(state)),
            )
        return ((*_moves(way), move), "", ()), (move,)

    def _rows(self, state: State, left: int, mine: bool) -> Sequence[Sequence[Move]]:
        return self._plan.rows(state, left, mine) if self._goal == "wins" else ()

    def _kind(self, state: State) -> State:
        return min([each.image(state) for each in self._maps])

    def _reached(self, state: State, left: int) -> bool:
        """Whether the player has reached the goal, with so many plies left. Asserts that it is not missed."""
        value = self._game.value(state)
        if value is None:
            return self._goal == "holds" and left == 0
        worth = value if self._game.turn(state) == self._player else -value
        return worth > 0 or (worth == 0 and self._goal == "holds")


def _maps(game: Game) -> Sequence[Symmetry]:
    """The symmetries that can be written: those that leave the start as it is, where every move has a name of its own."""
    start = game.start()
    try:
        named = game.move_count <= _MAX_NAMES and all(
            game.parse_move(start, name) == move for move, name in enumerate(_names(game))
        )
    except BadNotation:
        named = False
    return [each for each in game.symmetries if each.image(start) == start] if named else game.symmetries[:1]


def _names(game: Game) -> list[str]:
    return [game.format_move(game.start(), move) for move in range(game.move_count)]


def _moves(way: _Way) -> tuple[Move, ...]:
    """The moves of a way, from the first on."""
    moves = []
    while way:
        way, move = way
        moves.append(move)
    return tuple(reversed(moves))


def _words(game: Game, start: State, entries: Sequence[_Entry]) -> Iterator[str]:
    """The plays in the words of a certificate, each from where it leaves the one before."""
    path, states = list[Move](), [start]
    for play, sign, behind in entries:
        common = next(
            (i for i, (a, b) in enumerate(zip(path, play, strict=False)) if a != b), min(len(path), len(play))
        )
        if common < len(path):
            yield f"@{common}"
            del path[common:], states[common + 1 :]
        for move in play[common:]:
            yield game.format_move(states[-1], move)
            path.append(move)
            states.append(game.play(states[-1], move))
        for moves in behind:
            yield sign.join(game.format_move(states[-1], move) for move in moves)


def _wrapped(words: Iterator[str]) -> Iterator[str]:
    """Words in lines."""
    line = ""
    for word in words:
        line = f"{line} {word}" if line else word
        if len(line) >= _WIDTH:
            yield line
            line = ""
    if line:
        yield line


def _packed(lines: Sequence[str]) -> bytes:
    """The bytes of a certificate with these lines."""
    crc, text = 0, list[str]()
    for line in lines:
        crc = crc_hqx(line.encode(), crc)
        text.append(f"{crc:04x} {line}\n" if text else line + "\n")
    return lzma.compress("".join(text).encode(), preset=6 | lzma.PRESET_EXTREME)
