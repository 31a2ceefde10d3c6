"""Change files of games and positions in every format, and see what the readers say:
``python -m tests.tools.mutated_notes FORMAT COUNT [SEED]``, where FORMAT is one of SAMPLES.

A changed file gives games that are legal, or sentences with a line; it takes no more than 2 seconds of the processor, and
all of them no more than 200 MB.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from core import notation
from core.errors import CoreError
from core.game import Game
from core.games import get
from core.notation import positions
from core.notation.common import BadGames, ReadGame
from core.notation.documents import to_json
from core.notation.text import to_text
from core.play.match import Match
from core.position import Position
from core.store.rows import Stored

NOW = 1_800_000_000.0
SECONDS, MEGABYTES = 2.0, 200.0
"""Maximum time for a file, and memory for all."""


def _stored(game: str, moves: str, players: tuple[str, str]) -> Stored:
    match = Match(get(game), players, id=game)
    for name in moves.split():
        match = match.play(match.position.parse(name))
    return Stored.of(match, 1e9, 1.1e9, marks=("!", None, "??")[: len(match.moves)] if len(match.moves) < 4 else ())


_OURS = [
    _stored("tictactoe", "b2 a1 c3", ("human", "best:2")),
    _stored("gomoku/exact", "h8 h9 i9 j10 g7", ("human:ana", "human:?")),
    _stored("nim:3,4,5", "A1 B2", ("human", "me")),
]
_PSQ = (
    "Piskvorky 20x20, 11:11, 0\n10,10,120\n11,12,31\n10,11,60\n11,13,42\n10,12,65\n12,12,50\n10,13,65\n11,9,56\n10,14,66\n"
    "pbrain-deep.exe\ntwo.zip\n-1\n1,Freestyle\n"
)
_SIX = (
    "Piskvorky 15x15, 0:0, 1\n8,8,1\n1,1,1\n9,8,1\n2,1,1\n10,8,1\n3,1,1\n12,8,1\n5,1,1\n13,8,1\n6,1,1\n11,8,1\n8,1,1\n"
    "homo-1\nhomo-2\n15\n2,Standard\n"
)
_SGF = (
    "(;FF[4]GM[4]CA[UTF-8]SZ[15]PB[Ana \\] B.]PW[Zo\u00eb]DT[2024-03-01,02]RE[B+R]RU[freestyle]\n;B[hh]C[a (comment;\n"
    "in two lines];W[hi](;B[ii];W[jj])(;B[gg](;W[ff])(;W[h8]LB[aa:1][bb:2])))\n(;GM[4]SZ[20];B[tt];W[aa])"
)
_SET_UP = "(;FF[3]GaMe[4]SZ[9:12]AB[aa:ca][dd]AW[ab:bb][cc]AE[ca]PL[B];B[ee];W[];B[tt])"
SAMPLES: Mapping[str, tuple[str | None, Sequence[str]]] = {
    "text": (None, (to_text(_OURS), to_text(_OURS[:1]))),
    "json": (None, (to_json(_OURS), to_json(_OURS[1:2]))),
    "psq": (None, (_PSQ, _SIX, _PSQ + _SIX)),
    "sgf": (None, (_SGF, _SET_UP)),
    "openings": (None, ("-2,3, 1,-4, 0,5\n-7,-6, 2,-7, -7,8\n0,0, -10,-10, 9,9\n",)),
    "digits": (None, ("4453264 -1\n44 2\n7777773 -3\n\n1234567\n",)),
    "moves": ("gomoku", ("1. h8h9 2. i9 g7!? 3. j10 f6 1-0\n1. a1 o15\n", "h8-h9-i9, j10; k11", "H8\nh9\n\ni9 a1a2a3")),
    "moves of nim": ("nim:3,4,5", ("A1 B2 C3 A1 A1", "1. A1B1 2. C5 1/2-1/2")),
    "positions": ("tictactoe", ("XO./.X./..O", "xo1/1x1/2o", "xo_-x-__o", "xo.\n.x.\n..o")),
    "positions of gomoku": ("gomoku", ("15/" * 7 + "7x7" + "/15" * 7, "/".join(["." * 15] * 15))),
}
"""Files by format, each with the game that is named, if any."""

SIGNS = list("();[]\\/:,-+.019xXo\ufeff\x00\ud7ff\u2028\u202eé中\n\r\t ")
TAGS = "[] [tt] [aa:zz] [ZZ:aa] [h8] [h0] (; ;B ;W[aa] AB AE[aa] GM[4] GM[1] SZ[20] SZ[1] SZ[999] SZ[20:1] RE[W+T] RU[Renju]"
LINES = "Piskvorky 20x20, 11:11, 0|Piskvorky 1x1, 0:0, 1|15|0,Caro|3,Standard|pbrain-|.exe|nim:1000000|1.|12.|!?|1-0|1/2-1/2"
OURS = '[Game "tictactoe"]|[Game "gomoku/20"]|{"game": "nim:1"}|null|DT[9999-99-99]|PL[W]|CA[hex]|99|999999999999|1e9|\x1b[2J'
LONG = ("9" * 300, "a" * 5000, "(" * 3000, ")" * 3000, "[" * 3000, "(;" * 2000, ";" * 2000, "1,1," * 1000, "h8" * 1000)
WORDS = [*SIGNS, *TAGS.split(), *LINES.split("|"), *OURS.split("|"), *LONG, "\n" * 500]
"""Texts to put into a file."""


def mutated(text: str, others: Sequence[str], draw: Random) -> str:
    """A text with a few changes."""
    for _ in range(draw.choice((1, 1, 1, 2, 3, 8))):
        at = draw.randrange(len(text) + 1)
        end = min(len(text), at + draw.choice((1, 1, 2, 5, 20, 100)))
        match draw.randrange(8):
            case 0:
                text = text[:at] + chr(draw.randrange(0x250)) + text[end:]
            case 1:
                text = text[:at] + text[end:]
            case 2:
                text = text[:end] + text[at:end] * draw.choice((1, 2, 5, 50)) + text[end:]
            case 3:
                text = text[:at] + draw.choice(WORDS) + text[draw.choice((at, end)) :]
            case 4:
                text = text[:at]
            case 5:
                other = draw.choice(others)
                text = text[:at] + other[draw.randrange(len(other)) :]
            case 6:
                text = text[:at] + text[at:end][::-1] + text[end:]
            case _:
                lines = text.splitlines(keepends=True)
                draw.shuffle(lines)
                text = "".join(lines)
    return text


def judged(form: str, text: str) -> str:
    """The result of reading a text: ``taken``, ``refused``, or a fault in capitals."""
    name, _ = SAMPLES[form]
    game = get(name) if name else None
    if form.startswith("positions"):
        assert game
        return _position(text, game)
    found = list(notation.every(text, NOW, game, form if form in notation.FORMATS else None))
    found += notation.every(text, NOW, game) if form in notation.FORMATS else []
    distinct = {str(each) if isinstance(each, BadGames) else each.stored.id: each for each in found}
    faults = [_fault(each) for each in distinct.values()]
    if any(faults):
        return next(filter(None, faults)).upper()
    if not found:
        return "NOTHING WAS SAID"
    return "refused" if any(isinstance(each, BadGames) for each in found) else "taken"


def _fault(each: ReadGame | BadGames) -> str:
    """The fault of a game or of a sentence; empty if there is none."""
    if isinstance(each, BadGames):
        return _sentence(each)
    again = Match.from_json(each.stored.document)
    if again != each.stored.match:
        return "another game by the rules"
    (written,) = notation.read(to_text([each.stored]), NOW)
    return "" if written.stored.match == again else "another game when written"


def _sentence(error: CoreError) -> str:
    said = str(error)
    return "" if said.isprintable() and 10 < len(said) < 1000 else f"said {said[:200]!r}"


def _position(text: str, game: Game) -> str:
    try:
        position = positions.read(text, game)
    except CoreError as error:
        return _sentence(error).upper() or "refused"
    return "taken" if Position.from_text(game, position.text) == position else "ANOTHER POSITION"


def one(form: str, number: int, seed: int = 0) -> tuple[str, str]:
    """A changed file by its number, and what came of it."""
    draw = Random(f"{form}:{seed}:{number}")
    samples = SAMPLES[form][1]
    text = mutated(draw.choice(samples), samples, draw)
    return text, judged(form, text)


def main(form: str, count: int, seed: int = 0) -> None:
    """Change, read and count."""
    told: Counter[str] = Counter()
    longest, bad = 0.0, 0
    for number in range(count):
        began = time.process_time()
        text, came = one(form, number, seed)
        took = time.process_time() - began
        longest = max(longest, took)
        told[came if came[0].islower() else "bad"] += 1
        if not came[0].islower() or took > SECONDS:
            bad += 1
            print(f"{form} {number}: {took:.1f} s: {came}: {text[:300]!r}", flush=True)
    peak = _peak()
    print(f"{form}: {dict(told)}, {bad} bad; at most {longest:.2f} s for one, {peak:.0f} MB for all")
    sys.exit(bool(bad) or peak > MEGABYTES)


def _peak() -> float:
    """The most memory that this program has used, in MB. The resource usage would begin with that of the process before it."""
    status = Path("/proc/self/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) / 1024


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0)
