"""No sentence says what brute force refutes: why, hints, effects, notes, columns, proofs and reviews of every family, held to
the claims of ``claims`` on positions of random games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import cycle, product
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias

import core.explain
import core.review.verdicts
from core.analysis import Analysis, Line
from core.explain import Rung, column, effect, hint, notes, proof, why
from core.games import get
from core.kits import provable
from core.position import Position
from core.review.verdicts import DEPTH, judge
from core.score import Proof, Score, Verdict
from core.strategies import open_win
from tests.core.claims import check
from tests.core.plain import plain
from tests.core.plain_boards import Plain, Pos
from tests.core.said import Said
from tests.core.worths import Worth, small, worth
from tests.tools.messages import messages

OWN = "own.py"
"""Where the sentences stand that only games of one's own say: ``test_own_words`` holds those to the truth."""
FILES = (*Path(core.explain.__file__).parent.glob("*.py"), Path(core.review.verdicts.__file__), Path(open_win.__file__))
"""Where all sentences stand."""


class Case(NamedTuple):
    """Positions of so many random games. ``most``: how many positions brute force may look at to solve one. ``inside``: letters
    and numbers of the squares played on, where a board is so large that random stones do not meet."""

    id: str
    games: int = 8
    most: int = 3000
    inside: str = ""


CASES = (
    Case("tictactoe", most=6000),
    Case("tictactoe/misere", most=6000),
    Case("tictactoe/wild", 4, 40_000),
    Case("tictactoe/misere/wild", 4, 40_000),
    Case("tictactoe/toroidal", most=6000),
    Case("mnk:4,3,3", 4),
    Case("mnk:4,4,3", 4, 500),
    Case("mnk:4,4,3/toroidal", 3, 0),
    Case("mnk:4,4,4", 3, 500),
    Case("mnk:3,3,2"),
    Case("mnk:3,3,9"),
    Case("mnk:1,5,2"),
    Case("mnk:2,3,1"),
    Case("mnk:5,5,4", 2, 0),
    Case("mnk:5,5,5", 2, 500),
    Case("mnk:5,5,4/toroidal", 1, 0),
    Case("tictactoe3d", 2, 0),
    Case("qubic", 1, 0),
    Case("gomoku", 2, 0, "abcdefg1234567"),
    Case("gomoku/exact", 2, 0, "abcdefg1234567"),
    Case("gomoku/swap2", 1, 0, "abcdef123456whiteblacktwo"),
    Case("ultimate", 4, 500),
    Case("ultimate/open", 4, 500),
    Case("ultimate/count", 2, 500),
    Case("ultimate/count/open", 3, 500),
    Case("ultimate/tic-tac-ku", 3, 500),
    Case("ultimate/count/open/tic-tac-ku", 3, 500),
    Case("connect-four", 4, 300),
    Case("connect-four:4,4,3", 10, 500),
    Case("connect-four:5,4,4", 10, 500),
    Case("connect-four:4,3,3", 8, 500),
    Case("connect-four:3,3,2"),
    Case("notakto:1", most=6000),
    Case("notakto:2", 8, 500),
    Case("notakto:3", 4, 500),
    Case("numerical", 8),
    Case("vanishing", 6, 0),
    Case("vanishing/reuse", 6, 0),
    Case("pong-hau-ki", 6, 100),
    *(Case(f"morris{option}", 2, 6000) for option in ("", "/tapatan", "/any", "/fly", "/no-centre")),
    Case("achi", 11, 20_000),
    Case("nim:3,4,5"),
    Case("nim:3,4,5/misere"),
    Case("nim:1,2,1,3,2/misere"),
    Case("nim:1,3,2,1,2,1", 8),
    Case("nim:7", 4),
    Case("subtraction:21:1,2,3"),
    Case("subtraction:12:1,2,3/misere"),
    Case("subtraction:11:1,3/misere"),
    Case("subtraction:11:1,3"),
    Case("subtraction:11:1,3,4"),
    Case("subtraction:11:1,3,4/misere"),
    Case("subtraction:13:2,3/misere"),
    Case("subtraction:13:2,5"),
    Case("subtraction:5,7:1,3,4"),
    Case("subtraction:4,5:1,2/misere"),
    Case("kayles:7"),
    Case("kayles:3,4"),
    Case("kayles:2,1,1,2,2", 6),
    Case("kayles:6/misere"),
    Case("kayles:1,1,1,1,1,1,1,3", 2),
    Case("nim:1,1,1,1,1,1,1,2", 2),
    Case("dawson-kayles:8"),
    Case("dawson-kayles:3,5/misere"),
    Case("wythoff:3,5"),
    Case("wythoff:8,12", 6),
    Case("fibonacci-nim:20"),
    Case("fibonacci-nim:21"),
    Case("chomp:3,4"),
    Case("chomp:4,2"),
    Case("chomp:4,4"),
)
_FEW = (
    *("tictactoe", "connect-four:4,4,3", "vanishing", "pong-hau-ki", "nim:3,4,5", "nim:1,2,1,3,2/misere"),
    *("subtraction:11:1,3,4", "kayles:7", "dawson-kayles:8", "wythoff:3,5", "fibonacci-nim:20", "chomp:3,4"),
)
FEW = tuple(case for case in CASES if case.id in _FEW)
"""Those that are held to the truth at every check: the ones that take the least time."""
MAX_MOVES = 40
"""Moves after which a random game that goes round is left."""
TAIL = 5
"""Positions before the end of a long game that brute force tries to solve."""
MANY = 300
"""Moves beyond which no hints are asked for."""
VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}


