"""PlainCharacters: what every widget draws, in ASCII."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import normalize

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

ASCII_TWINS = {
    ord(char): twin
    for chars, twin in (
        ("╭╮╰╯├┤┬┴┼┌┐└┘", "+"),
        ("─", "-"),
        ("│┊▌▎▊", "|"),
        ("━╸╺", "="),
        ("┃┏┓┗┛╔╗╚╝═║█▮", "#"),
        ("╌·▯", "."),
        ("╎", ":"),
        ("▸→", ">"),
        ("◂←", "<"),
        ("◆▀▔↑", "^"),
        ("◇▼↓", "v"),
        ("½", "="),
        ("∞", "%"),
        ("≤", "<"),
        ("≥", ">"),
        ("≡", "&"),
        ("≈", "~"),
        ("≠", "#"),
        ("▁▂", "_"),
        ("▃▄", "-"),
        ("▅▆", "="),
        ("▇", "#"),
        ("╲", "\\"),
        ("╱", "/"),
        ("╳×", "x"),
        ("●", "@"),
        ("•", "*"),
        ("○", "o"),
        ("…", "."),
        ("¿", "?"),
        ("¡", "!"),
    )
    for char in chars
}
"""One character for one, so that no column moves. Pictures made of blocks have drawings of their own."""


class PlainCharacters(LineFilter):
    """Puts the twin in the place of each character, and question marks where there is none. Letters lose their accents."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments in ASCII, as wide as they are."""
        return [
            segment if segment.text.isascii() else segment._replace(text=in_ascii(segment.text)) for segment in segments
        ]


@lru_cache(maxsize=4096)
def in_ascii(text: str) -> str:
    """A text in ASCII, as wide as it is."""
    known = text.translate(ASCII_TWINS)
    return known if known.isascii() else "".join(c if c.isascii() else _letter(c) or "?" * cell_len(c) for c in known)


def _letter(sign: str) -> str:
    """The letter or digit of a sign that is one with an accent, or a raised one; empty where it is none."""
    base = normalize("NFKD", sign)[0]
    return base if base.isascii() and base.isalnum() and cell_len(sign) == 1 else ""
