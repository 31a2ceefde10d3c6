"""Train the net of ultimate tic-tac-toe (:mod:`core.engines.ultimate.net`) from games with itself alone, with numpy (the extra
``tools``)::

    python -m tests.tools.train_ultimate train net.npz --rule draw --seconds 600      again and again: it goes on where it was
    python -m tests.tools.train_ultimate match net.npz earlier.npz --games 2000       both colours, one ply of search
    python -m tests.tools.train_ultimate export net.npz ultimate-draw.xz

Thousands of games go on at once, ply by ply, as arrays with a row for each game. A move is the best by the net one ply on, but
for the random plies of the opening and for some that are explored; what is learnt of each position is TD(lambda) on what the
searches said after it, cut where a move was explored. Positions are learnt turned, mirrored and with colours swapped, at
random.

Arrays: ``codes[g, b]`` the code of board b in game g, or CODES + 0, 1, 2 where it is closed (X's, O's, nobody's); ``where[g]``
the board to play in, or 9; ``side[g]``. Weights are rows of 32 lanes, of which the even ones count for X, as in the file.
"""

from __future__ import annotations

import argparse
import lzma
import time
from itertools import count
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from core.engines.ultimate.net import BOARD_ROWS, CODES, FREE_CHOICE, MOVER, ROWS, UNITS, board_features, mover_kinds
from core.engines.ultimate.tables import ADD, CELLS, EMPTY, LINED
from core.games.ultimate import ALL, FREE, has_line
from core.kinds.bits import rectangle_symmetries

Array: TypeAlias = Any

LAMBDA = 0.8
GAMES = 2000
"""Games that go on at once."""
OPENING = 10
"""Fewer random plies than this begin a game."""
EXPLORING, EXPLORED = 0.7, 0.12
"""The share of games in which moves are explored, and of the moves there."""
WARMTH = 0.5
"""Logits by which an explored move may be worse, about."""
BATCH = 1024
USES = 1.5
"""How often each position is learnt."""
KEPT = 400_000
"""Positions of which those to learn are drawn."""
RATE = 0.001
LOGIT = 1000
"""Of the file, to one of the net."""
_FILTER = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 1, "pb": 1}
SIGNS = np.where(np.arange(UNITS) % 2 == 0, 1, -1).astype(np.float32)

CLOSED = np.array(
    [0 if x else 1 if o else 2 if not e else -1 for x, o, e in zip(*LINED, EMPTY, strict=True)] + [0, 1, 2]
)
"""By code: whose a closed board is, -1 for one that goes on."""
FEATURES = [*board_features(), [252], [253], [254]]
WIDTH = max(map(len, FEATURES))
PADDED = np.array([own + [-1] * (WIDTH - len(own)) for own in FEATURES])
"""By code, the features of a board; -1 for none."""
KINDS = np.array([[*kinds, 0, 0, 0] for kinds in mover_kinds(board_features())])
EMPTY_CELLS = np.array([[cell in empty for cell in range(9)] for empty in EMPTY] + [[False] * 9] * 3)
ADDED = np.array(ADD)
WON = np.array([has_line(boards) for boards in range(ALL + 1)])
BITS = 1 << np.arange(9)
_DIGITS = np.array([[(x >> c & 1) + 2 * (o >> c & 1) for c in range(9)] for x, o in zip(*CELLS, strict=True)])
_POWERS = 3 ** np.arange(9)
SWAPPED = np.append(((3 - _DIGITS) % 3) @ _POWERS, [CODES + 1, CODES, CODES + 2])
TURNS = [np.array(permutation) for permutation in rectangle_symmetries(3, 3, False)]
TURNED = [np.append(_DIGITS[:, np.argsort(turn)] @ _POWERS, CODES + np.arange(3)) for turn in TURNS]
"""By symmetry: ``TURNS`` where a cell goes, ``TURNED`` the code of the turned board."""


