"""Every part of a hall is killed at random moments while people play in it: ``tests.tools.hall_faults``, but short. It
takes 20 seconds."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.pty.terminal import PATIENT
from tests.tools.hall_faults import KINDS, run

KILLS = 20


def test_nothing_is_lost_and_nothing_left_whatever_is_killed_while_people_play(tmp_path: Path) -> None:
    report = asyncio.run(run(tmp_path, KILLS, seed=1, at_once=PATIENT))
    assert not report.bad, "\n".join(report.lines)
    assert report.kills == dict.fromkeys(KINDS, KILLS // len(KINDS))
    assert report.acknowledged > KILLS
