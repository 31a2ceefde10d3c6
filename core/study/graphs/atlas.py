"""The graph of a game: boards, the moves that join them, what each is worth, and where each stands on a map.

A *board* is a position without the player to move, as Serrano Mora draws the graph of Pong Hau K'i: its code is the text of the
position up to the space. Up to MAX_NODES boards are shown; of a larger game all that can follow a position, or else what can
follow within a number of moves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from core.errors import CoreError
from core.game import Game, Player
from core.kits import family
from core.phrase import Sentence, figure
from core.position import Position
from core.registry import Registry
from core.score import Score
from core.study.study import PagePart, Unstudied

MAX_NODES = 200
"""Boards that are shown at once."""
TALLEST = 18
"""Boards that stand above each other; of more as far from the start several columns are made."""
LONGEST_CODE = 7
"""Characters of a code that stands on the map; a longer one is represented by its number."""

ScorePair = tuple[Score | None, Score | None]
Spot = tuple[int, int]


class Edge(NamedTuple):
    """A move between two boards by their indices: whether the first and the second player can make it, and whether it can be
    taken back at once by who made it."""

    start: int
    end: int
    players: tuple[bool, bool]
    back: bool


@dataclass(frozen=True)
class MapNode:
    """A board of a map. Pairs go by the player to move."""

    number: int
    """By which edges name it."""
    code: str
    """Its places in a text."""
    name: str
    """What stands on the map."""
    texts: tuple[str | None, str | None]
    """The position in text, None where there is none."""
    reached: tuple[bool, bool]
    """Whether play from the start leads there."""
    x: int = 0
    """Steps to the right."""
    y: int = 0
    """Steps downwards."""
    scores: ScorePair = (None, None)
    """What the position is worth, None where that is not known."""

    def score(self, turn: Player) -> Score | None:
        """What the board is worth to a player who is to move there, or to the one who must be."""
        return self.scores[turn if self.texts[turn] is not None else 1 - turn]


@dataclass(frozen=True)
class Atlas:
    """The boards of a game and the moves between them."""

    game: str
    """The id of the game."""
    players: tuple[str, str]
    """The names of both."""
    position: str
    """From where it goes, in text."""
    nodes: tuple[MapNode, ...]
    """The boards."""
    edges: tuple[Edge, ...]
    """The moves between them."""
    whole: bool
    """Whether it is the whole game."""
    depth: int | None
    """So many moves from the position; None where nothing is left out."""
    charted: bool
    """Whether the boards have places on which all edges can be drawn without crossing."""
    stories: Mapping[str, Sentence] = field(default_factory=dict)
    """What is told of positions, by their texts."""

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The place of a board in ``nodes`` by its code."""
        return {node.code: i for i, node in enumerate(self.nodes)}

    @cached_property
    def after(self) -> Sequence[Sequence[Edge]]:
        """The edges that begin at each board; one that can be taken back is there at both its ends."""
        found: list[list[Edge]] = [[] for _node in self.nodes]
        for edge in self.edges:
            found[edge.start].append(edge)
            if edge.back:
                found[edge.end].append(edge._replace(start=edge.end, end=edge.start))
        return found

    @property
    def two_way(self) -> bool:
        """Whether every move can be taken back."""
        return all(edge.back for edge in self.edges)

    def neighbours(self, node: int, player: Player) -> list[int]:
        """The boards to which a player can go from one."""
        return [edge.end for edge in self.after[node] if edge.players[player]]


class Chart(ABC):
    """What a source knows of the graph of a family of games: the order and the places of its boards, and more."""

    codes: Sequence[str]
    places: Mapping[str, Spot]
    source: Sentence

    @abstractmethod
    def partners(self, code: str) -> tuple[int, int]:
        """The numbers of the board in a mirror, and with the colours exchanged."""

    @abstractmethod
    def stories(self, atlas: Atlas) -> Mapping[str, Sentence]:
        """Sentences about positions, by their texts."""

    @abstractmethod
    def parts(self, atlas: Atlas) -> tuple[PagePart, ...]:
        """More pages."""


CHARTS: Registry[Chart] = Registry("core.study", {"pong-hau-ki": "graphs.pong_hau_ki:CHART"})
"""By family of games."""


def chart_of(game: Game) -> Chart | None:
    """The chart of a game, None where there is none."""
    return CHARTS.get(family(game.id))


def code_of(position: Position) -> str:
    """The board without the player to move."""
    return position.text.partition(" ")[0]


class _Listing:
    """The positions that follow one, ply by ply, until there are more than ``most`` boards; ``depth`` None: all of them."""

    def __init__(self, start: Position, most: int) -> None:
        self.boards: dict[str, dict[Player, Position]] = {code_of(start): {start.turn: start}}
        self.layers: dict[str, int] = {code_of(start): 0}
        self.depth: int | None = None
        level = [start]
        depth = 0
        while level:
            fresh: dict[str, dict[Player, Position]] = {}
            more = 0
            for position in level:
                for move in position.moves if len(position.moves) <= most else ():
                    after = Position(position.game, position.game.play(position.state, move))
                    code = code_of(after)
                    if after.turn not in self.boards.get(code, {}):
                        more += code not in self.boards and code not in fresh
                        fresh.setdefault(code, {})[after.turn] = after
                if len(self.boards) + more > most or len(position.moves) > most:
                    self.depth = depth
                    return
            depth += 1
            for code, sides in fresh.items():
                self.boards.setdefault(code, {}).update(sides)
                self.layers.setdefault(code, depth)
            level = [after for sides in fresh.values() for after in sides.values()]


