"""The commands in the reader's language: what they say of themselves is written in English, and Typer knows no other."""

from __future__ import annotations

import re
from collections.abc import Sequence

import typer
from typer._click.formatting import HelpFormatter
from typer.core import TyperArgument, TyperGroup, TyperOption

from core.phrase import Phrase, phrase
from tui.text.catalogue import _

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


class _Page(HelpFormatter):
    """A page of help."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, _("Usage: "))

    def write_heading(self, heading: str) -> None:
        super().write_heading(_(heading))

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        required = f"[{_('required')}]"
        translated = [(term, _(text).replace("[required]", required)) for term, text in rows]
        super().write_dl(translated, col_max, col_spacing)


class _Context(typer.Context):
    formatter_class = _Page


def translated(group: TyperGroup) -> TyperGroup:
    """The commands with their texts in the reader's language."""
    group.epilog = _(group.epilog or "")
    group.subcommand_metavar = _(group.subcommand_metavar or "")
    for command in group.commands.values():
        command.epilog = _("Example: {line}").format(line=command.epilog)
    for command in (group, *group.commands.values()):
        command.context_class = _Context
        command.help = _(command.help or "")
        command.options_metavar = _(command.options_metavar or "") or None
        for parameter in command.params:
            if isinstance(parameter, TyperArgument | TyperOption):
                parameter.help = _(parameter.help or "")
                parameter.metavar = _translated_name(parameter.metavar or "") or None
    return group


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