class Boards(NamedTuple):
    """Positions, a row for each."""

    codes: Array
    where: Array
    side: Array

    def take(self, chosen: Array) -> Boards:
        """Some of them."""
        return Boards(self.codes[chosen], self.where[chosen], self.side[chosen])

    def rows(self) -> Array:
        """The rows of weights that each adds, -1 for none."""
        boards = PADDED[self.codes] + np.where(PADDED[self.codes] < 0, 0, BOARD_ROWS * np.arange(9)[None, :, None])
        return np.concatenate([boards.reshape(len(self.side), -1), self.mover_rows()[:, None]], axis=1)

    def mover_rows(self) -> Array:
        """The row of each that tells of the player to move."""
        board = np.minimum(self.where, 8)
        kind = KINDS[self.side, self.codes[np.arange(len(board)), board]]
        return MOVER + np.where(self.where == FREE, FREE_CHOICE + self.side, 27 * (9 * self.side + board) + kind)


class Net:
    """The weights as they are learnt, in logits, with what Adam remembers; ``games`` and ``positions`` tell of how many."""

    def __init__(self, rule: str, seed: int) -> None:
        random = np.random.default_rng(seed)
        # The last row is that of no feature, the one before the biases.
        self.weights = (random.standard_normal((ROWS + 2, UNITS)) * 0.05).astype(np.float32)
        self.weights[-2:] = 0
        self.zero = np.float32(0)
        self.means, self.squares = np.zeros_like(self.weights), np.zeros_like(self.weights)
        self.steps = self.games = self.positions = 0
        self.rule = rule

    @classmethod
    def read(cls, path: Path) -> Net:
        """What :meth:`write` wrote."""
        kept = np.load(path)
        net = cls(str(kept["rule"]), 0)
        net.weights, net.means, net.squares, net.zero = (kept[name] for name in ("weights", "means", "squares", "zero"))
        net.steps, net.games, net.positions = (int(kept[name]) for name in ("steps", "games", "positions"))
        return net

    def write(self, path: Path) -> None:
        """Keep all that is needed to go on."""
        beside = path.with_name(path.name + ".new.npz")
        np.savez(
            beside,
            **{
                name: getattr(self, name)
                for name in ("weights", "means", "squares", "zero", "steps", "games", "positions")
            },
            rule=np.array(self.rule),
        )
        beside.replace(path)

    def logits(self, hidden: Array) -> Array:
        """What X is worth, from the units."""
        return np.maximum(hidden, 0) @ SIGNS + self.zero

    def tables(self) -> tuple[Array, Array]:
        """What the features of a board add up to, by board and code; and the units of a position without a board."""
        padded = PADDED[None] + np.where(PADDED[None] < 0, 0, BOARD_ROWS * np.arange(9)[:, None, None])
        return self.weights[padded].sum(axis=2), self.weights[ROWS]

    def learn(self, boards: Boards, targets: Array, rate: float) -> float:
        """One step of Adam on the cross-entropy between guesses and targets, chances of X; returns it."""
        rows = boards.rows()
        hidden = self.weights[rows].sum(axis=1) + self.weights[ROWS]
        guesses = 1 / (1 + np.exp(-self.logits(hidden)))
        loss = -(targets * np.log(guesses + 1e-7) + (1 - targets) * np.log(1 - guesses + 1e-7)).mean()
        error = ((guesses - targets) / len(targets)).astype(np.float32)
        back = error[:, None] * SIGNS * (hidden > 0)
        gradient = np.zeros_like(self.weights)
        flat = rows.ravel() % len(self.weights)
        order = np.argsort(flat, kind="stable")
        first = np.flatnonzero(np.diff(flat[order], prepend=-1))
        gradient[flat[order][first]] = np.add.reduceat(back[order // rows.shape[1]], first)
        gradient[ROWS] = back.sum(axis=0)
        gradient[-1] = 0
        self.steps += 1
        self.means += 0.1 * (gradient - self.means)
        self.squares += 0.001 * (gradient * gradient - self.squares)
        corrected = self.means / (1 - 0.9**self.steps), self.squares / (1 - 0.999**self.steps)
        self.weights -= rate * corrected[0] / (np.sqrt(corrected[1]) + 1e-8)
        self.zero -= np.float32(rate * error.sum())
        return float(loss)


class Guess(NamedTuple):
    """What one ply of search says: the move and its value for the player to move, in logits or 99 for a win, by game; and of
    all moves the game, the move and the value."""

    best: Array
    values: Array
    games: Array
    moves: Array
    worth: Array


class Play:
    """Games that go on at once. ``results`` are what they are worth to X, NaN while they go on."""

    def __init__(self, games: int, rule: str) -> None:
        self.boards = Boards(np.zeros((games, 9), int), np.full(games, FREE), np.zeros(games, int))
        self.results = np.full(games, np.nan)
        self._count = rule == "count"

    def guess(self, live: Array, net: Net, tables: tuple[Array, Array]) -> Guess:
        """Look one ply ahead in some games."""
        codes, where, side = self.boards.take(live)
        table, bias = tables
        hidden = table[np.arange(9), codes].sum(axis=1) + bias
        open_ = (where[:, None] == FREE) | (where[:, None] == np.arange(9))
        games, board, cell = np.nonzero(EMPTY_CELLS[codes] & open_[:, :, None])
        after, ended = self._after(codes[games], board, cell, side[games])
        mover = Boards(after, np.where(CLOSED[after[np.arange(len(cell)), cell]] < 0, cell, FREE), 1 - side[games])
        hidden = hidden[games] - table[board, codes[games, board]] + table[board, after[np.arange(len(board)), board]]
        logits = net.logits(hidden + net.weights[mover.mover_rows()])
        logits = np.where(np.isnan(ended), logits, np.nan_to_num(2 * ended - 1) * 99)
        worth = np.where(side[games] == 0, logits, -logits)
        first = np.flatnonzero(np.diff(games, prepend=-1))
        best = np.lexsort((-worth, games))[first]
        return Guess((9 * board + cell)[best], worth[best], games, 9 * board + cell, worth)

    def play(self, live: Array, moves: Array) -> None:
        """Make a move in each of some games."""
        codes, _, side = self.boards.take(live)
        after, ended = self._after(codes, moves // 9, moves % 9, side)
        self.boards.codes[live] = after
        cell = moves % 9
        self.boards.where[live] = np.where(CLOSED[after[np.arange(len(cell)), cell]] < 0, cell, FREE)
        self.boards.side[live] = 1 - side
        self.results[live] = ended

    def _after(self, codes: Array, board: Array, cell: Array, side: Array) -> tuple[Array, Array]:
        """The boards after moves, and what games that they end are worth to X."""
        after = codes.copy()
        each = np.arange(len(board))
        new = codes[each, board] + ADDED[side, cell]
        after[each, board] = np.where(CLOSED[new] < 0, new, CODES + CLOSED[new])
        won = [((CLOSED[after] == mark) & (after >= CODES)) @ BITS for mark in (0, 1)]
        full = (CLOSED[after] >= 0).all(axis=1)
        lead = (
            np.sign((CLOSED[after] == 0).sum(axis=1) - (CLOSED[after] == 1).sum(axis=1)) if self._count else 0 * board
        )
        ended = np.where(full, 0.5 + 0.5 * lead, np.nan)
        return after, np.where(WON[won[0]], 1.0, np.where(WON[won[1]], 0.0, ended))


def self_play(net: Net, games: int, random: np.random.Generator) -> tuple[Boards, Array]:
    """Positions of whole games of the net with itself, and the chances of X that they are to be learnt to have."""
    play, tables = Play(games, net.rule), net.tables()
    opening = random.integers(0, OPENING, games)
    exploring = random.random(games) < EXPLORING
    past: list[tuple[Array, Boards, Array, Array]] = []
    for ply in count():
        live = np.flatnonzero(np.isnan(play.results))
        if not len(live):
            break
        found = play.guess(live, net, tables)
        explored = exploring[live] & (random.random(len(live)) < EXPLORED) | (ply < opening[live])
        noise = random.gumbel(size=len(found.worth)) * np.where(ply < opening[live], 1e6, WARMTH)[found.games]
        first = np.flatnonzero(np.diff(found.games, prepend=-1))
        drawn = found.moves[np.lexsort((-(found.worth + noise), found.games))[first]]
        chances = 1 / (1 + np.exp(-np.where(play.boards.side[live] == 0, found.values, -found.values)))
        past.append((live, play.boards.take(live), chances, explored & (drawn != found.best)))
        play.play(live, np.where(explored, drawn, found.best))
    later = play.results.copy()
    targets = []
    for live, _, chances, explored in reversed(past):
        later[live] = np.where(explored, chances, (1 - LAMBDA) * chances + LAMBDA * later[live])
        targets.append(later[live].astype(np.float32))
    boards = Boards(*(np.concatenate(parts) for parts in zip(*(each[1] for each in past), strict=True)))
    return boards, np.concatenate(targets[::-1])


def varied(boards: Boards, targets: Array, random: np.random.Generator) -> tuple[Boards, Array]:
    """The same positions turned and mirrored, and with colours swapped, at random."""
    codes, where, side = (np.array(part) for part in boards)
    which = random.integers(0, len(TURNS), len(side))
    for number, (turn, turned) in enumerate(zip(TURNS, TURNED, strict=True)):
        own = np.flatnonzero(which == number)
        codes[np.ix_(own, turn)] = turned[boards.codes[own]]
        where[own] = np.append(turn, FREE)[boards.where[own]]
    swap = random.random(len(side)) < 0.5
    return (
        Boards(np.where(swap[:, None], SWAPPED[codes], codes), where, np.where(swap, 1 - side, side)),
        np.where(swap, 1 - targets, targets),
    )


def train(path: Path, rule: str, seconds: float, seed: int) -> None:
    """Train for a time, and keep the net after every turn."""
    net = Net.read(path) if path.exists() else Net(rule, seed)
    random = np.random.default_rng([seed, net.steps])
    kept: list[tuple[Boards, Array]] = []
    end = time.process_time() + seconds
    while time.process_time() < end:
        kept.append(self_play(net, GAMES, random))
        net.games += GAMES
        fresh = len(kept[-1][1])
        net.positions += fresh
        while len(kept) > 1 and sum(len(each[1]) for each in kept[1:]) >= KEPT:
            kept.pop(0)
        pool = Boards(*(np.concatenate(parts) for parts in zip(*(each[0] for each in kept), strict=True)))
        targets = np.concatenate([each[1] for each in kept])
        losses = []
        for _ in range(int(USES * fresh / BATCH)):
            chosen = random.integers(0, len(targets), BATCH)
            losses.append(net.learn(*varied(pool.take(chosen), targets[chosen], random), RATE))
        net.write(path)
        print(f"{net.games:,} games, {net.positions:,} positions, loss {np.mean(losses):.4f}", flush=True)


def match(one: Net, other: Net, games: int, seed: int) -> tuple[float, float]:
    """What one net scores against another with one ply of search, from random openings, each played from both sides; and half
    of the interval of 95 %."""
    random = np.random.default_rng(seed)
    moves = random.random((4, games // 2, 81))
    opening = random.integers(2, 5, games // 2)
    scores = np.zeros(games // 2)
    for first, second, ours in ((one, other, 1), (other, one, 0)):
        play, sides = Play(games // 2, one.rule), [(net, net.tables()) for net in (first, second)]
        for ply in count():
            live = np.flatnonzero(np.isnan(play.results))
            if not len(live):
                break
            found = play.guess(live, *sides[ply % 2])
            best = found.best
            if ply < len(moves):
                order = np.lexsort((moves[ply][live[found.games], found.moves], found.games))
                drawn = found.moves[order[np.flatnonzero(np.diff(found.games, prepend=-1))]]
                best = np.where(ply < opening[live], drawn, best)
            play.play(live, best)
        scores += (play.results if ours else 1 - play.results) / 2
    return float(scores.mean()), float(1.96 * scores.std() / sqrt(len(scores)))


def export(net: Net, path: Path) -> None:
    """Write the file that the engine reads."""
    rows = np.append(net.weights[: ROWS + 1].ravel(), net.zero) * LOGIT
    numbers = np.clip(np.rint(rows), -32000, 32000).astype("<i2")
    path.write_bytes(lzma.compress(numbers.tobytes(), lzma.FORMAT_XZ, filters=[_FILTER]))


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("train", "match", "export"))
    parser.add_argument("net", type=Path)
    parser.add_argument("other", type=Path, nargs="?")
    parser.add_argument("--rule", choices=("draw", "count"), default="draw")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.what == "train":
        train(given.net, given.rule, given.seconds, given.seed)
    elif given.what == "match":
        score, half = match(Net.read(given.net), Net.read(given.other), given.games, given.seed)
        print(f"{given.games} games: {score:.1%} +- {half:.1%}")
    else:
        export(Net.read(given.net), given.other)


if __name__ == "__main__":
    main()
