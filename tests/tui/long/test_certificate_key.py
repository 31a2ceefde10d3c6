"""The key that writes why a value is exact to a file. It takes 1 second."""

from __future__ import annotations

from pathlib import Path

from core.players.opponents import HUMAN
from tests.core import second_checker
from tests.tui.hall import Door
from tui.screens.base import certificate

PEOPLE = (HUMAN, HUMAN)


async def test_the_proof_is_written_by_a_process_of_its_own_and_told(hall: Door, tmp_path: Path) -> None:
    command = ["prove", "tictactoe", "--moves", "", "--claim", "draw"]
    file = str(tmp_path / "draw.xz")
    async with hall("tictactoe", "", PEOPLE) as visit:
        await certificate.certify(visit.app, command, file)
        await visit.until(lambda: visit.notices == [f"{file}: the proof is written and checked."])
        await certificate.certify(visit.app, command, file)
        await visit.until(lambda: len(visit.notices) == 2)
        assert "already exists" in visit.notices[-1]
    assert second_checker.check(Path(file).read_bytes()) == "tictactoe draw"
