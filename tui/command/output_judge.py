"""Output of ``triqui judge``: a report for people, JSON and CSV for programs."""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO

from core import engines, explain
from core.engines.foreign.python import board_of
from core.engines.foreign.shapes import COURSE
from core.errors import printable
from core.game import Game, Move
from core.games import get
from core.judge.course import FunctionResult
from core.judge.folder import Mark, Skipped
from core.judge.report import Fault, Finding, Report, SideResult
from core.kinds.faces import ColumnsGame, GridGame
from core.phrase import phrase
from core.position import Position
from tui.command.caller import BadUsage
from tui.command.printing import dump, stderr, table, tell
from tui.plain import boards
from tui.plain.aloud import aloud
from tui.text import judged
from tui.text.catalogue import _, figures, in_english, ngettext, say
from tui.text.words import players, prospect, thousands

_LISTED = 10
"""Maximum number of moves that are named, and of printed lines that are shown."""
_MAX_WIDTH = 200
"""Characters shown of a line that a program printed."""
_REASON_NODES = 200_000
"""Positions searched for the words about a move."""
_FAULTS = {
    Fault.WIN_LOST: phrase("win lost"),
    Fault.DRAW_LOST: phrase("draw lost"),
    Fault.FAILED: phrase("no legal move"),
    Fault.GOES_ROUND: phrase("never ends"),
    Fault.SLOW: phrase("slow"),
}
COLUMNS = (
    "student",
    "file",
    "shape",
    "judged",
    "wrong",
    "wins_lost",
    "draws_lost",
    "slow",
    "slowest_move",
    "error",
)
"""The columns of a class's marks."""


@contextmanager
def watching() -> Iterator[Callable[[Report], None]]:
    """A listener that shows on the terminal of stderr how far judging is."""
    if not sys.stderr.isatty():
        yield lambda report: None
        return
    with stderr().status(_("judging")) as status:

        def show(report: Report) -> None:
            done = _("{judged} of {positions}").format(
                judged=thousands(report.judged), positions=_positions(report.total)
            )
            wrong = _("{count} wrong").format(count=thousands(len(report.faults)))
            unproven = _("{count} without a proof").format(count=thousands(report.unproven))
            parts = (
                _("judging"),
                say(report.stage),
                done if report.judged else "",
                wrong if report.faults else "",
                unproven if report.unproven else "",
            )
            status.update("  ".join(filter(None, parts)))

        yield show


@contextmanager
def counting(total: int) -> Iterator[Callable[[Mark], None]]:
    """A listener that shows on the terminal of stderr how many programs are judged."""
    if not sys.stderr.isatty():
        yield lambda mark: None
        return
    from rich.progress import Progress

    with Progress(console=stderr(), transient=True) as progress:
        bar = progress.add_task(_("Judging programs"), total=total)
        yield lambda mark: progress.advance(bar)


def as_json(report: Report, everything: bool) -> None:
    """Print a report as JSON."""
    with in_english():
        dump(report.to_json(everything))


def report(report: Report, everything: bool) -> None:
    """Print a report: whether it ever loses, how much is wrong, and the smallest counterexample."""
    tell(_headline(report))
    functions = (line for line, _role in judged.functions(report))
    for line in (*judged.lost_sides(report, _sides(get(report.game))), *functions, *_counts(report)):
        tell(line)
    wrong = [each for each in report.functions if each.wrong]
    for function in wrong if everything else wrong[:1]:
        print()
        for line in _function_case(function):
            tell(line)
    if report.first:
        print()
        for line in _case(report.first, report.shape == COURSE):
            tell(line)
    if everything and report.findings:
        print()
        _list(report.findings)
    for line in judged.notes(report):
        print()
        tell(line)
    if everything and report.printed:
        print()
        tell(_("The end of what it printed:"))
        for line in judged.printed(report)[-_LISTED:]:
            tell(f"  {line[-_MAX_WIDTH:]}")


def _headline(report: Report) -> str:
    """Whether the player ever loses."""
    if report.sides is None:
        if report.sampled:
            return _("{file} at {game}, in a sample of {positions}:").format(
                file=report.file, positions=_positions(report.judged), game=report.game
            )
        return _("{file} at {game}, only partly judged:").format(file=report.file, game=report.game)
    game = get(report.game)
    start = Position.start(game)
    said = [_games(start, name, side) for name, side in zip(_sides(game), report.sides, strict=True)]
    return _("{file} at {game}: {first}; {second}.").format(
        file=report.file, game=report.game, first=said[0], second=said[1]
    )


def _sides(game: Game) -> Sequence[str]:
    """Both players as the board shows them, in words where the board is described in sentences."""
    return players(game) if isinstance(game, ColumnsGame | GridGame) else [aloud(name) for name in players(game)]


