"""Certificates for tests: made, taken apart and put together again, and shown to both checkers."""

from __future__ import annotations

import io
import lzma
import time
from binascii import crc_hqx
from collections.abc import Sequence
from functools import cache

import pytest

from core import engines
from core.analysis import Limit, Watch
from core.errors import BadCertificate
from core.game import Game, State
from core.games import get
from core.position import Position, play_all
from core.proofs.certificate import Checked
from core.proofs.prove import claim_of, prove
from tests.core import second_checker

SMALL = ["tictactoe", "pong-hau-ki", "mnk:4,4,3", "chomp:3,4"]


@cache
def proof(id: str, moves: str = "", claim: str = "", limit: int = 100_000) -> bytes:
    """A certificate of a position that moves lead to; of its value where no claim is given."""
    played, position = play_all(get(id), moves)
    if not claim:
        watch = Watch(position, Limit(), time.monotonic)
        claim = claim_of(engines.analyse(engines.best(position), watch))
    return prove(Position.start(position.game), played, claim, limit).data


def checked(data: bytes) -> Checked:
    """What a certificate proves."""
    return Checked(io.BytesIO(data))


def lines_of(data: bytes) -> list[str]:
    """The lines without their digits."""
    lines = lzma.decompress(data).decode().splitlines()
    return [lines[0], *(line[5:] for line in lines[1:])]


def packed(lines: Sequence[str]) -> bytes:
    """A certificate of these lines, with the digits that belong to them."""
    value, text = crc_hqx(lines[0].encode(), 0), [lines[0]]
    for line in lines[1:]:
        value = crc_hqx(line.encode(), value)
        text.append(f"{value:04x} {line}")
    return lzma.compress("".join(line + "\n" for line in text).encode())


def refused(data: bytes) -> str:
    """What is said against a certificate."""
    with pytest.raises(BadCertificate) as error:
        checked(data)
    return str(error.value)


def changed(data: bytes, old: str, new: str) -> bytes:
    """The same with a text in place of another, which has to be there, and the digits that belong to it."""
    text = "\n".join(lines_of(data))
    assert old in text
    return packed(text.replace(old, new, 1).split("\n"))


def both_refuse(data: bytes) -> str:
    """What the first checker says; the second refuses it too."""
    with pytest.raises(second_checker.Refused):
        second_checker.check(data)
    return refused(data)


@cache
def wins(game: Game, state: State, player: int) -> bool:
    """Whether a player wins who can, by trying all."""
    value = game.value(state)
    if value is not None:
        return value > 0 if game.turn(state) == player else value < 0
    found = (wins(game, game.play(state, move), player) for move in game.moves(state))
    return any(found) if game.turn(state) == player else all(found)


def certified(start: Position) -> bytes:
    """A certificate of the worth of a start."""
    analysis = engines.analyse(engines.best(start), Watch(start, Limit(), lambda: 0.0))
    return prove(start, (), claim_of(analysis)).data
