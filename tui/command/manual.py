"""The commands that tell about the program itself: the manual by topics and as a man page, and completion for shells."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from typing import Annotated

import typer
from typer.core import TyperGroup

from core import __version__
from core.errors import CoreError
from core.kits import KITS, OWN
from tui import manual, rules
from tui.command.arguments import example, named
from tui.command.caller import BadUsage
from tui.command.completing import SCRIPTS, script
from tui.text.catalogue import _
from tui.text.pages import plain, roff

app = typer.Typer()


def _shell(text: str) -> str:
    if text not in SCRIPTS:
        raise BadUsage(
            "There is completion for {names}, not for {name}.",
            name=repr(text[:40]),
            names=", ".join(SCRIPTS),
        )
    return text


@app.command(help="Print a completion script for a shell.", **example("completion bash"))
def completion(
    shell: Annotated[
        str,
        typer.Argument(metavar="SHELL", parser=_shell, autocompletion=lambda: list(SCRIPTS), help="bash, zsh or fish."),
    ],
) -> None:
    """Print what the shell is to read at its start."""
    print(script(shell))


def _topics(ctx: typer.Context) -> list[str]:
    group = ctx.parent.command if ctx.parent else None
    commands = list(group.commands) if isinstance(group, TyperGroup) else []
    return [*dict.fromkeys((*manual.TOPICS, *commands, *KITS))]


@app.command("help", help="Show help on a topic, a command or a game.", **example("help players"))
def tell(
    context: typer.Context,
    topic: Annotated[
        str | None,
        typer.Argument(metavar="TOPIC", autocompletion=_topics, help="A topic; without one, list the topics."),
    ] = None,
    man: Annotated[bool, typer.Option("--man", help="Print the whole manual as a man page.")] = False,
) -> None:
    """Print a page of the manual, the help of a command or the rules of a game; for a name of two things both."""
    root = context.parent
    assert isinstance(root, typer.Context)
    group = root.command
    assert isinstance(group, TyperGroup)
    if man:
        if topic:
            raise BadUsage("--man prints the whole manual; leave out {topic}.", topic=repr(topic[:40]))
        print(_man_page(root, group), end="")
        return
    pages = list(_pages(root, group, topic)) if topic else [root.get_help(), _list()]
    if not pages:
        raise BadUsage(
            "There is no topic {name}; the topics are {names}, every command and every game.",
            name=repr((topic or "")[:40]),
            names=", ".join(manual.TOPICS),
        )
    print("\n\n".join(page.rstrip() for page in pages))


def _pages(root: typer.Context, group: TyperGroup, topic: str) -> Iterator[str]:
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 80
    if topic in manual.TOPICS:
        yield plain(manual.page(topic), width)
    if topic in group.commands:
        command = group.commands[topic]
        yield command.context_class(command, info_name=topic, parent=root).get_help()
    elif topic not in manual.TOPICS and (page := _rules(topic)):
        yield plain(page, width)


def _rules(name: str) -> str:
    """The rules of a game or a family of games, empty where there is none of that name."""
    try:
        if name in OWN:
            return rules.of_family(name)
        return rules.page(named(KITS[name].presets.split()[0] if name in KITS else name))
    except CoreError:
        return ""


def _list() -> str:
    """The topics with their headings."""
    rows = "\n".join(f"- `{topic}`: {manual.title(topic)}" for topic in manual.TOPICS)
    return plain("## " + _("Topics of 'triqui help TOPIC'") + f"\n\n{rows}", 80)


def _man_page(root: typer.Context, group: TyperGroup) -> str:
    """All commands and all topics."""
    parts = [
        "# {}\n\ntriqui - {}".format(_("Name"), (group.help or "").partition(".")[0]),
        "# {}\n\n**triqui** [{}] [{}]".format(_("Synopsis"), _("options"), _("command")),
        "# {}\n\n{}\n\n{}".format(_("Description"), group.help, group.epilog),
        "# {}".format(_("Commands")),
    ]
    for name, command in group.commands.items():
        context = command.context_class(command, info_name=name, parent=root)
        records = filter(None, [parameter.get_help_record(context) for parameter in command.params])
        rows = "\n".join(f"- `{term}`: {text}" for term, text in records)
        parts.append(f"## triqui {name}\n\n{command.help}\n\n{rows}\n\n{command.epilog}")
    parts += map(manual.page, manual.TOPICS)
    return f'.TH TRIQUI 1 "" "triqui {__version__}"\n' + roff("\n\n".join(parts))
