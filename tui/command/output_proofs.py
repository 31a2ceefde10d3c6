"""What the commands of certificates print."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic

from core.own.game import OwnGame
from core.proofs.certificate import Checked, CheckProgress
from tui.command.printing import dump, stderr, tell
from tui.household.own_files import FoundFile
from tui.text.catalogue import _, say, shown
from tui.text.words import REPETITION, name, nodes, players, proven, thousands

PATIENCE = 3.0
"""Seconds for which a check without a terminal says nothing."""
_OFTEN = 500
"""Positions between two looks at the terminal."""


@contextmanager
def checking() -> Iterator[Callable[[CheckProgress], None]]:
    """Takes how far the check of a certificate is, and shows it on the terminal of stderr; elsewhere stderr gets a line of it
    after PATIENCE seconds, and one whenever twice as long has passed."""
    if not sys.stderr.isatty():
        began, due = monotonic(), PATIENCE

        def write(progress: CheckProgress) -> None:
            nonlocal due
            if monotonic() - began >= due:
                due *= 2
                print(_how_far(progress), file=sys.stderr, flush=True)

        yield write
        return
    with stderr().status(_("Reading the certificate")) as status:
        yield lambda progress: status.update(_how_far(progress))


def _how_far(progress: CheckProgress) -> str:
    text = _("Reading the certificate, line {line}")
    if progress.lines:
        text = _("Reading the certificate, line {line} of {lines}")
    if progress.most:
        text = _("Part {part} of {parts}, ply {ply}: {looked} of at most {most}; positions so far: {positions}")
    return text.format(**{name: thousands(number) for name, number in progress._asdict().items()})


@contextmanager
def proving() -> Iterator[Callable[[int], None]]:
    """Takes how many positions more a proof has looked at, and shows it on the terminal of stderr."""
    if not sys.stderr.isatty():
        yield lambda more: None
        return
    total = shown = 0
    with stderr().status(_("Looking at positions")) as status:

        def tick(more: int) -> None:
            nonlocal total, shown
            total += more
            if total >= shown + _OFTEN:
                shown = total
                status.update(f"{_('Looking at positions')}  {nodes(total)}")

        yield tick


def claimed(found: Checked) -> str:
    """What a certificate proves, as a sentence."""
    from core.proofs.prove import score_of

    if found.claim == "no win":
        return _("Neither side can be beaten.")
    return proven(players(found.position.game)[found.position.turn], score_of(found.claim))


def certified(found: Checked, file: str, size: int, as_json: bool, namesakes: Sequence[FoundFile] = ()) -> None:
    """What a certificate proves, and how much stands in it. Of a game from a file its rules are told, which may be any, and
    the ``namesakes`` that the folder of games has."""
    position, game = found.position, found.position.game
    words = game.in_words if isinstance(game, OwnGame) else None
    if as_json:
        moves = {"claim": found.claim, "given": found.given, "positions": found.positions, "bytes": size}
        dump({**position.to_json(), **moves, **({"rules": str(words)} if words else {})})
        return
    print(f"{name(game)}  {shown(game.id)}  {position.text}")
    if words:
        print(say(words))
    for each in namesakes:
        text = _("{file} has different rules under that name: {id}.")
        print(text.format(file=each.path, id=shown(each.definition.id if each.definition else "")))
    print(claimed(found))
    if found.claim in ("no win", "endless") and not position.game.finite:
        print(say(REPETITION))
    text = _("{file}: {bytes} bytes. Positions in it: {given}; checked, by the rules alone: {positions}.")
    tell(text.format(file=file, bytes=size, given=thousands(found.given), positions=thousands(found.positions)))
