"""The graph of a game: boards, the moves between them, their values, and their places on a map.

A *board* is a position without the player to move, as Serrano Mora draws the graph of Pong Hau K'i: its code is the text of the
position up to the space. Up to MAX_NODES boards are shown; of a larger game all boards that can follow a position, or those
within a number of moves.
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
"""Maximum number of boards of a graph."""
MAX_COLUMN = 18
"""Maximum number of boards in a column; more boards at one distance from the start take several columns."""
MAX_CODE = 7
"""Maximum length of a code on the map; a longer one is replaced by its number."""

ScorePair = tuple[Score | None, Score | None]
Spot = tuple[int, int]


class Edge(NamedTuple):
    """A move between two boards by their indices: the players who can make it, and whether the same player can move back at
    once."""

    start: int
    end: int
    players: tuple[bool, bool]
    back: bool


@dataclass(frozen=True)
class MapNode:
    """A board of a map. Pairs go by the player to move."""

    number: int
    """Its number, used by edges."""
    code: str
    """The board as text."""
    name: str
    """Its name on the map."""
    texts: tuple[str | None, str | None]
    """The position as text, None if there is none."""
    reached: tuple[bool, bool]
    """Whether play from the start leads there."""
    x: int = 0
    """Steps to the right."""
    y: int = 0
    """Steps downwards."""
    scores: ScorePair = (None, None)
    """The score of the position, None if unknown."""

    def score(self, turn: Player) -> Score | None:
        """The score of the board for a player to move there, or for the only player who can be to move."""
        return self.scores[turn if self.texts[turn] is not None else 1 - turn]


@dataclass(frozen=True)
class Atlas:
    """The boards of a game and the moves between them."""

    game: str
    """The id of the game."""
    players: tuple[str, str]
    """The names of both."""
    position: str
    """The position from which it is made, as text."""
    nodes: tuple[MapNode, ...]
    """The boards."""
    edges: tuple[Edge, ...]
    """The moves between them."""
    whole: bool
    """Whether it is the whole game."""
    depth: int | None
    """Number of moves from the position; None if nothing is left out."""
    charted: bool
    """Whether the boards have the places of a chart, without crossing edges."""
    stories: Mapping[str, Sentence] = field(default_factory=dict)
    """Sentences about positions, by their texts."""

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The place of a board in ``nodes`` by its code."""
        return {node.code: i for i, node in enumerate(self.nodes)}

    @cached_property
    def after(self) -> Sequence[Sequence[Edge]]:
        """The edges from each board; an edge that goes both ways is there at both ends."""
        found: list[list[Edge]] = [[] for _node in self.nodes]
        for edge in self.edges:
            found[edge.start].append(edge)
            if edge.back:
                found[edge.end].append(edge._replace(start=edge.end, end=edge.start))
        return found

    @property
    def two_way(self) -> bool:
        """Whether every edge goes both ways."""
        return all(edge.back for edge in self.edges)

    def neighbours(self, node: int, player: Player) -> list[int]:
        """The boards to which a player can move from a board."""
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
    """The chart of a game, None if there is none."""
    return CHARTS.get(family(game.id))


def code_of(position: Position) -> str:
    """The board without the player to move."""
    return position.text.partition(" ")[0]


class _Listing:
    """The positions after one, ply by ply, until there are more than ``most`` boards; ``depth`` is None if that is all."""

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
    """The graph around a position, without scores. Raises Unstudied if not even its moves fit."""
    game = position.game
    start = Position.start(game)
    listing = _Listing(start, most)
    whole = listing.depth is None and code_of(position) in listing.boards
    if not whole:
        listing = _Listing(position, most)
    if listing.depth == 0:
        raise Unstudied(
            "There are more than {most} boards one move from this position of {game}; choose a smaller board.",
            most=figure(most),
            game=game.id,
        )
    reached = {code: frozenset(sides) for code, sides in listing.boards.items()}
    if whole:
        _complete(listing)
    chart = chart_of(game) if whole else None
    codes = list(chart.codes if chart else listing.boards)
    names = max(map(len, codes)) <= MAX_CODE and not chart
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
    """Add each board with the other player to move, if its text is a position and leads to no new board."""
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
                continue  # stones still to be placed decide who moves
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
    """Places in columns, by the longest way to a board if there are no cycles, else by the shortest. In a column each board
    is near those that lead to it, with the middle of the column at height 0, in half steps."""
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
        parts = -(-len(column) // MAX_COLUMN)
        for part in range(parts):
            shown = column[part * len(column) // parts : (part + 1) * len(column) // parts]
            for at, node in enumerate(shown):
                y = 2 * at - (len(shown) - 1)
                heights[node] = y
                places[found.nodes[node].code] = (x, y)
            x += 1
    return places


def _longest(found: Atlas) -> list[int]:
    """The longest way to each board in moves; empty if there are cycles."""
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
