"""Prove that the first player wins Qubic, question by question: ``python -m tests.tools.prove_qubic MINUTES
[--workers N | --scheduler ADDRESS] [--nodes N]``.

The book (:mod:`core.engines.qubic.book`) is written anew after every answer, with what is planned, so that the proof can be
stopped at any time and taken up again. A question is a position with X to move. The engine answers it with a win within so
many nodes, or else with the move that wins within many more, or with those it thinks best: then the first of them is tried,
and each reply of O that does not lose to fours is a question again, one for all images of a position. Where a move fails, the
next is tried. Questions go deep first, so that what is proven is soon of use.

Of the positions with six marks that the plan comes upon some 98 of 100 are won within 100,000 nodes, and nearly all others
within two millions. Not to ask so much of these cost thousands of questions further down.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from functools import cache, partial
from pathlib import Path
from sys import maxsize
from typing import NamedTuple

import typer

from core.analysis import Limit, Watch
from core.engines.lines.proof_numbers import ProofNumbers, by_rank
from core.engines.lines.threat_search import ThreatSearch
from core.engines.qubic.book import PLANNED, REPLIES, SEARCH, BookEntry, BookKey, key, read, written
from core.engines.qubic.engine import QubicEngine
from core.game import Move
from core.games import get
from core.games.qubic import Cube
from core.kinds.lanes import LanePlace, members
from core.position import Position
from core.score import Verdict
from tui.command.tournaments import executor

DATA = Path(__file__).parents[2] / "core" / "data" / "qubic.txt"
HEAD = "# Qubic: X, O, moves, kind (core/engines/qubic/book.py). python -m tests.tools.prove_qubic, {nodes} nodes a question\n"
START: BookKey = (0, 0)
NODES = 100_000
_THOROUGH = 20
"""Times as many nodes for a position that is not won within ``NODES``: it goes into the book by its replies, as a hall wants
to find the rest of the game in a second."""
_CANDIDATES = 4
_RANKING = 5
"""Nodes for a proof for each one that ranks the moves."""
_MAX_MARKS = 14
"""Marks at which a move that has led there is given up."""


class Answer(NamedTuple):
    """What an engine says of a position: how it wins, or the moves to try, best first. No moves: X does not win."""

    at: BookKey
    entry: BookEntry
    nodes: int


def rules() -> Cube:
    """The rules of Qubic."""
    game = get("qubic")
    assert isinstance(game, Cube)
    return game


def answer(at: BookKey, nodes: int) -> Answer:
    """Ask the engine about a position with X to move. Any process may do it, at any time, and needs nothing but this."""
    spent = 0

    def tick(count: int) -> None:
        nonlocal spent
        spent += count

    game = rules()
    # The line that the first mark may begin is a matter of the plan, and no engine proves it.
    if at != START:
        threats = ThreatSearch(game, tick, symmetric=False)
        numbers = ProofNumbers(threats, by_rank, ahead=False)
        place = _place(threats, at)
        for most, kind in ((nodes, SEARCH), (_THOROUGH * nodes, PLANNED)):
            won = threats.nodes.ask(most, partial(numbers.decide, place, True, maxsize))
            if won:
                return Answer(at, BookEntry((numbers.won(place, True)[0],), kind), spent)
            if won is False:
                return Answer(at, BookEntry((), PLANNED), spent)
        if sum(marks.bit_count() for marks in at) >= _MAX_MARKS:
            return Answer(at, BookEntry((), PLANNED), spent)
    position = Position(game, at)
    found = QubicEngine().analyse(Watch(position, Limit(nodes=nodes // _RANKING), lambda: 0.0))
    moves: dict[BookKey, Move] = {}
    for line in found.lines:
        if line.score.verdict is not Verdict.LOSE:
            moves.setdefault(key((at[0] | 1 << line.move, at[1])), line.move)
    return Answer(at, BookEntry(tuple(moves.values())[:_CANDIDATES], PLANNED), spent + found.nodes)


@cache
def _threats() -> ThreatSearch:
    return ThreatSearch(rules(), lambda nodes: None, symmetric=False)


def _place(threats: ThreatSearch, at: BookKey) -> LanePlace:
    lanes, (x, o) = threats.lanes, at
    return lanes.of(x, o), lanes.of(o, x), (1 << lanes.cell_count) - 1 & ~(x | o)


def replies(at: BookKey, move: Move) -> list[BookKey] | None:
    """The questions that replies to a move lead to; None where O completes a line."""
    threats = _threats()
    lanes = threats.lanes
    x, o = at[0] | 1 << move, at[1]
    own, other, empty = _place(threats, (x, o))
    assert not own >> lanes.top or not other >> lanes.top
    if other >> lanes.top:
        return None
    forced = lanes.few_cells(own >> lanes.top) & empty
    if forced & (forced - 1):
        return []  # X completes one of two lines
    found: dict[BookKey, None] = {}
    for reply in members(forced or empty):
        mine, theirs, left = lanes.after((own, other, empty), False, reply)
        if not threats.fours(mine, theirs, left, 0):
            found[key((x, o | 1 << reply))] = None
    return list(found)


class Proof:
    """The entries of a book while it grows, and the position that is to be proven."""

    def __init__(self, entries: dict[BookKey, BookEntry], start: BookKey = START) -> None:
        self.entries = entries
        self.start = start
        self._replies: dict[tuple[BookKey, Move], list[BookKey] | None] = {}

    def proven(self, at: BookKey) -> bool:
        """Whether X is known to win."""
        return at in self.entries and self.entries[at].kind != PLANNED

    def lost(self, at: BookKey) -> bool:
        """Whether the proof has given a position up."""
        return at in self.entries and not self.entries[at].moves

    def learn(self, answer: Answer) -> None:
        """Take in an answer."""
        self.entries[answer.at] = answer.entry

    def after(self, at: BookKey, move: Move) -> list[BookKey] | None:
        """As :func:`replies`, remembered."""
        if (at, move) not in self._replies:
            self._replies[at, move] = replies(at, move)
        return self._replies[at, move]

    def questions(self, at: BookKey | None = None) -> Iterator[BookKey]:
        """What is to be asked next to prove a position, depth first. Settles on the way what its replies settle."""
        if at is None:
            at = self.start
        if self.proven(at) or self.lost(at):
            return
        if at not in self.entries:
            yield at
            return
        while self.entries[at].moves:
            moves = self.entries[at].moves
            after = self.after(at, moves[0])
            if after is not None:
                for further in after:
                    yield from self.questions(further)
                    if self.lost(further):
                        break
                else:
                    if all(self.proven(further) for further in after):
                        self.entries[at] = BookEntry(moves[:1], REPLIES)
                    return
            self.entries[at] = BookEntry(moves[1:], PLANNED)

    def met(self) -> set[BookKey]:
        """The positions that the plan comes upon."""
        seen: set[BookKey] = set()
        ahead = [self.start]
        while ahead:
            at = ahead.pop()
            if at not in seen:
                seen.add(at)
                entry = self.entries.get(at)
                if entry and entry.moves and entry.kind != SEARCH:
                    ahead += self.after(at, entry.moves[0]) or ()
        return seen

    def count(self) -> tuple[int, int]:
        """How many of the questions that the plan has come upon are proven, and how many there are."""
        met = self.met()
        return sum(map(self.proven, met)), len(met)

    def text(self, nodes: int) -> str:
        """The book as it is written, positions with few marks first, without those to which a move led that failed later."""
        order = sorted(self.entries.keys() & self.met(), key=lambda at: (at[0].bit_count(), at))
        return HEAD.format(nodes=nodes) + "".join(f"{written(at, self.entries[at])}\n" for at in order)


def drive(proof: Proof, executor: Executor, at_once: int, nodes: int, path: Path, seconds: float) -> int:
    """Ask until the proof is whole or the time is over, so many questions at a time; returns how many were answered."""
    end = time.monotonic() + seconds
    asked: dict[BookKey, Future[Answer]] = {}
    answered = 0
    while True:
        # Whether or not there is time to ask it, the next question shows what is settled by now.
        for at in proof.questions():
            if len(asked) >= at_once or time.monotonic() >= end:
                break
            if at not in asked:
                asked[at] = executor.submit(answer, at, nodes)
        whole = path.with_suffix(".new")
        whole.write_text(proof.text(nodes), "utf-8")
        whole.replace(path)
        if not asked:
            return answered
        for future in wait(asked.values(), return_when=FIRST_COMPLETED).done:
            found = future.result()
            del asked[found.at]
            proof.learn(found)
            answered += 1


def main(minutes: float, workers: int | None = None, scheduler: str | None = None, nodes: int = NODES) -> None:
    """Go on with the proof for a while, and say how far it is."""
    proof = Proof(dict(read(DATA.read_text("utf-8").splitlines())) if DATA.exists() else {})
    begun = time.monotonic()
    make, at_once = executor(workers, scheduler)
    with make() as pool:
        answered = drive(proof, pool, at_once, nodes, DATA, minutes * 60)
    hours = (time.monotonic() - begun) / 3600
    done, known = proof.count()
    print(f"{answered} questions answered, {answered / hours:.0f} an hour.")
    print(f"{done} of {known} known ones are proven.")


if __name__ == "__main__":
    typer.run(main)
