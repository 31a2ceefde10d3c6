"""What a terminal is told so that it is as it was before the app."""

from __future__ import annotations

AS_BEFORE = b"".join(
    b"\x1b[" + code
    for code in (
        *(b"?2026l", b"?2048l", b"?2004l", b"?1000l", b"?1003l", b"?1015l", b"?1006l", b"?1004l", b"?7h"),
        *(b"<u", b"?1049l", b"?25h", b"0m"),
    )
)
"""Ends all that Textual asks of a terminal: whole frames, sizes, pasted text, mouse, focus, keys and screen of its own."""
