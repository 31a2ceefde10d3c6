"""Change certificates and see whether they are still believed: ``python -m tests.tools.mutations FILE COUNT`` tries so many
changes of one byte of the file and of its text, and of one word of its text with the digits put right.

A changed byte must be refused with its line. A changed word may leave a proof, as when another move does as well; then the
claim is the same.
"""

from __future__ import annotations

import io
import lzma
import random
import sys
from binascii import crc_hqx
from collections import Counter
from pathlib import Path

from core.errors import BadCertificate
from core.proofs.certificate import Checked


def verdict(data: bytes, claim: str) -> str:
    """What becomes of a changed certificate."""
    try:
        found = Checked(io.BytesIO(data)).claim
    except BadCertificate as error:
        return "refused with its line" if str(error).startswith("Line ") else "refused WITHOUT A LINE"
    return "a proof of the same" if found == claim else "ANOTHER CLAIM"


def packed(text: str) -> bytes:
    """A certificate whose lines have the right digits."""
    lines = text.encode().split(b"\n")
    value, found = crc_hqx(lines[0], 0), lines[:1]
    for line in lines[1:-1]:
        value = crc_hqx(line[5:], value)
        found.append(b"%04x %s" % (value, line[5:]))
    return lzma.compress(b"\n".join([*found, lines[-1]]))


def main(file: str, count: int) -> None:
    """Try and count."""
    data = Path(file).read_bytes()
    text = lzma.decompress(data)
    claim = Checked(io.BytesIO(data)).claim
    draw = random.Random(count)
    found: Counter[tuple[str, str]] = Counter()
    for _ in range(count):
        at, new = draw.randrange(len(data)), draw.randrange(255)
        found[
            "a byte of the file", verdict(data[:at] + bytes([(data[at] + 1 + new) % 256]) + data[at + 1 :], claim)
        ] += 1
        at = draw.randrange(len(text))
        changed = text[:at] + bytes([(text[at] + 1 + new) % 256]) + text[at + 1 :]
        found["a byte of the text", verdict(lzma.compress(changed, preset=0), claim)] += 1
    lines = text.decode().split("\n")
    plays = [i for i, line in enumerate(lines) if "@" in line]
    for _ in range(count // 10 if plays else 0):
        i = draw.choice(plays)
        words = lines[i].split(" ")
        words[draw.randrange(1, len(words))] = draw.choice(lines[draw.choice(plays)].split(" ")[1:])
        found[
            "a word of the plays", verdict(packed("\n".join([*lines[:i], " ".join(words), *lines[i + 1 :]])), claim)
        ] += 1
    for (what, came), number in sorted(found.items()):
        print(f"{what}: {came}: {number}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