def atlas(position: Position, most: int = MAX_NODES) -> Atlas:
    """The graph around a position, without scores. Raises Unstudied where not even its moves fit."""
    game = position.game
    start = Position.start(game)
    listing = _Listing(start, most)
    whole = listing.depth is None and code_of(position) in listing.boards
    if not whole:
        listing = _Listing(position, most)
    if listing.depth == 0:
        raise Unstudied(
            "There are more than {most} boards one move from this position of {game}; take a smaller board.",
            most=figure(most),
            game=game.id,
        )
    reached = {code: frozenset(sides) for code, sides in listing.boards.items()}
    if whole:
        _complete(listing)
    chart = chart_of(game) if whole else None
    codes = list(chart.codes if chart else listing.boards)
    names = max(map(len, codes)) <= LONGEST_CODE and not chart
    nodes = tuple(
        MapNode(
            number,
            code,
            code if names else str(number),
            _by_turn(listing.boards[code]),
            (0 in reached[code], 1 in reached[code]),
        )
        for number, code in enumerate(codes, 1)
    )
    found = Atlas(
        game.id,
        game.players,
        position.text,
        nodes,
        tuple(_edges(listing, codes)),
        whole,
        listing.depth,
        chart is not None,
    )
    places = chart.places if chart else _layered(found, listing.layers)
    placed = tuple(replace(node, x=places[node.code][0], y=places[node.code][1]) for node in nodes)
    return replace(found, nodes=placed)


def _by_turn(sides: Mapping[Player, Position]) -> tuple[str | None, str | None]:
    first, second = (sides[turn].text if turn in sides else None for turn in (0, 1))
    return first, second


def _complete(listing: _Listing) -> None:
    """Add each board with the other player to move, where the rules of the text allow it and nothing new follows."""
    words = {
        turn: position.text.partition(" ")[2] for sides in listing.boards.values() for turn, position in sides.items()
    }
    if len(words) < 2 or not all(words.values()):
        return
    for code, sides in listing.boards.items():
        for turn in [turn for turn in words if turn not in sides]:
            game = next(iter(sides.values())).game
            try:
                position = Position(game, game.parse_state(f"{code} {words[turn]}"))
            except CoreError:
                continue  # stones still to be placed tell who moves
            if all(code_of(position.play(move)) in listing.boards for move in position.moves):
                sides[turn] = position


def _edges(listing: _Listing, codes: Sequence[str]) -> Iterator[Edge]:
    index = {code: i for i, code in enumerate(codes)}
    found: dict[tuple[int, int], list[bool]] = {}
    for code in codes:
        for turn, position in sorted(listing.boards[code].items()):
            for move in position.moves if len(position.moves) <= max(len(codes), MAX_NODES) else ():
                end = index.get(code_of(Position(position.game, position.game.play(position.state, move))))
                if end is not None:
                    found.setdefault((index[code], end), [False, False])[turn] = True
    for (start, end), players in found.items():
        back = found.get((end, start)) == players
        if not back or start < end:
            yield Edge(start, end, (players[0], players[1]), back)


def _layered(found: Atlas, layers: Mapping[str, int]) -> Mapping[str, Spot]:
    """Places in columns: by the longest way that leads to a board where no way leads round, else by the shortest; in a column
    each stands near the boards from which it is reached, and the middle of the column at height 0, in half steps."""
    depths = _longest(found) or [layers[node.code] for node in found.nodes]
    columns: dict[int, list[int]] = {}
    for node, depth in enumerate(depths):
        columns.setdefault(depth, []).append(node)
    before: dict[int, list[int]] = {}
    for node, edges in enumerate(found.after):
        for edge in edges:
            before.setdefault(edge.end, []).append(node)
    heights = dict.fromkeys(range(len(found.nodes)), 0.0)
    places: dict[str, Spot] = {}
    x = 0
    for depth in sorted(columns):
        column = columns[depth]
        for node in column:
            above = [heights[each] for each in before.get(node, ()) if depths[each] < depth]
            heights[node] = sum(above) / len(above) if above else 0.0
        column.sort(key=lambda node: (heights[node], node))
        parts = -(-len(column) // TALLEST)
        for part in range(parts):
            shown = column[part * len(column) // parts : (part + 1) * len(column) // parts]
            for at, node in enumerate(shown):
                y = 2 * at - (len(shown) - 1)
                heights[node] = y
                places[found.nodes[node].code] = (x, y)
            x += 1
    return places


def _longest(found: Atlas) -> list[int]:
    """For each board how many moves lead to it at most; empty where a way leads round."""
    waiting = [0] * len(found.nodes)
    for edges in found.after:
        for edge in edges:
            waiting[edge.end] += 1
    depths = [0] * len(found.nodes)
    ready = [node for node, count in enumerate(waiting) if not count]
    for node in ready:
        for edge in found.after[node]:
            depths[edge.end] = max(depths[edge.end], depths[node] + 1)
            waiting[edge.end] -= 1
            if not waiting[edge.end]:
                ready.append(edge.end)
    return depths if len(ready) == len(found.nodes) else []
