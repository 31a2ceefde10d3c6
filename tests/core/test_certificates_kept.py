"""The certificates that are kept hold, and say what the hall says."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from core.certificate import Checked
from core.study.mnk import made, written

FOLDER = Path(__file__).parent.parent / "certificates"
KEPT = {"mnk-7,7,5": "mnk:7,7,5", "mnk-7,4,4": "mnk:7,4,4", "mnk-4,4,4-misere": "mnk:4,4,4/misere"}


def test_every_certificate_is_named_after_its_game_and_claims_a_draw() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == KEPT.keys()
    for name, id in KEPT.items():
        lines = [line[5:] for line in lzma.decompress((FOLDER / f"{name}.xz").read_bytes()).decode().splitlines()]
        assert lines[1:3] == [f"game {id}", "claim draw"]
        if "misere" not in id:
            assert written(made()[id.removeprefix("mnk:")]) == "tie|||proof numbers"


@pytest.mark.slow
@pytest.mark.parametrize("name", KEPT)
def test_a_kept_certificate_holds(name: str) -> None:
    with open(FOLDER / f"{name}.xz", "rb") as file:
        found = Checked(file)
    assert (found.position.game.id, found.claim) == (KEPT[name], "draw")
