"""Talking to a protocol without a process: a script of what the other program says and waits for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.game import Game
from core.games import get
from core.protocols.peer import Peer
from tests.core.watching import Clock

PATIENT = 300.0
"""Seconds after which a test has failed; none waits for them to pass."""


@dataclass(frozen=True)
class Await:
    """Say nothing more until one more line with this beginning has come, an empty one for any."""

    beginning: str = ""


def talk(
    serve: Callable[..., None],
    game: str | Game,
    *script: str | Await,
    clock: Callable[[], float] | None = None,
    complaints: list[str] | None = None,
    **options: bool,
) -> list[str]:
    """What a protocol answers to a script; the input ends when all its answers have come."""
    answers: list[str] = []
    news = threading.Condition()

    def write(line: str) -> None:
        assert line.isprintable()
        with news:
            answers.append(line)
            news.notify()

    def heard(beginning: str) -> int:
        return sum(answer.startswith(beginning) for answer in answers)

    def lines() -> Iterator[str]:
        waited: dict[str, int] = {}
        for item in script:
            if isinstance(item, str):
                yield item
                continue
            count = waited[item.beginning] = waited.get(item.beginning, 0) + 1
            with news:
                enough = news.wait_for(lambda: heard(item.beginning) >= count, PATIENT)  # noqa: B023
            assert enough, f"no {item} in {answers}"

    rules = get(game) if isinstance(game, str) else game
    said = [] if complaints is None else complaints
    serve(rules, Peer(lines(), write, clock or Clock(), said.append), **options)
    return answers
