"""The commands of certificates: write why a position is worth what it is, and check that by the rules alone."""

from __future__ import annotations

import io
import math
import time
from pathlib import Path
from typing import Annotated

import typer

from core import engines
from core.analysis import Analysis, Limit, Stopped, Watch
from core.errors import BadCertificate, CertificateTooLarge
from core.phrase import phrase
from core.position import Position, play_all
from core.proofs.certificate import LIMIT, Checked, CheckProgress
from tui.command import output, output_proofs
from tui.command.arguments import GAME, JSON, MOVES, POSITION, SECONDS, example
from tui.command.caller import BadUsage
from tui.command.ending import CheckedFalse
from tui.household import own_files
from tui.household.settings_file import folders
from tui.text.catalogue import figures
from tui.text.numbers import number, whole
from tui.text.words import nodes, thousands

app = typer.Typer()

_SECONDS = 60.0
"""Time to think where none is given."""


@app.command(
    help="Write a certificate of a position's value.",
    **example("prove tictactoe -o draw.xz"),
)
def prove(
    game: GAME,
    file: Annotated[str, typer.Option("-o", "--output", metavar="FILE", help="Write to this new file.")],
    moves: MOVES = "",
    position: POSITION = None,
    claim: Annotated[
        str | None,
        typer.Option(
            metavar="CLAIM", help='Prove this claim: "win 11", draw or "no win"; the default is what an engine finds.'
        ),
    ] = None,
    seconds: SECONDS = None,
    limit: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole("--limit", 1, 1_000_000_000),
            help="Limit the number of positions; the default is a million.",
        ),
    ] = None,
    as_json: JSON = False,
) -> None:
    """Find out the value, write the proof, check it, and keep it in a file that is whole or not there."""
    from core.proofs.prove import LIMIT as MAX_NODES
    from core.proofs.prove import NotProven, claim_of
    from core.proofs.prove import prove as written

    path = Path(file)
    if path.exists():
        raise _there(file)
    start = Position.start(game) if position is None else Position.from_text(game, position)
    played, asked = play_all(game, moves, position)
    if asked.outcome:
        raise BadUsage(
            "The game is already over in that position, so there is nothing to prove; leave out the last moves."
        )
    # All that is searched counts, finding the value too; without --seconds the proof takes as long as it takes.
    watch = Watch(asked, Limit(seconds), time.monotonic)
    if claim is None:
        value = _value(asked, _SECONDS if seconds is None else seconds / 2)
        watch.nodes = value.nodes
        claim = claim_of(value)
    try:
        with output_proofs.proving() as show_nodes:

            def tick(more: int) -> None:
                watch.tick(more)
                show_nodes(more)

            proof = written(start, played, claim, limit or MAX_NODES, tick)
        with output_proofs.checking() as show:

            def still(progress: CheckProgress) -> None:
                watch.tick(0)
                show(progress)

            found = Checked(io.BytesIO(proof.data), math.inf, still)
    except Stopped as error:
        raise NotProven(
            "Not proven within {seconds} s, after {nodes}; give more --seconds.",
            seconds=figures(f"{seconds:g}"),
            nodes=nodes(watch.nodes),
        ) from error
    _keep(path, proof.data)
    output_proofs.certified(found, file, len(proof.data), as_json)


def _value(position: Position, seconds: float) -> Analysis:
    """What a position is worth, as far as it is found within some seconds; not what each of its moves is."""
    with output.thinking() as show:
        settled = False

        def hear(analysis: Analysis) -> None:
            nonlocal settled
            settled = analysis.score is not None and analysis.score.settled
            show(analysis)

        choice = len(position.moves) > 1  # the only move is taken without a search
        look = Watch(position, Limit(seconds), time.monotonic, hear, lambda: settled, all_moves=not choice)
        return engines.analyse(engines.best(position), look)


@app.command(help="Check a certificate by the rules alone.", **example("check draw.xz"))
def check(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A certificate that 'triqui prove' wrote.")],
    limit: Annotated[
        int,
        typer.Option(
            metavar="MB",
            parser=whole("--limit", 1, 1_000_000),
            help="Limit the text, in megabytes; memory is at most four times that.",
        ),
    ] = LIMIT,
    seconds: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            parser=number("--seconds", float, phrase("a number"), 0, 1_000_000),
            help="Limit the time, in seconds.",
        ),
    ] = None,
    as_json: JSON = False,
) -> None:
    """Replay a certificate."""
    began, positions = time.monotonic(), 0

    def tick(progress: CheckProgress) -> None:
        nonlocal positions
        positions = progress.positions
        if seconds is not None and time.monotonic() - began >= seconds:
            raise Stopped
        show(progress)

    try:
        what = own_files.instead(Path(file))
        if what:
            raise BadUsage(
                "{file} is {what}; give a certificate that 'triqui prove' wrote.", file=repr(file), what=what
            )
        with open(file, "rb") as source, output_proofs.checking() as show:
            found = Checked(source, limit, tick)
    except Stopped as error:
        raise BadUsage(
            "{file} was not checked within {seconds} s (positions checked: {positions}); give more --seconds.",
            file=repr(file),
            seconds=figures(f"{seconds:g}"),
            positions=thousands(positions),
        ) from error
    except CertificateTooLarge as error:
        raise BadUsage("{file} was not checked. {reason}", file=repr(file), reason=error.phrase) from error
    except BadCertificate as error:
        raise CheckedFalse("{file} proves nothing. {reason}", file=repr(file), reason=error.phrase) from error
    except OSError as error:
        raise BadUsage(
            "{file} cannot be read ({reason}); give a certificate that 'triqui prove' wrote.",
            file=repr(file),
            reason=error.strerror,
        ) from error
    data = folders(context.obj.surroundings.home)[0]
    output_proofs.certified(
        found, file, Path(file).stat().st_size, as_json, own_files.namesakes(found.position.game, data)
    )


def _there(file: str) -> BadUsage:
    return BadUsage("{file} already exists. Choose another name.", file=repr(file))


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
            "{file} cannot be written ({reason}); choose a name in a folder that you can write to.",
            file=repr(str(path)),
            reason=error.strerror,
        ) from error
