"""All commands as one: a command line is given to its own, and what it says wrong becomes a sentence. Whatever draws a screen
imports textual only when it runs."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from core import __version__
from core.phrase import phrase
from tui.command import completing
from tui.command.arguments import PLAIN
from tui.command.caller import COMPLETION, BadUsage, Caller
from tui.command.ending import ExitCode
from tui.command.former import current
from tui.command.spoken import complaint, translated
from tui.text.catalogue import say

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "playing": ("play", "watch"),
    "asking": ("games", "engines", "players", "perft", "analyse", "engine"),
    "bench": ("bench",),
    "tournaments": ("match", "tournament"),
    "proving": ("prove", "check"),
    "judge": ("judge",),
    "study": ("study",),
    "records": ("log", "stats"),
    "opening": ("open",),
    "machine": ("menace",),
    "reviewing": ("review",),
    "serve": ("serve",),
    "web": ("web",),
    "config": ("config",),
    "manual": ("completion", "help"),
    "own": ("new", "own"),
}
"""The commands of each module beside this one. Only that of the command that is given is loaded:
to load and describe them all takes longer than to draw the first picture."""


def app_of(modules: Iterable[str] = COMMANDS) -> typer.Typer:
    """The command ``triqui`` with the commands of some modules, usually of all."""
    app = typer.Typer(
        add_completion=False, rich_markup_mode=None, context_settings={"help_option_names": ["-h", "--help"]}
    )
    for module in modules:
        app.add_typer(import_module(f"tui.command.{module}").app)
    described = app.callback(
        invoke_without_command=True,
        help="A hall of two-player games for the terminal. Without a command, triqui opens the hall.",
        epilog="'triqui COMMAND --help' explains a command. 'triqui help TOPIC' shows a page of the manual: games, players, "
        "engines, panel, review, tournaments, keys, hall, plain, browser, serving, files, formats, protocols, own, python, "
        "certificates, api, versions or exit. 'triqui help --man' prints the whole manual as a man page.",
    )
    described(home)
    return app


def home(
    context: typer.Context,
    language: Annotated[  # shown here; taken from the command line before its first text is said
        str | None,
        typer.Option(
            metavar="CODE",
            autocompletion=completing.language,
            help="Set the language, en or es; works with any command.",
        ),
    ] = None,
    ascii: Annotated[  # taken from the command line as the language is
        bool, typer.Option("--ascii", help="Draw in plain ASCII; works with any command.")
    ] = False,
    plain: PLAIN = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Open the hall, unless a command follows."""
    if version:
        print(f"triqui {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from tui.command.drawing import draw

        draw(context.obj, plain=plain)
    elif plain:
        raise BadUsage("--plain comes after its command, as in 'triqui play tictactoe --plain'.")


def run(arguments: list[str], caller: Caller) -> int:
    """Run a command line without the program's name, and return its exit code. Raises CoreError."""
    completes = COMPLETION in os.environ
    arguments, former = current(arguments)
    for before, now in former:
        said = phrase("'{before}' is now '{now}'; version 2.0 will not read the old spelling.", before=before, now=now)
        print(say(said), file=sys.stderr)
    group = translated(typer.main.get_group(app_of(COMMANDS if completes else _asked(arguments))))
    if completes:  # a shell asks what may follow; the question stands in other variables
        from typer.completion import get_completion_inspect_parameters

        get_completion_inspect_parameters()  # which lets Typer know the shells
        group.main([], "triqui", COMPLETION)
    command, name = _named(group, arguments)
    following = arguments[name.count(" ") :]
    if isinstance(command, TyperGroup) and following and not following[0].startswith("-"):
        raise _unknown(command, name, following[0])
    if isinstance(command, TyperGroup) and command is not group and not following:
        arguments = [*arguments, "--help"]
    try:
        with group.make_context("triqui", list(arguments), obj=caller) as context:
            group.invoke(context)
    except typer.Exit as leaving:
        return leaving.exit_code
    except typer.TyperException as error:
        raise _misuse(error, arguments, group) from error
    return ExitCode.RIGHT


def _asked(arguments: list[str]) -> Iterable[str]:
    """The modules that a command line needs: the one of its command, none for the hall, all where there is no such command and
    for the manual, which tells of them."""
    found = [module for module, names in COMMANDS.items() if arguments[:1] and arguments[0] in names]
    return COMMANDS if arguments and found in ([], ["manual"]) else found


def _named(group: TyperGroup, arguments: list[str]) -> tuple[Any, str]:
    """The command that the first words of a command line name, and those words."""
    command: Any = group
    words = ["triqui"]
    for word in arguments:
        if not isinstance(command, TyperGroup) or word not in command.commands:
            break
        command = command.commands[word]
        words.append(word)
    return command, " ".join(words)


def _unknown(group: TyperGroup, name: str, word: str) -> BadUsage:
    """A complaint about a word that names no command of a group."""
    close = get_close_matches(word, group.commands, 1)
    return BadUsage(
        "There is no command {name}; did you mean {close}? '{command} --help' lists them all."
        if close
        else "There is no command {name}; '{command} --help' lists them all.",
        name=repr(word),
        close=repr(close[0]) if close else None,
        command=name,
    )


def _misuse(error: typer.TyperException, arguments: list[str], group: TyperGroup) -> BadUsage:
    """A complaint of typer as a sentence with the remedy."""
    command, name = _named(group, arguments)
    what = complaint(error)
    options = [option for parameter in command.params for option in parameter.opts]
    given = (argument.partition("=")[0] for argument in arguments if argument.startswith("-"))
    # Typer tells no more than a text; of an option with one dash it names the first letter.
    unknown = next(
        (o for o in given if o not in options and (o if o.startswith("--") else o[:2]) in str(what).split()), None
    )
    if unknown is None:
        return BadUsage("{what}; '{command} --help' shows how it is written.", what=what, command=name)
    if re.fullmatch(r"-[0-9.]+", unknown):
        return BadUsage(
            "{number} is below zero, which is not possible here; '{command} --help' shows which values are.",
            number=unknown,
            command=name,
        )
    close = get_close_matches(unknown, options, 1)
    return BadUsage(
        "There is no option {option}; did you mean {close}? '{command} --help' lists them all."
        if close
        else "There is no option {option}; '{command} --help' lists them all.",
        option=unknown,
        close=close[0] if close else None,
        command=name,
    )
