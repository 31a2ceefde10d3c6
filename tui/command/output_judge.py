"""What ``triqui judge`` prints: a report for people, JSON and CSV for programs."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO

from core import engines, explain
from core.errors import printable
from core.game import Move
from core.games import get
from core.judge.course import FunctionResult
from core.judge.folder import Mark, Skipped
from core.judge.report import Fault, Finding, Report, SideResult
from core.kinds.faces import ColumnsGame, GridGame
from core.phrase import phrase
from core.position import Position
from tui.command.printing import dump, stderr, table, tell
from tui.plain import boards
from tui.text.catalogue import _, figures, in_english, ngettext, say
from tui.text.words import players

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
    Fault.GOES_ROUND: phrase("goes round"),
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
            done = _("{judged} of {total} positions").format(
                judged=figures(f"{report.judged:,}"), total=figures(f"{report.total:,}")
            )
            wrong = _("{count} wrong").format(count=figures(f"{len(report.findings):,}")) if report.findings else ""
            status.update("  ".join(part for part in (_("judging"), say(report.stage), done, wrong) if part))

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
    for line in (*_functions(report), *_counts(report)):
        tell(line)
    function = report.first_function
    if function and function.first:
        print()
        for line in _function_case(function):
            tell(line)
    if report.first:
        print()
        for line in _case(report.first):
            tell(line)
    if everything and report.findings:
        print()
        _list(report.findings)
    for line in _remarks(report):
        print()
        tell(line)
    if everything and report.printed:
        print()
        tell(_("The end of what it printed:"))
        for line in report.printed.splitlines()[-_LISTED:]:
            tell(f"  {line[-_MAX_WIDTH:]}")


def _headline(report: Report) -> str:
    """Whether the player ever loses."""
    if report.sides is None:
        if report.sampled:
            return _("{file} in {count} positions of {game}:").format(
                file=report.file, count=figures(f"{report.judged:,}"), game=report.game
            )
        return _("{file} at {game}, not judged to the end:").format(file=report.file, game=report.game)
    game = get(report.game)
    said = [
        _("never loses as {side}").format(side=name)
        if side.loses is None
        else _("loses as {side} by {moves}").format(side=name, moves=_lost(game_start(report), side))
        for name, side in zip(players(game), report.sides, strict=True)
    ]
    return _("{file} at {game}: {first}; {second}.").format(
        file=report.file, game=report.game, first=said[0], second=said[1]
    )


def game_start(report: Report) -> Position:
    """The start of the game of a report."""
    return Position.start(get(report.game))


def _lost(start: Position, side: SideResult) -> str:
    moves = " ".join(start.names(side.loses or ()))
    if side.failure:
        moves = f"{moves} ({say(side.failure)})" if moves else f"({say(side.failure)})"
    return moves


def _functions(report: Report) -> Iterator[str]:
    wrong = [each for each in report.functions if each.wrong]
    missing = [each.name for each in report.functions if each.missing]
    if not report.functions:
        return
    right = [each.name for each in report.functions if not each.wrong and not each.missing]
    if right:
        yield _("Right on every board: {functions}.").format(functions=", ".join(right))
    for place, each in enumerate(wrong):
        text = _("Wrong: {function}, on {wrong} of {boards} boards.")
        if place:
            text = _("Wrong too, perhaps because of {first}: {function}, on {wrong} of {boards} boards.")
        yield text.format(
            first=wrong[0].name,
            function=each.name,
            wrong=figures(f"{each.wrong:,}"),
            boards=figures(f"{each.boards:,}"),
        )
    if missing:
        yield _("Missing: {functions}.").format(functions=", ".join(missing))
    if report.because:
        yield _("minimax is wrong because of {function}: with a right one it is right.").format(function=report.because)


def _counts(report: Report) -> Iterator[str]:
    wrong = len(report.faults)
    if wrong == 0:
        text = ngettext("No wrong move in {number} position.", "No wrong move in {number} positions.", report.judged)
        yield text
    else:
        line = _("Wrong moves: in {wrong} of {judged} positions").format(
            wrong=figures(f"{wrong:,}"), judged=figures(f"{report.judged:,}")
        )
        if report.sides:
            line += ", " + _("{count} of them among the {reached} that come about when it plays").format(
                count=figures(f"{sum(each.reached for each in report.faults):,}"),
                reached=figures(f"{report.reached:,}"),
            )
        yield line + "."
    counted = [
        (_("wins lost"), report.count(Fault.WIN_LOST)),
        (_("draws lost"), report.count(Fault.DRAW_LOST)),
        (_("no legal move in a lost position"), report.count(Fault.FAILED)),
        (_("goes round"), report.count(Fault.GOES_ROUND)),
        (_("slow"), report.count(Fault.SLOW)),
    ]
    said = [f"{name} {figures(f'{count:,}')}" for name, count in counted if count]
    if said:
        line = ", ".join(said)
        yield f"{line[:1].upper()}{line[1:]}."
    if report.slowest:
        seconds, position = report.slowest
        yield _("Slowest move: {seconds} s, in {position}.").format(
            seconds=figures(f"{seconds:.2f}"), position=position.text
        )


def _function_case(result: FunctionResult) -> Iterator[str]:
    """The smallest board on which a function is wrong."""
    fault = result.first
    assert fault
    call = f"{result.name}(board, {fault.argument})" if fault.argument else f"{result.name}(board)"
    yield _("The smallest board on which {function} is wrong:").format(function=result.name)
    yield from drawn(fault.position)
    yield _("{call} {answered}; expected: {expected}.").format(
        call=call, answered=say(fault.answered), expected=say(fault.expected)
    )


def _case(finding: Finding) -> Iterator[str]:
    """A position in which a move is wrong, and why."""
    position = finding.position
    yield _("The smallest position in which its move is wrong ({fault}):").format(fault=say(_FAULTS[finding.fault]))
    yield from drawn(position)
    side = players(position.game)[position.turn]
    if finding.move is None:
        yield _("{side} is to move: it {failure}.").format(side=side, failure=say(finding.failure or phrase("")))
    else:
        yield _("{side} is to move: it plays {move}.").format(side=side, move=position.name(finding.move))
    holding = _holding(finding)
    if finding.fault is Fault.SLOW:
        yield _("Faster: {moves}.").format(moves=holding)
    else:
        yield _("Right: {moves}.").format(moves=holding)
    for move, reason in _reasons(finding):
        yield f"  {position.name(move)}: {reason}"
    moves = " ".join(Position.start(position.game).names(finding.line))
    if moves:
        yield _("Moves that lead there: {moves}").format(moves=moves)


def _holding(finding: Finding) -> str:
    shown = [finding.position.name(move) for move in finding.holding[:_LISTED]]
    left = len(finding.holding) - len(shown)
    return ", ".join(shown) + (_(" and {count} more").format(count=left) if left else "")


def _reasons(finding: Finding) -> Iterator[tuple[Move, str]]:
    """Why the player's move is wrong, and why one that holds is right."""
    analysis = engines.look_up(finding.position, _REASON_NODES)
    for move in (finding.move, finding.holding[0] if finding.holding else None):
        line = None if move is None else analysis.line(move)
        if move is not None and line:
            yield move, say(explain.why(finding.position, line))


