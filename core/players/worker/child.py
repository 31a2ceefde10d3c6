"""The engine's side of a worker: reads questions and writes answers, one JSON line each.

Started by :class:`core.players.worker.parent.Worker`, or by hand with ``python -P -m core.players.worker.child``. Read from
stdin::

    {"ticket": 7, "game": "tictactoe", "position": "X.O/.X./...", "engine": null, "seconds": 2.0, "interval": 0.1}
    {"stop": 7}
    {"ping": 1}

Only ``ticket`` (a whole number of the asker's choice) and ``game`` are required. The default position is the start, the default
engine the best for the position. ``seconds``, ``depth`` and ``nodes`` limit the search; a ``level`` replaces these three, a
``cap`` is a further limit in seconds, and ``"every": false`` asks for the best move alone. A new question stops the search
before it. Written to stdout::

    {"ticket": 7, "game": "tictactoe", ..., "final": true}      any number of analyses, exactly one of them final
    {"pong": 1}                                                 to a ping, even during a search
    {"ticket": 7, "error": "One sentence."}                     instead of the final one; with "forfeits", the same as
                                                                a template and values, when a program has failed

The main thread searches and a second thread reads. The second thread ends the process when its input ends: however the asker
dies, its engine dies, too.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NoReturn, TextIO

from core import engines
from core.analysis import Analysis, Engine, Watch
from core.engines.root import unseen
from core.errors import BadNotation, CoreError, EngineForfeits
from core.phrase import phrase_out
from core.players.worker.request import Request, field_of

NICENESS = 5
"""Niceness of an engine, behind the interface; Windows has none."""
LAST = 19
"""Niceness of an engine that serves many people, so that no other process of the machine waits for it."""
AUTOGROUP = Path("/proc/self/autogroup")
"""The file with the niceness of the session. Linux divides the processor among sessions first, then among the processes of
each. A worker has its own session, so the niceness of its process alone has no effect."""
AUTOGROUP_SECONDS = 0.15
"""Seconds to wait between changes of the niceness of sessions; the kernel refuses another change for a little less."""
FULL_LINES = 12
"""Number of lines of an unfinished analysis with their whole play; hundreds of them would take the asker long to read."""


@dataclass(eq=False)
class _Question:
    ticket: int
    request: Request
    engine: Engine
    stopped: bool = False


class _Child:
    def __init__(self, answers: TextIO) -> None:
        self._answers = answers
        self._lock = threading.Lock()
        self._waiting: SimpleQueue[_Question] = SimpleQueue()
        self._newest: _Question | None = None

    def read(self, lines: Iterable[bytes]) -> NoReturn:
        """Read questions until the input ends; then end the process. Runs in its own thread."""
        with suppress(ConnectionError):  # this is how a socket pair ends if the asker has left something unread
            for line in lines:
                if line.strip():
                    self._take(line)
        _leave()

    def think(self) -> NoReturn:
        """Answer the questions one after the other, but search only the newest."""
        while True:
            question = self._waiting.get()
            position = question.request.position.searched
            watch = Watch(
                position,
                question.request.limit_of(question.engine.name),
                time.perf_counter,
                lambda analysis, question=question: self._tell(question, analysis),  # type: ignore[misc]
                lambda question=question: question.stopped,  # type: ignore[misc]
                question.request.interval,
                question.request.all_moves,
            )
            if question is not self._newest:
                watch.engine = question.engine.name
                self._tell(question, watch.finish(unseen(position), 0))
                continue
            try:
                self._tell(question, engines.analyse(question.engine, watch))
            except Exception as error:
                self._fail(question.ticket, error)

    def _take(self, line: bytes) -> None:
        ticket: int | None = None
        try:
            document = _parse(line)
            if "stop" in document:
                if self._newest and self._newest.ticket == document["stop"]:
                    self._newest.stopped = True
                return
            if "ping" in document:
                self._write({"pong": document["ping"]})
                return
            ticket = field_of(document, "ticket", int, None)
            if ticket is None:
                raise BadNotation("A request needs a 'ticket', a whole number.")
            if self._newest:
                self._newest.stopped = True
            request = Request.from_json(document)
            if request.position.outcome:
                raise BadNotation("The game is over in {position}.", position=repr(request.position.text))
            self._newest = _Question(ticket, request, engines.chosen(request.engine, request.position.searched))
            self._waiting.put(self._newest)
        except Exception as error:
            self._fail(ticket, error)

    def _tell(self, question: _Question, analysis: Analysis) -> None:
        analysis = replace(analysis, position=question.request.position)
        if not analysis.final:
            short = (replace(line, pv=line.pv[:1]) for line in analysis.lines[FULL_LINES:])
            analysis = replace(analysis, lines=(*analysis.lines[:FULL_LINES], *short))
        self._write({"ticket": question.ticket, **analysis.to_json()})

    def _fail(self, ticket: int | None, error: Exception) -> None:
        sentence = str(error)
        if not isinstance(error, CoreError):
            traceback.print_exception(error)
            sentence = f"The engine failed: {error!r}."
        document: dict[str, Any] = {"error": sentence} if ticket is None else {"ticket": ticket, "error": sentence}
        if isinstance(error, EngineForfeits):
            document["forfeits"] = phrase_out(error.phrase)
        self._write(document)

    def _write(self, document: Mapping[str, Any]) -> None:
        line = json.dumps(document, ensure_ascii=False) + "\n"
        try:
            with self._lock:
                self._answers.write(line)
                self._answers.flush()
        except OSError:
            _leave()  # the asker has gone


def _leave() -> NoReturn:
    """End the process at once, and the programs that it has started."""
    engines.close()
    os._exit(0)


def _parse(line: bytes) -> dict[str, Any]:
    try:
        document = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadNotation("This is not JSON: {reason}.", reason=str(error)) from error
    if not isinstance(document, dict):
        raise BadNotation(
            'A request is written {{"ticket": 1, "game": "tictactoe"}}, not {line}.', line=repr(document)[:50]
        )
    return document


def stand_back(niceness: int = NICENESS) -> None:
    """Lower the priority of this process and, if the kernel allows it, of its session. Not of the session of a shell, if the
    process was started by hand."""
    if not hasattr(os, "nice"):
        return
    os.nice(niceness)
    if AUTOGROUP.exists() and os.getsid(0) == os.getpid() and not _stands_back_as_session(niceness):
        threading.Thread(target=_stand_back_later, args=(niceness,), daemon=True).start()


def _stands_back_as_session(niceness: int) -> bool:
    """Try to lower the priority of the session. Whether that is done or will never be possible."""
    try:
        AUTOGROUP.write_text(str(niceness))
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _stand_back_later(niceness: int) -> None:
    while not _stands_back_as_session(niceness):
        time.sleep(AUTOGROUP_SECONDS)


def main(niceness: int = NICENESS) -> NoReturn:
    """Serve stdin and stdout until stdin ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)  # a stray print goes to stderr
    stand_back(niceness)
    sys.setswitchinterval(0.001)
    child = _Child(answers)
    threading.Thread(target=child.read, args=(sys.stdin.buffer,), daemon=True).start()
    child.think()


if __name__ == "__main__":
    main()
