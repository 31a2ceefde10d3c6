"""The nine boards of ultimate tic-tac-toe as the cells of one: who has won each, and where the player may play now."""

from __future__ import annotations

from core.games.ultimate import FREE, WHERE, Ultimate
from core.phrase import fact
from core.position import Position
from tui.drawing.studies.picture import Drawn


def draw(position: Position) -> Drawn:
    """The map, and how it is read."""
    game = position.game
    assert isinstance(game, Ultimate)
    s = position.state
    rows = []
    locals_ = game.boards(s)
    for top in (0, 3, 6):
        cells = []
        for board in range(top, top + 3):
            owner = game.letters[locals_[board].owner] if locals_[board].owner >= 0 else "·"
            state = "=" if not locals_[board].open else " "
            here = s[WHERE] == board or (s[WHERE] == FREE and locals_[board].open)
            cells.append(f"{'>' if here and not position.outcome else ' '}{board + 1} {owner}{state}")
        rows.append("│" + "│".join(f"{cell} " for cell in cells) + "│")
    rule = "─" * 6
    lines = [f"╭{rule}┬{rule}┬{rule}╮", rows[0], f"├{rule}┼{rule}┼{rule}┤", rows[1], f"├{rule}┼{rule}┼{rule}┤", rows[2]]
    lines.append(f"╰{rule}┴{rule}┴{rule}╯")
    return Drawn.plain(lines, (fact("ultimate.map.note", player=game.players[position.turn]),))
