"""The counts, tables, trees and graphs of the literature, computed for a board of the reader's choice, with their sources.

A topic answers a :class:`~core.study.study.StudyQuestion` with studies, each with more than the one before; the last is the
answer. Numbers are computed on demand. A topic cites what it takes from the literature.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from difflib import get_close_matches

from core.errors import CoreError, quoted
from core.game import Game
from core.games import get
from core.position import Position
from core.registry import Registry
from core.study.study import Study, StudyQuestion, Topic, Unstudied

TOPICS: Registry[Topic] = Registry(
    "core.study",
    {
        "course": "exercises.course:TOPIC",
        "puzzles": "exercises.puzzles:TOPIC",
        "daily": "exercises.daily:TOPIC",
        "minimax": "search.minimax:TOPIC",
        "learning": "search.learning:TOPIC",
        "games": "counts.games:TOPIC",
        "listing": "counts.listing:TOPIC",
        "strategies": "counts.strategies:TOPIC",
        "mnk": "search.mnk:TOPIC",
        "nim": "heaps.nim:TOPIC",
        "table": "heaps.table:TOPIC",
        "xor": "heaps.xor:TOPIC",
        "graph": "graphs.graph:TOPIC",
        "ultimate": "graphs.ultimate:TOPIC",
        "kinds": "kinds:TOPIC",
        "history": "history:TOPIC",
    },
)
"""The topics by name, in the order of their list; each is loaded on demand."""


def topic(name: str) -> Topic:
    """The topic of that name. Raises Unstudied."""
    if name in TOPICS:
        return TOPICS[name]
    close = get_close_matches(name, TOPICS, 1)
    raise Unstudied(
        "There is no topic {name}; did you mean {close}? 'triqui study' lists them all."
        if close
        else "There is no topic {name}; 'triqui study' lists them all.",
        name=quoted(name),
        close=close[0] if close else None,
    )


def studies(question: StudyQuestion) -> Iterator[Study]:
    """The studies of a question, each with more than the one before. Raises Unstudied or another CoreError."""
    return topic(question.topic).study(question)


def answer(
    question: StudyQuestion,
    listener: Callable[[Study], None] = lambda study: None,
    clock: Callable[[], float] = time.monotonic,
) -> Study:
    """The last study of a question, or the study at the end of the topic's patience. The listener gets every study before.
    Raises as :func:`studies` does."""
    end = clock() + topic(question.topic).patience
    for study in studies(question):
        listener(study)
        if clock() > end:
            break
    return replace(study, final=True)


def told_of(question: StudyQuestion, study: Study | None = None) -> tuple[Game, ...]:
    """The games whose positions an answer evaluates. Some topics know them only from the answer, ``study``."""
    asked = topic(question.topic)
    names = asked.tells(question, study) if asked.tells else (named(question),)
    return tuple(map(get, names))


def named(question: StudyQuestion) -> str:
    """The id of the game of a question, which may leave out its family, as in ``mnk 5,4,4``; else the default game of the
    topic."""
    words = (*question.arguments, f"{question.topic}:{','.join(question.arguments)}")
    return next(filter(None, map(_id, words)), topic(question.topic).usual)


def _id(word: str) -> str | None:
    try:
        return get(word).id
    except CoreError:
        return None


def offered(position: Position) -> list[StudyQuestion]:
    """The questions that the topics offer about a position."""
    found = (TOPICS[name].about(position) for name in TOPICS)
    return [question for question in found if question is not None]
