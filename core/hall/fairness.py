"""Fair play: what a person in a game against another person may not learn until it is over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from core.game import Game
from core.hall.kinship import can_meet, cannot_tell, kin
from core.kinds.lasting import LastingGame
from core.kits import kit_of
from core.phrase import Phrase, phrase
from core.position import Position

LIVE = phrase(
    "You are playing {game} against another person. You get no help with that game until it is over; other games are "
    "not affected."
)
POST = phrase(
    "You are playing {game} by post. You get no help with that game until it is over; other games are not affected."
)
COMES_UP = phrase(
    "You are playing {game} by post, and this position may come up in that game. You get no help with such positions "
    "until it is over; other games are not affected."
)
PERHAPS = phrase(
    "You are playing {game} against another person, and this game may have the same rules under another name. You get "
    "no help with this one until that game is over; most other games are not affected."
)
ANY = phrase(
    "You are playing {game} against another person, and any game may have its rules under another name. You get no "
    "help with any game until that game is over."
)


class Bound(NamedTuple):
    """A game between two people, as it is on the board now."""

    position: Position
    """The position on the board."""
    post: bool
    """Whether it is played by post."""

    def to_json(self) -> dict[str, Any]:
        """The game as plain JSON values."""
        return {**self.position.to_json(), "post": self.post}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Bound:
        """The inverse of :meth:`to_json`. Raises UnknownGame or BadNotation."""
        return cls(Position.from_json(document), bool(document["post"]))


def closed(bound: Sequence[Bound], games: Iterable[Game]) -> Phrase | None:
    """Why a person in these games may learn nothing about some ``games``; None if they may."""
    found = [(each, game) for game in games for each in bound if kin(each.position, game)]
    return _said(found, whole=True)


def unfair(bound: Sequence[Bound], position: Position) -> Phrase | None:
    """Why a person in these games may learn nothing about a position; None if they may. While they play by post they
    may learn about positions that can no longer come up in that game, not even after a pass, which would show a
    threat."""
    game, state = position.game, position.state
    boards = [Position(game, each) for each in (state, game.passed(state)) if each is not None]
    found = [
        (each, position.game)
        for each in bound
        if kin(each.position, position.game)
        and not (
            each.post
            and not cannot_tell(each.position.game, position.game)
            and not any(can_meet(each.position, board) for board in boards)
        )
    ]
    return _said(found, whole=False)


def _said(found: Sequence[tuple[Bound, Game]], whole: bool) -> Phrase | None:
    """The refusal for a game that is certainly the same, if there is one, otherwise for one that may be the same;
    ``whole`` if it is about all positions of the game."""
    if not found:
        return None
    each, game = min(found, key=lambda pair: cannot_tell(pair[0].position.game, pair[1]))
    return Phrase(_sentence(each, game, whole).template, {"game": each.position.game.name})


def _sentence(each: Bound, game: Game, whole: bool) -> Phrase:
    played = each.position.game
    if cannot_tell(played, game):
        return ANY if kit_of(played.id).any_rules else PERHAPS
    if not each.post:
        return LIVE
    return POST if whole or not isinstance(played, LastingGame) else COMES_UP
