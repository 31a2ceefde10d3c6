"""Every reading of every engine, in every report and final answer, holds against brute force over the rules written a second
time: the verdict, the bound, and ``least <= plies <= most``, so that "more than N plies" is held to be a proof too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random

import pytest

from core.analysis import Analysis, Limit, Watch
from core.engines import analyse, facts, get, of
from core.engines.root import Counter
from core.games import get as get_game
from core.kits import KITS
from core.position import Position
from core.score import Proof, Score, Verdict
from tests.core.plain import plain
from tests.core.plain_boards import Plain, Pos
from tests.core.watching import Clock
from tests.core.worths import Worth, small, worth

VALUES = {Verdict.WIN: 1, Verdict.TIE: 0, Verdict.ENDLESS: 0, Verdict.LOSE: -1}
BUDGETS = (100, 4000)
"""Nodes: a reading is in most danger where a search is cut off."""
GRAIN = 8
"""Nodes between two looks at what an engine says."""
MAX_NODES = {True: 12_000, False: 200_000}
"""Positions that brute force may look at to solve the one that is asked about, in games that always end and in others."""
GAMES, FEW_GAMES = 4, 1
"""Random games, of each of which so many positions are asked about; and how many at every check."""
POSITIONS = 4
OTHERS = (
    "tictactoe/misere/wild",
    "mnk:4,3,3",
    "mnk:3,3,2",
    "ultimate/count",
    "connect-four:4,4,3",
    "morris/fly",
    "nim:1,1100",
)
"""Games beside the presets, with options that those leave out."""
PRESETS = [id for kit in KITS.values() for id in kit.presets.split()]
FEW = ("tictactoe", "ultimate", "pong-hau-ki", "wythoff:3,5", "subtraction:11:1,3,4")
"""Those that are asked about at every check."""
MAX_MOVES = 300


def holds(score: Score, truth: Worth) -> bool:
    """Whether a reading says nothing that is not so."""
    if score.verdict is None:
        return True
    if score.proof is Proof.AT_LEAST:
        return truth.value >= 0
    if score.proof is Proof.AT_MOST:
        return truth.value <= 0
    if truth.plies is None:
        # What never ends has no last ply: a tie, which does, would be another thing.
        return score.verdict is Verdict.ENDLESS and score.plies is score.within is None
    same = score.verdict is not Verdict.ENDLESS and VALUES[score.verdict] == truth.value
    return same and score.least <= truth.plies <= score.most


def late(id: str, games: int = GAMES) -> Iterator[tuple[Position, Pos]]:
    """Positions of random games that brute force can solve, drawn from the whole course where it can solve it all."""
    rules, draw = plain(id), Random(id)
    for _ in range(games):
        position, pos = Position.start(get_game(id)), rules.start
        path: list[tuple[Position, Pos]] = []
        while not position.outcome and len(path) < MAX_MOVES:
            path.append((position, pos))
            after = rules.after(pos)
            quiet = [name for name in sorted(after) if rules.result(after[name]) is None] or sorted(after)
            name = draw.choice(quiet)
            position, pos = position.play(position.parse(name)), after[name]
        solved = []
        for each in reversed(path):
            if small(rules, each[1], MAX_NODES[position.game.finite]) is None:
                break
            solved.append(each)
        # The earliest is where distances are longest.
        yield from solved[-1:]
        yield from draw.sample(solved[:-1], min(POSITIONS - 1, len(solved[:-1])))


def truths(rules: Plain, position: Position, pos: Pos) -> dict[int | None, Worth]:
    """What each move is worth to the player who makes it."""
    found: dict[int | None, Worth] = {}
    for name, child in rules.after(pos).items():
        known = worth(rules, child)
        value = known.value if child[0] == pos[0] else -known.value
        found[position.parse(name)] = Worth(value, None if known.plies is None else known.plies + 1)
    return found


@pytest.fixture
def fine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every engine tells what it has learnt after a few nodes, so that hardly a state of its search goes unheard."""
    begin = Counter.__init__

    def begin_finely(self: Counter, tick: Callable[[int], None], every: int, sharing: int = 1) -> None:
        begin(self, tick, min(every, GRAIN), sharing)

    monkeypatch.setattr(Counter, "__init__", begin_finely)
    monkeypatch.setattr("core.engines.general.mcts._PUBLISH", GRAIN)


def said(name: str, position: Position, nodes: int, every: bool) -> set[tuple[int | None, Score]]:
    """All that an engine says, in its reports and its final answer, of the moves and, by None, of the position."""
    found: set[tuple[int | None, Score]] = set()

    def hear(analysis: Analysis) -> None:
        found.update((line.move, line.score) for line in analysis.lines)
        if analysis.score:
            found.add((None, analysis.score))

    hear(analyse(get(name), Watch(position, Limit(nodes=nodes), Clock(1.0), hear, all_moves=every)))
    return found


def false_readings(id: str, games: int = GAMES) -> Iterator[str]:
    """What the engines of a game say of it that brute force refutes."""
    rules = plain(id)
    for position, pos in late(id, games):
        truth: dict[int | None, Worth] = {None: worth(rules, pos), **truths(rules, position, pos)}
        for name in of(position.game):
            for nodes, every in product(BUDGETS if facts(name).thinks else (0,), (True, False)):
                for move, score in said(name, position, nodes, every):
                    if not holds(score, truth[move]):
                        yield f"{name}, {nodes} nodes, {position.text}, {move}: {score} is {truth[move]}"
