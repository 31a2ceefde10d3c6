"""What the commands of certificates print."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from core.proofs.certificate import Checked
from tui.command.printing import dump, stderr, tell
from tui.text.catalogue import _, say
from tui.text.words import REPETITION, name, nodes, players, proven, thousands

_OFTEN = 500
"""Positions between two looks at the terminal."""


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


def certified(found: Checked, file: str, size: int, as_json: bool) -> None:
    """What a certificate proves, and how much stands in it."""
    position = found.position
    if as_json:
        moves = {"claim": found.claim, "given": found.given, "positions": found.positions, "bytes": size}
        dump({**position.to_json(), **moves})
        return
    print(f"{name(position.game)}  {position.text}")
    print(claimed(found))
    if found.claim in ("no win", "endless") and not position.game.finite:
        print(say(REPETITION))
    text = _("{file}: {bytes} bytes. Positions that it tells of: {given}; looked at, by the rules alone: {positions}.")
    tell(text.format(file=file, bytes=size, given=thousands(found.given), positions=thousands(found.positions)))
