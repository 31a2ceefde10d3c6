"""Games of one's own beside the same by :mod:`tests.core.plain_own`, those of the gallery and such as are drawn."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from core import engines, own
from core.analysis import Limit, Watch
from core.engines.general.retrograde import Retrograde
from core.game import Game, State
from core.games import get
from core.kits import OWN
from core.own.definition import Definition
from core.position import Position
from core.score import Score
from tests.core.plain_boards import Plain, Pos
from tests.core.plain_own import Worth, plain_own, reachable, solved
from tests.core.watching import ask

GALLERY = {each.name: each for each in own.gallery() if f"own-{each.kind}" in OWN}
SMALL = [
    name
    for name in GALLERY
    if name not in ("affine-plane-4", "cube-3", "four-in-a-row", "tesseract", "projective-plane-3")
]
"""Those of which every position is looked at."""


NAMED = [GALLERY[name].id for name in ("fano-plane", "tesseract", "mu-torere", "picaria", "treblecross")]
"""One of each way of drawing and of playing, for tests of all games."""


def made(document: dict[str, Any]) -> Game:
    """The game that a document makes."""
    return get(own.register(own.taken(Definition.of(document).content)).id)


def game(name: str) -> Game:
    """A game of the gallery."""
    return get(GALLERY[name].id)


def start(name: str) -> Position:
    """Its start."""
    return Position.start(game(name))


def paired(game: Game, rules: Plain, most: int = 200_000) -> dict[Pos, State]:
    """Every position of the plain rules with the one of the product that the same moves lead to, held to have the same moves,
    turn and end."""
    found = {rules.start: game.start()}
    waiting = [rules.start]
    for pos in waiting:
        state, replies = found[pos], rules.replies(pos)
        assert game.turn(state) == pos[0]
        assert game.value(state) == rules.result(pos)
        moves = {} if replies == {} else {game.format_move(state, move): move for move in game.moves(state)}
        assert moves.keys() == replies.keys()
        for name, child in replies.items():
            after = game.play(state, moves[name])
            assert found.setdefault(child, after) == after
            if len(found) > len(waiting):
                waiting.append(child)
        assert len(found) <= most
    return found


def worth(score: Score) -> Worth:
    """A score in the words of the plain rules."""
    assert score.proven
    assert score.verdict
    return Worth(score.verdict.value, score.plies)


@cache
def table(game: Game) -> dict[State, Score]:
    """The product's own word on every position."""
    engine = Retrograde()
    return dict(engine.table(Watch(Position.start(game), Limit(), lambda: 0.0)))


def grundy(code: str, most: int) -> list[int]:
    """Nim-values once more, from the definition."""
    digits = dict(enumerate(int(digit) for digit in code.replace(".", "")))
    values: list[int] = []
    for size in range(most):
        after = set()
        for taken, digit in digits.items():
            left = size - taken
            if taken and left == 0 and digit & 1:
                after.add(0)
            if taken and left > 0 and digit & 2:
                after.add(values[left])
            if left > 1 and digit & 4:
                after |= {values[a] ^ values[left - a] for a in range(1, left)}
        values.append(next(value for value in range(len(after) + 1) if value not in after))
    return values


# What nobody has thought of.

POINTS = "abcdefgh"


@st.composite
def lines_documents(draw: st.DrawFn) -> dict[str, Any]:
    """Small games of lines."""
    document: dict[str, Any] = {"triqui": 1, "kind": "lines", "name": "drawn"}
    if draw(st.booleans()):
        rows, columns = draw(st.sampled_from([(1, 4), (2, 3), (3, 2), (2, 4), (3, 3)]))
        document |= {"rows": rows, "columns": columns}
        if draw(st.booleans()):
            document["gravity"] = True
        if draw(st.booleans()):
            return document | {"straight": draw(st.integers(1, max(rows, columns)))} | draw(flags())
        names = [f"{'abcd'[x]}{y + 1}" for y in range(rows) for x in range(columns)]
    else:
        names = list(POINTS[: draw(st.integers(2, 8))])
        document["points"] = " ".join(names)
    line = st.lists(st.integers(0, len(names) - 1), min_size=1, max_size=4, unique=True).map(
        lambda line: tuple(sorted(line))
    )
    chosen = draw(st.lists(line, min_size=1, max_size=6, unique=True))
    document["lines"] = [" ".join(names[i] for i in each) for each in sorted(chosen)]
    return document | draw(flags())


def flags() -> st.SearchStrategy[dict[str, bool]]:
    """Options of games of lines."""
    return st.lists(st.sampled_from(["misere", "either"]), unique=True).map(lambda keys: dict.fromkeys(keys, True))


