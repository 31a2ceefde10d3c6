"""Programs from elsewhere as engines: ``gomocup:./engine --flag`` names the protocol and the command, ``python:PATH`` a file.

One file a protocol. What a program says of its moves is a claim of somebody else's, so it is an estimate here whatever it calls
itself; the move that it chooses stands above all others.
"""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path

from core.engines import dialects
from core.engines.dialects import PYTHON
from core.engines.foreign.base import Foreign
from core.errors import UnknownEngine, quoted
from core.game import Game
from core.registry import Registry

_KINDS: Registry[type[Foreign]] = Registry(
    "core.engines.foreign",
    {
        "ugi": "ugi:Ugi",
        "gomocup": "gomocup:Gomocup",
        "codingame": "codingame:Codingame",
        "pons": "pons:Pons",
        PYTHON: "python:Python",
    },
)


def check(protocol: str, command: str) -> str:
    """The name of such an engine, its command as it was written. Raises UnknownEngine where there is none.

    Whether the program is there is not asked: a game kept long ago may name one that is gone. The path of a Python file is made
    absolute.
    """
    if protocol == PYTHON:
        from core.engines.foreign.python import path_of

        return f"{protocol}:{path_of(command)}"
    command = command.strip()
    if not _words(command):
        raise UnknownEngine(
            "There is no command after {protocol}:; write {protocol}:COMMAND, as in {protocol}:./engine.",
            protocol=protocol,
        )
    return f"{protocol}:{command}"


def admit(name: str, game: Game) -> None:
    """Raises UnknownGame when the protocol of a checked name has no words for a game, UnknownEngine when the program is not
    there."""
    protocol, _, command = name.partition(":")
    dialects.check(protocol, game)
    if protocol == PYTHON:
        from core.engines.foreign import shapes

        file = Path(command)
        shapes.read(file).shapes_for(game)
        return
    # The protocol first: a program that is not there yet may be, a game that it has no words for will not.
    program = _words(command)[0]
    if shutil.which(program) is None:
        raise UnknownEngine(
            "{program} is not a program that can be started; write {protocol}:COMMAND with the path of one.",
            program=quoted(program),
            protocol=protocol,
        )


def make(name: str) -> Foreign:
    """The engine of a checked name. Its program is started with the first question."""
    protocol, _, command = name.partition(":")
    return _KINDS[protocol](name, [command] if protocol == PYTHON else _words(command))


def _words(command: str) -> list[str]:
    try:
        if os.name == "nt":  # where a backslash is part of a path
            return [word.strip('"') for word in shlex.split(command, posix=False)]
        return shlex.split(command)
    except ValueError as error:
        raise UnknownEngine(
            "A quotation mark is not closed in {command}; close it.", command=quoted(command)
        ) from error
