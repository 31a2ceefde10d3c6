"""A Python file as a player: ``python:PATH`` names it. A process of its own runs it; see ``python_child.py``."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from core.analysis import Watch
from core.engines.dialects import PYTHON, PYTHON_BYTES, PYTHON_SECONDS
from core.engines.foreign.base import Foreign, ProgramAnswer, Waits, waiting
from core.engines.foreign.program import EngineProcess, ProgramFailed, countdown
from core.engines.foreign.python_child import OLD, OLDEST
from core.engines.foreign.shapes import CHOOSE, CONTEST, COURSE, PythonFile, Shape, read
from core.errors import CoreError, UnknownEngine, quoted
from core.game import Game, Move
from core.games.connect_four import ConnectFour
from core.kinds.faces import GridGame
from core.phrase import Phrase, clause, phrase
from core.position import Position
from core.subprocesses import ROOT

LOAD_SECONDS = 30.0
"""The time for loading a file: some import numpy on a slow disk."""
_BATCH_BYTES = 30_000
"""Size of the calls that are sent at once, if there is more than one: a pipe holds twice as much."""
_CHILD = str(Path(__file__).with_name("python_child.py"))
_CONFIGURATION = {"columns": 7, "rows": 6, "inarow": 4, "timeout": 2, "actTimeout": 2, "agentTimeout": 60}
"""Kaggle's configuration of ConnectX."""
_OVERAGE_SECONDS = 60
_OPTIONAL_TEXTS = ("file", "function", "missing")
"""Texts that come with some exceptions."""
_MAX_DEPTH = 9
"""Collections in collections that are taken, more than ``python_child`` writes."""
_MARKS = {-1: None, 0: "X", 1: "O"}
Board = list[list[str | None]]
"""Three rows of the course's exercise: "X", "O" or None."""


class Runner(NamedTuple):
    """How files are run: the Python command, or None for the active environment's, else ours; the limit of memory in bytes,
    0 for none."""

    python: str | None = None
    memory: int = PYTHON_BYTES

    @property
    def command(self) -> str:
        """The Python that runs a file."""
        if self.python:  # a relative path starts in the present folder, and the file runs in its own
            return str(Path(self.python).expanduser().absolute()) if os.sep in self.python else self.python
        active = os.environ.get("VIRTUAL_ENV")
        if active:
            python = Path(active, "Scripts/python.exe" if os.name == "nt" else "bin/python")
            if python.exists():
                return str(python)
        return sys.executable

    @property
    def bytes(self) -> int:
        """The limit that holds here: only Linux keeps to one."""
        return self.memory if sys.platform == "linux" else 0


RUNNER = Runner()


class Reply(NamedTuple):
    """The outcome of a call: its ``value`` as ``python_child`` writes it, or the ``failure`` as the end of a sentence about the
    file. ``changed`` is whether the call changed its first argument."""

    value: Any = None
    failure: Phrase | None = None
    changed: bool = False
    raised: str = ""
    """The name of the exception, if one was raised."""
    function: str = ""
    """The function of the file that raised it."""