@st.composite
def slides_documents(draw: st.DrawFn) -> dict[str, Any]:
    """Small games of slides."""
    count = draw(st.integers(3, 6))
    names = list(POINTS[:count])
    document: dict[str, Any] = {"triqui": 1, "kind": "slides", "name": "drawn", "points": " ".join(names)}
    pairs = [(i, j) for i in range(count) for j in range(i)]
    chosen = draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=8, unique=True))
    edges = []
    for i, j in chosen:
        way, side = draw(st.sampled_from("->")), draw(st.sampled_from(["", "", "", " first", " second"]))
        edges.append(f"{names[j]}{way}{names[i]}{side}")
    document["edges"] = sorted(edges)
    if draw(st.booleans()):
        document["place"] = draw(st.integers(1, (count - 1) // 2))
    else:
        stones = draw(st.lists(st.sampled_from(names), min_size=2, max_size=count - 1, unique=True))
        first = draw(st.integers(1, len(stones) - 1))
        document |= {"first": " ".join(sorted(stones[:first])), "second": " ".join(sorted(stones[first:]))}
    if draw(st.booleans()):
        line = st.lists(st.integers(0, count - 1), min_size=2, max_size=3, unique=True).map(
            lambda line: tuple(sorted(line))
        )
        wins = draw(st.lists(line, min_size=1, max_size=3, unique=True))
        document["lines"] = [" ".join(names[i] for i in each) for each in sorted(wins)]
    if draw(st.booleans()):
        document["fly"] = True
    if draw(st.booleans()):
        document["stuck"] = draw(st.sampled_from(["draws", "passes"]))
    if draw(st.booleans()):
        document["guarded"] = draw(st.sampled_from(names))
    return document


@st.composite
def heaps_documents(draw: st.DrawFn) -> dict[str, Any]:
    """Small games of heaps."""
    sizes = draw(st.lists(st.integers(1, 5), min_size=1, max_size=2))
    document: dict[str, Any] = {"triqui": 1, "kind": "heaps", "name": "drawn", "heaps": sizes}
    if draw(st.booleans()):
        document["take"] = sorted(draw(st.sets(st.integers(1, 5), min_size=1, max_size=3)))
    else:
        digits = draw(st.lists(st.integers(0, 7), min_size=1, max_size=4))
        document["octal"] = draw(st.sampled_from("04")) + "." + ("".join(map(str, digits)).rstrip("0") or "0")
    return document | ({"misere": True} if draw(st.booleans()) else {})


def agrees(document: dict[str, Any]) -> None:
    """Hold a game to the plain rules, in every position."""
    try:
        found = made(document)
    except own.BadOwnFile:
        assume(False)  # such as one that has no first move
    rules = plain_own(document)
    assume(reachable(rules, 4000) is not None)
    states = paired(found, rules)
    truth = solved(rules)
    scores = table(found)
    table.cache_clear()
    assert {pos: worth(scores[state]) for pos, state in states.items()} == truth
    start = Position.start(found)
    if start.outcome is None:
        said = ask(engines.best(start).name, start).score
        assert said
        assert said.proven
        assert said.verdict
        assert said.verdict.value == truth[rules.start].value
        assert said.plies in (None, truth[rules.start].plies)
    for pos in Random(1).sample(sorted(states, key=repr), min(20, len(states))):
        state = states[pos]
        assert Position.from_text(found, found.format_state(state)).state == state
        for symmetry in found.symmetries[:8]:
            image = symmetry.image(state)
            assert found.value(image) == found.value(state)
            if found.value(state) is None:
                assert sorted(symmetry.moves[move] for move in found.moves(state)) == list(found.moves(image))


def holds(name: str) -> None:
    """Every position of a game of the gallery is worth what brute force says."""
    rules = plain_own(json.loads(GALLERY[name].content))
    states = paired(game(name), rules)
    assert {pos: worth(table(game(name))[state]) for pos, state in states.items()} == solved(rules)


def equals(name: str, hall: str) -> None:
    """A game of the gallery has the moves, ends, values and distances of a family of the hall, in every position."""
    ours, theirs = game(name), get(hall)
    pairs = {ours.start(): theirs.start()}
    waiting = [ours.start()]
    for state in waiting:
        other = pairs[state]
        assert ours.value(state) == theirs.value(other)
        if ours.value(state) is not None:
            continue
        names = {theirs.format_move(other, move): move for move in theirs.moves(other)}
        assert names.keys() == {ours.format_move(state, move) for move in ours.moves(state)}
        for move in ours.moves(state):
            after = ours.play(state, move)
            if after not in pairs:
                pairs[after] = theirs.play(other, names[ours.format_move(state, move)])
                waiting.append(after)
    here, there = table(ours), table(theirs)
    assert all(worth(here[state]) == worth(there[other]) for state, other in pairs.items())
