"""The certificates that are kept hold, and say what the hall says. It takes 40 seconds."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from core.proofs.certificate import Checked
from core.study.search.mnk import made, written
from tests.core import second_checker
from tests.core.certifying import checked, proof

FOLDER = Path(__file__).parent.parent.parent / "certificates"
KEPT = {
    "mnk-7,7,5": ("mnk:7,7,5", "draw"),
    "mnk-7,4,4": ("mnk:7,4,4", "draw"),
    "mnk-8,4,4": ("mnk:8,4,4", "draw"),
    # Written from plans that a quicker program found by the same search; what they prove stands in no table yet.
    "mnk-9,4,4": ("mnk:9,4,4", "win within 29"),
    "mnk-10,4,4": ("mnk:10,4,4", "win within 33"),
    "mnk-11,4,4": ("mnk:11,4,4", "win within 37"),
    "mnk-4,4,4-misere": ("mnk:4,4,4/misere", "draw"),
    "qubic": ("qubic", "win"),
}

PIECES = ["1a1 1a4 1d1 2b1", "1d1 2d2 1a4 3a1", "1a1 1a4 1d1 2b1 1b2 4a1"]
"""Beginnings of Qubic from which the first player wins."""

LONG = {"mnk-8,4,4", "mnk-10,4,4", "mnk-11,4,4", "qubic"}
"""To check these takes minutes: ``triqui check FILE`` does it. That of Qubic is written by ``triqui prove qubic -o FILE``."""


def test_every_certificate_is_named_after_its_game_and_makes_its_claim() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == KEPT.keys()
    for name, (id, claim) in KEPT.items():
        lines = [line[5:] for line in lzma.decompress((FOLDER / f"{name}.xz").read_bytes()).decode().splitlines()]
        assert lines[1:3] == [f"game {id}", f"claim {claim}"]


@pytest.mark.parametrize("name", ["7,7,5", "7,4,4", "8,4,4"])
def test_the_table_has_a_draw_of_which_the_certificate_is_kept(name: str) -> None:
    assert written(made()[name]) == "tie|||proof numbers"


@pytest.mark.parametrize("name", sorted(KEPT.keys() - LONG))
def test_a_kept_certificate_holds(name: str) -> None:
    with open(FOLDER / f"{name}.xz", "rb") as file:
        found = Checked(file)
    assert (found.position.game.id, found.claim) == KEPT[name]


@pytest.mark.parametrize("moves", PIECES)
def test_a_piece_of_the_proof_of_qubic_is_written_and_holds_for_both_checkers(moves: str) -> None:
    data = proof("qubic", moves, "win")
    assert checked(data).claim == "win"
    assert second_checker.check(data) == f"qubic {moves} win"