def _games(start: Position, name: str, side: SideResult) -> str:
    """Whether the player loses on a side, and by which moves."""
    if side.loses is None:
        return _("never loses as {side}").format(side=name)
    moves = " ".join(start.names(side.loses))
    if side.failure is None:
        return _("loses as {side} by {moves}").format(side=name, moves=moves)
    text = _("loses as {side} by {moves}, where it {failure}") if moves else _("loses as {side}, because it {failure}")
    return text.format(side=name, moves=moves, failure=say(side.failure))


def _counts(report: Report) -> Iterator[str]:
    wrong, slow = len(report.faults), report.count(Fault.SLOW)
    if wrong:
        line = _("Wrong moves: in {wrong} of {positions}").format(
            wrong=thousands(wrong), positions=_positions(report.judged)
        )
        if report.sides:
            line += ", " + _("{count} of them among the {reached} that occur when it plays").format(
                count=thousands(sum(each.reached for each in report.faults)), reached=thousands(report.reached)
            )
        yield line + "."
    elif report.judged:
        yield ngettext(
            "No wrong move in {number} position.",
            "No wrong move in {number} positions.",
            report.judged,
            thousands(report.judged),
        )
    if costs := judged.costs(report):
        yield " ".join(costs)
    if slow:
        yield ngettext(
            "Slow in {number} position: it wins later, or loses sooner, than it could.",
            "Slow in {number} positions: it wins later, or loses sooner, than it could.",
            slow,
            thousands(slow),
        ) + ("" if report.strict else " " + _("That is not an error."))
    if report.slowest:
        seconds, position = report.slowest
        yield _("Longest time for a move: {seconds} s, in {position}").format(
            seconds=figures(f"{seconds:.2f}"), position=position.text
        )


def _function_case(result: FunctionResult) -> Iterator[str]:
    """The smallest board on which a function is wrong."""
    fault = result.first
    assert fault
    yield _("The smallest board on which {function} is wrong:").format(function=result.name)
    yield from drawn(fault.position)
    yield _("{call} {answered}; expected: {expected}.").format(
        call=judged.call(result), answered=say(fault.answered), expected=say(fault.expected)
    )
    yield _python(fault.position)


def _python(position: Position) -> str:
    """A board of the course to paste into Python."""
    return f"board = {board_of(position)}"


def _case(finding: Finding, of_course: bool) -> Iterator[str]:
    """A position in which a move is wrong, and why."""
    position = finding.position
    yield _("The smallest position in which its move is wrong ({fault}):").format(fault=_fault(finding))
    yield from drawn(position)
    side = _sides(position.game)[position.turn]
    if finding.move is None:
        yield _("{side} is to move: it {failure}.").format(side=side, failure=say(finding.failure or phrase("")))
    else:
        yield _("{side} is to move: it plays {move}.").format(side=side, move=position.name(finding.move))
    holding = _holding(finding)
    if finding.fault is Fault.SLOW:
        yield _("Faster: {moves}.").format(moves=holding)
    elif finding.fault is Fault.GOES_ROUND:
        yield _("That keeps the win, but its moves from there never finish the game against some replies.")
        yield _("Other moves that keep the win: {moves}.").format(moves=holding)
    else:
        yield _("Right: {moves}.").format(moves=holding)
    for move, result, reason in _reasons(finding):
        yield f"  {position.name(move)} ({result}): {reason}"
    moves = " ".join(Position.start(position.game).names(finding.line))
    if moves:
        yield _("Moves that lead there: {moves}").format(moves=moves)
    if of_course:
        yield _python(position)


def _fault(finding: Finding) -> str:
    return say(_FAULTS[Fault.FAILED if finding.move is None else finding.fault])


def _holding(finding: Finding) -> str:
    shown = [finding.position.name(move) for move in finding.holding[:_LISTED]]
    left = len(finding.holding) - len(shown)
    return ", ".join(shown) + (_(" and {count} more").format(count=left) if left else "")


def _reasons(finding: Finding) -> Iterator[tuple[Move, str, str]]:
    """The player's move and one that holds, each with what it leads to, and why."""
    analysis = engines.look_up(finding.position, _REASON_NODES)
    for move in (finding.move, finding.holding[0] if finding.holding else None):
        line = None if move is None else analysis.line(move)
        if move is not None and line and line.score.proven:
            yield move, prospect(line, analysis), say(explain.why(finding.position, line))


def _list(findings: Sequence[Finding]) -> None:
    table(
        [_("moves"), _("position"), _("plays"), _("right"), _("what")],
        [
            [
                " ".join(Position.start(each.position.game).names(each.line)),
                each.position.text,
                each.position.name(each.move) if each.move is not None else say(each.failure or phrase("")),
                _holding(each),
                _fault(each),
            ]
            for each in findings
        ],
    )


