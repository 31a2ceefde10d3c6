"""Saves a proof of the panel as a certificate: asks for the file, and writes it in another process. A page downloads it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, ClassVar

from core.analysis import Analysis
from core.errors import CoreError
from core.phrase import Phrase, phrase
from core.play.source import Snapshot
from core.position import Passed
from core.subprocesses import command_of
from tui.screens.base.dialogs import OneLine
from tui.text.catalogue import _, language
from tui.text.catalogue import shown as short_id
from tui.text.words import REPETITION

if TYPE_CHECKING:
    from tui.screens.base.port import HallPort
    from tui.screens.base.screen import HallScreen

COMMAND = command_of("tui.command.cli")
"""How the process is started."""


class NotWritten(CoreError):
    """A certificate that cannot be written."""


class AskForFile(OneLine):
    """A file to be named that is not there yet."""

    TAKES: ClassVar[Phrase] = phrase("write")

    def __init__(self, proposed: str, endless: bool = False) -> None:
        question = phrase("File for the proof of this value, for triqui check to read:")
        super().__init__(phrase("{said} {more}", said=REPETITION, more=question) if endless else question, proposed)

    async def refuse(self, written: str) -> None:
        """Say why no file can be made there."""
        path = Path(written).expanduser()
        if path.exists():
            raise NotWritten("That file already exists. Choose another name.")
        if not path.name or not path.parent.is_dir():
            raise NotWritten("There is no such folder; choose a folder that exists.")


async def ask_and_certify(screen: HallScreen, shown: Snapshot, at: int, known: Analysis | None) -> None:
    """Write why the value of the position after so many moves is exact, as is ``known``, to a file that is asked for."""
    if shown.match.positions[at].outcome:
        screen.say(_("The game is over, and its result needs no proof; look back at a position that has one."))
        return
    from core.proofs.prove import NotProven, claim_of  # with all that proves, which a game does without

    try:
        claim = claim_of(known) if known else ""
    except NotProven:
        claim = ""
    command = words(shown, at, claim) if claim else None
    if command is None:
        screen.say(_("Only an exact value can be proven to others; this one is not exact, or not yet."))
        return
    proposed = re.sub(r"[^a-z0-9]+", "-", f"{short_id(shown.match.game.id)} {at}") + ".xz"
    if screen.hall.surroundings.web:
        _begin(screen, _download(screen, command, proposed))
        return
    file = await screen.open_dialog(AskForFile(proposed, claim in ("endless", "no win")))
    if file is not None:
        _begin(screen, certify(screen.hall, command, str(Path(file).expanduser())))


def _begin(screen: HallScreen, writing: Awaitable[None]) -> None:
    """Let a certificate be written, and say so until it is."""
    said = _("The proof is being written; you can play on.")
    screen.say(said)

    async def write() -> None:
        await writing
        if screen.notice == said:
            screen.say("")

    screen.hall.run_worker(write())


async def _download(screen: HallScreen, command: Sequence[str], name: str) -> None:
    """Let a certificate be written, and hand it to the browser."""
    app = screen.app  # which is there when the screen is closed meanwhile
    with TemporaryDirectory(prefix="triqui-") as folder:
        file = Path(folder, name)
        await certify(screen.hall, command, str(file), name)
        if file.is_file():
            app.deliver_binary(BytesIO(file.read_bytes()), save_filename=name)


def words(shown: Snapshot, at: int, claim: str) -> list[str] | None:
    """The command that proves a claim about the position after so many moves; None for one to which no moves lead."""
    start, position = shown.match.positions[0], shown.match.positions[at]
    if isinstance(position, Passed):
        return None
    names = [before.name(move) for before, move in zip(shown.match.positions, shown.match.moves[:at], strict=False)]
    begin = [] if start.state == start.game.start() else ["--position", start.text]
    return ["prove", shown.match.game.id, *begin, "--moves", " ".join(names), "--claim", claim]


async def certify(hall: HallPort, command: Sequence[str], file: str, name: str = "") -> None:
    """Let a certificate be written, and say what has come of it; ``name`` is what the user calls the file."""
    process = await asyncio.create_subprocess_exec(
        *(*COMMAND, *command, "-o", file, "--language", language().code),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        said = (await process.communicate())[1].decode(errors="replace")
    finally:
        if process.returncode is None:
            process.kill()
    if process.returncode:
        hall.warn(NotWritten("The proof was not written: {reason}", reason=" ".join(said.split())))
    else:
        hall.warn(NotWritten("{file}: the proof is written and checked.", file=name or file))
