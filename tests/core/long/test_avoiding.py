"""Whether a player can go without a line where a line loses, on a larger board."""

from __future__ import annotations

from core.engines.lines.avoiding import Avoiding
from core.games import get
from core.games.mnk import Mnk


def test_nobody_has_to_complete_four_in_a_row_on_4x4() -> None:
    game = get("mnk:4,4,4/misere")
    assert isinstance(game, Mnk)
    avoiding = Avoiding(game, lambda nodes: None)
    assert avoiding.holds(game.start(), 0)
    assert avoiding.holds(game.start(), 1)
