"""The count of all games of a board: by first move, by the first two moves, by length, and beside wrong numbers."""

from __future__ import annotations

import time
from collections.abc import Iterator

from core.phrase import Sentence, fact
from core.position import Position
from core.study.counts.counted import MAX_FIRST_MOVES, Counted, asked, count, small
from core.study.counts.games_parts import parts
from core.study.sources import MINIMAX, OURS, TRIQUI
from core.study.study import Study, StudyQuestion, Topic

_REPORT_SECONDS = 0.25


def study(question: StudyQuestion) -> Iterator[Study]:
    """The count of a board, after the number of moves tried so far."""
    position = asked(question)
    said = Study(question, title(position), (), (TRIQUI, OURS), final=False)
    told = time.monotonic()
    yield said
    for found in count(question, position):
        if isinstance(found, Counted):
            sources = (TRIQUI, MINIMAX, OURS) if found.by_arias else (TRIQUI, OURS)
            yield Study(question, said.title, parts(found), sources, nodes=found.tried)
        elif time.monotonic() > told + _REPORT_SECONDS:
            told = time.monotonic()
            yield Study(question, said.title, (), said.sources, final=False, nodes=found)


def title(position: Position) -> Sentence:
    """The title of the study."""
    if position == Position.start(position.game):
        return fact("games.study", game=position.game.name)
    return fact("games.study_from", game=position.game.name, position=position.text)


def about(position: Position) -> StudyQuestion | None:
    """The count from the start as far as it goes; from a later position only if it is small."""
    if position.outcome or len(position.moves) > MAX_FIRST_MOVES:
        return None
    if position == Position.start(position.game):
        return StudyQuestion("games", (position.game.id,))
    return StudyQuestion("games", (position.game.id,), position=position.text) if small(position) else None


TOPIC = Topic(
    "games",
    "[GAME]",
    study,
    about,
)
