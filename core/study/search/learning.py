"""Machines that learn a game: Michie's matchboxes beside Q-learning, against a chosen teacher."""

from __future__ import annotations

import csv
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import accumulate
from typing import NamedTuple

from core.errors import quoted
from core.game import Player
from core.games import get
from core.learning.classes import Classes, TooManyClasses, classes_of
from core.learning.lessons import ITSELF, PERFECT, Block, Lessons, teachers
from core.learning.menace import FIRST_BEADS, Menace
from core.learning.q_learning import QLearner
from core.phrase import Figures, Sentence, fact, figure, phrase
from core.position import Position
from core.study.sources import OURS, TRIQUI
from core.study.study import (
    PagePart,
    Share,
    Study,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    Text,
    Topic,
    Unstudied,
)

USUAL = "tictactoe"
USUAL_GAMES = 2_000
MAX_GAMES = 200_000
BLOCKS = 50
"""Number of points of the curve."""
EARLY = 5
"""Number of parts of the games; the first and the last are compared."""
MEASURED = "tictactoe"
"""The game of the measured table."""
SECOND = "second"
"""The word that makes the machines move second."""
_REPORT_SECONDS = 0.2
_SETS: Mapping[str, tuple[int, int, int]] = {
    "games": (USUAL_GAMES, 1, MAX_GAMES),
    "seed": (1, 0, 999_999_999),
}
"""The default, the minimum and the maximum of each option."""


class LearningTask(NamedTuple):
    """A task: the game, the teacher, the seat of the learner, the number of games, and the random seed."""

    classes: Classes
    teacher: str
    seat: Player
    games: int
    seed: int


class CurvePoint(NamedTuple):
    """The results of both machines in a block of games: their shares of the points and of right moves."""

    games: int
    """Games played by the end of the block."""
    menace: float
    q: float
    menace_right: float | None
    q_right: float | None


@dataclass(frozen=True)
class LearningCurve:
    """The curve so far; ``most`` is the number of games at its end."""

    points: tuple[CurvePoint, ...]
    most: int


def lesson(question: StudyQuestion) -> LearningTask:
    """The task of a question. Raises Unstudied, UnknownGame, TooManyClasses or UnknownTeacher."""
    question.bare()
    sets: dict[str, int] = {}
    names: list[str] = []
    for word in question.arguments:
        key, equals, number = word.partition("=")
        if word != SECOND and not (equals and key in _SETS):
            names.append(word)
        elif key in sets:
            raise Unstudied("{word} appears twice; leave out one of them.", word=quoted(key + equals))
        else:
            sets[key] = _number(key, number) if equals else 1
    usual = teachers(classes_of(get(USUAL)))
    id = next((name for name in names if name not in usual), USUAL)
    if id in names:
        names.remove(id)
    if len(names) > 1:
        raise Unstudied(
            "{command:learning is about one game and one teacher, as in 'triqui study learning {usual} perfect games=500'}"
            "{screen:This study is about one game and one teacher}; leave out {word}.",
            usual=USUAL,
            word=quoted(names[1]),
        )
    classes = classes_of(get(id))
    if names and names[0] not in teachers(classes):
        raise Unstudied(
            "No player of {game} is called {name}; choose one of {names}.",
            name=quoted(names[0]),
            game=id,
            names=", ".join(teachers(classes)),
        )
    games, seed = (sets.get(key, usual) for key, (usual, _least, _most) in _SETS.items())
    return LearningTask(classes, names[0] if names else PERFECT, 1 if SECOND in sets else 0, games, seed)


def _number(key: str, text: str) -> int:
    _usual, least, most = _SETS[key]
    if re.fullmatch("[0-9]{1,9}", text) and least <= int(text) <= most:
        return int(text)
    raise Unstudied(
        "{name} is {kind} from {least} to {most}, not {text}.",
        name=f"{key}=",
        kind=phrase("a whole number"),
        least=least,
        most=figure(most),
        text=quoted(text[:40]),
    )


