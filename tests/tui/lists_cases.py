"""What the tests of lists share, those that take long and those that do not."""

from __future__ import annotations

LISTS = (
    *("home, variant", "home, finished games", "home, help", "settings, a list", "match", "clock", "hints"),
    *("tournament, new", "play, new", "play, resign", "play, a draw", "play, which move", "play, help"),
)
