"""Positions of Qubic up to symmetry, counted by a program that shares no code with the product. It takes 3 seconds."""

from __future__ import annotations

from core.games import get
from core.score import Verdict
from tests.core.watching import ask, at
from tests.tools.check_qubic import least


def test_positions_of_qubic_up_to_all_maps_that_carry_lines_to_lines() -> None:
    game = get("qubic")
    assert len(game.symmetries) == 192
    layer, brute = {game.start()}, {(0, 0)}
    for plies in range(3):
        layer = {game.canonical(game.play(s, move)) for s in layer for move in game.moves(s)}
        free = [(x, o, cell) for x, o in brute for cell in range(64) if not (x | o) >> cell & 1]
        brute = {least(x | 1 << cell, o) if plies % 2 == 0 else least(x, o | 1 << cell) for x, o, cell in free}
        assert layer == brute
        assert plies or len(layer) == 2, "cells on seven lines and cells on four"


def test_the_centre_of_3x3x3_wins_by_ply_7_and_every_other_first_move_loses_by_ply_10() -> None:
    analysis = ask("alphabeta", at("tictactoe3d"))
    found = {analysis.position.name(line.move): (line.score.verdict, line.score.plies) for line in analysis.lines}
    assert found.pop("2b2") == (Verdict.WIN, 7)
    assert set(found.values()) == {(Verdict.LOSE, 10)}
