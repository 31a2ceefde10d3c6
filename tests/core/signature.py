"""The nodes that each engine visits for its questions in ``core.engines.bench``."""

from __future__ import annotations

SIGNATURE = {
    ("minimax", "tictactoe"): 549_946,
    ("minimax", "mnk:4,4,4"): 571_457,
    ("alphabeta", "tictactoe"): 1_409,
    # The best move first, by null windows, then the values of the others.
    ("alphabeta", "tictactoe/misere/wild"): 12_423,
    ("alphabeta", "mnk:4,4,3"): 32_797,
    # A distance is known as soon as its bounds meet, also below for ultimate/count.
    ("alphabeta", "mnk:4,3,3/misere"): 86_754,
    ("alphabeta", "mnk:5,5,4"): 8_189,
    ("alphabeta", "mnk:15,15,5"): 52_171,
    ("alphabeta", "numerical"): 213_386,
    ("mcts", "tictactoe"): 100_151,
    ("mcts", "mnk:15,15,5"): 50_162,
    ("retrograde", "pong-hau-ki"): 77,
    ("retrograde", "morris"): 18_710,
    ("retrograde", "vanishing"): 369_802,
    ("theory", "nim:3,4,5"): 77,
    ("theory", "notakto:3"): 56_168,
    # Whoever follows up needs no search for it, and does so first. Moves that leave no answer are seen before any is searched.
    ("connect-four", "connect-four:5,4,4"): 30_040,
    ("connect-four", "connect-four"): 73_698,
    ("gomoku", "gomoku"): 2_801,
    # Late moves are searched less deep, and those that change little are left out.
    ("gomoku", "gomoku/19"): 15_201,
    # Guesses come from the net, whose late moves are searched less deep. Of the moves of a node that wins one is counted, and
    # of most others that are cut.
    ("ultimate", "ultimate"): 11_456,
    ("ultimate", "ultimate/open"): 18_998,
    ("ultimate", "ultimate/count"): 54_652,
    ("qubic", "tictactoe3d"): 1_214,
    ("qubic", "qubic"): 40_001,
    # Lines too light to fill are leaves, also beside pairs. Every draw shows its play to the end. The efforts of many moves
    # are not added up, which serves on larger boards; replies are looked at for what holds before they are searched.
    ("lines", "mnk:4,4,4"): 4_615,
    ("lines", "mnk:4,3,3"): 488,
    ("lines", "mnk:5,4,4"): 6_355,
    ("lines", "mnk:6,6,5"): 5_868,
    ("lines", "mnk:6,4,4"): 22_010,
    ("lines", "mnk:5,5,4"): 100_361,
    ("m-minimax", "mnk:4,4,4"): 23_069,
    ("m-poda", "mnk:4,4,4"): 29_159,
}

FEW = 3_000
"""So many nodes are searched at every check; what takes more stands in ``long``."""