def _list(findings: Sequence[Finding]) -> None:
    table(
        [_("moves"), _("position"), _("plays"), _("right"), _("what")],
        [
            [
                " ".join(Position.start(each.position.game).names(each.line)),
                each.position.text,
                each.position.name(each.move) if each.move is not None else say(each.failure or phrase("")),
                _holding(each),
                say(_FAULTS[each.fault]),
            ]
            for each in findings
        ],
    )


def _remarks(report: Report) -> Iterator[str]:
    if report.gave_up:
        yield _("Judging has ended early: it {failure} too often; positions not asked: {count}.").format(
            failure=say(report.gave_up), count=figures(f"{report.not_asked:,}")
        )
    if report.sampled:
        yield _("The positions are a sample; {count} more were left out, since not every value is proven.").format(
            count=figures(f"{report.unproven:,}")
        )
    if not report.limited:
        yield _("Memory is not limited on this system.")


def drawn(position: Position) -> list[str]:
    """A board in letters, with the names of its columns and rows; sentences where a board has none."""
    game, state = position.game, position.state
    letters: Sequence[str]
    if isinstance(game, ColumnsGame):
        marks, letters = game.discs(state), ("X", "O")
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
            "{number} program is run with your rights; 'triqui help player' has a container for it.",
            "{number} programs are run with your rights; 'triqui help player' has a container for them.",
            count,
        ),
        file=sys.stderr,
    )


def marks(done: Sequence[Mark]) -> None:
    """Print the marks of a class."""
    heads = [
        _("student"),
        _("file"),
        _("shape"),
        _("judged"),
        _("wrong"),
        _("wins lost"),
        _("draws lost"),
        _("slow"),
        _("slowest move"),
        _("error"),
    ]
    table(heads, [_row(each) for each in done], right=(3, 4, 5, 6, 7, 8))


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
        error = _("{function} is wrong").format(function=function.name)
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


@contextmanager
def _opened(path: str) -> Iterator[IO[str]]:
    if path == "-":
        yield sys.stdout
        return
    with open(path, "w", encoding="utf-8", newline="") as file:
        yield file
