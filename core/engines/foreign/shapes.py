"""The shape of a Python player: which of its functions is asked for a move, as its source tells. Nothing of it is run.

Three shapes are known. ``choose(position)`` is triqui's own. ``course`` is the exercise of CS50's Introduction to Artificial
Intelligence, a file ``tictactoe.py`` with a function ``minimax(board)``. ``contest`` is the agent of Kaggle's ConnectX,
``agent(observation, configuration)``: the contest calls the last function of the file.
"""

from __future__ import annotations

import ast
import hashlib
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple

from core.engines.dialects import SHAPES
from core.errors import UnknownEngine, UnknownGame, quoted
from core.game import Game

CHOOSE, COURSE, CONTEST = SHAPES
COURSE_FUNCTIONS = ("player", "actions", "result", "winner", "terminal", "utility")
"""The functions of the exercise beside ``minimax``, in the order in which they are written."""
_MIN_COURSE_FUNCTIONS = 3
_AGENT = "agent"
MAX_FILE_BYTES = 20_000_000
"""Agents of contests hold the weights of their nets."""
_GAMES = {COURSE: "tictactoe", CONTEST: "connect-four"}


class Shape(NamedTuple):
    """A way to ask a file for a move. ``arguments`` is the number of arguments that the contest's ``function`` gets;
    ``helper`` the last function of a contest file, which the contest would call in place of ``function``."""

    name: str
    function: str
    arguments: int = 1
    helper: str | None = None

    @property
    def game(self) -> str | None:
        """The id of the only game of the shape, None if it plays every game."""
        return _GAMES.get(self.name)


class PythonFile(NamedTuple):
    """A Python file as it was read: ``shapes`` are those that fit, the likeliest first; ``functions`` its functions;
    ``digest`` the SHA-256 of its bytes."""

    file: Path
    shapes: tuple[Shape, ...]
    functions: tuple[str, ...]
    digest: str

    def shapes_for(self, game: Game | None = None, wanted: str | None = None) -> Sequence[Shape]:
        """The shapes that play a game, the likeliest first; all if no game is given. ``wanted`` is the name of the only shape
        that counts. Raises UnknownEngine if the file has no such shape, UnknownGame if none of them plays the game."""
        named = [shape for shape in self.shapes if wanted in (None, shape.name)]
        if not named and wanted:
            raise UnknownEngine("{file} does not have the shape {wanted}.", file=quoted(self.file.name), wanted=wanted)
        if not named:
            raise UnknownEngine(
                "{file} has no player; write a function choose(position){command:, as 'triqui new player' prints one}.",
                file=quoted(self.file.name),
            )
        found = [shape for shape in named if game is None or shape.game in (None, game.id)]
        if game and not found:
            raise UnknownGame(
                "The function {function} of {file} only plays {its}; for {game} write a function choose(position).",
                file=quoted(self.file.name),
                its=named[0].game,
                function=named[0].function,
                game=game.id,
            )
        return found


def read(file: Path) -> PythonFile:
    """Read a file. Raises UnknownEngine if it cannot be read or is not Python."""
    try:
        stat = file.stat()
        if not S_ISREG(stat.st_mode):  # a pipe would be waited for
            raise UnknownEngine("{file} is a folder or a device; choose a Python file.", file=quoted(str(file)))
        if stat.st_size > MAX_FILE_BYTES:
            raise UnknownEngine(
                "{file} is larger than 20 MB; keep data in a file beside it.",
                file=quoted(file.name),
            )
        content = file.read_bytes()
    except (OSError, ValueError) as error:  # a path with a zero in it
        reason = isinstance(error, OSError) and error.strerror
        raise UnknownEngine(
            "{file} cannot be read ({reason}).", file=quoted(file.name), reason=reason or str(error)
        ) from error
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(content)
    except SyntaxError as error:
        if isinstance(error, IndentationError) and _is_indented(content):
            raise UnknownEngine(
                "Every line of {file} begins with spaces; remove them.", file=quoted(file.name)
            ) from error
        if not error.lineno:
            raise UnknownEngine("{file} is not Python ({reason}).", file=quoted(file.name), reason=error.msg) from error
        raise UnknownEngine(
            "{file} is not Python: line {line}: {reason}: {text}",
            file=quoted(file.name),
            line=error.lineno,
            reason=error.msg,
            text=quoted((error.text or "").strip()),
        ) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise UnknownEngine(
            "{file} is not Python ({reason}).", file=quoted(file.name), reason=str(error) or type(error).__name__
        ) from error
    functions = {function.name: function for function in tree.body if isinstance(function, ast.FunctionDef)}
    return PythonFile(
        file, tuple(_shapes(list(functions.values()))), tuple(functions), hashlib.sha256(content).hexdigest()
    )


def _is_indented(content: bytes) -> bool:
    """Whether every line begins with a blank, as code that was copied from a manual."""
    return all(line[:1].isspace() for line in content.splitlines() if line.strip())


def _shapes(functions: list[ast.FunctionDef]) -> Iterator[Shape]:
    named = {function.name: function for function in functions}
    has_choose = CHOOSE in named and _takes(named[CHOOSE], 1)
    if has_choose:
        yield Shape(CHOOSE, CHOOSE)
    is_course = "minimax" in named and sum(name in named for name in COURSE_FUNCTIONS) >= _MIN_COURSE_FUNCTIONS
    if is_course:
        yield Shape(COURSE, "minimax")
    # A file of the other shapes has a last function too.
    if functions and (_AGENT in named or not (has_choose or is_course)):
        agent = named.get(_AGENT, functions[-1])
        for arguments in (2, 1):
            if _takes(agent, arguments):
                yield Shape(CONTEST, agent.name, arguments, functions[-1].name if functions[-1] is not agent else None)
                break


def _takes(function: ast.FunctionDef, count: int) -> bool:
    """Whether a function can be called with a number of arguments."""
    taken = function.args
    most = len(taken.posonlyargs) + len(taken.args)
    least = most - len(taken.defaults)
    keywords = any(default is None for default in taken.kw_defaults)
    return not keywords and least <= count and (count <= most or taken.vararg is not None)
