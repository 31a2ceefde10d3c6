"""Kinship: the games that tell about a game in play, since their rules are or may be the same, and the positions of
them that do not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from core.game import Game
from core.games import get
from core.kinds.drafts import DrawnGame
from core.kinds.heaps import HeapGame
from core.kinds.lasting import LastingGame
from core.kinds.octal import HeapNames, kinds_of_heaps
from core.kits import family, kit_of
from core.own.symmetries import PointMap, Structure, find
from core.position import Position

MAX_COMPARED = 100
"""Maximum size of a heap, in sticks, up to which games are compared."""


def kin(played: Position, game: Game) -> bool:
    """Whether a game may tell about the game in play, as it is on the board now. Heap games do if all heaps of one are
    heaps of the other, under whatever names; games of marks if their boards have the same shape; all others if they are
    of one family."""
    one, other = played.game, game
    if cannot_tell(one, other):
        return True
    shared = kit_of(one.id).kin
    if not shared or shared != kit_of(other.id).kin:
        return family(one.id) == family(other.id)
    if isinstance(one, HeapGame) and isinstance(other, HeapGame):
        return _kin_heaps(one, played, other)
    assert isinstance(one, DrawnGame), "kin take from heaps, or set marks on a board"
    assert isinstance(other, DrawnGame), "kin take from heaps, or set marks on a board"
    there = set(other.spots)
    return set(one.spots) in (there, {(y, x) for x, y in there})


def cannot_tell(one: Game, other: Game) -> bool:
    """Whether two games may be the same under different names: one has rules that a person wrote, or heaps too large to
    compare."""
    if one == other:
        return False
    first, second = kit_of(one.id), kit_of(other.id)
    if first.any_rules or second.any_rules:
        return True
    heaps = [game for game in (one, other) if isinstance(game, HeapGame) and game.digits is not None]
    return first.kin == second.kin and len(heaps) == 2 and max(max(game.sizes) for game in heaps) > MAX_COMPARED


def _kin_heaps(one: HeapGame, played: Position, other: HeapGame) -> bool:
    """The heap that all later positions have in common. The next move may take as much as possible from the largest
    heap, so it is what that leaves, or the second largest heap. Normal and misere play make no difference: misere nim
    is won like nim until only single sticks are left."""
    assert one.digits is not None, "kin have a code"
    assert other.digits is not None, "kin have a code"
    names: HeapNames = {}
    second, first = [0, 0, *sorted(one.kind(played.state))][-2:]
    highest = max(second, first - max(one.digits))
    now, ever = (kinds_of_heaps(one.digits, size, names) for size in (highest, max(one.sizes)))
    there = kinds_of_heaps(other.digits, max(other.sizes), names)
    return now <= there or there <= ever


def can_meet(board: Position, asked: Position) -> bool:
    """Whether a position of a kin game, or one after it, can come up from a board. It cannot if marks stay, and if
    under every symmetry some cell has another mark than on the board."""
    one, other = board.game, asked.game
    if not isinstance(one, LastingGame) or not isinstance(other, LastingGame) or _spots(one) != _spots(other):
        return True
    here = one.lying(board.state)
    marked = [(cell, mark) for cell, mark in enumerate(other.lying(asked.state)) if mark >= 0]
    images = _images(one.id)
    return not images or any(all(here[image[cell]] in (-1, mark) for cell, mark in marked) for image in images)


def _spots(game: LastingGame) -> Sequence[tuple[int, int]]:
    assert isinstance(game, DrawnGame), "marks that stay lie on a board"
    return game.spots


@lru_cache(maxsize=32)
def _images(id: str) -> Sequence[PointMap]:
    """Every symmetry of the cells of a game; none if there are too many to list."""
    game = get(id)
    assert isinstance(game, LastingGame), "marks stay"
    cells = len(game.lying(game.start()))
    group = find(Structure([0] * cells, game.pattern.lines, game.pattern.pairs))
    return group.maps if group.total == len(group.maps) else ()
