"""The command that judges Python players against the truth: one file, or a folder of them."""

from __future__ import annotations

import contextlib
import functools
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.engines.dialects import PYTHON_BYTES, PYTHON_SECONDS, SHAPES
from core.judge import SAMPLE
from core.phrase import phrase
from tui.command.arguments import GAME_OR_NONE, JSON, example
from tui.command.caller import BadUsage
from tui.command.completing import among
from tui.command.drawing import draw
from tui.command.ending import ExitCode
from tui.household.opening import Opening
from tui.text.numbers import number, whole

if TYPE_CHECKING:
    from core.judge.folder import Mark
    from core.judge.judging import Assignment
    from core.judge.report import Report

app = typer.Typer()
_GIGABYTE = 1_000_000_000


@app.command("judge", help="Judge a Python player, or a folder of them.", **example("judge my_player.py"))
def judged(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE|FOLDER", help="A Python file, or a folder of them.")],
    game: GAME_OR_NONE = None,
    everything: Annotated[
        bool, typer.Option("--all", help="List every wrong or slow position, and what the program printed.")
    ] = False,
    sample: Annotated[
        int, typer.Option(metavar="N", parser=whole("--sample", 1, 100_000), help="Judge N positions of a large game.")
    ] = SAMPLE,
    seed: Annotated[
        int, typer.Option(metavar="N", parser=whole("--seed", 0, 10**9), help="Seed the random sample.")
    ] = 0,
    strict: Annotated[bool, typer.Option("--strict", help="Count slow wins and early losses as wrong.")] = False,
    seconds: Annotated[
        float,
        typer.Option(
            metavar="S",
            parser=number("--seconds", float, phrase("a number"), 0.001, 100_000),
            help="Limit the time for a move, in seconds.",
        ),
    ] = PYTHON_SECONDS,
    memory: Annotated[
        float,
        typer.Option(
            metavar="GB",
            parser=number("--memory", float, phrase("a number"), 0.1, 1000),
            help="Limit the memory of a program, in gigabytes.",
        ),
    ] = PYTHON_BYTES / _GIGABYTE,
    python: Annotated[
        str | None, typer.Option(metavar="COMMAND", help="Run the program with this Python, which has its packages.")
    ] = None,
    shape: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="SHAPE",
            autocompletion=among(*SHAPES),
            help="Judge this function of the file: choose, course or contest.",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(metavar="N", parser=whole("--workers", 1, 64), help="Judge N programs of a folder at a time.")
    ] = 2,
    csv: Annotated[
        str | None, typer.Option("--csv", metavar="FILE", help="Write the results as CSV; - is the standard output.")
    ] = None,
    as_json: JSON = False,
    screen: Annotated[
        bool, typer.Option("--screen", help="Show the result on a screen, and judge again when the file is saved.")
    ] = False,
) -> None:
    """Judge a program, or those of a folder. The exit code is 1 if any is wrong, 2 if none could be judged."""
    from core.engines.foreign.python import Runner
    from core.judge.judging import Assignment
    from tui.command import output_judge

    if shape not in (None, *SHAPES):
        raise BadUsage(
            "There is no shape {shape}; the shapes are {shapes}.", shape=repr(shape), shapes=", ".join(SHAPES)
        )
    if csv is not None:
        output_judge.check_writable(csv)
    path = Path(file).expanduser().absolute()
    is_folder = os.path.isdir(path)  # the method of a path raises where the name is too long
    assignment = Assignment(
        path, game.id if game else None, shape, sample, seed, strict, seconds, Runner(python, round(memory * _GIGABYTE))
    )
    if screen:
        if is_folder or as_json or csv is not None or everything:
            raise BadUsage("--screen shows one file and prints nothing; leave out --all, --csv and --json.")
        draw(context.obj, Opening(assignment=assignment))
    elif is_folder:
        _class(assignment, workers, csv, as_json)
    else:
        _one(assignment, everything, csv, as_json)


def _one(assignment: Assignment, everything: bool, csv: str | None, as_json: bool) -> None:
    from core.judge.judging import judge
    from tui.command import output_judge

    report: Report | None = None
    interrupted = False
    with output_judge.watching() as show, contextlib.closing(judge(assignment)) as reports:
        try:
            for report in reports:
                show(report)
        except KeyboardInterrupt:
            interrupted = True
            if report is None:
                raise
    assert report, "an iterator without a report ends with an error"
    if csv is not None:
        output_judge.findings_csv(report, csv)
    if as_json:
        output_judge.as_json(report, everything)
    elif csv != "-":
        output_judge.report(report, everything)
    if interrupted:
        raise KeyboardInterrupt
    if not report.right:
        raise typer.Exit(ExitCode.FALSE)


def _class(assignment: Assignment, workers: int, csv: str | None, as_json: bool) -> None:
    from core.judge.folder import marks, submissions
    from core.tournament.run import Processes
    from tui.command import output_judge

    found, skipped = submissions(assignment.file)
    output_judge.skipped(skipped)
    if not found:
        raise BadUsage("{folder} has no Python player.", folder=repr(str(assignment.file)))
    output_judge.warn(len(found))
    done: list[Mark] = []
    try:
        with output_judge.counting(len(found)) as show:
            for each in marks(found, assignment, functools.partial(Processes, workers), workers):
                done.append(each)
                show(each)
    finally:
        done.sort(key=lambda each: found.index(each.submission))
        if csv is not None:
            output_judge.marks_csv(done, csv)
        if as_json:
            output_judge.marks_json(done)
        elif csv != "-":
            output_judge.marks(done)
    reports = [each.report for each in done if each.report]
    if not reports:
        raise typer.Exit(ExitCode.USAGE)
    if not all(each.right for each in reports):
        raise typer.Exit(ExitCode.FALSE)