Course: TypeAlias = list[tuple[Position, Pos]]
"""Positions of a game in the product and in the rules written a second time."""


def walks(case: Case) -> Iterator[tuple[Position, Pos, bool]]:
    """Positions of random games in the product and in the rules written a second time, and whether the end is near."""
    for course, late in courses(case):
        yield *course[0], late


def courses(case: Case) -> Iterator[tuple[Course, bool]]:
    """Positions of random games, each with those before it, the latest first, and whether the end is near. Half of the time a
    move that wins at once is passed over, so that games last."""
    rules, draw = plain(case.id), Random(case.id)
    for _ in range(case.games):
        position, pos = Position.start(get(case.id)), rules.start
        path: Course = []
        while not position.outcome and len(path) < MAX_MOVES * 3:
            path.append((position, pos))
            after = rules.after(pos)
            assert {position.name(move) for move in position.moves} == set(after)
            names = [name for name in sorted(after) if not case.inside or set(name) <= set(case.inside)] or [*after]
            quiet = [name for name in names if rules.result(after[name]) is None]
            name = draw.choice(quiet if quiet and draw.random() < 0.7 else names)
            led = open_win.reply(position.state) if case.id == "ultimate/open" else None
            name = name if led is None else position.name(led)
            position, pos = position.play(position.parse(name)), after[name]
            if not position.game.finite and len(path) > MAX_MOVES:
                break
        for i in range(len(path)):
            if not case.inside or i % 7 in (0, 3):
                yield path[i::-1], i >= len(path) - TAIL


def brute(rules: Plain, pos: Pos, most: int) -> dict[str, Worth]:
    """What every move is worth to the player who makes it; empty where more positions would have to be looked at."""
    found: dict[str, Worth] = {}
    if not most or not small(rules, pos, most):
        return found
    for name, child in rules.after(pos).items():
        known = worth(rules, child)
        found[name] = Worth(-known.value, None if known.plies is None else known.plies + 1)
    return found


def score(found: Worth) -> Score:
    """What brute force found as a proven score."""
    return Score.exact(Verdict.ENDLESS if found.plies is None else VERDICTS[found.value], found.plies)


def bounded(found: Worth) -> Score:
    """The same where no more than a bound on the length is proven."""
    return score(found) if found.plies is None else Score.exact(VERDICTS[found.value], most=found.plies + 2)


def analysis_of(position: Position, worths: Mapping[str, Worth], guesses: dict[str, float]) -> Analysis:
    """What brute force found, but for the moves that are only guessed, of every other one the most that it may be worth, and
    of some at a glance."""
    lines = []
    ways = cycle(product((DEPTH, DEPTH, DEPTH - 1), (Score.estimate, Score.guessed_at_most)))
    for move, (depth, guess) in zip(position.moves, ways, strict=False):
        name = position.name(move)
        lines.append(Line(move, guess(guesses[name]) if name in guesses else score(worths[name]), (move,), depth))
    lines.sort(key=lambda line: line.score.rank, reverse=True)
    return Analysis(position, tuple(lines), 1, 1, 0.0, True)


def play(rules: Plain, position: Position, pos: Pos, name: str) -> tuple[int, ...]:
    """The move, and best play after it where that comes to an end."""
    moves: list[int] = []
    while len(moves) < MAX_MOVES:
        moves.append(position.parse(name))
        position, pos = position.play(moves[-1]), rules.after(pos)[name]
        known = {each: worth(rules, child) for each, child in rules.replies(pos).items()}
        if not known or worth(rules, pos).plies is None:
            break
        name = min(known, key=lambda each: (known[each].value, -known[each].value * (known[each].plies or 0)))
    return tuple(moves)


