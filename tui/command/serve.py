"""The commands of a hall that people visit over SSH: run it, list and ban its people, print what installs it."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from datetime import datetime
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.errors import CoreError
from core.phrase import phrase
from tui.command.arguments import JSON, example
from tui.command.printing import dump, table, tell
from tui.household.settings_file import folders
from tui.text.catalogue import _, say
from tui.text.numbers import number, whole

if TYPE_CHECKING:
    from tui.serve.running import ServePlan

app = typer.Typer()
hall = typer.Typer()
app.add_typer(
    hall,
    name="serve",
    help="Run a hall that people visit over SSH.",
    **example("serve --port 2222 --name Plaza"),
)
A_NUMBER = phrase("a number")
MAX_ALLOWED = 100_000
"""The greatest number that a limit can be."""


USER = Annotated[str, typer.Option(metavar="NAME", help="Become this user first (as root).")]
WHO = Annotated[str, typer.Argument(metavar="WHO", help="A name, an id or the fingerprint of a key.")]


class CannotServe(CoreError):
    """A hall for others cannot be opened here."""


@hall.command(help="Run the hall, as 'triqui serve' alone does.", **example("serve run --port 2222 --name Plaza"))
def run(
    context: typer.Context,
    port: Annotated[
        int, typer.Option(metavar="PORT", parser=whole("--port", 0, 65_535), help="Listen on this port.")
    ] = 2222,
    address: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Listen only on this address; the default is all addresses.")
    ] = "",
    host: Annotated[str, typer.Option(metavar="HOST", help="Host name that visitors type.")] = "",
    host_key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Host key; created if it does not exist.")
    ] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Name of the hall.")] = "triqui",
    user: USER = "",
    as_root: Annotated[bool, typer.Option("--as-root", help="Allow running as root.")] = False,
    max_sessions: Annotated[
        int,
        typer.Option(metavar="N", parser=whole("--max-sessions", 1, MAX_ALLOWED), help="Maximum number of sessions."),
    ] = 200,
    per_address: Annotated[
        int,
        typer.Option(
            metavar="N", parser=whole("--per-address", 1, MAX_ALLOWED), help="Maximum number of sessions per address."
        ),
    ] = 3,
    per_key: Annotated[
        int,
        typer.Option(
            metavar="N", parser=whole("--per-key", 1, MAX_ALLOWED), help="Maximum number of sessions per key."
        ),
    ] = 2,
    connects: Annotated[
        int,
        typer.Option(
            metavar="N",
            parser=whole("--connects", 1, MAX_ALLOWED),
            help="Maximum number of new connections per minute and address.",
        ),
    ] = 10,
    logins: Annotated[
        int,
        typer.Option(
            metavar="N",
            parser=whole("--logins", 1, MAX_ALLOWED),
            help="Maximum number of connections per address without a key yet.",
        ),
    ] = 4,
    cpu: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            parser=number("--cpu", float, A_NUMBER, 1, MAX_ALLOWED),
            help="Processor seconds per minute for the keys of a session; after that they wait.",
        ),
    ] = 6,
    idle: Annotated[
        float,
        typer.Option(
            metavar="MINUTES",
            parser=number("--idle", float, A_NUMBER, 1, MAX_ALLOWED),
            help="Close an idle session after this time.",
        ),
    ] = 30,
    idle_at_table: Annotated[
        float,
        typer.Option(
            metavar="MINUTES",
            parser=number("--idle-at-table", float, A_NUMBER, 1, MAX_ALLOWED),
            help="Close an idle session at a table after this time.",
        ),
    ] = 120,
    longest: Annotated[
        float,
        typer.Option(
            metavar="MINUTES",
            parser=number("--longest", float, A_NUMBER, 1, MAX_ALLOWED),
            help="Maximum length of a session.",
        ),
    ] = 720,
) -> None:
    """Serve until asked to end."""
    check_system(user)
    data = folders(context.obj.surroundings.home)[0]
    if not as_root:
        from tui.serve.user import refuse_root

        refuse_root()
    from tui.serve.limits import MINUTE, Limits
    from tui.serve.running import ServePlan

    limits = Limits(
        sessions=max_sessions,
        sessions_by_address=per_address,
        sessions_by_key=per_key,
        connects=connects,
        logins_by_address=logins,
        cpu=cpu,
        idle=idle * MINUTE,
        table_idle=idle_at_table * MINUTE,
        longest=longest * MINUTE,
    )
    _open(ServePlan(data, port, address, host, host_key, name, limits))


@hall.command("people", help="List the people of the hall, the latest first.", **example("serve people"))
def list_people(context: typer.Context, user: USER = "", as_json: JSON = False) -> None:
    """Print who is known in the hall of this folder."""
    from core.hall.people import person_id
    from tui.serve.register import people

    check_system(user)
    known = people(folders(context.obj.surroundings.home)[0])
    if as_json:
        dump(
            [
                {
                    "name": each.name,
                    "id": person_id(each.key),
                    "key": each.key,
                    "seen": each.seen,
                    "banned": each.banned,
                }
                for each in known
            ]
        )
        return

    def day(seconds: float) -> str:
        return datetime.fromtimestamp(seconds).isoformat(" ", "minutes")

    rows = [
        [each.name, person_id(each.key), each.key, day(each.seen), _("banned") if each.banned else ""] for each in known
    ]
    table([_("name"), _("id"), _("key"), _("last seen"), ""], rows)


@hall.command(help="Ban somebody.", **example("serve ban ana"))
def ban(context: typer.Context, who: WHO, user: USER = "") -> None:
    """Let somebody in no more."""
    _change_ban(context, who, user, banned=True)


@hall.command(help="Lift somebody's ban.", **example("serve unban ana"))
def unban(context: typer.Context, who: WHO, user: USER = "") -> None:
    """Let somebody in again."""
    _change_ban(context, who, user, banned=False)


def _change_ban(context: typer.Context, who: str, user: str, *, banned: bool) -> None:
    from tui.serve.register import ban as change

    check_system(user)
    change(folders(context.obj.surroundings.home)[0], who, banned)


@hall.command(help="Print a systemd unit for a hall.", **example("serve unit > triqui.service"))
def unit() -> None:
    """Print the unit with the way to this program in it."""
    _print_file("triqui.service")


@hall.command(help="Print a container file for a hall.", **example("serve container > Containerfile"))
def container() -> None:
    """Print the container file."""
    _print_file("Containerfile")


def check_system(user: str = "") -> None:
    """Raise CannotServe where no hall can be served, then become a ``user`` if one is named."""
    if not hasattr(os, "pidfd_open"):
        raise CannotServe("A hall can be served from Linux only; on this system play alone, or visit one with ssh.")
    if find_spec("asyncssh") is None:
        raise CannotServe("Serving over SSH needs asyncssh; \"pip install 'triqui[serve]'\" installs it.")
    if user:
        from tui.serve.user import become

        become(user)


def _print_file(name: str) -> None:
    """Print a file that lies beside the front, with the way to this program in it."""
    found = shutil.which(sys.argv[0])
    program = os.path.abspath(found) if found else f"{sys.executable} -m triqui"
    text = files("tui.serve").joinpath(name).read_text("utf-8")
    print(text.replace("@PROGRAM@", program), end="")


def _open(plan: ServePlan) -> None:
    from tui.serve.running import serve

    asyncio.run(serve(plan, lambda what: tell(say(what))))
