"""The games that are asked about in the tests for all of them."""

from __future__ import annotations

from core.games import presets

IDS = [
    *(game.id for game in presets()),
    "tictactoe/misere/wild",
    "tictactoe/toroidal/wild",
    "tictactoe/misere/toroidal/wild",
    "mnk:1,1,1",
    "mnk:1,9,2",
    "mnk:3,3,9",
    "mnk:2,5,1",
    "mnk:5,3,4/misere",
    "mnk:4,4,3/toroidal",
    "mnk:6,3,3/toroidal/wild",
    "mnk:7,6,4",
    "mnk:9,9,5/misere",
    "mnk:15,15,5",
    "mnk:19,19,6/wild",
    "gomoku/19/exact/swap2",
    "gomoku/20",
    "gomoku/exact",
    "ultimate/count",
    "ultimate/open/tic-tac-ku",
    "ultimate/count/open",
    "ultimate/count/tic-tac-ku",
    "ultimate/count/open/tic-tac-ku",
    "connect-four:2,2,2",
    "connect-four:9,9,5",
    "connect-four:3,8,8",
    "connect-four:9,2,3",
    "nim:2,3,3",
    "nim:1,1,2,2,4/misere",
    "subtraction:5,5,7:2,3/misere",
    "kayles:1,4,5/misere",
    "dawson-kayles:2,2,3,6",
    "wythoff:7,4",
    "fibonacci-nim:2",
    "chomp:1,1",
    "chomp:4,4",
]
