"""The status and the rows of every game at 80x24. It takes 2 seconds."""

from __future__ import annotations

from random import Random

import pytest

from core import games
from core.game import Game
from core.play.course import Course
from core.play.match import Match
from core.play.seats import Setup
from core.play.source import Snapshot
from tests.core.own_cases import NAMED as OWN
from tests.tui.cut_text_cases import SEATS, SIGNS, account, known, text_of
from tui.drawing.canvas import Span
from tui.drawing.line import LineOfText
from tui.screens.base import picture as play_picture
from tui.screens.base.picture import PlayView
from tui.screens.base.story import played
from tui.widgets.panel import Panel


def views(game: Game) -> list[PlayView]:
    """What the play screen shows of the first plies of some game."""
    random, match = Random(1), Match(game, SEATS)
    shown = []
    for _ in range(5):
        state = Snapshot(Course(match, Setup(SEATS)))
        move = None if state.match.outcome else random.choice(state.match.position.moves)
        shown.append(
            PlayView(
                state, len(match.moves), known, account, "Alpha-beta", move, "", study=True, on_cells=True, due=True
            )
        )
        if move is None:
            break
        match = match.play(move)
    return shown


@pytest.mark.parametrize("game", [*games.presets(), *map(games.get, OWN)], ids=lambda game: game.id)
def test_at_80x24_the_status_and_the_rows_of_the_game_are_whole_or_bear_a_sign(game: Game) -> None:
    for view in views(game):
        status = play_picture.status(view)
        line = LineOfText("status")
        line.show([Span(status)])
        (shown,) = (text_of(row).strip() for row in line.draw(80, 1))
        whole_part = status.startswith(shown) and shown.endswith((".", "_"))
        assert shown == status.strip() or whole_part or shown.endswith(SIGNS)
        panel = Panel(play_picture.panel(view))
        rows = [text_of(row)[1:-1].rstrip() for row in panel.draw(38, 21)]
        for move in played(view.state, account(view.state), 99):
            for row in rows:
                if row.startswith(f"{move.ply:>2} {move.player} {move.move} "):
                    assert row.endswith((move.note, *SIGNS))