def drawn(position: Position) -> list[str]:
    """A board in letters, with the names of its columns and rows; sentences where a board has none."""
    game, state = position.game, position.state
    letters: Sequence[str]
    if isinstance(game, ColumnsGame):
        marks, letters = game.discs(state), players(game)
        heads = [str(column + 1) for column in range(game.columns)]
    elif isinstance(game, GridGame) and game.layers == 1:
        marks, letters = game.marks(state), game.letters
        heads = [chr(ord("a") + column) for column in range(game.columns)]
    else:
        return boards.board(position)
    cells = [letters[mark] if mark >= 0 else "." for mark in marks]
    wide = max(map(len, cells))
    rows = [cells[begin : begin + game.columns] for begin in range(0, len(cells), game.columns)]
    numbers = [""] * len(rows) if isinstance(game, ColumnsGame) else [str(row + 1) for row in range(len(rows))]
    lines = ["    " + " ".join(head.rjust(wide) for head in heads)]
    lines += [
        f"{number:>3} " + " ".join(cell.rjust(wide) for cell in row) for number, row in zip(numbers, rows, strict=True)
    ]
    return lines


def _positions(count: int) -> str:
    return ngettext("{number} position", "{number} positions", count, thousands(count))


def skipped(files: Sequence[Skipped]) -> None:
    """Name the files of a folder that are not judged, on stderr."""
    for each in files:
        print(
            printable(_("{file} is skipped: {reason}.").format(file=str(each.file), reason=say(each.reason))),
            file=sys.stderr,
        )


def warn(count: int) -> None:
    """Say on stderr that programs of others run with the user's rights."""
    print(
        ngettext(
            "{number} program runs with your rights; 'triqui help python' has a container for it.",
            "{number} programs run with your rights; 'triqui help python' has a container for them.",
            count,
        ),
        file=sys.stderr,
    )


def marks(done: Sequence[Mark]) -> None:
    """Print the marks of a class: their numbers in a table that fits a terminal, and the errors below."""
    heads = [
        _("student"),
        _("file"),
        _("judged"),
        _("wrong"),
        _("wins lost"),
        _("draws lost"),
        _("slow"),
    ]
    rows = [_row(each) for each in done]
    counts = [[student, file, *numbers] for student, file, _shape, *numbers, _slowest, _error in rows]
    table(heads, counts, right=range(2, 7))
    failed = [(student, error) for student, *_others, error in rows if error]
    if failed:
        print()
    for student, error in failed:
        tell(f"{student}: {error}")


def _row(mark: Mark) -> list[str]:
    report = mark.report
    row = [mark.submission.student, mark.submission.file.name]
    if report is None:
        return [*row, "", "", "", "", "", "", "", say(mark.error or phrase(""))]
    function = report.first_function
    error = ""
    if report.gave_up:
        error = say(report.gave_up)
    elif function:
        text = _("{function} is not written yet") if function.unwritten else _("{function} is wrong")
        error = text.format(function=function.name)
    elif report.missing:
        error = _("{function} is missing").format(function=", ".join(report.missing))
    elif report.first and report.first.failure:
        error = say(report.first.failure)
    return [
        *row,
        report.shape,
        str(report.judged),
        str(len(report.faults)),
        str(report.count(Fault.WIN_LOST)),
        str(report.count(Fault.DRAW_LOST)),
        str(report.count(Fault.SLOW)),
        f"{report.slowest[0]:.2f}" if report.slowest else "",
        error,
    ]


def marks_csv(done: Sequence[Mark], path: str) -> None:
    """Write the marks of a class as CSV."""
    with in_english(), _opened(path) as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows([_inert(cell) for cell in _row(each)] for each in done)


def marks_json(done: Sequence[Mark]) -> None:
    """Print the marks of a class as JSON."""
    with in_english():
        dump(
            [
                {
                    "student": each.submission.student,
                    "path": str(each.submission.file),
                    "error": None if each.error is None else str(each.error),
                    "report": each.report.to_json() if each.report else None,
                }
                for each in done
            ]
        )


def findings_csv(report: Report, path: str) -> None:
    """Write all findings of a report as CSV."""
    with in_english(), _opened(path) as file:
        writer = csv.writer(file)
        writer.writerow(("fault", "moves", "position", "played", "failure", "holding", "reached"))
        for each in report.findings:
            found = each.to_json()
            writer.writerow(
                [
                    _inert(" ".join(cell) if isinstance(cell, list) else str(cell if cell is not None else ""))
                    for cell in found.values()
                ]
            )


def _inert(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    cell = printable(cell)
    return f"'{cell}" if cell[:1] in "=+-@" and cell[:1] else cell


def check_writable(path: str) -> None:
    """Check that a file can be written, before minutes are spent on its content. Raises BadUsage."""
    if path == "-":
        return
    if path.lower().endswith(".py") and os.path.exists(path):
        raise BadUsage(
            "{file} is a program, and the results would replace it; choose a name that ends in .csv.", file=repr(path)
        )
    try:
        with open(path, "a", encoding="utf-8"):
            pass
    except OSError as error:
        raise BadUsage(
            "{file} cannot be written ({reason}); choose a name in a folder that you can write to.",
            file=repr(path),
            reason=error.strerror,
        ) from error


@contextmanager
def _opened(path: str) -> Iterator[IO[str]]:
    if path == "-":
        yield sys.stdout
        return
    with open(path, "w", encoding="utf-8", newline="") as file:
        yield file
