"""Runs of pins and their Grundy values: the words of Kayles and of Dawson's Kayles."""

from __future__ import annotations

import re

from core.explain.heaps import HeapWords, leaving_value, value_rows
from core.explain.words import Notes
from core.game import State
from core.games.kayles import Kayles
from core.kinds.heaps import letter
from core.phrase import Phrase, phrase
from core.position import Position


class KaylesWords(HeapWords[Kayles]):
    """Explains a move by the runs that it leaves; of misere play there is no theory as simple."""

    def value(self, s: State) -> int | None:
        """The Grundy value."""
        return self.game.grundy(s)

    def left(self, s: State) -> str:
        """The lengths of the runs."""
        return "-".join(str(length) for _name, length in _runs(self.game, s, 1)) or "0"

    def leaving(self, after: Position) -> Phrase | None:
        """Twins, or the Grundy value."""
        game = self.game
        if game.misere:
            return None
        lengths = [length for _name, length in _runs(game, after.state, game.takes[0])]
        if all(lengths.count(length) % 2 == 0 for length in lengths):
            return phrase("It leaves equal runs in pairs: copy every move in the twin.")
        return leaving_value(game, [game.nim_values.of(length) or 0 for length in lengths], after)

    def notes(self, position: Position) -> Notes | None:
        """The Grundy values of the runs that can still be played in."""
        game = self.game
        if position.outcome or game.misere:
            return None
        runs = _runs(game, position.state, game.takes[0])
        return Notes(
            phrase("Grundy values"), value_rows([(name, game.nim_values.of(length) or 0) for name, length in runs])
        )


def _runs(game: Kayles, s: State, least: int) -> list[tuple[str, int]]:
    """The runs of so many pins or more: their names and lengths."""
    found = []
    for row, pins in enumerate(s[:-1]):
        for run in re.finditer("x+", "".join(".x"[pins >> pin & 1] for pin in range(game.sizes[row]))):
            first, last = run.start() + 1, run.end()
            if last - first + 1 >= least:
                name = f"{letter(row)}{first}"
                found.append((f"{name}-{last}" if last > first else name, last - first + 1))
    return found
