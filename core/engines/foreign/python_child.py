"""Runs the functions of a Python player: ``PYTHON -s -B -X utf8 python_child.py FILE SHAPE MEMORY ROOT``.

A line of JSON comes in for each request, a list of calls; a line goes out for each call. MEMORY is the limit in bytes, 0 for
none; ROOT the folder of ``core``, for players that get a position of it. The file's own input is empty, and what it prints
goes to stderr. This file needs Python 3.8 and nothing else: it runs with the Python of the player's author.
"""

from __future__ import annotations

import copy
import importlib.util
import json
import os
import random
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any

MAX_TEXT = 200
"""Characters of a value, or of an exception, that are sent back."""
MAX_ITEMS = 200
"""Items of a collection that are sent back."""
EXIT_CODE = 3
"""The exit code of a copy of this process that the player has forked."""

OLDEST = (3, 11)
"""The oldest Python that has what ``core`` needs."""
OLD = "an older Python"
"""Takes the place of the name of an exception where Python is older than that."""


class Struct(dict):  # type: ignore[type-arg]
    """A dict whose keys are attributes too, as Kaggle's agents get."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def main() -> None:
    """Load the file, then answer until the input ends."""
    file, shape, memory, root = sys.argv[1:5]
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    process = os.getpid()
    if int(memory):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))

    def tell(answer: dict[str, Any]) -> None:
        if os.getpid() != process:
            os._exit(EXIT_CODE)
        with suppress(BaseException):  # the player may have closed it, or put anything in its place
            sys.stdout.flush()
        data = json.dumps(answer).encode() + b"\n"
        while data:
            data = data[os.write(answers, data) :]

    if shape == "choose" and sys.version_info < OLDEST:
        tell({"raised": OLD, "text": ""})
        return
    sys.path.pop(0)  # the folder of this file
    argument = _positions(root) if shape == "choose" else None
    folder = os.path.dirname(file)
    sys.path.insert(0, folder)
    sys.argv = [file]
    module: Any = None

    def load() -> Any:
        nonlocal module
        module = _load(file)

    loaded = _tried(load, folder)
    tell(loaded)
    if "raised" in loaded:
        return
    for line in requests:
        for call in json.loads(line):
            random.seed(0)
            tell(_answered(module, call, argument, folder))


def _positions(root: str) -> Any:
    """The function that makes a position of ``core`` from the game's id, its rules and a text."""
    sys.path.insert(0, root)
    from core.games import get
    from core.position import Position

    sys.path.remove(root)
    return lambda game, content, text: Position.from_text(get(game, content), text)


def _load(file: str) -> Any:
    name = os.path.splitext(os.path.basename(file))[0]
    if name in sys.modules or not name.isidentifier():
        name = "player_" + "".join(letter if letter.isalnum() else "_" for letter in name)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _answered(module: Any, call: list[Any], position: Any, folder: str) -> dict[str, Any]:
    """Make one call: the kind of its arguments, the function, the arguments."""
    kind, function, *given = call
    if kind == "replace":
        return _tried(lambda: setattr(module, function, RIGHT[function]), folder)
    arguments: list[Any]
    if kind == "position":
        arguments = [position(*given)]
    elif kind == "contest":
        arguments = [Struct(each) for each in given]
    else:
        arguments = [given[0], *(tuple(action) for action in given[1:])]
    before = copy.deepcopy(arguments[0]) if kind == "board" else None
    answer = _tried(lambda: getattr(module, function)(*arguments), folder)
    if kind == "board" and arguments[0] != before:
        answer["changed"] = True
    return answer


def _tried(call: Callable[[], Any], folder: str) -> dict[str, Any]:
    """What a call comes to: its ``value``, or the exception that it ``raised``, with the line in the player's folder."""
    try:
        return {"value": _plain(call())}
    except BaseException as error:
        lines = [
            (frame.filename, frame.lineno, frame.name)
            for frame in traceback.extract_tb(error.__traceback__)
            if os.path.dirname(frame.filename) == folder
        ]
        if isinstance(error, SyntaxError) and error.filename and error.lineno:
            lines.append((error.filename, error.lineno, ""))
        raised: dict[str, Any] = {"raised": type(error).__name__[:MAX_TEXT], "text": _text(error, str)}
        if lines:
            path, raised["line"], raised["function"] = lines[-1]
            raised["file"] = os.path.basename(path)
        if isinstance(error, ModuleNotFoundError):
            raised["missing"] = _text(error.name, str)
        return raised


def _plain(value: Any, depth: int = 0) -> Any:
    """A value as JSON: numbers, texts, None and, as ``items``, lists of them; of any other its ``type`` and ``text``."""
    if value is None or isinstance(value, (bool, float)):
        return value
    if isinstance(value, str):
        return value[:MAX_TEXT]
    try:
        # All kinds of whole numbers, among them numpy's.
        number = value.__index__()
        return number if abs(number) < 1 << 53 else {"type": type(value).__name__, "text": _text(value, repr)}
    except (AttributeError, TypeError):
        pass
    if hasattr(value, "tolist") and depth < 3:
        return _plain(value.tolist(), depth + 1)
    if depth < 3 and not isinstance(value, (dict, bytes)) and hasattr(value, "__iter__"):
        items = []
        for item in value:
            items.append(_plain(item, depth + 1))
            if len(items) == MAX_ITEMS:
                break
        return {"items": items}
    return {"type": type(value).__name__, "text": _text(value, repr)}


def _text(value: Any, written: Callable[[Any], str]) -> str:
    """A value as text, whatever its own code does."""
    try:
        return written(value)[:MAX_TEXT]
    except BaseException:
        return ""


def _player(board: Any) -> str:
    marks = [mark for row in board for mark in row]
    return "X" if marks.count("X") == marks.count("O") else "O"


def _actions(board: Any) -> Any:
    return {(row, column) for row in range(3) for column in range(3) if board[row][column] is None}


def _result(board: Any, action: Any) -> Any:
    row, column = action
    if (row, column) not in _actions(board):
        raise ValueError("not a legal move")
    after = copy.deepcopy(board)
    after[row][column] = _player(board)
    return after


def _winner(board: Any) -> Any:
    marks = [mark for row in board for mark in row]
    for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if marks[a] == marks[b] == marks[c] is not None:
            return marks[a]
    return None


def _terminal(board: Any) -> bool:
    return _winner(board) is not None or not _actions(board)


def _utility(board: Any) -> int:
    return {"X": 1, "O": -1, None: 0}[_winner(board)]


RIGHT: dict[str, Any] = {
    "player": _player,
    "actions": _actions,
    "result": _result,
    "winner": _winner,
    "terminal": _terminal,
    "utility": _utility,
}
"""Right functions of the course's exercise, which take the place of the player's own on request."""

if __name__ == "__main__":
    main()
