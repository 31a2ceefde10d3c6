"""The graph of Pong Hau K'i with the numbers and the drawing of Serrano Mora, and the proof that nobody can force a win.

The drawing keeps both symmetries of the game. The mirror, n and 31 - n, turns it upside down: its axis goes through 1 and 30.
Exchanging the colours turns it by half a turn. So the places of nine boards give all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from core.game import Player
from core.games.pong_hau_ki import CODES, PongHauKi
from core.phrase import Sentence, fact
from core.position import other
from core.score import Verdict
from core.study.graphs.atlas import Atlas, Chart, MapNode, Spot
from core.study.sources import PONG_HAU_KI
from core.study.study import PagePart, StudyTable, Text

_LAST_X, _LAST_Y = 6, 8
_QUARTER: Mapping[int, Spot] = {
    1: (0, 4),
    2: (1, 3),
    3: (2, 3),
    4: (3, 3),
    5: (2, 2),
    6: (0, 2),
    9: (2, 1),
    10: (2, 0),
    11: (3, 1),
}
_EXCHANGE = str.maketrans("ar", "ra")


def mirror(code: str) -> str:
    """The board seen in a mirror."""
    return code[::-1]


def exchange(code: str) -> str:
    """The board with the colours exchanged."""
    return code.translate(_EXCHANGE)


def number(code: str) -> int:
    """The number of a board, from 1."""
    return CODES.index(code) + 1


def _places() -> Mapping[str, Spot]:
    places: dict[str, Spot] = {}
    for first, (x, y) in _QUARTER.items():
        code = CODES[first - 1]
        places[code] = (x, y)
        places[mirror(code)] = (x, _LAST_Y - y)
        places[exchange(code)] = (_LAST_X - x, _LAST_Y - y)
        places[mirror(exchange(code))] = (_LAST_X - x, y)
    return places


class Escape(NamedTuple):
    """A way to a blocked board, by numbers of boards: the loser moved from ``before`` to ``last``, and the winner moves to
    ``won``. Other moves of the loser would have won (``wins``), or left the winner no win (``safe``)."""

    winner: Player
    won: int
    last: int
    before: int
    wins: tuple[int, ...]
    safe: tuple[int, ...]


def escapes(atlas: Atlas) -> Iterator[Escape]:
    """Every way in which a game can end, with the loser's other moves."""
    for won, node in enumerate(atlas.nodes):
        for loser in (0, 1):
            score = node.scores[loser]
            if not (score and score.verdict is Verdict.LOSE and score.plies == 0):
                continue
            winner: Player = other(loser)
            for last in atlas.neighbours(won, winner):
                for before in atlas.neighbours(last, loser):
                    if atlas.nodes[before].reached[loser]:
                        yield _escape(atlas, winner, won, last, before)


def _escape(atlas: Atlas, winner: Player, won: int, last: int, before: int) -> Escape:
    ways = [way for way in atlas.neighbours(before, other(winner)) if way != last]

    def leaves(verdict: Verdict) -> tuple[int, ...]:
        """The moves that leave the winner a position of this value."""
        scores = ((way, atlas.nodes[way].scores[winner]) for way in ways)
        return tuple(way + 1 for way, score in scores if score and score.verdict is verdict)

    return Escape(winner, won + 1, last + 1, before + 1, leaves(Verdict.LOSE), leaves(Verdict.ENDLESS))


def _way_out(escape: Escape) -> Sentence:
    """A sentence on the loser's other moves."""
    loser = PongHauKi.players[other(escape.winner)]
    if escape.wins:
        return fact("pong-hau-ki.way_out.wins", player=loser, ways=_numbers(escape.wins))
    if escape.safe:
        return fact("pong-hau-ki.way_out.safe", player=loser, ways=_numbers(escape.safe))
    return fact("pong-hau-ki.way_out.none", player=loser)


def _numbers(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


class _Pong(Chart):
    codes = CODES
    places = _places()
    source = PONG_HAU_KI

    def partners(self, code: str) -> tuple[int, int]:
        return number(mirror(code)), number(exchange(code))

    def stories(self, atlas: Atlas) -> Mapping[str, Sentence]:
        """A sentence for each won board, each board a move before it, and each board with the loser's mistake."""
        ways = list(escapes(atlas))
        told: dict[str, Sentence] = {}
        for each in ways:
            winner, loser = each.winner, other(each.winner)
            marks = {"winner": PongHauKi.players[winner], "loser": PongHauKi.players[loser]}
            blocked, last = atlas.nodes[each.won - 1], atlas.nodes[each.last - 1]
            lasts = sorted({way.last for way in ways if way.won == each.won})
            told[blocked.texts[loser] or ""] = fact(
                "pong-hau-ki.story.blocked",
                **marks,
                lasts=fact("pong-hau-ki.story.lasts", first=lasts[0], second=lasts[1]),
            )
            told[last.texts[winner] or ""] = fact(
                "pong-hau-ki.story.wins", **marks, won=each.won, before=each.before, way_out=_way_out(each)
            )
        for each in ways:
            winner, loser = each.winner, other(each.winner)
            text = atlas.nodes[each.before - 1].texts[loser] or ""
            there = {"winner": PongHauKi.players[winner], "last": str(each.last), "won": str(each.won)}
            if text in told:
                more = fact("pong-hau-ki.story.not_to", **there)
                told[text] = fact("pong-hau-ki.story.more", said=told[text], more=more)
            else:
                told[text] = fact("pong-hau-ki.story.not_to_but", **there, way_out=_way_out(each))
        return told

    def parts(self, atlas: Atlas) -> tuple[PagePart, ...]:
        return (Text("pong-hau-ki.why"), Text("pong-hau-ki.counted"), _by_number(atlas), Text("pong-hau-ki.errors"))


class _Ways(NamedTuple):
    """The boards to which each player can go from a board."""

    board: MapNode
    blue: str
    red: str


def _by_number(atlas: Atlas) -> StudyTable:
    """Figures 4 and 5: the moves of each player from every board."""
    rows = tuple(_Ways(node, _ways(atlas, at, 0), _ways(atlas, at, 1)) for at, node in enumerate(atlas.nodes))
    first, second = PongHauKi.players
    blue, red = (sum(edge.players[player] for edge in atlas.edges) for player in (0, 1))
    note = fact("pong-hau-ki.by_number.note", blue=blue, red=red)
    return StudyTable("pong-hau-ki.by_number", rows, (note,), values={"first": first, "second": second})


def _ways(atlas: Atlas, at: int, player: Player) -> str:
    return ", ".join(str(atlas.nodes[to].number) for to in sorted(atlas.neighbours(at, player))) or "-"


CHART = _Pong()