def study(question: StudyQuestion) -> Iterator[Study]:
    """The growing curve of the games; then the results, and what is known about such machines."""
    asked = lesson(question)
    classes, size = asked.classes, max(1, asked.games // BLOCKS)
    menace, q = Menace(classes), QLearner(classes)
    lessons = [Lessons(learner, asked.teacher, asked.seat, asked.seed) for learner in (menace, q)]
    made: list[tuple[Block, Block]] = []
    points: list[CurvePoint] = []
    title = fact("learning.study", game=classes.game.name, teacher=_titled(asked.teacher))
    sources = (TRIQUI, fact("learning.sources.michie"), fact("learning.sources.watkins"), OURS)
    told, played = time.monotonic(), 0
    for ours, theirs in zip(*(each.blocks(asked.games, size) for each in lessons), strict=True):
        made.append((ours, theirs))
        played += ours.tally.games
        points.append(CurvePoint(played, ours.tally.share, theirs.tally.share, ours.rightness, theirs.rightness))
        if time.monotonic() - told > _REPORT_SECONDS:
            curve = _curve(asked, points)
            yield Study(question, title, (curve,), sources, final=False, nodes=played, data=curve.shown)
            told = time.monotonic()
    curve = _curve(asked, points)
    parts: tuple[PagePart, ...] = (
        curve,
        _blocks(made),
        _plies(made),
        _first_box(menace, q, asked.seat),
        _boxes(classes, asked.seat, menace),
        *_measured(classes),
        _limits(asked, menace),
        Text("learning.about"),
    )
    yield Study(question, title, parts, sources, nodes=played, data=curve.shown)


def _titled(teacher: str) -> Sentence:
    return _TEACHERS.get(teacher) or fact("learning.teachers.written", name=teacher)


_TEACHERS: Mapping[str, Sentence] = {
    "random": fact("learning.teachers.random"),
    "arias": fact("learning.teachers.arias"),
    PERFECT: fact("learning.teachers.perfect"),
    ITSELF: fact("learning.teachers.itself"),
}


def _curve(asked: LearningTask, points: Sequence[CurvePoint]) -> StudyPicture:
    best = asked.classes.values[0] * (1 if asked.classes.turns[0] == asked.seat else -1)
    notes: list[Sentence] = [fact("learning.curve.note")]
    if asked.teacher == PERFECT:
        notes.append(_BEST_POSSIBLE[best])
    return StudyPicture("learning.curve", LearningCurve(tuple(points), asked.games), tuple(notes))


_BEST_POSSIBLE: Mapping[int, Sentence] = {
    1: fact("learning.curve.all"),
    0: fact("learning.curve.half"),
    -1: fact("learning.curve.none"),
}
"""The best result against perfect play, by the value of the game."""


class _Results(NamedTuple):
    """The results of a machine in a block of games: games, its share of the points and of right moves."""

    won: int
    drawn: int
    lost: int
    points: Share
    right: Share | None

    @classmethod
    def of(cls, block: Block) -> _Results:
        """The results of a block."""
        points = Share(round(2 * block.tally.points), 2 * block.tally.games, brief=True)
        return cls(*block.tally, points, _right(sum(block.made), sum(block.right)))


class _BlockRow(NamedTuple):
    """The results of both machines in a block of games, and the games by its end."""

    games: int
    menace: _Results
    q: _Results


def _right(made: int, right: int) -> Share | None:
    return Share(right, made, brief=True) if made else None


def _blocks(made: Sequence[tuple[Block, Block]]) -> StudyTable:
    played = accumulate(menace.tally.games for menace, _q in made)
    rows = tuple(
        _BlockRow(games, _Results.of(menace), _Results.of(q)) for games, (menace, q) in zip(played, made, strict=True)
    )
    return StudyTable("learning.blocks", rows, (fact("learning.blocks.note"),))


class _PlyRow(NamedTuple):
    """The shares of right moves of both machines at their move of that number, in the first and the last games."""

    move: int
    menace_first: Share | None
    menace_last: Share | None
    q_first: Share | None
    q_last: Share | None


def _plies(made: Sequence[tuple[Block, Block]]) -> StudyTable:
    """The share of right moves by the number of the machine's own move, in the first and the last games."""
    part = max(1, len(made) // EARLY)
    sums: list[Block] = []
    for which in (0, 1):
        for blocks in (made[:part], made[-part:]):
            together = Block()
            for block in blocks:
                together.add(block[which])
            sums.append(together)
    rows: list[_PlyRow] = []
    for number in range(max(len(each.made) for each in sums)):
        shares = [_right(each.made[number], each.right[number]) if number < len(each.made) else None for each in sums]
        if any(shares):
            rows.append(_PlyRow(number + 1, *shares))
    return StudyTable("learning.plies", tuple(rows), (fact("learning.plies.note", parts=EARLY),))


class _BoxMove(NamedTuple):
    """Equal moves in a box: their beads at the start and now, the chance of a bead, Q-learning's value, and the truth."""

    moves: str
    start: int
    beads: int
    share: Share
    q: Figures
    truth: Sentence


def _first_box(menace: Menace, q: QLearner, seat: Player) -> StudyTable:
    """The box of the machine's first move; if it moves second, the box that comes up most often."""
    classes = menace.classes
    at = 0
    if classes.turns[0] != seat:
        firsts = [step.to for step in classes.steps[0] if step.to in menace.boxes]
        at = max(firsts, key=lambda each: sum(menace.beads(each)), default=0)
    position = Position(classes.game, classes.states[at])
    beads, start = menace.beads(at), menace.filled(at)
    rows = tuple(
        _BoxMove(
            " ".join(position.name(move) for move in step.moves),
            start[number],
            beads[number],
            Share(beads[number], sum(beads), brief=True),
            Figures(f"{q.worths(at)[number]:+.2f}"),
            fact("learning.first.keeps") if classes.right[at][number] else fact("learning.first.loses"),
        )
        for number, step in enumerate(classes.steps[at])
    )
    return StudyTable("learning.first", rows, (fact("learning.first.note", position=position.text),))


def boxes(classes: Classes, seat: Player) -> Mapping[int, tuple[int, int]]:
    """By the plies played, the number of classes with a player to move, and how many of them need a box: those with more than
    one move."""
    found: Counter[int] = Counter()
    needed: Counter[int] = Counter()
    for at, plies in enumerate(classes.plies):
        if classes.turns[at] == seat:
            found[plies] += 1
            needed[plies] += sum(len(step.moves) for step in classes.steps[at]) > 1
    return {plies: (found[plies], needed[plies]) for plies in sorted(found)}


class _BoxCount(NamedTuple):
    """Positions with a player to move by the moves made before, the boxes they need, beads of each colour, boxes opened."""

    plies: int | Sentence
    classes: int
    boxes: int
    each: int | None
    opened: int


def _boxes(classes: Classes, seat: Player, menace: Menace) -> StudyTable:
    counts = boxes(classes, seat)
    opened = Counter(classes.plies[at] for at in menace.boxes if classes.turns[at] == seat)
    rows = [
        _BoxCount(plies, found, needed, FIRST_BEADS[min(plies // 2, len(FIRST_BEADS) - 1)], opened[plies])
        for plies, (found, needed) in counts.items()
    ]
    found, needed = (sum(count[at] for count in counts.values()) for at in (0, 1))
    rows.append(_BoxCount(fact("learning.boxes.all"), found, needed, None, opened.total()))
    notes = [fact("learning.boxes.note")]
    if classes.game.id == MEASURED and seat == 0:
        notes.append(fact("learning.boxes.michie"))
    return StudyTable("learning.boxes", tuple(rows), tuple(notes))


@cache
def measured() -> tuple[Mapping[str, str], ...]:
    """The rows of the measured table, as tests.tools.learning writes them."""
    text = resources.files("core.data").joinpath("learning.csv").read_text("utf-8")
    return tuple(csv.DictReader(text.splitlines()))


class _Measured(NamedTuple):
    """The points and the right moves of both machines after games against a teacher, with their intervals."""

    teacher: Sentence
    games: int
    menace_points: Figures
    menace_right: Figures
    q_points: Figures
    q_right: Figures


def _measured(classes: Classes) -> Iterator[StudyTable]:
    if classes.game.id != MEASURED:
        return
    found = {(row["teacher"], int(row["games"]), row["machine"]): row for row in measured()}
    rows: list[_Measured] = []
    for teacher, games in dict.fromkeys((teacher, games) for teacher, games, _machine in found):
        machines = (found[teacher, games, machine] for machine in ("menace", "q"))
        results = [_with_interval(row[name], row[f"{name}_pm"]) for row in machines for name in ("points", "right")]
        rows.append(_Measured(_titled(teacher), games, *results))
    yield StudyTable("learning.measured", tuple(rows), (fact("learning.measured.note"),))


def _with_interval(hundredths: str, half: str) -> Figures:
    return Figures(f"{int(hundredths) / 100:.1f} ± {int(half) / 100:.1f} %")


def _limits(asked: LearningTask, menace: Menace) -> Text:
    """What such a machine cannot learn, with the boxes of these games."""
    every = sum(needed for _found, needed in boxes(asked.classes, asked.seat).values())
    opened = sum(asked.classes.turns[at] == asked.seat and len(box) > 0 for at, box in menace.boxes.items())
    single = sum(
        asked.classes.turns[at] == asked.seat and sum(len(step.moves) for step in asked.classes.steps[at]) < 2
        for at in menace.boxes
    )
    return Text(
        "learning.limits",
        (
            fact(
                "learning.limits.opened",
                opened=figure(opened - single),
                boxes=figure(every),
                teacher=_titled(asked.teacher),
            ),
            fact("learning.limits.text"),
        ),
    )


def about(position: Position) -> StudyQuestion | None:
    """The learning of a game, if it is small enough; offered only at its start."""
    if position != Position.start(position.game) or len(position.moves) > BLOCKS:
        return None
    try:
        classes_of(position.game)
    except TooManyClasses:
        return None
    return StudyQuestion("learning", (position.game.id,))


TOPIC = Topic(
    "learning",
    "[GAME] [random | perfect | itself | STRATEGY] [games=N] [seed=N] [second]",
    study,
    about,
)
