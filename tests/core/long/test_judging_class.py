"""A class is judged whatever its programs do to the processes that judge them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from core.judge.folder import Mark, marks, submissions
from core.judge.judging import Assignment
from core.tournament.run import Processes
from tests.core.judged_files import CHOOSE_FIRST, written

KILLS = """
import os, signal
from pathlib import Path

guardian = os.getppid()
judge = int(Path(f"/proc/{guardian}/stat").read_text().rpartition(")")[2].split()[1])
flag = Path(__file__ + ".killed")
if not flag.exists() or ALWAYS:
    flag.touch()
    os.kill(judge, signal.SIGKILL)
    signal.pause()
"""
"""A start of a file that kills the process that judges it."""


def marked(folder: Path) -> dict[str, Mark]:
    """The marks of a class by student."""
    found, _ = submissions(folder)
    assignment = Assignment(folder, "mnk:2,2,2")
    return {each.submission.student: each for each in marks(found, assignment, partial(Processes, 2), 2)}


@pytest.fixture(params=[False, True])
def always(request: pytest.FixtureRequest, tmp_path: Path) -> bool:
    """A class of three; one kills its judge, once or always."""
    for student in ("ana", "cid"):
        written(tmp_path, CHOOSE_FIRST, f"{student}.py")
    written(tmp_path, f"ALWAYS = {request.param}\n{KILLS}\n{CHOOSE_FIRST}", "bob.py")
    return bool(request.param)


def test_a_process_that_dies_takes_no_mark_from_the_others(always: bool, tmp_path: Path) -> None:
    found = marked(tmp_path)
    assert {student: mark.report is not None for student, mark in found.items()} == {
        "ana": True,
        "bob": not always,
        "cid": True,
    }
