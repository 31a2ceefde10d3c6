"""The commands of certificates: write why a position is worth what it is, and check that by the rules alone."""

from __future__ import annotations

import io
import math
import time
from pathlib import Path
from typing import Annotated

import typer

from core import engines
from core.analysis import Limit, Stopped, Watch
from core.errors import BadCertificate, CertificateTooLarge
from core.position import Position, play_all
from core.proofs.certificate import LIMIT, Checked
from tui.command import output, output_proofs
from tui.command.arguments import GAME, JSON, MOVES, POSITION, SECONDS, BadUsage, example, whole
from tui.text.catalogue import figures
from tui.text.words import nodes

app = typer.Typer()

_SECONDS = 60.0
"""Time to think where none is given."""


@app.command(
    help="Write why a position is worth what it is, as a certificate that anybody can check.",
    **example("prove tictactoe -o draw.xz"),
)
def prove(
    game: GAME,
    file: Annotated[str, typer.Option("-o", "--output", metavar="FILE", help="The file to write; none is replaced.")],
    moves: MOVES = "",
    position: POSITION = None,
    claim: Annotated[
        str | None,
        typer.Option(
            metavar="CLAIM", help='What is to be proven, as "win 11", draw or "no win"; an engine finds out otherwise.'
        ),
    ] = None,
    seconds: SECONDS = None,
    limit: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole("--limit", 1, 1_000_000_000),
            help="Stop at so many positions; a million otherwise.",
        ),
    ] = None,
    as_json: JSON = False,
) -> None:
    """Find out the value, write the proof, check it, and keep it in a file that is whole or not there."""
    from core.proofs.prove import LIMIT as MOST
    from core.proofs.prove import NotProven, claim_of
    from core.proofs.prove import prove as written

    path = Path(file)
    if path.exists():
        raise _there(file)
    start = Position.start(game) if position is None else Position.from_text(game, position)
    played, asked = play_all(game, moves, position)
    if asked.outcome:
        raise BadUsage("The game is over there, so there is nothing to prove; leave out its last moves.")
    # All that is searched counts, finding the value too; without --seconds the proof takes as long as it takes.
    watch = Watch(asked, Limit(seconds), time.monotonic)
    if claim is None:
        with output.thinking() as listener:
            look = Watch(asked, Limit(_SECONDS if seconds is None else seconds), time.monotonic, listener)
            claim = claim_of(engines.analyse(engines.best(asked), look))
            watch.nodes = look.nodes
    with output_proofs.proving() as show:

        def tick(more: int) -> None:
            watch.tick(more)
            show(more)

        try:
            proof = written(start, played, claim, limit or MOST, tick)
        except Stopped as error:
            raise NotProven(
                "It was not proven within {seconds} s, in which {nodes} were looked at; give more --seconds.",
                seconds=figures(f"{seconds:g}"),
                nodes=nodes(watch.nodes),
            ) from error
        found = Checked(io.BytesIO(proof.data), math.inf)
    _keep(path, proof.data)
    output_proofs.certified(found, file, len(proof.data), as_json)


@app.command(help="Check a certificate by the rules alone.", **example("check draw.xz"))
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A certificate, as 'triqui prove' writes it.")],
    limit: Annotated[
        int,
        typer.Option(
            metavar="MB",
            parser=whole("--limit", 1, 1_000_000),
            help="Read so many megabytes of text, and take four times as much memory, at most.",
        ),
    ] = LIMIT,
    as_json: JSON = False,
) -> None:
    """Replay a certificate."""
    try:
        with open(file, "rb") as source, output_proofs.proving():
            found = Checked(source, limit)
    except CertificateTooLarge as error:
        raise BadUsage("{file} is not checked. {reason}", file=repr(file), reason=error.phrase) from error
    except BadCertificate as error:
        raise BadUsage("{file} proves nothing. {reason}", file=repr(file), reason=error.phrase) from error
    except OSError as error:
        raise BadUsage(
            "{file} cannot be read ({reason}); name a certificate, as 'triqui prove' writes it.",
            file=repr(file),
            reason=error.strerror,
        ) from error
    output_proofs.certified(found, file, Path(file).stat().st_size, as_json)


def _there(file: str) -> BadUsage:
    return BadUsage("{file} is there already and stays as it is; take another name.", file=repr(file))


def _keep(path: Path, data: bytes) -> None:
    """Write a file that is whole or not there. Raises BadUsage."""
    try:
        with open(path, "xb") as written:
            try:
                written.write(data)
                written.flush()
            except OSError:
                path.unlink()
                raise
    except FileExistsError as error:
        raise _there(str(path)) from error
    except OSError as error:
        raise BadUsage(
            "{file} cannot be written ({reason}); take a name in a folder that can be written to.",
            file=repr(str(path)),
            reason=error.strerror,
        ) from error
