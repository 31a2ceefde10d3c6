"""The table of m, n, k up to 9: values proven here, values from papers and unknown ones; and the proof of one board.

A board and the same board turned are one, written with its longer side first. A proof is kept as its verdict, a number of plies
or a bound on them, and what proved it. Small boards are tried first, each again with more nodes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from core import engines
from core.analysis import Analysis, Limit, Watch, score_of
from core.games import get, mnk
from core.games.mnk import Mnk
from core.known import CHARATSIDIS, FERNANDEZ, HERIK, HSU, UITERWIJK, ZETTERS
from core.phrase import Phrase, Sentence, fact, figure, phrase
from core.position import Position
from core.score import Score, Verdict
from core.study.sources import OURS
from core.study.study import (
    PagePart,
    PlayLink,
    Study,
    StudyQuestion,
    StudyTable,
    Text,
    Topic,
    Unstudied,
)

MAX_SIDE = 9
"""The largest m, n and k of the table."""
BUDGETS = (300, 3_000, 30_000, 300_000, 3_000_000)
"""Nodes for each board in each round."""
DOUBLED = tuple(300 << i for i in range(14))
"""Nodes for one board in each round. Each round is as long as all before it, so a command that must stop stops soon."""


def written(score: Score, first: str = "") -> str:
    """A proof as a line: verdict, plies or a bound on them, method, and a first move that keeps the bound."""
    assert score.verdict
    plies, within = ("" if number is None else str(number) for number in (score.plies, score.within))
    return f"{score.verdict.value}|{plies}|{within}|{score.method}" + (f"|{first}" if first else "")


@cache
def made() -> Mapping[str, Score]:
    """The proofs that come with the program, by board."""
    scores = ((name, score_of(known)) for name, known in mnk.proven().items())
    return {name: score for name, score in scores if score}


def boards() -> list[tuple[int, int, int]]:
    """The boards of the table with their longer side first, sorted by size."""
    found = [(m, n, k) for k in range(1, MAX_SIDE + 1) for m in range(1, MAX_SIDE + 1) for n in range(1, m + 1)]
    return sorted(found, key=lambda board: (board[0] * board[1], board))


def proof(found: Analysis) -> Score | None:
    """The score of a board that an analysis has proven, with its method; None if it has not."""
    score = found.score
    if score is None or not score.proven:
        return None
    return replace(score, method=found.lines[0].score.method)


def prove(id: str, nodes: int, measured: bool = False, every: bool = False) -> Analysis:
    """The analysis of a board by its engine with at most ``nodes`` nodes. It ends once the value is proven, if ``measured``
    once the distance is too, and if ``every`` once all moves are settled. It is final only if all moves are settled, so that
    a review of a game goes on."""
    position = Position.start(get(id))
    seen: list[Analysis] = []

    def proven() -> bool:
        score = seen[-1].score if seen else None
        return score is not None and not every and (score.settled if measured else score.proven)

    watch = Watch(position, Limit(nodes=nodes), time.monotonic, seen.append, proven, 0.0)
    found = engines.analyse(engines.best(position), watch)
    return replace(found, final=found.settled)


def study(question: StudyQuestion) -> Iterator[Study]:
    """The table, or the proof of one board."""
    question.bare()
    yield from _board(question) if question.arguments else _table(question)


# One board.


def _board(question: StudyQuestion) -> Iterator[Study]:
    text = ",".join(question.arguments)
    game = get(text if ":" in text or not text[:1].isdigit() else f"mnk:{text}")
    if not isinstance(game, Mnk) or game.options:
        raise Unstudied("{game} is not an m, n, k board; write one as in 5,4,4 or mnk:5,4,4.", game=game.id)
    start = Position.start(game)
    found = next((each for each in question.known if each.position == start), None)
    for nodes in DOUBLED:
        if found is None or not found.settled:
            news = prove(game.id, nodes, every=True)
            found = news.keeping(found) if found else news
        title = fact("mnk.study_board", game=game.name)
        said = Study(question, title, _board_parts(game, found), _sources(game), nodes=found.nodes)
        last = found.settled or nodes == DOUBLED[-1]
        yield said if last else said.unfinished()
        if last:
            return


def _proven(question: StudyQuestion) -> dict[str, Score]:
    """The proofs that come with the program or were found before, by board."""
    found = ((each.position.game.id.removeprefix("mnk:"), proof(each)) for each in question.known)
    return {**made(), **{name: score for name, score in found if score}}


def _sources(game: Mnk) -> tuple[Sentence, ...]:
    said = mnk.reported(*game.turned)
    return (said.paper.citation, OURS) if said and said.paper else (OURS,)


def _board_parts(game: Mnk, found: Analysis) -> tuple[Text, StudyTable]:
    sentences: list[Sentence] = []
    nodes, known = figure(found.nodes), found.known
    if known and proof(found) and found.score == found.whole:
        values = {"method": phrase(known.proof), "nodes": nodes, "result": known.result}
        sentences.append(fact("mnk.proof.proven", **values))
    elif known and known.proof:
        sentences.append(known.sentence)
        sentences.append(fact("mnk.proof.more_nodes", nodes=nodes))
    else:
        sentences.append(fact("mnk.proof.unproven", nodes=nodes))
    if paper := mnk.reported(*game.turned):
        sentences.append(paper.sentence)
    elif not known:
        sentences.append(fact("mnk.proof.no_paper"))
    rows: list[_FirstMove] = []
    for line in found.informed.lines:
        names = found.position.names(line.pv)
        method = phrase(line.score.method) if line.score.method and line.score.proven else None
        rows.append(_FirstMove(names[0], line.score, method, " ".join(names), PlayLink(game.id, names[0])))
    return Text("mnk.proof", tuple(sentences)), StudyTable("mnk.moves", tuple(rows), (fact("mnk.moves.note"),))


class _FirstMove(NamedTuple):
    """A first move: its value, the method that proves it, and the line of best play."""

    move: str
    value: Score
    by: Phrase | None
    line: str
    play: PlayLink


# The table.


def _wanted() -> list[Position]:
    """The boards without a proof that comes with the program."""
    names = (",".join(map(str, board)) for board in boards())
    return [Position.start(get(f"mnk:{name}")) for name in names if name not in made()]


def _table(question: StudyQuestion) -> Iterator[Study]:
    known, learned = _proven(question), list(question.known)
    nodes = 0
    yield _study(question, known, learned, nodes).unfinished()
    for budget in BUDGETS:
        for board in boards():
            name = "{},{},{}".format(*board)
            if name in known:
                continue
            found = prove(f"mnk:{name}", budget)
            nodes += found.nodes
            if score := proof(found):
                known[name] = score
                learned.append(found)
            yield _study(question, known, learned, nodes).unfinished()
    yield _study(question, known, learned, nodes)


def _study(question: StudyQuestion, known: Mapping[str, Score], learned: Sequence[Analysis], nodes: int) -> Study:
    proven = len(known)
    papers = sum(",".join(map(str, b)) not in known and mnk.reported(*b) is not None for b in boards())
    unknown = len(boards()) - proven - papers
    about = fact("mnk.about.text", all=len(boards()), proven=proven, papers=papers, unknown=unknown)
    tables = tuple(_page(k, known) for k in range(1, MAX_SIDE + 1))
    # First those that are not settled at a glance.
    parts: tuple[PagePart, ...] = (*tables[2:5], Text("mnk.about", (about,)), *tables[:2], *tables[5:])
    return Study(question, fact("mnk.study"), parts, (*_CITED, OURS), nodes=nodes, learned=tuple(learned))


_CITED = tuple(paper.citation for paper in (FERNANDEZ, UITERWIJK, HERIK, HSU, CHARATSIDIS, ZETTERS))


class _BoardRow(NamedTuple):
    """What is known of the boards with ``m`` columns, by their rows."""

    m: int
    cells: tuple[Sentence | Score, ...]
    studies: tuple[StudyQuestion, ...]


def _page(k: int, known: Mapping[str, Score]) -> StudyTable:
    sides = range(1, MAX_SIDE + 1)
    rows = (
        _BoardRow(
            m,
            tuple(_cell(m, n, k, known) for n in sides),
            tuple(StudyQuestion("mnk", (f"{m},{n},{k}",)) for n in sides),
        )
        for m in sides
    )
    notes = (fact("mnk.page.note"),)
    return StudyTable("mnk.page", tuple(rows), notes, name=f"k{k}", values={"k": k}, labels={"cells": sides})


def _cell(m: int, n: int, k: int, known: Mapping[str, Score]) -> Sentence | Score:
    name = f"{max(m, n)},{min(m, n)},{k}"
    if name in known:
        score = known[name]
        return fact("mnk.page.draw") if score.verdict is Verdict.TIE else score
    said = mnk.reported(max(m, n), min(m, n), k)
    if said is None:
        return fact("mnk.page.unknown")
    return fact("mnk.page.paper_win") if said.verdict == "win" else fact("mnk.page.paper_draw")


def _about(position: Position) -> StudyQuestion | None:
    game = position.game
    if not isinstance(game, Mnk) or game.options or max(game.columns, game.rows, game.k) > MAX_SIDE:
        return None
    return StudyQuestion("mnk", (f"{game.columns},{game.rows},{game.k}",))


TOPIC = Topic(
    "mnk",
    "[M,N,K]",
    study,
    _about,
    wants=_wanted,
    usual="mnk:3,3,3",
    patience=10.0,
)