def told_of(case: Case) -> Iterator[set[str]]:
    """Hold all that is said to its claims; the templates met."""
    rules, draw = plain(case.id), Random(case.id)
    known: dict[Pos, Mapping[str, Worth]] = {}
    for course, late in courses(case):
        position, pos = course[0]
        earlier = course[1:]
        before = [analysis_of(then, known[there], {}) if known.get(there) else None for then, there in earlier]
        said = Said(rules, position.game.players, pos, "")
        table = notes(position)
        if table:
            rows = tuple(map(str, table.rows))
            for text in (table.title, *table.rows):
                if not isinstance(text, str):
                    yield check(text, Said(rules, position.game.players, pos, "", table=rows))
        heading = column(position)
        cells = {position.name(move): heading[1](move) for move in position.moves} if heading else {}
        worths = known[pos] = brute(rules, pos, case.most) if late or case.most > 3000 else {}
        names = sorted(position.name(move) for move in position.moves)
        if case.inside:
            names = [name for name in names if set(name) <= set(case.inside)][:: 1 if len(names) < 9 else 7]
        for name in names if len(names) <= 12 else draw.sample(names, 12):
            move = position.parse(name)
            said = Said(rules, position.game.players, pos, name, worths, column=cells)
            if worths:
                past = tuple(there for _, there in earlier)
                proven = Said(rules, position.game.players, pos, name, worths, frozenset(worths), path=past)
                for value in (score(worths[name]), bounded(worths[name])):
                    line = Line(move, value, play(rules, position, pos, name))
                    yield check(why(position, line, before), proven)
            for guessed in (Score.estimate(0.25), Score.estimate(0.0), Score.guessed_at_most(0.25)):
                guess = Said(rules, position.game.players, pos, name, worths, guesses={name: guessed.value})
                yield check(why(position, Line(move, guessed, (move,)), before), guess)
            for theory in (False, True):
                sentence = effect(position, move, theory)
                if sentence:
                    yield check(sentence, said)
            if heading:
                yield check(heading[0], said)
            yield from told_by_proof(position, move, said)
        guesses_of = {position.name(move): draw.uniform(-0.9, 0.9) for move in position.moves}
        few = {name: guess for name, guess in guesses_of.items() if draw.random() < 0.3}
        if len(guesses_of) <= MANY:
            for guesses in ({}, few, guesses_of) if worths else (guesses_of,):
                yield from told_of_all(position, Said(rules, position.game.players, pos, "", worths), guesses)


def told_by_proof(position: Position, move: int, said: Said) -> Iterator[set[str]]:
    """The picture of a position, or else of a move."""
    for moved in (None, move):
        picture = proof(position, moved)
        if picture:
            whole = proof(position, None) is not None
            signs = {position.game.format_move(position.state, cell): sign for cell, sign in picture.signs.items()}
            name = "" if whole else said.name
            yield check(picture.text, Said(said.rules, said.seats, said.before, name, column=signs))


def told_of_all(position: Position, said: Said, guesses: dict[str, float]) -> Iterator[set[str]]:
    """The hints, and the judgement of every move, where some moves are only guessed."""
    worths = said.worths
    analysis = analysis_of(position, worths, guesses)
    values = {position.name(line.move): line.score.value for line in analysis.lines}
    proven = frozenset(values) - frozenset(guesses)
    waits = provable(position.game.id, position.game.move_count)
    thin = frozenset(
        position.name(line.move)
        for line in analysis.lines
        if not line.score.proven and (waits or line.depth < DEPTH or line.score.proof is Proof.AT_MOST)
    )
    for line in analysis.lines:
        name = position.name(line.move)
        said = Said(said.rules, said.seats, said.before, name, worths, proven, values, thin=thin)
        if line is analysis.best:
            for rung in Rung:
                yield check(hint(analysis, rung), said)
        judgement = judge(analysis, line.move)
        assert judgement
        yield check(judgement.note, said)


@cache
def told(case: Case) -> frozenset[str]:
    """The templates met in a game, all found true."""
    return frozenset().union(*told_of(case))


def templates() -> set[str]:
    """Every sentence that the explanations and reviews of the hall's games can say."""
    return {each for path in FILES if path.name != OWN for each in templates_of(path.name)}


def templates_of(name: str) -> set[str]:
    """Every sentence of one of the files."""
    return {
        text for path in FILES if path.name == name for found in messages(path.read_text("utf-8")) for text in found
    }
