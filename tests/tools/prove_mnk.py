"""Prove the boards of k in a row up to 9: ``python -m tests.tools.prove_mnk NODES [BOARD ...] [--memory GB]``.

Each that is not proven yet, or of those given, as ``8,4,4``, is tried with so many nodes, and ``core/data/mnk.txt`` is written
anew after every proof, so that it can be stopped and run again with more. Where the tables of the hall are too small for a
proof, it finds the same again and again: four in a row on 8x4 takes 2 GB.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from core.engines import root
from core.study.mnk import boards, made, proof, prove, written

DATA = Path(__file__).parents[2] / "core" / "data" / "mnk.txt"
HEAD = "# Boards M,N,K proven by the engine of the hall: verdict|plies|bound on them|method. python -m tests.tools.prove_mnk\n"


def main(nodes: int, wanted: Sequence[str]) -> None:
    """Prove what can be proven with so many nodes each, of all boards or those that are wanted."""
    known = {name: written(score) for name, score in made().items()} if DATA.exists() else {}
    for board in boards():
        name = ",".join(map(str, board))
        if name in known or (wanted and name not in wanted):
            continue
        found = prove(f"mnk:{name}", nodes)
        if score := proof(found):
            known[name] = written(score)
            print(name, known[name], found.nodes, flush=True)
            DATA.write_text(HEAD + "".join(f"{each} {proof}\n" for each, proof in known.items()), "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("nodes", type=int)
    parser.add_argument("boards", nargs="*")
    parser.add_argument("--memory", type=float, default=root.MEMORY / 1e9, metavar="GB")
    given = parser.parse_args()
    root.MEMORY = int(given.memory * 1e9)
    main(given.nodes, given.boards)
