"""Connect Four: slow rules on strings, the values of small boards, and what is said about wrong texts. It takes 3
seconds."""

from __future__ import annotations

from core.game import State
from core.games import get
from core.score import Verdict
from tests.core.watching import ask, at


def test_first_moves_on_a_small_board_are_worth_what_another_program_found() -> None:
    """By an engine for any game; the engine of this game is asked for more boards."""
    analysis = ask("alphabeta", at("connect-four:4,4,4"))
    assert [(line.score.verdict, line.score.plies) for line in analysis.lines] == [(Verdict.TIE, 16)] * 4


def test_161029_positions_on_4x4_by_ply() -> None:
    game = get("connect-four:4,4,4")
    layer: set[State] = {game.start()}
    counts = []
    while layer:
        counts.append(len(layer))
        layer = {game.play(s, m) for s in layer if game.value(s) is None for m in game.moves(s)}
    assert counts == [
        *(1, 4, 16, 52, 160, 436, 1128, 2512, 5084),
        *(9276, 14788, 21720, 26698, 28922, 24912, 18076, 7244),
    ]
    assert sum(counts) == 161029
