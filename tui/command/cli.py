"""The command ``triqui``: what happens before and after the commands of :mod:`tui.command.commands`.

:mod:`tui.command.ending` has the exit codes. ``--version`` is answered before anything else is imported.
"""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, TextIO

from core import __version__

if TYPE_CHECKING:
    from tui.household.settings import Settings

LANGUAGE_OPTION = "--language"
ASCII_OPTION = "--ascii"
TELL_THEMSELVES: tuple[list[str], ...] = ([], ["play"], ["watch"], ["config"])
"""The commands, none for the hall, that say what is wrong with the settings where the user looks."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; all but 0 and a partial result come with one sentence on stderr."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    code = 0
    _prepare_streams()
    try:
        try:
            if arguments[:1] == ["--version"]:
                print(f"triqui {__version__}")
            else:
                code = _run(arguments)
            sys.stdout.flush()
        except BrokenPipeError:
            _discard(sys.stdout)
        except KeyboardInterrupt:
            return _interrupted()
        except Exception as error:
            return _failed(error)
    except KeyboardInterrupt:  # pressed once more, while the first one was answered
        return 130
    return code


def _interrupted() -> int:
    """Say that Ctrl-C has ended the command."""
    from tui.command.ending import ExitCode
    from tui.text.catalogue import _

    _complain(_("Interrupted."))
    return ExitCode.INTERRUPTED


def _failed(error: Exception) -> int:
    """Say why the command has failed, and return its exit code."""
    from core.errors import CoreError
    from tui.command.ending import ExitCode, code_of, reported
    from tui.text.catalogue import _, say

    if isinstance(error, OSError):
        _discard(sys.stdout)
        _complain(_("Stopped by the system: {reason}.").format(reason=error.strerror or error))
        return ExitCode.USAGE
    if isinstance(error.__cause__, KeyboardInterrupt) and not isinstance(error, CoreError):  # while a class was made
        return _interrupted()
    known = error if isinstance(error, CoreError) else reported(error)
    _complain(say(known))
    return code_of(known)


def _prepare_streams() -> None:
    """Give closed streams an end, and let characters that an encoding lacks be replaced."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: SIM115
        elif name != "stdin" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="twins")


def _discard(stream: TextIO) -> None:
    """Send what is still to be written nowhere: Python flushes once more at its end, and would complain again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _complain(sentence: str) -> None:
    """Say it on stderr, if that takes it. What the user has typed comes back in it, and steers no terminal."""
    from shutil import get_terminal_size
    from textwrap import fill

    from core.errors import printable

    sentence = printable(sentence)
    try:
        if sys.stderr.isatty():  # which would break it in mid-word
            sentence = fill(sentence, get_terminal_size().columns, break_long_words=False, break_on_hyphens=False)
        print(sentence, file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)


def _twin(error: UnicodeError) -> tuple[str, int]:
    """Replace a character that an encoding lacks by the one that stands for it in ASCII, a letter by the one without accent."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    twins = {"∞": "%", "≤": "<", "≥": ">", "…": ".", "¡": "!"}
    letters = (
        (lacking, unicodedata.normalize("NFKD", lacking)[0]) for lacking in error.object[error.start : error.end]
    )
    return "".join(
        twins.get(lacking) or (letter if letter.isascii() else "?") for lacking, letter in letters
    ), error.end


codecs.register_error("twins", _twin)


def _without_options(arguments: list[str]) -> tuple[list[str], str | None, bool]:
    """A command line without the options that may stand anywhere in it: the code of ``--language CODE`` that came last, and
    whether there was an ``--ascii``."""
    rest: list[str] = []
    plain = False
    code = None
    words = iter(arguments)
    for word in words:
        name, given, value = word.partition("=")
        if name == LANGUAGE_OPTION:
            code = value if given else next(words, "")
        elif word == ASCII_OPTION:
            plain = True
        else:
            rest.append(word)
    return rest, code, plain


def _key_name(settings: Settings, action: str) -> str:
    """The key of an action in the hall, as the settings have it; few commands name one, and only these read the table."""
    from tui.text.keys import ActiveKeys, keymap, with_cursor

    return ActiveKeys(keymap(with_cursor(settings.cursor, settings.keys)))(action)


def _run(arguments: list[str]) -> int:
    """Run a command line in the language of its reader, and return its exit code. Raises CoreError."""

    from tui.household.settings_file import folders, read
    from tui.household.surroundings import ASKED, Surroundings
    from tui.text.catalogue import Language, check, name_keys, say, speak

    surroundings = Surroundings.of(os.environ, getattr(sys.__stderr__, "encoding", None) or "")
    settings, trouble = read(folders(surroundings.home)[1])
    name_keys(partial(_key_name, settings))
    speak(Language(settings.language or surroundings.language))
    arguments, code, plain = _without_options(arguments)
    surroundings = surroundings._replace(ascii=plain)
    source = ASKED if code is None else LANGUAGE_OPTION
    if code is not None or surroundings.asked:
        surroundings = surroundings._replace(asked=check(surroundings.asked if code is None else code, source))
        speak(Language(surroundings.asked))
    if trouble and arguments[:1] not in TELL_THEMSELVES:
        _complain(say(trouble))
    from tui.command.caller import COMPLETION, Caller

    caller = Caller(settings, surroundings)
    if not arguments and COMPLETION not in os.environ:  # the hall itself opens without a parser of command lines
        from tui.command.drawing import draw

        draw(caller)
        return 0
    from tui.command import commands

    return commands.run(arguments, caller)
