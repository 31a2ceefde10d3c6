"""Judges a class: the programs of a folder, one of each subfolder or each file of the folder itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from core.engines.foreign.shapes import CONTEST, read
from core.errors import CoreError, UnknownEngine
from core.judge.judging import Assignment, judge
from core.judge.report import Report
from core.phrase import Phrase, phrase

SKIPPED = ("runner.py", "setup.py", "conftest.py")
"""Files that exercises hand out beside the one to write."""
_EXERCISE = "tictactoe.py"
_AGENTS = ("agent", "my_agent")
_DIED = phrase("the process that judged it has died; it may need too much memory")


class Submission(NamedTuple):
    """A program to judge: the student's name, which is that of the subfolder or of the file, and the file."""

    student: str
    file: Path


class Skipped(NamedTuple):
    """A file that is not judged, and why."""

    file: Path
    reason: Phrase


@dataclass(frozen=True)
class Mark:
    """The result of a submission: its final report, or the error that kept it from being judged."""

    submission: Submission
    report: Report | None
    error: Phrase | None = None


def submissions(folder: Path) -> tuple[list[Submission], list[Skipped]]:
    """The programs of a folder, by name, and the Python files in it that are none. Raises UnknownEngine if the folder cannot be
    read."""
    found: list[Submission] = []
    skipped: list[Skipped] = []
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise UnknownEngine(
            "{folder} cannot be read ({reason}).", folder=repr(str(folder)), reason=error.strerror or str(error)
        ) from error
    players, others = _players([each for each in entries if each.suffix == ".py" and each.is_file()])
    found += [Submission(each.stem, each) for each in players]
    skipped += others
    for entry in entries:
        if not entry.is_dir() or entry.name.startswith((".", "__")):
            continue
        files = sorted(each for each in entry.rglob("*.py") if each.is_file() and not _hidden(each.relative_to(entry)))
        players, others = _players(files)
        players.sort(key=lambda each: (each.name != _EXERCISE, len(each.parts), each))
        found += [Submission(entry.name, each) for each in players[:1]]
        skipped += [*others, *(Skipped(each, phrase("only one file per subfolder is judged")) for each in players[1:])]
        if files and not players:
            found.append(Submission(entry.name, files[0]))
    found.sort(key=lambda each: (each.student.casefold(), each.student))
    return found, skipped


def mark(submission: Submission, assignment: Assignment) -> Mark:
    """Judge a submission, whatever it does."""
    try:
        for report in judge(assignment._replace(file=submission.file)):
            if report.final:
                return Mark(submission, report)
    except CoreError as error:
        return Mark(submission, None, error.phrase)
    return Mark(submission, None, _DIED)


def marks(
    found: Sequence[Submission], assignment: Assignment, executor: Callable[[], Executor], at_once: int
) -> Iterator[Mark]:
    """The mark of each submission, as they come: at most ``at_once`` are judged at the same time by an executor. If a process
    of the executor dies, those that were being judged are judged once more, one at a time."""
    left = list(found)
    alone: list[Submission] = []
    while left:
        running: dict[Future[Mark], Submission] = {}
        with executor() as pool:
            try:
                while left or running:
                    while left and len(running) < at_once:
                        running[pool.submit(mark, left[0], assignment)] = left[0]
                        del left[0]
                    for each in wait(running, return_when=FIRST_COMPLETED).done:
                        yield each.result()
                        del running[each]
            except BrokenExecutor:
                alone += running.values()
    for submission in alone:
        with executor() as pool:
            try:
                yield pool.submit(mark, submission, assignment).result()
            except BrokenExecutor:
                yield Mark(submission, None, _DIED)


def _players(files: Sequence[Path]) -> tuple[list[Path], list[Skipped]]:
    """The files of one folder that hold players, and the others. A file that cannot be read as Python is a player: its author
    wants to know."""
    players: list[Path] = []
    agents: list[Path] = []
    skipped: list[Skipped] = []
    for file in files:
        try:
            source = read(file)
        except UnknownEngine:
            players.append(file)
            continue
        if file.name in SKIPPED or not source.shapes:
            skipped.append(Skipped(file, phrase("it has no player")))
        elif source.shapes[0].name == CONTEST and source.shapes[0].function not in _AGENTS:
            agents.append(file)
        else:
            players.append(file)
    # The last function of any helper could be an agent.
    if players:
        return players, [*skipped, *(Skipped(file, phrase("it is a helper file")) for file in agents)]
    return agents, skipped


def _hidden(path: Path) -> bool:
    return any(part.startswith((".", "__")) or part in ("venv", "env", "site-packages") for part in path.parts)
