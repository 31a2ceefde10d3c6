"""Makes ``core/data/lines.txt``: ``python -m tests.tools.make_lines_book``.

All positions of the games and marks below, but for images, are decided by proof numbers, each from nothing; those that took
long go into the book. It takes twenty minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from core.engines.lines.book import written
from core.engines.lines.proof_numbers import ProofNumbers, by_potential
from core.engines.lines.threat_search import ThreatSearch
from core.game import State
from core.games import get
from core.games.mnk import Mnk
from core.score import Verdict

DATA = Path(__file__).parents[2] / "core" / "data" / "lines.txt"
BOARDS = {"mnk:5,5,4": {4: 1000, 5: 3000}}
"""By the number of marks, how many nodes a position has taken that is in the book, or more."""
_WHOLE = 1 << 60


def positions(game: Mnk, marks: int) -> Iterator[State]:
    """Of all images of an unfinished position with so many marks the least."""
    level = {game.start()}
    for _ in range(marks):
        after = (game.play(state, move) for state in level for move in game.moves(state))
        level = {min(each.image(state) for each in game.symmetries) for state in after if game.value(state) is None}
    yield from sorted(level)


def decided(game: Mnk, state: State) -> tuple[Verdict, int]:
    """What best play brings to the player to move, and how many nodes it took to find out."""
    nodes = 0

    def tick(more: int) -> None:
        nonlocal nodes
        nodes += more

    search = ThreatSearch(game, tick)
    numbers = ProofNumbers(search, by_potential(search.lanes))
    own, other = game.sides(state)
    empty = (1 << game.cell_count) - 1 & ~(own | other)
    mine, theirs = search.lanes.of(own, other), search.lanes.of(other, own)
    if numbers.decide((mine, theirs, empty), True, _WHOLE):
        verdict = Verdict.WIN
    else:
        verdict = Verdict.LOSE if numbers.decide((theirs, mine, empty), False, _WHOLE) else Verdict.TIE
    search.nodes.flush()
    return verdict, nodes


def main() -> None:
    """Make the book."""
    lines = []
    for name, least in BOARDS.items():
        game = get(name)
        assert isinstance(game, Mnk)
        found: dict[Verdict, list[str]] = {verdict: [] for verdict in Verdict}
        for marks in least:
            for state in positions(game, marks):
                verdict, nodes = decided(game, state)
                if nodes >= least[marks]:
                    found[verdict].append(written(game, state))
        lines += [f"{name} {verdict.value}: {' '.join(texts)}\n" for verdict, texts in found.items() if texts]
    DATA.write_text("".join(lines), "ascii")


if __name__ == "__main__":
    main()
