"""The commands in the reader's language: what they say of themselves is written in English, and Typer knows no other."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from textwrap import wrap

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from core.phrase import Phrase, phrase
from tui.text.catalogue import _, say

GROUPS: Sequence[tuple[Phrase, Sequence[str]]] = (
    (phrase("Play"), ("play", "watch", "games", "own", "new")),
    (phrase("Analyse"), ("analyse", "review", "study", "perft", "judge", "prove", "check")),
    (phrase("Records"), ("log", "open", "stats")),
    (phrase("Machines"), ("engines", "players", "match", "tournament", "menace", "engine", "bench")),
    (phrase("Hall"), ("web", "serve", "config", "completion", "help")),
)
"""The commands of ``triqui``, in the order of the help."""
OF_TYPER = (
    *(phrase("Usage: "), phrase("Arguments"), phrase("Options"), phrase("Commands"), phrase("required")),
    *(phrase("[OPTIONS]"), phrase("COMMAND [ARGS]...")),
    phrase("Show this message and exit."),
)
"""What Typer writes into a page of help, for the catalogues."""
_COMPLAINTS = (
    ("Missing argument '(.*)'", phrase("Missing argument '{name}'")),
    (r"Got unexpected extra argument\(s\) \((.*)\)", phrase("Got unexpected extra argument(s) ({name})")),
    ("Option '(.*)' requires an argument", phrase("Option '{name}' requires an argument")),
    ("Option '(.*)' does not take a value", phrase("Option '{name}' does not take a value")),
)
"""Its complaints, in each the name that is meant, and the same as phrases."""
MIN_COLUMNS, MAX_COLUMNS = 50, 78
"""Limits of the width of a page of help."""
UNBROKEN = "\N{NO-BREAK SPACE}"
MAX_TERM = 30
"""Maximum width of the first column of a list, in columns of the terminal; a longer term gets a line of its own."""


class _Context(typer.Context):
    """The context of a command, which writes its page of help."""

    def get_help(self) -> str:
        width = max(min(shutil.get_terminal_size().columns - 2, MAX_COLUMNS), MIN_COLUMNS)
        return "\n".join(_page(self, width))


def _page(context: typer.Context, width: int) -> Iterator[str]:
    """The lines of a command's help: usage, summary, arguments and options, its commands in groups, an example."""
    command = context.command
    usage = f"{_('Usage: ')}{context.command_path} "
    pieces = " ".join(command.collect_usage_pieces(context))
    yield from wrap(pieces, width, initial_indent=usage, subsequent_indent=" " * len(usage), break_on_hyphens=False)
    yield from _paragraph(command.help or "", width)
    records: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
    for parameter in command.get_params(context):
        if record := parameter.get_help_record(context):
            term = (parameter.param_type_name == "argument" and parameter.metavar) or record[0]
            records[parameter.param_type_name].append((term, _facts(record[1])))
    yield from _section(_("Arguments"), records["argument"], width)
    yield from _section(_("Options"), records["option"], width)
    if isinstance(command, TyperGroup):
        for heading, rows in _grouped(command):
            yield from _section(heading, rows, width)
    yield from _paragraph(command.epilog or "", width)


def _facts(text: str) -> str:
    """The text of a parameter with what Typer adds to it in the reader's language, no line of which ends within a default."""

    def default(found: re.Match[str]) -> str:
        return f"[{_('default: {value}').format(value=found[1])}]".replace(" ", UNBROKEN)

    return re.sub(r"\[default: (.*)\]$", default, _(text).replace("[required]", f"[{_('required')}]"))


def _grouped(group: TyperGroup) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The headings below which the commands of a group are listed, with their names and summaries."""
    headings: dict[str, list[tuple[str, str]]] = {}
    for name, command in group.commands.items():
        heading = getattr(command, "rich_help_panel", None) or _("Commands")
        headings.setdefault(heading, []).append((name, command.help or ""))
    yield from headings.items()


def _paragraph(text: str, width: int) -> Iterator[str]:
    """A blank line and a text, if there is one."""
    if text:
        yield ""
        yield from wrap(text, width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


def _section(heading: str, rows: Sequence[tuple[str, str]], width: int) -> Iterator[str]:
    """A heading and a list in two columns, if there are rows."""
    if not rows:
        return
    yield from ("", f"{heading}:")
    room = min(max(len(term) for term, _text in rows), MAX_TERM) + 2
    for term, text in rows:
        lines = [line.replace(UNBROKEN, " ") for line in wrap(text, width - room - 2, break_on_hyphens=False)] or [""]
        if len(term) > MAX_TERM:
            yield f"  {term}"
            term = ""
        yield f"  {term:{room}}{lines[0]}".rstrip()
        yield from (f"  {'':{room}}{line}" for line in lines[1:])


def translated(group: TyperGroup) -> TyperGroup:
    """The command ``triqui`` with its commands in groups, and all their texts in the reader's language."""
    epilog = _(group.epilog or "")
    _translate(group)
    group.epilog = epilog
    listed = {name: heading for heading, names in GROUPS for name in names}
    group.commands = {name: group.commands[name] for name in listed if name in group.commands}
    for name, command in group.commands.items():
        if isinstance(command, TyperCommand | TyperGroup):
            command.rich_help_panel = say(listed[name])
    return group


def _translate(command: object) -> None:
    """Bring the texts of a command, and of each below it, into the reader's language."""
    assert isinstance(command, TyperCommand | TyperGroup)
    command.context_class = _Context
    command.help = _(command.help or "")
    command.epilog = _("Example: {line}").format(line=command.epilog)
    command.options_metavar = _(command.options_metavar or "") or None
    for parameter in command.params:
        if isinstance(parameter, TyperArgument | TyperOption):
            parameter.help = _(parameter.help or "")
            parameter.metavar = _translated_name(parameter.metavar or "") or None
    if isinstance(command, TyperGroup):
        command.subcommand_metavar = _(command.subcommand_metavar or "")
        for each in command.commands.values():
            _translate(each)


def _translated_name(metavar: str) -> str:
    """What a value is called; a letter alone is a letter in every language."""
    return _(metavar) if len(metavar) > 1 else metavar


def complaint(error: typer.TyperException) -> Phrase:
    """What Typer complains of, without the stop at its end."""
    what = " ".join(error.format_message().split()).rstrip(".")
    for pattern, said in _COMPLAINTS:
        if found := re.fullmatch(pattern, what):
            return phrase(said.template, name=found[1])
    return phrase("{what}", what=what)
