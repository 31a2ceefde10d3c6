"""Change certificates and see whether they are still believed: ``python -m tests.tools.mutations FILE COUNT [SEED]``.

Changed are a byte of the file, a byte of its text, a letter or a word of its text with the digits put right, in turn. A changed
byte must be refused with its line, in one sentence. A changed letter or word may leave a proof, as when another move does as
well; then the claim is the same. At the end stand the longest time of a check and the most memory that this process has taken.
"""

from __future__ import annotations

import io
import lzma
import random
import resource
import sys
import time
from binascii import crc_hqx
from collections import Counter
from pathlib import Path
from string import ascii_letters, digits

from core.errors import BadCertificate, CertificateTooLarge
from core.proofs.certificate import Checked


def claimed(data: bytes) -> str:
    """What a certificate proves. Raises BadCertificate or CertificateTooLarge."""
    found = Checked(io.BytesIO(data))
    return f"{found.position.game.id} {found.position.text} {found.claim}"


def verdict(data: bytes, claim: str) -> str:
    """What becomes of a changed certificate."""
    try:
        found = claimed(data)
    except (BadCertificate, CertificateTooLarge) as error:
        said = str(error)
        sentence = said.startswith("Line ") and said.endswith(".") and said.isprintable() and len(said) < 1000
        return "refused with its line" if sentence else f"refused WITHOUT A SENTENCE, as {said!r}"
    return "a proof of the same" if found == claim else f"ANOTHER CLAIM, {found}"


def packed(text: str) -> bytes:
    """A certificate whose lines have the right digits."""
    lines = text.encode().split(b"\n")
    value, found = crc_hqx(lines[0], 0), lines[:1]
    for line in lines[1:-1]:
        value = crc_hqx(line[5:], value)
        found.append(b"%04x %s" % (value, line[5:]))
    return lzma.compress(b"\n".join([*found, lines[-1]]), preset=0)


def changed(data: bytes, draw: random.Random) -> bytes:
    """The same with another byte somewhere."""
    at = draw.randrange(len(data))
    return data[:at] + bytes([(data[at] + 1 + draw.randrange(255)) % 256]) + data[at + 1 :]


def relettered(text: str, draw: random.Random) -> str:
    """The same with another letter, blank, digit or mark somewhere behind the first line."""
    at = draw.randrange(text.index("\n") + 6, len(text))
    return text[:at] + draw.choice(ascii_letters + digits + " ,=@-./:") + text[at + 1 :]


def reworded(text: str, draw: random.Random) -> str:
    """The same with a word of some line in place of one of the same or of another line, the first left as it is."""
    lines = text.split("\n")
    i, j = (draw.randrange(1, len(lines) - 1) for _ in range(2))
    words = lines[i].split(" ")
    words[draw.randrange(1, len(words))] = draw.choice(lines[j].split(" ")[1:])
    return "\n".join([*lines[:i], " ".join(words), *lines[i + 1 :]])


def main(file: str, count: int, seed: int = 0) -> None:
    """Try and count."""
    data = Path(file).read_bytes()
    text = lzma.decompress(data)
    claim = claimed(data)
    draw = random.Random(seed)
    found: Counter[str] = Counter()
    longest = 0.0
    for i in range(count):
        match i % 4:
            case 0:
                what, one = "a byte of the file", changed(data, draw)
            case 1:
                what, one = "a byte of the text", lzma.compress(changed(text, draw), preset=0)
            case 2:
                what, one = "a letter", packed(relettered(text.decode(), draw))
            case _:
                what, one = "a word", packed(reworded(text.decode(), draw))
        begin = time.process_time()
        found[f"{what}: {verdict(one, claim)}"] += 1
        longest = max(longest, time.process_time() - begin)
    for came, number in sorted(found.items()):
        print(f"{came}: {number}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{file}: {count} changes, {longest:.1f} s at most, {peak} MB at most")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
