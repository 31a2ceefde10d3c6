"""Prove the boards of k in a row up to 9: ``python -m tests.tools.prove_mnk NODES [BOARD ...] [--measure] [--memory GB]``.

Each that is not proven yet, or of those given, as ``8,4,4``, is tried with so many nodes, and ``core/data/mnk.txt`` is written
anew after every proof, so that it can be stopped and run again with more. With ``--measure`` the wins are tried of which it is
not known how soon they come. Where the tables of the hall are too small for a proof, it finds the same again and again: four in
a row on 8x4 takes 2 GB.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from core.engines import root
from core.games.mnk import proven
from core.score import Verdict
from core.study.search.mnk import boards, made, proof, prove, written

DATA = Path(__file__).parents[2] / "core" / "data" / "mnk.txt"
HEAD = "# Boards M,N,K proven by the hall's engine: verdict|plies|bound|method|best move. python -m tests.tools.prove_mnk\n"


def main(nodes: int, wanted: Sequence[str], measure: bool) -> None:
    """Prove what can be proven with so many nodes each, of all boards or those that are wanted."""
    known = dict(made()) if DATA.exists() else {}
    firsts = {name: each.first for name, each in proven().items()} if known else {}
    for board in boards():
        name = ",".join(map(str, board))
        old = known.get(name)
        open_ = old is not None and old.verdict is Verdict.WIN and not old.settled if measure else old is None
        if not open_ or (wanted and name not in wanted):
            continue
        found = prove(f"mnk:{name}", nodes, measure)
        score = proof(found)
        if score and (score := score.with_proven(old) if old else score) != old:
            known[name] = score
            best = found.lines[0]
            keeps = score.plies is None and score.within == best.score.most
            firsts[name] = found.position.name(best.move) if keeps else ""
            print(name, written(score, firsts[name]), found.nodes, flush=True)
            lines = (f"{each} {written(proof, firsts.get(each, ''))}\n" for each, proof in known.items())
            DATA.write_text(HEAD + "".join(lines), "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("nodes", type=int)
    parser.add_argument("boards", nargs="*")
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--memory", type=float, default=root.MEMORY / 1e9, metavar="GB")
    given = parser.parse_args()
    root.MEMORY = int(given.memory * 1e9)
    main(given.nodes, given.boards, given.measure)