class PythonProcess:
    """The running functions of a file. It is started with the first call, and again after it failed."""

    def __init__(self, source: PythonFile, shape: Shape, runner: Runner = RUNNER) -> None:
        self.source = source
        self.shape = shape
        self.runner = runner
        self._process: EngineProcess | None = None
        self._printed = ""

    @property
    def running(self) -> bool:
        """Whether the file is loaded."""
        return self._process is not None

    def start(self, left: Callable[[], float] | None = None) -> None:
        """Load the file, if it is not loaded. ``left`` gives the seconds left and may raise. Raises ProgramFailed."""
        if self._process:
            return
        command = (self.runner.command, "-s", "-B", "-X", "utf8", _CHILD, str(self.source.file), self.shape.name)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment |= {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        limits = (str(self.runner.bytes), str(ROOT))
        try:
            self._process = EngineProcess((*command, *limits), str(self.source.file.parent), environment)
        except ProgramFailed as failure:
            raise ProgramFailed(
                "needs {python}, which {reason}", python=self.runner.command, reason=failure.phrase
            ) from failure
        try:
            reply = self._read(left or countdown(LOAD_SECONDS))
        except ProgramFailed as failure:
            raise ProgramFailed("cannot be loaded: {reason}", reason=failure.phrase) from failure
        if reply.failure:
            self.close()
            raise ProgramFailed(reply.failure.template, **reply.failure.values)

    def ask(self, calls: Sequence[Sequence[object]], left: Callable[[], Callable[[], float]]) -> Iterator[Reply]:
        """Make calls; each gives its reply. ``left`` makes the clock of a call. Raises ProgramFailed when the process fails,
        which ends it: what comes after the last reply was not called."""
        self.start()
        assert self._process
        for texts in _batches(map(json.dumps, calls)):
            self._process.send(f"[{', '.join(texts)}]")
            for _ in texts:
                yield self._read(left())

    def _read(self, left: Callable[[], float]) -> Reply:
        assert self._process
        try:
            answer = _answer(self._process.read(left))
        except ProgramFailed:
            self.close()
            raise
        except (ValueError, RecursionError) as error:
            self.close()
            raise ProgramFailed("writes to the output reserved for its answers") from error
        if "raised" in answer:
            changed, function = bool(answer.get("changed")), answer.get("function", "")
            return Reply(None, self._failure(answer), changed, answer["raised"], function)
        return Reply(answer.get("value"), None, bool(answer.get("changed")))

    def _failure(self, answer: Mapping[str, Any]) -> Phrase:
        if answer["raised"] == OLD:
            return phrase(
                (
                    "needs Python {version} or newer for choose(position), and {python} is older; choose another Python "
                    "with --python"
                ),
                version=".".join(map(str, OLDEST)),
                python=self.runner.command,
            )
        name, text, line = answer["raised"], answer["text"], answer.get("line", 0)
        if name == "NotImplementedError":
            return phrase("is not written yet (line {line})", line=line)
        if name == "SystemExit":
            return phrase("calls exit in line {line}", line=line)
        if name == "ModuleNotFoundError":
            return phrase(
                "needs the package {package}, which {python} does not have; {screen:install it there}{command:choose "
                "another Python with --python}",
                package=quoted(answer.get("missing", "")),
                python=self.runner.command,
            )
        place = phrase("line {line}", line=line)
        if answer.get("file", self.source.file.name) != self.source.file.name:
            place = phrase("{file}, line {line}", file=answer["file"], line=line)
        error = f"{name}: {text}" if text else name
        return (
            phrase("raises {error} ({place})", error=error, place=place)
            if line
            else phrase("raises {error}", error=error)
        )

    @property
    def printed(self) -> str:
        """The end of what the file has printed, as it is."""
        return self._process.printed if self._process else self._printed

    def close(self) -> None:
        """End the process, if it runs."""
        process, self._process = self._process, None
        if process:
            process.kill()
            self._printed = process.printed


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    """The texts in groups that are sent at once."""
    batch, size = list[str](), 0
    for text in texts:
        if batch and size + len(text) > _BATCH_BYTES:
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += len(text)
    if batch:
        yield batch


def _answer(line: str) -> dict[str, Any]:
    """The answer in a line. Raises ValueError or RecursionError if it is none that ``python_child`` writes: a player may have
    found where the answers go."""
    answer = json.loads(line)
    if not isinstance(answer, dict) or not _is_value(answer.get("value")):
        raise ValueError
    if "raised" in answer:
        texts = (answer["raised"], answer.get("text"), *(answer.get(name, "") for name in _OPTIONAL_TEXTS))
        if not all(isinstance(text, str) for text in texts) or not isinstance(answer.get("line", 0), int):
            raise ValueError
    return answer


def _is_value(value: Any, depth: int = 0) -> bool:
    if isinstance(value, dict) and "items" in value:
        items = value["items"]
        return depth < _MAX_DEPTH and isinstance(items, list) and all(_is_value(item, depth + 1) for item in items)
    if isinstance(value, dict):
        return isinstance(value.get("text"), str)
    return not isinstance(value, list)


class Python(Foreign):
    """Plays by a function of a Python file; it says nothing of what its moves are worth."""

    protocol = PYTHON

    def __init__(self, name: str, command: Sequence[str], waits: Waits | None = None) -> None:
        super().__init__(name, command, waits or Waits(usual=PYTHON_SECONDS, start=LOAD_SECONDS))
        self._file = Path(command[0])
        self._source: PythonFile | None = None
        self._saved: tuple[int, int] | None = None
        """When the file was saved that was read last, in nanoseconds, and its size."""
        self._running: PythonProcess | None = None

    @property
    def title(self) -> str:
        return self._file.name

    def greet(self, program: EngineProcess, watch: Watch) -> None:
        """Nothing is said."""

    def ask(self, watch: Watch) -> ProgramAnswer:
        position = watch.position
        try:
            running = self._process_for(position.game)
        except CoreError as error:
            raise ProgramFailed("cannot be asked: {reason}", reason=clause(error.phrase)) from error
        running.start(waiting(watch, self.waits.start))
        seconds = max(self.waits.usual, self.seconds(watch))
        reply = next(running.ask([question(running.shape, position)], lambda: waiting(watch, seconds)))
        return ProgramAnswer(move_of(running.shape, position, reply))

    def _process_for(self, game: Game) -> PythonProcess:
        """The process that runs the file as it is now. Raises UnknownEngine, or UnknownGame if it does not play the game."""
        saved = None
        with suppress(OSError):
            stat = self._file.stat()
            saved = stat.st_mtime_ns, stat.st_size
        if self._source is None or saved is None or saved != self._saved:
            self._source, self._saved = read(self._file), saved
        shape = self._source.shapes_for(game)[0]
        running = self._running
        if running is None or (running.source.digest, running.shape) != (self._source.digest, shape):
            self.close()
            running = self._running = PythonProcess(self._source, shape)
        return running

    def close(self) -> None:
        if self._running:
            self._running.close()


def question(shape: Shape, position: Position) -> Sequence[object]:
    """The call that asks for a move."""
    if shape.name == COURSE:
        return ["board", shape.function, board_of(position)]
    if shape.name == CONTEST:
        game = position.game
        assert isinstance(game, ConnectFour)
        cells = [disc + 1 for disc in game.discs(position.state)]
        observation = {
            "board": cells,
            "mark": position.turn + 1,
            "step": sum(cell > 0 for cell in cells),
            "remainingOverageTime": _OVERAGE_SECONDS,
        }
        return ["contest", shape.function, observation, _CONFIGURATION][: 2 + shape.arguments]
    return ["position", shape.function, position.game.id, position.game.content, position.text]


def board_of(position: Position) -> Board:
    """The rows of a position of tic-tac-toe as the course's exercise has them."""
    game = position.game
    assert isinstance(game, GridGame)
    marks = [_MARKS[mark] for mark in game.marks(position.state)]
    return [marks[row * game.columns : (row + 1) * game.columns] for row in range(game.rows)]


def move_of(shape: Shape, position: Position, reply: Reply) -> Move:
    """The legal move that a reply names. Raises ProgramFailed."""
    if reply.failure:
        raise ProgramFailed(reply.failure.template, **reply.failure.values)
    if reply.changed:
        raise ProgramFailed("changes the board that it is given; copy it first")
    try:
        move = _move(shape, position, reply.value)
        position.play(move)
    except (CoreError, TypeError) as error:
        reason = clause(error.phrase) if isinstance(error, CoreError) else _WANTED[shape.name]
        answer = quoted(shown(reply.value))[1:-1]
        raise ProgramFailed("answered {answer} ({reason})", answer=answer, reason=reason) from error
    return move


_WANTED = {
    CHOOSE: phrase("the name or the number of a move was expected"),
    COURSE: phrase("a pair (row, column) was expected"),
    CONTEST: phrase("the number of a column was expected"),
}


def _move(shape: Shape, position: Position, value: Any) -> Move:
    """The move of a value. Raises TypeError for a value of the wrong type, CoreError for no move."""
    if shape.name == COURSE:
        if not isinstance(value, dict) or "items" not in value or len(value["items"]) != 2:
            raise TypeError
        row, column = map(_whole, value["items"])
        if not (0 <= row < 3 and 0 <= column < 3):
            raise CoreError("rows and columns go from 0 to 2")
        return row * 3 + column
    if shape.name == CHOOSE and isinstance(value, str):
        return position.parse(value)
    return _whole(value)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError
    return value


def shown(value: Any) -> str:
    """A value of a reply as Python writes it."""
    if isinstance(value, dict):
        if "items" in value:
            return f"[{', '.join(map(shown, value['items']))}]"
        return str(value.get("text"))
    return repr(value)


def path_of(command: str) -> str:
    """The path of a command, which may be in quotation marks, as an absolute one. Raises UnknownEngine if it names none."""
    path = command.strip()
    if len(path) > 1 and path[0] == path[-1] and path[0] in "\"'":
        path = path[1:-1]
    if not path:
        raise UnknownEngine("There is no file after python:; write a path, as in python:my_player.py.")
    try:
        return str(Path(path).expanduser().absolute())
    except (OSError, RuntimeError) as error:  # the present folder is gone, or there is no such user
        raise UnknownEngine(
            "{file} is not the path of a file ({reason}); write the full path.", file=quoted(path), reason=str(error)
        ) from error
