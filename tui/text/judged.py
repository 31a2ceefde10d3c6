"""Sentences about a Python player that was judged: the result, and each position in which it went wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core import explain
from core.analysis import Analysis
from core.errors import printable
from core.game import Move
from core.games import get
from core.judge.course import FunctionResult
from core.judge.report import Fault, Finding, Report
from core.phrase import Phrase
from core.position import Position
from tui.text import words
from tui.text.catalogue import _, figures, ngettext, say
from tui.text.reviewed import names
from tui.text.words import thousands


@dataclass(frozen=True)
class Counterexample:
    """A position in which the player went wrong, with the moves that lead there: by a ``finding``, or by a ``function`` of the
    course, whose first fault it is."""

    position: Position
    line: tuple[Move, ...]
    finding: Finding | None = None
    function: FunctionResult | None = None

    @property
    def key(self) -> tuple[str, Position]:
        """What tells it from the others, however many more are found."""
        return self.function.name if self.function else "", self.position

    @property
    def line_names(self) -> str:
        """The moves that lead there, in notation."""
        return " ".join(Position.start(self.position.game).names(self.line))

    @property
    def answer(self) -> str:
        """The wrong move in notation; of a function its name, and a sign where there was no move."""
        if self.function:
            return self.function.name
        assert self.finding
        return "--" if self.finding.move is None else self.position.name(self.finding.move)


def counterexamples(report: Report) -> list[Counterexample]:
    """The first fault of each wrong function, in the order of the exercise, then all wrong moves, few plies first."""
    found = [
        Counterexample(each.first.position, each.first.line, function=each) for each in report.functions if each.first
    ]
    return found + [Counterexample(each.position, each.line, each) for each in report.faults]


def _it(failure: Phrase) -> str:
    """The end of a sentence about the player, harmless on any terminal."""
    return printable(say(failure))


# The result.


def state(report: Report) -> tuple[str, str]:
    """The result in a word, with its role."""
    if not report.final:
        return _("judging"), "dim"
    if report.right:
        return _("right"), "win"
    wrong = report.faults or report.first_function or report.missing
    return (_("wrong"), "lose") if wrong else (_("not judged"), "lose")


def stage(report: Report) -> tuple[str, int, int]:
    """What is judged at the moment, and how much of how many is done; of 0 where that is not known."""
    doing = say(report.stage)
    if report.judged or not report.functions:
        return doing, report.judged, report.total
    return doing, report.functions[-1].boards, 0


def progress(report: Report) -> str:
    """What is judged at the moment, in a sentence."""
    doing, done, total = stage(report)
    if not total:
        return _("Judging {stage}: {done}.").format(stage=doing, done=thousands(done))
    return _("Judging {stage}: {done} of {total}.").format(stage=doing, done=thousands(done), total=thousands(total))


def headline(report: Report) -> str:
    """The result in a sentence: the first wrong function, else the number of wrong moves, else what is missing."""
    function, count = report.first_function, thousands(report.judged)
    if function:
        return _not_written([function.name]) if function.unwritten else _wrong_function(function)
    if report.faults:
        return _wrong_positions(report)
    if report.gave_up:
        return _given_up(report)
    if report.missing:
        return _missing(report)
    if report.sampled:
        return _("Right: no wrong position in a sample of {count}.").format(count=count)
    return _("Right: no wrong position among {count}.").format(count=count)


def _wrong_function(function: FunctionResult, first: FunctionResult | None = None) -> str:
    """How often a function is wrong; ``first`` is a wrong one before it in the order of the exercise."""
    text = _("Wrong: {function}, on {wrong} of {boards}.")
    if first:
        text = _("Also wrong, perhaps because of {first}: {function}, on {wrong} of {boards}.")
    boards = ngettext("{number} board", "{number} boards", function.boards, thousands(function.boards))
    wrong = thousands(function.wrong)
    return text.format(first=first and first.name, function=function.name, wrong=wrong, boards=boards)


def _wrong_positions(report: Report) -> str:
    text = _("Wrong positions: {wrong} of {count}.")
    return text.format(wrong=thousands(len(report.faults)), count=thousands(report.judged))


def _not_written(functions: Sequence[str]) -> str:
    return _("Not written yet: {functions}.").format(functions=", ".join(functions))


def _missing(report: Report) -> str:
    return _("Missing: {functions}.").format(functions=", ".join(report.missing))


def _given_up(report: Report) -> str:
    assert report.gave_up
    text = _("It {failure}. Positions not asked: {count}.")
    return text.format(failure=_it(report.gave_up), count=thousands(report.not_asked))


def results(report: Report) -> list[tuple[str, str]]:
    """The result in sentences, each with its role: whether it ever loses, wrong positions, what they cost, the functions of the
    course, which come first if one is wrong, and what else is to be known."""
    moves = [
        *_losses(report),
        *((line, "strong") for line in _wrong(report)),
    ]
    slow = report.count(Fault.SLOW)
    if lost := [*costs(report), *([_("Slow: {count}.").format(count=thousands(slow))] if slow else [])]:
        moves.append((" ".join(lost), ""))
    of_functions = list(functions(report))
    told = [*of_functions, *moves] if report.first_function else [*moves, *of_functions]
    said = [*notes(report)]
    if report.final and report.slowest:
        said.append(_("Slowest move: {seconds} s.").format(seconds=figures(f"{report.slowest[0]:.2f}")))
    return told + [(line, "dim") for line in said]


def _losses(report: Report) -> Iterator[tuple[str, str]]:
    players = words.players(get(report.game))
    for player, side in zip(players, report.sides or (), strict=False):
        if side.loses is None:
            yield _("Never loses as {player}.").format(player=player), "win"
            continue
        moves = " ".join(Position.start(get(report.game)).names(side.loses))
        if side.failure is None:
            yield _("Loses as {player}: {moves}.").format(player=player, moves=moves), "lose"
        elif moves:
            text = _("Loses as {player}: {moves}; then it {failure}.")
            yield text.format(player=player, moves=moves, failure=_it(side.failure)), "lose"
        else:
            yield _("Loses as {player}: it {failure}.").format(player=player, failure=_it(side.failure)), "lose"
    yield from ((line, "") for line in lost_sides(report, players))


def lost_sides(report: Report, players: Sequence[str]) -> Iterator[str]:
    """The side that is lost whatever is played, if there is one. ``players`` are the names of both."""
    for player, side in zip(players, report.sides or (), strict=False):
        if side.lost:
            yield _("As {side} any player loses against best play.").format(side=player)


def _wrong(report: Report) -> Iterator[str]:
    if not report.judged:
        return
    if report.faults or report.final:
        yield _wrong_positions(report)
    if report.sides:
        reached = sum(each.reached for each in report.faults)
        text = _("In its own games: {wrong} of {count}.")
        yield text.format(wrong=thousands(reached), count=thousands(report.reached))


def costs(report: Report) -> list[str]:
    """The number of positions with each fault that occurs, slow moves apart."""
    counted = (
        (_("Wins lost: {count}."), report.count(Fault.WIN_LOST)),
        (_("Draws lost: {count}."), report.count(Fault.DRAW_LOST)),
        (_("No legal move: {count}."), sum(each.move is None for each in report.findings)),
        (_("Wins never finished: {count}."), report.count(Fault.GOES_ROUND)),
    )
    return [text.format(count=thousands(count)) for text, count in counted if count]


def functions(report: Report) -> Iterator[tuple[str, str]]:
    """The functions of a course file in sentences, each with its role."""
    if report.right_functions:
        yield _("Right on every board: {functions}.").format(functions=", ".join(report.right_functions)), ""
    unwritten = [each.name for each in report.functions if each.unwritten]
    if unwritten:
        yield _not_written(unwritten), "strong"
    if report.missing:
        yield _missing(report), "lose"
    first = None
    for each in report.functions:
        if each.wrong and not each.unwritten:
            yield _wrong_function(each, first), "lose"
            first = first or each
    if report.because:
        text = _("minimax is wrong because of {function}: with a correct one it is right.")
        yield text.format(function=report.because), "strong"


def notes(report: Report) -> Iterator[str]:
    """Further sentences: why judging ended early, positions left out, a helper in the agent's place, memory without a limit."""
    if report.gave_up:
        yield _given_up(report)
    if report.unproven:
        yield ngettext(
            "{number} more position was left out, because not every move in it has a proven value.",
            "{number} more positions were left out, because not every move in them has a proven value.",
            report.unproven,
            thousands(report.unproven),
        )
    if report.helper:
        yield _("The contest calls the last function of a file; that is {helper}.").format(
            helper=printable(report.helper)
        )
    if report.final and not report.limited:
        yield _("Memory is not limited on this system.")


