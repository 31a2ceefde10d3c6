"""Fair play: what somebody who plays against somebody is not told until that game is over."""

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
    "You are playing {game} against somebody. Until that game is over, nobody tells you about it; other games are open."
)
POST = phrase(
    "You are playing {game} by post. Until that game is over, nobody tells you about it; other games are open."
)
COMES_UP = phrase(
    "You are playing {game} by post, and this position may come up there. Until that game is over, nobody tells you about "
    "such positions; other games are open."
)
PERHAPS = phrase(
    "You are playing {game} against somebody, and this game may have the same rules under another name. Until that game is "
    "over, nobody tells you about this one; most other games are open."
)
ANY = phrase(
    "You are playing {game} against somebody, and any game may have its rules under another name. Until that game is over, "
    "nobody tells you about any game."
)


class Bound(NamedTuple):
    """A game that somebody plays against somebody, as it is on the board now."""

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
    """Why somebody who is bound by their games is told nothing about some games; None if they are told."""
    found = [(each, game) for game in games for each in bound if kin(each.position, game)]
    return _said(found, whole=True)


def unfair(bound: Sequence[Bound], position: Position) -> Phrase | None:
    """Why somebody who is bound by their games is told nothing about a position; None if they are told. Of a game by post they
    are told about positions that cannot come up in it any more, nor after a pass, which would show what is threatened."""
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
    """The sentence about a game that is certainly the same, if there is one, else about one that may be; ``whole`` if all its
    positions are meant."""
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