# One counterexample.


def example(one: Counterexample, known: Analysis | None) -> list[tuple[str, str]]:
    """What is said of a counterexample, in sentences, each with its role. ``known`` is what an engine knows of the position."""
    told = _of_function(one) if one.function else _of_finding(one, known)
    leads = _("Moves that lead here: {moves}.").format(moves=one.line_names) if one.line else _("This is the start.")
    return [*told, (leads, "dim")]


def _of_function(one: Counterexample) -> list[tuple[str, str]]:
    assert one.function
    fault = one.function.first
    assert fault
    return [
        (f"{call(one.function)} {_it(fault.answered)}.", "strong"),
        (_("Expected: {value}.").format(value=printable(say(fault.expected))), ""),
    ]


def call(result: FunctionResult) -> str:
    """The first wrong call of a function as Python writes it."""
    assert result.first
    return f"{result.name}({', '.join(filter(None, ('board', result.first.argument)))})"


def _of_finding(one: Counterexample, known: Analysis | None) -> list[tuple[str, str]]:
    finding = one.finding
    assert finding
    told = [(fault(finding), "strong")]
    for move in (finding.move, *finding.holding[:1]):
        line = known.line(move) if known and move is not None else None
        if known and line and line.score.proven:
            said = words.prospect(line, known) if move == finding.move else say(explain.why(one.position, line))
            told.append((f"{one.position.name(line.move)}: {said.rstrip('.')}.", ""))
    return told


def fault(finding: Finding) -> str:
    """What is wrong with an answer, in a sentence."""
    position, move, held = finding.position, finding.move, names(finding.position, finding.holding)
    player = words.players(position.game)[position.turn]
    if finding.fault is Fault.FAILED or move is None:
        text = (
            _("{player} makes no legal move: it {failure}.") if finding.failure else _("{player} makes no legal move.")
        )
        return text.format(player=player, failure=_it(finding.failure) if finding.failure else "")
    name = position.name(move)
    if finding.fault is Fault.SLOW:
        return _("{player} plays {move}, but {held} would be faster.").format(player=player, move=name, held=held)
    if finding.fault is Fault.GOES_ROUND:
        return _("{player} plays {move} and keeps the win, but never completes it.").format(player=player, move=name)
    text = (
        _("{player} plays {move}: win thrown away; {held} held it.")
        if finding.fault is Fault.WIN_LOST
        else _("{player} plays {move}: draw thrown away; {held} held it.")
    )
    return text.format(player=player, move=name, held=held)


def printed(report: Report) -> Sequence[str]:
    """The end of what the file has printed, in lines, harmless on any terminal."""
    return [printable(line.expandtabs()) for line in report.printed.splitlines()]
